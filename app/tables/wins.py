"""The chances to win under a rule set: those that ship, and those that were solved here."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

from app.tables.home import data_folder
from app.tables.solved import FOLDER, Job, Solved, named
from engine.family.rules import FamilyRules
from engine.model import GameState
from engine.strategy.standing import serves
from engine.strategy.table import Table, decode


@cache
def _shipped(name: str) -> Table | None:
    file = files("engine.strategy").joinpath("data", f"{name}.bin")
    return decode(file.read_bytes()) if file.is_file() else None


def win_table(rules: FamilyRules) -> Table | None:
    """The table of these rules, shipped or solved here; None: then play is for points alone."""
    if rules.goal is None:
        return None
    table = _shipped(named(rules))
    if table is None:
        table = solved_here().table(rules)
    return table if table is not None and serves(table, rules) else None


def solve(state: GameState, heard: Callable[[], object]) -> Job | None:
    """Have the rules of a game solved in the background; None where that is not needed or not
    possible. ``heard`` is called from another thread as the work goes on."""
    rules = getattr(state, "rules", None)
    if not isinstance(rules, FamilyRules) or rules.goal is None or win_table(rules) is not None:
        return None
    return solved_here().solve(rules, heard)


def solved_here() -> Solved:
    """The tables that were solved on this machine, and the work on them."""
    return _solved(data_folder() / FOLDER)


@cache
def _solved(folder: Path) -> Solved:
    return Solved(folder)


def win_table_of(state: GameState) -> Table | None:
    """The table of a game in progress, None for games that are not of the family."""
    rules = getattr(state, "rules", None)
    return win_table(rules) if isinstance(rules, FamilyRules) else None
