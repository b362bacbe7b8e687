"""The referee answers every line, whatever is on it, and no fault touches the game."""

from __future__ import annotations

import json
import random
import re
from io import BytesIO, StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.json_lines import MAX_LINE, lines
from app.referee import Referee, serve
from app.tables.errors import StoreTrouble, sentence
from app.tables.hub import Hub
from app.tables.store import MemoryStore
from app.tables.verify import verify
from engine import registry
from engine.refusal import CODES

NEW = {
    "new": "fill-or-bust",
    "seats": ["Ann", "Bo"],
    "options": {"goal": 10000},
    "first": 0,
    "dice": [[1, 2, 2, 3, 4, 6], [1, 2, 3, 4, 6]],
    "cards": ["bonus-300"],
    "scores": [100, 200],
    "seed": 7,
}
DRAW = {"seat": 0, "kind": "draw"}


def say(referee: Referee, request: Any) -> dict[str, Any]:
    """The answer to a request, or to a raw line."""
    line = request if isinstance(request, bytes) else json.dumps(request).encode()
    answer = referee.answer(line)
    assert b"\n" not in answer
    said = json.loads(answer)
    assert isinstance(said, dict)
    return said


def laid(**changes: Any) -> Referee:
    """A referee with a game in progress."""
    referee = Referee()
    answer = say(referee, {**NEW, **changes})
    assert answer["ok"], answer
    return referee


def test_the_contract_of_the_readme() -> None:
    referee = Referee()
    started = say(referee, NEW)
    assert list(started) == ["ok", "events", "state"]
    state = started["state"]
    assert state["game"] == "fill-or-bust"
    assert state["to_act"] == [0]
    assert state["scores"] == [100, 200]
    assert state["over"] is False
    assert state["winners"] == []
    assert state["turn"] == state["turn"] | {
        "seat": 0, "points": 0, "rolled": {}, "held": {}, "left": 6, "card": None, "fills": 0,
    }  # fmt: skip
    assert say(referee, {"state": True}) == {"ok": True, "state": state}
    assert say(referee, {"legal": 0}) == {"ok": True, "legal": [{"kind": "draw", "seat": 0}]}
    assert say(referee, {"legal": 1}) == {"ok": True, "legal": []}
    drawn = say(referee, {"do": DRAW})
    assert [event["kind"] for event in drawn["events"]] == ["card_drawn"]
    assert drawn["state"]["turn"]["card"] == "bonus-300"
    rolled = say(referee, {"do": {"kind": "roll", "seat": 0}})
    assert rolled["state"]["turn"]["rolled"] == dict(zip("123456", [1, 2, 2, 3, 4, 6], strict=True))
    assert say(referee, {"legal": 0})["legal"] == [{"kind": "keep", "seat": 0, "dice": [1]}]
    (hint,) = say(referee, {"hint": 0})["hint"]
    assert hint["action"] == {"kind": "keep", "seat": 0, "dice": [1]}
    assert hint["bust"] == pytest.approx(25 / 324)
    assert hint["win"] is None  # no table ships for this goal, and cards may take from leaders
    assert hint["turn_value"] > 100
    assert say(referee, {"hint": 1}) == {"ok": True, "hint": []}


@pytest.mark.parametrize("preset", registry.presets())
def test_hints_are_the_legal_actions_best_first(preset: str) -> None:
    referee = Referee()
    game = registry.ruleset(preset)
    names = [f"Player {number}" for number in range(1, game.min_seats + 1)]
    state = say(referee, {"new": preset, "seats": names, "first": 0, "seed": 4})["state"]
    for _ in range(12):
        seat = state["to_act"][0]
        legal = say(referee, {"legal": seat})["legal"]
        hints = say(referee, {"hint": seat})["hint"]
        asked = [hint["action"] for hint in hints]
        assert sorted(map(str, asked)) == sorted(map(str, legal))
        worth = [(hint["win"] or 0, hint["turn_value"]) for hint in hints]
        assert worth == sorted(worth, reverse=True)
        assert all(hint["bust"] is None or 0 <= hint["bust"] <= 1 for hint in hints)
        state = say(referee, {"do": asked[0]})["state"]
        if state["over"]:
            break


