"""Every sheet with all its turns, for a window too narrow for the board and for a closer look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app import texts
from app.screens.house import HouseModal
from app.views.board import BoardShow
from app.views.lines import Line
from app.views.sheets import SheetsShow, sheets_lines
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget


class Sheets(Lines):
    """The sheets, with one seat under the cursor."""

    show: reactive[SheetsShow | None] = reactive(None)

    def frame(self) -> object:
        return self.show

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return () if self.show is None else sheets_lines(self.show, width, height)


class ScoreboardScreen(HouseModal[None]):
    """The sheets; up and down choose whose turns are listed."""

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "keep", "scores", "lobby")

    def __init__(self, board: BoardShow) -> None:
        super().__init__()
        first = board.own if board.own is not None else board.turn
        self.shown = SheetsShow(board, first or 0)

    def content(self) -> Iterable[Widget]:
        sheets = Sheets()
        sheets.set_reactive(Sheets.show, self.shown)
        yield sheets

    def legal(self) -> tuple[str, ...]:
        return ("up", "down", "lobby")

    def called(self, intent: str) -> str:
        return texts.CLOSE() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent in ("up", "down"):
            self._move(-1 if intent == "up" else 1)
        else:
            self.close()

    def _move(self, by: int) -> None:
        count = len(self.shown.board.seats)
        self.shown = SheetsShow(self.shown.board, (self.shown.cursor + by) % count)
        self.query_one(Sheets).show = self.shown

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._move(1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._move(-1)
