"""The laws of the house, over every preset that is registered, by random play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import actions as a
from engine.family.game import FamilyGame
from engine.model import Action, Event, GameState
from engine.refusal import IllegalAction
from engine.registry import presets, ruleset
from engine.ruleset import step
from tests.engine import laws
from tests.engine.chance import Seeded
from tests.engine.play import Played, go_on, lay, play, presets_with_seats

ROOT = Path(__file__).parents[2]
CHUNKS = 20
GAMES_A_CHUNK = 50


class Watcher:
    """Checks the cheap laws after every action, and all of them of one state in ``every``."""

    def __init__(self, seed: int | str, every: int) -> None:
        self.chance = Seeded(seed)
        self.every = every

    def __call__(
        self, played: Played, before: GameState, action: Action, events: tuple[Event, ...]
    ) -> None:
        """After an action."""
        assert events
        game, state = played.game, played.state
        assert state.over == (not state.to_act)
        assert bool(state.winners) == state.over
        laws.cards_are_all_there(state)
        laws.every_choice_of_dice(game, state)
        if self.chance.random.random() * self.every < 1:
            assert laws.sheets_change_as_told(game, before, events) == state
            laws.events_travel(game, events)
            laws.actions_travel(game, [action])
            laws.everything(game, state, self.chance.random)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_thousand_games_of_fill_or_bust(chunk: int) -> None:
    for number in range(GAMES_A_CHUNK):
        seed = chunk * GAMES_A_CHUNK + number
        played = play("fill-or-bust", 2 + seed % 4, seed, Watcher(seed, every=400))
        assert played.state.over
        assert max(played.state.scores) >= 5000
        laws.over_is_over(played.game, played.state)
        if number % 10 == 0:
            laws.the_journal_tells_it(played.game, played.setup, played.events, played.state)


@pytest.mark.slow
@pytest.mark.parametrize(("preset", "seats"), presets_with_seats(extra=(0, 1, 3)))
def test_the_laws_hold_in_every_preset(preset: str, seats: int) -> None:
    played = play(preset, seats, f"{preset} {seats}", Watcher(preset, every=20))
    assert played.state.over
    laws.everything(played.game, played.state, Seeded(0).random)
    laws.the_journal_tells_it(played.game, played.setup, played.events, played.state)


@pytest.mark.parametrize(("preset", "seats"), presets_with_seats())
def test_every_state_of_the_first_turns(preset: str, seats: int) -> None:
    chance = Seeded(preset)
    played = lay(preset, seats, chance)
    laws.events_travel(played.game, played.events)
    laws.everything(played.game, played.state, chance.random)
    go_on(played, chance, actions=60, watch=Watcher(preset, every=1))


@pytest.mark.parametrize(("preset", "seats"), presets_with_seats())
def test_ends_by_the_clock(preset: str, seats: int) -> None:
    """A table with a clock may be called at any moment, and then comes to its end."""
    if not any(field.name == "minutes" for field in ruleset(preset).option_fields(preset)):
        with pytest.raises(IllegalAction) as refused:
            lay(preset, seats, Seeded(0), {"minutes": 10})
        assert refused.value.code == "unknown_option"
        return
    for seed in range(6):
        chance = Seeded(seed)
        played = lay(preset, seats, chance, {"minutes": 10})
        go_on(played, chance, actions=seed * 7)
        assert not played.state.over
        assert played.game.legal_actions(played.state, None) == (a.TimeUp(),)
        events, played.state = step(played.game, played.state, a.TimeUp(), chance)
        played.events += events
        laws.events_travel(played.game, events)
        assert played.game.legal_actions(played.state, None) == ()
        go_on(played, chance, actions=2000, watch=Watcher(seed, every=10))
        assert played.state.over
        laws.the_journal_tells_it(played.game, played.setup, played.events, played.state)


RED = {"count": 6, "red": [1, 2, 3, 4, 5, 6]}
CHOICES: dict[str, Any] = {
    "keep": st.sampled_from(["at_least_one", "all"]),
    "single_combination": st.booleans(),
    "pyramiding": st.booleans(),
    "entry_min": st.sampled_from([0, 200, 500]),
    "bank_min": st.sampled_from([0, 200, 350]),
    "topping": st.booleans(),
    "challenge": st.sampled_from(
        [False, True, "none", {"threshold": 500, "penalties": [600, 2000]}]
    ),
    "bust_streak": st.sampled_from([None, True, {"n": 2, "penalty": 300, "reset": False}]),
    "min_score": st.sampled_from([None, 0, "0", "none"]),
    "leftover": st.sampled_from([None, "none", "inherit", {"points": 700}]),
    "dice": st.sampled_from(
        [RED, {"count": 6, "red": [1, 1, 1, 5, 5, 2]}, {"count": 5, "red": []}]
    ),
    "doubling": st.sampled_from(
        [
            "none",
            True,
            {"trigger": "set_aside"},
            {"stack": "per_red"},
            {"scope": "combination", "stack": "per_red"},
            {"scope": "combination"},
        ]
    ),
    "combinations": st.sampled_from(
        [
            {"kinds": "double"},
            {"kinds": "add_triple", "full_house": 250},
            {"kinds": 3, "nothing": 500},
            {"kinds": [1000, 2000, 3000], "two_triplets": 2500},
            {"three_pairs": 750, "four_two": True, "six_as_pairs": True},
            {"straight_low": 500, "straight_high": 750},
        ]
    ),
    "goal": st.sampled_from([1000, 2500]),
    "compare": st.sampled_from([">=", ">"]),
    "exact": st.booleans(),
    "end": st.sampled_from(["first_to", "last_turn_each", "finish_round"]),
    "tie": st.sampled_from(["extra_roll", "extra_turn", "shared"]),
    "minutes": st.sampled_from([None, 5]),
}
WITH_A_DECK: dict[str, Any] = {
    "double_scope": st.sampled_from(["turn", "card"]),
    "after_safe_fill": st.sampled_from(["continue", "end"]),
    "hot_dice": st.sampled_from(["draw_card", "turn_ends"]),
}
WITHOUT: dict[str, Any] = {"hot_dice": st.sampled_from(["may_roll", "must_roll", "turn_ends"])}
FAMILY = [name for name, game in presets().items() if isinstance(game, FamilyGame)]


@st.composite
def tables(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """A preset of the family with any options that the rule book lets it have."""
    preset = draw(st.sampled_from(FAMILY))
    fields = {field.name for field in ruleset(preset).option_fields(preset)}
    cards = WITH_A_DECK if "double_scope" in fields else WITHOUT
    options = draw(st.fixed_dictionaries({}, optional={**CHOICES, **cards}))
    if options.get("doubling", "none") != "none":
        options["dice"] = draw(CHOICES["dice"].filter(lambda dice: dice["red"]))
    if options.get("dice", RED)["count"] == 5 and "doubling" not in options:
        options["doubling"] = "none"
    return preset, options


@pytest.mark.slow
@given(
    table=tables(),
    seats=st.integers(2, 4),
    seed=st.integers(0, 1000),
)
@settings(
    max_examples=int(os.environ.get("LAW_EXAMPLES", "100")),
    deadline=None,
    derandomize="LAW_EXAMPLES" not in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
def test_the_laws_hold_under_any_options(
    table: tuple[str, dict[str, Any]], seats: int, seed: int
) -> None:
    preset, options = table
    chance = Seeded(seed)
    played = lay(preset, seats, chance, options)
    go_on(played, chance, actions=120, watch=Watcher(seed, every=15))
    laws.the_journal_tells_it(played.game, played.setup, played.events, played.state)
    assert played.game.rule_book(preset, options)
    same = lay(preset, seats, Seeded(seed), played.game.options(preset, options))
    assert same.state == lay(preset, seats, Seeded(seed), options).state


TELL = """
import hashlib, json
from engine.registry import presets
from tests.engine.chance import Seeded
from tests.engine.play import go_on, lay
told = hashlib.sha256()
for preset, game in presets().items():
    chance = Seeded(preset)
    played = go_on(lay(preset, game.min_seats + 1, chance), chance, actions=80)
    for event in played.events:
        told.update(event.model_dump_json().encode())
    told.update(json.dumps(game.wire(played.state)).encode())
    told.update(game.scene(played.state, 0).model_dump_json().encode())
    told.update(played.state.model_dump_json().encode())
    told.update(repr(game.rule_book(preset, {})).encode())
    told.update(repr(game.option_fields(preset)).encode())
print(told.hexdigest())
"""


def test_the_order_of_sets_says_nothing() -> None:
    """R101: the same game under every hash seed."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", TELL],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(4)
    ]
    told = {process.communicate(timeout=60)[0].strip() for process in running}
    assert [process.returncode for process in running] == [0] * 4
    assert len(told) == 1
    assert len(told.pop()) == 64
