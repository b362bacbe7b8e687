"""A player whose choices depend on the turn alone, with numpy: compared exactly, or simulated."""

from __future__ import annotations

import numpy as np

from engine.strategy.build import Floats, Ints, Throws
from engine.strategy.graph import Graph
from engine.strategy.turn import Layer


class Fixed:
    """A player whose choices depend on the turn alone, as arrays by turn points."""

    def __init__(self, cycle: Graph, solved: Layer, step: int, goal: int) -> None:
        paths = cycle.paths
        self.count = len(cycle.busts)
        self.jump = cycle.jump
        self.nodes = len(cycle.tree)
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

    def simulate(self, count: int, seed: int) -> Ints:
        """What so many turns bank, in steps; equal for equal seeds.

        All turns move at once: a draw finds the outcome of a throw in the running sums of the
        chances, those of each number of dice laid end to end.
        """
        dice = np.random.default_rng(seed)
        sums = np.cumsum(np.hstack([self.weights, self.busts]), axis=1)
        sums[:, -1] = 1.0
        ladder = (sums + np.arange(self.count)[:, None]).ravel()
        picks, stops = np.array(self.picks), np.array(self.stops)[:, :, 0]
        last = len(picks) - 1
        banked = np.zeros(count, dtype=np.int64)
        turns, points, places = (
            np.arange(count),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )
        while turns.size:
            drawn = np.searchsorted(ladder, dice.random(turns.size) + places, side="right")
            node = drawn - places * (self.nodes + 1)
            scored = node < self.nodes
            turns, points = turns[scored], points[scored]
            points, places = np.divmod(picks[points, node[scored]], self.count)
            ended = (points > last) | stops[np.minimum(points, last), places]
            banked[turns[ended]] = points[ended]
            turns, points, places = turns[~ended], points[~ended], places[~ended]
        return banked
