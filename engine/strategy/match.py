"""Two players and the win itself: how likely the seat in turn wins, at the start of its turn.

A `Race` is what that depends on. States with the same two sheets added up depend on each other only
in pairs, through a bust, so they are solved backwards pair by pair. What is here solves small races
in pure Python and is the measure for `engine.strategy.build`, which solves real ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple

from engine.family.cards import Card
from engine.family.rules import FamilyRules, LeftoverBonus
from engine.strategy.graph import Graph, graph, step_of
from engine.strategy.turn import NEVER, Hot, Payoff, solve

OVERSHOOT = 10_000
"""How far beyond the goal a turn is followed, in points."""

FLOOR = 2_500
"""How far below 0 sheets are told apart, in points, where penalties take them there."""


class Race(NamedTuple):
    """A race of two sheets, in steps of points.

    ``goal`` is the first sheet that reaches it. Then the game is won at once, or with ``answer``
    the other seat has one more turn; ``replay`` says whether a tie is played out in further turns
    (else it is worth half). ``entry`` is the least first bank of a seat, ``minimum`` of the later.
    A turn is followed ``over`` the goal, and sheets down to ``floor``. ``streak`` busts in a row
    (0: any number) cost the ``penalty``, and with ``reset`` the count restarts. ``bonus`` is for a
    scoring first roll with the dice that the rival left.
    """

    cycle: Graph
    hot: Hot
    goal: int
    answer: bool = False
    replay: bool = False
    entry: int = 0
    minimum: int = 0
    over: int = 0
    floor: int = 0
    streak: int = 0
    penalty: int = 0
    reset: bool = True
    bonus: int = 0

    def least(self, score: int) -> int:
        """The least that a seat with this sheet may bank."""
        return self.minimum if score else max(self.entry, self.minimum)


class Ends(NamedTuple):
    """The last turn: ``chances[d]`` to win for the seat that plays it, ``d`` steps behind.

    ``tie`` is what a tie after it is worth to that seat.
    """

    chances: Sequence[float]
    tie: float


def race_of(rules: FamilyRules) -> Race | None:
    """The race that a rule set without cards is, None where there is no goal to race to.

    Challenges, topping and the points of a rival's leftovers are not part of it.
    """
    if rules.deck or rules.goal is None or rules.exact or rules.end == "timed":
        return None
    step = step_of(rules)
    answer = rules.end != "first_to"
    streak = rules.bust_streak
    bonus = rules.leftover.points if isinstance(rules.leftover, LeftoverBonus) else 0
    return Race(
        graph(rules),
        rules.hot_dice,
        goal_steps(rules),
        answer,
        rules.tie == "extra_turn",
        -(-rules.entry_min // step),
        -(-rules.bank_min // step),
        (OVERSHOOT if streak is None else OVERSHOOT // 2) // step if answer else 0,
        -(FLOOR // step) if streak is not None and rules.min_score is None else 0,
        0 if streak is None else streak.n,
        0 if streak is None else streak.penalty // step,
        streak is None or streak.reset,
        bonus // step,
    )


def fingerprint(rules: FamilyRules) -> str:
    """What names the table of a rule set: equal for rules that play alike, whatever the goal."""
    told = rules.model_dump(mode="json", exclude={"title", "goal", "minutes"})
    for card in told["deck"]:
        for prose in ("title", "asks", "motif"):
            del card[prose]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def goal_steps(rules: FamilyRules) -> int:
    """The smallest sheet, in steps, that reaches the goal."""
    assert rules.goal is not None
    step = step_of(rules)
    return rules.goal // step + 1 if rules.compare == ">" else -(-rules.goal // step)


Play = Callable[[int, int, float], float]
"""The worth of a turn by both sheets, own first, and what a bust is worth."""


def hit_by(rules: FamilyRules, card: Card, own: int, other: int) -> int:
    """The rival's sheet after a fill of this card: leaders lose, the drawer never (FOB-24, 25)."""
    if not card.takes or own > other or (own == other and card.takes_from == "sole_leader"):
        return other
    left = other - card.takes
    return left if rules.min_score is None else max(left, min(other, 0))


def _payoff(bank: list[float], bust: float, least: int) -> Payoff:
    allowed = [NEVER] * min(least, len(bank)) + bank[least:]
    return Payoff(allowed, bank, bust, bust, lambda _card, points: bank[points])


def reach(race: Race, behind: int, tie: float) -> float:
    """The chance to win with one turn left, so many steps behind; a tie is worth ``tie``."""
    top = behind + 1 + race.minimum
    bank = [0.0] * behind + [tie] + [1.0] * (1 + race.minimum + race.cycle.jump)
    payoff = _payoff(bank, 0.0 if behind else tie, race.minimum)
    return solve(race.cycle, race.hot, payoff, top).throws[0][0]


def ends(race: Race) -> Ends:
    """The chances of a last turn, by steps behind.

    Where ties are played out, the seat that did not play last begins the extra turns and the other
    answers; a tie there is the same tie again, which repetition settles.
    """
    far = race.goal + race.over + race.cycle.jump + 1
    tie = 0.5
    chances = [reach(race, behind, tie) for behind in range(far)]
    while race.replay:
        bank = [1.0 - chance for chance in chances]
        payoff = _payoff(bank, bank[0], race.minimum)
        top = far - race.cycle.jump - 1
        new = 1.0 - solve(race.cycle, race.hot, payoff, top).throws[0][0]
        if abs(new - tie) < 1e-12:
            break
        tie = new
        chances = [reach(race, behind, tie) for behind in range(far)]
    return Ends(chances, tie)


def reference(race: Race) -> list[list[float]]:
    """The win chance of the seat in turn by both sheets, own first: the plain way to solve a race.

    For small goals; takes a few turn programmes for each pair of sheets.
    """
    goal = race.goal
    last = ends(race) if race.answer else Ends((), 0.5)
    table = [[0.5] * goal for _ in range(goal)]

    def play(own: int, other: int, bust: float) -> float:
        top = goal - 1 - own + race.over + max(race.entry, race.minimum)
        bank = [
            bust if not points else after_bank(table, race, last, own + points, other)
            for points in range(top + race.cycle.jump + 1)
        ]
        payoff = _payoff(bank, bust, race.least(own))
        return solve(race.cycle, race.hot, payoff, top).throws[0][0]

    for total in range(2 * goal - 2, -1, -1):
        for own in range(max(0, total - goal + 1), total // 2 + 1):
            other = total - own
            table[own][other], table[other][own] = _pair(play, own, other)
    return table


def after_bank(
    table: Sequence[Sequence[float]], race: Race, last: Ends, own: int, other: int
) -> float:
    """The win chance of a seat that banked and has ``own`` now; the other is in turn."""
    if own < race.goal:
        return 1.0 - table[other][own]
    if not race.answer:
        return 1.0
    return 1.0 - last.chances[min(own - other, len(last.chances) - 1)]


def _pair(play: Play, own: int, other: int) -> tuple[float, float]:
    """The chances of two seats that stand in each other's way, by the secant rule."""

    def answered(chance: float) -> tuple[float, float]:
        mine = play(own, other, 1.0 - chance)
        return mine, mine if own == other else play(other, own, 1.0 - mine)

    old = 0.5
    mine, before = answered(old)
    new = before
    while abs(new - old) > 1e-14:
        mine, value = answered(new)
        slope = (value - before) / (new - old)
        old, before, new = new, value, new + (value - new) / (1.0 - slope)
    return mine, new
