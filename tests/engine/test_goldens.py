"""Whole games as text, one a preset: whatever changes a game or its words shows here as a line.

``DICEPARLOUR_REWRITE=1 pytest tests/engine/test_goldens.py`` writes them anew; read what changed
before you keep it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.events import Told
from engine.model import Action, Event, GameState
from engine.notation import format_action
from engine.registry import presets
from tests.engine.play import NAMES, Played, play

FOLDER = Path(__file__).parent / "goldens"
REWRITE = "DICEPARLOUR_REWRITE" in os.environ


def golden(preset: str) -> Path:
    """Where the game of a preset is written down."""
    return FOLDER / f"{preset.replace('/', '-')}.txt"


def told(names: tuple[str, ...], events: tuple[Event, ...]) -> list[str]:
    """Events as their sentences."""
    lines = []
    for event in events:
        assert isinstance(event, Told)
        lines.append(f"    {event.say(names)}")
    return lines


def written(preset: str) -> str:
    """A game of a preset with a fixed seed: actions, what came of them, and the sheets."""
    lines: list[str] = []

    def watch(played: Played, before: GameState, action: Action, events: tuple[Event, ...]) -> None:
        state = played.state
        lines.append(format_action(action))
        lines.extend(told(state.seats, events))
        if state.scores != before.scores:
            sheets = zip(state.seats, state.scores, strict=True)
            lines.append("  = " + ", ".join(f"{name} {score}" for name, score in sheets))

    game = presets()[preset]
    played = play(preset, game.min_seats, f"golden {preset}", watch)
    after = sum(line.startswith("    ") for line in lines)
    start = told(played.state.seats, tuple(played.events[: len(played.events) - after]))
    return "\n".join([preset, *start, *lines, ""])


@pytest.mark.parametrize("preset", list(presets()))
def test_golden(preset: str) -> None:
    text = written(preset)
    if REWRITE:
        FOLDER.mkdir(exist_ok=True)
        golden(preset).write_text(text, encoding="utf-8")
    assert text == golden(preset).read_text(encoding="utf-8"), (
        "the game has changed; see the head of this file"
    )


def test_there_is_no_golden_without_a_game() -> None:
    assert set(FOLDER.glob("*")) == {golden(preset) for preset in presets()}


def test_the_names_are_those_at_the_table() -> None:
    assert all(name in golden("zilch").read_text(encoding="utf-8") for name in NAMES[:2])
