"""One turn with red faces solved exactly, with numpy: it matters which dice are left.

Die k shows its own red face, so each of the 63 sets of dice is a throw of its own. The turn
programme of `engine.strategy.turn` takes each die as red by an independent sixth, which is off by
about a hundredth.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from engine.family.hands import Roll, legal_keeps
from engine.family.rules import FamilyRules
from engine.strategy.build import Floats, Progress
from engine.strategy.graph import step_of


def solve_reds(
    rules: FamilyRules, top: int, progress: Progress = lambda _done: None
) -> dict[tuple[int, ...], Floats]:
    """The points that a throw of each set of dice, by number, is worth by turn points in steps.

    Up to ``top``; above it one banks as soon as one may. For rules without pyramiding.
    """
    step = step_of(rules)
    numbers = rules.numbers
    sets = [
        tuple(number for number in numbers if mask >> number - 1 & 1)
        for mask in range(1, 1 << len(numbers))
    ]
    place = {dice: index for index, dice in enumerate(sets)}
    rests: list[int] = []
    more: list[int] = []
    firsts: list[int] = []
    weights: list[float] = []
    begins: list[int] = []
    for index, dice in enumerate(sets):
        begins.append(len(firsts))
        for faces in product(range(1, 7), repeat=len(dice)):
            placed = rules.placed(dice, faces)
            firsts.append(len(rests))
            weights.append(6.0 ** -len(dice))
            rests.append(-1)
            more.append(0)
            for kept, worth in legal_keeps(
                rules, Roll(placed, rules.blank, keep_all=rules.keep == "all")
            ).items():
                left = tuple(number for number in dice if number not in kept)
                rests.append(place[left or numbers])
                more.append(worth.points // step)
        progress((index + 1) / len(sets))
    return _solved(sets, top, step, rests, more, firsts, weights, begins)


def _solved(
    sets: list[tuple[int, ...]],
    top: int,
    step: int,
    rests: list[int],
    more: list[int],
    firsts: list[int],
    weights: list[float],
    begins: list[int],
) -> dict[tuple[int, ...], Floats]:
    jump = max(more)
    rows = np.empty((top + jump + 1, len(sets) + 1))
    rows[:] = np.arange(top + jump + 1)[:, None] * float(step)
    rows[:, -1] = 0.0
    worths = np.empty((len(sets), top + 1))
    flat = rows.reshape(-1)
    at = np.array(more) * rows.shape[1] + np.where(np.array(rests) < 0, len(sets), rests)
    weight = np.array(weights)
    for points in range(top, -1, -1):
        best = np.maximum.reduceat(flat.take(at + points * rows.shape[1]), firsts)
        worths[:, points] = np.add.reduceat(best * weight, begins)
        np.maximum(rows[points, :-1], worths[:, points], out=rows[points, :-1])
    return {dice: worths[index] for index, dice in enumerate(sets)}
