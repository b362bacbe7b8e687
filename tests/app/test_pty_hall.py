"""A whole evening in a hall, in a real terminal and by keys alone."""

from __future__ import annotations

import operator
import re
import time
from functools import partial
from pathlib import Path

import pytest

from app.tables.home import open_store
from app.tables.hub import Hub
from engine.events import Rolled
from tests.app.command import run
from tests.app.pty_driver import Terminal
from tests.app.test_pty_play import QUIET, tables


def lay_hall(terminal: Terminal, seats: int) -> str:
    """From the lobby to a hall with so many seats, nobody named; the screen before the round."""
    terminal.wait_for("New table")
    terminal.press("n")
    terminal.wait_for("Start the game")
    terminal.press("up", "up", "b")
    terminal.wait_for(re.compile(r"▸ Game +‹ Bunco").search)
    terminal.press("down", *str(seats))
    terminal.wait_for(re.compile(rf"▸ Players +‹ {seats} ›").search)
    terminal.press("down", "enter")
    return terminal.wait_for("Who sits where")


def settled(screen: str) -> bool:
    """Whether nothing runs by itself."""
    return "Rolling, " not in screen


def play_evening(terminal: Terminal, most: int = 30) -> str:
    """To the end of the evening: begin each round, and let the tables run."""
    for _ in range(most):
        screen = terminal.wait_for(settled, seconds=120)
        if "won!" in screen:
            return screen
        if "Press Enter to begin." in screen:
            time.sleep(QUIET)
            terminal.press("enter")
            terminal.wait_for("holds the dice")
        else:
            terminal.press("f")
            terminal.wait_for(partial(operator.ne, screen))
    raise AssertionError(screen)


def test_an_evening_of_twelve_by_keys_is_won_and_verified(tmp_path: Path) -> None:
    with Terminal("--no-animation", home=tmp_path) as terminal:
        lay_hall(terminal, 12)
        time.sleep(QUIET)
        terminal.press("enter")
        terminal.wait_for("Roll for Player")
        time.sleep(QUIET)
        terminal.press("r")
        terminal.wait_for("1 throw")
        terminal.press("+", "+")
        screen = play_evening(terminal)
        assert "Highest score" in screen
        (line,) = tables(tmp_path)
        assert line[3] == "finished"
        assert f"diceparlour verify {line[0]}".replace("-", "") in screen.replace("-", "")
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
    verified = run("verify", line[0], home=tmp_path)
    assert verified.returncode == 0
    assert b"The seed is " in verified.stdout


@pytest.mark.parametrize("seats", [12])
def test_a_kill_while_the_tables_run_loses_nothing(tmp_path: Path, seats: int) -> None:
    with Terminal("--no-animation", home=tmp_path) as terminal:
        lay_hall(terminal, seats)
        time.sleep(QUIET)
        terminal.press("enter")
        terminal.wait_for("holds the dice")
        terminal.press("f")
        terminal.wait_for("Rolling, ")
        terminal.read(0.3)
        terminal.kill()
    hub = Hub(open_store(tmp_path).store)
    table = hub.open(hub.tables()[0].id)
    rolls = [event for event in table.events if isinstance(event, Rolled)]
    assert len(rolls) > 3
    names, head = table.scene(None).seats, table.scene(None).tables[0]
    with Terminal("--no-animation", home=tmp_path) as terminal:
        terminal.wait_for("Resume a table")
        terminal.press("1")
        screen = terminal.wait_for("throws")
        assert f"{head.throws} throws" in screen
        for seat in head.seats:
            assert names[seat].name in screen
    (line,) = tables(tmp_path)
    assert run("verify", line[0], home=tmp_path).returncode == 0
