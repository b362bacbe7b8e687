"""The family as data (RULES.md section 5): options, decks of one's own, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from engine import actions as a
from engine import events as e
from engine.family.game import AGREED, FamilyGame
from engine.family.rules import FamilyRules, LeftoverBonus
from engine.family.state import FamilyState
from engine.model import Action, Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.registry import presets, ruleset
from engine.ruleset import begin, step
from tests.engine import laws
from tests.engine.chance import Script, Seeded
from tests.engine.play import NAMES, Played, go_on, lay
from tests.engine.rows import Row, Seat, play_row, row

FAMILY = [name for name, game in presets().items() if isinstance(game, FamilyGame)]
THOUSAND = "roll = 111234; keep 1 2 3"
SOCIAL = "farkle-social"
POCKET = "pocket-farkel"


def pocket(name: str, steps: str, expect: dict[str, Any], **options: Any) -> Any:
    """A row of the plainest preset with options; three ones are 300 there."""
    more = {key: options.pop(key) for key in ("scores", "seats", "told", "start") if key in options}
    return row(name, POCKET, steps, expect, options=options, **more)


PRESETS = [
    row("online: nothing is 500", "zilch-online", "roll = 223446; ALL", {"turn.points": 500}),
    row("online: only as six dice", "zilch-online", "roll = 223446; keep 1 ! not_scoring", {}),
    row(
        "online: further dice double",
        "zilch-online",
        "roll = 222236; keep 1 2 3 4",
        {"turn.points": 400},
    ),
    row(
        "online: bank from 300",
        "zilch-online",
        "roll = 222346; keep 1 2 3; bank ! below_minimum",
        {},
    ),
    row(
        "online: the third bust costs 500",
        "zilch-online",
        "roll = 122346; keep 1; roll = 22346;" * 5,
        {"scores": [-500, 0]},
    ),
    row("social: further dice add", SOCIAL, "roll = 222226; keep 1 2 3 4 5", {"turn.points": 600}),
    row("social: bank from 300", SOCIAL, "roll = 333246; keep 1 2 3; bank", {"scores": [300, 0]}),
    row(
        "boxed: on board from 500",
        "farkle-boxed",
        "roll = 444246; keep 1 2 3; bank ! below_minimum",
        {},
    ),
    row(
        "boxed: then from anything",
        "farkle-boxed",
        "roll = 522346; keep 1; bank",
        {"scores": [550, 0]},
        scores=(500, 0),
    ),
    row("boxed: two triplets", "farkle-boxed", "roll = 222333; ALL", {"turn.points": 2500}),
    row("pocket: three ones are 300", POCKET, "roll = 111234; keep 1 2 3", {"turn.points": 300}),
    row(
        "ten thousand: 1,000 to begin",
        "ten-thousand",
        "roll = 666246; keep 1 2 3; bank ! below_minimum",
        {},
    ),
    row(
        "ten thousand: dice and points are inherited",
        "ten-thousand",
        f"{THOUSAND}; bank; leftovers; bank ! nothing_kept; roll = 125; keep 4; bank",
        {"scores": [1000, 1100], "leftovers": [5, 6]},
    ),
    row(
        "ten thousand: and lost with a bust",
        "ten-thousand",
        f"{THOUSAND}; bank; leftovers; roll = 246",
        {"scores": [1000, 0]},
        told="1: rolled; 1: busted 1000; 1: turn_ended end=busted lost=1000; 0: turn_started",
    ),
    row("medieval: 1-5", "medieval", "roll = 123456; keep 1 2 3 4 5", {"turn.points": 500}),
    row("medieval: 2-6", "medieval", "roll = 123456; keep 2 3 4 5 6", {"turn.points": 750}),
    row(
        "medieval: the first to 4,000 wins at once",
        "medieval",
        f"{THOUSAND}; bank",
        {"over": True, "winners": [0]},
        scores=(3000, 0),
    ),
]

OPTIONS = [
    pocket("hot_dice = may_roll", "roll = 111555; ALL; bank", {"scores": [800, 0]}),
    pocket(
        "hot_dice = must_roll", "roll = 111555; ALL; bank ! must_roll", {}, hot_dice="must_roll"
    ),
    pocket(
        "hot_dice = turn_ends",
        "roll = 111555; ALL",
        {"scores": [800, 0], "to_act": [1]},
        hot_dice="turn_ends",
    ),
    pocket("entry_min", "roll = 122346; keep 1; bank ! below_minimum", {}, entry_min=200),
    pocket(
        "entry_min below bank_min asks for bank_min",
        "roll = 122346; keep 1; bank ! below_minimum",
        {},
        entry_min=50,
        bank_min=200,
    ),
    pocket(
        "five dice",
        "roll = 11234; keep 6 ! malformed; keep 1 2; roll = 555; keep 3 4 5",
        {"turn.points": 700, "turn.left": 5, "turn.fills": 1},
        dice={"count": 5},
    ),
    pocket(
        "exact: beyond the goal scores nothing",
        "roll = 111234; keep 1 2 3; bank",
        {"scores": [9800, 0], "to_act": [1]},
        scores=(9800, 0),
        exact=True,
        told="0: turn_ended end=overshot lost=300; 1: turn_started",
    ),
    pocket(
        "exact: landing on it",
        "roll = 122346; keep 1; roll = 12346; keep 2; bank; roll = 223446",
        {"over": True, "winners": [0]},
        scores=(9800, 0),
        exact=True,
    ),
    row(
        "exact: landing is enough where more was asked for",
        "zilch",
        f"{THOUSAND}; bank; MISS",
        {"over": True, "winners": [0]},
        scores=(14_000, 0),
        options={"exact": True},
    ),
    pocket(
        "exact: a tie at the goal can be broken",
        "roll = 122346; keep 1; bank; roll = 122346; keep 1; bank;"
        "MISS; roll = 522346; keep 1; bank",
        {"over": True, "winners": [1], "scores": [10_000, 10_050]},
        scores=(9900, 9900),
        exact=True,
    ),
    pocket(
        "compare = >",
        "roll = 122346; keep 1; bank; MISS",
        {"over": False, "last_round": False},
        scores=(9900, 0),
        compare=">",
    ),
    pocket(
        "R037 tie = shared",
        "roll = 122346; keep 1; bank; roll = 122346; keep 1; bank",
        {"over": True, "winners": [0, 1]},
        scores=(9900, 9900),
        tie="shared",
    ),
    pocket(
        "tie = extra_roll",
        "roll = 122346; keep 1; bank; roll = 122346; keep 1; bank; 1: MISS; 0: roll = 522346",
        {"over": True, "winners": [0]},
        scores=(9900, 9900),
        tie="extra_roll",
    ),
    pocket(
        "end = finish_round",
        "MISS; roll = 122346; keep 1; bank",
        {"over": True, "winners": [1]},
        scores=(0, 9900),
        end="finish_round",
    ),
    pocket(
        "end = timed",
        "roll = 122346; keep 1; bank; MISS; time_up; MISS; MISS",
        {"over": True, "winners": [0], "goal": None},
        scores=(20_000, 0),
        end="timed",
        minutes=10,
    ),
    pocket(
        "min_score = 0 for the price of busts",
        "MISS; MISS; MISS; MISS; MISS; MISS; MISS; MISS; MISS; MISS; MISS",
        {"scores": [0, 0]},
        scores=(400, 0),
        bust_streak={"n": 3, "penalty": 1000},
        min_score=0,
    ),
    pocket(
        "bust_streak without a restart costs every time",
        "MISS; " * 7,
        {"scores": [-200, -100]},
        bust_streak={"n": 3, "penalty": 100, "reset": False},
    ),
    pocket(
        "topping, challenges and pyramids together",
        "challenge 1; roll = 522346; keep 1; roll = 55234; keep 2 3; bank;"
        "roll = 555234; keep 1 2 3; bank ! below_minimum",
        {"scores": [600, -400]},
        scores=(100, 100),
        topping=True,
        challenge=True,
        pyramiding=True,
    ),
    row(
        "nothing is worth something under pyramids too, once",
        "zilch-online",
        "roll = 223446; keep 1 ! not_scoring; ALL; roll = 122346; ALL ! not_scoring; keep 1;"
        "roll = 22346",
        {"scores": [0, 0], "to_act": [1]},
        options={"pyramiding": True},
        told="0: rolled; 0: busted 600; 0: turn_ended end=busted lost=600; 1: turn_started",
    ),
    row(
        "pyramids and keep = all: what joins must go too",
        "zilch",
        "roll = 155246; keep 1 ! must_keep; keep 2 3 ! must_keep; keep 1 2 3; roll = 512;"
        "keep 4 ! must_keep; keep 4 5",
        {"turn.points": 700},
        options={"pyramiding": True, "keep": "all"},
    ),
    row(
        "pyramids and single_combination: a straight, or one set",
        "medieval",
        "roll = 123455; ALL ! not_scoring; keep 1 5 ! not_scoring; keep 1 2 3 4 5;roll = 5; keep 6",
        {"turn.points": 550},
        options={"pyramiding": True, "single_combination": True},
    ),
    row(
        "leftovers with a deck: the card comes first, the dice stay taken",
        "fill-or-bust",
        "draw = bonus-300; roll = 111446; keep 1 2 3; bank; leftovers; roll ! must_draw;"
        "draw = bonus-400; roll = 125; keep 4",
        {"turn.points": 1100, "turn.left": 2},
        options={"leftover": {"points": 1000}},
    ),
    row(
        "challenges with a deck: before the first roll, the card drawn or not",
        "fill-or-bust",
        "draw = bonus-300; challenge 1; roll = 122346; keep 1; bank",
        {"scores": [200, 0]},
        scores=(100, 50),
        options={"challenge": True},
    ),
    row(
        "pyramids under a card",
        "fill-or-bust",
        "draw = bonus-300; roll = 522446; keep 1; roll = 55246; keep 2 3; bank",
        {"scores": [500, 0]},
        options={"pyramiding": True},
    ),
]


@pytest.mark.parametrize("row", [*PRESETS, *OPTIONS])
def test_rule(row: Row) -> None:
    play_row(row)


# Decks: nothing is hidden, every card is somewhere (FOB-2, FOB-3, FOB-29).


def card(name: str, count: int, **more: Any) -> dict[str, Any]:
    """A card of a deck of one's own."""
    return {
        "name": name,
        "title": name.title(),
        "count": count,
        "asks": "Use all six dice.",
        "motif": "bonus",
        **more,
    }


