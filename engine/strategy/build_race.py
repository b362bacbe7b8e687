"""Solves two-player races without cards with numpy; see `engine.strategy.build`.

The table is by what both seats remember: busts in a row of the seat in turn and of its rival, and
the dice that the rival left. Sheets come last, own first, each from the race's floor up.
"""

from __future__ import annotations

from functools import partial

import numpy as np

from engine.strategy.build import Floats, Ints, Progress, Throws, settle, turns
from engine.strategy.match import Race
from engine.strategy.odds import Rest


def last_turn(race: Race, throws: Throws) -> tuple[Floats, float]:
    """The chances of a last turn by dice left over and steps behind, and what a tie is worth.

    See `engine.strategy.match.ends`.
    """
    jump = race.cycle.jump
    far = race.goal - race.floor + race.over + jump + 1
    behind = np.arange(far)
    points = np.arange(far + race.bonus + jump + 1)[:, None]
    least = np.full(far, race.minimum)
    own = np.zeros(far, dtype=np.int64)
    tie = 0.5
    while True:
        bank = np.where(points > behind, 1.0, np.where(points == behind, tie, 0.0))
        bust = np.where(behind == 0, tie, 0.0)
        top = far + race.bonus
        chances = _started(turns(throws, top, bank[:, None], least, own, bust, _starts(race)))
        if not race.replay:
            return chances, tie
        first = 1.0 - chances[0, :, None, None]
        begun = turns(throws, far - jump - 1, first, least[:1], own[:1], first[0, 0])
        new = 1.0 - float(begun[0, 0])
        if abs(new - tie) < 1e-12:
            return chances, tie
        tie = new


def _starts(race: Race) -> list[tuple[int, int]]:
    """A fresh start, and one for each number of dice that may be left over."""
    dice = max(rest.dice for rest in race.cycle.place)
    left = range(1, dice) if race.bonus else ()
    return [(0, 0), *((race.cycle.place[Rest(count)], race.bonus) for count in left)]


def _started(begun: Floats) -> Floats:
    """A seat takes the dice left over only where that is better than to begin afresh."""
    return np.asarray(np.maximum(begun, begun[0]))


