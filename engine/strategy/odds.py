"""Chances of a throw, exactly: what may come, what it may be kept for, and how often it busts.

Dice have no identity here. Where single dice show red faces, their doubling is left out; the turn
programme counts it (`engine.strategy.graph`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

from engine.family.hands import Faces, Kept, Roll, best_points, legal_keeps, plain_keeps, value
from engine.family.rules import FamilyRules
from engine.family.scoring import FACES, NOTHING, Hand, hand_of


class Rest(NamedTuple):
    """What a keep leaves: dice to throw (0: all were kept), and the sets that lie (ZIL-14)."""

    dice: int
    sets: Hand = NOTHING


class Option(NamedTuple):
    """A keep worth considering: its points and what it leaves."""

    points: int
    rest: Rest


class Outcome(NamedTuple):
    """Rolls that leave the same choice: how many there are, and the choice."""

    ways: int
    options: tuple[Option, ...]


class Throw(NamedTuple):
    """All that a throw may bring; ``busts`` and the ways of the outcomes add up to ``ways``."""

    ways: int
    busts: int
    outcomes: tuple[Outcome, ...]


class Worth(NamedTuple):
    """A keep of a roll on the table: dice by number, points, dice left, the next throw's bust."""

    dice: tuple[int, ...]
    faces: Faces
    points: int
    left: int
    bust: Fraction


def rolls(dice: int) -> Iterator[tuple[Faces, int]]:
    """Every distinct roll of so many dice, sorted, with the number of ways to throw it."""
    for faces in combinations_with_replacement(FACES, dice):
        yield faces, factorial(dice) // prod(map(factorial, hand_of(faces)))


@cache
def undoubled(rules: FamilyRules) -> FamilyRules:
    """The same rules with plain dice."""
    if rules.doubling is None:
        return rules
    return rules.altered(doubling=None)


@cache
def throw(rules: FamilyRules, start: Rest, everything: bool = False) -> Throw:
    """What a throw may bring; ``everything`` that scores must be kept (FOB-20, ZIL-5).

    Of the keeps that leave the same only the best counts, for more points are never worse; where
    the goal must be hit exactly they can be, and all stay.
    """
    everything = everything or rules.keep == "all"
    plain = undoubled(rules)
    busts = 0
    ways: dict[tuple[Option, ...], int] = {}
    for faces, count in rolls(start.dice):
        options = tuple(sorted(_options(plain, faces, start.sets, everything)))
        if options:
            ways[options] = ways.get(options, 0) + count
        else:
            busts += count
    outcomes = tuple(Outcome(count, options) for options, count in ways.items())
    return Throw(6**start.dice, busts, outcomes)


def _options(rules: FamilyRules, faces: Faces, sets: Hand, everything: bool) -> set[Option]:
    found: set[Option] = set()
    dice = len(faces)
    if rules.plain:
        for kept, points in plain_keeps(rules, faces, everything).items():
            found.add(Option(points, Rest(dice - len(kept))))
    else:
        found = _joining(rules, faces, sets)
        if everything and found:
            least = min(option.rest.dice for option in found)
            found = {option for option in found if option.rest.dice == least}
    if rules.exact:
        return found
    best: dict[Rest, int] = {}
    for points, rest in found:
        best[rest] = max(points, best.get(rest, 0))
    return {Option(points, rest) for rest, points in best.items()}


def _joining(rules: FamilyRules, faces: Faces, sets: Hand) -> set[Option]:
    """Keeps that may join sets already set aside (ZIL-14), each choice of faces looked at once."""
    memo = _joined(rules)
    dice = len(faces)
    found = set()
    for size in range(1, dice + 1):
        for kept in set(combinations(faces, size)):
            key = (kept, sets)
            if key not in memo:
                placed = kept + (0,) * (rules.dice.count - size)
                numbers = rules.numbers[:size]
                memo[key] = value(rules, Roll(placed, rules.blank, sets), numbers)
            worth = memo[key]
            if worth is not None:
                left = dice - size
                found.add(Option(worth.points, Rest(left, worth.sets if left else NOTHING)))
    return found


@cache
def _joined(_rules: FamilyRules) -> dict[tuple[Faces, Hand], Kept | None]:
    return {}


def bust_chance(rules: FamilyRules, dice: int, sets: Hand = NOTHING) -> Fraction:
    """The chance that a throw of so many dice scores nothing (FOB-13, ZIL-7, SPF-6)."""
    thrown = throw(rules, Rest(dice, sets))
    return Fraction(thrown.busts, thrown.ways)


def fill_in_one(rules: FamilyRules, dice: int, sets: Hand = NOTHING) -> Fraction:
    """The chance that all of so many dice can be kept at one throw."""
    thrown = throw(rules, Rest(dice, sets))
    full = sum(one.ways for one in thrown.outcomes if any(not o.rest.dice for o in one.options))
    return Fraction(full, thrown.ways)


@cache
def fill_chance(
    rules: FamilyRules, start: Rest, everything: bool = False, fills: int = 1
) -> Fraction:
    """The chance to keep all the dice in the end, so many times, when that alone is played for."""
    if not fills:
        return Fraction(1)
    thrown = throw(rules, start, everything)
    total = Fraction(0)
    for one in thrown.outcomes:
        total += one.ways * max(
            fill_chance(rules, rest, everything, fills)
            if rest.dice
            else fill_chance(rules, Rest(rules.dice.count), everything, fills - 1)
            for _points, rest in one.options
        )
    return total / thrown.ways


@cache
def new_faces(missing: int, count: int = 6) -> tuple[float, ...]:
    """Chances that so many dice, one for each face missing, show 0, 1, 2 … of these faces.

    ``count`` is how many faces make the straight; with five, any of the six may be among them.
    """
    wanted = 6 - (count - missing)
    chances = [0.0] * (missing + 1)
    for faces, ways in rolls(missing):
        chances[len({face for face in faces if face <= wanted})] += ways / 6**missing
    return tuple(chances)


def keeps_worth(rules: FamilyRules, faces: Faces) -> tuple[Worth, ...]:
    """The keeps of a roll worth considering: the best for each number of dice left, most first.

    ``faces`` are in the order of the dice, so that red faces count. Empty for a bust.

    Raises:
        ValueError: not one to ``rules.dice.count`` faces from 1 to 6.
    """
    if not 1 <= len(faces) <= rules.dice.count or not set(faces) <= set(FACES):
        raise ValueError(f"Give one to {rules.dice.count} faces, each from 1 to 6.")
    placed = faces + (0,) * (rules.dice.count - len(faces))
    best: dict[int, Worth] = {}
    for dice, kept in legal_keeps(
        rules, Roll(placed, rules.blank, NOTHING, rules.keep == "all")
    ).items():
        left = len(faces) - len(dice)
        if left not in best or kept.points > best[left].points:
            shown = tuple(faces[number - 1] for number in dice)
            after = bust_chance(rules, left or rules.dice.count, kept.sets if left else NOTHING)
            best[left] = Worth(dice, shown, kept.points, left, after)
    return tuple(sorted(best.values(), key=lambda one: (-one.points, one.left)))


@cache
def mean_best(rules: FamilyRules) -> tuple[tuple[int, float], ...]:
    """What one roll of all dice scores at its best, with chances (ZIL-12); 0 is a bust."""
    chances: dict[int, float] = {}
    plain = undoubled(rules)
    for faces, ways in rolls(rules.dice.count):
        points = best_points(plain, faces)
        chances[points] = chances.get(points, 0.0) + ways / 6**rules.dice.count
    return tuple(sorted(chances.items()))
