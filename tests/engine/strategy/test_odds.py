"""Chances of a throw, against every roll and the published ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from engine.family.hands import Roll, busts, legal_keeps
from engine.family.scoring import NOTHING
from engine.strategy.odds import (
    Rest,
    bust_chance,
    fill_chance,
    fill_in_one,
    keeps_worth,
    mean_best,
    new_faces,
    rolls,
    throw,
    undoubled,
)
from tests.engine.strategy.play import rules_of

F = Fraction
SHARED = [F(2, 3), F(4, 9), F(5, 18), F(17, 108), F(25, 324)]


@pytest.mark.parametrize(
    ("preset", "six"),
    [
        ("fill-or-bust", F(5, 162)),
        ("zilch", F(5, 216)),
        ("spicy-farkel", F(5, 216)),
        ("zilch-online", F(0)),
    ],
)
def test_bust_chances_are_the_published_ones(preset: str, six: Fraction) -> None:
    rules = rules_of(preset)
    assert [bust_chance(rules, dice) for dice in range(1, 7)] == [*SHARED, six]


@pytest.mark.parametrize("dice", range(1, 7))
def test_distinct_rolls_are_all_rolls(dice: int) -> None:
    assert sum(ways for _faces, ways in rolls(dice)) == 6**dice


def test_there_are_923_distinct_rolls() -> None:
    assert sum(1 for dice in range(1, 7) for _ in rolls(dice)) == 923


@pytest.mark.parametrize("preset", ["zilch", "spicy-farkel", "zilch-online", "medieval"])
@pytest.mark.parametrize("everything", [False, True])
def test_throws_are_what_the_engine_lets_keep(preset: str, everything: bool) -> None:
    rules = undoubled(rules_of(preset))
    for dice in (1, 2, 3):
        counted: dict[frozenset[tuple[int, int]], int] = {}
        for faces in product(range(1, 7), repeat=dice):
            roll = Roll((*faces, *(0,) * (6 - dice)), rules.blank, NOTHING, everything)
            best: dict[int, int] = {}
            for kept, worth in legal_keeps(rules, roll).items():
                left = dice - len(kept)
                best[left] = max(worth.points, best.get(left, 0))
            key = frozenset(best.items())
            counted[key] = counted.get(key, 0) + 1
        thrown = throw(rules, Rest(dice), everything)
        assert thrown.busts == counted.pop(frozenset(), 0)
        found = {
            frozenset((option.rest.dice, option.points) for option in one.options): one.ways
            for one in thrown.outcomes
        }
        assert found == counted


@pytest.mark.slow
@pytest.mark.parametrize("keep", ["at_least_one", "all"])
@pytest.mark.parametrize(
    ("sets", "dice"),
    [(NOTHING, 5), ((1, 0, 0, 0, 0, 0), 5), ((0, 0, 0, 0, 2, 0), 4), ((0, 3, 0, 0, 0, 0), 3)],
)
def test_joining_sets_is_what_the_engine_lets_keep(
    keep: str, sets: tuple[int, ...], dice: int
) -> None:
    rules = rules_of("zilch-online", pyramiding=True, keep=keep)
    start = Rest(dice, sets)  # type: ignore[arg-type]
    thrown = throw(rules, start)
    found: dict[frozenset[object], int] = {
        frozenset(one.options): one.ways for one in thrown.outcomes
    }
    counted: dict[frozenset[object], int] = {}
    for faces, ways in rolls(dice):
        placed = (*faces, *(0,) * (6 - dice))
        options: dict[Rest, int] = {}
        roll = Roll(placed, rules.blank, start.sets, keep == "all")
        for kept, worth in legal_keeps(rules, roll).items():
            left = dice - len(kept)
            rest = Rest(left, worth.sets if left else NOTHING)
            options[rest] = max(worth.points, options.get(rest, 0))
        key = frozenset((points, rest) for rest, points in options.items())
        counted[key] = counted.get(key, 0) + ways
    assert thrown.busts == counted.pop(frozenset(), 0)
    assert found == counted


def test_a_goal_to_hit_exactly_leaves_every_keep_open() -> None:
    faces = (1, 5)
    loose = throw(rules_of("zilch"), Rest(2))
    exact = throw(rules_of("zilch", exact=True), Rest(2))

    def points(thrown: object) -> set[tuple[int, ...]]:
        outcomes = thrown.outcomes  # type: ignore[attr-defined]
        return {tuple(sorted(option.points for option in one.options)) for one in outcomes}

    assert faces
    assert (50, 100, 150) in points(exact)
    assert (50, 100, 150) not in points(loose)
    assert (100, 150) in points(loose)


def test_filling_in_one_roll() -> None:
    rules = rules_of("fill-or-bust")
    full = 0
    for faces in product(range(1, 7), repeat=3):
        keeps = legal_keeps(rules, Roll((*faces, 0, 0, 0), rules.blank))
        full += (1, 2, 3) in keeps
    assert fill_in_one(rules, 3) == F(full, 216)
    assert fill_in_one(rules, 1) == F(1, 3)


def test_filling_in_the_end() -> None:
    rules = rules_of("fill-or-bust")
    one = fill_chance(rules, Rest(1))
    assert one == F(1, 3)
    # Two dice: both score at once (4 of 36), or one does (16 of 36) and the other follows.
    assert fill_chance(rules, Rest(2)) == F(4, 36) + F(16, 36) * one
    twice = fill_chance(rules, Rest(1), fills=2)
    assert twice == one * fill_chance(rules, Rest(6))


@pytest.mark.parametrize("missing", range(1, 7))
def test_new_faces_are_counted_over_all_rolls(missing: int) -> None:
    wanted = set(range(1, missing + 1))
    counts = [0] * (missing + 1)
    for faces in product(range(1, 7), repeat=missing):
        counts[len(wanted & set(faces))] += 1
    assert new_faces(missing) == pytest.approx([count / 6**missing for count in counts])


def test_keeps_worth_considering() -> None:
    worth = keeps_worth(rules_of("zilch"), (1, 1, 1, 5, 2, 3))
    assert [(one.faces, one.points, one.left, one.bust) for one in worth] == [
        ((1, 1, 1, 5), 1050, 2, F(4, 9)),
        ((1, 1, 1), 1000, 3, F(5, 18)),
        ((1, 1), 200, 4, F(17, 108)),
        ((1,), 100, 5, F(25, 324)),
    ]
    assert worth[0].dice == (1, 2, 3, 4)


def test_a_full_keep_is_followed_by_all_dice() -> None:
    (best, *_rest) = keeps_worth(rules_of("zilch"), (1, 2, 3, 4, 5, 6))
    assert (best.points, best.left, best.bust) == (1500, 0, F(5, 216))


def test_red_faces_count_by_the_place_of_their_die() -> None:
    rules = rules_of("spicy-farkel")
    assert keeps_worth(rules, (1, 3))[0].points == 200
    assert keeps_worth(rules, (3, 1))[0].points == 100


def test_a_bust_has_no_keeps() -> None:
    assert keeps_worth(rules_of("zilch"), (2, 3, 4, 6)) == ()


@pytest.mark.parametrize("faces", [(), (1,) * 7, (0, 1), (7,)])
def test_what_is_no_roll_is_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one to 6 faces"):
        keeps_worth(rules_of("zilch"), faces)


def test_the_best_of_one_roll() -> None:
    rules = rules_of("zilch-5000")
    chances = dict(mean_best(rules))
    lost = sum(ways for faces, ways in rolls(6) if busts(rules, Roll(faces, rules.blank)))
    assert chances[0] == pytest.approx(lost / 6**6)
    assert sum(chances.values()) == pytest.approx(1)
    assert max(chances) == 2000
