"""Lines that may be more than fit: a window over them, with a sign where there is more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive

from app import texts
from app.views.lines import Line, Run
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events


class Page(Lines):
    """A text in lines that is scrolled by `scrolled` and by the mouse wheel."""

    top: reactive[int] = reactive(0)

    def text(self, width: int) -> tuple[Line, ...]:
        """Every line, in this width."""
        raise NotImplementedError  # abstract: ABC and Textual's metaclass do not mix

    def shown(self) -> object:
        """What the text depends on besides the width."""
        raise NotImplementedError  # abstract: ABC and Textual's metaclass do not mix

    def frame(self) -> object:
        return self.shown(), self.top

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        text = self.text(width)
        if len(text) <= height:
            return text
        room = height - 1
        top = min(self.top, len(text) - room)
        left = len(text) - top - room
        sign = texts.MORE_BELOW(count=left) if left else texts.MORE_ABOVE(count=top)
        return (*text[top : top + room], (Run(f"  {sign}", "dim"),))

    def scrolled(self, by: int) -> None:
        """Move the window by so many lines, as far as there are lines."""
        most = max(0, len(self.text(self.size.width)) - self.size.height + 1)
        self.top = max(0, min(most, self.top + by))

    def on_resize(self) -> None:
        self.scrolled(0)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scrolled(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scrolled(-2)
