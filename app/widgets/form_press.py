"""One line of a form that does something: a button without the room a button takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from app.tables.names import fit
from app.views.lines import Line, Run
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events
    from textual.geometry import Size


class Press(Lines, can_focus=True):
    """A line of text that is pressed by enter, space or the mouse."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "press", "Press", show=False),
    ]

    label: reactive[str] = reactive("")

    @dataclass
    class Pressed(Message):
        """It was pressed."""

        press: Press

        @property
        def control(self) -> Press:
            """The line it happened on."""
            return self.press

    def __init__(self, label: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(Press.label, label)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the label and its sign, where there is no width to fill."""
        del container, viewport
        return cell_len(self.label) + 4

    def frame(self) -> object:
        return (self.label, self.has_focus)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        """The label, with a sign and not colour alone where the cursor is."""
        mark, role = ("▸ ", "picked") if self.has_focus else ("  ", "button")
        line = (Run(f"{mark}{fit(self.label, width - 4).rstrip()}  ", role),)
        return (line,)[:height]

    def action_press(self) -> None:
        """Press it."""
        self.post_message(self.Pressed(self))

    def on_click(self, event: events.Click) -> None:
        """Press it."""
        event.stop()
        self.action_press()
