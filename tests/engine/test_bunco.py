"""Bunco, one row for each sentence of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.bunco_halls import Hall

TEAM = {"end_on": "team"}
MINI = {"mini_ends_turn": True}
ONE_ROLL = {"bell_finish": "roll"}
WIPEOUT = {"wipeout": True}
BOTH_WIPED = {"wipeout": True, "wipeout_scope": "team"}
TRAVELING = {"traveling": True}

# Round 1, target 1: 236 misses, 123 and 112 score 1 and 2, 444 is a mini, 111 a Bunco.
ROWS: list[tuple[str, int, dict[str, Any], str, dict[str, Any]]] = [
    (
        "BUN-1 four at a table, partners opposite",
        8,
        {},
        "0:112 0:236 1:123 1:236 2:112 2:236",
        {
            "tables.0.name": "head",
            "tables.1.name": "2",
            "tables.0.seats": [0, 1, 2, 3],
            "tables.1.seats": [4, 5, 6, 7],
            "tables.0.points": [4, 1],
            "tables.0.own": {"0": 2, "1": 1, "2": 2, "3": 0},
        },
    ),
    ("BUN-2 no card is drawn when seats are given", 12, {}, "", {"tables.2.seats": [8, 9, 10, 11]}),
    ("BUN-3 the target is the round's number", 4, {}, "0:111", {"round": 2, "target": 2}),
    ("BUN-4 one point for each target", 4, {}, "0:123 0:112", {"scores": [3, 0, 0, 0]}),
    ("BUN-4 three of another number", 4, {}, "0:444", {"scores": [5, 0, 0, 0], "to_act": [0]}),
    ("BUN-4 three targets", 8, {}, "4:111", {"scores": [0, 0, 0, 0, 21, 0, 0, 0]}),
    ("BUN-4 mini_ends_turn", 4, MINI, "0:444", {"scores": [5, 0, 0, 0], "to_act": [1]}),
    ("BUN-4 mini_ends_turn: other rolls go on", 8, MINI, "0:112 4:111", {"to_act": [0, 4]}),
    ("BUN-5 as long as the roll scores", 4, {}, "0:123 0:112 0:333", {"to_act": [0]}),
    ("BUN-5 otherwise the dice go to the left", 4, {}, "0:236", {"to_act": [1]}),
    ("BUN-5 and around", 4, {}, "0:236 1:236 2:236 3:236", {"to_act": [0]}),
    (
        "BUN-6 21 in the round rings the bell",
        8,
        {},
        "0:222 0:222 0:222 0:222 0:123",
        {"bell": True, "tables.0.finished": True, "tables.0.to_act": None, "to_act": [4]},
    ),
    ("BUN-6 20 do not", 8, {}, "0:222 0:222 0:222 0:222", {"bell": False, "to_act": [0, 4]}),
    ("BUN-6 more than 21 do too", 8, {}, "0:123 0:111", {"bell": True, "scores.0": 22}),
    (
        "BUN-6 over several turns",
        8,
        {},
        "0:222 0:222 0:222 0:236 1:236 2:236 3:236 0:222 0:123",
        {"bell": True},
    ),
    (
        "BUN-6 the team's 21 do not count",
        8,
        {},
        "0:222 0:222 0:222 0:236 1:236 2:222 2:222",
        {"bell": False, "tables.0.points": [25, 0]},
    ),
    (
        "BUN-6 end_on team",
        8,
        TEAM,
        "0:222 0:222 0:222 0:236 1:236 2:222 2:123",
        {"bell": True, "tables.0.points": [21, 0], "tables.0.finished": True},
    ),
    (
        "BUN-6 end_on team, the second team",
        8,
        TEAM,
        "0:236 1:222 1:222 1:222 1:236 2:236 3:222 3:123",
        {"bell": True, "tables.0.points": [0, 21]},
    ),
    (
        "BUN-6 the bell is silent again in the next round",
        4,
        {},
        "0:111",
        {"round": 2, "bell": False, "tables.0.finished": False},
    ),
    (
        "BUN-6 end_on team: opponents do not add up",
        8,
        TEAM,
        "0:222 0:222 0:222 0:236 1:222 1:222",
        {"bell": False},
    ),
    ("BUN-6 points of another table ring nothing", 8, {}, "4:111 4:111", {"bell": False}),
    ("BUN-7 the head table stops at that roll", 8, {}, "0:111", {"to_act": [4]}),
    (
        "BUN-7 who has not rolled yet finishes the turn too",
        8,
        {},
        "0:111 4:123 4:112",
        {"round": 1, "to_act": [4], "scores.4": 3},
    ),
    (
        "BUN-7 in the middle of a turn",
        8,
        {},
        "4:123 0:111 4:112 4:236",
        {"round": 2, "scores.4": 3},
    ),
    ("BUN-7 and nobody after it", 12, {}, "4:123 8:236 0:111 4:236", {"to_act": [9]}),
    ("BUN-7 bell_finish roll", 8, ONE_ROLL, "0:111 4:123", {"round": 2, "scores.4": 1}),
    (
        "BUN-7 bell_finish roll, in the middle of a turn",
        8,
        ONE_ROLL,
        "4:123 0:111 4:236",
        {"round": 2},
    ),
    ("BUN-8 other tables play past 21", 8, {}, "4:111 4:112", {"scores.4": 23, "to_act": [0, 4]}),
    (
        "BUN-8 and past 21 after the bell, without another",
        12,
        {},
        "0:111 4:111 4:111",
        {"to_act": [4, 8], "scores.4": 42},
    ),
    (
        "BUN-9 the team with more points",
        8,
        {},
        "0:236 1:112 1:236 2:236 3:111 4:123 4:236",
        {"round": 2, "tables.0.seats": [1, 3, 4, 6], "tables.1.seats": [5, 7, 0, 2]},
    ),
    (
        "BUN-9 points decide, not who rang",
        8,
        {},
        "0:222 0:222 0:222 0:222 0:236 1:236 2:222 2:236 3:111 4:236 4:123 4:236",
        {"tables.0.finished": True, "tables.0.points": [25, 21], "tables.0.roll_off": False},
    ),
    (
        "BUN-9 a tie: all four roll, from the first",
        8,
        {},
        "0:111 4:236",
        {
            "to_act": [4],
            "tables.1.roll_off": True,
            "tables.1.finished": False,
            "tables.1.points": [0, 0],
            "round": 1,
        },
    ),
    (
        "BUN-9 one turn each",
        8,
        {},
        "0:111 4:236 4:112 4:236 5:236",
        {"to_act": [6], "tables.1.roll_off_points": [2, 0], "tables.1.roll_off": True},
    ),
    (
        "BUN-9 also when the table seems decided",
        8,
        {},
        "0:111 4:236 4:111 4:236 5:236 6:236",
        {"to_act": [7], "round": 1},
    ),
    (
        "BUN-9 repeated while level",
        8,
        {},
        "0:111 4:236 4:123 4:236 5:123 5:236 6:236 7:236",
        {"to_act": [4], "tables.1.roll_off": True, "tables.1.roll_off_points": [0, 0]},
    ),
    (
        "BUN-9 and decided by the second",
        8,
        {},
        "0:111 4:236 4:236 5:236 6:236 7:236 4:236 5:236 6:236 7:123 7:236",
        {"round": 2, "tables.0.seats": [0, 2, 5, 7], "scores": [21, 0, 0, 0, 0, 0, 0, 0]},
    ),
    (
        "BUN-9 the partner's points decide too",
        8,
        {},
        "0:111 4:236 4:123 4:236 5:236 6:236 7:112 7:236",
        {"round": 2, "tables.0.seats": [0, 2, 5, 7]},
    ),
    (
        "BUN-9 no sheet points",
        8,
        {},
        "0:111 4:236 4:112 4:236 5:236 6:236 7:236",
        {"round": 2, "scores": [21, 0, 0, 0, 0, 0, 0, 0]},
    ),
    (
        "BUN-9 no token",
        8,
        TRAVELING,
        "0:111 4:236 4:111 4:236 5:236 6:236 7:236",
        {"round": 2, "token": 0},
    ),
    (
        "BUN-9 no wipeout: three 1s are three of another number",
        8,
        WIPEOUT,
        "0:222 4:345 4:111 4:111 4:345",
        {"tables.1.roll_off_points": [10, 0], "to_act": [5]},
    ),
    (
        "BUN-9 turns end as they always do",
        8,
        MINI,
        "0:111 4:236 4:555",
        {"tables.1.roll_off_points": [5, 0], "to_act": [5]},
    ),
    (
        "BUN-9 a roll-off is whole turns after one last roll too",
        8,
        ONE_ROLL,
        "0:111 4:236 4:123 4:123",
        {"tables.1.roll_off_points": [2, 0], "to_act": [4]},
    ),
    (
        "BUN-9 a roll-off waits for no other table",
        12,
        {},
        "0:111 4:236",
        {"to_act": [4, 8], "tables.1.roll_off": True, "tables.2.roll_off": False},
    ),
    (
        "BUN-9 a level head table rolls off",
        8,
        {},
        "0:222 0:222 0:222 0:222 0:236 1:222 1:222 1:222 1:222 1:236 2:236 3:123 3:236 0:123",
        {"tables.0.points": [21, 21], "tables.0.roll_off": True, "to_act": [0, 4], "bell": True},
    ),
    (
        "BUN-10 losers of the head table go last, winners one up, others stay",
        12,
        {},
        # Seats 0 2, 5 7 and 8 10 win.
        "4:236 5:123 5:236 8:123 0:111 8:236 6:236",
        {
            "round": 2,
            "tables.0.seats": [0, 2, 5, 7],
            "tables.1.seats": [4, 6, 8, 10],
            "tables.2.seats": [9, 11, 1, 3],
        },
    ),
    (
        "BUN-11 the 1st of a table starts",
        8,
        {},
        "0:236 4:236 1:111 5:123 5:236",
        {"to_act": [1, 4], "tables.0.seats": [1, 3, 5, 7], "tables.1.seats": [4, 6, 0, 2]},
    ),
    ("BUN-11 with one table the others move on", 4, {}, "0:111", {"tables.0.seats": [0, 3, 1, 2]}),
    (
        "BUN-11 and on",
        4,
        {},
        "0:111 0:222 0:333",
        {"round": 4, "tables.0.seats": [0, 1, 2, 3], "to_act": [0]},
    ),
    ("BUN-12 ghosts fill up", 6, {}, "", {"ghosts": [6, 7], "tables.1.seats": [4, 5, 6, 7]}),
    ("BUN-12 ghosts play", 6, {}, "4:236 5:236 6:111", {"scores.6": 21, "to_act": [0, 6]}),
    ("BUN-13 who rolls a Bunco holds the token", 8, TRAVELING, "4:111", {"token": 4}),
    ("BUN-13 until the next, at any table", 8, TRAVELING, "4:111 0:111", {"token": 0}),
    (
        "BUN-13 after the bell too, and over the rounds",
        8,
        TRAVELING,
        "0:111 4:111 4:236",
        {"token": 4, "round": 2},
    ),
    ("BUN-13 only with the option", 8, {}, "4:111", {"token": None}),
    ("BUN-14 five rounds, targets 2 to 6", 4, WIPEOUT, "", {"round": 1, "target": 2}),
    (
        "BUN-14 the roller loses the points of the round, and the turn",
        4,
        WIPEOUT,
        "0:234 0:555 0:345 1:345 2:234 2:345 3:345 0:234 0:111",
        {"scores": [0, 0, 1, 0], "tables.0.points": [1, 0], "to_act": [1]},
    ),
    (
        "BUN-14 points of earlier rounds stay",
        4,
        WIPEOUT,
        "0:222 0:345 0:111",
        {"round": 2, "scores": [21, 0, 0, 0], "to_act": [3]},
    ),
    (
        "BUN-14 wipeout_scope team",
        4,
        BOTH_WIPED,
        "0:234 0:345 1:234 1:345 2:234 2:111",
        {"scores": [0, 1, 0, 0], "tables.0.own": {"0": 0, "1": 1, "2": 0, "3": 0}},
    ),
    (
        "BUN-14 with nothing to lose",
        4,
        BOTH_WIPED,
        "0:111",
        {"scores": [0, 0, 0, 0], "to_act": [1]},
    ),
    (
        "BUN-14 in the last turn of a table",
        8,
        WIPEOUT,
        "4:234 0:222 4:111",
        {"scores.4": 0, "tables.1.roll_off": True, "to_act": [4]},
    ),
    (
        "BUN-14 three 1s are a mini without the option",
        4,
        {},
        "0:111 0:111",
        {"scores": [26, 0, 0, 0]},
    ),
    (
        "BUN-16 rounds count from 1 in each set, moves follow its last round",
        4,
        {"sets": 2},
        "0:111 0:222 0:333 0:444 0:555 0:666",
        {"set": 2, "round": 1, "target": 1, "over": False, "tables.0.seats": [0, 1, 2, 3]},
    ),
    (
        "BUN-16 wipeout sets have five rounds",
        4,
        {"sets": 2, "wipeout": True},
        "0:222 0:333 0:444 0:555 0:666",
        {"set": 2, "round": 1, "target": 2, "tables.0.seats": [0, 2, 3, 1]},
    ),
    (
        "the tables play at the same time",
        12,
        {},
        "4:236 8:123 0:236",
        {"to_act": [1, 5, 8], "turn": None},
    ),
]


@pytest.mark.parametrize(("people", "options", "script", "expect"), [row[1:] for row in ROWS],
                         ids=[row[0] for row in ROWS])  # fmt: skip
def test_rule(people: int, options: dict[str, Any], script: str, expect: dict[str, Any]) -> None:
    hall = Hall(people, options).play(script)
    assert {path: hall.at(path) for path in expect} == expect


def test_the_head_table_stops_in_the_middle_of_what_would_go_on() -> None:
    """BUN-6, BUN-7: the bell ends the roller's own turn although the roll scored."""
    hall = Hall(8).play("0:123 0:111")
    assert hall.kinds()[-5:] == ["rolled", "bunco", "bell", "turn_ended", "table_won"]
    bell, over, won = hall.events[-3:]
    assert (bell.seat, bell.points) == (0, 22)
    assert (over.seat, over.points, getattr(over, "end", "")) == (0, 22, "bell")
    assert (won.points, getattr(won, "winners", ())) == (22, (0, 2))


