"""The running turn of a seat, solved for one aim: points, or the win."""

from __future__ import annotations

from functools import lru_cache
from typing import Protocol

from engine.family.cards import Card
from engine.family.rules import FamilyRules, LeftoverBonus
from engine.family.scoring import Hand
from engine.family.state import FamilyState, Turn
from engine.strategy.cards import CardPlan, Running, cards_for_points
from engine.strategy.graph import graph, step_of
from engine.strategy.odds import Rest
from engine.strategy.standing import Standing
from engine.strategy.table import Table
from engine.strategy.turn import NEVER, Layer, Payoff, for_points, points_payoff, solve, top_of

FROM = 40
"""Turns are solved anew when their points pass another so many steps."""


class Outlook(Protocol):
    """What the seat in turn may expect; turn points are in points, as the engine counts them."""

    def throw(self, turn: Turn, /) -> float:
        """The worth of throwing the dice that are due."""

    def rest(self, turn: Turn, left: tuple[int, ...], sets: Hand, points: int, /) -> float:
        """The worth of having kept dice of the roll that waits.

        ``left`` are the numbers of the dice left, none after a fill, ``sets`` those that lie, and
        ``points`` the turn points then.
        """

    def draw(self, dice: int, points: int, /) -> float:
        """The worth of drawing a card and throwing so many dice."""

    def bank(self, points: int, /) -> float:
        """The worth of banking."""