def counts(seat: Seat) -> tuple[dict[str, int], dict[str, int]]:
    """Pile and discards by name, without what is not there."""
    assert isinstance(seat.state, FamilyState)
    rules, deck = seat.state.rules, seat.state.deck
    return tuple(  # type: ignore[return-value]
        {one.name: n for one, n in zip(rules.deck, part, strict=True) if n}
        for part in (deck.pile, deck.discards)
    )


def tiny(*cards: dict[str, Any], steps: str = "") -> Seat:
    """A table with a deck of one's own."""
    options = {"deck": list(cards), "goal": 100_000}
    return play_row(Row("fill-or-bust", steps, {}, options=options))


def test_the_deck_of_54() -> None:
    pile, discards = counts(Seat(Row("fill-or-bust", "", {})))
    assert pile == {
        "bonus-300": 12,
        "bonus-400": 10,
        "bonus-500": 8,
        "no-dice": 8,
        "fill-1000": 6,
        "must-bust": 4,
        "vengeance-2500": 4,
        "double-trouble": 2,
    }
    assert sum(pile.values()) == 54
    assert discards == {}


def test_the_deck_of_56() -> None:
    pile, _ = counts(Seat(Row("volle-lotte", "", {})))
    assert sum(pile.values()) == 56
    assert pile["stop"] == 10
    assert pile["cloverleaf"] == 1
    assert all(pile[f"bonus-{points}"] == 5 for points in (200, 300, 400, 500, 600))
    assert all(pile[name] == 5 for name in ("fireworks", "straight", "plus-minus", "times-two"))


