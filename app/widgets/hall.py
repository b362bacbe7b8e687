"""The fixed parts of the hall screen, each bound to its own slice of the picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app.messages import Settled, Wanted
from app.views.hall_board import RankShow, last_top, rank_lines
from app.views.hall_felt import FeltShow, felt_lines
from app.views.hall_round import RoundShow, round_lines
from app.views.hall_rows import FloorShow, floor_lines, row_at
from app.views.lines import Line
from app.views.tray import LAST_FRAME, tumbled
from app.widgets.lines import Shown
from app.widgets.page import Page
from app.widgets.tray import FRAME

if TYPE_CHECKING:
    from textual import events
    from textual.timer import Timer


class HallFelt(Shown):
    """The table in view. Tumbling dice come to rest by themselves, and the felt says so."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"die", "die-red", "die-idle", "die-held", "die-ready"}
    show: reactive[FeltShow] = reactive(FeltShow(), repaint=False)

    _frame = 0
    _timer: Timer | None = None

    def frame(self) -> object:
        return self.show, self._frame

    def watch_show(self) -> None:
        self._stop()
        self._frame = 0
        if any(die.tumbling for die in self.show.dice):
            self._timer = self.set_interval(FRAME, self._next_frame)
        self.redraw()

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        dice = tuple(tumbled(die, self._frame) if die.tumbling else die for die in self.show.dice)
        return felt_lines(replace(self.show, dice=dice), width, height)

    def _next_frame(self) -> None:
        self._frame += 1
        self.redraw()
        if self._frame >= LAST_FRAME - 3:
            self._stop()
            self.post_message(Settled())

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class HallFloor(Shown):
    """All tables; a click on one brings it into view."""

    show: reactive[FloorShow] = reactive(FloorShow(), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return floor_lines(self.show, width, height)

    def on_click(self, event: events.Click) -> None:
        at = row_at(self.show, event.y, *self.size)
        if at is not None:
            self.post_message(Wanted(f"table-{at + 1}"))


class HallRound(Page):
    """What there is to read before a round begins."""

    show: reactive[RoundShow | None] = reactive(None, repaint=False)

    def watch_show(self) -> None:
        self.top = 0
        self.refresh()

    def shown(self) -> object:
        return self.show

    def text(self, width: int) -> tuple[Line, ...]:
        return () if self.show is None else round_lines(self.show, width)


class HallBoard(Shown):
    """The scoreboard beside the tables; the mouse wheel scrolls it."""

    show: reactive[RankShow] = reactive(RankShow(), repaint=False)
    top: reactive[int] = reactive(0, repaint=False)

    def frame(self) -> object:
        return self.show, self.top

    def watch_top(self) -> None:
        self.redraw()

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return rank_lines(self.show, self.top, width, height)

    def _scrolled(self, by: int) -> None:
        most = last_top(len(self.show.rows), self.size.height)
        self.top = max(0, min(most, self.top + by))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._scrolled(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._scrolled(-2)
