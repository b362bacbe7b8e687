"""A finished game looked at again: luck and skill of every seat, and every decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from app.views import review_texts as texts
from app.views.lines import Line, Run, padded, wrapped
from app.views.lobby import MenuLine

BESIDE: Final = 76
"""From this many cells on, a decision is told in one line."""

NAME, TURN, CHANGE, CHANGE_SHORT = 12, 9, 12, 9


class SeatRow(NamedTuple):
    """A seat's game in figures: luck with its sign, what its choices cost, its mistakes."""

    name: str
    luck: str
    cost: str
    mistakes: str
    lucky: bool


class Moment(NamedTuple):
    """A step of the game that is listed: when, whose, what it changed, and what was done.

    ``turning`` points have a ``sign`` in the chart;
    decisions say in ``best`` what had been better.
    """

    step: int
    turn: int
    name: str
    change: str
    did: str
    best: str = ""
    turning: bool = False
    sign: str = ""
    tone: Literal["", "dim", "good", "bad"] = ""


@dataclass(frozen=True, slots=True)
class ReviewShow:
    """Seats and moments of a review.

    ``about`` says what their figures are in, ``about_short`` where there is less room; ``heading``
    stands above the decisions.
    """

    about: str = ""
    seats: tuple[SeatRow, ...] = ()
    moments: tuple[Moment, ...] = ()
    heading: str = ""
    about_short: str = ""


def seat_lines(show: ReviewShow, width: int, height: int) -> tuple[Line, ...]:
    """Every seat's luck beside what its choices cost, as far as there is room."""
    seats = show.seats
    if not seats:
        return ()
    wide = width >= BESIDE
    room = 20 if wide else 11
    cost = texts.COST() if wide else texts.COST_SHORT()
    columns = ((texts.LUCK(), 12 if wide else 8), (cost, 18 if wide else 8))
    last = (texts.MISTAKES(), 14 if wide else 10)
    head: Line = (
        Run("   "),
        Run(padded(show.about if wide else show.about_short, room), "dim"),
        *(Run(padded(name, cells, right=True), "dim") for name, cells in (*columns, last)),
    )
    lines = [head]
    for seat in seats:
        lines.append(
            (
                Run("   "),
                Run(padded(seat.name, room), "strong"),
                Run(padded(seat.luck, columns[0][1], right=True), "good" if seat.lucky else "bad"),
                Run(padded(seat.cost, columns[1][1], right=True)),
                Run(padded(seat.mistakes, last[1], right=True)),
            )
        )
    if len(lines) > height > 1:
        more = texts.MORE_SEATS(count=len(lines) - height + 1)
        lines[height - 1 :] = [(Run(f"   {more}", "dim"),)]
    return tuple(lines)


def moment_lines(show: ReviewShow, width: int, cursor: int) -> tuple[MenuLine, ...]:
    """The turning points, then the decisions; a sign shows where the cursor is."""
    lines: list[MenuLine] = []
    before: bool | None = None
    for at, moment in enumerate(show.moments):
        if moment.turning != before:
            before = moment.turning
            if lines:
                lines.append(MenuLine((), None))
            title = texts.TURNING() if moment.turning else show.heading
            lines.append(MenuLine((Run(f"   {title}", "title"),), None))
        lines += [MenuLine(line, at) for line in _moment(moment, width, at == cursor)]
    return tuple(lines)


def _moment(moment: Moment, width: int, on: bool) -> list[Line]:
    wide = width >= BESIDE
    change = CHANGE if wide else CHANGE_SHORT
    name = NAME if wide else max(4, min(NAME, width - 5 - TURN - change))
    head: Line = (
        Run(" ▸ " if on else "   ", "key"),
        Run(padded(moment.sign, 2), "accent"),
        Run(padded(texts.TURN(turn=moment.turn), TURN), "strong" if on else "dim"),
        Run(padded(moment.name, name), "strong" if on else ""),
        Run(padded(moment.change, change, right=True), moment.tone),
    )
    told = texts.BETTER(did=moment.did, best=moment.best) if moment.best else moment.did
    used = 5 + TURN + name + change + 2
    role = "strong" if on else ""
    if wide:
        return [(*head, Run("  "), Run(padded(told, max(1, width - used)).rstrip(), role))]
    return [head, *((Run("     "), Run(line, role)) for line in wrapped(told, width - 6, 2))]


def beside_lines(
    names: Sequence[tuple[str, float]], low: float, high: float, width: int, height: int
) -> tuple[Line, ...]:
    """The names of a chart's lines at the heights at which they end, but a row apart."""
    rows: list[int | None] = [None] * height
    order = sorted(range(len(names)), key=lambda at: -names[at][1])[:height]
    row = -1
    for done, place in enumerate(order):
        share = (names[place][1] - low) / (high - low) if high > low else 0.0
        wanted = round((1 - share) * (height - 1))
        row = min(max(wanted, row + 1), height - len(order) + done)
        rows[row] = place
    return tuple(
        ()
        if place is None
        else (Run(" "), Run(padded(names[place][0], width - 1), f"line-{place}"))
        for place in rows
    )
