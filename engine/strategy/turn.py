"""The exact optimum of one turn: a dynamic programme over turn points and dice left.

What the end of a turn is worth comes from outside (`Payoff`): points, or the chance to win the
game. More points lead only to more points, so one pass from the top down solves a turn exactly.
Everything here counts points in steps (`step_of`). Cards are in `engine.strategy.cards`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from engine.family.cards import Card
from engine.family.rules import FamilyRules
from engine.strategy.graph import Graph, graph, step_of

NEVER = -1e18
"""Worse than anything: the worth of what the rules forbid."""

Row = list[float]
Hot = Literal["may_roll", "must_roll", "draw_card", "turn_ends"]
Safe = Callable[[Card, int], float]
"""What a fill that banks at once is worth, given its card and the turn points that it banks."""


class Payoff(NamedTuple):
    """What the ends of a turn are worth.

    ``bank`` by turn points, `NEVER` where the rules forbid it; ``forced`` likewise where a card
    banks, whatever the minimum; ``bust`` a roll without a scoring die; ``stop`` a card that ends
    the turn; ``safe`` a fill that puts the turn points on the sheet and lets the seat draw on.
    ``leaving`` replaces ``bank`` by place where the dice left over matter to the next seat.
    """

    bank: Sequence[float]
    forced: Sequence[float]
    bust: float
    stop: float
    safe: Safe
    leaving: Sequence[Sequence[float]] = ()


class Layer(NamedTuple):
    """One way to stand in a cycle: ``throws[place][points]`` and ``rests[place][points]``.

    A throw's row is the worth of throwing now, a rest's that of choosing what comes next.
    """

    graph: Graph
    throws: tuple[Row, ...]
    rests: tuple[Row, ...]

    def throw_at(self, points: int, bust: float) -> None:
        """Work out the throws at these turn points; the rests above must be known."""
        worths = self.graph.worths(self.rests, points)
        for chance, value, row in zip(self.graph.busts, worths, self.throws, strict=True):
            row[points] = chance * bust + value

    def rest_at(self, points: int, bank: float, leaving: Sequence[Sequence[float]] = ()) -> None:
        """Work out the rests with dice left: bank or throw them."""
        for place in range(1, len(self.throws)):
            end = leaving[place][points] if leaving else bank
            self.rests[place][points] = max(end, self.throws[place][points])


@cache
def reach_bank(cycle: Graph, early: bool, full: float | None) -> tuple[float, ...]:
    """The chance to come from each rest to a bank, where that alone is played for.

    ``early``: one may bank with dice left; ``full`` is the chance with none left, None where all
    dice are thrown again then.
    """
    reach = [full or 0.0, *(float(early) for _ in cycle.busts[1:])]
    change = 1.0
    while change > 1e-15:
        worths = cycle.worths([[chance] * (cycle.jump + 1) for chance in reach], 0)
        new = [max(pair) for pair in zip(reach, worths, strict=True)]
        if full is not None:
            new[0] = full
        change = max(b - a for a, b in zip(reach, new, strict=True))
        reach = new
    return tuple(reach)


def start_chance(cycle: Graph, early: bool, full: float | None) -> float:
    """The chance to come to a bank from a throw of all dice; see `reach_bank`."""
    reach = reach_bank(cycle, early, full)
    return cycle.worths([[chance] * (cycle.jump + 1) for chance in reach], 0)[0]


def layer(cycle: Graph, payoff: Payoff, top: int, early: bool, full: float | None) -> Layer:
    """Rows of zeros up to ``top``, and above it the limit: bank as soon as the rules let one."""
    limit = payoff.forced[top + 1 : top + 1 + cycle.jump]
    rests = tuple(
        [0.0] * (top + 1) + [payoff.bust + chance * (value - payoff.bust) for value in limit]
        for chance in reach_bank(cycle, early, full)
    )
    return Layer(cycle, tuple([0.0] * (top + 1) for _ in cycle.busts), rests)


def solve(cycle: Graph, hot: Hot, payoff: Payoff, top: int, low: int = 0) -> Layer:
    """A turn without cards, solved for turn points from ``low`` to ``top``.

    ``hot`` says what follows when all dice are kept; ``payoff`` reaches to ``top`` and the largest
    keep beyond (`length`).
    """
    solved = layer(cycle, payoff, top, True, None if hot == "must_roll" else 1.0)
    fill = solved.rests[0]
    first = solved.throws[0]
    for points in range(top, low - 1, -1):
        bank = payoff.bank[points]
        solved.throw_at(points, payoff.bust)
        solved.rest_at(points, bank, payoff.leaving)
        if hot == "turn_ends":
            fill[points] = payoff.forced[points]
        else:
            fill[points] = max(bank, first[points]) if hot == "may_roll" else first[points]
    return solved


def length(rules: FamilyRules, top: int) -> int:
    """How far a payoff must reach: what one keep, card and doubling may bring beyond the top."""
    kinds = {card.keep_all for card in rules.deck} or {False}
    jump = max(graph(rules, everything).jump for everything in kinds)
    step = step_of(rules)
    bonus = max((card.bonus + (card.exactly or 0) for card in rules.deck), default=0)
    times = max((card.times for card in rules.deck), default=1)
    return (top + jump + bonus // step) * times + 1


def top_of(rules: FamilyRules) -> int:
    """Turn points in steps above which every turn for points is banked as soon as it may be."""
    return min((10_000 if rules.deck else 20_000) // step_of(rules), 4_000)


def points_payoff(
    rules: FamilyRules, minimum: int = 0, bust: float = 0.0, again: float = 0.0
) -> Payoff:
    """A turn played for points: a bank is worth what it writes on the sheet.

    ``minimum`` is the least that may be banked, ``bust`` what a bust costs as a number up to 0,
    ``again`` what drawing on after a safe fill is worth.
    """
    step = step_of(rules)
    forced = [float(points * step) for points in range(length(rules, top_of(rules)))]
    bank = [points if points >= minimum else NEVER for points in forced]
    return Payoff(bank, forced, bust, 0.0, lambda _card, points: points * step + again)


@lru_cache(64)
def for_points(rules: FamilyRules, minimum: int = 0, bust: float = 0.0) -> Layer:
    """A whole turn without cards, played for points; see `points_payoff`."""
    payoff = points_payoff(rules, minimum, bust)
    return solve(graph(rules), rules.hot_dice, payoff, top_of(rules))
