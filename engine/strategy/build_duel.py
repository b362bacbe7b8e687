"""Two fixed strategies compared exactly, with numpy: perfect play against play for points.

Both sides race to a goal that wins at once. The player for points takes every turn for itself, but
knows a goal: it banks as soon as it has reached it.
"""

from __future__ import annotations

import numpy as np

from engine.strategy.build import Floats, Ints, Throws, turns
from engine.strategy.graph import Graph
from engine.strategy.match import Race
from engine.strategy.turn import Layer


class _Fixed:
    """A player whose choices depend on the turn alone, as arrays by turn points."""

    def __init__(self, cycle: Graph, solved: Layer, step: int, goal: int) -> None:
        paths: list[tuple[tuple[int, int], ...]] = []
        for node, (parent, more, rest) in enumerate(cycle.tree):
            before = () if node < cycle.roots else paths[parent]
            paths.append((*before, (more, rest)))
        self.count = len(cycle.busts)
        self.jump = cycle.jump
        self.busts = np.array(cycle.busts)[:, None]
        self.weights = Throws(cycle, "may_roll").weights
        self.most = np.array([max(more for more, _rest in path) for path in paths])[:, None]
        self.picks = []
        self.stops = []
        for points in range(goal):
            best = [max((solved.rests[r][points + m], m, r) for m, r in path) for path in paths]
            picks = [(points + more) * self.count + rest for _worth, more, rest in best]
            self.picks.append(np.array(picks))
            on = [solved.throws[place][points] for place in range(self.count)]
            self.stops.append(np.array([points * step >= value - 1e-9 for value in on])[:, None])

    def turn(self, goal: int, own: Ints, bank: Floats, bust: Floats) -> Floats:
        """The chance to win of this player in each column; ``bank`` by turn points."""
        top = goal - int(own[0])
        rows = np.ones((top + self.jump + 1, self.count, own.size))
        flat = rows.reshape(-1, own.size)
        value = np.empty((self.count, own.size))
        for points in range(top - 1, -1, -1):
            best = np.where(
                own + points + self.most >= goal, 1.0, flat.take(self.picks[points], axis=0)
            )
            value = self.weights @ best + self.busts * bust
            rows[points] = np.where(self.stops[points], bank[points], value)
        return np.asarray(value[0])


def duel(race: Race, points: Layer, step: int) -> tuple[float, float]:
    """The chance to win of perfect play against a player for points: when it begins, and when not.

    ``points`` is the turn solved for points without a minimum (`engine.strategy.turn.for_points`),
    ``step`` what one step is worth in it.
    """
    goal = race.goal
    throws = Throws(race.cycle, race.hot)
    fixed = _Fixed(race.cycle, points, step, goal)
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
        chance = np.full(own.size, 0.5)
        change = np.ones(own.size)
        while np.abs(change).max() > 1e-13:
            answer = least + slope * (1.0 - chance)
            new = turns(throws, goal - 1, ahead, np.zeros_like(own), own, 1.0 - answer)[0]
            change, chance = new - chance, new
        perfect[own, rival] = chance
        other[rival, own] = least + slope * (1.0 - chance)
    return float(perfect[0, 0]), 1.0 - float(other[0, 0])
