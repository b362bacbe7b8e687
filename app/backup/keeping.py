"""What backups are: a journal in one SQLite file, whatever it was in before."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from app.tables.errors import StoreTrouble
from app.tables.home import replace_journal
from app.tables.journal import Row, first_chain, link
from app.tables.place import JOURNAL_VARIABLE
from app.tables.postgres_store import PostgresStore
from app.tables.sqlite_file import PAGE_BYTES, drafted
from app.tables.sqlite_store import FROZEN, READING, SqliteStore
from app.tables.store import MISSING, Store

Kept = tuple[str, list[Row], bytes | None]
"""A table's name, its rows and its secret."""


class Found(NamedTuple):
    """How many tables there are in a backup, and how many of them are damaged."""

    tables: int
    broken: int


class PutBack(NamedTuple):
    """What was put back, and where is kept what was there before."""

    found: Found
    kept: str


class Tables:
    """All tables of a store, read one by one, as often as somebody goes through them."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def __iter__(self) -> Iterator[Kept]:
        for ends in self._store.tables():
            if ends != MISSING:
                table = ends.table
                yield table, self._store.read(table), self._store.secret(table)


def back_up(store: Store, file: Path) -> Found:
    """Write all tables of a store to a file, whole or not at all.

    Raises:
        StoreTrouble: ``not_a_backup`` or ``own_journal`` when something else is there,
            ``backup_unwritten``, or the store cannot be read.
    """
    file = file.resolve()
    if os.path.lexists(file):
        if isinstance(store, SqliteStore) and file.samefile(store.file):
            raise StoreTrouble("own_journal", file=file)
        try:
            opened(file).close()
        except StoreTrouble:
            raise StoreTrouble("not_a_backup", file=file) from None
    try:
        with drafted(file) as draft:
            if isinstance(store, SqliteStore):
                store.copy_to(draft)
            else:
                _fill(draft, Tables(store))
            _seal(draft)
            with closing(opened(draft)) as copy:
                found = _counted(copy)
            draft.replace(file)
        _sync(file.parent)
    except sqlite3.Error as error:
        raise StoreTrouble("backup_unwritten", file=file, reason=str(error)) from error
    except OSError as error:
        raise StoreTrouble("backup_unwritten", file=file, reason=error.strerror) from error
    return found


def put_back(file: Path, over: bool) -> PutBack:
    """Put the tables of a backup in the place of those in the journal of this house.

    Raises:
        StoreTrouble: ``no_backup`` or ``newer_backup``, ``holds_tables`` without ``over``, or it
            could not be done; nothing has changed.
    """
    with closing(opened(file)) as source:
        found = _counted(source)
        tables = Tables(source)
        address = os.environ.get(JOURNAL_VARIABLE, "").strip()
        if not address:
            kept = replace_journal(lambda draft: _fill(draft, tables), over)
            return PutBack(found, str(kept or ""))
        beside = f"diceparlour_before_{datetime.now(UTC):%Y%m%dt%H%M%S%f}"
        with closing(PostgresStore(address)) as database:
            replaced = database.replace(tables, beside, over)
        return PutBack(found, beside if replaced else "")


def opened(file: Path) -> SqliteStore:
    """A backup, when it is a whole one.

    Raises:
        StoreTrouble: ``no_backup`` or ``newer_backup``.
    """
    for mode in (READING, FROZEN):  # frozen: a copied log of writes on a disk that takes nothing
        with suppress(StoreTrouble, OSError):
            store = SqliteStore(file, mode)
            break
    else:
        raise StoreTrouble("no_backup", file=file)
    try:
        if store.newer:
            raise StoreTrouble("newer_backup", file=file)
        store.check()
        if file.stat().st_size % PAGE_BYTES:  # SQLite takes what is cut off for zeros
            raise StoreTrouble("no_backup", file=file)
    except StoreTrouble as trouble:
        store.close()
        newer = trouble.code == "newer_backup"
        raise StoreTrouble("newer_backup" if newer else "no_backup", file=file) from None
    return store


def _counted(store: SqliteStore) -> Found:
    count = broken = 0
    for table, rows, _secret in Tables(store):
        count += 1
        chain = first_chain(table)
        for seq, row in enumerate(rows):
            chain = link(chain, row.body)
            if (row.seq, row.chain) != (seq, chain):
                broken += 1
                break
    return Found(count, broken)


def _fill(draft: Path, tables: Tables) -> None:
    """Put tables into a journal that has none."""
    with closing(SqliteStore(draft)) as new:
        for table in tables:
            new.take_over(*table)


def _seal(file: Path) -> None:
    """Make one file of a journal, with nothing beside it that belongs to it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
    with file.open("rb+") as data:
        os.fsync(data.fileno())


def _sync(folder: Path) -> None:
    """Make sure of a name in a folder, where a system can do that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
