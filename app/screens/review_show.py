"""A review as the parts of its screen show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.chart import scale
from app.review import Seen, amount, did, figure, happened, in_words
from app.views import review_texts as texts
from app.views.review import Moment, ReviewShow, SeatRow
from engine.strategy.review import SLIP

if TYPE_CHECKING:
    from engine.model import Action


class Course(NamedTuple):
    """The course of the game: a line a seat, or where two share the chances the first one's.

    ``ends`` are the names beside the lines, each with the value at which its line ends.
    """

    lines: tuple[tuple[float, ...], ...]
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    marks: tuple[tuple[int, int, str], ...]
    ends: tuple[tuple[str, float], ...]


def shown(seen: Seen, worst_first: bool) -> ReviewShow:
    """Seats, turning points and decisions, the worst first or in the order of play."""
    found = seen.review
    seats = tuple(
        SeatRow(
            seen.names[seat.seat],
            figure(found, seat.luck, sign=True),
            figure(found, seat.cost),
            texts.MISTAKES_OF(mistakes=seat.mistakes, count=seat.decisions),
            seat.luck >= 0,
        )
        for seat in found.seats
    )
    moments = (*_turning(seen), *_decisions(seen, worst_first))
    heading = texts.WORST_FIRST() if worst_first else texts.IN_ORDER()
    win = found.unit == "win"
    about = texts.IN_WIN() if win else texts.IN_POINTS()
    short = texts.IN_WIN_SHORT() if win else texts.IN_POINTS_SHORT()
    return ReviewShow(about, seats, moments, heading, short)


def _turning(seen: Seen) -> list[Moment]:
    found = seen.review
    return [
        Moment(
            step=swing.step,
            turn=seen.turns[swing.step],
            name=seen.names[swing.seat],
            change=figure(found, swing.change, sign=True),
            did=happened(seen, swing.step) if swing.kind == "luck" else did(seen, swing.step),
            turning=True,
            sign=str(number),
            tone="good" if swing.change > 0 else "bad",
        )
        for number, swing in enumerate(found.turning_points, 1)
    ]


def _decisions(seen: Seen, worst_first: bool) -> list[Moment]:
    found = seen.review
    order = sorted(found.decisions, key=lambda one: -one.cost) if worst_first else found.decisions
    slip = SLIP[found.unit]
    moments = []
    for one in order:
        wrong = one.cost > slip
        moments.append(
            Moment(
                step=one.step,
                turn=seen.turns[one.step],
                name=seen.names[one.seat],
                change=figure(found, -one.cost, sign=True) if wrong else texts.BEST(),
                did=in_words(seen, one.step, one.action),
                best=in_words(seen, one.step, one.best) if wrong else "",
                tone="bad" if wrong else "dim",
            )
        )
    return moments


def course(seen: Seen) -> Course:
    """What the chart shows."""
    found = seen.review
    rows = tuple(tuple(row) for row in zip(*found.chart, strict=True))
    marks = [(swing.step, swing.seat, str(at)) for at, swing in enumerate(found.turning_points, 1)]
    if found.unit == "win":
        ticks = tuple((value, f"{value:.0%}") for value in (0.0, 0.25, 0.5, 0.75, 1.0))
        own = tuple((step, 0, sign) for step, _, sign in marks)
        ends = ((seen.names[0], 1.0), (seen.names[1], 0.0))
        return Course(rows[:1], 0.0, 1.0, ticks, own, ends)
    low, high, values = scale([value for row in rows for value in row])
    ticks = tuple((value, f"{value:,.0f}") for value in values)
    sheets = tuple((name, row[-1]) for name, row in zip(seen.names, rows, strict=True))
    return Course(rows, low, high, ticks, tuple(marks), sheets)


def standing(seen: Seen, step: int) -> str:
    """Where every seat stood after a step."""
    found = seen.review
    values = found.chart[min(step, len(found.chart) - 1)]
    form = "{:.1%}" if found.unit == "win" else "{:,.0f}"
    return " · ".join(
        texts.STANDING(name=name, value=form.format(value))
        for name, value in zip(seen.names, values, strict=True)
    )


def told_of(seen: Seen, moment: Moment) -> tuple[str, ...]:
    """What was done at a moment, what had been better, and what came of it."""
    said = [texts.HAPPENED(told=told)] if (told := happened(seen, moment.step)) else []
    decision = next((one for one in seen.review.decisions if one.step == moment.step), None)
    done = did(seen, moment.step)
    if decision is None:
        return tuple(said)
    if decision.cost <= SLIP[seen.review.unit]:
        return (texts.DID_BEST(did=done), *said)
    cost = amount(seen.review, decision.cost)
    best = in_words(seen, moment.step, decision.best)
    return (texts.DID(did=done, cost=cost, best=best), *said)


def action_at(seen: Seen, step: int) -> Action:
    """What somebody did in a step that is listed."""
    action = seen.steps[step].action
    assert action is not None
    return action