def test_the_bell_counts_the_team_when_the_team_rings() -> None:
    hall = Hall(8, TEAM).play("0:222 0:222 0:222 0:236 1:236 2:222 2:123")
    (bell,) = [event for event in hall.events if event.kind == "bell"]
    assert (bell.seat, bell.points) == (2, 21)


@pytest.mark.parametrize(
    ("options", "script", "end", "points", "lost"),
    [
        ({}, "0:123 0:112 0:236", "missed", 3, 0),
        (MINI, "0:123 0:444", "mini", 6, 0),
        (WIPEOUT, "0:234 0:345 1:345 2:345 3:345 0:223 0:111", "wipeout", 0, 3),
        ({}, "0:112 0:111", "bell", 23, 0),
        (ONE_ROLL, "0:111 4:112", "bell", 2, 0),
        (ONE_ROLL, "0:111 4:236", "missed", 0, 0),
        ({"mini_ends_turn": True, "bell_finish": "roll"}, "0:111 4:444", "bell", 5, 0),
    ],
)
def test_how_a_turn_ends(
    options: dict[str, Any], script: str, end: str, points: int, lost: int
) -> None:
    hall = Hall(8, options).play(script)
    over = [event for event in hall.events if event.kind == "turn_ended"][-1]
    assert (over.points, over.model_dump()["end"], over.model_dump()["lost"]) == (points, end, lost)