DEEP = b'{"new": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"

FAULTS: list[tuple[Any, str]] = [
    (b"", "malformed"),
    (b"   ", "malformed"),
    (b"\r", "malformed"),
    (b"hello", "malformed"),
    (b"{", "malformed"),
    (b'{"state": true', "malformed"),
    (b'{"state": true}}', "malformed"),
    (b'{"state": true} {"state": true}', "malformed"),
    (b"{'state': true}", "malformed"),
    (b"\x00\x01\x02", "malformed"),
    (b"\xff\xfe{}", "malformed"),
    (b'{"state": \xc3\x28}', "malformed"),
    (b"NaN", "malformed"),
    (b'{"legal": NaN}', "malformed"),
    (b'{"legal": Infinity}', "malformed"),
    (b'{"legal": -Infinity}', "malformed"),
    (b'{"legal": 1e999}', "malformed"),
    (b'{"legal": ' + b"9" * 5000 + b"}", "malformed"),
    (b'{"legal": ' + b"9" * 400 + b"}", "malformed"),
    (b'{"state": true, "state": true}', "malformed"),
    (b'{"do": {"seat": 0, "seat": 0, "kind": "draw"}}', "malformed"),
    (DEEP, "malformed"),
    (DEEP.replace(b"[", b'{"a": ').replace(b"]", b"}"), "malformed"),
    (None, "malformed"),
    (True, "malformed"),
    (7, "malformed"),
    ("state", "malformed"),
    ([], "malformed"),
    ([{"state": True}], "malformed"),
    ({}, "unknown"),
    ({"hello": 1}, "unknown"),
    ({"New": "fill-or-bust"}, "unknown"),
    ({"state": False}, "malformed"),
    ({"state": 1}, "malformed"),
    ({"state": None}, "malformed"),
    ({"state": "true"}, "malformed"),
    ({"state": True, "legal": 0}, "malformed"),
    ({"state": True, "more": 0}, "malformed"),
    ({"legal": True}, "malformed"),
    ({"legal": 0.0}, "malformed"),
    ({"legal": "0"}, "malformed"),
    ({"legal": None}, "malformed"),
    ({"legal": [0]}, "malformed"),
    ({"legal": -1}, "malformed"),
    ({"legal": 2}, "malformed"),
    ({"legal": 48}, "malformed"),
    ({"hint": True}, "malformed"),
    ({"hint": 2}, "malformed"),
    ({"do": None}, "malformed"),
    ({"do": "draw"}, "malformed"),
    ({"do": []}, "malformed"),
    ({"do": {}}, "malformed"),
    ({"do": {"seat": 0}}, "malformed"),
    ({"do": {"seat": 0, "kind": None}}, "unknown"),
    ({"do": {"seat": 0, "kind": ["draw"]}}, "unknown"),
    ({"do": {"seat": 0, "kind": "dance"}}, "unknown"),
    ({"do": {"seat": 0, "kind": "Draw"}}, "unknown"),
    ({"do": {"kind": "draw"}}, "malformed"),
    ({"do": {"seat": None, "kind": "draw"}}, "malformed"),
    ({"do": {"seat": False, "kind": "draw"}}, "malformed"),
    ({"do": {"seat": 0.0, "kind": "draw"}}, "malformed"),
    ({"do": {"seat": "0", "kind": "draw"}}, "malformed"),
    ({"do": {"seat": -1, "kind": "draw"}}, "malformed"),
    ({"do": {"seat": 2, "kind": "draw"}}, "malformed"),
    ({"do": {"seat": 10**30, "kind": "draw"}}, "malformed"),
    ({"do": {**DRAW, "dice": [1]}}, "malformed"),
    ({"do": {**DRAW, "more": 1}}, "malformed"),
    ({"do": {"seat": 1, "kind": "draw"}}, "not_your_turn"),
    ({"do": {"seat": 0, "kind": "keep"}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": None}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": 1}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": "1"}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": {"1": 1}}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": [True]}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": [1.0]}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": ["1"]}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": [0]}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": [7]}}, "malformed"),
    ({"do": {"seat": 0, "kind": "keep", "dice": [[1]]}}, "malformed"),
    ({"do": {"seat": 0, "kind": "challenge"}}, "malformed"),
    ({"do": {"kind": "time_up", "seat": 0}}, "malformed"),
    ({"do": {"kind": "time_up"}}, "unknown"),
    ({"do": DRAW, "version": 0}, "stale"),
    ({"do": DRAW, "version": 10**20}, "stale"),
    ({"do": DRAW, "version": True}, "malformed"),
    ({"do": DRAW, "version": "2"}, "malformed"),
    ({"do": DRAW, "version": 2.0}, "malformed"),
    ({"do": DRAW, "more": 2}, "malformed"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "code"), FAULTS, ids=lambda value: str(value)[:50])
