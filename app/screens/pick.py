"""A list of games over another screen, to pick one from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from app import keys
from app.screens.house import HouseModal, of_list
from app.screens.reworded import reworded
from app.views import lobby_texts as texts
from app.views.key_bar import KeyHint
from app.views.offers import Offer, offer_items
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget


class PickGame(HouseModal[str]):
    """Everything that can be played; answers with the id of the offer that was picked.

    ``note`` says what stands in the way of house rules that cannot be offered.
    """

    INTENTS: ClassVar[tuple[str, ...]] = ("lobby",)
    AUTO_FOCUS = "Menu"

    def __init__(self, offers: Sequence[Offer], chosen: str, note: str = "") -> None:
        super().__init__()
        self.offers = offers
        self.chosen = chosen
        self.note = note

    def content(self) -> Iterable[Widget]:
        yield Says(texts.CHOOSE_GAME(), "title", id="heading")
        if self.note:
            yield Says(self.note, "dim", id="broken")
        menu = Menu(offer_items(self.offers), id="games")
        menu.cursor = next((at for at, one in enumerate(menu.items) if one.id == self.chosen), 0)
        yield menu

    def offered(self) -> Iterator[keys.Intent]:
        return reworded(super().offered(), {"lobby": (texts.KEY_BACK, texts.TIP_BACK)})

    def called(self, intent: str) -> str:
        return texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def listing(self) -> tuple[KeyHint, ...]:
        return of_list(texts.KEY_CHOOSE())

    def intend(self, intent: str) -> None:
        if intent == "open":
            self.query_one(Menu).action_choose()
        elif intent == "lobby":
            self.close()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """The answer."""
        message.stop()
        self.close(message.item.id)
