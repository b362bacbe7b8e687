"""What the ends of the running turn are worth in chances to win, as the table stands.

Two players are played exactly from a solved `Table`; more are taken as the seat in turn against
the strongest of the others. The very last turns of a game are compared directly and need no table.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.family.cards import Card
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState
from engine.strategy.cards import safe_goes_on
from engine.strategy.graph import graph, step_of
from engine.strategy.match import goal_steps, hit_by
from engine.strategy.table import Table
from engine.strategy.turn import NEVER, Payoff, length

BEYOND = 8_000
"""How far over what must be reached a running turn is followed, where a rival may answer."""

AHEAD = 8_000
"""Turn points beyond those at risk up to which a running turn is followed exactly."""

After = Callable[[int, int], float]
"""The chance to win after a bank, by turn points and dice left over."""


def competing(state: FamilyState) -> tuple[int, ...]:
    """The seats that may still win."""
    return state.contenders or tuple(range(len(state.seats)))


def strongest(state: FamilyState, seat: int) -> int:
    """The rival with the most points; of equals, the one that plays first after this seat."""
    others = [other for other in state.clockwise(seat) if other != seat]
    rivals = [other for other in others if other in competing(state)] or others
    return max(rivals, key=lambda other: state.scores[other])


def serves(table: Table, rules: FamilyRules) -> bool:
    """Whether a table of the same rules is one for this goal: only distances matter in a race."""
    goal = goal_steps(rules)
    if table.shape.step != step_of(rules) or goal > table.shape.goal:
        return False
    struck = any(card.takes for card in rules.deck) and rules.min_score is not None
    late = rules.entry_min > rules.bank_min
    return goal == table.shape.goal or not (struck or late)


class Standing:
    """A seat in its turn, and what each end of the turn would be worth to it.

    ``after`` a bank, ``bust``, and a turn that just ends (``stop``), all as chances to win.
    """

    def __init__(self, state: FamilyState, seat: int, table: Table | None) -> None:
        self.state = state
        self.seat = seat
        self.rules = state.rules
        self.rival = strongest(state, seat)
        self.table = table
        self.own = state.scores[seat]
        self.other = state.scores[self.rival]
        if table is not None:
            self._shift = (table.shape.goal - goal_steps(state.rules)) * table.shape.step
        self._last = state.pending is not None

    def _key(self) -> tuple[object, ...]:
        state, turn = self.state, self.state.turn
        challenge = None if turn is None else (turn.challenge, turn.window)
        return (
            *(id(self.table), self.seat, state.scores, state.streaks, state.on_board, challenge),
            *(state.pending, state.contenders, state.starter, state.last_bank, self.rules),
        )

    def __eq__(self, other: object) -> bool:
        """Whether the ends of the turn are worth the same: turns are then solved once."""
        return isinstance(other, Standing) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    @property
    def known(self) -> bool:
        """Whether the chances can be told: from a table, or because this is the last turn."""
        if self._last:
            return not self.state.pending or self._answerable
        return self.table is not None

    @property
    def _answerable(self) -> bool:
        return self.table is not None and self.table.shape.answer

    def bust(self) -> float:
        """The chance to win after a bust."""
        streak = self.rules.bust_streak
        challenge = self.rules.challenge
        own = self.own
        busts = self.state.streaks[self.seat] + 1
        turn = self.state.turn
        if streak is not None and busts >= streak.n:
            own = self._lowered(own, streak.penalty)
            busts = 0 if streak.reset else busts
        if turn is not None and turn.challenge is not None and challenge is not None:
            own = self._lowered(own, challenge.penalties[turn.window])
        return self._ended(own, self.other, 0, busts)

    def _lowered(self, sheet: int, points: int) -> int:
        if self.rules.min_score is not None:
            points = min(points, max(sheet, 0))
        return sheet - points

    def stop(self) -> float:
        """The chance to win after a turn that a card ended."""
        return self._ended(self.own, self.other, 0, self.state.streaks[self.seat])

    def bank(self, points: int, left: int = 0) -> float:
        """The chance to win after banking, with so many dice left over."""
        own = self.own + points
        goal = self.rules.goal
        if self.rules.exact and goal is not None and own > goal:
            return self.stop()
        turn = self.state.turn
        struck = turn is not None and turn.challenge == self.rival
        other = self.other - points if struck else self.other
        if not self._last and self.rules.end == "first_to" and self.rules.reaches_goal(own):
            return 1.0
        return self._ended(own, other, left, 0)

    def safe(self, card: Card, points: int) -> float:
        """The chance to win after a fill that banked so many points."""
        if card.wins:
            return 1.0
        own = self.own + points
        if self.rules.end == "first_to" and not self._last and self.rules.reaches_goal(own):
            return 1.0
        other = hit_by(self.rules, card, self.own, self.other)
        stop = self._ended(own, other, 0, 0)
        if self._last or not safe_goes_on(self.rules, card):
            return stop
        return max(stop, self._in_turn(own, other))

    def _in_turn(self, own: int, other: int) -> float:
        assert self.table is not None
        rival = self.state.streaks[self.rival]
        return self.table.win(own + self._shift, other + self._shift, 0, rival)

    def _ended(self, own: int, other: int, left: int, busts: int) -> float:
        """The chance to win once the turn is over with these sheets."""
        if self._last or self.rules.reaches_goal(own):
            return self._compared(own, other, left)
        assert self.table is not None
        rival = self.state.streaks[self.rival]
        shift = self._shift
        return 1.0 - self.table.win(other + shift, own + shift, rival, busts, left)

    def _compared(self, own: int, other: int, left: int) -> float:
        """The chance to win where only last turns are left: those to come may pass the sheet."""
        state = self.state
        waiting = state.pending
        if waiting is None:
            whole = self.rules.end == "last_turn_each"
            waiting = state.clockwise(self.seat)[:-1] if whole else state.rest_of_round(self.seat)
        chance = 1.0
        for place, rival in enumerate(waiting):
            sheet = other if rival == self.rival else state.scores[rival]
            if own < sheet:
                return 0.0
            chance *= 1.0 - self._passes(own - sheet, 0 if place else left)
        done = [r for r in competing(state) if r != self.seat and r not in waiting]
        sheets = [other if rival == self.rival else state.scores[rival] for rival in done]
        best = max(sheets, default=own - 1)
        if own < best:
            return 0.0
        if own > best:
            return chance
        return chance * self._tied(sheets.count(best))

    def _passes(self, behind: int, left: int) -> float:
        return self.table.last(behind, left) if self._answerable and self.table else 0.5

    def _tied(self, others: int) -> float:
        if others == 1 and self.table is not None and self.rules.tie == "extra_turn":
            return self.table.shape.tie
        return 1.0 / (1 + others)

    def payoff(self, low: int) -> tuple[Payoff, int]:
        """The ends of the turn by turn points in steps, and the top up to which it is followed."""
        rules = self.rules
        state = self.state
        step = step_of(rules)
        sheets = [state.scores[rival] for rival in competing(state) if rival != self.seat]
        target = max(sheets, default=0) if self._last else (rules.goal or 0)
        beyond = 0 if rules.end == "first_to" else BEYOND // step
        need = max(0, -(-(target - self.own) // step)) + beyond
        minimum = state.minimum(self.seat)
        top = max(min(need, low + AHEAD // step), -(-minimum // step)) + 1
        reach = length(rules, top)
        forced = [self.bank(points * step) for points in range(reach)]
        topped = state.last_bank if rules.topping else -1
        allowed = [minimum <= points * step > topped for points in range(reach)]
        bank = [value if may else NEVER for value, may in zip(forced, allowed, strict=True)]

        def safe(card: Card, points: int) -> float:
            return self.safe(card, points * step)

        payoff = Payoff(bank, forced, self.bust(), self.stop(), safe)
        if rules.leftover is None or self.table is None or self.table.shape.lefts == 1:
            return payoff, top
        rows: dict[int, list[float]] = {0: bank}
        for dice in range(1, rules.dice.count):
            rows[dice] = [
                self.bank(points * step, dice) if may else NEVER
                for points, may in enumerate(allowed)
            ]
        place = graph(rules).place
        leaving: list[list[float]] = [bank] * len(graph(rules).busts)
        for rest, where in place.items():
            leaving[where] = rows[rest.dice % rules.dice.count]
        return payoff._replace(leaving=leaving), top
