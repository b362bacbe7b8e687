"""What the mathematics costs: questions to the coach, tables, bots, and simulated turns."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from time import perf_counter, process_time
from typing import Any

from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.family.scoring import Combinations
from engine.family.state import FamilyState
from engine.model import Action, Setup
from engine.registry import ruleset
from engine.ruleset import begin, step
from engine.strategy import outlook
from engine.strategy.build_duel import duel
from engine.strategy.build_fixed import Fixed
from engine.strategy.graph import graph
from engine.strategy.hint import hints
from engine.strategy.match import race_of
from engine.strategy.players import choose, player
from engine.strategy.tablebase import Tablebase
from engine.strategy.turn import for_points
from tests.bench.table import Goal, Line, in_turns, ms, rate
from tests.engine.chance import Seeded

BASIC = FamilyRules(combinations=Combinations(straight=1500), end="first_to", goal=10_000)
"""The basic table: the plain dice of Fill or Bust without its cards."""

THEIRS = Setup(
    preset="farkle-social",
    seats=("A", "B"),
    first=0,
    options={"bust_streak": False, "bank_min": 0, "end": "first_to"},
)
"""What pyfarkle plays, without an opening minimum."""

PUBLISHED = 120.0
"""Games a second of pyfarkle's best bot, as published."""

TURNS = 200_000
CAP = 300
"""Turn points, in steps, at which a simulated turn is banked whatever the table says."""


def strategy() -> Iterator[Line]:
    """All of it."""
    yield from asked()
    yield from built()
    yield from better()
    yield from bots()
    yield from simulated()


