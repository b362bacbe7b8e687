"""Fill or Bust, one row for each sentence of its rules (RULES.md section 1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rows import Row, play_row, row

FOB = "fill-or-bust"
SHEET = "fill-or-bust/sheet-000"
LOTTE = "volle-lotte"
FAR = {"goal": 50_000}
UP_1 = {"over": False, "to_act": [1]}


def fob(name: str, steps: str, expect: dict[str, Any], **more: Any) -> Any:
    """A row of the classic game, to a goal that does not get in the way."""
    return row(name, FOB, steps, expect, **{"options": FAR, **more})


SETTING_UP = [
    row("FOB-5 the highest starts", FOB, "", {"to_act": [1]}, start="3 5"),
    row("FOB-5 the tied roll again", FOB, "", {"to_act": [1]}, start="6 6 2 1 4", seats=3),
    row("FOB-5 and again", FOB, "", {"to_act": [0]}, start="6 6 2 3 3 5 1", seats=3),
    row("FOB-5 clockwise", FOB, "draw = no-dice", {"to_act": [0]}, start="1 2 6", seats=3),
    row("FOB-4 the default goal is 5,000", FOB, "", {"goal": 5000}),
    row("FOB-4 any goal", FOB, "", {"goal": 777}, options={"goal": 777}),
    row("FOB-4 or minutes", FOB, "", {"goal": None}, options={"minutes": 20}),
    row("FOB-4 or both", FOB, "", {"goal": 10}, options={"minutes": 20, "goal": 10}),
]

TURN = [
    fob(
        "FOB-10 a card first",
        "roll ! must_draw; keep 1 ! must_draw; bank ! must_draw; decline ! cannot_decline;"
        "leftovers ! no_leftovers; challenge 1 ! unknown; time_up ! unknown;"
        "1: draw ! not_your_turn; 2: draw ! malformed; draw = bonus-300",
        {"turn.card": "bonus-300", "turn.left": 6},
        told="0: card_drawn",
    ),
    fob(
        "FOB-10 one card, then the dice",
        "draw = bonus-300; draw ! must_roll; keep 1 ! must_roll; bank ! nothing_kept",
        {"turn.points": 0},
    ),
    fob("FOB-10 all six dice", "draw = bonus-300; roll = 122346", {"turn.left": 0}),
    fob(
        "FOB-11 R003 four fives",
        "draw = bonus-300; roll = 555523; keep 1 2 3 4",
        {"turn.points": 550, "turn.left": 2},
    ),
    fob(
        "FOB-11 R004 six ones are two triples and a fill",
        "draw = bonus-300; roll = 111111; ALL",
        {"turn.points": 2300, "turn.fills": 1},
        told="0: kept 2000; 0: filled 300",
    ),
    fob(
        "FOB-12 R005 a die set aside is no part of a straight",
        "draw = bonus-300; roll = 122346; keep 1; roll = 23456; keep 2 3 4 5 6 ! not_scoring;"
        "keep 5",
        {"turn.points": 150},
    ),
    fob(
        "FOB-12 nor of a triple",
        "draw = bonus-300; roll = 112346; keep 1 2; roll = 1234; keep 3",
        {"turn.points": 300},
    ),
    fob(
        "FOB-13 a bust costs the turn points and leaves the sheet",
        "draw = bonus-300; roll = 111246; keep 1 2 3; roll = 246",
        {"scores": [700, 0], **UP_1},
        scores=(700, 0),
        told="0: rolled; 0: busted 1000; 0: turn_ended end=busted lost=1000; 1: turn_started",
    ),
    fob("FOB-13 R011 on the first roll", "draw = bonus-300; MISS", {"scores": [0, 0], **UP_1}),
    fob(
        "FOB-14 R012 something must be kept",
        "draw = bonus-300; roll = 152346; roll ! must_keep; bank ! must_keep; draw ! must_keep;"
        "decline ! cannot_decline; keep ! nothing_kept; keep 1; roll = 52346; bank ! must_keep",
        {"turn.points": 100},
    ),
    fob("FOB-14 some may be left", "draw = bonus-300; roll = 152346; keep 2", {"turn.left": 5}),
    fob(
        "FOB-14 R016 only dice that score",
        "draw = bonus-300; roll = 134622; keep 1 2 ! not_scoring; keep 7 ! malformed;"
        "keep 1 1 ! malformed; keep 1; keep 1 ! must_roll",
        {"turn.points": 100},
    ),
    fob(
        "FOB-14 only dice of the roll",
        "draw = bonus-300; roll = 122346; keep 1; roll = 12346; keep 1 ! not_scoring; keep 2",
        {"turn.points": 200, "turn.held": {"1": 1, "2": 1}},
    ),
    fob(
        "FOB-15 bank after a keep",
        "draw = bonus-300; roll = 152346; keep 1; bank",
        {"scores": [100, 0], **UP_1},
        told="0: banked 100; 0: turn_ended 100 end=banked; 1: turn_started",
    ),
    fob(
        "FOB-15 or roll the rest",
        "draw = bonus-300; roll = 152346; keep 1; draw ! must_fill; roll = 52346",
        {"turn.rolled": {"2": 5, "3": 2, "4": 3, "5": 4, "6": 6}},
    ),
    fob(
        "FOB-16 R026 a fill: bank",
        "draw = bonus-300; FILL; roll ! must_draw; bank",
        {"scores": [1800, 0], **UP_1},
    ),
    fob(
        "FOB-16 or draw with the points at risk",
        "draw = bonus-300; FILL; draw = bonus-400; bank ! must_roll; MISS",
        {"scores": [0, 0], **UP_1},
        told="0: rolled; 0: busted 1800; 0: turn_ended end=busted lost=1800; 1: turn_started",
    ),
    fob(
        "FOB-17 bonuses add up",
        "draw = bonus-300; FILL; draw = bonus-400; FILL; draw = bonus-500; FILL; bank",
        {"scores": [4500 + 1200, 0]},
    ),
]

CARDS = [
    fob(
        "bonus only with the fill",
        "draw = bonus-500; roll = 152346; keep 1; bank",
        {"scores": [100, 0]},
    ),
    fob(
        "No Dice ends the turn",
        "draw = no-dice",
        {"scores": [50, 0], **UP_1},
        scores=(50, 0),
        told="0: card_drawn; 0: turn_ended end=stopped; 1: turn_started",
    ),
    fob(
        "No Dice after a fill costs the turn total",
        "draw = bonus-300; FILL; draw = no-dice",
        {"scores": [50, 0], **UP_1},
        scores=(50, 0),
        told="0: card_drawn; 0: turn_ended end=stopped lost=1800; 1: turn_started",
    ),
    fob(
        "Fill 1000 forbids the bank",
        "draw = fill-1000; bank ! nothing_kept; roll = 152346; keep 1; bank ! must_fill;"
        "roll = 11123; keep 2 3 4; bank ! must_fill; roll = 23",
        {"scores": [0, 0], **UP_1},
    ),
    fob(
        "Fill 1000 adds 1000; bank or draw",
        "draw = fill-1000; FILL; roll ! must_draw; draw = fill-1000; FILL; bank",
        {"scores": [5000, 0]},
    ),
    fob(
        "FOB-20 R045 Must Bust keeps every die that scores",
        "draw = must-bust; roll = 152344; keep 2 ! must_keep; keep 1 ! must_keep;"
        "keep 1 2 3 ! not_scoring; keep 1 2; bank ! must_roll; draw ! must_fill; roll = 2346",
        {"scores": [150, 0], **UP_1},
        told="0: rolled; 0: busted; 0: banked 150; 0: turn_ended 150 end=banked; 1: turn_started",
    ),
    fob(
        "FOB-20 of four equal, any three",
        "draw = must-bust; roll = 222234; keep 2 3 4",
        {"turn.left": 3},
    ),
    fob("FOB-20 no bank before the first roll", "draw = must-bust; bank ! nothing_kept", {}),
    fob(
        "Must Bust rolls six again without a card, and carries points in",
        "draw = bonus-300; FILL; draw = must-bust; bank ! must_roll; FILL; bank ! must_roll;"
        "draw ! must_roll; FILL; MISS",
        {"scores": [4800, 0], **UP_1},
    ),
    fob("Must Bust and nothing at all", "draw = must-bust; MISS", {"scores": [0, 0], **UP_1}),
    fob(
        "Must Bust with carried points and no keep",
        "draw = bonus-500; FILL; draw = must-bust; MISS",
        {"scores": [2000, 0]},
    ),
    fob(
        "FOB-22 R046 Double Trouble doubles once",
        "draw = double-trouble; bank ! nothing_kept; roll = 111555; ALL; bank ! must_fill;"
        "draw ! must_roll; decline ! cannot_decline; roll = 111555; keep 1 2 3; bank ! must_fill;"
        "draw ! must_fill; roll = 111; keep 4 5 6",
        {"scores": [7000, 0], "turn.points": 0, "turn.card": "double-trouble", "to_act": [0]},
        told="0: kept 1000; 0: filled 3500; 0: banked 7000",
    ),
    fob(
        "FOB-21 R046 a bust after the first fill",
        "draw = double-trouble; FILL; MISS",
        {"scores": [0, 0], **UP_1},
    ),
    fob(
        "FOB-21 an earlier fill does not count",
        "draw = bonus-300; FILL; draw = double-trouble; FILL; bank ! must_fill; roll = 122346",
        {"turn.points": 3300, "scores": [0, 0]},
    ),
    fob(
        "FOB-22 carried points double too",
        "draw = bonus-300; FILL; draw = double-trouble; FILL; FILL",
        {"scores": [2 * (1800 + 3000), 0]},
    ),
    fob(
        "FOB-22 double_scope = card",
        "draw = bonus-300; FILL; draw = double-trouble; FILL; FILL",
        {"scores": [1800 + 2 * 3000, 0]},
        options={**FAR, "double_scope": "card"},
    ),
    fob(
        "FOB-23 then draw on, risking nothing",
        "draw = double-trouble; FILL; FILL; roll ! must_draw; draw = bonus-300; MISS",
        {"scores": [6000, 0], **UP_1},
        told="0: rolled; 0: busted; 0: turn_ended 6000 end=busted; 1: turn_started",
    ),
    fob(
        "FOB-23 or stop by banking nothing",
        "draw = double-trouble; FILL; FILL; bank",
        {"scores": [6000, 0], **UP_1},
        told="0: banked; 0: turn_ended 6000 end=banked; 1: turn_started",
    ),
    fob(
        "FOB-23 new points are at risk by themselves",
        "draw = double-trouble; FILL; FILL; draw = bonus-300; FILL;"
        "draw = double-trouble; FILL; FILL",
        {"scores": [6000 + 2 * 4800, 0]},
    ),
    fob(
        "FOB-23 after_safe_fill = end",
        "draw = double-trouble; FILL; FILL",
        {"scores": [6000, 0], **UP_1},
        options={**FAR, "after_safe_fill": "end"},
    ),
]

VENGEANCE = [
    fob(
        "FOB-24 the leader loses, the drawer's points are safe",
        "draw = vengeance-2500; bank ! nothing_kept; FILL",
        {"scores": [1500, 500, 100], "to_act": [0]},
        scores=(0, 3000, 100),
        told="0: kept 1500; 0: filled; 1: penalised -2500 reason=leader; 0: banked 1500",
    ),
    fob(
        "ZIL-16 what a safe fill banked is to be topped, whatever ended the turn",
        "draw = vengeance-2500; FILL; draw = no-dice; "
        "draw = bonus-300; roll = 123456; keep 1; bank ! below_minimum",
        {"scores": [1500, 0], "turn.points": 100},
        options={**FAR, "topping": True},
    ),
    fob(
        "FOB-24 R043 tied leaders all lose",
        "draw = vengeance-2500; FILL",
        {"scores": [1500, 500, 500, 2999]},
        scores=(0, 3000, 3000, 2999),
    ),
    fob(
        "FOB-24 only banked points lead",
        "draw = bonus-300; FILL; draw = vengeance-2500; FILL",
        {"scores": [3300, 0]},
        scores=(0, 2500),
    ),
    fob(
        "FOB-25 R043 a leading drawer harms nobody",
        "draw = vengeance-2500; FILL",
        {"scores": [4500, 2999]},
        scores=(3000, 2999),
        told="0: kept 1500; 0: filled; 0: banked 1500",
    ),
    fob(
        "FOB-25 R043 a drawer who shares the lead is exempt",
        "draw = vengeance-2500; FILL",
        {"scores": [4500, 500, 500]},
        scores=(3000, 3000, 3000),
    ),
    fob(
        "FOB-25 decline before rolling, then another card and no bank",
        "draw = vengeance-2500; decline; bank ! must_draw; roll ! must_draw;"
        "decline ! cannot_decline; draw = bonus-300",
        {"turn.card": "bonus-300", "to_act": [0]},
    ),
    fob(
        "FOB-25 not once dice are rolled",
        "draw = vengeance-2500; roll = 122346; decline ! cannot_decline; keep 1;"
        "decline ! cannot_decline; bank ! must_fill; draw ! must_fill",
        {},
    ),
    fob(
        "FOB-25 a leading drawer may decline too, with points at risk",
        "draw = bonus-300; FILL; draw = vengeance-2500; decline; bank ! must_draw;draw = bonus-400",
        {"turn.points": 1800},
        scores=(9000, 0),
    ),
    fob("FOB-25 no other card", "draw = must-bust; decline ! cannot_decline", {}),
    fob(
        "FOB-26 R044 draw on: a second Vengeance looks at the lead anew",
        "draw = vengeance-2500; FILL; draw = vengeance-2500; FILL",
        {"scores": [3000, 500, 0]},
        scores=(0, 3000, 2400),
        told="0: kept 1500; 0: filled; 2: penalised -2400 reason=leader; 0: banked 1500",
    ),
    fob(
        "FOB-26 a bust after it costs nothing",
        "draw = vengeance-2500; FILL; draw = fill-1000; MISS",
        {"scores": [1500, 500], **UP_1},
        scores=(0, 3000),
    ),
    fob(
        "FOB-26 or stop",
        "draw = vengeance-2500; FILL; bank",
        {"scores": [1500, 500], **UP_1},
        scores=(0, 3000),
    ),
    fob(
        "FOB-27 R047 no sheet falls below nothing",
        "draw = vengeance-2500; FILL",
        {"scores": [1500, 0]},
        scores=(0, 1800),
        told="0: kept 1500; 0: filled; 1: penalised -1800 reason=leader; 0: banked 1500",
    ),
    fob(
        "FOB-27 with nothing on any sheet nobody loses",
        "draw = vengeance-2500; FILL",
        {"scores": [1500, 0, 0]},
        seats=3,
        told="0: kept 1500; 0: filled; 0: banked 1500",
    ),
    fob(
        "FOB-27 min_score = none",
        "draw = vengeance-2500; FILL",
        {"scores": [1500, -700]},
        scores=(0, 1800),
        options={**FAR, "min_score": "none"},
    ),
    fob(
        "FOB-28 R044 decline again and again",
        "draw = vengeance-2500; decline; draw = vengeance-2500; decline;"
        "draw = vengeance-2500; FILL",
        {"scores": [1500, 500]},
        scores=(0, 3000),
    ),
    fob(
        "FOB-28 No Dice after declining costs the carried points",
        "draw = bonus-300; FILL; draw = vengeance-2500; decline; draw = no-dice",
        {"scores": [10, 0], **UP_1},
        scores=(10, 0),
    ),
]

END = [
    row(
        "FOB-30 R040 the goal is reached exactly",
        FOB,
        "draw = bonus-500; FILL; bank",
        {"over": True, "winners": [0], "turn": None, "scores": [5000, 0]},
        scores=(3000, 0),
        told="0: banked 2000; 0: turn_ended 2000 end=won; 0: game_over 5000 winners=[0]",
    ),
    row(
        "FOB-30 one point short",
        FOB,
        "draw = bonus-500; FILL; bank",
        {"over": False, "scores": [4999, 0]},
        scores=(2999, 0),
    ),
    row(
        "FOB-30 nothing after the end",
        FOB,
        "draw = bonus-500; FILL; bank; 0: draw ! game_over; 1: draw ! game_over;"
        "time_up ! game_over",
        {"over": True},
        scores=(3000, 0),
        options={"minutes": 3, "goal": 5000},
    ),
    row(
        "FOB-30 points at risk win nothing",
        FOB,
        "draw = bonus-500; FILL",
        {"over": False},
        scores=(4900, 0),
    ),
    row(
        "FOB-31 Double Trouble wins in the middle of a turn",
        FOB,
        "draw = double-trouble; FILL; FILL",
        {"over": True, "winners": [0], "scores": [6000, 0]},
    ),
    row(
        "FOB-31 Vengeance wins in the middle of a turn",
        FOB,
        "draw = vengeance-2500; FILL",
        {"over": True, "winners": [0], "scores": [5500, 2000]},
        scores=(4000, 4500),
    ),
    row(
        "FOB-31 Must Bust wins by its bust",
        FOB,
        "draw = must-bust; FILL; MISS",
        {"over": True, "winners": [0]},
        scores=(4000, 4500),
    ),
    row(
        "FOB-30 finish_round: R033 the seats behind still play",
        FOB,
        "draw = bonus-500; FILL; bank; draw = bonus-500; FILL; bank; draw = no-dice",
        {"over": True, "winners": [1], "scores": [5100, 6500, 0]},
        scores=(3100, 4500, 0),
        options={"end": "finish_round"},
    ),
    row(
        "FOB-30 finish_round: the round began with the seat that began",
        FOB,
        "draw = no-dice; draw = bonus-500; FILL; bank",
        {"over": True, "winners": [0], "scores": [5000, 0]},
        scores=(3000, 0),
        start="1 2",
        options={"end": "finish_round"},
    ),
    row(
        "FOB-30 finish_round: FOB-31 does not apply",
        FOB,
        "draw = double-trouble; FILL; FILL; draw = bonus-300; MISS; draw = no-dice",
        {"over": True, "winners": [0], "scores": [6000, 0]},
        options={"end": "finish_round"},
    ),
    row(
        "FOB-30 finish_round: a tie is played out by the tied alone",
        FOB,
        "draw = bonus-500; FILL; bank; draw = bonus-500; FILL; bank; draw = no-dice;"
        "draw = no-dice; draw = bonus-300; FILL; bank",
        {"over": True, "winners": [1], "scores": [5000, 6800, 0]},
        scores=(3000, 3000, 0),
        options={"end": "finish_round"},
    ),
    row(
        "FOB-32 the running round is completed",
        FOB,
        "draw = bonus-500; time_up; time_up ! stale; FILL; bank; draw = no-dice; draw = no-dice",
        {"over": True, "winners": [0]},
        scores=(0, 0, 1999),
        options={"minutes": 5},
    ),
    row(
        "FOB-32 minutes alone: no sheet is high enough to win",
        FOB,
        "draw = bonus-500; FILL; bank",
        {"over": False, "goal": None, "scores": [92_000, 0]},
        scores=(90_000, 0),
        options={"minutes": 5},
    ),
    row(
        "FOB-32 in the last turn of the round",
        FOB,
        "draw = no-dice; draw = bonus-500; roll = 152346; keep 1; time_up; bank",
        {"over": True, "winners": [1]},
        options={"minutes": 5},
    ),
    row(
        "FOB-32 the round began with the seat that began",
        FOB,
        "time_up; draw = no-dice; draw = bonus-300; roll = 152346; keep 1; bank",
        {"over": True, "winners": [0]},
        start="1 2",
        options={"minutes": 5},
    ),
    row(
        "FOB-32 a goal that comes after the time wins nothing at once",
        FOB,
        "time_up; draw = bonus-300; FILL; bank",
        {"over": False, "to_act": [1], "scores": [5800, 0]},
        scores=(4000, 0),
        options={"minutes": 5, "goal": 5000},
    ),
    row(
        "FOB-32 a goal before the time ends it",
        FOB,
        "draw = bonus-300; FILL; bank; time_up ! game_over",
        {"over": True},
        scores=(4000, 0),
        options={"minutes": 5, "goal": 5000},
    ),
    row(
        "FOB-32 R036 ties are played out as often as it takes",
        FOB,
        "time_up; draw = no-dice; draw = no-dice; draw = no-dice; 1: draw = no-dice;"
        + "0: draw = bonus-300; roll = 152346; keep 1; bank; 1: draw = bonus-300;"
        "roll = 152346; keep 1; bank;"
        * 3
        + "0: draw = no-dice; 1: draw = bonus-300; roll = 152346; keep 2; bank",
        {"over": True, "winners": [1], "scores": [1300, 1350]},
        scores=(1000, 1000),
        options={"minutes": 5},
    ),
    row(
        "FOB-32 R037 tie = shared",
        FOB,
        "time_up; draw = no-dice; draw = no-dice; draw = no-dice",
        {"over": True, "winners": [0, 2]},
        scores=(1000, 0, 1000),
        options={"minutes": 5, "tie": "shared"},
        told="2: card_drawn; 2: turn_ended end=stopped; 0: game_over 1000 winners=[0,2]",
    ),
    row(
        "FOB-32 time during the extra turns changes nothing",
        FOB,
        "draw = bonus-500; FILL; bank; draw = bonus-500; FILL; bank; time_up;"
        "draw = no-dice; draw = bonus-300; FILL; bank; time_up ! game_over",
        {"over": True, "winners": [1]},
        scores=(3000, 3000),
        options={"end": "finish_round", "minutes": 5, "goal": 5000},
    ),
]

SHORT = [
    row(
        "sheet-000 all scoring dice are kept",
        SHEET,
        "draw = bonus-300; roll = 152344; keep 1 ! must_keep; keep 1 2; bank",
        {"scores": [150, 0]},
    ),
    row(
        "sheet-000 a fill is banked and ends the turn",
        SHEET,
        "draw = bonus-300; FILL",
        {"scores": [1800, 0], **UP_1},
        told="0: kept 1500; 0: filled 300; 0: banked 1800; 0: turn_ended 1800 end=banked;"
        "1: turn_started",
    ),
    row(
        "sheet-000 two fills, no doubling",
        SHEET,
        "draw = double-trouble; FILL; bank ! must_fill; FILL",
        {"scores": [3000, 0], **UP_1},
    ),
    row(
        "sheet-000 Must Bust rolls on",
        SHEET,
        "draw = must-bust; FILL; bank ! must_roll; MISS",
        {"scores": [1500, 0], **UP_1},
    ),
    row(
        "sheet-000 Vengeance on a single leader",
        SHEET,
        "draw = vengeance-2500; decline ! cannot_decline; FILL",
        {"scores": [1500, 500], **UP_1},
        scores=(0, 3000),
    ),
    row(
        "sheet-000 a shared lead loses nothing",
        SHEET,
        "draw = vengeance-2500; FILL",
        {"scores": [1500, 3000, 3000]},
        scores=(0, 3000, 3000),
    ),
    row(
        "sheet-000 the drawer is immune",
        SHEET,
        "draw = vengeance-2500; FILL",
        {"scores": [4500, 2000]},
        scores=(3000, 2000),
    ),
]

GERMAN = [
    row(
        "lotte: no straight",
        LOTTE,
        "draw = bonus-200; roll = 123456; keep 1 2 3 4 5 6 ! not_scoring; keep 1 5",
        {"turn.points": 150},
    ),
    row("lotte: stop", LOTTE, "draw = stop", {**UP_1}),
    row(
        "lotte: fireworks",
        LOTTE,
        "draw = fireworks; roll = 111555; ALL; bank ! must_roll; MISS",
        {"scores": [1500, 0], **UP_1},
    ),
    row(
        "lotte: times two may bank early",
        LOTTE,
        "draw = times-two; roll = 152346; keep 1; bank",
        {"scores": [100, 0], **UP_1},
    ),
    row(
        "lotte: times two doubles the whole turn",
        LOTTE,
        "draw = bonus-200; roll = 111555; ALL; draw = times-two; roll = 111555; ALL",
        {"turn.points": 2 * (1700 + 1500), "scores": [0, 0]},
    ),
    row(
        "lotte: plus/minus is exactly 1,000",
        LOTTE,
        "draw = plus-minus; roll = 111234; keep 1 2 3; bank ! must_fill; roll = 555; keep 4 5 6",
        {"turn.points": 1000, "scores": [0, 2000, 0]},
        scores=(0, 3000, 0),
        told="0: kept 500; 0: filled -500; 1: penalised -1000 reason=leader",
    ),
    row(
        "lotte: plus/minus never below nothing",
        LOTTE,
        "draw = plus-minus; roll = 111555; ALL; bank",
        {"scores": [1000, 0]},
        scores=(0, 300),
    ),
    row(
        "lotte: plus/minus of a leader takes nothing",
        LOTTE,
        "draw = plus-minus; roll = 111555; ALL; bank",
        {"scores": [4000, 2000]},
        scores=(3000, 2000),
    ),
    row(
        "lotte: plus/minus over carried points",
        LOTTE,
        "draw = bonus-200; roll = 111555; ALL; draw = plus-minus; roll = 111555; ALL",
        {"turn.points": 1700 + 1000},
    ),
    row(
        "lotte: a straight over several rolls",
        LOTTE,
        "draw = straight; roll = 223446; keep 2 1 ! not_scoring; keep 1 3 4; bank ! must_fill;"
        "roll = 266; keep 2 ! not_scoring; keep 5; roll = 15; keep 2 6; bank",
        {"scores": [2000, 0]},
    ),
    row(
        "lotte: each roll must add a new face",
        LOTTE,
        "draw = straight; roll = 223446; keep 1 3 4 6; roll = 24",
        {"scores": [0, 0], **UP_1},
    ),
    row(
        "lotte: a straight counts as the fill",
        LOTTE,
        "draw = bonus-200; roll = 111555; ALL; draw = straight; roll = 123456; ALL",
        {"turn.points": 1700 + 2000, "turn.fills": 2},
    ),
    row(
        "lotte: two fills under the leaf win at once",
        LOTTE,
        "draw = cloverleaf; roll = 111555; ALL; bank ! must_fill; roll = 111555; ALL",
        {"over": True, "winners": [0], "scores": [3000, 4000]},
        scores=(0, 4000),
    ),
    row(
        "lotte: and it need not be landed on",
        LOTTE,
        "draw = cloverleaf; roll = 111555; ALL; roll = 111555; ALL",
        {"over": True, "winners": [0]},
        options={"exact": True, "goal": 2000},
    ),
    row(
        "lotte: 6,000 starts the last round",
        LOTTE,
        "draw = bonus-200; roll = 111555; ALL; bank; draw = bonus-200; roll = 111555; ALL; bank",
        {"over": True, "winners": [1]},
        scores=(4500, 4600),
    ),
]


@pytest.mark.parametrize("row", [*SETTING_UP, *TURN, *CARDS, *VENGEANCE, *END, *SHORT, *GERMAN])
def test_rule(row: Row) -> None:
    play_row(row)