@pytest.mark.parametrize("seed", range(4))
def test_the_55th_card(seed: int) -> None:
    """R041: 54 cards are drawn, the 55th comes from the shuffled discards; none is ever lost."""
    chance = Seeded(seed)
    played = lay("fill-or-bust", 2, chance, {"goal": 1_000_000}, first=0)
    drawn: list[e.CardDrawn] = []
    while len(drawn) < 120:
        events = go_on(played, chance, actions=1).events
        laws.cards_are_all_there(played.state)
        drawn = [event for event in events if isinstance(event, e.CardDrawn)]
    first = next(i for i, event in enumerate(drawn) if event.reshuffled)
    assert first == 54
    assert sorted(event.card for event in drawn[:54]) == sorted(
        name for name, n in counts(Seat(Row("fill-or-bust", "", {})))[0].items() for _ in range(n)
    )


def test_the_pile_is_shuffled_only_when_a_draw_needs_it() -> None:
    seat = tiny(
        card("x", 1, bank_early=True),
        card("y", 1, bank_early=True),
        steps="draw = x; FILL; draw = y; FILL",
    )
    assert counts(seat) == ({}, {"x": 1})
    seat.take("bank")
    assert counts(seat) == ({}, {"x": 1, "y": 1})
    chance = Script(cards=("y",))
    events, seat.state = step(seat.game, seat.state, a.Draw(seat=1), chance)
    assert chance.piles == [{"x": 1, "y": 1}]
    assert isinstance(events[0], e.CardDrawn)
    assert events[0].reshuffled
    assert counts(seat) == ({"x": 1}, {})


