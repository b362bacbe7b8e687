"""A table looked at again: what was luck, what was choice, and what had been best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from app import texts
from app.chart import Line, Mark, chart
from app.tables.ids import spoken
from app.tables.journal import plain
from app.tables.names import visible
from app.tables.steps import Step, steps_of
from app.tables.table import Table
from app.tables.wins import win_table_of
from engine.actions import Challenge, Keep
from engine.model import Action, Event, GameState
from engine.ruleset import fold
from engine.strategy.review import SLIP, Decision, Review, Swing, review

WORST = 3
"""How many of the worst decisions are told."""

TOLD = ("rolled", "card_drawn", "busted", "filled", "kept", "banked", "penalised")
"""The kinds of event that tell what a step did."""


@dataclass(frozen=True)
class Seen:
    """A review and the table that it is about.

    ``before`` has the state before each step, ``turns`` the number of the turn in which each step
    was made, counted from 1 for its seat.
    """

    table: Table
    review: Review
    steps: tuple[Step, ...]
    before: tuple[GameState, ...]
    turns: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The players, as they may be shown."""
        return tuple(map(visible, self.table.names))

    @property
    def title(self) -> str:
        """What was played, where and by whom."""
        game = visible(self.table.scene(None).title)
        names = ", ".join(self.names)
        return texts.REVIEW_TITLE(title=game, table=spoken(self.table.id), names=names)

    @property
    def worst(self) -> tuple[Decision, ...]:
        """The decisions that cost most, the worst first; none where nothing was lost."""
        slip = SLIP[self.review.unit]
        costly = [one for one in self.review.decisions if one.cost > slip]
        return tuple(sorted(costly, key=lambda one: -one.cost)[:WORST])


def looked_at(table: Table, progress: Callable[[int], None] = lambda _step: None) -> Seen | None:
    """The review of a table as far as it went, None where nothing can be said.

    Nothing can where nobody had a choice and the dice are not weighed against one.

    Raises:
        StoreTrouble: the store cannot be read now.
    """
    steps = steps_of(table)
    found = review(table.game, table.setup, steps, win_table_of(table.state), progress)
    if not found.decisions and not any(seat.luck for seat in found.seats):
        return None
    state = table.game.initial(table.setup)
    before: list[GameState] = []
    turns: list[int] = []
    ended = [0] * len(table.setup.seats)
    for action, events in steps:
        before.append(state)
        seat = None if action is None else action.seat
        turns.append(0 if seat is None else ended[seat] + 1)
        for event in events:
            if event.kind == "turn_ended" and event.seat is not None:
                ended[event.seat] += 1
        state = fold(table.game, state, events)
    return Seen(table, found, steps, tuple(before), tuple(turns))


def told(seen: Seen) -> list[str]:
    """A review as lines for people."""
    found = seen.review
    lines = [seen.title]
    if not seen.table.state.over:
        lines.append(texts.REVIEW_RUNNING())
    lines.append(texts.REVIEW_IN_WIN() if found.unit == "win" else texts.REVIEW_IN_POINTS())
    lines.append("")
    for seat in found.seats:
        lines.append(
            texts.REVIEW_SEAT(
                name=seen.names[seat.seat],
                luck=amount(found, seat.luck, sign=True),
                cost=amount(found, seat.cost),
                mistakes=seat.mistakes,
                count=seat.decisions,
            )
        )
    if found.turning_points:
        lines += ["", texts.REVIEW_TURNING()]
        swings = enumerate(found.turning_points, 1)
        lines += [f"  {place}. {swing_told(seen, swing)}" for place, swing in swings]
    lines.append("")
    if not seen.worst:
        lines.append(texts.REVIEW_FLAWLESS())
        return lines
    lines.append(texts.REVIEW_WORST())
    lines += [f"  {place}. {cost_told(seen, one)}" for place, one in enumerate(seen.worst, 1)]
    return lines


