"""Makes tablebases with numpy; see `engine.strategy.tablebase`. Needs the extra ``solve``.

All own sheets against one sheet of the rival are solved together: what a bank is worth depends on
the sheet that it makes, so that they share it, and differ in what a bust is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.family.rules import FamilyRules
from engine.strategy.build import WIDTH, Floats, Ints, Picks, Progress, Throws
from engine.strategy.graph import graph, step_of
from engine.strategy.match import Race, race_of
from engine.strategy.table import Table
from engine.strategy.tablebase import UNKNOWN, Head, encode, head_of, keeping, leaves
from engine.strategy.turn import NEVER, for_points, top_of

EVEN = 5e-10
"""Moves whose chances to win differ by less are even: the points of the turn decide (`hints`)."""

Numbers = NDArray[np.uint16]


class Columns(NamedTuple):
    """Turns that are solved together, one a column.

    ``own`` is the sheet that a turn begins with, in rising order, ``least`` the smallest bank.
    ``rests`` and ``throws`` are what the turn is worth when it is played for points, by sheet,
    place and column.
    """

    own: Ints
    least: Ints
    rests: Floats
    throws: Floats


class Learner:
    """Finds the policies of a race and numbers them."""

    def __init__(self, rules: FamilyRules, race: Race, head: Head) -> None:
        self.rules = rules
        self.race = race
        self.rows = head.rows
        self.width = head.width
        self.step = step_of(rules)
        self.throws = Throws(race.cycle, race.hot)
        self.keeps = Throws(graph(keeping(rules)), race.hot)
        self.leaves = np.array(leaves(keeping(rules)))
        self.top = race.goal - race.floor + race.over + max(race.entry, race.minimum) - 1
        # Whole numbers below 2**42 add up exactly as floats: equal policies have equal sums.
        self.signs = np.random.default_rng(1).integers(1, 2**42, self.width).astype(np.float64)
        self.known: dict[float, int] = {}
        self.policies: list[bytes] = []

    def columns(self, own: Ints, kinds: Sequence[tuple[int, int]], top: int) -> list[Columns]:
        """Turns that begin with these sheets, `WIDTH` together; see `_kinds`."""
        height = top + 1 + self.throws.jump
        most = top_of(self.rules)
        found = []
        for begin in range(0, own.size, WIDTH):
            part = own[begin : begin + WIDTH]
            shape = (height, self.throws.count, part.size)
            rests, throws = np.zeros(shape), np.zeros(shape)
            for column, sheet in enumerate(part.tolist()):
                minimum, cost = kinds[begin + column]
                solved = for_points(self.rules, minimum, -float(cost))
                points = np.minimum(np.arange(height - sheet), most)
                rests[sheet:, :, column] = np.array(solved.rests)[:, points].T
                throws[sheet:, :, column] = np.array(solved.throws)[:, points].T
            least = [minimum // self.step for minimum, _cost in kinds[begin : begin + WIDTH]]
            found.append(Columns(part, np.array(least), rests, throws))
        return found

    def learn(self, columns: Sequence[Columns], bank: Floats, bust: Floats) -> Numbers:
        """Policies by column and turn points.

        ``bank[sheet, column]`` is the chance to win after a bank (one column where all are alike),
        ``bust`` that after a bust.
        """
        found, begin = [], 0
        for part in columns:
            cut = slice(begin, begin + part.own.size)
            found.append(self._learn(part, bank[:, cut] if bank.shape[1] > 1 else bank, bust[cut]))
            begin = cut.stop
        return np.concatenate(found)

    def _learn(self, columns: Columns, bank: Floats, bust: Floats) -> Numbers:
        throws, own = self.throws, columns.own
        top = bank.shape[0] - throws.jump - 1
        rows = np.empty((bank.shape[0], throws.count, own.size))
        reach = throws.reach(True, None if throws.hot == "must_roll" else 1.0)
        rows[top + 1 :] = bust + reach * (bank[top + 1 :, None] - bust)
        policies = np.zeros((own.size, self.rows, self.width), dtype=np.uint8)
        for sheet in range(top, int(own[0]) - 1, -1):
            value = throws.at(rows, sheet) + throws.busts * bust
            end = np.where(sheet - own >= columns.least, bank[sheet], NEVER)
            row = rows[sheet]
            np.maximum(value, end, out=row)
            if throws.hot == "must_roll":
                row[0] = value[0]
            elif throws.hot == "turn_ends":
                row[0] = bank[sheet]
            here = np.arange(*np.searchsorted(own, (sheet - self.rows + 1, sheet + 1)))
            if not here.size:
                continue
            points = sheet - own[here]
            banked = points.astype(np.float64) * self.step
            banks = _better(end[here], value[:, here], banked, columns.throws[sheet][:, here])
            keeps = self._picks(rows, columns.rests, sheet)[self.leaves][:, here]
            policies[here, points] = np.concatenate([keeps, banks]).T
        return self._numbered(policies, own[:, None] + np.arange(self.rows) > top)

    def _picks(self, rows: Floats, likes: Floats, sheet: int) -> Picks:
        """By node of the keeps, which option is best."""
        count, width = self.keeps.count, rows.shape[2]
        flat, liked = rows.reshape(-1, width), likes.reshape(-1, width)
        shape = (self.keeps.weights.shape[1], width)
        best, like, picks = np.empty(shape), np.empty(shape), np.zeros(shape, dtype=np.uint8)
        for depth, (begin, end, options, parents) in enumerate(self.keeps.levels):
            new = flat.take(options + sheet * count, axis=0, mode="clip")
            more = liked.take(options + sheet * count, axis=0, mode="clip")
            if begin:
                old, before = best.take(parents, axis=0), like.take(parents, axis=0)
                better = _better(new, old, more, before)
                picks[begin:end] = picks.take(parents, axis=0)
                picks[begin:end][better] = depth
                np.maximum(new, old, out=new)
                np.copyto(more, before, where=~better)
            best[begin:end], like[begin:end] = new, more
        return picks

    def _numbered(self, policies: Picks, unknown: NDArray[np.bool_]) -> Numbers:
        flat = policies.reshape(-1, self.width)
        sums, first, back = np.unique(flat @ self.signs, return_index=True, return_inverse=True)
        for total, place in zip(sums.tolist(), first.tolist(), strict=True):
            if total not in self.known:
                self.known[total] = len(self.policies)
                self.policies.append(flat[place].tobytes())
        numbers = np.array([self.known[total] for total in sums.tolist()])
        found = numbers[back].reshape(policies.shape[:2])
        found[unknown] = UNKNOWN
        return found.astype(np.uint16)


def build_tablebase(
    rules: FamilyRules, table: Table, progress: Progress = lambda _done: None
) -> bytes:
    """Everything that perfect play does under some rules, by a table that serves them.

    ``progress`` may raise to stop the work. The rules must be `learnable`.

    Raises:
        OverflowError: the policies are too many to be numbered.
    """
    race = race_of(rules)
    assert race is not None
    step = step_of(rules)
    grids = _grids(table, race, step)
    head = head_of(rules)
    own = np.arange(head.sheets)
    learner = Learner(rules, race, head)
    levels = range(head.levels)
    columns = [learner.columns(own, _kinds(rules, head, busts), learner.top) for busts in levels]
    numbers = np.full(head.size, UNKNOWN, dtype=np.uint16)
    for other in own.tolist():
        for rival in levels:
            chances = grids[rival, :, other]
            bank = _banks(table, race, chances[0], other, learner.top, step)[:, None]
            for busts in levels:
                found = learner.learn(columns[busts], bank, _busts(race, chances, busts))
                place = head.place(other, 0, rival, busts)
                numbers[place : place + found.size] = found.ravel()
        progress((other + 1) / head.sheets)
    if head.behind:
        tie = table.shape.tie if race.replay else 0.5
        numbers[head.last(0) :] = _last(learner, head.behind, tie).ravel()
    if len(learner.policies) >= UNKNOWN:
        raise OverflowError("There are too many policies.")
    head = head._replace(policies=len(learner.policies))
    return encode(head, learner.policies, numbers.tobytes())


def _better(new: Floats, old: Floats, like: Floats, before: Floats) -> NDArray[np.bool_]:
    """Where something wins more often than something else, or as often and with more points."""
    better = new > old + EVEN
    even = (new >= old - EVEN) ^ better
    if even.any():
        better |= even & (like > before)
    return np.asarray(better)


def _kinds(rules: FamilyRules, head: Head, busts: int) -> list[tuple[int, int]]:
    """By own sheet, the least bank in points, and what a bust costs after so many in a row."""
    streak = rules.bust_streak
    due = streak.penalty if streak is not None and busts + 1 >= streak.n else 0
    found = []
    for sheet in range(head.floor, head.goal):
        own = sheet * step_of(rules)
        cost = due if rules.min_score is None else min(due, max(own, 0))
        found.append((rules.bank_min if own else max(rules.entry_min, rules.bank_min), cost))
    return found


def _grids(table: Table, race: Race, step: int) -> Floats:
    """Chances to win by busts in a row, own and the rival's, and by both sheets, own first."""
    shift = table.shape.goal - race.goal
    sheets = [(sheet + shift) * step for sheet in range(race.floor, race.goal)]
    levels = range(max(1, race.streak))
    return np.array(
        [
            [[[table.win(own, other, a, b) for other in sheets] for own in sheets] for b in levels]
            for a in levels
        ]
    )


