"""Tables played by computer players, and programs that play in the arena, for tests."""

from __future__ import annotations

import random
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.table import Table
from app.tables.wins import win_table_of
from engine.model import Action, GameState, Setup
from engine.strategy.hint import hints
from engine.strategy.players import choose, player

Act = Callable[[Table, GameState, int], Action]


def laid(home: Path, preset: str, seats: tuple[str, ...] = ("Ann", "Bo"), **options: int) -> Table:
    """A table of a house with dice that are the same in every run."""
    hub = Hub(open_store(home).store)
    setup = Setup(preset=preset, seats=seats, options=options, first=None)
    return hub.new_table(setup, Recipe(seed=5))


def best(table: Table, state: GameState, seat: int) -> Action:
    """What is best for the win."""
    return hints(table.game, state, seat, win_table_of(state))[0].action


def by(name: str) -> Act:
    """What a computer player does."""
    moods = random.Random(3)

    def act(table: Table, state: GameState, seat: int) -> Action:
        return choose(table.game, state, seat, player(name), moods.random())

    return act


def play(table: Table, act: Act, steps: int = 5_000) -> Table:
    """Play to the end, or so many steps."""
    for _step in range(steps):
        if table.state.over:
            break
        seat = min(table.state.to_act)
        table.submit(act(table, table.state, seat), table.state.version)
    return table


BOT = """
import json, sys, time
how = sys.argv[1]
for count, line in enumerate(sys.stdin, 1):
    asked = json.loads(line)
    assert set(asked) == {"seat", "state", "legal"}, asked
    assert asked["seat"] in asked["state"]["to_act"]
    if how == "crash" and count > 3:
        sys.exit(3)
    if how == "sleep":
        time.sleep(60)
    bank = [action for action in asked["legal"] if action["kind"] == "bank"]
    action = (bank or asked["legal"])[0]
    if how == "illegal":
        action = {"kind": "bank", "seat": 1 - asked["seat"]}
    if how == "backwards" and action["kind"] == "keep":
        action["dice"].reverse()
    print("hello" if how == "prose" else json.dumps({"do": action}), flush=True)
"""


def bot(folder: Path, how: str) -> str:
    """The command line of a program that plays ``how``: bank, backwards, or a way to fail."""
    file = folder / "bot.py"
    file.write_text(BOT)
    return shlex.join([sys.executable, str(file), how])
