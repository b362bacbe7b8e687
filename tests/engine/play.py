"""Whole games by seeded players who choose among what is legal, and know no game by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import registry
from engine.model import Action, Event, GameState, Setup
from engine.ruleset import Ruleset, begin, step
from tests.engine.chance import Seeded

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
BOUND = 20_000
"""More actions than any game here takes: one that goes on beyond is one that never ends."""


@dataclass
class Played:
    """A game as it went."""

    game: Ruleset
    setup: Setup
    state: GameState
    events: list[Event]
    actions: list[Action] = field(default_factory=list)


Watch = Callable[[Played, GameState, Action, tuple[Event, ...]], None]
"""Called after every action, with the state before it and its events."""


def presets_with_seats(extra: Iterable[int] = (0,)) -> list[Any]:
    """Every preset with its least number of seats, and with that many more, as test parameters."""
    return [
        pytest.param(name, game.min_seats + more, id=f"{name}-{game.min_seats + more}")
        for name, game in registry.presets().items()
        for more in extra
    ]


def lay(
    preset: str,
    seats: int,
    chance: Seeded,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> Played:
    """A table on which somebody may act."""
    game = registry.ruleset(preset)
    setup = Setup(preset=preset, seats=NAMES[:seats], options=dict(options or {}), **more)
    events, state = begin(game, setup, chance)
    return Played(game, setup, state, list(events))


def choose(legal: tuple[Action, ...], dice: random.Random) -> Action:
    """One of the legal actions; the last, which keeps most, more often."""
    return legal[-1] if dice.random() < 0.4 else dice.choice(legal)


def go_on(
    played: Played, chance: Seeded, actions: int = BOUND, watch: Watch | None = None
) -> Played:
    """Play for this many actions, or to the end."""
    game = played.game
    for _ in range(actions):
        before = played.state
        if before.over:
            break
        seat = chance.random.choice(sorted(before.to_act))
        action = choose(game.legal_actions(before, seat), chance.random)
        events, played.state = step(game, before, action, chance)
        played.events += events
        played.actions.append(action)
        if watch is not None:
            watch(played, before, action, events)
    return played


def play(preset: str, seats: int, seed: int | str, watch: Watch | None = None) -> Played:
    """A whole game."""
    chance = Seeded(seed)
    return go_on(lay(preset, seats, chance), chance, watch=watch)
