"""All keys of the screen beneath, from the one registry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from app import keys, texts
from app.screens.house import HouseModal
from app.views.help import HelpRow, help_lines
from app.views.lines import Line
from app.widgets.page import Page

if TYPE_CHECKING:
    from textual.widget import Widget


def _row(intent: keys.Intent, keymap: keys.Keymap) -> Iterator[tuple[str, str]]:
    """The keys of an intent and what it does; dice, tables and arrows share one row each."""
    for together, said in (
        (keys.DICE, texts.HELP_DICE),
        (keys.TABLES, texts.HELP_TABLES),
        (keys.ARROWS, texts.HELP_ARROWS),
    ):
        if intent.id in together:
            if intent.id == together[0]:
                yield " ".join(keymap.shown(one) for one in together), said()
            return
    yield " ".join(keys.shown(key) for key in keymap.keys(intent.id)), intent.tooltip


class HelpPage(Page):
    """The keys, to scroll through."""

    def __init__(self, rows: tuple[HelpRow, ...], signs: tuple[str, ...]) -> None:
        super().__init__()
        self.rows = rows
        self.signs = signs

    def shown(self) -> object:
        return self.rows

    def text(self, width: int) -> tuple[Line, ...]:
        return help_lines(self.rows, self.signs, width)


class HelpScreen(HouseModal[None]):
    """Shows every key that the screen beneath knows, with what it does."""

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "keep", "lobby")

    def __init__(
        self, intents: tuple[keys.Intent, ...], keymap: keys.Keymap, signs: tuple[str, ...]
    ) -> None:
        super().__init__()
        self.signs = signs
        self.rows = tuple(
            HelpRow(texts.HELP_GROUPS[intent.group](), key, said)
            for group in texts.HELP_GROUPS
            for intent in intents
            if intent.group == group
            for key, said in _row(intent, keymap)
        )

    def content(self) -> Iterable[Widget]:
        yield HelpPage(self.rows, self.signs)

    def legal(self) -> tuple[str, ...]:
        return ("lobby",)

    def called(self, intent: str) -> str:
        return texts.CLOSE() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent in ("up", "down"):
            self.query_one(HelpPage).scrolled(-1 if intent == "up" else 1)
        else:
            self.close()