def test_in_mid_turn_the_card_in_force_stays_out_of_the_shuffle() -> None:
    seat = tiny(card("x", 1), card("y", 1), steps="draw = x; FILL; draw = y; FILL")
    chance = Script(cards=("x",))
    _, seat.state = step(seat.game, seat.state, a.Draw(seat=0), chance)
    assert chance.piles == [{"x": 1}]
    assert counts(seat) == ({}, {"y": 1})


def test_a_declined_card_is_discarded_at_once() -> None:
    seat = tiny(card("x", 1), card("no", 1, declinable=True), steps="draw = no; decline")
    assert counts(seat) == ({"x": 1}, {"no": 1})
    seat.take("draw = x")
    seat.take("roll = 123456")
    seat.take("keep 1 2 3 4 5 6")
    chance = Script(cards=("no",))
    _, seat.state = step(seat.game, seat.state, a.Draw(seat=0), chance)
    assert chance.piles == [{"no": 1}]


def test_the_only_card_may_be_declined_and_drawn_again() -> None:
    seat = tiny(
        card("no", 1, declinable=True), steps="draw = no; decline; draw = no; decline; draw = no"
    )
    assert counts(seat) == ({}, {})


def test_when_every_card_is_in_force_it_is_shuffled_too() -> None:
    """R042: with nothing else to draw the filled card itself comes again."""
    seat = tiny(card("x", 1), steps="draw = x; FILL; draw = x; FILL; draw = x")
    assert counts(seat) == ({}, {})
    seat = tiny(card("x", 3), steps="draw = x; FILL; draw = x; FILL; draw = x; FILL")
    assert counts(seat) == ({}, {"x": 2})


def accounts(played: Played, before: GameState, _action: Action, events: tuple[Event, ...]) -> None:
    """After each action every card is somewhere and every point accounted for."""
    laws.cards_are_all_there(played.state)
    laws.sheets_change_as_told(played.game, before, events)


@pytest.mark.parametrize(
    "deck",
    [
        [card("x", 1)],
        [card("x", 1), card("stop", 2, ends_turn=True)],
        [card("no", 2, declinable=True), card("x", 1, fills=2, times=2, banks=True)],
        [card("x", 0), card("bust", 1, keep_all=True, until_bust=True)],
        [card("x", 1, collects=True, exactly=2000), card("y", 1, exactly=100, takes=300, bonus=7)],
        [
            card("x", 1, wins=True, fills=2),
            card("y", 1, takes=50, takes_from="sole_leader", times=3),
        ],
    ],
)
def test_tiny_decks_obey_the_laws(deck: list[dict[str, Any]]) -> None:
    for seed in range(3):
        chance = Seeded(seed)
        played = lay("fill-or-bust", 3, chance, {"deck": deck, "goal": 3000})
        go_on(played, chance, actions=150, watch=accounts)
        laws.everything(played.game, played.state, chance.random)
        laws.the_journal_tells_it(played.game, played.setup, played.events, played.state)


def test_fifty_fills_under_must_bust() -> None:
    """R021: as long as it lasts the turn goes on, and every point is banked."""
    steps = "draw = must-bust;" + "FILL;" * 50 + "MISS"
    seat = play_row(Row("fill-or-bust", steps, {"scores": [75_000, 0], "over": True}))
    assert sum(event.kind == "filled" for event in seat.events) == 50


# What a table may agree on.