def test_a_fault_is_told_and_touches_nothing(request_: Any, code: str) -> None:
    referee = laid()
    before = say(referee, {"state": True})
    said = say(referee, request_)
    assert list(said) == ["ok", "error"], said
    assert said["ok"] is False
    assert list(said["error"]) == ["code", "message"]
    assert said["error"]["code"] == code, said
    message = said["error"]["message"]
    assert message == message.strip()
    assert message.endswith((".", ")"))
    assert not FOREIGN.search(message), "these are not the words of the house"
    assert "\n" not in message
    assert say(referee, {"state": True}) == before
    assert say(referee, {"do": DRAW})["ok"]


BAD_GAMES: list[tuple[dict[str, Any], str]] = [
    ({"new": "chess"}, "unknown"),
    ({"new": ""}, "unknown"),
    ({"new": "\ud800"}, "malformed"),
    ({"cards": ["\ud800"]}, "malformed"),
    ({"options": {"title": "\udfff"}}, "malformed"),
    ({"new": None}, "malformed"),
    ({"new": 1}, "malformed"),
    ({"new": ["fill-or-bust"]}, "malformed"),
    ({"seats": None}, "malformed"),
    ({"seats": "Ann"}, "malformed"),
    ({"seats": {"Ann": 1, "Bo": 2}}, "malformed"),
    ({"seats": []}, "malformed"),
    ({"seats": ["Ann"]}, "malformed"),
    ({"seats": ["Ann", None]}, "malformed"),
    ({"seats": ["Ann", 7]}, "malformed"),
    ({"seats": ["Ann", True]}, "malformed"),
    ({"seats": ["Ann", ["Bo"]]}, "malformed"),
    ({"seats": ["Ann", ""]}, "malformed"),
    ({"seats": ["Ann", " \t "]}, "malformed"),
    ({"seats": ["Ann", "\u200b\u202e"]}, "malformed"),
    ({"seats": ["Ann", "\ud800"]}, "malformed"),
    ({"seats": ["Ann", "ann"]}, "malformed"),
    ({"seats": ["Ann", "Ａｎｎ"]}, "malformed"),
    ({"seats": ["Ann", "A\u200bnn"]}, "malformed"),
    ({"seats": ["Ann", "\x1b[31mAnn\x1b[0m"]}, "malformed"),
    ({"seats": [f"P{number}" for number in range(49)]}, "malformed"),
    ({"seats": [f"P{number}" for number in range(5000)]}, "malformed"),
    ({"options": None}, "malformed"),
    ({"options": []}, "malformed"),
    ({"options": "goal"}, "malformed"),
    ({"options": {"colour": 1}}, "unknown_option"),
    ({"options": {"": 1}}, "unknown_option"),
    ({"options": {"Goal": 5000}}, "unknown_option"),
    ({"options": {"goal": "5000"}}, "malformed"),
    ({"options": {"goal": True}}, "malformed"),
    ({"options": {"goal": 5000.0}}, "malformed"),
    ({"options": {"goal": 0}}, "malformed"),
    ({"options": {"goal": -5}}, "malformed"),
    ({"options": {"goal": 10**30}}, "malformed"),
    ({"options": {"goal": [5000]}}, "malformed"),
    ({"options": {"goal": {"a": 1}}}, "malformed"),
    ({"options": {"goal": None}}, "malformed"),
    ({"options": {"minutes": 0}}, "malformed"),
    ({"options": {"minutes": True}}, "malformed"),
    ({"options": {"minutes": 1.5}}, "malformed"),
    ({"options": {"minutes": "10"}}, "malformed"),
    ({"options": {"minutes": 10**9}}, "malformed"),
    ({"options": {"end": "never"}}, "malformed"),
    ({"options": {"end": 1}}, "malformed"),
    ({"options": {"double_scope": "sheet"}}, "malformed"),
    ({"options": {"after_safe_fill": True}}, "malformed"),
    ({"options": {"min_score": -1}}, "malformed"),
    ({"options": {"min_score": False}}, "malformed"),
    ({"first": -1}, "malformed"),
    ({"first": 2}, "malformed"),
    ({"first": 48}, "malformed"),
    ({"first": True}, "malformed"),
    ({"first": 0.0}, "malformed"),
    ({"first": "0"}, "malformed"),
    ({"dice": None}, "malformed"),
    ({"dice": 6}, "malformed"),
    ({"dice": "123456"}, "malformed"),
    ({"dice": [1, 2, 3]}, "malformed"),
    ({"dice": ["123456"]}, "malformed"),
    ({"dice": [[0]]}, "malformed"),
    ({"dice": [[7]]}, "malformed"),
    ({"dice": [[True]]}, "malformed"),
    ({"dice": [[1.0]]}, "malformed"),
    ({"dice": [["1"]]}, "malformed"),
    ({"dice": [[None]]}, "malformed"),
    ({"cards": None}, "malformed"),
    ({"cards": "bonus-300"}, "malformed"),
    ({"cards": [300]}, "malformed"),
    ({"cards": [None]}, "malformed"),
    ({"scores": 0}, "malformed"),
    ({"scores": []}, "malformed"),
    ({"scores": [0]}, "malformed"),
    ({"scores": [0, 0, 0]}, "malformed"),
    ({"scores": [0, True]}, "malformed"),
    ({"scores": [0, 1.0]}, "malformed"),
    ({"scores": [0, "1"]}, "malformed"),
    ({"scores": [0, None]}, "malformed"),
    ({"scores": [0, 10**30]}, "malformed"),
    ({"seed": True}, "malformed"),
    ({"seed": 1.5}, "malformed"),
    ({"seed": "7"}, "malformed"),
    ({"more": 1}, "malformed"),
    ({"preset": "fill-or-bust"}, "malformed"),
    ({"first": None, "dice": [[1, 2]]}, "malformed"),
    ({"first": None, "dice": [[3], []]}, "malformed"),
]