def swing_told(seen: Seen, swing: Swing) -> str:
    """A turning point as a sentence."""
    form = texts.REVIEW_LUCK if swing.kind == "luck" else texts.REVIEW_CHOICE
    return form(
        turn=seen.turns[swing.step],
        name=seen.names[swing.seat],
        change=amount(seen.review, swing.change, sign=True),
        told=happened(seen, swing.step) if swing.kind == "luck" else did(seen, swing.step),
    )


def cost_told(seen: Seen, decision: Decision) -> str:
    """A mistake as a sentence."""
    return texts.REVIEW_COST(
        turn=seen.turns[decision.step],
        name=seen.names[decision.seat],
        cost=amount(seen.review, decision.cost),
        did=did(seen, decision.step),
        best=in_words(seen, decision.step, decision.best),
    )


def amount(found: Review, value: float, sign: bool = False) -> str:
    """A figure of a review with its unit."""
    shown = figure(found, value, sign)
    return shown if found.unit == "win" else texts.REVIEW_POINTS(points=shown)


def figure(found: Review, value: float, sign: bool = False) -> str:
    """A figure of a review as a number; what rounds to nothing has no sign."""
    shown = f"{abs(value):.1%}" if found.unit == "win" else f"{abs(value):,.0f}"
    if not shown.strip("0.%"):
        return shown
    return f"-{shown}" if value < 0 else f"+{shown}" if sign else shown


def in_words(seen: Seen, step: int, action: Action) -> str:
    """What somebody did, or had better done, in the state before a step."""
    scene = seen.table.game.scene(seen.before[step], action.seat)
    match action:
        case Keep(dice=dice) if scene.turn is not None:
            faces = [str(die.face) for die in scene.turn.dice if die.number in dice]
            return texts.REVIEW_KEEP(faces=" ".join(faces))
        case Challenge(target=target):
            return texts.REVIEW_CHALLENGE(name=seen.names[target])
        case _:
            labels = (view.label for view in scene.actions if view.kind == action.kind)
            return next(labels, action.kind).lower()


def did(seen: Seen, step: int) -> str:
    """What was done in a step, in words."""
    action = seen.steps[step].action
    assert action is not None
    return in_words(seen, step, action)


def happened(seen: Seen, step: int) -> str:
    """What came of a step: its dice and cards, and where they led."""
    said = (_said(event, seen.names) for event in seen.steps[step].events)
    return " ".join(filter(None, said))


def _said(event: Event, names: Sequence[str]) -> str:
    say = getattr(event, "say", None)
    return say(names) if say is not None and event.kind in TOLD else ""


def plain_review(seen: Seen) -> dict[str, Any]:
    """A review with everything in it as plain data."""
    table, found = seen.table, seen.review
    data: dict[str, Any] = {
        "table": table.id,
        "preset": table.setup.preset,
        "title": visible(table.scene(None).title),
        "names": list(seen.names),
        "over": table.state.over,
        "winners": list(table.state.winners),
        "fair": table.fair,
        **plain(found),
        "worst": [plain(one) for one in seen.worst],
    }
    for one in (*data["decisions"], *data["worst"], *data["turning_points"]):
        one["turn"] = seen.turns[one["step"]]
    return data


def drawn(seen: Seen) -> str:
    """The chart of a review as an SVG picture."""
    found = seen.review
    win = found.unit == "win"
    swings = [swing_told(seen, swing) for swing in found.turning_points]
    marks = [
        Mark(swing.step, swing.seat, texts.CHART_TURNING(number=place, told=said))
        for place, (swing, said) in enumerate(zip(found.turning_points, swings, strict=True), 1)
    ]
    points = zip(*found.chart, strict=True)
    lines = [Line(name, tuple(row)) for name, row in zip(seen.names, points, strict=True)]
    about = texts.CHART_WIN() if win else texts.CHART_POINTS()
    return chart(seen.title, about, lines, marks, win)
