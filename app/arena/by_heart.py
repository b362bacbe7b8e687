"""What the exact player knows by heart in a long tournament, so that it need not work it out.

A tablebase is made once for a rule set, where numpy is installed, and kept beside the chances that
were solved here. It may be deleted at any time.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from app.tables.home import data_folder
from app.tables.solved import FOLDER, can_solve, file_of
from app.tables.whole import put
from app.tables.wins import win_table
from engine.family.rules import FamilyRules
from engine.strategy.tablebase import Tablebase, learnable, standings

GAME = 200
"""Standings that are learnt while one game is played without: about twenty turns are worked out in
it, each in the time that ten standings take."""


def worth_learning(rules: FamilyRules, games: int) -> bool:
    """Whether so many games take longer than learning them by heart, and that can be done here."""
    if not learnable(rules) or games * GAME < standings(rules) or known(rules) is not None:
        return False
    return can_solve() and win_table(rules) is not None


def learn(rules: FamilyRules, progress: Callable[[float], None]) -> None:
    """Make the tablebase of some rules and keep it, whole or not at all.

    ``progress`` is told how much is done, from 0 to 1.

    Raises:
        OSError: it cannot be kept.
    """
    from engine.strategy.build_tablebase import build_tablebase

    table = win_table(rules)
    assert table is not None
    put(_file(rules), build_tablebase(rules, table, progress))
    _mapped.cache_clear()


def known(rules: FamilyRules) -> Tablebase | None:
    """The tablebase of some rules, if it was learnt; a damaged file is none."""
    return _mapped(_file(rules), rules)


@lru_cache(maxsize=4)
def _mapped(path: Path, rules: FamilyRules) -> Tablebase | None:
    with suppress(OSError, ValueError), path.open("rb") as file:
        whole = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return Tablebase(memoryview(whole), rules)
    return None


def _file(rules: FamilyRules) -> Path:
    return file_of(data_folder() / FOLDER, rules).with_suffix(".moves")
