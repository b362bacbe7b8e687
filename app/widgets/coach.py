"""The coach, below the buttons of the tray."""

from __future__ import annotations

from textual.reactive import reactive

from app.views.coach import CoachShow, coach_lines
from app.views.lines import Line
from app.widgets.lines import Shown


class CoachPanel(Shown):
    """A few courses with what they are worth, and one sentence about the best."""

    show: reactive[CoachShow] = reactive(CoachShow(), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return coach_lines(self.show, width, height)
