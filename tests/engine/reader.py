"""The combination tables of the rule book, typed from its text, and a reader that tries everything.

Nothing here comes from the engine: dice are parted into groups in every way there is, and each
group is looked up in the rule book's words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

Group = tuple[int, ...]
"""Faces in ascending order, or the numbers of dice."""

HUNDREDS = {2: 200, 3: 300, 4: 400, 5: 500, 6: 600}
HIGH_ONES = {1: 1000, **HUNDREDS}
LOW_ONES = {1: 300, **HUNDREDS}


def no_more(_triple: int, _further: int) -> int | None:
    """Nothing for four, five or six of a kind as such."""
    return None


def doubles(triple: int, further: int) -> int | None:
    """Each further die doubles."""
    return triple * (1, 2, 4, 8)[further]


def adds(triple: int, further: int) -> int | None:
    """Each further die adds the triple."""
    return triple + further * triple


def flat(four: int, five: int, six: int) -> Callable[[int, int], int | None]:
    """Any face, the same."""
    return lambda _, further: {1: four, 2: five, 3: six}[further]


class Table(NamedTuple):
    """One table: what a group of dice is worth."""

    triples: dict[int, int] = HIGH_ONES
    further: Callable[[int, int], int | None] = no_more
    straight: int | None = None
    low: int | None = None
    high: int | None = None
    three_pairs: int | None = None
    four_two: bool = False
    six_as_pairs: bool = False
    two_triplets: int | None = None
    full_house: int | None = None
    nothing: int | None = None

    def worth(self, faces: Group) -> int | None:
        """The most that these dice are worth as one combination, None if they are none."""
        found = [points for points in self.readings(faces) if points is not None]
        return max(found, default=None)

    def readings(self, faces: Group) -> Iterator[int | None]:
        """Every way to see one combination in these dice."""
        if faces == (1,):
            yield 100
        if faces == (5,):
            yield 50
        if len(faces) >= 3 and len(set(faces)) == 1:
            triple = self.triples.get(faces[0])
            if triple is not None:
                yield triple if len(faces) == 3 else self.further(triple, len(faces) - 3)
        if faces == (1, 2, 3, 4, 5, 6):
            yield self.straight
        if faces == (1, 2, 3, 4, 5):
            yield self.low
        if faces == (2, 3, 4, 5, 6):
            yield self.high
        counts = sorted(Counter(faces).values())
        if counts == [2, 2, 2]:
            yield self.three_pairs
        if counts == [2, 4] and self.four_two:
            yield self.three_pairs
        if counts == [6] and self.six_as_pairs:
            yield self.three_pairs
        if counts == [3, 3]:
            yield self.two_triplets
        if counts == [2, 3] and self.full_house:
            (triple,) = {face for face in faces if faces.count(face) == 3}
            if triple in self.triples:
                yield self.triples[triple] + self.full_house


FILL_OR_BUST = Table(straight=1500)
TABLES = {
    "fill-or-bust": FILL_OR_BUST,
    "fill-or-bust/sheet-000": FILL_OR_BUST,
    "volle-lotte": Table(),
    "zilch": Table(
        further=flat(4000, 5000, 6000), two_triplets=3000, three_pairs=2000, straight=1500
    ),
    "zilch-10000": Table(two_triplets=3000, three_pairs=2000, straight=1500),
    "zilch-5000": Table(straight=1500),
    "spicy-farkel": Table(straight=3000, three_pairs=1500, four_two=True, six_as_pairs=True),
    "zilch-online": Table(
        further=doubles,
        straight=1500,
        three_pairs=1500,
        four_two=True,
        six_as_pairs=True,
        nothing=500,
    ),
    "farkle-social": Table(further=adds, straight=1500, three_pairs=750),
    "farkle-boxed": Table(
        triples=LOW_ONES,
        further=flat(1000, 2000, 3000),
        straight=1500,
        three_pairs=1500,
        four_two=True,
        two_triplets=2500,
    ),
    "pocket-farkel": Table(triples=LOW_ONES),
    "ten-thousand": Table(further=doubles, straight=1500, three_pairs=750),
    "medieval": Table(further=doubles, low=500, high=750, straight=1500),
}
"""Sections 1, 2, 3 and 5, by preset."""


def partings(dice: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """Every way to part dice into groups."""
    if not dice:
        yield ()
        return
    first, others = dice[0], dice[1:]
    for size in range(len(others) + 1):
        for company in combinations(others, size):
            rest = [die for die in others if die not in company]
            for groups in partings(rest):
                yield ((first, *company), *groups)


@cache
def partings_of(count: int) -> tuple[tuple[Group, ...], ...]:
    """Every way to part this many dice, by place."""
    return tuple(partings(range(count)))


class Reader:
    """Reads rolls by a table, remembering the groups and hands that it has seen.

    ``single``: a keep must be one combination.
    """

    def __init__(self, table: Table, *, single: bool = False) -> None:
        self.table = table
        self.single = single
        self.groups: dict[Group, int | None] = {}
        self.hands: dict[Group, int | None] = {}

    def worth(self, faces: Group) -> int | None:
        """These dice as one combination."""
        if faces not in self.groups:
            self.groups[faces] = self.table.worth(faces)
        return self.groups[faces]

    def partings(self, faces: Sequence[int]) -> Iterator[list[tuple[Group, int]]]:
        """Every parting in which all groups score: their places and points."""
        for groups in partings_of(len(faces)):
            told = []
            for group in groups:
                points = self.worth(tuple(sorted([faces[place] for place in group])))
                if points is None:
                    break
                told.append((group, points))
            else:
                yield told

    def best(self, faces: Group) -> int | None:
        """The best parting of all these dice, None if some die is left over."""
        if faces not in self.hands:
            if self.single:
                self.hands[faces] = self.worth(faces)
            else:
                sums = [sum(points for _, points in groups) for groups in self.partings(faces)]
                self.hands[faces] = max(sums, default=None)
        return self.hands[faces]

    def keeps(self, roll: dict[int, int], *, everything: bool = False) -> dict[Group, int]:
        """Every legal keep of a roll, given as faces by die number, with its points.

        ``everything``: only the largest keeps are legal.
        """
        found = {}
        for size in range(1, len(roll) + 1):
            for dice in combinations(sorted(roll), size):
                points = self.best(tuple(sorted([roll[number] for number in dice])))
                if points is not None:
                    found[dice] = points
        if not found and len(roll) == 6 and self.table.nothing:
            return {tuple(sorted(roll)): self.table.nothing}
        if everything:
            most = max(map(len, found), default=0)
            return {dice: points for dice, points in found.items() if len(dice) == most}
        return found


READERS = {preset: Reader(table) for preset, table in TABLES.items()}
