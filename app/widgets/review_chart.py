"""The course of a game as lines in a chart, drawn by Plotext."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text
from textual.color import Color
from textual.reactive import reactive
from textual_plotext import PlotextPlot

from app.chart import COLOURS
from app.views.look import plain

if TYPE_CHECKING:
    from textual.app import RenderResult

    from app.views.look import Look

APART = 3
"""Rows that each figure of the scale has, at least."""


class ChartShow(NamedTuple):
    """Lines with a value at each step.

    ``low`` and ``high`` are the ends of the scale, ``ticks`` figures on it with what they are
    called; ``marks`` are signs at steps of a line, ``step`` is the one under the cursor, and
    ``front`` the line that stands out.
    """

    lines: tuple[tuple[float, ...], ...] = ()
    low: float = 0.0
    high: float = 1.0
    ticks: tuple[tuple[float, str], ...] = ()
    marks: tuple[tuple[int, int, str], ...] = ()
    step: int | None = None
    front: int | None = None


class Chart(PlotextPlot):
    """The chart. It has no words in it but the figures of its scale: names stand beside it."""

    ALLOW_SELECT = False
    show: reactive[ChartShow] = reactive(ChartShow())

    def render(self) -> RenderResult:
        width, height = self.size
        show, plot = self.show, self.plt
        if not show.lines or width < 8 or height < 2:
            return ""
        plot.clear_figure()
        plot.theme("textual-clear")
        plot.frame(False)
        plot.xaxes(False, False)
        plot.yaxes(False, False)
        plot.xticks([])
        most = max(1, height // APART - 1)
        gaps = len(show.ticks) - 1
        even = [step for step in range(1, gaps + 1) if gaps % step == 0 and gaps // step <= most]
        ticks = show.ticks[:: min(even, default=1)]
        plot.yticks([value for value, _ in ticks], [name for _, name in ticks])
        plot.ylim(show.low, show.high)
        last = max(1, len(show.lines[0]) - 1)
        plot.xlim(0, last)
        grid = self._colour("panel")
        for value, _ in ticks:
            plot.hline(value, color=grid)
        if show.step is not None:
            plot.vline(show.step, color=self._colour("accent"))
        for at in self._order(show):
            marker = ("*" if at == show.front else ".") if self._ascii else "braille"
            plot.plot(range(last + 1), show.lines[at], marker=marker, color=self.line_colour(at))
        for step, at, sign in show.marks:
            colour = self._colour("foreground")
            plot.scatter([step], [show.lines[at][step]], marker=sign, color=colour)
        plot.plotsize(width, height)
        plot._set_size(width, height)  # as PlotextPlot does; plotsize alone forgets it
        text = Text.from_ansi(plot.build())
        return Text(plain(text.plain), spans=text.spans) if self._ascii else text

    def line_colour(self, at: int) -> tuple[int, int, int]:
        """The colour of a line on the ground of the theme."""
        light, dark = COLOURS[at % len(COLOURS)]
        return Color.parse(dark if self.app.current_theme.dark else light).rgb

    @staticmethod
    def _order(show: ChartShow) -> Sequence[int]:
        """The line in front is drawn last."""
        return sorted(range(len(show.lines)), key=lambda at: (at == show.front, -at))

    def _colour(self, name: str) -> tuple[int, int, int]:
        return Color.parse(self.app.theme_variables[name]).rgb

    @property
    def _ascii(self) -> bool:
        look: Look | None = getattr(self.app, "look", None)
        return look is not None and look.ascii
