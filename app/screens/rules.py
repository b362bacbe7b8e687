"""The rule book of a game, to read before and during play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from textual.containers import Horizontal

from app import keys
from app.messages import ShowOwnRules, ShowRules
from app.screens.house import HouseScreen
from app.screens.reworded import reworded
from app.views import lobby_texts as texts
from app.views import own_texts
from app.views.key_bar import KeyHint
from app.views.lobby import Item
from app.views.offers import (
    Offer,
    as_played,
    broken_notes,
    offer_items,
    offers,
    on_the_shelf,
    rules_title,
)
from app.widgets.form_menu import Menu
from app.widgets.form_page import RulePage
from app.widgets.form_says import Says
from engine.refusal import IllegalAction
from engine.registry import ruleset
from engine.ruleset import Section

if TYPE_CHECKING:
    from textual.widget import Widget


class RulesScreen(HouseScreen[None]):
    """The rules in force at a table, section by section; without a preset, the list of games."""

    INTENTS: ClassVar[tuple[str, ...]] = ("own", "lobby")
    AUTO_FOCUS = "RulePage, #games"

    def __init__(self, preset: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.preset = preset
        self.options = dict(options or {})
        self.offers: dict[str, Offer] = {}

    def content(self) -> Iterable[Widget]:
        if self.preset is None:
            yield Says(texts.CHOOSE_GAME(), "title", id="heading")
            yield Says("", "dim", id="broken")
            yield Menu((), id="games")
            return
        sections = self._sections(self.preset)
        title = rules_title(self.preset, self.options)
        yield Says(texts.RULES_OF(title=title), "title", id="heading")
        yield Horizontal(
            Menu([Item(str(at), one.title) for at, one in enumerate(sections)], id="sections"),
            RulePage(sections),
            id="book",
        )

    def on_screen_resume(self) -> None:
        """House rules may have come or gone meanwhile."""
        if self.preset is None:
            found = on_the_shelf(self.house.config)
            self.offers = {one.id: one for one in offers(found)}
            items = offer_items(tuple(self.offers.values()))
            if self.house.config is not None:
                shown = self.house.keymap.shown("own")
                write = Item("own", own_texts.OWN_RULES(), detail=own_texts.OWN_RULES_NOTE())
                items += (write._replace(note=shown),)
            self.query_one("#games", Menu).items = items
            broken = self.query_one("#broken", Says)
            broken.say(broken_notes(found), "dim")
            broken.display = bool(found.broken)

    def _reading(self) -> Offer | None:
        """What is being read, as something that own rules may start from."""
        if self.preset is None:
            return None
        found = offers(on_the_shelf(self.house.config))
        for one in found:
            if one.preset == self.preset and dict(one.options) == self.options:
                return one
        return as_played(self.preset, self.options)

    def _sections(self, preset: str) -> tuple[Section, ...]:
        """The rules in force; where the options do not fit, the preset's own, and why."""
        game = ruleset(preset)
        try:
            return game.rule_book(preset, self.options)
        except IllegalAction as refusal:
            note = Section(title=rules_title(preset, {}), paragraphs=(refusal.message,))
            return (note, *game.rule_book(preset, {}))

    def offered(self) -> Iterator[keys.Intent]:
        words = {
            "lobby": (texts.KEY_BACK, texts.TIP_BACK),
            "own": (own_texts.OWN_TITLE, own_texts.TIP_OWN),
        }
        for intent in reworded(super().offered(), words):
            if intent.id != "own" or self.house.config is not None:
                yield intent

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        list_keys = (
            KeyHint("open", keys.shown("enter"), texts.KEY_OPEN()),
            KeyHint("", "↑↓", texts.KEY_MOVE()),
        )
        page_keys = (
            KeyHint("", "←→", texts.KEY_SECTION()),
            KeyHint("", "↑↓", texts.KEY_SCROLL()),
        )
        own = KeyHint("own", shown("own"), own_texts.OWN_TITLE())
        self.hint(
            KeyHint("lobby", shown("lobby"), texts.KEY_BACK()),
            *(list_keys if self.preset is None else page_keys),
            *([own] if self.house.config is not None else []),
            KeyHint("help", shown("help"), keys.INTENTS["help"].label),
        )

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.dismiss()
        elif intent == "own":
            self.post_message(ShowOwnRules(self._reading()))
        elif intent == "open":
            self.query_one("#games", Menu).action_choose()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """A game to read about, or a section to go to."""
        message.stop()
        if message.item.id == "own":
            self.post_message(ShowOwnRules())
        elif message.menu.id == "games":
            offer = self.offers[message.item.id]
            self.post_message(ShowRules(offer.preset, offer.options))
        else:
            page = self.query_one(RulePage)
            page.go_to(int(message.item.id))
            page.focus()

    def on_rule_page_turned(self, message: RulePage.Turned) -> None:
        """The list of sections shows where the reader is."""
        message.stop()
        self.query_one("#sections", Menu).cursor = message.section
