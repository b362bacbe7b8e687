"""Points and legal keeps of every roll, against a reader that shares nothing with the engine."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from engine import actions as a
from engine import events as e
from engine.family.game import FamilyGame
from engine.family.hands import Roll, best_points, busts, legal_keeps, value
from engine.family.rules import FamilyRules
from engine.family.scoring import hand_of
from engine.family.state import FamilyState
from engine.model import Action, Event, GameState
from engine.registry import presets
from engine.ruleset import step
from tests.engine.chance import Script, Seeded
from tests.engine.play import Played, go_on, lay
from tests.engine.reader import HUNDREDS, READERS, TABLES, Group, Reader, Table

EMPTY = (0, 0, 0, 0, 0, 0)
ROLLS = [
    faces for size in range(1, 7) for faces in combinations_with_replacement(range(1, 7), size)
]
"""Every distinct roll of one to six dice."""


def rules_of(preset: str, **options: Any) -> FamilyRules:
    """The rules of a preset without red dice, which have tests of their own."""
    game = presets()[preset]
    assert isinstance(game, FamilyGame)
    return game.rules(preset, {"doubling": "none", **options})


def laid(faces: Group, dice: random.Random) -> dict[int, int]:
    """A roll on some of the six dice, in any order."""
    numbers = dice.sample(range(1, 7), len(faces))
    return dict(zip(sorted(numbers), dice.sample(faces, len(faces)), strict=True))


def waiting(roll: dict[int, int], **more: Any) -> Roll:
    """A roll as the engine holds it."""
    faces = tuple(roll.get(number, 0) for number in range(1, 7))
    return Roll(faces=faces, held=EMPTY, **more)


def agree(rules: FamilyRules, roll: Roll, wanted: dict[Group, int]) -> None:
    """Engine and reader agree on a roll: what may be kept, its points, and whether it busts."""
    found = {dice: kept.points for dice, kept in legal_keeps(rules, roll).items()}
    assert found == wanted, roll
    assert busts(rules, roll) == (not wanted), roll
    thrown = [number for number, face in enumerate(roll.faces, 1) if face]
    for dice in {*list(wanted)[:4], *combinations(thrown, 2), tuple(thrown)}:
        kept = value(rules, roll, dice)
        assert (None if kept is None else kept.points) == wanted.get(dice), (roll, dice)


def test_the_rolls_are_all_of_them() -> None:
    assert len(ROLLS) == len(set(ROLLS)) == 923


def test_every_table_of_the_family_is_read() -> None:
    family = {name for name, game in presets().items() if isinstance(game, FamilyGame)}
    assert family == set(TABLES)


@pytest.mark.slow
@pytest.mark.parametrize("preset", TABLES)
def test_every_roll(preset: str) -> None:
    dice = random.Random(preset)
    rules = rules_of(preset)
    reader = READERS[preset]
    for faces in ROLLS:
        roll = laid(faces, dice)
        if rules.keep == "at_least_one":
            agree(rules, waiting(roll), reader.keeps(roll))
        agree(rules, waiting(roll, keep_all=True), reader.keeps(roll, everything=True))


@pytest.mark.slow
@pytest.mark.parametrize("preset", TABLES)
def test_every_roll_with_one_combination_only(preset: str) -> None:
    dice = random.Random(preset)
    rules = rules_of(preset, single_combination=True)
    reader = Reader(TABLES[preset], single=True)
    for faces in ROLLS:
        roll = laid(faces, dice)
        agree(rules, waiting(roll), reader.keeps(roll))


@pytest.mark.parametrize("preset", TABLES)
def test_every_roll_of_six_at_the_table(preset: str) -> None:
    """The same through the game: what is legal, and what each keep then adds."""
    dice = random.Random(preset)
    game = presets()[preset]
    played = lay(preset, 2, Seeded(0), {"doubling": "none"}, first=0)
    before = played.state
    assert isinstance(before, FamilyState)
    everything = before.rules.keep == "all"
    reader = READERS[preset]
    if before.rules.deck:
        card = before.rules.deck[0].name
        _, before = step(game, before, a.Draw(seat=0), Script(cards=(card,)))
    for faces in ROLLS:
        if len(faces) < 6:
            continue
        roll = laid(faces, dice)
        wanted = reader.keeps(roll, everything=everything)
        _, state = step(game, before, a.Roll(seat=0), Script((tuple(roll.values()),)))
        legal = {one.dice for one in game.legal_actions(state, 0) if isinstance(one, a.Keep)}
        assert legal == set(wanted)
        assert (0 in state.to_act) == bool(wanted)
        for keep in dice.sample(sorted(wanted), min(len(wanted), 4)):
            events, _ = step(game, state, a.Keep(seat=0, dice=keep), Script())
            assert isinstance(events[0], e.Kept)
            assert events[0].points == wanted[keep]
            assert events[0].faces == tuple(roll[number] for number in keep)


@pytest.mark.parametrize("preset", TABLES)
def test_the_best_of_six(preset: str) -> None:
    rules = rules_of(preset)
    reader = READERS[preset]
    for faces in ROLLS:
        if len(faces) == 6:
            keeps = reader.keeps(dict(enumerate(faces, 1)))
            assert best_points(rules, faces) == max(keeps.values(), default=0)


CUSTOM: dict[str, tuple[dict[str, Any], Table]] = {
    "full house": ({"full_house": 250}, Table(full_house=250)),
    "no three ones, and full houses": (
        {"triples": [0, 200, 300, 400, 500, 600], "full_house": 250},
        Table(triples=HUNDREDS, full_house=250),
    ),
    "a factor": ({"kinds": 3}, Table(further=lambda triple, further: triple * 3**further)),
    "no more than five": (
        {"kinds": [1000, 2000, 0]},
        Table(further=lambda _, n: {1: 1000, 2: 2000}.get(n)),
    ),
    "both short straights": (
        {"straight_low": 500, "straight_high": 750, "full_house": 100, "three_pairs": 700},
        Table(low=500, high=750, full_house=100, three_pairs=700),
    ),
    "nothing and pairs": (
        {"nothing": 400, "three_pairs": 300, "six_as_pairs": True},
        Table(nothing=400, three_pairs=300, six_as_pairs=True),
    ),
}


@pytest.mark.parametrize("name", CUSTOM)
def test_a_table_of_ones_own(name: str) -> None:
    dice = random.Random(name)
    data, table = CUSTOM[name]
    rules = rules_of(
        "pocket-farkel", combinations={"triples": [1000, 200, 300, 400, 500, 600], **data}
    )
    reader = Reader(table)
    for faces in ROLLS:
        roll = laid(faces, dice)
        agree(rules, waiting(roll), reader.keeps(roll))


@pytest.mark.parametrize("preset", TABLES)
def test_the_parting_that_is_told_is_the_best(preset: str) -> None:
    table = rules_of(preset).combinations
    reader = READERS[preset]
    for faces in ROLLS:
        parts = table.split(hand_of(faces))
        best = reader.best(faces)
        assert (parts is None) == (best is None)
        if parts is not None:
            assert sum(part.points for part in parts) == best
            needs = [sum(column) for column in zip(*(part.needs for part in parts), strict=True)]
            assert tuple(needs) == hand_of(faces)
            assert all(part.name for part in parts)


# Red faces (SPF-8): dice have identities, so rolls are by number.

USUAL = (1, 2, 3, 4, 5, 6)
TWINS = (1, 1, 1, 5, 5, 2)
DOUBLINGS = [
    {"trigger": trigger, "scope": scope, "stack": stack}
    for trigger in ("rolled", "set_aside")
    for scope in ("roll", "combination")
    for stack in ("once", "per_red")
]


def times(reds: int, stack: str) -> int:
    """What this many red faces multiply by."""
    if stack == "once":
        return 2 if reds else 1
    return int(2**reds)


def red_keeps(
    reader: Reader, red: tuple[int, ...], roll: dict[int, int], rule: dict[str, str]
) -> dict[Group, int]:
    """Every keep of a roll of dice with red faces, by trying every parting of the very dice."""
    shows = {number for number, face in roll.items() if red[number - 1] == face}
    found = {}
    for size in range(1, len(roll) + 1):
        for dice in combinations(sorted(roll), size):
            faces = [roll[number] for number in dice]
            sums = []
            for groups in reader.partings(faces):
                if rule["scope"] == "roll":
                    counted = shows if rule["trigger"] == "rolled" else shows & set(dice)
                    points = sum(points for _, points in groups)
                    sums.append(points * times(len(counted), rule["stack"]))
                else:
                    sums.append(
                        sum(
                            points * times(len({dice[p] for p in group} & shows), rule["stack"])
                            for group, points in groups
                        )
                    )
            if sums:
                found[dice] = max(sums)
    return found


def some_rolls(seed: str) -> Iterator[dict[int, int]]:
    """Every roll of one die and of two, and a sample of bigger ones, rich in ones and fives."""
    for number, face in product(range(1, 7), repeat=2):
        yield {number: face}
    for one, two in combinations(range(1, 7), 2):
        for faces in product(range(1, 7), repeat=2):
            yield dict(zip((one, two), faces, strict=True))
    dice = random.Random(seed)
    for size, count in ((3, 60), (4, 40), (5, 30), (6, 30)):
        for _ in range(count):
            numbers = sorted(dice.sample(range(1, 7), size))
            weights = dice.choice([(1, 1, 1, 1, 1, 1), (6, 2, 1, 1, 6, 1)])
            yield dict(zip(numbers, dice.choices(range(1, 7), weights, k=size), strict=True))
    yield dict(enumerate(USUAL, 1))
    yield dict(enumerate((1, 1, 1, 1, 5, 5), 1))
    yield dict(enumerate((2, 2, 2, 4, 4, 4), 1))


@pytest.mark.parametrize("rule", DOUBLINGS, ids=lambda rule: "-".join(rule.values()))
def test_dice_of_one_kind_that_differ_in_their_red_face(rule: dict[str, str]) -> None:
    red_faces_agree(rule, TWINS, ({1: 1, 2: 1, 4: 5}, {1: 1, 2: 1, 3: 1, 4: 5, 5: 5, 6: 2}))


@pytest.mark.slow
@pytest.mark.parametrize("red", [USUAL, TWINS], ids=["usual", "twins"])
@pytest.mark.parametrize("rule", DOUBLINGS, ids=lambda rule: "-".join(rule.values()))
def test_red_faces(rule: dict[str, str], red: tuple[int, ...]) -> None:
    red_faces_agree(rule, red, some_rolls(str(rule)))


def red_faces_agree(
    rule: dict[str, str], red: tuple[int, ...], rolls: Iterable[dict[int, int]]
) -> None:
    """Engine and reader agree on these rolls."""
    game = presets()["spicy-farkel"]
    assert isinstance(game, FamilyGame)
    rules = game.rules("spicy-farkel", {"doubling": rule, "dice": {"red": red}})
    for roll in rolls:
        wanted = red_keeps(READERS["spicy-farkel"], red, roll, rule)
        agree(rules, waiting(roll), wanted)
        most = max(map(len, wanted), default=0)
        largest = {dice: points for dice, points in wanted.items() if len(dice) == most}
        agree(rules, waiting(roll, keep_all=True), largest)


@pytest.mark.parametrize("stack", ["once", "per_red"])
def test_red_faces_with_one_combination_only(stack: str) -> None:
    game = presets()["spicy-farkel"]
    assert isinstance(game, FamilyGame)
    rule = {"scope": "combination", "stack": stack}
    rules = game.rules("spicy-farkel", {"doubling": rule, "single_combination": True})
    reader = READERS["spicy-farkel"]
    for roll in some_rolls(stack):
        wanted = {}
        for size in range(1, len(roll) + 1):
            for dice in combinations(sorted(roll), size):
                points = reader.worth(tuple(sorted(roll[number] for number in dice)))
                if points is not None:
                    reds = sum(roll[number] == number for number in dice)
                    wanted[dice] = points * times(reds, stack)
        agree(rules, waiting(roll), wanted)


# Pyramiding (ZIL-14): equal dice kept in any rolls of a cycle are valued together.


Sets = tuple[int, ...]
"""How many dice of each face lie in sets, ones first."""


def grown(reader: Reader, sets: Sets, faces: Group) -> tuple[int, Sets] | None:
    """Points that these dice add to the sets that lie there, and the sets then."""
    points = 0
    after = list(sets)
    for face in set(faces):
        after[face - 1] += faces.count(face)
        now = reader.best((face,) * after[face - 1])
        if now is None:
            return None
        points += now - (reader.best((face,) * sets[face - 1]) or 0)
    return points, tuple(after)


@cache
def pyramid_worth(preset: str, sets: Sets, faces: Group) -> tuple[int, Sets] | None:
    """These dice on top of some sets: at most one group of unlike faces, the rest as sets."""
    reader = READERS[preset]
    ways = [grown(reader, sets, faces)]
    for many in range(5, len(faces) + 1):
        for places in combinations(range(len(faces)), many):
            group = tuple(faces[place] for place in places)
            points = reader.worth(group)
            rest = tuple(face for place, face in enumerate(faces) if place not in places)
            way = grown(reader, sets, rest)
            if len(set(group)) > 1 and points is not None and way is not None:
                ways.append((points + way[0], way[1]))
    good = [way for way in ways if way is not None]
    return max(good, key=lambda way: way[0], default=None)


def pyramid_keeps(preset: str, sets: Sets, roll: dict[int, int]) -> dict[Group, tuple[int, Sets]]:
    """Every keep of a roll on top of some sets."""
    found = {}
    for size in range(1, len(roll) + 1):
        for dice in combinations(sorted(roll), size):
            way = pyramid_worth(preset, sets, tuple(sorted(roll[number] for number in dice)))
            if way is not None:
                found[dice] = way
    return found


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["zilch", "farkle-social", "medieval"])
def test_pyramids(preset: str) -> None:
    sets: Sets = EMPTY
    seen = {"keep": 0, "join": 0, "bust": 0}

    def watch(played: Played, before: GameState, _: Action, events: tuple[Event, ...]) -> None:
        assert isinstance(before, FamilyState)
        nonlocal sets
        for event in events:
            match event:
                case e.TurnStarted() | e.Filled():
                    sets = EMPTY
                case e.Rolled() if before.turn is not None:
                    roll = dict(zip(event.numbers, event.faces, strict=True))
                    wanted = pyramid_keeps(preset, sets, roll)
                    legal = played.game.legal_actions(played.state, event.seat)
                    keeps = {one.dice for one in legal if isinstance(one, a.Keep)}
                    assert keeps == set(wanted), (sets, roll)
                    assert any(isinstance(one, e.Busted) for one in events) == (not wanted)
                    seen["bust"] += not wanted
                case e.Kept():
                    assert before.turn is not None
                    roll = {n: f for n, f in enumerate(before.turn.rolled, 1) if f}
                    points, after = pyramid_keeps(preset, sets, roll)[event.dice]
                    assert event.points == points, (sets, roll, event)
                    seen["join"] += any(sets[face - 1] for face in event.faces)
                    seen["keep"] += 1
                    sets = after

    for seed in range(2):
        chance = Seeded(seed)
        played = lay(preset, 2, chance, {"pyramiding": True, "goal": 1_000_000}, first=0)
        sets = EMPTY
        go_on(played, chance, actions=200, watch=watch)
    assert seen["keep"] > 100
    assert seen["join"] > 10
    assert seen["bust"] > 10
