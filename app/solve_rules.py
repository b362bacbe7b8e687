"""Solves one rule set in a process of its own: rules as JSON on stdin, thousandths done on stdout.

The last line is ``done`` when the table is in its file, or ``none`` for rules that no solver is
made for. Nobody reading any more ends it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

from app.tables.solved import keep
from engine.family.rules import FamilyRules

NICE = 10
"""How far the work steps back for those who play meanwhile."""


def main(folder: Path) -> None:
    """Solve the rules on stdin into a folder."""
    from engine.strategy.build_table import solve_table

    with suppress(AttributeError, OSError):
        os.nice(NICE)
    rules = FamilyRules.model_validate_json(sys.stdin.read())
    told = -1

    def progress(done: float) -> None:
        nonlocal told
        if int(done * 1000) > told:
            told = int(done * 1000)
            print(told, flush=True)

    table = solve_table(rules, progress, streaks=False)
    if table is not None:
        keep(folder, rules, table)
    print("none" if table is None else "done", flush=True)


if __name__ == "__main__":
    with suppress(BrokenPipeError):
        main(Path(sys.argv[1]))
