"""Play by heart is the play that is worked out: the same actions, or none."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from engine.actions import Bank, Keep
from engine.family.rules import BustStreak, FamilyRules
from engine.family.scoring import Combinations
from engine.family.state import FamilyState
from engine.model import Setup
from engine.ruleset import begin, step
from engine.strategy import build_tablebase as build
from engine.strategy import tablebase as reading
from engine.strategy.hint import hints
from engine.strategy.table import Table
from engine.strategy.tablebase import BadTablebase, Tablebase, head_of, learnable, standings
from tests.engine.strategy.play import PLAIN, Dice, custom, rules_of

SHORT = 600
COARSE = Combinations(
    singles=(500, 0, 0, 0, 250, 0), triples=(3000, 1000, 1500, 2000, 2500, 3000), straight=1500
)
"""Points in large steps: few sheets, also where penalties take them far below 0."""
KINDS: dict[str, dict[str, Any]] = {
    "the goal wins": {},
    "one more turn": dict(end="last_turn_each", tie="extra_turn"),
    "a last turn, ties rolled off": dict(end="last_turn_each", tie="extra_roll"),
    "minimums": dict(entry_min=300, bank_min=150, hot_dice="must_roll", end="last_turn_each"),
    "all dice end the turn": dict(hot_dice="turn_ends", keep="all"),
    "busts in a row": dict(
        combinations=COARSE, goal=3_000, bust_streak=BustStreak(n=2, penalty=750)
    ),
    "busts in a row, and none owes": dict(
        bust_streak=BustStreak(n=2, penalty=150), min_score=0, end="last_turn_each"
    ),
}


def rules_with(**options: Any) -> FamilyRules:
    return PLAIN.altered(**{"goal": SHORT, **options})


@cache
def learnt(kind: str) -> tuple[FamilyRules, Table, bytes]:
    from engine.strategy.build_table import solve_table

    rules = rules_with(**KINDS[kind])
    table = solve_table(rules)
    assert table is not None
    return rules, table, build.build_tablebase(rules, table)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_known_by_heart_is_what_is_worked_out(kind: str) -> None:
    rules, table, data = learnt(kind)
    base, game, draw = Tablebase(data, rules), custom(rules), random.Random(kind)
    asked = told = 0
    for number in range(8):
        dice = Dice(number)
        _events, state = begin(game, Setup(preset="house", seats=("A", "B"), first=0), dice)
        while state.to_act:
            assert isinstance(state, FamilyState)
            seat = min(state.to_act)
            best = hints(game, state, seat, table)
            found = base.choose(state, seat)
            asked += 1
            if found is not None:
                told += 1
                assert found == best[0].action, (
                    state.scores,
                    state.pending,
                    state.ending,
                    state.turn,
                    found,
                    *best,
                )
            # Now and then something else, so that sheets are seen to which good play never comes.
            action = best[0].action if draw.random() < 0.8 else draw.choice(best).action
            _events, state = step(game, state, action, dice)
    assert told > 0.8 * asked, (told, asked)


def test_what_is_not_known() -> None:
    rules, _table, data = learnt("busts in a row, and none owes")
    base, game = Tablebase(data, rules), custom(rules)
    dice = Dice(faces=((1, 1, 1, 2, 3, 4),))
    _events, state = begin(game, Setup(preset="house", seats=("A", "B"), first=0), dice)
    assert isinstance(state, FamilyState)
    turn = state.turn
    assert turn is not None
    kept = turn.replace(stage="kept", pool=(1, 2), points=500)
    assert isinstance(base.choose(state.replace(turn=kept), 0), Bank)
    unknown = {
        "not this seat's turn": state.replace(turn=kept.replace(seat=1)),
        "a roll-off": state.replace(turn=None),
        "three seats": state.replace(turn=kept, seats=("A", "B", "C")),
        "on the board with nothing": state.replace(turn=kept, on_board=(True, False)),
        "a sheet beyond the table": state.replace(turn=kept, scores=(SHORT, 0)),
        "a sheet below the table": state.replace(turn=kept, scores=(0, -9_000)),
        "others have turns left": state.replace(turn=kept, scores=(50, 900), pending=(1,)),
        "a price is due in the last turn": state.replace(
            turn=kept, scores=(50, 900), pending=(), streaks=(1, 0)
        ),
        "more points than are known": state.replace(turn=kept.replace(points=9_000)),
        "more than the goal asks, by far": state.replace(
            turn=kept.replace(points=7_500), scores=(550, 0), on_board=(True, False)
        ),
    }
    for what, strange in unknown.items():
        assert base.choose(strange, 0) is None, what
    last = state.replace(turn=kept, scores=(50, 900), on_board=(True, True), pending=())
    assert base.choose(last, 0) is not None
    rolled = kept.replace(stage="keep", rolled=(1, 2, 1, 1, 5, 3), pool=(), points=9_000)
    assert base.choose(state.replace(turn=rolled), 0) is None
    (only,) = {base.choose(state.replace(turn=rolled.replace(rolled=(0, 2, 0, 5, 3, 0))), 0)}
    assert only == Keep(seat=0, dice=(4,)), "there is one choice, however many points there are"


@pytest.mark.parametrize("preset", ["fill-or-bust", "spicy-farkel"])
def test_what_cannot_be_learnt(preset: str) -> None:
    assert not learnable(rules_of(preset))


@pytest.mark.parametrize(
    "options",
    [
        dict(pyramiding=True),
        dict(topping=True),
        dict(exact=True, goal=1_000),
        dict(end="finish_round"),
    ],
)
def test_rules_that_ask_for_more_than_two_sheets_cannot_be_learnt(options: dict[str, Any]) -> None:
    assert not learnable(rules_with(**options))


def test_there_is_room_for_every_game_of_the_house() -> None:
    big, small = rules_of("farkle-social"), rules_of("zilch-10000")
    assert learnable(big)
    assert learnable(small)
    assert standings(small) == 201**2 + 401
    assert standings(big) == 9 * 250**2 + 350
    assert head_of(small).rows == 160
    assert 2 * head_of(big).size <= reading.ROOM


def test_bytes_that_hold_no_tablebase() -> None:
    rules, _table, data = learnt("the goal wins")
    other = rules_with(goal=850)
    line = data.index(b"\n", len(reading.MAGIC))
    for bad in (
        b"",
        b"nothing",
        data[:-2],
        data + b"  ",
        data[: line - 5] + b"?" + data[line - 4 :],
        data.replace(b'"rows"', b'"cows"'),
        reading.MAGIC + b"[]\n",
        reading.MAGIC + b"x" * 5_000,
    ):
        with pytest.raises(BadTablebase):
            Tablebase(bad, rules)
    with pytest.raises(BadTablebase):
        Tablebase(data, other)


def test_too_many_policies_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, table, _data = learnt("the goal wins")
    heard: list[float] = []
    monkeypatch.setattr(build, "UNKNOWN", 5)
    with pytest.raises(OverflowError):
        build.build_tablebase(rules, table, heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
