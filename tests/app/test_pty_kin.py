"""Whole games of the other kinds in a real terminal, by keys alone."""

from __future__ import annotations

import operator
import re
import time
from functools import partial
from pathlib import Path

import pytest

from app.tables.home import open_store
from app.tables.hub import Hub
from tests.app.command import run
from tests.app.pty_driver import Terminal
from tests.app.test_pty_play import QUIET, footer, next_key, offered, tables


def lay_game(terminal: Terminal, letter: str, title: str, goal: int) -> None:
    """From the lobby to a table of two of the game that begins with this letter."""
    terminal.wait_for("New table")
    terminal.press("n")
    terminal.wait_for("Start the game")
    terminal.press("up", "up", letter)
    terminal.wait_for(re.compile(rf"▸ Game +‹ {title} ›").search)
    terminal.press(*["down"] * 4)
    terminal.wait_for("▸ Goal")
    terminal.press(*["backspace"] * 6, *str(goal))
    terminal.wait_for(re.compile(rf"▸ Goal +{goal}\b").search)
    terminal.press("up", "enter")
    terminal.wait_for("Enter Begin")


def pressed(screen: str) -> str:
    """What is pressed now: the dice left over are taken wherever they are offered."""
    return "l" if offered(screen, "l") else next_key(screen)


@pytest.mark.parametrize(
    ("letter", "title", "goal", "played"),
    [
        ("z", "Zilch", 2000, {"kept", "banked", "last_round"}),
        ("s", "Spicy Farkel", 2500, {"kept", "banked", "last_round", "leftovers_taken"}),
    ],
)
def test_a_whole_game_by_keys_is_won_and_verified(
    tmp_path: Path, letter: str, title: str, goal: int, played: set[str]
) -> None:
    with Terminal("--no-animation", home=tmp_path) as terminal:
        lay_game(terminal, letter, title, goal)
        screen = terminal.read()
        for _ in range(1000):
            if "won!" in screen:
                break
            if "Enter Begin" in footer(screen):
                time.sleep(QUIET)
            before = screen
            terminal.press(pressed(screen))
            screen = terminal.wait_for(partial(operator.ne, before))
        assert re.search(r"Player [12] won!", screen), screen
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
    (line,) = tables(tmp_path)
    assert line[1] == title
    assert line[3] == "finished"
    hub = Hub(open_store(tmp_path).store)
    table = hub.open(line[0])
    assert {event.kind for event in table.events} >= played
    assert max(table.state.scores) >= goal
    assert run("verify", line[0], home=tmp_path).returncode == 0