@pytest.mark.parametrize(("changes", "code"), BAD_GAMES, ids=lambda value: str(value)[:50])
def test_a_refused_game_leaves_the_former_in_place(changes: dict[str, Any], code: str) -> None:
    referee = laid()
    before = say(referee, {"do": DRAW})["state"]
    said = say(referee, {**NEW, **changes})
    assert not said["ok"], said
    assert said["error"]["code"] == code, said
    assert said["error"]["message"].strip().endswith((".", ")")), said
    assert say(referee, {"state": True})["state"] == before


def test_without_seats_there_is_no_game() -> None:
    assert say(Referee(), {"new": "fill-or-bust"})["error"]["code"] == "malformed"


@pytest.mark.parametrize("request_", [{"do": DRAW}, {"legal": 0}, {"state": True}, {"hint": 0}])
def test_before_the_first_game_there_is_nothing_to_ask(request_: dict[str, Any]) -> None:
    assert say(Referee(), request_)["error"]["code"] == "unknown"


def test_names_are_cleaned_as_everywhere() -> None:
    names = ["  [red]Bob[/]  ", "\x1b[31mA\u202enn\x1b[0m", "é" * 100]
    state = say(Referee(), {**NEW, "seats": names, "scores": None})["state"]
    assert state["seats"] == ["[red]Bob[/]", "Ann", "é" * 24]


