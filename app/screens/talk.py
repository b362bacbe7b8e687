"""Something to say at a table: a line of one's own, or one of the phrases."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import Container
from textual.message import Message

from app.screens.house import HouseModal
from app.tables.presence import SAY_CELLS
from app.views import company_texts as texts
from app.views import lobby_texts
from app.views.lobby import Item
from app.widgets.form_line import Line
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget
    from textual.widgets import Input


DIGITS: Final = "".join(str(at) for at in range(1, len(texts.PHRASES) + 1))
"""The keys of the phrases."""


class TalkLine(Line):
    """The line of one's own. A digit that is its first sign chooses a phrase instead."""

    @dataclass
    class Digit(Message):
        """A phrase was chosen by its number."""

        digit: str

    def on_key(self, event: events.Key) -> None:
        """Whoever wants to begin with a digit types a space first."""
        if not self.value and event.character and event.character in DIGITS:
            event.stop()
            event.prevent_default()
            self.post_message(self.Digit(event.character))


class TalkScreen(HouseModal[str]):
    """Answers with what is to be said."""

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "lobby")
    AUTO_FOCUS = "Line"

    def content(self) -> Iterable[Widget]:
        with Container(id="sheet"):
            yield Says(texts.TALK(), "title", id="heading")
            yield TalkLine(cells=SAY_CELLS, placeholder=texts.TALK_LINE(), id="line")
            yield Menu(
                [Item(str(at), text(), key=str(at + 1)) for at, text in enumerate(texts.PHRASES)],
                id="phrases",
            )
            yield Says(texts.TALK_HELP(), "dim", id="note")

    def called(self, intent: str) -> str:
        return lobby_texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.close()
        elif intent == "down" and isinstance(self.focused, Line):
            self.query_one(Menu).focus()

    def on_talk_line_digit(self, message: TalkLine.Digit) -> None:
        """Say the phrase with this number."""
        message.stop()
        self.query_one(Menu).pick_key(message.digit)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Say what was typed."""
        message.stop()
        self.close(message.value or None)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Say a phrase."""
        message.stop()
        self.close(message.item.label)
