"""Games for the tests of the strategy: seeded dice, states to ask about, small solved games."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.family.scoring import Combinations
from engine.family.state import FamilyState
from engine.model import Action, Event, GameState, Setup
from engine.registry import ruleset
from engine.ruleset import Preset, Ruleset, begin, step

PLAIN = FamilyRules(combinations=Combinations(straight=1500), end="first_to")
"""The basic table: the plain dice of Fill or Bust without its cards."""


class Dice:
    """Chance for tests: a script of faces and cards first, then a seed."""

    def __init__(
        self, seed: int = 0, faces: tuple[tuple[int, ...], ...] = (), cards: tuple[str, ...] = ()
    ) -> None:
        self.random = random.Random(seed)
        self.faces = list(faces)
        self.cards = list(cards)

    def roll(self, count: int) -> tuple[int, ...]:
        if self.faces:
            faces = self.faces.pop(0)
            assert len(faces) == count
            return faces
        return tuple(self.random.randint(1, 6) for _ in range(count))

    def draw(self, pile: Mapping[str, int]) -> str:
        if self.cards:
            return self.cards.pop(0)
        return self.random.choices(list(pile), weights=list(pile.values()))[0]


def family(preset: str) -> FamilyGame:
    game = ruleset(preset)
    assert isinstance(game, FamilyGame)
    return game


def rules_of(preset: str, **options: Any) -> FamilyRules:
    return family(preset).rules(preset, options)


def custom(rules: FamilyRules) -> FamilyGame:
    """A game of its own with these rules, called ``house``."""
    preset = Preset(name="house", title="House", summary="A test's own rules.")
    return FamilyGame("house", "House", "A test's own rules.", {preset: rules}, {}, ())


def begun(
    game: FamilyGame,
    preset: str,
    scores: tuple[int, ...] = (0, 0),
    dice: Dice | None = None,
    **options: Any,
) -> FamilyState:
    seats = tuple(f"P{seat}" for seat in range(len(scores)))
    setup = Setup(preset=preset, seats=seats, options=options, first=0, scores=scores)
    _events, state = begin(game, setup, dice or Dice())
    assert isinstance(state, FamilyState)
    return state


def after(game: FamilyGame, state: FamilyState, dice: Dice, *actions: Action) -> FamilyState:
    for action in actions:
        _events, new = step(game, state, action, dice)
        assert isinstance(new, FamilyState)
        state = new
    return state


def recorded(
    game: Ruleset, setup: Setup, dice: Dice, choose: Any
) -> tuple[list[tuple[Action | None, tuple[Event, ...]]], GameState]:
    """A whole game as a record, each action chosen by ``choose(state, seat)``."""
    events, state = begin(game, setup, dice)
    steps: list[tuple[Action | None, tuple[Event, ...]]] = [(None, events)]
    while not state.over:
        action = choose(state, min(state.to_act))
        events, state = step(game, state, action, dice)
        steps.append((action, events))
    return steps, state
