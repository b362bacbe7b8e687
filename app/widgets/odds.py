"""What rules come to, beside the form in which they are written."""

from __future__ import annotations

from textual.reactive import reactive

from app.views.lines import Line
from app.views.own_odds import Prospects, prospect_lines
from app.widgets.lines import Shown


class Odds(Shown):
    """The chances to bust and a sample of scored rolls; a sentence where there are none."""

    show: reactive[Prospects | None] = reactive(None)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return prospect_lines(self.show, width, height)