@pytest.mark.parametrize("preset", list(presets()))
def test_the_options_on_the_form_are_those_of_the_game(preset: str) -> None:
    """Every default is the preset's own, and every value that the form offers is accepted."""
    game = ruleset(preset)
    seats = NAMES[: game.min_seats]
    plain = game.initial(Setup(preset=preset, seats=seats))
    fields = game.option_fields(preset)
    assert len({field.name for field in fields}) == len(fields)
    for field in fields:
        assert field.label
        assert field.help
        same = game.initial(Setup(preset=preset, seats=seats, options={field.name: field.default}))
        if field.name not in ("minutes", "goal"):
            assert same == plain, field.name
        values: list[Any] = [value for value, _ in field.choices]
        if field.kind == "flag":
            values = [True, False]
        if field.kind == "number":
            assert field.minimum is not None
            assert field.maximum is not None
            values = [field.minimum, field.maximum]
            for bad in (field.minimum - 1, field.maximum + 1, "x", 1.5, True):
                with pytest.raises(IllegalAction) as refused:
                    game.initial(Setup(preset=preset, seats=seats, options={field.name: bad}))
                assert refused.value.code == "malformed"
        for value in values:
            options = {field.name: value}
            game.initial(Setup(preset=preset, seats=seats, options=options))
            assert game.rule_book(preset, options)


@pytest.mark.parametrize("preset", FAMILY)
def test_options_hold_after_a_game_was_played(preset: str) -> None:
    """R106: what a first game has worked out does not stand in the second one's way."""
    chance = Seeded(0)
    go_on(lay(preset, 2, chance), chance, actions=30)
    played = lay(preset, 2, chance, {"four_two_as_three_pairs": True, "dice": {"count": 6}})
    assert isinstance(played.state, FamilyState)
    assert played.state.rules.combinations.four_two
    assert played.state.scores == (0, 0)
    go_on(played, chance, actions=30)


BAD: list[tuple[dict[str, Any], str]] = [
    ({"bogus": 1}, "unknown_option"),
    ({"goal": 0}, "malformed"),
    ({"goal": None}, "malformed"),
    ({"minutes": 0}, "malformed"),
    ({"end": "timed"}, "malformed"),
    ({"keep": "some"}, "malformed"),
    ({"topping": "yes"}, "malformed"),
    ({"four_two_as_three_pairs": 1}, "malformed"),
    ({"combinations": 5}, "malformed"),
    ({"combinations": 5, "four_two_as_three_pairs": True}, "malformed"),
    ({"combinations": {"straight": -1}}, "malformed"),
    ({"combinations": {"bogus": 1}}, "malformed"),
    ({"combinations": {"singles": [0] * 6, "triples": [0] * 6}}, "malformed"),
    ({"dice": {"count": 4}}, "malformed"),
    ({"dice": {"count": 6, "red": [1]}}, "malformed"),
    ({"dice": {"count": 6, "red": []}, "doubling": True}, "malformed"),
    ({"hot_dice": "draw_card"}, "malformed"),
    ({"deck": [card("x", 1)], "hot_dice": "may_roll"}, "malformed"),
    ({"deck": [card("x", 1), card("x", 1)], "hot_dice": "draw_card"}, "malformed"),
    ({"deck": [card("x", 1, ends_turn=True)], "hot_dice": "draw_card"}, "malformed"),
    ({"deck": [card("x", 0)], "hot_dice": "draw_card"}, "malformed"),
    ({"deck": [card("x", 1, banks="yes")], "hot_dice": "draw_card"}, "malformed"),
    ({"double_scope": "turn"}, "unknown_option"),
    ({"after_safe_fill": "end"}, "unknown_option"),
    ({"min_score": -1}, "malformed"),
    ({"challenge": 5}, "malformed"),
    ({"leftover": "all"}, "malformed"),
]


@pytest.mark.parametrize(("options", "code"), BAD, ids=[str(options)[:60] for options, _ in BAD])
def test_bad_options_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        lay("zilch", 2, Seeded(0), options)
    assert refused.value.code == code
    assert refused.value.message[-1] == "."


@pytest.mark.parametrize(("options", "code"), BAD, ids=[str(options)[:60] for options, _ in BAD])
def test_all_that_is_wrong_is_told(options: dict[str, Any], code: str) -> None:
    found = ruleset("zilch").faults("zilch", {**options, "nonsense": 1, "keep": "none of it"})
    assert all(text for _, text in found)
    places = [where for where, _ in found]
    assert "nonsense" in places
    assert "keep" in places
    if code == "unknown_option":
        assert set(options) <= set(places)


