"""Laying a hall: seats, ghosts, cards, options, and what is refused."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from engine.actions import Bank, Keep, Roll, TimeUp
from engine.bunco.events import BuncoEvent, Wipeout
from engine.bunco.options import Options
from engine.bunco.seating import after_moves, with_ghosts
from engine.events import Told
from engine.games.bunco import RULESET
from engine.model import Action, Setup
from engine.refusal import IllegalAction
from tests.engine.bunco_halls import Hall, Script


def refusal(setup: Setup) -> IllegalAction:
    with pytest.raises(IllegalAction) as refused:
        RULESET.initial(setup)
    return refused.value


@pytest.mark.parametrize("people", [0, 1, 3, 49, 120])
def test_a_hall_seats_4_to_48(people: int) -> None:
    """BUN-12; the limit is said."""
    refused = refusal(Setup(preset="bunco", seats=("x",) * people))
    assert refused.code == "malformed"
    assert refused.message == f"Bunco seats 4 to 48, not {people} (BUN-12)."


@pytest.mark.parametrize(
    ("setup", "code", "said"),
    [
        ({"preset": "zilch"}, "unknown", "'zilch'"),
        ({"options": {"goal": 5}}, "unknown_option", "'goal'"),
        ({"options": {"minutes": 5}}, "unknown_option", "'minutes'"),
        ({"options": {"end_on": "bell"}}, "malformed", "'end_on': it must be one of player, team."),
        ({"options": {"traveling": "yes"}}, "malformed", "'traveling': true or false is needed."),
        ({"options": {"traveling": 1}}, "malformed", "'traveling': true or false is needed."),
        ({"options": {"wipeout": None}}, "malformed", "'wipeout': true or false is needed."),
        ({"options": {"sets": 0}}, "malformed", "'sets': a whole number from 1 to 20 is needed."),
        ({"options": {"sets": 21}}, "malformed", "from 1 to 20"),
        ({"options": {"sets": True}}, "malformed", "from 1 to 20"),
        ({"options": {"sets": 2.0}}, "malformed", "from 1 to 20"),
        ({"options": {"sets": [2]}}, "malformed", "from 1 to 20"),
        ({"first": 4}, "malformed", "no seat 4"),
        ({"scores": (1, 2, 3)}, "malformed", "4, not 3"),
    ],
)
def test_a_set_up_is_refused(setup: dict[str, Any], code: str, said: str) -> None:
    refused = refusal(Setup(**{"preset": "bunco", "seats": ("A", "B", "C", "D"), **setup}))
    assert refused.code == code
    assert said in refused.message


@pytest.mark.parametrize("field", RULESET.option_fields("bunco"), ids=lambda field: field.name)
def test_every_option_of_the_form_is_one_of_the_game(field: Any) -> None:
    """Each choice on the form is accepted, and the form's defaults are the game's."""
    assert getattr(Options(), field.name) == field.default
    values = {
        "number": [field.minimum, field.maximum],
        "flag": [False, True],
        "choice": [value for value, _ in field.choices],
    }[field.kind]
    for value in values:
        agreed = RULESET.initial(
            Setup(preset="bunco", seats=("A", "B", "C", "D"), options={field.name: value})
        )
        assert agreed.model_dump()["options"][field.name] == value


def test_all_faults_of_some_options_are_said() -> None:
    wrong = {"goal": 1, "sets": 2, "end_on": ["team"], "wipeout": "no"}
    assert RULESET.faults("bunco", wrong) == (
        ("goal", "there is no such option"),
        ("end_on", "it must be one of player, team"),
        ("wipeout", "true or false is needed"),
    )
    assert RULESET.faults("bunco", {"sets": 2, "traveling": True}) == ()
    for title in (5, "a" * 41):
        assert RULESET.faults("bunco", {"title": title}) == (
            ("title", "a text of at most 40 characters is needed"),
        )


def test_house_rules_are_called_by_their_title() -> None:
    for options, called in (({}, "Bunco"), ({"title": ""}, "Bunco"), ({"title": "Ours"}, "Ours")):
        setup = Setup(preset="bunco", seats=("A", "B", "C", "D"), options=options)
        assert RULESET.scene(RULESET.initial(setup), None).title == called
        assert RULESET.options("bunco", options)["title"] == options.get("title", "")


def test_the_options_in_force_mean_the_same_when_given_again() -> None:
    agreed = RULESET.options("bunco", {"sets": 2, "end_on": "team"})
    assert agreed == {**Options().model_dump(), "sets": 2, "end_on": "team", "title": ""}
    assert RULESET.options("bunco", agreed) == agreed


def test_the_form_has_every_option() -> None:
    assert {field.name for field in RULESET.option_fields("bunco")} == set(Options.model_fields)
    with pytest.raises(IllegalAction):
        RULESET.option_fields("zilch")


@pytest.mark.parametrize(
    ("names", "ghosts"),
    [
        ("A B C D", []),
        ("A B C D E", ["Ghost 1", "Ghost 2", "Ghost 3"]),
        ("A B C D E F", ["Ghost 1", "Ghost 2"]),
        ("A B C D E F G", ["Ghost 1"]),
        ("A B C D E ghost_1 GHOST_3", ["Ghost 2"]),
        ("A B C D Ghost_2", ["Ghost 1", "Ghost 3", "Ghost 4"]),
    ],
)
def test_ghosts_have_names_of_their_own(names: str, ghosts: list[str]) -> None:
    people = tuple(name.replace("_", " ") for name in names.split())
    assert with_ghosts(people) == (*people, *ghosts)


def test_a_sheet_to_start_from() -> None:
    hall = Hall(6, scores=(1, 2, 3, 4, 5, -6))
    assert hall.at("scores") == [1, 2, 3, 4, 5, -6, 0, 0]
    assert hall.play("0:111").at("scores.0") == 22


def test_seat_cards_are_drawn() -> None:
    """BUN-2: equally many of each, shuffled; a card drawn is out of the pile."""
    tables = {"h": "Head", "2": "Table 2", "3": "Table 3"}
    script = Script(cards=tuple(tables[mark] for mark in "2h3hh23h3223"))
    hall = Hall(11, first=None, chance=script)
    assert script.piles[0] == {"Head": 4, "Table 2": 4, "Table 3": 4}
    assert script.piles[1] == {"Head": 4, "Table 2": 3, "Table 3": 4}
    assert script.piles[-1] == {"Table 3": 1}
    seats = [hall.at(f"tables.{at}.seats") for at in range(3)]
    assert seats == [[1, 3, 4, 7], [0, 5, 9, 10], [2, 6, 8, 11]]
    assert hall.kinds() == ["started", *["card_drawn"] * 12, "round_started"]
    assert hall.at("to_act") == [0, 1, 2]


def test_with_a_first_nothing_is_drawn() -> None:
    hall = Hall(8, first=3)
    assert hall.kinds() == ["started", "round_started"]
    assert hall.at("tables.0.seats") == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("sides", "seating"),
    [
        ((0, 0), ((0, 2, 4, 6), (5, 7, 1, 3))),
        ((1, 0), ((1, 3, 4, 6), (5, 7, 0, 2))),
        ((0, 1), ((0, 2, 5, 7), (4, 6, 1, 3))),
        ((0, 1, 0), ((0, 2, 5, 7), (4, 6, 8, 10), (9, 11, 1, 3))),
        ((0, 0, 0, 1), ((0, 2, 4, 6), (5, 7, 8, 10), (9, 11, 13, 15), (12, 14, 1, 3))),
    ],
)
def test_moves(sides: tuple[int, ...], seating: tuple[tuple[int, ...], ...]) -> None:
    """BUN-10, BUN-11."""
    before = tuple(tuple(range(4 * at, 4 * at + 4)) for at in range(len(sides)))
    assert after_moves(before, sides) == seating


@pytest.mark.parametrize(
    ("action", "code", "said"),
    [
        (Roll(seat=1), "not_your_turn", "P0 holds the dice at the head table"),
        (Roll(seat=4), "not_your_turn", "The round is over at Table 2"),
        (Roll(seat=8), "not_your_turn", "P9 holds the dice at Table 3"),
        (Roll(seat=12), "malformed", "There is no seat 12"),
        (Keep(seat=0, dice=(1,)), "unknown", "'keep'"),
        (Bank(seat=0), "unknown", "'bank'"),
        (TimeUp(), "unknown", "'time_up'"),
    ],
)
def test_an_action_is_refused(action: Action, code: str, said: str) -> None:
    hall = Hall(12, {"end_on": "team"}).play("8:236 0:222 0:222 0:222 0:222")
    if said.startswith("The round is over"):
        hall.play("0:111 4:123 4:236")
    before = hall.state
    with pytest.raises(IllegalAction) as refused:
        RULESET.decide(hall.state, action, Script())
    assert refused.value.code == code
    assert said in refused.value.message
    assert hall.state is before


def test_after_the_evening_nothing_is_accepted() -> None:
    hall = Hall(4).play("0:111 0:222 0:333 0:444 0:555 0:666")
    for seat in range(4):
        assert RULESET.legal_actions(hall.state, seat) == ()
        with pytest.raises(IllegalAction) as refused:
            RULESET.decide(hall.state, Roll(seat=seat), Script())
        assert refused.value.code == "game_over"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"kind": "keep", "seat": 0, "dice": [1]}, "unknown"),
        ({"kind": "time_up"}, "unknown"),
        ({"seat": 0}, "unknown"),
        ({"kind": ["roll"], "seat": 0}, "unknown"),
        ({"kind": "roll"}, "malformed"),
        ({"kind": "roll", "seat": "0"}, "malformed"),
        ({"kind": "roll", "seat": -1}, "malformed"),
        ({"kind": "roll", "seat": 0, "dice": [1]}, "malformed"),
    ],
)
def test_what_is_no_action(data: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        RULESET.parse_action(data)
    assert refused.value.code == code


def test_a_roll_is_read() -> None:
    assert RULESET.parse_action({"kind": "roll", "seat": 3}) == Roll(seat=3)


@pytest.mark.parametrize("data", [{"kind": "kept"}, {"kind": "moved", "seat": 0}, {}])
def test_what_is_no_event(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        RULESET.parse_event(data)


TOLD = [
    ("4:111", "Bunco! P4 has 21 at one throw."),
    ("0:111", "P0 rings the bell at 21."),
    ("0:111", "P0 and P2 win at the head table with 21."),
    ("0:111 4:123 4:236", "P4 and P6 win at Table 2 with 1."),
    ("0:111 4:123 4:236", "Round 1 is over."),
    ("0:111 4:123 4:236", "P6 moves to chair 4 of the head table."),
    ("0:111 4:123 4:236", "Round 2 begins: roll 2s."),
]


@pytest.mark.parametrize(("script", "sentence"), TOLD)
def test_events_are_told(script: str, sentence: str) -> None:
    hall = Hall(8).play(script)
    told = [e.say(hall.state.seats) for e in hall.events if isinstance(e, Told)]
    assert len(told) == len(hall.events)
    assert sentence in told


def test_a_wipeout_is_told() -> None:
    hall = Hall(4, {"wipeout": True}).play("0:223 0:345 1:345 2:345 3:345 0:111")
    (wipeout,) = [event for event in hall.events if isinstance(event, Wipeout)]
    assert wipeout.say(hall.state.seats) == "Wipeout! P0 loses this round's 2."


def test_every_event_of_the_game_has_a_sentence() -> None:
    union, _ = get_args(BuncoEvent)
    assert all(issubclass(event, Told) for event in get_args(union))


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ({}, "a player at the head table has 21", "wipeout"),
        ({}, "6 rounds: the target is 1 in the first and 6 in the last", "token"),
        ({}, "whoever holds the dice finishes the turn", "passes the dice on too"),
        ({"end_on": "team"}, "a team at the head table has 21", "a player at the head"),
        ({"bell_finish": "roll"}, "rolls once more", "finishes the turn"),
        ({"mini_ends_turn": True}, "A roll of 5 points passes the dice on too.", "wipeout"),
        ({"traveling": True}, "holds the token until the next Bunco", "wipeout"),
        ({"wipeout": True}, "5 rounds: the target is 2 in the first", "team's points of this"),
        ({"wipeout": True}, "Three 1s: a wipeout", "1 in the first"),
        ({"wipeout": True}, "Most wipeouts", "token"),
        ({"wipeout": True, "wipeout_scope": "team"}, "team's points of this", "player's points of"),
        ({"sets": 3}, "Sets in an evening: 3.", "wipeout"),
    ],
)
def test_the_rule_book_says_what_is_in_force(
    options: dict[str, Any], said: str, unsaid: str
) -> None:
    sections = RULESET.rule_book("bunco", options)
    text = "\n".join(
        "\n".join((one.title, *one.paragraphs, *(" ".join(row) for row in one.rows)))
        for one in sections
    )
    assert said in text
    assert unsaid not in text


def test_the_rule_book_of_nothing() -> None:
    with pytest.raises(IllegalAction, match="zilch"):
        RULESET.rule_book("zilch", {})
    with pytest.raises(IllegalAction, match="'no'"):
        RULESET.rule_book("bunco", {"no": 1})
