"""What was appended to a SQLite journal: by a doorbell, and by looking at the file."""

from __future__ import annotations

import sqlite3
import time
from contextlib import suppress
from pathlib import Path

from app.tables.doorbell import Doorbell
from app.tables.sqlite_file import telling
from app.tables.watch import ANYTHING

BELLS = "bells"
"""The folder of the doorbells, beside the journal."""

LOOK_SECONDS = 0.5
"""How often somebody with a bell looks all the same: a bell is not always heard."""

LOOK_WITHOUT_BELL_SECONDS = 0.02


class FileSource:
    """A bell where there can be one, and SQLite's ``data_version``, which moves with every commit.

    After a look that found the file moved anything may be new: which tables, only reading tells,
    and whoever has one open knows best up to where.

    Raises:
        StoreTrouble: the file cannot be opened.
    """

    def __init__(self, file: Path, mode: str) -> None:
        with telling(file):
            self._db = sqlite3.connect(
                f"{file.absolute().as_uri()}?{mode}",
                uri=True,
                isolation_level=None,
                timeout=0,
                check_same_thread=False,
            )
        self._bell: Doorbell | None = None
        with suppress(OSError):
            self._bell = Doorbell(file.parent / BELLS)
        self._seen = self._version()
        self._next_look = time.monotonic() + self._period

    @property
    def _period(self) -> float:
        return LOOK_WITHOUT_BELL_SECONDS if self._bell is None else LOOK_SECONDS

    def wait(self) -> set[str]:
        """The tables that were rung for, or `ANYTHING` when a look found more."""
        left = max(0.0, self._next_look - time.monotonic())
        words: set[str] = set()
        if self._bell is not None:
            words = self._bell.wait(left)
        else:
            time.sleep(left)
        if time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + self._period
            now = self._version()
            if now != self._seen:
                self._seen = now
                words.add(ANYTHING)
        return words

    def wake(self) -> None:
        """End a wait."""
        if self._bell is not None:
            self._bell.ring(ANYTHING)

    def close(self) -> None:
        """Let go of the bell and of the file."""
        if self._bell is not None:
            self._bell.close()
        self._db.close()

    def _version(self) -> int | None:
        """What moves with every commit of others, None while it cannot be read."""
        try:
            return int(self._db.execute("PRAGMA data_version").fetchone()[0])
        except sqlite3.Error:
            return None