def test_a_wipeout_says_what_each_loses() -> None:
    """BUN-14, scope team: the roller's loss in the wipeout, the partner's after it."""
    hall = Hall(4, BOTH_WIPED).play("0:234 0:345 1:345 2:223 2:111")
    wiped = [(e.kind, e.seat, e.points) for e in hall.events if e.points < 0]
    assert wiped == [("wipeout", 2, -2), ("penalised", 0, -1)]


def test_a_partner_with_nothing_loses_nothing() -> None:
    hall = Hall(4, BOTH_WIPED).play("0:234 0:111")
    assert "penalised" not in hall.kinds()


def test_a_roll_off_throw_says_that_it_does_not_count() -> None:
    hall = Hall(8).play("0:111 4:236 4:111 4:236")
    thrown = [event.model_dump() for event in hall.events if event.kind == "rolled"][-2:]
    assert [(event["points"], event["roll_off"]) for event in thrown] == [(21, True), (0, True)]
    assert hall.kinds().count("bunco") == 1


def test_two_tables_throw_a_bunco_each_and_both_have_it() -> None:
    """BUN-4 and BUN-15: neither of two at the same moment takes it from the other."""
    one, other = Hall(12), Hall(12)
    one.play("4:111 8:111")
    other.play("8:111 4:111")
    assert one.at("scores") == other.at("scores") == [0, 0, 0, 0, 21, 0, 0, 0, 21, 0, 0, 0]
    assert one.at("tables") == other.at("tables")
    assert one.kinds().count("bunco") == 2