@pytest.mark.parametrize("preset", list(presets()))
def test_the_rules_in_force_can_be_passed_on(preset: str) -> None:
    """Rules as plain data are JSON, and mean the same when they are given as options."""
    game = ruleset(preset)
    seats = NAMES[: game.min_seats]
    options = game.options(preset, {})
    assert json.loads(json.dumps(options)) == options
    assert game.faults(preset, options) == ()
    same = game.initial(Setup(preset=preset, seats=seats, options=options))
    assert same == game.initial(Setup(preset=preset, seats=seats))
    assert game.options(preset, options) == options


def test_a_game_for_time_needs_a_number_of_minutes() -> None:
    with pytest.raises(ValidationError, match="needs a number of minutes"):
        FamilyRules(end="timed")


class Bet(Action):
    """An action that only some other game has."""

    kind: Literal["bet"] = "bet"


def test_an_action_of_another_game() -> None:
    played = lay("zilch", 2, Seeded(0), first=0)
    with pytest.raises(IllegalAction) as refused:
        played.game.decide(played.state, Bet(seat=0), Script())
    assert refused.value.code == "unknown"


def test_minutes_of_none_leave_the_goal() -> None:
    played = lay("zilch", 2, Seeded(0), {"minutes": "none"})
    assert isinstance(played.state, FamilyState)
    assert played.state.rules.goal == 15_000


def refusal(call: Callable[[], object]) -> str | None:
    """The code that a call is refused with, None when it is not."""
    try:
        call()
    except IllegalAction as fault:
        return fault.code
    return None


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
OPTION_NAMES = st.sampled_from([*FamilyRules.model_fields, "four_two_as_three_pairs"])


@given(
    preset=st.sampled_from(["fill-or-bust", "zilch"]),
    options=st.dictionaries(OPTION_NAMES | st.text(max_size=5), ANYTHING, max_size=3),
)
@settings(max_examples=150, deadline=None)
def test_any_data_is_options_or_refused(preset: str, options: dict[str, Any]) -> None:
    assert refusal(lambda: lay(preset, 2, Seeded(0), options)) in (
        None,
        "malformed",
        "unknown_option",
    )


@given(
    data=st.dictionaries(
        st.sampled_from(["kind", "seat", "dice", "target", "points", "x"]),
        ANYTHING | st.sampled_from(["roll", "keep", "challenge", "time_up", "banked", "rolled"]),
        max_size=5,
    )
)
@settings(max_examples=150, deadline=None)
def test_any_data_is_an_action_or_refused(data: dict[str, Any]) -> None:
    game = ruleset("zilch")
    assert refusal(lambda: game.parse_action(data)) in (None, "malformed", "unknown")
    with suppress(ValueError):
        assert game.parse_event(data).kind == data["kind"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "malformed"),
        ({"kind": "bet", "seat": 0}, "unknown"),
        ({"kind": None, "seat": 0}, "unknown"),
        ({"kind": "roll"}, "malformed"),
        ({"kind": "roll", "seat": None}, "malformed"),
        ({"kind": "roll", "seat": "0"}, "malformed"),
        ({"kind": "roll", "seat": True}, "malformed"),
        ({"kind": "roll", "seat": -1}, "malformed"),
        ({"kind": "roll", "seat": 48}, "malformed"),
        ({"kind": "roll", "seat": 0, "dice": [1]}, "malformed"),
        ({"kind": "keep", "seat": 0}, "malformed"),
        ({"kind": "keep", "seat": 0, "dice": [0]}, "malformed"),
        ({"kind": "keep", "seat": 0, "dice": [7]}, "malformed"),
        ({"kind": "keep", "seat": 0, "dice": ["1"]}, "malformed"),
        ({"kind": "keep", "seat": 0, "dice": "123"}, "malformed"),
        ({"kind": "keep", "seat": 0, "dice": [1.0]}, "malformed"),
        ({"kind": "challenge", "seat": 0, "target": -1}, "malformed"),
        ({"kind": "time_up", "seat": 0}, "malformed"),
    ],
)
def test_what_is_no_action_is_refused(data: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        ruleset("zilch").parse_action(data)
    assert refused.value.code == code
    assert refused.value.message[-1] == "."


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"preset": "fill-or-burst"}, "unknown"),
        ({"seats": ("Ann",)}, "malformed"),
        ({"seats": ()}, "malformed"),
        ({"seats": tuple("abcdefghijklmnopqrstuvwxyzABCDE")}, "malformed"),
        ({"first": 2}, "malformed"),
        ({"scores": (1,)}, "malformed"),
        ({"scores": ()}, "malformed"),
        ({"scores": (1, 2, 3)}, "malformed"),
    ],
)
def test_a_table_that_cannot_be_laid(more: dict[str, Any], code: str) -> None:
    setup = Setup.model_validate({"preset": "fill-or-bust", "seats": ("Ann", "Bo"), **more})
    with pytest.raises(IllegalAction) as refused:
        ruleset("fill-or-bust").initial(setup)
    assert refused.value.code == code


