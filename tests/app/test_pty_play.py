"""Whole games in a real terminal, by keys alone, and what a crash in the middle leaves behind."""

from __future__ import annotations

import json
import operator
import re
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from app.tables.home import open_store
from app.tables.hub import Hub
from tests.app.command import Running, run
from tests.app.pty_driver import Terminal

QUIET = 1.0
"""Seconds the keyboard rests before a turn is begun, which habit keys must not do."""


def footer(screen: str) -> str:
    """The line that shows what the keys do now."""
    return screen.rstrip().rpartition("\n")[2]


def offered(screen: str, key: str) -> bool:
    """Whether the footer shows this key."""
    return re.search(rf"(^|\s){key}\s", footer(screen)) is not None


def lay_table(terminal: Terminal, goal: int) -> str:
    """From the lobby to a table of two with this goal; the screen that waits for the first."""
    terminal.wait_for("New table")
    terminal.press("n")
    terminal.wait_for("Start the game")
    terminal.press("down", "down")
    terminal.wait_for("▸ Goal")
    terminal.press(*["backspace"] * 6, *str(goal))
    terminal.wait_for(re.compile(rf"▸ Goal +{goal}\b").search)
    terminal.press("down", "down", "down", "down")
    terminal.wait_for("▸ Start the game")
    terminal.press("enter")
    return terminal.wait_for("Enter Begin")


def next_key(screen: str) -> str:
    """What a careful player presses now: bank whenever it is possible."""
    for key in ("b", "d"):
        if offered(screen, key):
            return key
    if offered(screen, "a") and "KEEP" not in screen:
        return "a"
    return "r" if offered(screen, "r") else "enter"


def play_until(terminal: Terminal, done: Callable[[str], bool], most: int = 400) -> str:
    """Play by keys until the screen is as wanted."""
    screen = terminal.read()
    for _ in range(most):
        if done(screen):
            return screen
        if "Enter Begin" in footer(screen):
            time.sleep(QUIET)
        before = screen
        terminal.press(next_key(screen))
        screen = terminal.wait_for(partial(operator.ne, before))
    raise AssertionError(f"not reached in {most} keys:\n{screen}")


def tables(home: Path) -> list[list[str]]:
    """The lines of `diceparlour tables`, in columns."""
    return [line.split("\t") for line in run("tables", home=home).stdout.decode().splitlines()]


def test_a_whole_game_by_keys_is_won_and_verified(tmp_path: Path) -> None:
    with Terminal("--no-animation", home=tmp_path) as terminal:
        lay_table(terminal, goal=500)
        screen = play_until(terminal, lambda screen: "won!" in screen)
        assert re.search(r"Player [12] won!", screen)
        (line,) = tables(tmp_path)
        assert line[3] == "finished"
        assert line[0].replace("-", "") in screen.replace("-", "")
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
    verified = run("verify", line[0], home=tmp_path)
    assert verified.returncode == 0
    assert b"The seed is " in verified.stdout


def stored(home: Path) -> dict[str, Any]:
    """The one table of this house, as another process finds it."""
    with closing(open_store(home).store) as store:
        hub = Hub(store)
        table = hub.open(hub.tables()[0].id)
        return table.game.wire(table.state)


def test_a_crash_in_the_middle_of_a_roll_loses_nothing(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        lay_table(terminal, goal=5000)
        play_until(terminal, lambda screen: offered(screen, "r") and not offered(screen, "b"))
        before = stored(tmp_path)
        assert before["turn"]["rolled"] == {}
        terminal.press("r")
        end = time.monotonic() + 10
        # The roll is stored before the first picture of it is drawn.
        while (after := stored(tmp_path)) == before:
            assert time.monotonic() < end, "the roll was never stored"
        terminal.kill()
    seat = after["to_act"][0]
    faces = " ".join(str(face) for face in after["turn"]["rolled"].values())
    with Terminal("--no-animation", home=tmp_path) as terminal:
        terminal.wait_for("Resume a table")
        terminal.press("1")
        screen = terminal.wait_for(f"rolls {faces}.")
        assert f"{after['seats'][seat]}'s turn" in screen
        assert stored(tmp_path) == after
        play_until(terminal, lambda screen: "Enter Begin" in footer(screen))
        assert stored(tmp_path)["version"] > after["version"]
    (line,) = tables(tmp_path)
    assert run("verify", line[0], home=tmp_path).returncode == 0


def test_a_whole_game_through_the_referee_is_verified_too(tmp_path: Path) -> None:
    with Running("referee", "--keep", home=tmp_path) as referee:

        def ask(request: dict[str, Any]) -> dict[str, Any]:
            answer: dict[str, Any] = json.loads(referee.ask(json.dumps(request).encode()))
            assert answer["ok"], answer
            return answer

        laid = ask({"new": "fill-or-bust", "seats": ["Ann", "Bo"], "options": {"goal": 2000}})
        state = laid["state"]
        while not state["over"]:
            legal = ask({"legal": state["to_act"][0]})["legal"]
            bank = [action for action in legal if action["kind"] == "bank"]
            state = ask({"do": (bank or legal)[-1]})["state"]
        referee.stdin.close()
        assert referee.ended() == (0, b"")
    verified = run("verify", laid["table"], home=tmp_path)
    assert verified.returncode == 0
    assert laid["commitment"].encode() in verified.stdout
    assert b"The seed is " in verified.stdout
    (line,) = tables(tmp_path)
    assert line[2:4] == ["Ann, Bo", "finished"]


def test_a_terminal_that_tells_no_size_is_taken_as_a_common_one(tmp_path: Path) -> None:
    with Terminal(home=tmp_path, columns=0, rows=0) as terminal:
        terminal.wait_for("New table")
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0


def test_ctrl_c_does_not_end_a_game_by_mistake_and_ctrl_q_leaves_quietly(tmp_path: Path) -> None:
    with Terminal("--ascii", "--no-animation", home=tmp_path) as terminal:
        terminal.wait_for("New table")
        terminal.press("ctrl+c")
        terminal.read(0.3)
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert "Traceback" not in terminal.read()


def test_a_closed_window_ends_the_program_whoever_started_it(tmp_path: Path) -> None:
    """What waits for the program hears of it and the program does not, as with ``make play``."""
    waits = ("sh", "-c", 'trap : HUP; "$@"; true', "sh")
    with Terminal(home=tmp_path, under=waits) as terminal:
        terminal.wait_for("New table")
        terminal.hang_up()
