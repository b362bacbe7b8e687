"""One line of text for dice, actions and events, written and read again."""

from __future__ import annotations

import doctest
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import actions as a
from engine import notation, registry
from engine.model import Action, Event
from engine.refusal import IllegalAction
from tests.engine.play import play, presets_with_seats

LINES: list[tuple[Action, str]] = [
    (a.Roll(seat=0), "0: roll"),
    (a.Keep(seat=1, dice=(1, 2, 3)), "1: keep 1 2 3"),
    (a.Keep(seat=1, dice=()), "1: keep"),
    (a.Bank(seat=12), "12: bank"),
    (a.Draw(seat=0), "0: draw"),
    (a.Decline(seat=0), "0: decline"),
    (a.Leftovers(seat=0), "0: leftovers"),
    (a.Challenge(seat=0, target=2), "0: challenge 2"),
    (a.TimeUp(), "time_up"),
]


@pytest.mark.parametrize(("action", "line"), LINES, ids=[line for _, line in LINES])
def test_an_action_is_written_and_read(action: Action, line: str) -> None:
    assert notation.format_action(action) == line
    data = notation.parse_action(line)
    assert type(action).model_validate(data) == action


def test_the_seat_in_turn_need_not_be_named() -> None:
    assert notation.parse_action("bank", seat=3) == {"kind": "bank", "seat": 3}
    assert notation.parse_action("1: bank", seat=3) == {"kind": "bank", "seat": 1}
    assert notation.parse_action("bank") == {"kind": "bank"}
    assert notation.parse_action("time_up", seat=3) == {"kind": "time_up"}


def test_the_example_of_the_page_holds() -> None:
    found = doctest.testmod(notation)
    assert found.attempted >= 2
    assert found.failed == 0


class Bet(Action):
    """An action that only some new game has."""

    kind: Literal["bet"] = "bet"
    seat: int
    sum: int
    on: tuple[str, ...] = ()
    word: str = ""


@pytest.mark.parametrize(
    "bet",
    [
        Bet(seat=0, sum=5),
        Bet(seat=0, sum=-5, on=("red", "two words", "]"), word="fast"),
        *(
            Bet(seat=0, sum=1, word=word)
            for word in (
                "true",
                "trueish",
                "null",
                "NaN",
                "7",
                "a=b",
                "two words",
                '"',
                "é\n\u2028",
            )
        ),
    ],
)
def test_a_game_with_an_action_of_its_own_is_written_too(bet: Bet) -> None:
    line = notation.format_action(bet)
    assert len(line.splitlines()) == 1
    assert Bet.model_validate(notation.parse_action(line)) == bet


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ":",
        "0:",
        "-1: roll",
        "Roll",
        "roll 1",
        "bank now",
        "keep one",
        "keep 1,2",
        "keep 1 two",
        "challenge",
        "challenge 1 2",
        "keep 1 dice=[1]",
        "roll kind=bank",
        "0: roll seat=1",
        "bet sum=",
        "bet sum=[1",
        "bet sum==1",
        "bet on=" + "[" * 100_000,
        "keep " + "9" * 5000,
        "9" * 5000 + ": roll",
        "bet sum=" + "9" * 5000,
        "keep ١",
    ],
    ids=lambda text: text[:20] or "nothing",
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        notation.parse_action(text)
    assert refused.value.code == "malformed"


@pytest.mark.parametrize("text", ["", "banked 1 2", "banked x", "rolled faces=[1"])
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        notation.parse_event(text)
    assert refused.value.code == "malformed"


@given(st.text(max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    codes: set[str] = set()
    for read in (notation.parse_action, notation.parse_event):
        try:
            assert read(text)["kind"] in text
        except IllegalAction as refused:
            codes.add(refused.code)
    assert codes <= {"malformed"}


@pytest.mark.parametrize(("preset", "seats"), presets_with_seats())
def test_every_event_and_action_of_a_game_is_written_and_read(preset: str, seats: int) -> None:
    game = registry.ruleset(preset)
    told = play(preset, seats, preset)
    assert told.state.over
    for event in told.events:
        line = notation.format_event(event)
        assert len(line.splitlines()) == 1
        assert game.parse_event(notation.parse_event(line)) == event
    for action in told.actions:
        line = notation.format_action(action)
        assert game.parse_action(notation.parse_action(line)) == action


def test_an_event_says_what_differs_from_its_defaults() -> None:
    event: Event = registry.ruleset("fill-or-bust").parse_event(
        {"kind": "card_drawn", "seat": 1, "card": "bonus-300", "title": "Bonus 300"}
    )
    assert notation.format_event(event) == '1: card_drawn card=bonus-300 title="Bonus 300"'


@pytest.mark.parametrize(("faces", "text"), [((4, 0, 5, 5, 0, 1), "4-55-1"), ((6,), "6"), ((), "")])
def test_faces(faces: tuple[int, ...], text: str) -> None:
    assert notation.format_faces(faces) == text
    assert notation.parse_faces(text) == faces


@pytest.mark.parametrize("text", ["7", "0", "1 2", "x", "١"])
def test_what_are_no_faces_is_refused(text: Any) -> None:
    with pytest.raises(IllegalAction) as refused:
        notation.parse_faces(text)
    assert refused.value.code == "malformed"
