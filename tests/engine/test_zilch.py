"""Zilch, one row for each sentence of its rules (RULES.md section 2)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rows import Row, play_row, row

THOUSAND = "roll = 111234; keep 1 2 3"
OPEN = {"over": False}
PYRAMID = {"pyramiding": True}
DARE = {"challenge": True}
TOP = {"topping": True}


def zil(name: str, steps: str, expect: dict[str, Any], preset: str = "zilch", **more: Any) -> Any:
    """A row of Zilch; ``1000`` rolls three ones and keeps them."""
    return row(name, preset, steps.replace("1000", THOUSAND), expect, **more)


TURN = [
    zil("ZIL-1 the highest starts", "", {"to_act": [1]}, start="3 5"),
    zil("ZIL-2 R004 six ones", "roll = 111111; ALL", {"turn.points": 6000}),
    zil("ZIL-2 five of a kind", "roll = 222223; keep 1 2 3 4 5", {"turn.points": 5000}),
    zil("ZIL-2 four ones", "roll = 111123; keep 1 2 3 4", {"turn.points": 4000}),
    zil("ZIL-2 two triplets", "roll = 222333; ALL", {"turn.points": 3000}),
    zil("ZIL-2 three pairs", "roll = 223344; ALL", {"turn.points": 2000}),
    zil("ZIL-2 a straight", "roll = 654321; ALL", {"turn.points": 1500}),
    zil("ZIL-3 disjoint counters", "roll = 222134; keep 1 2 3 4", {"turn.points": 300}),
    zil(
        "ZIL-4 R002 four and two are no three pairs",
        "roll = 444422; ALL ! not_scoring; keep 1 2 3 4",
        {"turn.points": 4000, "turn.left": 2},
    ),
    zil(
        "ZIL-4 four_two_as_three_pairs",
        "roll = 444422; ALL",
        {"turn.points": 2000},
        options={"four_two_as_three_pairs": True},
    ),
    zil(
        "ZIL-4 and the four alone still count",
        "roll = 444422; keep 1 2 3 4",
        {"turn.points": 4000},
        options={"four_two_as_three_pairs": True},
    ),
    zil("ZIL-5 at least one", "roll = 115234; keep ! nothing_kept; keep 3", {"turn.points": 50}),
    zil(
        "ZIL-5 keep = all",
        "roll = 115234; keep 3 ! must_keep; keep 1 2 ! must_keep; keep 1 2 3",
        {"turn.points": 250},
        options={"keep": "all"},
    ),
    zil(
        "ZIL-6 the first bank needs 500",
        "roll = 444524; bank ! must_keep; keep 1 2 3 4; bank ! below_minimum",
        {"turn.points": 450},
    ),
    zil("ZIL-6 and 500 will do", "roll = 444126; keep 1 2 3 4; bank", {"scores": [500, 0]}),
    zil(
        "ZIL-6 later banks need 350",
        "roll = 333224; keep 1 2 3; bank ! below_minimum; roll = 522; keep 4; bank",
        {"scores": [850, 0]},
        scores=(500, 0),
    ),
    zil(
        "ZIL-6 a given sheet that is not 0 is on board, below 0 too",
        "roll = 444226; keep 1 2 3; bank",
        {"scores": [300, 0]},
        scores=(-100, 0),
    ),
    zil(
        "ZIL-6 R007 a penalty puts nobody on board",
        "MISS; MISS; roll = 444524; keep 1 2 3 4; bank ! below_minimum;",
        {"scores": [-200, -200]},
        options={"bust_streak": {"n": 1, "penalty": 200}},
    ),
    zil(
        "ZIL-6 R007 nor does a penalty raise the minimum",
        "MISS; MISS; roll = 555226; keep 1 2 3; bank",
        {"scores": [300, -200]},
        options={"bust_streak": {"n": 1, "penalty": 200}},
    ),
    zil(
        "ZIL-7 a Zilch",
        "1000; roll = 246",
        {"scores": [700, 0], "to_act": [1]},
        scores=(700, 0),
        told="0: rolled; 0: busted 1000; 0: turn_ended end=busted lost=1000; 1: turn_started",
    ),
    zil("ZIL-7 R011 on the first roll", "MISS", {"to_act": [1]}),
    zil("ZIL-8 pass whenever the minimum is met", "1000; bank", {"scores": [1000, 0]}),
    zil(
        "ZIL-9 R009 the corner must be rolled",
        "roll = 222333; ALL; bank ! must_roll; keep 1 ! must_roll; roll = 223446",
        {"scores": [0, 0], "to_act": [1]},
        told="0: rolled; 0: busted 3000; 0: turn_ended end=busted lost=3000; 1: turn_started",
    ),
    zil(
        "ZIL-9 R010 over several rolls, and the frozen dice are gone",
        "roll = 222346; keep 1 2 3; roll = 555; keep 4 5 6; bank ! must_roll; roll = 122446;keep 1",
        {"turn.points": 800, "turn.left": 5, "turn.held": {"1": 1}, "turn.fills": 1},
    ),
    zil("ZIL-10 clockwise", "1000; bank; 1000; bank", {"to_act": [2]}, seats=3),
    zil("ZIL-10 entered at the end", "1000", {"scores": [0, 0]}),
]

END = [
    zil(
        "ZIL-11 R040 exactly 15,000 is not more",
        "1000; bank; MISS",
        {"scores": [15_000, 0], "last_round": False, **OPEN},
        scores=(14_000, 0),
    ),
    zil(
        "ZIL-11 R033 more starts the last round",
        "1000; bank; MISS; MISS",
        {"over": True, "winners": [0]},
        scores=(14_050, 0, 0),
    ),
    zil(
        "ZIL-11 R034 every other player, those before too",
        "1000; bank; 1000; bank; MISS",
        {"over": True, "winners": [2], "scores": [5000, 0, 15_050]},
        scores=(4000, 0, 14_050),
        first=2,
        told="1: rolled; 1: busted; 1: turn_ended end=busted; 2: game_over 15050 winners=[2]",
    ),
    zil(
        "ZIL-11 the highest wins, not the first",
        "1000; bank; 1000; bank",
        {"over": True, "winners": [1]},
        scores=(14_050, 14_100),
    ),
    zil(
        "ZIL-11 checked banked or not",
        "MISS; MISS",
        {"over": True, "winners": [0]},
        scores=(16_000, 0),
        first=0,
    ),
    zil(
        "ZIL-11 and only for the seat in turn",
        "MISS",
        {"last_round": False, **OPEN},
        scores=(0, 16_000),
    ),
    zil(
        "ZIL-11 never undone",
        "1000; bank; challenge 0; 1000; bank; MISS",
        {"over": True, "winners": [0], "scores": [14_900, 5000, 0]},
        scores=(14_900, 4000, 0),
        options=DARE,
    ),
    zil(
        "ZIL-12 R035 the tied roll six dice once, at the same time, the others watch",
        "1000; bank; 1000; bank; MISS; 2: roll ! not_your_turn; bank ! must_roll;"
        "keep 1 ! must_roll; 1: roll = 223344; 1: roll ! not_your_turn; 0: roll = 123456",
        {"over": True, "winners": [1], "scores": [17_000, 17_500, 9000]},
        scores=(14_500, 14_500, 9000),
        told="0: rolled; 0: banked 1500; 1: game_over 17500 winners=[1]",
    ),
    zil(
        "ZIL-12 they wait for each other",
        "1000; bank; 1000; bank; 0: roll = 111234",
        {"turn": None, "to_act": [1], "scores": [16_500, 15_500], **OPEN},
        scores=(14_500, 14_500),
    ),
    zil(
        "ZIL-12 R036 repeated until broken",
        "1000; bank; 1000; bank;" + "0: roll = 111234; 1: roll = 111234;" * 5 + "0: MISS;"
        "1: roll = 522346",
        {"over": True, "winners": [1], "scores": [20_500, 20_550]},
        scores=(14_500, 14_500),
    ),
    zil(
        "ZIL-12 the roll counts at its best",
        "1000; bank; 1000; bank; 0: roll = 444422; 1: roll = 222333",
        {"over": True, "winners": [0], "scores": [19_500, 18_500]},
        scores=(14_500, 14_500),
    ),
]

SMALL = [
    zil(
        "ZIL-13 zilch-10000 has no four of a kind",
        "roll = 222234; keep 1 2 3 4 ! not_scoring; keep 1 2 3",
        {"turn.points": 200, "goal": 10_000},
        "zilch-10000",
    ),
    zil(
        "ZIL-13 six equal are two triples",
        "roll = 222222; ALL",
        {"turn.points": 400},
        "zilch-10000",
    ),
    zil(
        "ZIL-13 zilch-10000 has two triplets",
        "roll = 222333; ALL",
        {"turn.points": 3000},
        "zilch-10000",
    ),
    zil(
        "ZIL-13 zilch-10000 has three pairs",
        "roll = 223344; ALL",
        {"turn.points": 2000},
        "zilch-10000",
    ),
    zil("ZIL-13 zilch-5000 has neither", "roll = 222333; ALL", {"turn.points": 500}, "zilch-5000"),
    zil("ZIL-13 nor three pairs", "roll = 223344", {"to_act": [1], "goal": 5000}, "zilch-5000"),
    zil("ZIL-13 a straight", "roll = 123456; ALL", {"turn.points": 1500}, "zilch-5000"),
    zil("ZIL-13 the same minimums", "1000; bank", {"scores": [1000, 0]}, "zilch-5000"),
]

PYRAMIDS = [
    zil(
        "ZIL-14 a frozen 5 and two rolled 5s",
        "roll = 523446; keep 1; roll = 55234; keep 2 3",
        {"turn.points": 500},
        options=PYRAMID,
        told="0: kept 450",
    ),
    zil(
        "ZIL-14 without the option they are just 5s",
        "roll = 523446; keep 1; roll = 55234; keep 2 3",
        {"turn.points": 150},
    ),
    zil(
        "ZIL-14 a die that extends a set is a counter",
        "roll = 222346; keep 1 2 3; roll = 246; keep 4",
        {"turn.points": 4000},
        options=PYRAMID,
    ),
    zil(
        "ZIL-14 without the option it is none",
        "roll = 222346; keep 1 2 3; roll = 246",
        {"to_act": [1]},
    ),
    zil(
        "ZIL-14 where the table has no bigger set it is none either",
        "roll = 222346; keep 1 2 3; roll = 246",
        {"to_act": [1]},
        "zilch-10000",
        options=PYRAMID,
    ),
    zil(
        "ZIL-14 but three more are a second triple",
        "roll = 222346; keep 1 2 3; roll = 222; keep 4 ! not_scoring; keep 4 5 6",
        {"turn.points": 400},
        "zilch-10000",
        options=PYRAMID,
    ),
    zil(
        "ZIL-14 step by step to six of a kind",
        "roll = 222346; keep 1 2 3; roll = 246; keep 4; roll = 26; keep 5; roll = 2; keep 6",
        {"turn.points": 6000, "turn.fills": 1},
        options=PYRAMID,
    ),
    zil(
        "ZIL-14 a corner ends it",
        "roll = 111555; ALL; roll = 222346; keep 1 2 3; roll = 152; keep 4",
        {"turn.points": 3000 + 200 + 100},
        options=PYRAMID,
    ),
    zil(
        "ZIL-14 unlike dice do not join",
        "roll = 123346; keep 1; roll = 23456; keep 2 3 4 5 6 ! not_scoring; keep 5",
        {"turn.points": 150},
        options=PYRAMID,
    ),
    zil(
        "ZIL-14 with one combination only, a 5 may still join a 5",
        "roll = 523446; keep 1; roll = 52234; keep 2; roll = 5234; keep 3",
        {"turn.points": 500},
        options={**PYRAMID, "single_combination": True},
    ),
]

CHALLENGES = [
    zil(
        "ZIL-15 R018 the target pays, below 0 too",
        "challenge 1; 1000; roll = 112; keep 4 5; bank",
        {"scores": [2200, -1100]},
        scores=(1000, 100),
        options=DARE,
        told="0: banked 1200; 1: penalised -1200 reason=challenge; 0: turn_ended 1200 end=banked;"
        "1: turn_started",
    ),
    zil(
        "ZIL-15 a Zilch costs 600",
        "challenge 1; MISS",
        {"scores": [400, 100], "to_act": [1]},
        scores=(1000, 100),
        options=DARE,
        told="0: rolled; 0: busted; 0: penalised -600 reason=challenge;"
        "0: turn_ended end=busted; 1: turn_started",
    ),
    zil(
        "ZIL-15 and 2,000 later; exactly 5,000 is later",
        "challenge 1; MISS",
        {"scores": [3000, 100]},
        scores=(5000, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 4,999 is not",
        "challenge 1; MISS",
        {"scores": [4399, 100]},
        scores=(4999, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 used up when declared",
        "challenge 1; challenge 1 ! bad_target; MISS; MISS; challenge 1 ! bad_target",
        {"scores": [400, 100]},
        scores=(1000, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 one in each window, two a game",
        "challenge 1; 1000; bank; MISS; challenge 1; 1000; bank; MISS;challenge 1 ! bad_target",
        {"scores": [6500, -1900]},
        scores=(4500, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 each player has two",
        "challenge 1; MISS; challenge 0; MISS",
        {"scores": [400, 400]},
        scores=(1000, 1000),
        options=DARE,
    ),
    zil(
        "ZIL-15 before the first roll",
        "roll = 111234; challenge 1 ! must_keep; keep 1 2 3; challenge 1 ! must_roll",
        {},
        scores=(1000, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 another player at this table",
        "challenge 0 ! bad_target; challenge 2 ! bad_target; challenge 99 ! malformed;"
        "1: challenge 0 ! not_your_turn",
        {},
        scores=(1000, 100),
        options=DARE,
    ),
    zil("ZIL-15 without the option", "challenge 1 ! unknown", {}, scores=(1000, 100)),
    zil(
        "ZIL-15 the challenger must be on board, the target need not",
        "challenge 1 ! below_minimum; 1000; bank; MISS; challenge 1",
        {"turn.challenge": 1},
        options=DARE,
    ),
    zil(
        "ZIL-15 the minimums hold",
        "challenge 1; roll = 333226; keep 1 2 3; bank ! below_minimum",
        {},
        scores=(1000, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 the challenge ends with the turn",
        "challenge 1; 1000; bank; 1000; bank; 1000; bank",
        {"scores": [3000, 100]},
        scores=(1000, 100),
        options=DARE,
    ),
    zil(
        "ZIL-15 FOB-27 a floor holds for it too",
        "challenge 1; 1000; bank",
        {"scores": [2000, 0]},
        scores=(1000, 100),
        options={**DARE, "min_score": 0},
    ),
]

TOPPING = [
    zil(
        "ZIL-16 R019 beat what the player before banked",
        "roll = 666322; keep 1 2 3; bank; roll = 666322; keep 1 2 3; bank ! below_minimum;"
        "roll = 522; keep 4; bank; roll = 666322; keep 1 2 3; bank ! below_minimum;"
        "roll = 522; keep 4; bank ! below_minimum; roll = 12; keep 5; bank",
        {"scores": [600, 650, 750]},
        options=TOP,
        seats=3,
    ),
    zil(
        "ZIL-16 after a Zilch only the minimum holds",
        "1000; bank; MISS; roll = 666322; keep 1 2 3; bank",
        {"scores": [1000, 0, 600]},
        options=TOP,
        seats=3,
    ),
    zil(
        "ZIL-16 and for the first seat of a round",
        "MISS; 1000; bank; roll = 666322; keep 1 2 3; bank",
        {"scores": [600, 1000]},
        options=TOP,
    ),
    zil(
        "ZIL-16 R019 a new game begins afresh",
        "roll = 666322; keep 1 2 3; bank",
        {"scores": [600, 0]},
        options=TOP,
    ),
    zil(
        "ZIL-16 extra turns are a round of their own",
        "1000; bank; roll = 222223; keep 1 2 3 4 5; bank; roll = 666322; keep 1 2 3; bank",
        {"scores": [16_100, 15_500], "to_act": [1]},
        options={**TOP, "tie": "extra_turn"},
        scores=(14_500, 10_500),
    ),
]


@pytest.mark.parametrize("row", [*TURN, *END, *SMALL, *PYRAMIDS, *CHALLENGES, *TOPPING])
def test_rule(row: Row) -> None:
    play_row(row)
