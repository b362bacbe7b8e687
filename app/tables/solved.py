"""Chances to win that were solved on this machine, for rules that none ship for.

They are solved once, in a process of their own, and kept in the data folder. Until then play is
for points alone.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from app.tables.home import data_folder
from app.tables.whole import put
from engine.family.rules import FamilyRules
from engine.strategy.match import fingerprint
from engine.strategy.table import Table, decode

FOLDER = "chances"
"""Where in the data folder the tables lie, each named by what its rules say."""

Heard = Callable[[], object]


@lru_cache(maxsize=64)
def named(rules: FamilyRules) -> str:
    """What tables of these rules are called; asked twice with every question of every game."""
    return fingerprint(rules)


def file_of(folder: Path, rules: FamilyRules) -> Path:
    """Where the table of a rule set lies; the same rules with another goal have another."""
    return folder / f"{named(rules)}-{rules.goal}.bin"


def keep(folder: Path, rules: FamilyRules, table: Table) -> None:
    """Store a table, whole or not at all.

    Raises:
        OSError: it cannot be stored.
    """
    put(file_of(folder, rules), table.encode())


class Solved:
    """The tables of a folder, and the one that is being solved."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder() / FOLDER
        self._known: dict[Path, Table | None] = {}
        self._jobs: dict[Path, Job] = {}
        self._lock = threading.Lock()

    def table(self, rules: FamilyRules) -> Table | None:
        """The table of a rule set as far as it has been solved here; a damaged file is none."""
        file = file_of(self.folder, rules)
        if file not in self._known:
            found = None
            with suppress(OSError, ValueError):
                found = decode(file.read_bytes())
            self._known[file] = found
        return self._known[file]

    def solve(self, rules: FamilyRules, heard: Heard = lambda: None) -> Job | None:
        """Have a rule set solved in the background; None where it is solved, or cannot be.

        ``heard`` is called from another thread whenever the work has gone on.
        """
        if self.table(rules) is not None or not can_solve():
            return None
        file = file_of(self.folder, rules)
        with self._lock:
            job = self._jobs.get(file)
            if job is None:
                job = self._jobs[file] = Job(self.folder, rules, lambda: self._done(file))
        job.hear(heard)
        return job

    def _done(self, file: Path) -> None:
        self._known.pop(file, None)

    def close(self) -> None:
        """Stop what is being solved; it starts anew at its next use."""
        with self._lock:
            for job in self._jobs.values():
                job.stop()
            self._jobs.clear()


def can_solve() -> bool:
    """Whether what solving needs is installed (the extra ``solve``)."""
    return find_spec("numpy") is not None


class Job:
    """One rule set that is being solved. ``done`` goes from 0 to 1; ``over`` once it has ended."""

    def __init__(self, folder: Path, rules: FamilyRules, done: Heard) -> None:
        self.done = 0.0
        self.over = False
        self._done = done
        self._listeners: list[Heard] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "app.solve_rules", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=Path(__file__).parents[2],
        )
        self._rules = rules.model_dump_json()
        threading.Thread(target=self._follow, name="solving", daemon=True).start()

    def hear(self, listener: Heard) -> None:
        """Have somebody told whenever the work has gone on."""
        self._listeners.append(listener)

    def stop(self) -> None:
        """Give the work up."""
        self._process.kill()

    def wait(self, seconds: float) -> bool:
        """Wait for the end; whether it came."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        return self._process.poll() is not None

    def _follow(self) -> None:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(OSError), process.stdin as told:
            told.write(self._rules)
        with process.stdout as lines:
            for line in lines:
                if line.strip().isdecimal():
                    self.done = int(line) / 1000
                    self._tell()
        process.wait()
        self._done()
        self.over = True
        self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
