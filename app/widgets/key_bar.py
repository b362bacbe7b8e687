"""The bottom line: the keys that can be pressed now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive

from app.messages import Wanted
from app.views.key_bar import KeyHint, key_bar_lines, placed
from app.views.lines import Line
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events

__all__ = ["KeyBar", "KeyHint"]


class KeyBar(Lines):
    """Keys and what they do; a click on one asks for it."""

    hints: reactive[tuple[KeyHint, ...]] = reactive((), repaint=False)

    def frame(self) -> object:
        return self.hints

    def watch_hints(self) -> None:
        self.redraw()

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return key_bar_lines(self.hints, width, height)

    def on_click(self, event: events.Click) -> None:
        for hint, row, start, end in placed(self.hints, *self.size):
            if row == event.y and start <= event.x < end:
                self.post_message(Wanted(hint.intent))
