"""A player's folder as it looks after some evenings."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.table import Table
from engine.model import Setup
from engine.registry import presets
from tests.bench.recorded import Recorder, sensible

TABLES = 20
ACTIONS = 60
"""How far an evening got on average: most tables are left in the middle of a game."""


def used_house(folder: Path) -> None:
    """A journal with a table of each preset, and more, until there are enough of them."""
    names = list(presets())
    with closing(open_store(folder).store) as store:
        hub = Hub(store)
        for number in range(TABLES):
            preset = names[number % len(names)]
            seats = ("Ann", "Bo", "Cy", "Di")
            table = hub.new_table(Setup(preset=preset, seats=seats, first=0))
            play_on(table, ACTIONS)


def play_on(table: Table, actions: int) -> None:
    """Let sensible players act so many times, or to the end."""
    only_asked = Recorder(0)
    for _ in range(actions):
        if table.state.over:
            return
        seat = min(table.state.to_act)
        action = sensible(table.game, table.state, seat, only_asked)
        table.submit(action, table.state.version)