class RaceSolver:
    """A race in the middle of being solved; ``table`` is exact when `solve` has returned."""

    def __init__(self, race: Race) -> None:
        self.race = race
        self.throws = Throws(race.cycle, race.hot)
        self.size = race.goal - race.floor
        self.levels = max(1, race.streak)
        self.top = self.size + race.over + race.bonus + max(race.entry, race.minimum) - 1
        self.starts = _starts(race)
        self.chances = np.zeros((len(self.starts), 1))
        self.tie = 0.5
        if race.answer:
            self.chances, self.tie = last_turn(race, self.throws)
        sheets = np.arange(self.size)
        plane = np.clip(0.5 + (sheets[:, None] - sheets) / race.goal / 2, 0.0, 1.0)
        shape = (self.levels, self.levels, len(self.starts), self.size, self.size)
        self.table = np.broadcast_to(plane, shape).copy()
        self.slopes = np.full(self.size, -0.35)
        levels = range(self.levels)
        depths = [[self._depth(one, two), one, two] for one in levels for two in levels]
        self.order = [
            [(one, two) for depth, one, two in depths if depth == now]
            for now in range(max(depths)[0] + 1)
        ]

    def _depth(self, own: int, other: int) -> int:
        """How many busts, turn about, until one costs points: which values wait for which."""
        return 0 if own >= self.levels - 1 else 1 + self._depth(other, own + 1)

    def solve(self, progress: Progress = lambda _done: None, within: float = 1e-8) -> None:
        """Passes over all sheets, from the goal down, until nothing moves.

        Where busts in a row cost something, the same race without that is a start.
        """
        if self.race.streak:
            free = RaceSolver(self.race._replace(streak=0))
            free.solve(progress, within)
            self.table[:] = free.table[0, 0]
        change = 1.0
        while change > within:
            before = self.table.copy()
            for total in range(2 * self.size - 2, -1, -1):
                self._diagonal(total)
                progress(1.0 - (total / (2 * self.size - 1)) ** 2)
            change = float(np.abs(self.table - before).max()) if self.race.streak else 0.0

    def _diagonal(self, total: int) -> None:
        own = np.arange(max(0, total - self.size + 1), min(self.size - 1, total) + 1)
        other = total - own
        banks = [self._bank(level, other) for level in range(self.levels)]
        zero = own + self.race.floor == 0
        race = self.race
        least = np.where(zero, max(race.entry, race.minimum), race.minimum)
        if not race.streak:
            slope = self.slopes[own]
            play = partial(self._play, banks[0], least, own)
            chance = settle(
                lambda chance: play(1.0 - chance[::-1])[0], self._guess(own, other), slope
            )
            self.slopes[own] = slope
            found = play(1.0 - chance[::-1]) if len(self.starts) > 1 else chance[None]
            self.table[0, 0, :, own, other] = found.T
            return
        for states in self.order:
            count = len(states)
            bank = np.stack([banks[two] for _one, two in states], axis=-1)
            bank = bank.reshape(*bank.shape[:2], -1)
            bust = np.stack([self._bust(one, two, own, other) for one, two in states], axis=-1)
            found = self._play(bank, least.repeat(count), own.repeat(count), bust.ravel())
            found = found.reshape(len(self.starts), own.size, count)
            for index, (one, two) in enumerate(states):
                self.table[one, two, :, own, other] = found[:, :, index].T

    def _play(self, bank: Floats, least: Ints, own: Ints, bust: Floats) -> Floats:
        return _started(turns(self.throws, self.top, bank, least, own, bust, self.starts))

    def _bank(self, level: int, other: Ints) -> Floats:
        """The worth of a sheet by the dice left to a rival with so many busts in a row."""
        race = self.race
        height = self.top + race.cycle.jump + 1
        bank = np.ones((height, len(self.starts), other.size))
        ahead = np.arange(self.size, height)[:, None] - other
        for left in range(len(self.starts)):
            bank[: self.size, left] = 1.0 - self.table[level, 0, left, other].T
            if race.answer:
                row = self.chances[left]
                bank[self.size :, left] = 1.0 - row[np.minimum(ahead, row.size - 1)]
        if len(self.starts) == 1:
            return bank
        dice = len(self.starts)
        left_at = {place: rest.dice % dice for rest, place in race.cycle.place.items()}
        return np.asarray(bank[:, [left_at[place] for place in range(self.throws.count)]])

    def _bust(self, one: int, two: int, own: Ints, other: Ints) -> Floats:
        race = self.race
        if one < self.levels - 1:
            return np.asarray(1.0 - self.table[two, one + 1, 0, other, own])
        after = 0 if race.reset else one
        lowered = np.maximum(own - race.penalty, 0)
        return np.asarray(1.0 - self.table[two, after, 0, other, lowered])

    def _guess(self, own: Ints, other: Ints) -> Floats:
        """The plane through three sheets ahead, bent as the planes ahead are, where these are."""
        size = self.size
        wide = np.zeros((size + 3, size + 3))
        wide[:size, :size] = self.table[0, 0, 0]
        wide[size:] = 1.0

        def at(more: int, ahead: int) -> Floats:
            return np.asarray(wide[own + more, other + ahead])

        def bend(more: int, ahead: int) -> Floats:
            sides = at(more + 1, ahead) + at(more, ahead + 1)
            return at(more, ahead) - sides + at(more + 1, ahead + 1)

        plane = at(1, 0) + at(0, 1) - at(1, 1)
        inside = np.maximum(own, other) + 3 < size
        return np.clip(plane + inside * (bend(1, 0) + bend(0, 1) - bend(1, 1)), 0.0, 1.0)
