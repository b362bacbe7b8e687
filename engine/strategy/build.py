"""Solves real races with numpy: what `make tables` runs. Needs the extra ``solve``.

All pairs of sheets with the same sum are one vector. A row of the turn programme is then a few
array operations: gather what the options lead to, take the best, and weigh the outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.strategy.graph import Graph
from engine.strategy.turn import NEVER, Hot, reach_bank

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Picks = NDArray[np.uint8]
Progress = Callable[[float], None]
"""Told how much is done, from 0 to 1."""

WIDTH = 128
"""Columns solved together: what fits the processor's cache."""


class Throws:
    """The throws of a cycle as index arrays, one for each level of its tree."""

    def __init__(self, cycle: Graph, hot: Hot) -> None:
        count = len(cycle.busts)
        depths: list[int] = []
        for node, (parent, _more, _rest) in enumerate(cycle.tree):
            depths.append(0 if node < cycle.roots else depths[parent] + 1)
        self.levels = []
        for depth in range(max(depths) + 1):
            begin, end = depths.index(depth), depths.index(depth) + depths.count(depth)
            parents, more, rests = np.array(cycle.tree[begin:end]).T
            self.levels.append((begin, end, more * count + rests, parents))
        self.weights = np.zeros((count, len(cycle.tree)))
        for place, (nodes, chances) in enumerate(cycle.sums):
            self.weights[place, list(nodes)] = chances
        self.busts = np.array(cycle.busts)[:, None]
        self.count = count
        self.cycle = cycle
        self.jump = cycle.jump
        self.hot = hot

    def reach(self, early: bool, full: float | None) -> Floats:
        """See `engine.strategy.turn.reach_bank`; a column of chances by place."""
        return np.array(reach_bank(self.cycle, early, full))[:, None]

    def at(self, rows: Floats, points: int) -> Floats:
        """The worth of every throw but for its busts; ``rows[points, place, column]``."""
        width = rows.shape[2]
        flat = rows.reshape(-1, width)
        best = np.empty((self.weights.shape[1], width))
        for begin, end, picks, parents in self.levels:
            part = best[begin:end]
            flat.take(picks + points * self.count, axis=0, out=part, mode="clip")
            if begin:
                np.maximum(part, best.take(parents, axis=0, mode="clip"), out=part)
        found: Floats = self.weights @ best
        return found


def turns(
    throws: Throws,
    top: int,
    bank: Floats,
    least: Ints,
    own: Ints,
    bust: Floats,
    starts: Sequence[tuple[int, int]] = ((0, 0),),
) -> Floats:
    """The worth of a turn in each column, for each way to start it.

    ``bank[sheet, place, column]`` is the worth of ending the turn with that sheet, leaving the dice
    of that place (one place for all where it does not matter); it is followed exactly up to
    ``top``. ``own`` is the sheet that a column begins with, in rising order, ``least`` the smallest
    bank, ``bust`` the worth of a bust. A start is the place of the first throw, and steps given.
    """
    parts = [slice(begin, begin + WIDTH) for begin in range(0, own.size, WIDTH)]
    found = [
        _turns(throws, top, bank[:, :, part], least[part], own[part], bust[part], starts)
        for part in parts
    ]
    return np.concatenate(found, axis=1)


def _turns(
    throws: Throws,
    top: int,
    bank: Floats,
    least: Ints,
    own: Ints,
    bust: Floats,
    starts: Sequence[tuple[int, int]],
) -> Floats:
    height, _places, width = bank.shape
    rows = np.empty((height, throws.count, width))
    reach = throws.reach(True, None if throws.hot == "must_roll" else 1.0)
    rows[top + 1 :] = bust + reach * (bank[top + 1 :] - bust)
    result = np.empty((len(starts), width))
    for sheet in range(top, int(own[0]) - 1, -1):
        value = throws.at(rows, sheet)
        value += throws.busts * bust
        row = rows[sheet]
        np.maximum(value, np.where(sheet - own >= least, bank[sheet], NEVER), out=row)
        if throws.hot == "must_roll":
            row[0] = value[0]
        elif throws.hot == "turn_ends":
            row[0] = bank[sheet, 0]
        for start, (place, given) in enumerate(starts):
            begin, end = np.searchsorted(own, (sheet - given, sheet - given + 1))
            result[start, begin:end] = value[place, begin:end]
    return result


def settle(
    play: Callable[[Floats], Floats], chance: Floats, slope: Floats, rounds: int = 60
) -> Floats:
    """The chances that answer each other, pairwise first and last, by a secant step for each.

    ``play`` gives a seat's chance from all the chances; ``slope`` is how a chance falls with that
    of its rival, guessed at first and left as found.
    """
    value = play(chance)
    for _round in range(rounds):
        gap = value - chance
        if np.abs(gap).max() < 1e-11:
            break
        step = (gap + slope * gap[::-1]) / (1.0 - slope * slope[::-1])
        new = chance + step
        after = play(new)
        moved = np.abs(step[::-1]) > 1e-9
        slope[moved] = (after - value)[moved] / step[::-1][moved]
        np.clip(slope, -0.95, 0.0, out=slope)
        chance, value = new, after
    return value