def test_thirty_seats() -> None:
    """R115: as many as the family seats, and the turn goes round to each."""
    game = ruleset("fill-or-bust")
    names = tuple(f"P{number}" for number in range(30))
    _, state = begin(game, Setup(preset="fill-or-bust", seats=names, first=29), Script())
    deck = Seeded(0)
    for seat in (29, *range(29)):
        assert state.to_act == {seat}
        while state.to_act == {seat}:
            action = game.legal_actions(state, seat)[-1]
            _, state = step(game, state, action, deck)
            if isinstance(action, a.Roll) and state.to_act == {seat}:
                laws.scene_is_total(game, state)
    assert state.to_act == {29}


def test_a_deck_may_be_given_as_counts_of_the_presets_own_cards() -> None:
    game = presets()["fill-or-bust"]
    assert isinstance(game, FamilyGame)
    rules = game.rules("fill-or-bust", {"deck": {"no-dice": 1, "vengeance-2500": 2}})
    assert [(card.name, card.count) for card in rules.deck] == [
        ("no-dice", 1),
        ("vengeance-2500", 2),
    ]
    with pytest.raises(IllegalAction, match="no card called 'joker'") as refused:
        game.rules("fill-or-bust", {"deck": {"joker": 1}})
    assert refused.value.code == "malformed"


def test_dice_without_a_red_face_double_nothing() -> None:
    game = presets()["zilch"]
    assert isinstance(game, FamilyGame)
    assert game.rules("zilch", {"doubling": True}) == game.rules("zilch")
    assert game.faults("zilch", {"doubling": {"stack": "per_red"}}) == ()
    for bad in (5, {"trigger": "never"}, {"strange": 1}):
        with pytest.raises(IllegalAction, match="doubling"):
            game.rules("zilch", {"doubling": bad})
        assert game.faults("zilch", {"doubling": bad})
    red = {"dice": {"red": [1, 2, 3, 4, 5, 6]}, "doubling": True}
    assert game.rules("zilch", red).doubling is not None


def test_a_tables_rules_are_worked_out_once() -> None:
    game = presets()["zilch"]
    assert isinstance(game, FamilyGame)
    first = game.rules("zilch", {"goal": 5_000})
    assert game.rules("zilch", {"goal": 5_000}) is first
    assert game.rules("zilch", {"goal": 5_050}) != first
    for goal in range(50, 50 * AGREED + 50, 50):
        assert game.rules("zilch", {"goal": goal}).goal == goal
    again = game.rules("zilch", {"goal": 5_000})
    assert again == first
    assert len(game._agreed) <= AGREED
    with pytest.raises(IllegalAction):
        game.rules("zilch", {"goal": True})
    assert game.rules("zilch", {"goal": 1}).goal == 1
    with pytest.raises(IllegalAction):
        game.rules("zilch", {"goal": True})


def test_hot_dice_follow_the_deck_unless_told_otherwise() -> None:
    zilch, cards = presets()["zilch"], presets()["fill-or-bust"]
    assert isinstance(zilch, FamilyGame)
    assert isinstance(cards, FamilyGame)
    deck = cards.options("fill-or-bust", {})["deck"]
    assert zilch.rules("zilch", {"deck": deck}).hot_dice == "draw_card"
    assert zilch.rules("zilch", {"deck": deck, "hot_dice": "turn_ends"}).hot_dice == "turn_ends"
    assert cards.rules("fill-or-bust", {"deck": "none"}).hot_dice == "may_roll"


def test_leftovers_for_a_bonus_may_be_named_by_a_word() -> None:
    game = presets()["zilch"]
    assert isinstance(game, FamilyGame)
    own = game.rules("zilch", {"leftover": {"points": 500}})
    assert game.rules("zilch", {"leftover": {"bonus": {"points": 500}}}) == own
    with pytest.raises(IllegalAction):
        game.rules("zilch", {"leftover": {"inherit": {"points": 500}}})
    assert game.rules("zilch", {"leftover": "bonus"}).leftover == LeftoverBonus(points=1000)
