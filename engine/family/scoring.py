"""The combination table: what dice are worth together (RULES.md section 5).

A *hand* is how many dice show each face, ones first: ``(2, 0, 0, 0, 1, 0)`` is 1 1 5. A hand is
worth the best split into disjoint combinations in which every die counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, product
from typing import Annotated, Literal

from pydantic import Field

from engine.model import Frozen

Hand = tuple[int, int, int, int, int, int]
"""How many dice show 1, 2, 3, 4, 5 and 6."""

Points = Annotated[int, Field(strict=True, ge=0, le=1_000_000)]
Flag = Annotated[bool, Field(strict=True)]
ByFace = tuple[Points, Points, Points, Points, Points, Points]

FACES = (1, 2, 3, 4, 5, 6)
NOTHING: Hand = (0, 0, 0, 0, 0, 0)


def hand_of(faces: tuple[int, ...]) -> Hand:
    """The hand of some faces.

    >>> hand_of((1, 5, 1))
    (2, 0, 0, 0, 1, 0)
    """
    count = faces.count
    return count(1), count(2), count(3), count(4), count(5), count(6)


class Combination(Frozen):
    """Dice that score together: what they need, what they are worth, what players call it."""

    needs: Hand
    points: int
    name: str

    @property
    def equal_faces(self) -> bool:
        """Whether it is a set of equal dice (a single one included)."""
        return sum(1 for count in self.needs if count) == 1


class Combinations(Frozen):
    """A scoring table as data; 0 points mean that there is no such combination.

    ``kinds`` values four, five and six equal dice: not at all, flat values whatever the face, the
    triple added again by each further die, doubled by each, or multiplied by a factor by each.
    ``straight`` is 1-6, ``straight_low`` 1-5, ``straight_high`` 2-6. ``four_two`` and
    ``six_as_pairs`` let those count as three pairs. ``full_house`` is what a triple with a pair
    adds to the triple. ``nothing`` is for six dice of which none scores.
    """

    singles: ByFace = (100, 0, 0, 0, 50, 0)
    triples: ByFace = (1000, 200, 300, 400, 500, 600)
    kinds: (
        Literal["none", "add_triple", "double"]
        | Annotated[int, Field(strict=True, ge=2, le=10)]
        | tuple[Points, Points, Points]
    ) = "none"
    straight: Points = 0
    straight_low: Points = 0
    straight_high: Points = 0
    three_pairs: Points = 0
    four_two: Flag = False
    six_as_pairs: Flag = False
    two_triplets: Points = 0
    full_house: Points = 0
    nothing: Points = 0

    def of_a_kind(self, face: int, count: int) -> int:
        """What ``count`` (3 to 6) dice of this face are worth as one combination, 0 for none."""
        triple = self.triples[face - 1]
        further = count - 3
        match self.kinds:
            case _ if further == 0:
                return triple
            case "none":
                return 0
            case "add_triple":
                return triple * (1 + further)
            case "double":
                return int(triple * 2**further)
            case int(factor):
                return int(triple * factor**further)
            case flat:
                return flat[further - 1]

    @cached_property
    def table(self) -> tuple[Combination, ...]:
        """Every combination there is, in the rule book's order; `nothing` is not among them."""
        return tuple(self._table())

    def _table(self) -> Iterator[Combination]:
        for face in FACES:
            if self.singles[face - 1]:
                yield _set(face, 1, self.singles[face - 1], f"a {face}")
        for count, word in ((3, "three"), (4, "four"), (5, "five"), (6, "six")):
            for face in FACES:
                if points := self.of_a_kind(face, count):
                    yield _set(face, count, points, f"{word} {face}s")
        for points, needs, name in (
            (self.straight, (1, 1, 1, 1, 1, 1), "straight 1-6"),
            (self.straight_low, (1, 1, 1, 1, 1, 0), "straight 1-5"),
            (self.straight_high, (0, 1, 1, 1, 1, 1), "straight 2-6"),
        ):
            if points:
                yield Combination(needs=needs, points=points, name=name)
        for pairs in combinations(FACES, 3) if self.three_pairs else ():
            yield _mixed(dict.fromkeys(pairs, 2), self.three_pairs, "three pairs")
        for four, two in _ordered_pairs() if self.three_pairs and self.four_two else ():
            yield _mixed({four: 4, two: 2}, self.three_pairs, "four and a pair")
        for face in FACES if self.three_pairs and self.six_as_pairs else ():
            yield _set(face, 6, self.three_pairs, "three equal pairs")
        for one, two in combinations(FACES, 2) if self.two_triplets else ():
            yield _mixed({one: 3, two: 3}, self.two_triplets, "two triplets")
        for three, two in _ordered_pairs() if self.full_house else ():
            if triple := self.triples[three - 1]:
                yield _mixed({three: 3, two: 2}, triple + self.full_house, "full house")

    def best(self, hand: Hand, red: Hand = NOTHING, per_red: bool = False) -> int | None:
        """Points of the best split of a whole hand, None when a die is left over.

        ``red`` are the dice of the hand that show red: a combination with a red die is doubled,
        once, or with ``per_red`` once for each (SPF-8, scope combination). Always counting the red
        dice of a face into the first combination that takes that face would be wrong, so every way
        to place them is tried.
        """
        key = (hand, red, per_red)
        memo = self._best
        if key not in memo:
            memo[key] = self._split(hand, red, per_red)
        return memo[key]

    @cached_property
    def _best(self) -> dict[tuple[Hand, Hand, bool], int | None]:
        return {(NOTHING, NOTHING, per_red): 0 for per_red in (False, True)}

    @cached_property
    def _by_first_face(self) -> tuple[tuple[Combination, ...], ...]:
        first = [next(i for i, n in enumerate(c.needs) if n) for c in self.table]
        return tuple(
            tuple(c for c, lowest in zip(self.table, first, strict=True) if lowest == i)
            for i in range(6)
        )

    def _split(self, hand: Hand, red: Hand, per_red: bool) -> int | None:
        lowest = next(i for i, count in enumerate(hand) if count)
        best: int | None = None
        for combination in self._by_first_face[lowest]:
            needs = combination.needs
            rest = minus(hand, needs)
            if rest is None:
                continue
            for taken, left in reds_taken(hand, needs, red):
                after = self.best(rest, left, per_red)
                if after is None:
                    continue
                points = combination.points * red_factor(taken, per_red) + after
                if best is None or points > best:
                    best = points
        return best

    def single_best(self, hand: Hand) -> Combination | None:
        """The best one combination that is exactly this hand (SPF-9 ``single_combination``)."""
        fitting = [one for one in self.table if one.needs == hand]
        return max(fitting, key=lambda one: one.points, default=None)

    def split(self, hand: Hand) -> tuple[Combination, ...] | None:
        """The combinations of the best split of a hand, None when a die is left over."""
        if hand == NOTHING:
            return ()
        whole = self.best(hand)
        for combination in self.table if whole is not None else ():
            rest = minus(hand, combination.needs)
            if rest is None:
                continue
            after = self.best(rest)
            if after is not None and after + combination.points == whole:
                return (combination, *(self.split(rest) or ()))
        return None


