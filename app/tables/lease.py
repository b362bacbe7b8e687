"""Who is still there: a process that shows tables holds a file locked for as long as it lives.

A process that was killed cannot tell the tables that its people are gone. Its lock goes with it,
and whoever opens the same folder next says it in its place.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

from app.tables import presence
from app.tables.errors import TableTrouble
from app.tables.ids import new_id

if TYPE_CHECKING:
    from app.tables.hub import Hub

HOUSES: Final = "houses"
"""The folder of the locked files, beside the journal."""

BETWEEN: Final = "."
"""Stands in a session's token between the process and the session."""


class Lease:
    """That this process lives. It is no more than a name where the folder or the system has no
    locks: then nobody is ever taken for gone.
    """

    def __init__(self, folder: Path) -> None:
        self.name = new_id()
        self._file = folder / HOUSES / self.name
        self._handle: int | None = None
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle = os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
            if _locked(handle):
                self._handle = handle
            else:
                os.close(handle)
                self._file.unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._file.unlink(missing_ok=True)
            os.close(self._handle)
            self._handle = None

    def new_token(self) -> str:
        """What tells a session of this process from every other one."""
        return f"{self.name}{BETWEEN}{new_id()}"


def see_off(hub: Hub, folder: Path) -> int:
    """Have everybody leave who was at a table in a process that is dead; how many they were.

    Raises:
        StoreTrouble: it could not be stored; those who are left go the next time.
    """
    dead = _dead(folder / HOUSES)
    if not dead:
        return 0
    names = {file.name for file in dead}
    count = 0
    for line in hub.tables():
        for one in line.seating.present:
            if one.token.partition(BETWEEN)[0] in names:
                with suppress(TableTrouble):
                    presence.go(hub.open(line.id), one.person, one.token, "lost")
                    count += 1
    for file in dead:
        file.unlink(missing_ok=True)
    return count


def _dead(folder: Path) -> list[Path]:
    """The files of processes that hold them no more."""
    found = []
    with suppress(OSError):
        for file in folder.iterdir():
            handle = os.open(file, os.O_RDWR)
            try:
                if _locked(handle):
                    found.append(file)
            finally:
                os.close(handle)
    return found


def _locked(handle: int) -> bool:
    """Lock a file that nobody else has locked, for as long as it is open; whether it could be."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
