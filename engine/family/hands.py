"""Which dice of a roll may be kept, and for how much.

Rolls and held dice are tuples with one place a die, in number order, 0 where the die is not part of
it. The common case, a plain table lookup by the sorted faces, is the hot path of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from engine.family.rules import FamilyRules
from engine.family.scoring import NOTHING, Hand, hand_of, minus, red_factor, reds_taken

Faces = tuple[int, ...]


class Kept(NamedTuple):
    """What a legal keep is worth: points with ``factor`` applied, and the sets held after it."""

    points: int
    factor: int = 1
    sets: Hand = NOTHING


class Roll(NamedTuple):
    """A roll that waits for a keep, with all that decides which keeps are legal.

    ``faces`` has one place a die (0: not thrown); ``held`` likewise, for the dice of this cycle;
    ``sets`` counts the held dice that lie in sets of equal faces (pyramiding); ``keep_all`` when
    every die that scores must go (FOB-20, ZIL-5); ``collects`` when a card collects a straight.
    """

    faces: Faces
    held: Faces
    sets: Hand = NOTHING
    keep_all: bool = False
    collects: bool = False


def value(rules: FamilyRules, roll: Roll, dice: tuple[int, ...]) -> Kept | None:
    """What keeping these dice is worth, None when it is no legal keep (FOB-11..14, ZIL-2..5)."""
    faces = roll.faces
    if rules.plain and not roll.collects:
        table = plain_keeps(rules, _sorted_faces(faces), roll.keep_all)
        points = table.get(tuple(sorted([faces[number - 1] for number in dice])))
        return None if points is None else _plain(rules, faces, dice, points)
    found = _worth(rules, roll, dice)
    if found is None or not roll.keep_all:
        return found
    return found if len(dice) == max(map(len, _scoring(rules, roll))) else None


def legal_keeps(rules: FamilyRules, roll: Roll) -> dict[tuple[int, ...], Kept]:
    """Every legal keep of a roll, by its dice in number order."""
    if rules.plain and not roll.collects:
        return _plain_choices(rules, roll)
    found = {
        dice: kept
        for dice in subsets(roll.faces)
        if (kept := _worth(rules, roll, dice)) is not None
    }
    if roll.keep_all and found:
        most = max(map(len, found))
        return {dice: kept for dice, kept in found.items() if len(dice) == most}
    return found


def _plain_choices(rules: FamilyRules, roll: Roll) -> dict[tuple[int, ...], Kept]:
    """Every legal keep where a look at the table says it all: both go through sorted faces."""
    faces = _sorted_faces(roll.faces)
    table = plain_keeps(rules, faces, roll.keep_all)
    if not table:
        return {}
    rising = [n for _, n in sorted([(face, n) for n, face in enumerate(roll.faces, 1) if face])]
    found = [
        (size, tuple(sorted(dice)), table[shown])
        for size in range(1, len(rising) + 1)
        for dice, shown in zip(combinations(rising, size), combinations(faces, size), strict=True)
        if shown in table
    ]
    return {dice: _plain(rules, roll.faces, dice, points) for _, dice, points in sorted(found)}


def _plain(rules: FamilyRules, faces: Faces, dice: tuple[int, ...], points: int) -> Kept:
    if rules.doubling is None:
        return Kept(points)
    factor = _factor(rules, faces, dice)
    return Kept(points * factor, factor)


def busts(rules: FamilyRules, roll: Roll) -> bool:
    """Whether nothing of a roll may be kept (FOB-13, ZIL-7, SPF-6)."""
    if rules.plain and not roll.collects:
        return not plain_keeps(rules, _sorted_faces(roll.faces), roll.keep_all)
    return all(_worth(rules, roll, dice) is None for dice in subsets(roll.faces))


def best_points(rules: FamilyRules, faces: Faces) -> int:
    """The most that one roll of all dice can score (ZIL-12), 0 for a bust."""
    keeps = legal_keeps(rules, Roll(faces=faces, held=(0,) * len(faces)))
    return max((kept.points for kept in keeps.values()), default=0)


def plain_keeps(rules: FamilyRules, thrown: Faces, keep_all: bool) -> dict[Faces, int]:
    """Points of every legal keep of some sorted faces, by the sorted faces kept.

    Holds for every roll where neither red dice nor held dice have a say; built once a rule set.
    """
    memo = rules.keep_tables[keep_all]
    keeps = memo.get(thrown)
    if keeps is None:
        keeps = memo[thrown] = _plain_keeps(rules, thrown, keep_all)
    return keeps


def _plain_keeps(rules: FamilyRules, thrown: Faces, everything: bool) -> dict[Faces, int]:
    table = rules.combinations
    keeps: dict[Faces, int] = {}
    for size in range(1, len(thrown) + 1):
        for faces in set(combinations(thrown, size)):
            hand = hand_of(faces)
            if rules.single_combination:
                one = table.single_best(hand)
                points = None if one is None else one.points
            else:
                points = table.best(hand)
            if points is not None:
                keeps[faces] = points
    if not keeps and table.nothing and len(thrown) == rules.dice.count == 6:
        return {thrown: table.nothing}
    if everything and keeps:
        most = max(map(len, keeps))
        return {faces: points for faces, points in keeps.items() if len(faces) == most}
    return keeps


def _sorted_faces(faces: Faces) -> Faces:
    return tuple(sorted(filter(None, faces) if 0 in faces else faces))


@cache
def _numbered(numbers: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        dice for size in range(1, len(numbers) + 1) for dice in combinations(numbers, size)
    )


def subsets(faces: Faces) -> tuple[tuple[int, ...], ...]:
    """Every choice of thrown dice, by number, small ones first."""
    return _numbered(tuple([number for number, face in enumerate(faces, 1) if face]))


def _scoring(rules: FamilyRules, roll: Roll) -> Iterator[tuple[int, ...]]:
    return (dice for dice in subsets(roll.faces) if _worth(rules, roll, dice) is not None)


def reds(rules: FamilyRules, faces: Faces) -> tuple[int, ...]:
    """The numbers of the thrown dice that show their red face (SPF-1)."""
    red = rules.dice.red
    return tuple(n for n, face in enumerate(faces, 1) if red and face and face == red[n - 1])


def _factor(rules: FamilyRules, faces: Faces, dice: tuple[int, ...]) -> int:
    doubling = rules.doubling
    if doubling is None:
        return 1
    shown = reds(rules, faces)
    count = len(shown) if doubling.trigger == "rolled" else len(set(shown) & set(dice))
    return int(2 ** (count if doubling.stack == "per_red" else min(count, 1)))


def _worth(rules: FamilyRules, roll: Roll, dice: tuple[int, ...]) -> Kept | None:
    """The value of a keep where held dice, single red dice or a collecting card have a say."""
    faces = tuple([roll.faces[number - 1] for number in dice])
    if roll.collects:
        return Kept(0) if len(set(faces) - set(roll.held)) == len(faces) else None
    thrown = _sorted_faces(roll.faces)
    if rules.combinations.nothing and len(dice) == len(thrown) == 6:
        lone = plain_keeps(rules, thrown, False)
        if lone == {thrown: rules.combinations.nothing}:
            return Kept(rules.combinations.nothing)
    by_combination = rules.doubling is not None and rules.doubling.scope == "combination"
    red = NOTHING
    if by_combination:
        shown = set(reds(rules, roll.faces)) & set(dice)
        red = hand_of(tuple([roll.faces[number - 1] for number in shown]))
    factor = 1 if by_combination else _factor(rules, roll.faces, dice)
    if rules.pyramiding:
        found = _joined(rules, hand_of(faces), roll.sets, red)
        return None if found is None else Kept(found.points * factor, factor, found.sets)
    points = _alone(rules, hand_of(faces), red)
    return None if points is None else Kept(points * factor, factor)


def _alone(rules: FamilyRules, hand: Hand, red: Hand) -> int | None:
    table = rules.combinations
    if rules.single_combination:
        one = table.single_best(hand)
        return None if one is None else one.points * red_factor(red, _per_red(rules))
    return table.best(hand, red, _per_red(rules))


def _joined(rules: FamilyRules, hand: Hand, sets: Hand, red: Hand) -> Kept | None:
    """The best way to count a keep on top of the sets that already lie there (ZIL-14).

    At most one combination of unlike faces fits beside them: each needs five dice or more.
    """
    table = rules.combinations
    ways = [_sets_grown(rules, hand, sets, red, 0)]
    for combination in table.table:
        if combination.equal_faces:
            continue
        rest = minus(hand, combination.needs)
        if rest is None or (rules.single_combination and rest != NOTHING):
            continue
        for taken, left in reds_taken(hand, combination.needs, red):
            points = combination.points * red_factor(taken, _per_red(rules))
            ways.append(_sets_grown(rules, rest, sets, left, points))
    return max(filter(None, ways), key=lambda way: way.points, default=None)


def _sets_grown(rules: FamilyRules, hand: Hand, sets: Hand, red: Hand, points: int) -> Kept | None:
    if rules.single_combination and not _one_set(rules, hand, sets):
        return None
    for i, added in enumerate(hand):
        if not added:
            continue
        before = _equal(rules, i, sets[i])
        after = _equal(rules, i, sets[i] + added)
        if before is None or after is None:
            return None
        shown = hand_of((i + 1,) * red[i])
        points += (after - before) * red_factor(shown, _per_red(rules))
    a, b, c, d, e, f = (old + new for old, new in zip(sets, hand, strict=True))
    return Kept(points, 1, (a, b, c, d, e, f))


def _one_set(rules: FamilyRules, hand: Hand, sets: Hand) -> bool:
    """Whether these dice are one combination, by themselves or with the set that lies there."""
    faces = [i for i, count in enumerate(hand) if count]
    if len(faces) != 1:
        return not faces
    (i,) = faces
    single = rules.combinations.single_best
    return any(single(_only(i, count)) for count in (hand[i], sets[i] + hand[i]))


def _equal(rules: FamilyRules, i: int, count: int) -> int | None:
    """What ``count`` dice of one face are worth as sets, None where one would be left over."""
    return rules.combinations.best(_only(i, count))


def _only(i: int, count: int) -> Hand:
    a, b, c, d, e, f = (count if place == i else 0 for place in range(6))
    return a, b, c, d, e, f


def _per_red(rules: FamilyRules) -> bool:
    return rules.doubling is not None and rules.doubling.stack == "per_red"
