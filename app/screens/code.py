"""Asks for the code of a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Container

from app.screens.house import HouseModal
from app.tables.admission import read_code
from app.tables.errors import sentence
from app.views import company_texts as texts
from app.views import lobby_texts
from app.widgets.form_line import Line
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget
    from textual.widgets import Input

EXAMPLE = "K7MQ-X4RD"
CELLS = 24


class CodeScreen(HouseModal[str]):
    """Answers with a code as it was typed, once it can be one."""

    INTENTS: ClassVar[tuple[str, ...]] = ("lobby",)
    AUTO_FOCUS = "Line"

    def content(self) -> Iterable[Widget]:
        with Container(id="sheet"):
            yield Says(texts.CODE_HEADING(), "title", id="heading")
            yield Line(cells=CELLS, placeholder=EXAMPLE, id="code")
            yield Says(texts.CODE_HELP(example=EXAMPLE), "dim", id="note")

    def called(self, intent: str) -> str:
        return lobby_texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.close()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Answer, or say what a code looks like."""
        message.stop()
        if read_code(message.value) is None:
            self.query_one("#note", Says).say(sentence("bad_code", example=EXAMPLE), "bad")
        else:
            self.close(message.value)
