"""The values, refusals and registry under every game."""

from __future__ import annotations

import copy
import doctest
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from engine import actions as a
from engine import events as e
from engine import words
from engine.family.game import FamilyGame
from engine.model import Action, Event, GameState, Setup
from engine.refusal import CODES, IllegalAction
from engine.registry import DuplicateName, all_games, collect, preset, presets, ruleset
from engine.ruleset import Chance, Ruleset, begin, fold, step
from tests.engine.chance import Seeded
from tests.engine.play import go_on, lay

SETUP = Setup(preset="zilch", seats=("Ann", "Bo"), first=0)


def test_a_value_is_replaced_never_edited() -> None:
    state = ruleset("zilch").initial(SETUP)
    with pytest.raises(ValidationError):
        state.__setattr__("version", 1)
    after = state.replace(version=7)
    assert (state.version, after.version) == (0, 7)
    assert after == type(state).model_validate({**state.model_dump(), "version": 7})
    assert hash(a.Roll(seat=0).replace(seat=1)) == hash(a.Roll(seat=1))


def test_replacing_knows_the_names() -> None:
    with pytest.raises(TypeError, match="other fields"):
        SETUP.replace(prest="zilch")


@pytest.mark.parametrize(
    "of", [copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_replaced_value_can_be_copied_and_sent(of: Callable[[Any], Any]) -> None:
    chance = Seeded(0)
    state = go_on(lay("fill-or-bust", 2, chance), chance, actions=20).state
    assert of(state) == state


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError):
        Setup.model_validate({"preset": "zilch", "seats": ["Ann"], "bogus": 1})


def test_a_refusal_says_what_it_is() -> None:
    refusal = IllegalAction("must_roll", "Roll the dice.", dice=3)
    assert str(refusal) == refusal.message == "Roll the dice."
    assert refusal.detail == {"dice": 3}
    assert repr(refusal) == "IllegalAction('must_roll', 'Roll the dice.')"
    assert len(CODES) == 16


def test_every_game_is_found_once() -> None:
    games = all_games()
    assert len({game.name for game in games}) == len(games) >= 5
    assert {one.name for game in games for one in game.presets} == set(presets())
    for name, game in presets().items():
        assert ruleset(name) is game
        assert preset(name).name == name
        assert preset(name).title
        assert preset(name).summary


@pytest.mark.parametrize("find", [ruleset, preset])
def test_there_is_no_such_game(find: Callable[[str], object]) -> None:
    with pytest.raises(IllegalAction) as refused:
        find("tiddlywinks")
    assert refused.value.code == "unknown"


def test_no_two_games_share_a_name() -> None:
    zilch, farkle = ruleset("zilch"), ruleset("pocket-farkel")
    assert isinstance(zilch, FamilyGame)
    rules = zilch.rules("zilch")
    twin = FamilyGame("twin", "Twin", "", {zilch.presets[0]: rules}, {}, ())
    with pytest.raises(DuplicateName, match="two games are called zilch"):
        collect([zilch, farkle, zilch])
    with pytest.raises(DuplicateName, match="two presets are called zilch"):
        collect([zilch, twin])


class Slow:
    """A game that offers no `play` of its own."""

    def __init__(self, game: Ruleset) -> None:
        self.game = game

    def decide(self, state: GameState, action: Action, chance: Chance) -> tuple[Event, ...]:
        """As the game decides."""
        return self.game.decide(state, action, chance)

    def apply(self, state: GameState, event: Event) -> GameState:
        """As the game applies."""
        return self.game.apply(state, event)


@pytest.mark.parametrize("name", list(presets()))
def test_a_step_is_deciding_and_then_applying(name: str) -> None:
    game = presets()[name]
    slow: Any = Slow(game)
    one, two = Seeded(name), Seeded(name)
    state = lay(name, game.min_seats, one).state
    assert lay(name, game.min_seats, two).state == state
    for _ in range(60):
        if state.over:
            break
        action = game.legal_actions(state, min(state.to_act))[-1]
        quick = step(game, state, action, one)
        assert step(slow, state, action, two) == quick
        state = quick[1]


def test_begin_is_laying_and_starting() -> None:
    game = ruleset("zilch")
    setup = SETUP.replace(first=None)
    events, state = begin(game, setup, Seeded(3))
    assert fold(game, game.initial(setup), events) == state
    assert state.version == len(events)


def test_words() -> None:
    assert doctest.testmod(words).failed == 0
    assert words.listed([]) == ""
    assert words.listed(["Ann"]) == "Ann"


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (e.RollOff(seats=(0, 1), reason="start"), "Ann and Bo roll for the start."),
        (e.RollOff(seats=(0, 1, 2), reason="tie"), "Ann, Bo and Cy roll once more for the win."),
        (e.Rolled(seat=0, numbers=(1,), faces=(5,)), "Ann rolls 5."),
        (e.Rolled(seat=0, numbers=(1,), faces=(5,), points=1000), "Ann rolls 5 and gets 1,000."),
        (e.Busted(seat=1), "Bo busts."),
        (e.Busted(seat=1, points=1250), "Bo busts and loses 1,250."),
        (e.Filled(seat=0), "Ann uses all the dice."),
        (e.Filled(seat=0, points=300), "Ann uses all the dice: 300 points more."),
        (e.Filled(seat=0, points=-500), "Ann uses all the dice: 500 points fewer."),
        (e.Penalised(seat=2, points=-2500, reason="leader"), "Cy loses 2,500 from the sheet."),
        (e.Challenged(seat=0, target=1, window=0), "Ann challenges Bo."),
        (e.LeftoversTaken(seat=0, dice=(3,)), "Ann takes the 1 die left over."),
        (e.LeftoversTaken(seat=0, dice=(3, 4)), "Ann takes the 2 dice left over."),
        (e.TurnEnded(seat=0, end="stopped", lost=900), "Ann's turn ends; 900 are lost."),
        (e.TurnEnded(seat=0, end="stopped"), "Ann's turn ends with 0."),
        (e.TurnEnded(seat=0, end="busted", lost=900), "Ann's turn ends with 0."),
        (e.GameOver(winners=(0, 2), points=9000), "Ann and Cy won with 9,000."),
    ],
)
def test_sentences(event: e.Told, text: str) -> None:
    assert event.say(("Ann", "Bo", "Cy")) == text


def test_names_are_never_read_as_templates() -> None:
    assert e.Busted(seat=0).say(("{points} {0} %s",)) == "{points} {0} %s busts."
