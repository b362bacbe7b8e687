"""The parts of the review screen below its chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from textual.message import Message
from textual.reactive import reactive

from app.chart import COLOURS
from app.views.lines import Line
from app.views.lobby import Item, MenuLine, window
from app.views.review import ReviewShow, beside_lines, moment_lines, seat_lines
from app.widgets.form_menu import Menu
from app.widgets.lines import Shown

if TYPE_CHECKING:
    from textual.geometry import Size


class Beside(Shown):
    """The names of the lines of a chart, each at the end of its line and in its colour."""

    show: reactive[tuple[tuple[tuple[str, float], ...], float, float]] = reactive(((), 0.0, 1.0))

    def style_of(self, role: str) -> Style:
        if not role.startswith("line-"):
            return super().style_of(role)
        light, dark = COLOURS[int(role.removeprefix("line-")) % len(COLOURS)]
        ink = dark if self.app.current_theme.dark else light
        return self.visual_style.rich_style + Style(color=ink, bold=True)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        names, low, high = self.show
        return beside_lines(names, low, high, width, height)


class LuckAndSkill(Shown):
    """Every seat's luck, and what its choices cost."""

    show: reactive[ReviewShow] = reactive(ReviewShow(), layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A line a seat, and one for the headings."""
        del container, viewport, width
        return len(self.show.seats) + 1 if self.show.seats else 0

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return seat_lines(self.show, width, height)


class Moments(Menu):
    """The turning points and the decisions of a game, one under the cursor."""

    show: reactive[ReviewShow] = reactive(ReviewShow())

    class Moved(Message):
        """The cursor is at another moment."""

    def watch_show(self, show: ReviewShow) -> None:
        """As many places for the cursor as there are moments."""
        self.items = tuple(Item(str(at), moment.did) for at, moment in enumerate(show.moments))

    def watch_cursor(self) -> None:
        """Tell where it is now."""
        self.post_message(self.Moved())

    def frame(self) -> object:
        return self.show, self.cursor

    def _shown(self, width: int, height: int) -> tuple[MenuLine, ...]:
        lines = moment_lines(self.show, width, self.cursor)
        self._top = window(lines, self.cursor, self._top, height)
        return lines[self._top : self._top + height]
