"""A line of a form: what is asked, and the fields for the answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.reactive import reactive
from textual.widget import Widget

from app.tables.names import fit
from app.views.lines import Line, Run
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Asks(Lines):
    """The label of a field, with a sign where the cursor is or where the answer cannot stand."""

    mark: reactive[str] = reactive(" ")

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def frame(self) -> object:
        return self.mark

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        role = {"!": "bad", "▸": "key"}.get(self.mark, "")
        line = (Run(f"{self.mark} ", role), Run(fit(self._text, width - 3), "dim"))
        return (line,)[:height]


LONG = 9, 15
"""Cells of a label and of a value above which they stand below each other where it is narrow."""


class Row(Widget):
    """A label and its fields side by side; ``values`` are what may stand in the field."""

    wrong: reactive[bool] = reactive(False)
    entered: reactive[bool] = reactive(False)

    def __init__(self, label: str, *fields: Widget, values: Iterable[str] = ()) -> None:
        super().__init__()
        long = cell_len(label) > LONG[0] or max(map(cell_len, values), default=0) > LONG[1]
        self.set_class(long, "-long")
        self._asks = Asks(label)
        self._fields = fields

    def compose(self) -> ComposeResult:
        yield self._asks
        yield from self._fields

    def on_descendant_focus(self) -> None:
        self.entered = True

    def on_descendant_blur(self) -> None:
        self.entered = False

    def watch_wrong(self) -> None:
        self._show()

    def watch_entered(self) -> None:
        self._show()

    def _show(self) -> None:
        self._asks.mark = "!" if self.wrong else "▸" if self.entered else " "