def test_moved_tells_who_changes_the_table() -> None:
    hall = Hall(12).play("4:236 5:123 5:236 8:123 0:111 8:236 6:236")
    moved = [event.model_dump() for event in hall.events if event.kind == "moved"]
    places = {event["seat"]: (event["table"], event["chair"]) for event in moved}
    assert places == {5: (0, 2), 7: (0, 3), 8: (1, 2), 10: (1, 3), 1: (2, 2), 3: (2, 3)}


def test_moved_tells_who_changes_the_chair_of_the_only_table() -> None:
    hall = Hall(4).play("0:111")
    moved = [event.model_dump() for event in hall.events if event.kind == "moved"]
    assert {event["seat"]: event["chair"] for event in moved} == {3: 1, 1: 2, 2: 3}


def test_after_each_round_everybody_has_won_or_lost_it() -> None:
    """The round's number is one more than the rounds won and lost, for everybody."""
    hall = Hall(4)
    for number, roll in enumerate(["111", "222", "333", "444", "555"], start=2):
        hall.play(f"0:{roll}")
        ended = [event.model_dump() for event in hall.events if event.kind == "round_ended"]
        for seat in range(4):
            played = sum(seat in (*event["winners"], *event["losers"]) for event in ended)
            assert hall.at("round") == number == played + 1
    hall.play("0:666")
    assert (hall.at("over"), hall.at("round"), hall.kinds()[-1]) == (True, 6, "game_over")


