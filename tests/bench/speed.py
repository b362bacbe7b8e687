"""Actions per second of processor time on one core: the engine, game by game, beside ``pig``."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle
from time import process_time

from engine.registry import presets
from tests.bench import pig
from tests.bench.recorded import record, replay
from tests.bench.table import Goal, Line, in_turns, rate

MAIN = "fill-or-bust"
SEATS = 4
HALL = {"bunco": 12}
"""Seats of the games that need more of them to be themselves: several tables at a time."""
GAMES = 8
SLICE = 0.05
"""Seconds that one measure goes on for before the next has its turn."""
ROUNDS = 15
QUARTER = Goal(at_least=0.25)
HALF = Goal(at_least=0.5)


def timed(play: Callable[[], int]) -> float:
    """Actions per second of something that plays some and says how many."""
    count, start = 0, process_time()
    while (spent := process_time() - start) < SLICE:
        count += play()
    return count / spent


def again(preset: str, ask: bool = False) -> Callable[[], int]:
    """Plays recorded games of a preset, one after another."""
    seats = HALL.get(preset, SEATS)
    games = cycle([record(preset, seats, seed) for seed in range(GAMES)])
    return lambda: replay(next(games), ask)


def best(plays: Sequence[Callable[[], int]]) -> list[float]:
    """The best rate of each: whatever else the machine does can only slow a loop down."""
    return [max(rates) for rates in in_turns(ROUNDS, *(partial(timed, play) for play in plays))]


def loops() -> list[Callable[[], int]]:
    """Both ways to step ``pig``."""
    dice = random.Random(1)
    return [partial(pig.tight, dice), partial(pig.example, dice)]


def engine() -> Iterator[Line]:
    """Fill or Bust beside both loops."""
    stepped, asked, tight, example = best([again(MAIN), again(MAIN, ask=True), *loops()])
    for what, ours in (("step", stepped), ("legal_actions and step", asked)):
        for loop, theirs in (("OpenSpiel's example loop", example), ("a tight loop", tight)):
            ratio = ours / theirs
            what_of = f"{what}, against {loop}"
            yield Line(what_of, rate(ours), rate(theirs), ratio, QUARTER)


def games() -> Iterator[Line]:
    """Every preset beside the same yardstick, and beside the fastest of them."""
    names = list(presets())
    *rates, _tight, example = best([*map(again, names), *loops()])
    fastest = max(rates)
    for name, ours in zip(names, rates, strict=True):
        yield Line(f"{name}, against the example loop", rate(ours), rate(example), ours / example)
    for name, ours in zip(names, rates, strict=True):
        if ours == min(rates):
            what = f"slowest ({name}), against the fastest"
            yield Line(what, rate(ours), rate(fastest), ours / fastest, HALF)
