"""Two fixed strategies compared exactly, with numpy: perfect play against play for points.

Both sides race to a goal that wins at once. The player for points takes every turn for itself, but
knows a goal: it banks as soon as it has reached it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from engine.strategy.build import Floats, Throws, turns
from engine.strategy.build_fixed import Fixed
from engine.strategy.match import Race
from engine.strategy.turn import Layer

WITHIN = 1e-11
"""How near a chance has to come to what it answers."""


def settled(reply: Callable[[Floats], Floats], width: int) -> Floats:
    """The chances that a reply leaves as they are: secant steps in all columns at once.

    A reply is nearly a straight line in its chance, so that a few steps are enough.
    """
    before = np.full(width, 0.5)
    answer = reply(before)
    chance = answer
    while True:
        now = reply(chance)
        gap = now - chance
        if np.abs(gap).max() <= WITHIN:
            return now
        run = chance - before
        moved = np.abs(run) > WITHIN
        rise = np.divide(now - answer, run, out=np.zeros(width), where=moved)
        before, answer = chance, now
        chance = chance + gap / (1.0 - np.minimum(rise, 0.99))


def _reply(
    turn: Callable[[Floats], Floats], least: Floats, slope: Floats, chance: Floats
) -> Floats:
    """The chance of perfect play when a bust is worth what the other answers to this chance."""
    return np.asarray(turn(1.0 - (least + slope * (1.0 - chance)))[0])


def duel(race: Race, points: Layer, step: int) -> tuple[float, float]:
    """The chance to win of perfect play against a player for points: when it begins, and when not.

    ``points`` is the turn solved for points without a minimum (`engine.strategy.turn.for_points`),
    ``step`` what one step is worth in it.
    """
    goal = race.goal
    throws = Throws(race.cycle, race.hot)
    fixed = Fixed(race.cycle, points, step, goal)
    perfect = np.zeros((goal, goal))
    other = np.zeros((goal, goal))
    height = goal + race.cycle.jump
    for total in range(2 * goal - 2, -1, -1):
        own = np.arange(max(0, total - goal + 1), min(goal - 1, total) + 1)
        rival = total - own
        # The fixed player's chance is linear in what its bust is worth: two points tell the line.
        sheets = own + np.arange(goal - int(own[0]))[:, None]
        inside = sheets < goal
        bank = np.ones(sheets.shape)
        bank[inside] = 1.0 - perfect[np.broadcast_to(rival, sheets.shape)[inside], sheets[inside]]
        least = fixed.turn(goal, own, bank, np.zeros(own.size))
        slope = fixed.turn(goal, own, bank, np.ones(own.size)) - least
        least, slope = least[::-1], slope[::-1]
        ahead = np.ones((height, 1, own.size))
        ahead[:goal, 0] = 1.0 - other[rival].T
        free = np.zeros_like(own)
        answered = partial(turns, throws, goal - 1, ahead, free, own)
        chance = settled(partial(_reply, answered, least, slope), own.size)
        perfect[own, rival] = chance
        other[rival, own] = least + slope * (1.0 - chance)
    return float(perfect[0, 0]), 1.0 - float(other[0, 0])