PRIZES = [
    (
        "alone",
        {},
        "0:111 0:222 0:333 0:444 0:555 0:666",
        {
            "highest_score": [0],
            "most_buncos": [0],
            "most_round_wins": [0],
            # The partners change: 1, 2 and 3 win with seat 0 two rounds each.
            "most_round_losses": [1, 2, 3],
            "most_wipeouts": [],
            "first_bunco": [0],
        },
    ),
    (
        "none of something goes to nobody",
        {"end_on": "team"},
        " ".join(
            f"0:{mini} 0:{mini} 0:{mini} 0:{mini} 0:{mini}"
            for mini in ("222", "333", "444", "555", "666", "111")
        ),
        {
            "highest_score": [0],
            "most_buncos": [],
            "most_round_wins": [0],
            "most_round_losses": [1, 2, 3],
            "most_wipeouts": [],
            "first_bunco": [],
        },
    ),
    (
        "wipeouts",
        {"wipeout": True},
        "0:111 1:111 2:345 3:222 0:111 3:333 0:444 0:555 0:666",
        {
            "highest_score": [0],
            "most_buncos": [0],
            "most_round_wins": [0, 3],
            "most_round_losses": [1, 2],
            "most_wipeouts": [0],
            "first_bunco": [3],
        },
    ),
    (
        "ties share",
        {"wipeout": True},
        "0:345 1:222 0:333 0:235 2:444 0:555 0:345 3:345 1:666",
        {
            "highest_score": [0, 1],
            "most_buncos": [0, 1],
            "most_round_wins": [1],
            "most_round_losses": [3],
            "most_wipeouts": [],
            "first_bunco": [1],
        },
    ),
]


@pytest.mark.parametrize(("options", "script", "prizes"), [row[1:] for row in PRIZES],
                         ids=[row[0] for row in PRIZES])  # fmt: skip
def test_prizes(options: dict[str, Any], script: str, prizes: dict[str, list[int]]) -> None:
    """BUN-15."""
    hall = Hall(4, options)
    assert hall.at("prizes") == {}
    hall.play(script)
    assert hall.at("over")
    given = hall.at("prizes")
    assert {name: given[name] for name in prizes} == prizes
    assert hall.at("winners") == given["highest_score"]
    assert hall.at("to_act") == []


def test_a_ghost_wins_like_anyone() -> None:
    """BUN-12, BUN-15."""
    hall = Hall(5).play("4:236" + " 5:111" * 9 + " 5:236")
    while not hall.at("over"):
        hall.hurry()
    assert (hall.at("winners"), hall.at("ghosts")) == ([5], [5, 6, 7])