def _set(face: int, count: int, points: int, name: str) -> Combination:
    return _mixed({face: count}, points, name)


def _mixed(counts: dict[int, int], points: int, name: str) -> Combination:
    needs = tuple(counts.get(face, 0) for face in FACES)
    return Combination.model_validate({"needs": needs, "points": points, "name": name})


def _ordered_pairs() -> Iterator[tuple[int, int]]:
    return ((one, two) for one in FACES for two in FACES if one != two)


def minus(hand: Hand, needs: Hand) -> Hand | None:
    """What is left of a hand without these dice, None when they are not all there."""
    a, b, c, d, e, f = (have - need for have, need in zip(hand, needs, strict=True))
    return None if min(a, b, c, d, e, f) < 0 else (a, b, c, d, e, f)


def reds_taken(hand: Hand, needs: Hand, red: Hand) -> Iterator[tuple[Hand, Hand]]:
    """The red dice of a hand that a combination takes and those it leaves: every way there is."""
    if red == NOTHING:
        yield NOTHING, NOTHING
        return
    ways = (
        range(max(0, need - (have - shown)), min(need, shown) + 1)
        for have, need, shown in zip(hand, needs, red, strict=True)
    )
    for a, b, c, d, e, f in product(*ways):
        taken = (a, b, c, d, e, f)
        left = minus(red, taken)
        assert left is not None
        yield taken, left


def red_factor(red: Hand, per_red: bool) -> int:
    """What red dice multiply points by: twice at all, or twice for each (SPF-8)."""
    count = sum(red)
    return int(2 ** (count if per_red else min(count, 1)))
