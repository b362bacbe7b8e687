"""Who a person is to others: the name, and the devices that the house knows them by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Container
from textual.widgets import Input

from app.screens.house import HouseModal
from app.tables.errors import BadInput
from app.tables.names import NAME_CELLS, clean_name
from app.tables.visitor import DeskTrouble, Visitor
from app.views import company_texts as texts
from app.views import lobby_texts
from app.widgets.form_line import Line
from app.widgets.form_press import Press
from app.widgets.form_row import Row
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget

CODE_CELLS = 24


class YouScreen(HouseModal[Visitor]):
    """Answers with the person as they are now. A guest has only a name."""

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "lobby")
    AUTO_FOCUS = "#name"

    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self.visitor = visitor

    def content(self) -> Iterable[Widget]:
        with Container(id="sheet"):
            yield Says(texts.YOU(), "title", id="heading")
            name = Line(self.visitor.name, cells=NAME_CELLS, id="name")
            yield Row(texts.YOU_NAME(), name)
            if self.house.desk is None:
                yield Says(texts.YOU_GUEST() if self.visitor.guest else "", "dim", id="guest")
            else:
                yield Row(texts.YOU_CODE(), Line(cells=CODE_CELLS, id="code"))
                yield Press(texts.YOU_NEW_CODE(), id="link")
            yield Says(texts.YOU_HELP(), "dim", id="note")

    def called(self, intent: str) -> str:
        return lobby_texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        match intent:
            case "up":
                self.focus_previous()
            case "down":
                self.focus_next()
            case "lobby":
                self.close(self.visitor)

    async def on_input_submitted(self, message: Input.Submitted) -> None:
        """Another name, or the code of another device."""
        message.stop()
        desk = self.house.desk
        try:
            if message.input.id == "name":
                name = clean_name(message.value)
                self.visitor = await desk.rename(name) if desk else self._called(name)
                self._say(texts.YOU_RENAMED(name=self.visitor.name), "good")
            elif desk is not None:
                self.visitor = await desk.redeem(message.value)
                self.query_one("#name", Line).value = self.visitor.name
                self._say(texts.YOU_LINKED(name=self.visitor.name), "good")
        except (BadInput, DeskTrouble) as trouble:
            self._say(trouble.message, "bad")

    async def on_press_pressed(self, message: Press.Pressed) -> None:
        """A code for another device."""
        message.stop()
        if self.house.desk is not None:
            try:
                code = await self.house.desk.new_code()
                self._say(texts.YOU_SHOWN(code=code), "accent")
            except DeskTrouble as trouble:
                self._say(trouble.message, "bad")

    def _called(self, name: str) -> Visitor:
        return self.visitor._replace(name=name)

    def _say(self, sentence: str, role: str) -> None:
        self.query_one("#note", Says).say(sentence, role)