def _banks(table: Table, race: Race, chances: Floats, other: int, top: int, step: int) -> Floats:
    """What a bank is worth by the sheet that it makes; ``chances`` are the rival's then."""
    size = chances.size
    bank = np.ones(top + race.cycle.jump + 1)
    bank[:size] -= chances
    if race.answer:
        bank[size:] -= [table.last((sheet - other) * step) for sheet in range(size, bank.size)]
    return bank


def _busts(race: Race, chances: Floats, busts: int) -> Floats:
    """What a bust is worth by own sheet; ``chances`` are the rival's by our busts and sheet."""
    levels, size = chances.shape
    if busts < levels - 1:
        return np.asarray(1.0 - chances[busts + 1])
    if not race.streak:
        return np.asarray(1.0 - chances[0])
    lowered = np.maximum(np.arange(size) - race.penalty, 0)
    return np.asarray(1.0 - chances[0 if race.reset else busts, lowered])


def _last(learner: Learner, behind: int, tie: float) -> Numbers:
    """Last turns, by how many steps they have to make up."""
    race = learner.race
    top = behind + race.minimum - 1
    made = np.arange(behind)
    points = np.arange(top + 1 + race.cycle.jump)[:, None]
    bank = np.where(points > made, 1.0, np.where(points == made, tie, 0.0))
    kinds = [(learner.rules.bank_min, 0)] * behind
    columns = learner.columns(np.zeros(behind, dtype=np.int64), kinds, top)
    return learner.learn(columns, bank, np.where(made == 0, tie, 0.0))