def test_an_action_may_say_which_state_it_was_made_for() -> None:
    referee = laid()
    version = say(referee, {"state": True})["state"]["version"]
    assert say(referee, {"do": DRAW, "version": version})["ok"]
    twice = say(referee, {"do": DRAW, "version": version})
    assert twice["error"]["code"] == "stale"


def test_a_refused_action_uses_up_no_dice() -> None:
    plain, troubled = laid(dice=[], cards=[]), laid(dice=[], cards=[])
    wrong = [{"seat": 0, "kind": "bank"}, {"seat": 1, "kind": "roll"}, {"seat": 0, "kind": "keep"}]
    for _ in range(40):
        state = say(plain, {"state": True})["state"]
        (action, *_) = say(plain, {"legal": state["to_act"][0]})["legal"]
        for bad in wrong:
            if bad not in say(troubled, {"legal": bad["seat"]})["legal"]:
                say(troubled, {"do": bad})
        assert say(troubled, {"do": action}) == say(plain, {"do": action})


def test_a_seed_is_the_same_game_again_and_entropy_is_not() -> None:
    def starts(**changes: Any) -> str:
        fresh = {**NEW, "dice": [], "cards": [], "first": None, "scores": None} | changes
        return str([say(laid(**fresh), {"do": {"seat": s, "kind": "draw"}}) for s in (0, 1)])

    assert starts(seed=5) == starts(seed=5)
    assert len({starts(seed=seed) for seed in range(30)}) > 10
    assert len({starts(seed=None) for _ in range(30)}) > 10


def test_a_fault_of_the_program_is_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("planted")

    log = StringIO()
    referee = Referee(debug=log)
    say(referee, NEW)
    before = say(referee, {"state": True})
    monkeypatch.setattr("app.referee.step", broken)
    assert say(referee, {"do": DRAW})["error"]["code"] == "internal"
    assert say(referee, {"state": True}) == before
    assert "planted" in log.getvalue()
    quiet = Referee()
    say(quiet, NEW)
    assert say(quiet, {"do": DRAW})["error"]["code"] == "internal"


def test_a_game_that_is_kept_is_a_table_of_the_house() -> None:
    hub = Hub(MemoryStore())
    referee, passing = Referee(hub), Referee()
    kept = say(referee, NEW)
    for request in (NEW, {"do": DRAW}, {"do": DRAW}, {"do": {"seat": 0, "kind": "roll"}}):
        expected = say(passing, request)
        answer = kept if request is NEW else say(referee, request)
        assert {name: answer[name] for name in expected} == expected
    table = hub.open(kept["table"])
    assert kept["commitment"] == table.commitment
    assert table.entries == 3
    assert not table.fair
    assert verify(table).ok


def test_a_kept_game_that_cannot_be_stored_is_an_answer_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise StoreTrouble("disk_full")

    store = MemoryStore()
    referee = Referee(Hub(store))
    say(referee, NEW)
    before = say(referee, {"state": True})
    monkeypatch.setattr(store, "append", full)
    said = say(referee, {"do": DRAW})
    assert said["error"]["message"] == sentence("disk_full")
    assert say(referee, {"state": True}) == before


