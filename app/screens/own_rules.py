"""The house rules there are, and what new ones may start from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from app import keys
from app.messages import ShowOwnRules
from app.screens.house import HouseScreen
from app.screens.reworded import reworded
from app.views import lobby_texts
from app.views import own_texts as texts
from app.views.key_bar import KeyHint
from app.views.lobby import Item
from app.views.offers import Offer, broken_notes, offers, on_the_shelf
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget


class OwnRulesScreen(HouseScreen[None]):
    """House rules to change, and every preset to start new ones from."""

    INTENTS: ClassVar[tuple[str, ...]] = ("lobby",)
    AUTO_FOCUS = "Menu"

    def __init__(self, config: Path) -> None:
        super().__init__()
        self.config = config
        self.offers: dict[str, Offer] = {}

    def content(self) -> Iterable[Widget]:
        yield Says(texts.OWN_TITLE(), "title", id="heading")
        broken = Says("", "dim", id="broken")
        broken.display = False
        yield broken
        yield Menu((), id="games")

    def on_mount(self) -> None:
        super().on_mount()
        self.look_round()

    def on_screen_resume(self) -> None:
        """Something may have been saved or deleted meanwhile."""
        self.look_round()

    def look_round(self) -> None:
        """Show what the folder holds now."""
        found = on_the_shelf(self.config)
        self.offers = {offer.id: offer for offer in offers(found)}
        self.query_one(Menu).items = tuple(self._items())
        broken = self.query_one("#broken", Says)
        broken.say(broken_notes(found), "dim")
        broken.display = bool(found.broken)

    def _items(self) -> Iterator[Item]:
        drafts = self.house.rule_drafts
        for own, heading in ((True, texts.YOURS()), (False, texts.START_FROM())):
            for offer in self.offers.values():
                if offer.own == own:
                    note = texts.UNSAVED() if offer.id in drafts else ""
                    yield Item(
                        offer.id, offer.title, "", note, detail=offer.summary, heading=heading
                    )
                    heading = ""

    def offered(self) -> Iterator[keys.Intent]:
        words = {"lobby": (lobby_texts.KEY_BACK, lobby_texts.TIP_BACK)}
        return reworded(super().offered(), words)

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        self.hint(
            KeyHint("lobby", shown("lobby"), lobby_texts.KEY_BACK()),
            KeyHint("open", keys.shown("enter"), lobby_texts.KEY_OPEN()),
            KeyHint("", "↑↓", lobby_texts.KEY_MOVE()),
            KeyHint("help", shown("help"), keys.INTENTS["help"].label),
        )

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.dismiss()
        elif intent == "open":
            self.query_one(Menu).action_choose()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Write these, or new ones that start from there."""
        message.stop()
        self.post_message(ShowOwnRules(self.offers[message.item.id]))