def asked() -> Iterator[Line]:
    """A question about a whole turn, with nothing remembered from the one before."""
    from app.tables.wins import win_table_of

    game = ruleset("zilch-10000")
    _events, state = begin(game, Setup(preset="zilch-10000", seats=("A", "B"), first=0), Seeded(1))
    table = win_table_of(state)
    assert isinstance(state, FamilyState)
    outlook.prepare(state.rules)

    def question() -> float:
        outlook._for_win.cache_clear()
        start = process_time()
        hints(game, state, 0, table)
        return process_time() - start

    times = sorted(question() for _ in range(25))
    middle, goal = times[len(times) // 2], Goal(at_most=10, unit="ms")
    yield Line("a turn for the win, asked anew", ms(middle), "", 1, goal, middle * 1000)


def built() -> Iterator[Line]:
    """The table of the basic game beside another solver's table of another game."""
    from yatzy_solver import Solver, Variant

    from engine.strategy.build_table import solve_table

    def ours() -> float:
        start = perf_counter()
        solve_table(BASIC, streaks=False)
        return perf_counter() - start

    def theirs() -> float:
        start = perf_counter()
        Solver.build(Variant("american"))
        return perf_counter() - start

    here, there = (min(times) for times in in_turns(2, ours, theirs))
    what = "the basic table to 10,000, beside yatzy-solver's American one"
    yield Line(what, ms(here), ms(there), here / there, Goal(at_most=2.5))


def better() -> Iterator[Line]:
    """What perfect play gains on the player for points, exactly, in the basic game."""
    race = race_of(BASIC)
    assert race is not None
    gain = 100 * (sum(duel(race, for_points(BASIC), 50)) / 2 - 0.5)
    what = "perfect play against play for points, to 10,000"
    yield Line(what, f"+{gain:.2f} points", "", 1, Goal(at_least=2.2, unit="points"), gain)


def bots() -> Iterator[Line]:
    """Whole games of the exact player under the whole engine, beside pyfarkle's best bot.

    Both play the same rules. What the exact player knows by heart is learnt beforehand.
    """
    from pyfarkle.game import AI_NAMES, FarkleGame

    from engine.strategy.build_table import solve_table
    from engine.strategy.build_tablebase import build_tablebase

    game, ada = ruleset(THEIRS.preset), player("ada")
    assert isinstance(game, FamilyGame)
    rules = game.rules(THEIRS.preset, THEIRS.options)
    table = solve_table(rules)
    assert table is not None
    base = Tablebase(build_tablebase(rules, table), rules)

    def worked_out(state: FamilyState, seat: int) -> Action:
        return choose(game, state, seat, ada, 0.5, table)

    def by_heart(state: FamilyState, seat: int) -> Action:
        return base.choose(state, seat) or worked_out(state, seat)

    def ours(act: Callable[[FamilyState, int], Action]) -> float:
        start, count = process_time(), 0
        while process_time() - start < 1.0:
            chance = Seeded(count)
            _events, state = begin(game, THEIRS, chance)
            while state.to_act:
                assert isinstance(state, FamilyState)
                _events, state = step(game, state, act(state, min(state.to_act)), chance)
            count += 1
        return count / (process_time() - start)

    def theirs() -> float:
        start, count = process_time(), 0
        while process_time() - start < 1.0:
            theirs_at(FarkleGame(AI_NAMES[2], AI_NAMES[2], triple_farkle=0, openthreshold=0))
            count += 1
        return count / (process_time() - start)

    plays = (partial(ours, by_heart), partial(ours, worked_out), theirs)
    known, fresh, there = (max(rates) for rates in in_turns(4, *plays))
    what = "games of the exact player by heart, beside pyfarkle's best bot"
    yield Line(what, rate(known), rate(there), known / there, Goal(at_least=10))
    what = "... beside the figure that was published for it"
    yield Line(what, rate(known), rate(PUBLISHED), known / PUBLISHED, Goal(at_least=10))
    what = "... beside the same player that works out every turn"
    yield Line(what, rate(known), rate(fresh), known / fresh)


def theirs_at(game: Any) -> None:
    """A whole game of pyfarkle's best bot against itself."""
    while all(seat.totalscore < game.winscore for seat in game.players):
        seat = game.player
        seat.newturn()
        banked = False
        while not banked:
            seat.rollem()
            if seat.is_farkle:
                break
            held, banked = seat.ai_holds()
            seat.hold(held)
            if banked:
                seat.bank()
        if seat.totalscore < game.winscore:
            game.next_player()


class Walk:
    """The same turns one after another, by the tables of a fixed strategy as Python lists."""

    def __init__(self, fixed: Fixed) -> None:
        chances = [
            [*row, bust]
            for row, [bust] in zip(fixed.weights.tolist(), fixed.busts.tolist(), strict=True)
        ]
        self.sums = [list(accumulate(row)) for row in chances]
        self.picks = [row.tolist() for row in fixed.picks]
        self.stops = [[stop for [stop] in rows.tolist()] for rows in fixed.stops]
        self.count, self.nodes = fixed.count, fixed.nodes

    def turns(self, count: int, dice: random.Random) -> int:
        """The points of so many turns, added up, in steps."""
        total, last = 0, len(self.picks) - 1
        for _ in range(count):
            points = place = 0
            while True:
                node = bisect_right(self.sums[place], dice.random())
                if node >= self.nodes:
                    break
                points, place = divmod(self.picks[points][node], self.count)
                if points > last or self.stops[points][place]:
                    total += points
                    break
        return total


def simulated() -> Iterator[Line]:
    """Turns played for points: all at once with numpy, beside a walk along the same tables."""
    fixed = Fixed(graph(BASIC), for_points(BASIC), 50, CAP)
    walk = Walk(fixed)

    def ours() -> float:
        start = process_time()
        fixed.simulate(TURNS, 1)
        return TURNS / (process_time() - start)

    def theirs() -> float:
        start = process_time()
        walk.turns(TURNS // 10, random.Random(1))
        return TURNS / 10 / (process_time() - start)

    here, there = (max(rates) for rates in in_turns(5, ours, theirs))
    what = "turns of a fixed strategy, beside a walk in pure Python"
    yield Line(what, rate(here), rate(there), here / there, Goal(at_least=4))
