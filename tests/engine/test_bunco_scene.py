"""The picture of the hall, and the state in the referee's words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.games.bunco import RULESET
from engine.model import Setup
from engine.scene import Scene, TableView
from tests.engine.bunco_halls import NAMES, Hall


def scene(hall: Hall, seat: int | None = None) -> Scene:
    return RULESET.scene(hall.state, seat)


def table(hall: Hall, at: int) -> TableView:
    return scene(hall).tables[at]


def test_a_table_before_its_first_throw() -> None:
    view = table(Hall(8), 1)
    assert (view.name, view.seats, view.teams) == ("Table 2", (4, 5, 6, 7), ((4, 6), (5, 7)))
    assert (view.points, view.own, view.throws, view.last) == ((0, 0), (0, 0, 0, 0), 0, None)
    assert view.turn is not None
    assert [(die.number, die.face, die.status) for die in view.turn.dice] == [
        (1, None, "ready"),
        (2, None, "ready"),
        (3, None, "ready"),
    ]
    assert (view.turn.seat, view.turn.rolls, view.turn.dice_next) == (4, 0, 3)


@pytest.mark.parametrize(
    ("script", "label", "points"),
    [
        ("0:111", "Bunco!", 21),
        ("0:444", "three of a kind", 5),
        ("0:141", "", 2),
        ("0:236", "no score", 0),
    ],
)
def test_the_last_throw_lies_on_the_table(script: str, label: str, points: int) -> None:
    last = table(Hall(8).play(script), 0).last
    assert last is not None
    assert (last.seat, last.label, last.points) == (0, label, points)
    assert last.faces == tuple(map(int, script[2:]))


def test_a_wipeout_is_called_so() -> None:
    last = table(Hall(8, {"wipeout": True}).play("0:111"), 0).last
    assert last is not None
    assert last.label == "wipeout!"


def test_the_turn_shows_the_last_roll_and_its_targets() -> None:
    turn = table(Hall(8).play("0:123 0:161"), 0).turn
    assert turn is not None
    assert [(die.face, die.special) for die in turn.dice] == [(1, True), (6, False), (1, True)]
    assert (turn.points, turn.rolls, turn.seat) == (3, 2, 0)


@pytest.mark.parametrize(
    ("script", "points", "rolls"),
    [
        ("0:123 0:161 0:236", 0, 0),
        ("0:123 0:161 0:236 1:123", 1, 1),
    ],
)
def test_each_turn_counts_from_nothing(script: str, points: int, rolls: int) -> None:
    turn = table(Hall(8).play(script), 0).turn
    assert turn is not None
    assert (turn.points, turn.rolls) == (points, rolls)


def test_a_roll_off_counts_from_nothing() -> None:
    hall = Hall(8).play("4:123 4:236 5:123 0:111 5:236")
    turn = table(hall, 1).turn
    assert turn is not None
    assert (turn.seat, turn.points, turn.rolls) == (4, 0, 0)


def test_a_new_throw_shows_even_when_the_faces_are_equal() -> None:
    hall = Hall(8).play("0:236 1:236")
    before = table(hall, 0)
    after = table(hall.play("2:236"), 0)
    assert (before.throws, after.throws) == (2, 3)
    assert before != after


def test_the_table_in_view_is_the_viewers_own() -> None:
    hall = Hall(8).play("0:123 4:112")
    assert [scene(hall, seat).turn for seat in (0, 3)] == [table(hall, 0).turn] * 2
    assert [scene(hall, seat).turn for seat in (4, 7)] == [table(hall, 1).turn] * 2


def test_a_watcher_sees_the_first_table_that_still_rolls() -> None:
    hall = Hall(8)
    assert scene(hall).turn == table(hall, 0).turn
    hall.play("0:111")
    assert scene(hall).turn == table(hall, 1).turn
    assert scene(hall, 0).turn is None


@pytest.mark.parametrize(
    ("script", "viewer", "status"),
    [
        ("", 0, "Round 1 of 6: roll 1s."),
        ("0:111", None, "Round 1 of 6: roll 1s. The bell has rung."),
        ("0:111", 4, "Round 1 of 6: roll 1s. The bell has rung."),
        (
            "0:111",
            2,
            "Round 1 of 6: roll 1s. The bell has rung. "
            "Your table has finished and waits for Table 2 and Table 3.",
        ),
        (
            "0:222 0:222 0:222 0:222 0:236 1:222 1:222 1:222 1:222 1:236 2:236 3:123 3:236 0:123 "
            "4:123 4:236",
            4,
            "Round 1 of 6: roll 1s. The bell has rung. "
            "Your table has finished and waits for the head table and Table 3.",
        ),
    ],
)
def test_three_states_are_told_apart(script: str, viewer: int | None, status: str) -> None:
    """My roll, waiting for others by name, the end: they never look alike."""
    assert scene(Hall(12).play(script), viewer).status == status


def test_the_end_of_the_evening() -> None:
    hall = Hall(4).play("0:111 0:222 0:333 0:444 0:555 0:666")
    view = scene(hall, 0)
    assert (view.over, view.winners, view.status) == (True, (0,), "The evening is over.")
    assert (view.turn, view.actions) == (None, ())
    assert view.prizes == (
        ("Highest score", (0,)),
        ("Most Buncos", (0,)),
        ("Most rounds won", (0,)),
        ("Most rounds lost", (1, 2, 3)),
        ("Most wipeouts", ()),
        ("First Bunco", (0,)),
    )
    assert [line.score for line in view.seats[0].turns] == [21, 42, 63, 84, 105, 126]


def test_before_the_start_nobody_sits() -> None:
    state = RULESET.initial(Setup(preset="bunco", seats=NAMES[:6]))
    for viewer in (None, 0):
        view = RULESET.scene(state, viewer)
        assert (view.tables, view.turn, view.actions) == ((), None, ())
        assert view.status == "The seats are being drawn."
        assert {seat.table for seat in view.seats} == {None}
        assert not any(seat.leads for seat in view.seats)


@pytest.mark.parametrize(("seat", "may"), [(0, True), (4, True), (1, False), (None, False)])
def test_only_who_holds_the_dice_may_roll(seat: int | None, may: bool) -> None:
    view = scene(Hall(8), seat)
    assert view.may("roll") is may
    assert [(one.kind, one.label, one.hint) for one in view.actions] == [
        ("roll", "Roll 3 dice", "Each 1 counts.")
    ] * may


@pytest.mark.parametrize(
    ("options", "goal", "status"),
    [
        ({}, "After 6 rounds the highest score wins.", "Round 1 of 6: roll 1s."),
        ({"wipeout": True}, "After 5 rounds the highest score wins.", "Round 1 of 5: roll 2s."),
        (
            {"sets": 2},
            "After 2 sets of 6 rounds the highest score wins.",
            "Set 1 of 2, round 1 of 6: roll 1s.",
        ),
    ],
)
def test_goal_and_status(options: dict[str, Any], goal: str, status: str) -> None:
    view = scene(Hall(4, options))
    assert (view.goal, view.status) == (goal, status)


def test_the_scoreboard() -> None:
    hall = Hall(6, {"traveling": True, "wipeout": True}, scores=(0, 0, 0, 0, 7, 0))
    hall.play("4:222 4:222 4:111 5:111 6:111 7:345 0:222 4:234 4:345 0:245 2:245 4:333")
    seats = {line.name: line for line in scene(hall).seats}
    assert seats["P4"].notes == ("holds the token", "3 Buncos", "1 wipeout", "1 won, 0 lost")
    assert seats["P0"].notes == ("1 Bunco", "1 won, 0 lost")
    assert seats["P5"].notes == ("1 wipeout", "0 won, 1 lost")
    assert seats["Ghost 1"].notes == ("ghost", "1 wipeout", "1 won, 0 lost")
    assert [line.ghost for line in scene(hall).seats] == [False] * 6 + [True] * 2
    assert [line.table for line in scene(hall).seats] == [0, 1, 0, 1, 0, 1, 0, 1]
    assert [line.name for line in scene(hall).seats if line.leads] == ["P4"]
    assert [line.name for line in scene(hall).seats if line.to_act] == ["P5"]
    assert [line.score for line in scene(hall).seats] == [21, 0, 0, 0, 29, 0, 0, 0]
    told = [(line.points, line.score, line.end, line.label) for line in seats["P4"].turns]
    assert told == [(1, 8, "won", "won")]
    assert [(line.score, line.end) for line in seats["P5"].turns] == [(0, "lost")]
    assert [view.holds_token for view in scene(hall).tables] == [True, False]


def test_two_wipeouts_are_counted() -> None:
    hall = Hall(4, {"wipeout": True}).play("0:111 1:345 2:345 3:345 0:111")
    assert scene(hall).seats[0].notes == ("2 wipeouts",)


def test_the_bell_and_what_follows_it() -> None:
    hall = Hall(12)
    assert not scene(hall).bell
    hall.play("4:123 0:111")
    head, second, third = scene(hall).tables
    assert scene(hall).bell
    assert (head.finished, head.winners, head.last_turn) == (True, (0, 2), False)
    assert (second.finished, second.winners, second.last_turn) == (False, (), True)
    assert second.turn is not None
    assert second.turn.notes == ("The bell has rung: the last turn of the round.",)
    hall.play("8:236 8:112")
    third = scene(hall).tables[2]
    assert (third.roll_off, third.level, third.points) == (True, (2, 0), (0, 0))
    assert third.turn is not None
    assert third.turn.notes == ("Roll-off for the table: 2 to 0.",)


def test_the_wire_is_the_contract() -> None:
    hall = Hall(5, {"traveling": True}).play("0:123 4:112 4:111 0:236")
    wire = json.loads(json.dumps(hall.wire))
    assert wire == {
        "game": "bunco",
        "version": hall.state.version,
        "seats": ["P0", "P1", "P2", "P3", "P4", "Ghost 1", "Ghost 2", "Ghost 3"],
        "ghosts": [5, 6, 7],
        "to_act": [1, 4],
        "scores": [1, 0, 0, 0, 23, 0, 0, 0],
        "over": False,
        "winners": [],
        "turn": None,
        "set": 1,
        "round": 1,
        "target": 1,
        "bell": False,
        "token": 4,
        "prizes": {},
        "tables": [
            {
                "name": "head",
                "seats": [0, 1, 2, 3],
                "to_act": 1,
                "points": [1, 0],
                "own": {"0": 1, "1": 0, "2": 0, "3": 0},
                "roll_off": False,
                "roll_off_points": [0, 0],
                "finished": False,
            },
            {
                "name": "2",
                "seats": [4, 5, 6, 7],
                "to_act": 4,
                "points": [23, 0],
                "own": {"4": 23, "5": 0, "6": 0, "7": 0},
                "roll_off": False,
                "roll_off_points": [0, 0],
                "finished": False,
            },
        ],
    }