class _Dice:
    """A turn without cards."""

    def __init__(self, rules: FamilyRules, payoff: Payoff, top: int, solved: Layer) -> None:
        self._rules = rules
        self._payoff = payoff
        self._top = top
        self._step = step_of(rules)
        self._solved = solved

    def throw(self, turn: Turn) -> float:
        place = self._solved.graph.place[Rest(len(turn.pool), turn.sets)]
        return self._solved.throws[place][self._at(_due(self._rules, turn))]

    def rest(self, _turn: Turn, left: tuple[int, ...], sets: Hand, points: int) -> float:
        place = self._solved.graph.place[Rest(len(left), sets)]
        return self._solved.rests[place][self._at(points)]

    def draw(self, _dice: int, _points: int) -> float:
        raise AssertionError("there are no cards in this game")

    def bank(self, points: int) -> float:
        return self._payoff.forced[self._at(points)]

    def _at(self, points: int) -> int:
        return min(points // self._step, self._top)


class _Reds(_Dice):
    """A turn for points in which single dice are told apart, with red faces of their own."""

    def __init__(
        self, rules: FamilyRules, payoff: Payoff, top: int, solved: Layer, table: Table
    ) -> None:
        super().__init__(rules, payoff, top, solved)
        self._table = table

    def throw(self, turn: Turn) -> float:
        return self._table.throw(turn.pool, _due(self._rules, turn))

    def rest(self, _turn: Turn, left: tuple[int, ...], _sets: Hand, points: int) -> float:
        return max(float(points), self._table.throw(left or self._rules.numbers, points))


class _Cards:
    """A turn with cards."""

    def __init__(self, plan: CardPlan, state: FamilyState) -> None:
        turn = _turn(state)
        deck = state.deck if state.deck.left else state.deck.shuffled()
        pile = deck.pile if deck.left else plan.rules.full_deck.pile
        self._plan = plan
        self._step = step_of(plan.rules)
        carried = max(0, turn.points - turn.card_points) // self._step
        force = state.card if turn.stage in ("roll", "keep", "kept") else None
        self._running = _running(plan, pile, force, min(carried, plan.top))

    def throw(self, turn: Turn) -> float:
        rest = Rest(len(turn.pool), turn.sets)
        return self._running.throw(turn.card_fills, rest, self._at(_due(self._plan.rules, turn)))

    def rest(self, turn: Turn, left: tuple[int, ...], sets: Hand, points: int) -> float:
        return self._running.rest(turn.card_fills, Rest(len(left), sets), self._at(points))

    def draw(self, dice: int, points: int) -> float:
        return self._running.draw(self._at(points), dice)

    def bank(self, points: int) -> float:
        return self._plan.payoff.forced[self._at(points)]

    def _at(self, points: int) -> int:
        return min(points // self._step, self._plan.top)


@lru_cache(32)
def _running(plan: CardPlan, pile: tuple[int, ...], force: Card | None, carried: int) -> Running:
    return Running(plan, pile, force, carried)


@lru_cache(32)
def _for_win(standing: Standing, low: int) -> tuple[Payoff, int, CardPlan | Layer]:
    """A turn solved to win from these turn points on, in steps; once for all its decisions."""
    rules = standing.rules
    payoff, top = standing.payoff(low)
    low = min(low, top)
    if rules.deck:
        return payoff, top, CardPlan(rules, payoff, top, low)
    return payoff, top, solve(graph(rules), rules.hot_dice, payoff, top, low)


def _due(rules: FamilyRules, turn: Turn) -> int:
    """The turn points once the throw that is due has scored (SPF-7)."""
    leftover = rules.leftover
    if turn.leftover and isinstance(leftover, LeftoverBonus):
        return turn.points + leftover.points
    return turn.points


def prepare(rules: FamilyRules) -> None:
    """Solve what every turn under these rules needs; else the first question waits for it."""
    for minimum in {rules.bank_min, max(rules.entry_min, rules.bank_min)}:
        if rules.deck:
            cards_for_points(rules, minimum, 0.0)
        else:
            for_points(rules, minimum, 0.0)


def for_points_now(state: FamilyState, seat: int, table: Table | None = None) -> Outlook:
    """The turn in progress, played for points; what a bust costs now is counted.

    What was banked in this turn already is not. A ``table`` may tell single dice apart.
    """
    rules = state.rules
    bust = _cost_of_bust(state, seat)
    minimum = state.minimum(seat)
    if rules.topping:
        minimum = max(minimum, state.last_bank + 1)
    top = top_of(rules)
    if rules.deck:
        return _Cards(cards_for_points(rules, minimum, bust), state)
    payoff = points_payoff(rules, minimum, bust)
    if not rules.exact or rules.goal is None:
        solved = for_points(rules, minimum, bust)
        if table is not None and table.tells_dice_apart and not bust:
            return _Reds(rules, payoff, top, solved, table)
        return _Dice(rules, payoff, top, solved)
    return _Dice(rules, *_exactly(rules, minimum, bust, rules.goal - state.scores[seat]))


@lru_cache(16)
def _exactly(rules: FamilyRules, minimum: int, bust: float, most: int) -> tuple[Payoff, int, Layer]:
    """A turn for points in which more than ``most`` score nothing."""
    top = top_of(rules)
    step = step_of(rules)
    payoff = points_payoff(rules, minimum, bust)
    forced = [value if index * step <= most else 0.0 for index, value in enumerate(payoff.forced)]
    bank = [
        value if allowed > NEVER else NEVER
        for value, allowed in zip(forced, payoff.bank, strict=True)
    ]
    payoff = payoff._replace(bank=bank, forced=forced)
    return payoff, top, solve(graph(rules), rules.hot_dice, payoff, top)


def for_win_now(state: FamilyState, seat: int, table: Table | None) -> Outlook | None:
    """The turn in progress, played to win the game; None where the chances cannot be told."""
    standing = Standing(state, seat, table)
    if not standing.known:
        return None
    turn = _turn(state)
    points = turn.points - (turn.card_points if state.rules.deck else 0)
    begun = max(0, points) // step_of(state.rules)
    payoff, top, solved = _for_win(standing, begun - begun % FROM)
    if isinstance(solved, CardPlan):
        return _Cards(solved, state)
    return _Dice(state.rules, payoff, top, solved)


def _turn(state: FamilyState) -> Turn:
    assert state.turn is not None
    return state.turn


def _cost_of_bust(state: FamilyState, seat: int) -> float:
    """What a bust takes off the sheet now, as a number up to 0 (SPF-10, ZIL-15)."""
    rules = state.rules
    turn = _turn(state)
    cost = 0
    if rules.bust_streak is not None and state.streaks[seat] + 1 >= rules.bust_streak.n:
        cost += rules.bust_streak.penalty
    if turn.challenge is not None and rules.challenge is not None:
        cost += rules.challenge.penalties[turn.window]
    if rules.min_score is not None:
        cost = min(cost, max(state.scores[seat], 0))
    return -float(cost)