def test_lines_come_one_by_one_and_the_long_ones_are_skipped() -> None:
    fits = b'{"state": true}' + b" " * (MAX_LINE - 16) + b"\n"
    long = b'{"state": true}' + b" " * (MAX_LINE - 14) + b"\n"
    assert len(fits) == MAX_LINE
    endless = b"x" * (3 * MAX_LINE + 5)
    assert list(lines(BytesIO(fits + long + endless + b"\n" + b"a\n\nb"))) == [
        fits, None, None, b"a\n", b"\n", b"b",
    ]  # fmt: skip
    assert list(lines(BytesIO(endless))) == [None]
    assert list(lines(BytesIO(b""))) == []


def test_every_line_has_its_answer() -> None:
    asked = [json.dumps(NEW).encode(), b"", b"x" * (MAX_LINE + 9), b'{"state": true}\r', b"\x80"]
    answers = BytesIO()
    serve(Referee(), BytesIO(b"\n".join(asked)), answers)
    said = [json.loads(line)["ok"] for line in answers.getvalue().splitlines()]
    assert said == [True, False, False, True, False]


@settings(max_examples=300)
@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    referee = laid()
    said = say(referee, line.replace(b"\n", b" "))
    assert said["ok"] is True or said["error"]["code"] in CODES
    assert said["ok"] is False or b"state" in line


FOREIGN = re.compile("Input should|Extra inputs|Field required|Value error|valid [idst]")
"""How the library that validates puts things."""

ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1, 6, 7, 48, 10**40, 0.5, -0.0, 1e300, "", "1", "\ud800", "\x1b[2J",
     "none", "draw", [], [[]], [1, 1], {}, {"kind": "roll"}, {"a": {"b": []}}, "x" * 300]
)  # fmt: skip


@settings(max_examples=500)
@given(st.data())
def test_odd_values_anywhere_are_refused_in_good_order(data: st.DataObject) -> None:
    preset = data.draw(st.sampled_from(sorted(registry.presets())))
    game = registry.ruleset(preset)
    seats = [f"P{number}" for number in range(max(game.min_seats, 2))]
    names = [field.name for field in game.option_fields(preset)]
    fresh = {"new": preset, "seats": seats, "seed": 1}
    options = data.draw(st.dictionaries(st.sampled_from(names), ODD, max_size=2))
    key = st.sampled_from([*NEW, "kind", "seat", "target", "version"])
    spoiled = data.draw(
        st.one_of(
            st.builds(lambda extra: {**fresh, **extra}, st.dictionaries(key, ODD, max_size=2)),
            st.just({**fresh, "options": options}),
            st.builds(lambda extra: {"do": {**DRAW, **extra}}, st.dictionaries(key, ODD)),
            st.builds(lambda name, odd: {name: odd}, key, ODD),
        )
    )
    referee = Referee()
    assert say(referee, fresh)["ok"]
    before = say(referee, {"state": True})
    said = say(referee, spoiled)
    if not said["ok"]:
        assert said["error"]["code"] in CODES, (spoiled, said)
        assert not FOREIGN.search(said["error"]["message"]), (spoiled, said)
        assert say(referee, {"state": True}) == before


@pytest.mark.parametrize("preset", sorted(registry.presets()))
def test_what_is_legal_can_be_done_to_the_end(preset: str) -> None:
    game = registry.ruleset(preset)
    seats = [f"P{number}" for number in range(max(game.min_seats, 3))]
    referee, dice = Referee(), random.Random(preset)
    answer = say(referee, {"new": preset, "seats": seats, "seed": 3})
    for _ in range(20_000):
        state = answer["state"]
        acting = {s for s in range(len(seats)) if say(referee, {"legal": s})["legal"]}
        assert acting == set(state["to_act"])
        assert state["over"] is (not acting)
        if state["over"]:
            break
        seat = dice.choice(state["to_act"])
        action = dice.choice(say(referee, {"legal": seat})["legal"])
        answer = say(referee, {"do": action})
        assert answer["ok"], (action, answer)
    assert state["winners"]
    assert [event["kind"] for event in answer["events"]][-1] == "game_over"
