"""What the tests of tables share: a house with a clock of its own, and short ways to play."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from app.tables.home import JOURNAL, open_database, open_store
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.table import Outcome, Table
from engine.actions import Draw, Roll
from engine.model import Setup
from tests.tables.race import lookup

ROOT = Path(__file__).parents[2]

SETUP = Setup(preset="race", seats=("Ann", "Bo"))


class Watch:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Let time go by."""
        self.now += timedelta(seconds=seconds)


def house(where: Path | str, watch: Watch | None = None) -> Hub:
    """A house with the race in it, on the journal of a folder or of a database's address."""
    opened = open_database(where) if isinstance(where, str) else open_store(where)
    return Hub(opened.store, opened.notices, lookup, watch or Watch())


def act(table: Table, card: bool = False) -> Outcome:
    """Roll (or draw) for whoever is to move."""
    seat = min(table.state.to_act)
    return table.submit(Draw(seat=seat) if card else Roll(seat=seat), table.state.version)


def play(hub: Hub, moves: int, recipe: Recipe | None = None, setup: Setup = SETUP) -> Table:
    """A new table after so many moves (or its end), every third of them a card."""
    table = hub.new_table(setup, recipe)
    for move in range(moves):
        if table.state.over:
            break
        act(table, card=move % 3 == 2)
    return table


def journal_of(folder: Path) -> Path:
    """The journal's file in a folder."""
    return folder / JOURNAL


def python(
    module: str, *arguments: str, before: tuple[str, ...] = (), **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a module of the tests in another process."""
    done = subprocess.run(
        [*before, sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done
