"""Spicy Farkel, one row for each sentence of its rules (RULES.md section 3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rows import Row, play_row, row

MILD = {"doubling": "none"}
FARKEL = "roll = 263346"
"""A roll in which nothing scores."""


def spf(name: str, steps: str, expect: dict[str, Any], **more: Any) -> Any:
    """A row of Spicy Farkel; ``FARKEL`` is a first roll that misses."""
    return row(name, "spicy-farkel", steps.replace("FARKEL", FARKEL), expect, **more)


def mild(name: str, steps: str, expect: dict[str, Any], **more: Any) -> Any:
    """A row without doubling."""
    return spf(name, steps, expect, **{"options": MILD, **more})


def red(name: str, rule: dict[str, str], steps: str, points: int) -> Any:
    """A row about red faces: the turn points in the end."""
    return spf(name, steps, {"turn.points": points}, options={"doubling": rule})


TURN = [
    spf("SPF-1 the highest starts", "", {"to_act": [1]}, start="3 5"),
    mild("SPF-2 a straight", "roll = 234561; ALL", {"turn.points": 3000}),
    mild("SPF-2 three pairs", "roll = 223344; ALL", {"turn.points": 1500}),
    mild("SPF-2 R001 four of a kind and a pair", "roll = 333344; ALL", {"turn.points": 1500}),
    mild(
        "SPF-2 four of a kind is a triple and an idle die",
        "roll = 333346; keep 1 2 3 4 ! not_scoring; keep 1 2 3",
        {"turn.points": 300},
    ),
    mild(
        "SPF-2 R003 of four 5s the fourth is a single",
        "roll = 555523; keep 1 2 3 4",
        {"turn.points": 550},
    ),
    mild("SPF-3 R001 six 3s are three pairs", "roll = 333333; ALL", {"turn.points": 1500}),
    mild("SPF-3 six 1s are two triples", "roll = 111111; ALL", {"turn.points": 2000}),
    mild(
        "SPF-4 R012 keep before anything else",
        "bank ! nothing_kept; draw ! unknown; decline ! cannot_decline; roll = 154236;"
        "bank ! must_keep; roll ! must_keep; keep ! nothing_kept; keep 1; bank",
        {"scores": [100, 0], "to_act": [1]},
    ),
    mild(
        "SPF-4 R005 a die set aside is no part of a straight",
        "roll = 612234; keep 2; roll = 23456; keep 1 3 4 5 6 ! not_scoring; keep 5",
        {"turn.points": 150},
    ),
    mild(
        "SPF-5 R009 hot dice: roll all six again",
        "roll = 234561; ALL; roll = 122346",
        {
            "turn.points": 3000,
            "turn.rolled": {str(n): f for n, f in enumerate((1, 2, 2, 3, 4, 6), 1)},
        },
    ),
    mild("SPF-5 or bank", "roll = 234561; ALL; bank", {"scores": [3000, 0]}),
    mild(
        "SPF-6 a Farkel",
        "roll = 111234; keep 1 2 3; roll = 246",
        {"scores": [70, 0], "to_act": [1]},
        scores=(70, 0),
    ),
    mild("SPF-6 R011 on the first roll of the game", "FARKEL", {"to_act": [1]}),
]

LEFTOVERS = [
    mild("SPF-7 not in the first turn", "leftovers ! no_leftovers", {}),
    mild(
        "SPF-7 the dice not set aside, 1,000 at once",
        "roll = 111234; keep 1 2 3; bank; leftovers; leftovers ! no_leftovers; bank ! nothing_kept;"
        "roll = 125; keep 4",
        {"turn.points": 1100, "turn.left": 2, "scores": [1000, 0]},
    ),
    mild(
        "SPF-7 the 1,000 comes with the roll",
        "roll = 111234; keep 1 2 3; bank; leftovers; roll = 125",
        {"turn.points": 1000, "turn.rolled": {"4": 1, "5": 2, "6": 5}},
    ),
    mild(
        "SPF-7 only with the first roll",
        "roll = 111234; keep 1 2 3; bank; leftovers; roll = 125; keep 4; roll = 15; keep 5 6; bank",
        {"scores": [1000, 1250]},
    ),
    mild(
        "SPF-7 keeping all of them is hot dice",
        "roll = 111234; keep 1 2 3; bank; leftovers; roll = 155; keep 4 5 6",
        {"turn.points": 1200, "turn.left": 6, "turn.held": {}, "turn.fills": 1},
    ),
    mild(
        "SPF-7 the player before keeps the points, a miss is a Farkel",
        "roll = 111234; keep 1 2 3; bank; leftovers; roll = 246",
        {"scores": [1000, 0], "to_act": [0]},
        told="1: rolled; 1: busted; 1: turn_ended end=busted; 0: turn_started",
    ),
    mild(
        "SPF-7 one may leave them",
        "roll = 111234; keep 1 2 3; bank; roll = 154236; leftovers ! no_leftovers; keep 1",
        {"turn.points": 100, "turn.left": 5},
    ),
    mild(
        "SPF-7 none after hot dice were banked",
        "roll = 234561; ALL; bank; leftovers ! no_leftovers",
        {},
    ),
    mild("SPF-7 none after a Farkel", "FARKEL; leftovers ! no_leftovers", {}),
    mild(
        "SPF-7 only those of the player before",
        "roll = 111234; keep 1 2 3; bank; FARKEL; leftovers ! no_leftovers",
        {},
        seats=3,
    ),
    spf(
        "SPF-7 the 1,000 is never doubled",
        "roll = 111446; keep 1 2 3; bank; leftovers; roll = 456; keep 5",
        {"turn.points": 1000 + 100},
    ),
    mild(
        "SPF-7 R023 the next player begins with six dice",
        "roll = 111234; keep 1 2 3; bank",
        {"turn.left": 6, "turn.held": {}, "turn.rolled": {}, "leftovers": [4, 5, 6]},
    ),
]

COMBINED = {"scope": "combination"}
RED = [
    red("SPF-8 die 1 shows its red 1", {}, "roll = 164433; keep 1", 200),
    red("SPF-8 no red, no doubling", {}, "roll = 216633; keep 2", 100),
    red("SPF-8 a red die that is not kept will do", {}, "roll = 213643; keep 2", 200),
    red("SPF-8 once, though two are red", {}, "roll = 123554; keep 1", 200),
    red("SPF-8 each roll by itself", {}, "roll = 123554; keep 1; roll = 16633; keep 2", 300),
    red("SPF-8 set_aside", {"trigger": "set_aside"}, "roll = 213643; keep 2", 100),
    red("SPF-8 set_aside and red", {"trigger": "set_aside"}, "roll = 164433; keep 1", 200),
    red("SPF-8 per_red", {"stack": "per_red"}, "roll = 123664; keep 1", 800),
    red(
        "SPF-8 per_red, set aside",
        {"stack": "per_red", "trigger": "set_aside"},
        "roll = 126654; keep 1 5",
        600,
    ),
    red("SPF-8 combination", COMBINED, "roll = 113466; keep 1 2", 300),
    red("SPF-8 a triple with a red die", COMBINED, "roll = 111464; keep 1 2 3", 2000),
    red("SPF-8 the better of two ways", COMBINED, "roll = 111146; keep 1 2 3 4", 2100),
    red("SPF-8 a triple and a fourth die", COMBINED, "roll = 166111; keep 1 4 5 6", 2100),
    red(
        "SPF-8 combination, per_red",
        {**COMBINED, "stack": "per_red"},
        "roll = 123456; ALL",
        3000 * 64,
    ),
]

REST = [
    mild(
        "SPF-9 disjoint combinations",
        "roll = 124555; keep 1 4 5 6",
        {"turn.points": 600},
    ),
    mild("SPF-9 R016 one of them", "roll = 124555; keep 4", {"turn.points": 50}),
    mild(
        "SPF-9 single_combination",
        "roll = 124555; keep 1 4 ! not_scoring; keep 1 4 5 6 ! not_scoring; keep 4 5 6",
        {"turn.points": 500},
        options={**MILD, "single_combination": True},
    ),
    mild(
        "SPF-10 R017 three Farkels in a row cost 1,000",
        "FARKEL; FARKEL; FARKEL; FARKEL; FARKEL",
        {"scores": [-600, 0]},
        scores=(400, 0),
        told="0: rolled; 0: busted; 0: penalised -1000 reason=streak; 0: turn_ended end=busted;"
        "1: turn_started",
    ),
    mild(
        "SPF-10 the count then restarts",
        "FARKEL; FARKEL;" * 5,
        {"scores": [-1000, -1000]},
    ),
    mild("SPF-10 and so on", "FARKEL; FARKEL;" * 6, {"scores": [-2000, -2000]}),
    mild(
        "SPF-10 a bank clears it",
        "FARKEL; FARKEL; FARKEL; FARKEL; roll = 154236; keep 1; bank; FARKEL;" + "FARKEL;" * 3,
        {"scores": [100, -1000]},
    ),
    mild("SPF-11 no minimum", "roll = 154236; keep 2; bank", {"scores": [50, 0]}),
    mild(
        "SPF-12 R040 exactly 10,000 starts the last round",
        "roll = 111234; keep 1 2 3; bank; FARKEL; FARKEL",
        {"over": True, "winners": [0]},
        scores=(9000, 0, 0),
    ),
    mild(
        "SPF-12 R039 the other has a last turn",
        "roll = 111234; keep 1 2 3; bank; roll = 234561; ALL; bank",
        {"over": True, "winners": [1], "scores": [10_000, 11_000]},
        scores=(9000, 8000),
    ),
    mild(
        "SPF-12 R035 the tied take one extra turn each, from the seat after the last to play",
        "roll = 111234; keep 1 2 3; bank; roll = 234561; ALL; bank; FARKEL;"
        "0: FARKEL; 1: roll = 154236; keep 1; bank",
        {"over": True, "winners": [1], "scores": [10_000, 10_100, 0]},
        scores=(9000, 7000, 0),
    ),
    mild(
        "SPF-12 the order of the extra turns",
        "2: roll = 111234; keep 1 2 3; bank; roll = 111234; keep 1 2 3; bank; FARKEL",
        {"to_act": [2], "turn.seat": 2},
        scores=(9000, 0, 9000),
        first=2,
    ),
    mild(
        "SPF-12 R036 until broken",
        "roll = 111234; keep 1 2 3; bank; roll = 111234; keep 1 2 3; bank;"
        + "FARKEL; FARKEL;" * 4
        + "roll = 154236; keep 1; bank; FARKEL",
        {"over": True, "winners": [0]},
        scores=(9000, 9000),
        options={**MILD, "bust_streak": "none"},
    ),
    mild(
        "SPF-12 a penalty in the last round does not undo it",
        "FARKEL; FARKEL; FARKEL; FARKEL; roll = 111234; keep 1 2 3; bank; FARKEL",
        {"over": True, "winners": [0], "scores": [10_000, 4000]},
        scores=(9000, 5000),
    ),
    mild(
        "SPF-13 leftovers in the last round too",
        "roll = 111234; keep 1 2 3; bank; leftovers; roll = 125; keep 4; bank",
        {"over": True, "scores": [10_000, 1100]},
        scores=(9000, 0),
    ),
]


@pytest.mark.parametrize("row", [*TURN, *LEFTOVERS, *RED, *REST])
def test_rule(row: Row) -> None:
    play_row(row)
