"""From rules to a table of chances: what `make tables` and house rules use. Needs numpy."""

from __future__ import annotations

import numpy as np

from engine.family.rules import FamilyRules
from engine.strategy.build import Floats, Progress
from engine.strategy.build_cards import playable, solve_cards
from engine.strategy.build_race import RaceSolver
from engine.strategy.build_reds import solve_reds
from engine.strategy.graph import step_of, tells_dice_apart
from engine.strategy.match import goal_steps, race_of
from engine.strategy.table import PARTS, SCALE, Shape, Table
from engine.strategy.turn import top_of

WITHIN = 2e-6
"""Passes are repeated until no chance moves by more; a table keeps steps of 1.5e-5."""


def solve_table(
    rules: FamilyRules,
    progress: Progress = lambda _done: None,
    within: float = WITHIN,
    streaks: bool = True,
) -> Table | None:
    """The chances to win of two players, None for rules that no solver is made for.

    Without ``streaks`` nobody minds busts in a row that cost nothing yet: a tenth of the work, and
    off by little, since the price itself is counted when it is due. ``progress`` may raise to stop
    the work.
    """
    if rules.deck:
        if not playable(rules):
            return None
        shape = Shape(step_of(rules), goal_steps(rules))
        return Table(shape, _stored(solve_cards(rules, progress, within)), {}, [])
    race = race_of(rules)
    if race is None:
        return None
    if not streaks:
        race = race._replace(streak=0)
    solver = RaceSolver(race)
    solver.solve(progress, within)
    shape = Shape(
        step_of(rules),
        race.goal,
        race.floor,
        solver.levels,
        len(solver.starts),
        race.answer,
        solver.tie,
    )
    base = solver.table[0, 0, 0]
    coarse = np.ix_(shape.coarse, shape.coarse)
    planes = {key: _stored(solver.table[key][coarse] - base[coarse]) for key in shape.planes()}
    ends = [_stored(row) for row in solver.chances] if race.answer else []
    return Table(shape, _stored(base), planes, ends, _throws(rules))


def _throws(rules: FamilyRules) -> list[list[int]]:
    """What throws of single dice are worth in points, where that matters."""
    if not tells_dice_apart(rules):
        return []
    worths = solve_reds(rules, top_of(rules)).values()
    return [np.rint(row * PARTS).astype(np.int64).tolist() for row in worths]


def _stored(chances: Floats) -> list[int]:
    numbers: list[int] = np.rint(chances * SCALE).astype(np.int64).ravel().tolist()
    return numbers
