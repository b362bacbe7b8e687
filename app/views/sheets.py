"""The score sheets in full: every seat in columns, and the turns of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app import texts
from app.views.board import BoardShow, pinned, seat_line, turn_word
from app.views.lines import Line, Run, padded
from engine.scene import TurnLine
from engine.words import number


@dataclass(frozen=True, slots=True)
class SheetsShow:
    """The board and the seat whose turns are listed."""

    board: BoardShow
    cursor: int


def sheets_lines(show: SheetsShow, width: int, height: int) -> tuple[Line, ...]:
    """The seats above, the turns of the seat under the cursor below."""
    seats = show.board.seats
    room = max(1, min(len(seats), height - 6))
    own = show.board.own
    start = max(0, min(show.cursor - room // 2, len(seats) - room))
    shown: Sequence[int] = range(start, start + room)
    if own is not None and own not in shown:
        shown = pinned(len(seats), own, show.cursor if room > 1 else own, room)
    lines: list[Line] = [(Run(f" {texts.SHEETS()}", "title"),)]
    lines += [
        seat_line(seats[index], show.board, width, cursor=index == show.cursor) for index in shown
    ]
    if len(seats) > room:
        lines.append((Run(f"   {texts.MORE_BELOW(count=len(seats) - room)}", "dim"),))
    seat = seats[show.cursor]
    lines += [(), (Run(f" {texts.TURNS_OF(name=seat.name)}", "title"),)]
    lines += turn_lines(seat.turns, width, height - len(lines))
    return tuple(lines)


def turn_lines(turns: Sequence[TurnLine], width: int, height: int) -> list[Line]:
    """Finished turns in columns that are read downwards; the oldest give way."""
    if not turns:
        return [(Run(f"   {texts.NO_TURNS()}", "dim"),)]
    column = 26
    columns = max(1, (width - 2) // column)
    rows = max(1, min(height, -(-len(turns) // columns) if columns > 1 else height))
    numbered = list(enumerate(turns, 1))[-rows * columns :]
    lines: list[Line] = []
    for row in range(min(rows, len(numbered))):
        line: list[Run] = [Run(" ")]
        for index in range(row, len(numbered), rows):
            at, turn = numbered[index]
            role = "" if turn.points > 0 else "dim"
            word = turn_word(turn)
            line += [
                Run(padded(f"{at}", 4, right=True), "dim"),
                Run(padded(word, 11, right=True), role),
                Run(padded(number(turn.score), 9, right=True), "strong"),
                Run("  "),
            ]
        lines.append(tuple(line))
    return lines
