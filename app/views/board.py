"""Every seat's sheet in aligned columns, with the own row always in sight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from app import texts
from app.views.lines import Line, Run, padded, safe
from app.views.picture import Picture
from engine.scene import SeatView, TurnLine
from engine.words import number

MARK: Final = 3
SCORE: Final = 9
TO_GO: Final = 14


@dataclass(frozen=True, slots=True)
class BoardShow:
    """The sheets: every seat, whose turn it is, and the row that stays in sight."""

    seats: tuple[SeatView, ...] = ()
    turn: int | None = None
    own: int | None = None
    more_key: str = ""


def board_show(picture: Picture, more_key: str) -> BoardShow:
    """What the scoreboard shows of a picture."""
    scene = picture.scene
    turn = scene.turn.seat if scene.turn is not None else None
    return BoardShow(scene.seats, turn, scene.viewer, more_key)


def board_lines(show: BoardShow, width: int, height: int) -> tuple[Line, ...]:
    """The docked scoreboard: a heading, a row a seat, and what they did where there is room."""
    lines: list[Line] = [(Run(f" {texts.SHEETS()}", "title"),), ()]
    room = height - len(lines)
    seats = show.seats
    if 3 * len(seats) <= room:
        for seat in seats:
            lines += [seat_line(seat, show, width), history_line(seat.turns, width), ()]
        return tuple(lines)
    if 2 * len(seats) <= room:
        for seat in seats:
            lines += [seat_line(seat, show, width), history_line(seat.turns, width)]
        return tuple(lines)
    if len(seats) <= room:
        return (*lines, *(seat_line(seat, show, width) for seat in seats))
    shown = pinned(len(seats), show.own, show.turn, max(1, room - 1))
    lines += [seat_line(seats[index], show, width) for index in shown]
    more = texts.MORE_SEATS(count=len(seats) - len(shown), key=show.more_key)
    return (*lines, (Run(f"   {more}", "dim"),))


def pinned(count: int, own: int | None, turn: int | None, room: int) -> tuple[int, ...]:
    """Which of many rows are shown: the own one first, then those from the seat in turn on."""
    first = [own] if own is not None else []
    start = turn if turn is not None else own or 0
    rest = [(start + step) % count for step in range(count)]
    shown = [*first, *(seat for seat in rest if seat not in first)]
    return tuple(shown[:room])


def seat_line(
    seat: SeatView, show: BoardShow, width: int, cursor: bool = False, goal: bool = True
) -> Line:
    """One seat: mark, name, sheet, and with ``goal`` the distance to it, in columns."""
    mine = show.turn == seat.seat if show.turn is not None else seat.to_act
    to_go = TO_GO if goal else 0
    name_room = max(4, width - MARK - SCORE - to_go - 1)
    role = "strong" if mine else ""
    said = texts.COMPUTER_SEAT(name=seat.name) if seat.computer else seat.name
    name = said if cell_len(safe(said)) <= name_room else seat.name
    return (
        Run(" ▸ " if cursor else " ▶ " if mine else "   ", "accent"),
        Run(padded(name, name_room), "picked" if cursor else role),
        Run(padded(number(seat.score), SCORE, right=True), "good" if seat.leads else "strong"),
        Run(padded(_distance(seat), to_go, right=True), "dim"),
    )


def _distance(seat: SeatView) -> str:
    if seat.last_turn:
        return texts.LAST_TURN()
    if seat.to_goal is None:
        return ""
    return texts.TO_GO(points=seat.to_goal) if seat.to_goal else texts.REACHED()


def history_line(turns: Sequence[TurnLine], width: int) -> Line:
    """The latest turns of a seat in one line, the newest at the right end of what fits."""
    room = width - MARK - 2
    words: list[str] = []
    for turn in reversed(turns):
        word = turn_word(turn)
        if sum(cell_len(other) + 1 for other in words) + cell_len(word) > room:
            words.append("…")
            break
        words.append(word)
    said = " ".join(reversed(words)) if words else texts.NO_TURNS()
    return (Run("   "), Run(said, "dim"))


def turn_word(turn: TurnLine) -> str:
    """A finished turn in a word: what it put on the sheet, or how it came to nothing."""
    return f"{turn.points:+,}" if turn.points else turn.label


def strip_lines(show: BoardShow, width: int) -> tuple[Line, ...]:
    """All sheets in one line, beginning at the seat in turn, where the board has no room."""
    seats = show.seats
    start = next((seat.seat for seat in seats if seat.seat == show.turn), 0)
    line: list[Run] = []
    used = 0
    for step in range(len(seats)):
        seat = seats[(start + step) % len(seats)]
        mine = seat.seat == show.turn
        name = padded(seat.name, min(12, cell_len(seat.name))).rstrip()
        mark = " ▶ " if mine else "   "
        score = number(seat.score)
        wide = 3 + cell_len(name) + 1 + len(score)
        if used + wide > width:
            return ((*line, Run(" …" if used + 2 <= width else "", "dim")),)
        line += [
            Run(mark, "accent"),
            Run(name, "strong" if mine else "dim"),
            Run(f" {score}", "good" if seat.leads else ""),
        ]
        used += wide
    return (tuple(line),)
