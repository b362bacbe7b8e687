"""One line of a form to type into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.message import Message
from textual.widgets import Input

from app.tables.names import cut, visible
from app.views.lobby_form import as_typed

if TYPE_CHECKING:
    from textual import events


class Line(Input):
    """A line of text that takes in only what can be shown and fits, however it comes.

    Keys, a paste and the clipboard all end in `replace`. A paste gives its first line, and what is
    too much of it is left out with one message: it is never typed on as if it were keys.
    """

    @dataclass
    class LeftOut(Message):
        """Part of what was typed or pasted was not taken in."""

        line: Line

    @dataclass
    class Beyond(Message):
        """Right was pressed where the line ends."""

        line: Line

    def __init__(
        self, value: str = "", *, cells: int, placeholder: str = "", id: str | None = None
    ) -> None:
        super().__init__(
            as_typed(value, cells), placeholder=visible(placeholder), id=id, compact=True
        )
        self._cells = cells
        self.cursor_blink = False

    def action_cursor_right(self, select: bool = False) -> None:
        """One sign on, or out of the line at its end."""
        if self.cursor_at_end and not select:
            self.post_message(self.Beyond(self))
        else:
            super().action_cursor_right(select)

    def on_paste(self, event: events.Paste) -> None:
        """Take in a paste as a whole; what is too much of it is left out in `replace`."""
        event.stop()
        event.prevent_default()
        self.replace(event.text, *self.selection)

    def replace(self, text: str, start: int, end: int) -> None:
        """Put text in the place of what stands from ``start`` to ``end``."""
        start, end = sorted((max(0, start), min(len(self.value), end)))
        before, after = self.value[:start], self.value[end:]
        first = text if len(text) == 1 else visible(text)
        taken = cut(first, self._cells - cell_len(before + after))
        self.value = as_typed(before + taken + after, self._cells)
        self.cursor_position = len(self.value) - len(after)
        if squeezed(self.value) != squeezed(before + text + after):
            self.post_message(self.LeftOut(self))


def squeezed(text: str) -> str:
    """A text without regard to its spaces."""
    return "".join(text.split())
