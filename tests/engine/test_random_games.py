"""Ten thousand random games over all presets: each ends, and its events tell it again."""

from __future__ import annotations

import pytest

from engine.registry import presets, ruleset
from engine.ruleset import fold
from tests.engine.chance import Seeded
from tests.engine.play import BOUND, go_on, lay

GAMES = 10_000
HALLS = 120
"""Evenings in a hall, which are long, for each preset that has one."""

GOAL = 1000
"""The goal where a game has one: what happens on the way is the same, and the end comes sooner."""


def shares() -> dict[str, int]:
    """How many games of each preset make all of them."""
    halls = [name for name in presets() if ruleset(name).min_seats > 2]
    others = [name for name in presets() if name not in halls]
    left = GAMES - HALLS * len(halls)
    counts = dict.fromkeys(halls, HALLS)
    for at, name in enumerate(others):
        counts[name] = left // len(others) + (at < left % len(others))
    return counts


def test_they_are_ten_thousand() -> None:
    assert set(shares()) == set(presets())
    assert sum(shares().values()) == GAMES


@pytest.mark.slow
@pytest.mark.parametrize("preset", presets())
def test_random_games_end_and_are_told_again(preset: str) -> None:
    game = ruleset(preset)
    asked = {field.name for field in game.option_fields(preset)}
    options = {"goal": GOAL} if "goal" in asked else {}
    for seed in range(shares()[preset]):
        chance = Seeded(f"{preset} {seed}")
        seats = max(game.min_seats, 2) + seed % 2
        played = go_on(lay(preset, seats, chance, options), chance)
        assert played.state.over, f"game {seed} goes on after {BOUND} actions"
        assert played.state.winners
        assert fold(game, game.initial(played.setup), played.events) == played.state
