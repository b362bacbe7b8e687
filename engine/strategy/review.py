"""A finished game looked at again: what each decision cost, and what was luck.

With two players and a solved table everything is counted in chances to win, and adds up: a game's
result is its start, and every roll's luck, and every decision's cost. Without, each turn is counted
in points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from engine.actions import Keep
from engine.family.state import FamilyState
from engine.model import Action, Event, Frozen, GameState, Setup
from engine.ruleset import Ruleset, fold
from engine.strategy.hint import Hint, hints
from engine.strategy.table import Table

TURNING_POINTS = 3
"""How many turning points a review names."""

SLIP = {"win": 1e-4, "points": 0.5}
"""Costs up to this are no mistakes, and swings up to this are none."""

Step = tuple[Action | None, Sequence[Event]]
"""An action of the record with its events; the first step lays the table and has no action."""


class Decision(Frozen):
    """A choice that a seat made: ``step`` in the record, what was best, what it cost (0: nothing).

    ``value`` is what could be expected before it, when played for the best.
    """

    step: int
    seat: int
    action: Action
    best: Action
    cost: float
    value: float


class Swing(Frozen):
    """What one step of the record did to a seat: by luck of dice and cards, or by choice."""

    step: int
    seat: int
    kind: Literal["luck", "choice"]
    change: float


class SeatReview(Frozen):
    """A seat's game: its luck, signed, and what its choices cost, in the review's unit."""

    seat: int
    luck: float
    cost: float
    decisions: int
    mistakes: int


class Review(Frozen):
    """A game looked at again.

    ``unit`` is ``win``, chances to win from 0 to 1, or ``points``. ``chart`` is what every seat
    stood at after each step: its chance to win, or its sheet.
    """

    unit: Literal["win", "points"]
    chart: tuple[tuple[float, ...], ...]
    decisions: tuple[Decision, ...]
    seats: tuple[SeatReview, ...]
    turning_points: tuple[Swing, ...]

    @property
    def worst(self) -> Decision | None:
        """The decision that cost most, None when none cost anything."""
        worst = max(self.decisions, key=lambda one: one.cost, default=None)
        return worst if worst is not None and worst.cost > SLIP[self.unit] else None


class _Point(NamedTuple):
    """A state of the record, and what its seat in turn may do."""

    state: GameState
    seat: int | None
    hints: tuple[Hint, ...]


def review(
    game: Ruleset,
    setup: Setup,
    steps: Iterable[Step],
    table: Table | None = None,
    progress: Callable[[int], None] = lambda _step: None,
) -> Review:
    """Look at a recorded game again; ``progress`` is told each step done."""
    state = game.initial(setup)
    found: _Reviewer | None = None
    for index, (action, events) in enumerate(steps):
        state = fold(game, state, events)
        if found is None:
            found = _Reviewer(game, state, table)
        else:
            found.step(index, action, state)
        progress(index)
    if found is None:
        found = _Reviewer(game, state, table)
    return found.told()


class _Reviewer:
    def __init__(self, game: Ruleset, state: GameState, table: Table | None) -> None:
        self._game = game
        duel = isinstance(state, FamilyState) and len(state.seats) == 2 and table is not None
        self._table = table if duel else None
        self._unit: Literal["win", "points"] = "win" if duel else "points"
        self._chart: list[tuple[float, ...]] = []
        self._now = self._look(state)
        self._chart.append(self._stand(self._now))
        self._decisions: list[Decision] = []
        self._swings: list[Swing] = []
        self._luck = [0.0] * len(state.seats)
        self._costs = [0.0] * len(state.seats)

    def _look(self, state: GameState) -> _Point:
        seat = min(state.to_act) if len(state.to_act) == 1 else None
        if seat is None or not isinstance(state, FamilyState):
            return _Point(state, seat, ())
        return _Point(state, seat, hints(self._game, state, seat, self._table))

    def _value(self, hint: Hint) -> float | None:
        return hint.win if self._unit == "win" else hint.turn_value

    def _stand(self, point: _Point) -> tuple[float, ...]:
        state = point.state
        if self._unit == "points":
            return tuple(map(float, state.scores))
        if state.winners:
            share = 1.0 / len(state.winners)
            return tuple(share if seat in state.winners else 0.0 for seat in range(2))
        value = self._value(point.hints[0]) if point.hints else None
        if value is None:
            return self._chart[-1] if self._chart else (0.5, 0.5)
        return (value, 1.0 - value) if point.seat == 0 else (1.0 - value, value)

    def step(self, index: int, action: Action | None, state: GameState) -> None:
        before, after = self._now, self._look(state)
        self._now = after
        stand = self._stand(after)
        self._chart.append(stand)
        seat = None if action is None else action.seat
        if isinstance(action, Keep):
            action = Keep(seat=action.seat, dice=tuple(sorted(action.dice)))
        chosen = next((hint for hint in before.hints if hint.action == action), None)
        if chosen is None or seat is None or action is None:
            return
        best, value = self._value(before.hints[0]), self._value(chosen)
        if best is None or value is None:
            return
        if len(before.hints) > 1:
            cost = max(0.0, best - value)
            self._decisions.append(
                Decision(
                    step=index,
                    seat=seat,
                    action=action,
                    best=before.hints[0].action if cost else action,
                    cost=cost,
                    value=best,
                )
            )
            self._swing(index, seat, "choice", -cost)
            self._costs[seat] += cost
        luck = self._reached(before, after, stand, seat) - value
        self._luck[seat] += luck
        self._swing(index, seat, "luck", luck)

    def _swing(self, step: int, seat: int, kind: Literal["luck", "choice"], change: float) -> None:
        if abs(change) > SLIP[self._unit]:
            self._swings.append(Swing(step=step, seat=seat, kind=kind, change=change))

    def _reached(self, before: _Point, after: _Point, stand: tuple[float, ...], seat: int) -> float:
        """What the step led to, for its seat: a chance to win, or the turn's points."""
        if self._unit == "win":
            return stand[seat]
        old, new = before.state, after.state
        assert isinstance(old, FamilyState)
        assert isinstance(new, FamilyState)
        goes_on = old.turn is not None and len(new.records) == len(old.records)
        if goes_on and after.hints:
            return after.hints[0].turn_value
        banked = old.turn.banked if old.turn is not None else 0
        return float(new.scores[seat] - old.scores[seat] + banked)

    def told(self) -> Review:
        """The whole review."""
        slip = SLIP[self._unit]
        seats = []
        for seat in range(len(self._now.state.seats)):
            own = [one for one in self._decisions if one.seat == seat]
            seats.append(
                SeatReview(
                    seat=seat,
                    luck=self._luck[seat],
                    cost=self._costs[seat],
                    decisions=len(own),
                    mistakes=sum(one.cost > slip for one in own),
                )
            )
        swings = sorted(self._swings, key=lambda one: -abs(one.change))[:TURNING_POINTS]
        return Review(
            unit=self._unit,
            chart=tuple(self._chart),
            decisions=tuple(self._decisions),
            seats=tuple(seats),
            turning_points=tuple(sorted(swings, key=lambda one: one.step)),
        )
