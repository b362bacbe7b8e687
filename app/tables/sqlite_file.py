"""The SQLite file that journals are kept in: how it is made, and what its errors mean."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from app.tables.errors import StoreTrouble

SCHEMA_VERSION = 1
"""The form of the file that this program writes (SQLite's ``user_version``)."""

PAGE_BYTES = 4096

_SCHEMA = f"""
PRAGMA page_size = {PAGE_BYTES};
PRAGMA journal_mode = WAL;
BEGIN;
CREATE TABLE journal (
    table_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE secret (table_id TEXT NOT NULL PRIMARY KEY, seed BLOB NOT NULL) WITHOUT ROWID;
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""

_CODES = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_ERROR: "damaged",  # a database, but without our tables
}


@contextmanager
def drafted(file: Path) -> Iterator[Path]:
    """An empty journal, readable by nobody else, under another name beside its later place.

    It is put in its place whole, so that a journal of no length is always a damaged one. What is
    left of the draft goes at the end.

    Raises:
        OSError: the folder does not take it.
        StoreTrouble: the disk does not.
    """
    draft = file.with_name(f".{file.name}.{os.getpid()}.new")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        with telling(draft), closing(sqlite3.connect(draft, isolation_level=None)) as db:
            db.executescript(_SCHEMA)
        yield draft
    finally:
        for left in (draft, *beside(draft)):
            left.unlink(missing_ok=True)


def create(file: Path) -> None:
    """Make an empty journal; one that is there already stays.

    Raises:
        OSError: the folder does not take it.
        StoreTrouble: the disk does not.
    """
    with drafted(file) as draft:
        link(draft, file)


def link(file: Path, name: Path) -> None:
    """Give a file another name where that is free; the file may lose the name it had."""
    try:
        os.link(file, name)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not name.exists():
            file.rename(name)


def swap(file: Path, draft: Path, kept: Path) -> None:
    """Put a whole journal in the place of another, which is kept under a name that is free.

    A kill in between only means to do it again.
    """
    if file.exists():
        link(file, kept)
    # The log goes before: a new journal must never find an old one's log beside it.
    for old, new in zip(beside(file), beside(kept), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
    draft.replace(file)


def free_name(file: Path, word: str) -> Path:
    """A name beside a file that nothing has, nor what SQLite would keep beside it."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
    names = (file.with_name(f"{file.stem}.{word}-{stamp}-{number}.db") for number in count(1))
    return next(name for name in names if not any(map(os.path.lexists, (name, *beside(name)))))


def beside(file: Path) -> tuple[Path, Path]:
    """The two files that SQLite keeps beside a journal: the log of writes, and its index."""
    return file.with_name(file.name + "-wal"), file.with_name(file.name + "-shm")


@contextmanager
def telling(file: Path) -> Iterator[None]:
    """Turns what SQLite raises into trouble that a player understands."""
    try:
        yield
    except sqlite3.Error as error:
        code = _CODES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "disk_fails")
        raise StoreTrouble(
            code, file=str(file), folder=str(file.parent), reason=str(error)
        ) from error
