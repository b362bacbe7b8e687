"""The player's folder, and how the journal in it is opened so that the program always starts."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_data_path

from app.tables.errors import StoreTrouble, sentence
from app.tables.place import HOME_VARIABLE, JOURNAL_VARIABLE
from app.tables.postgres_store import PostgresStore
from app.tables.sqlite_file import (
    PAGE_BYTES,
    beside,
    create,
    drafted,
    free_name,
    swap,
    telling,
)
from app.tables.sqlite_store import FROZEN, READING, SqliteStore
from app.tables.store import MISSING, MemoryStore, Store

JOURNAL = "journal.db"

_WAL_HEADER, _FRAME_HEADER = 32, 24


class Opened(NamedTuple):
    """A store that works, and what has to be told about it: whole sentences.

    ``reason`` is what else the host may want to know, in the words of a database.
    """

    store: Store
    notices: tuple[str, ...]
    reason: str = ""


def data_folder() -> Path:
    """Where the journal belongs: ``DICEPARLOUR_HOME``, or the system's place for user data."""
    chosen = os.environ.get(HOME_VARIABLE)
    return Path(chosen) if chosen else user_data_path("diceparlour", appauthor=False)


def open_store(folder: Path | None = None) -> Opened:
    """The journal of a folder, or the one that this house has. This never fails.

    The house has the one in the database that ``DICEPARLOUR_JOURNAL`` names, or else the one in
    its `data_folder`.

    A journal that is no database, or a damaged one, is set aside and what can be read of it taken
    over; where nothing can be written, tables are kept in memory on top of what can be read. The
    notices say so.
    """
    address = os.environ.get(JOURNAL_VARIABLE, "").strip()
    if folder is None and address:
        return open_database(address)
    file = (folder or data_folder()).absolute() / JOURNAL
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return _open(file)
    except StoreTrouble as trouble:
        return _unsaved(file, trouble)
    except OSError as error:
        code = "disk_fails" if file.parent.is_dir() and _writable(file.parent) else "read_only"
        return _unsaved(file, StoreTrouble(code, folder=file.parent, reason=error.strerror))


def open_database(address: str) -> Opened:
    """The journal in a database. This never fails.

    A database that is not there now is waited for: every call tells so until it is there, and a
    notice would stay too long. One that is of no use is told of, and tables are kept in memory.
    """
    try:
        store = PostgresStore(address)
    except StoreTrouble as trouble:
        return Opened(MemoryStore(), (sentence("unsaved", why=trouble.message),))
    try:
        store.open()
    except StoreTrouble as trouble:
        reason = str(trouble.detail.get("reason", ""))
        if trouble.code not in ("newer_database", "database_refuses"):
            return Opened(store, (), reason)
        store.close()
        return Opened(MemoryStore(), (sentence("unsaved", why=trouble.message),), reason)
    return Opened(store, ())


def _open(file: Path) -> Opened:
    try:
        return _open_whole(file)
    except StoreTrouble as trouble:
        if trouble.code != "damaged":
            raise
    with _only_one(file.parent):
        try:  # another process may have been quicker
            return _open_whole(file)
        except StoreTrouble as trouble:
            if trouble.code != "damaged":
                raise
        return _begin_anew(file)


def _open_whole(file: Path) -> Opened:
    """The journal as it is; an empty file or a log of writes without its file is damage."""
    if not file.exists():
        if any(path.exists() for path in beside(file)):
            raise StoreTrouble("damaged", file=file)
        create(file)
    if not file.stat().st_size:
        raise StoreTrouble("damaged", file=file)
    before = _pages_in_log(file)
    store = SqliteStore(file)
    cut_off = before > 0 and _pages_in_log(file) >= before > store.written_pages()
    return Opened(store, (sentence("cut_off"),) if cut_off else ())


def _pages_in_log(file: Path) -> int:
    """How many pages the log of writes should hold: those with the mark of the first one."""
    try:
        data = beside(file)[0].read_bytes()
    except OSError:
        return 0
    if 0 < len(data) <= _WAL_HEADER:
        return 1
    frames = range(_WAL_HEADER, len(data), _FRAME_HEADER + PAGE_BYTES)
    marks = [data[at + 8 : at + 16] for at in frames]
    return sum(mark == marks[0] for mark in marks)


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """One process at a time; a lock that ends with its process, on every system."""
    file = folder / "repair.lock"
    os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    with telling(file), closing(sqlite3.connect(file, isolation_level=None, timeout=30)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def _begin_anew(file: Path) -> Opened:
    """A new journal with what can be read of a damaged one, which is set aside, never deleted.

    The new one is whole before it takes the old one's place, so that a kill only means to do it
    again.
    """
    kept = free_name(file, "damaged")
    with drafted(file) as draft:
        has_pages = file.exists() and file.stat().st_size > 0
        count = _salvage(file, draft) if has_pages else 0
        swap(file, draft, kept)
    code = "salvaged" if count else "set_aside"
    return Opened(SqliteStore(file), (sentence(code, file=kept, count=count),))


def replace_journal(fill: Callable[[Path], None], over: bool) -> Path | None:
    """Put a journal that ``fill`` puts into an empty one in the place of the one in the folder.

    What was there is kept beside it, and this gives its name. A journal with tables, or one that
    cannot be read, is replaced only with ``over``. A program that has the old one open notices.

    Raises:
        StoreTrouble: ``holds_tables``, or it could not be done; nothing has changed.
    """
    file = data_folder().absolute() / JOURNAL
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _only_one(file.parent), drafted(file) as draft:
            fill(draft)
            with _nobody_writes(file) as holds_tables:
                if holds_tables and not over:
                    raise StoreTrouble("holds_tables")
                kept = free_name(file, "before")
                swap(file, draft, kept)
            return kept if kept.exists() else None
    except OSError as error:
        raise StoreTrouble("disk_fails", reason=error.strerror) from error


@contextmanager
def _nobody_writes(file: Path) -> Iterator[bool]:
    """Keep everybody from appending, and tell whether there are tables, or may be."""
    if not file.exists():
        yield any(path.exists() for path in beside(file))
        return
    try:
        store = SqliteStore(file)
    except StoreTrouble as trouble:
        if trouble.code in ("locked", "read_only"):
            raise
        yield True
        return
    with closing(store), store.writing():
        yield bool(store.tables())


def _salvage(file: Path, draft: Path) -> int:
    """Copy every table as far as it can be read; an empty row marks where it broke off."""
    try:
        old = SqliteStore(file, READING)
    except StoreTrouble:
        return 0
    count = 0
    with closing(old), closing(SqliteStore(draft)) as new:
        for ends in filter(MISSING.__ne__, old.tables()):
            rows = old.read(ends.table)
            if rows and rows[0].body:
                new.take_over(ends.table, rows, _secret(old, ends.table))
                count += 1
    return count


def _secret(old: SqliteStore, table: str) -> bytes | None:
    try:
        return old.secret(table)
    except StoreTrouble:
        return None


def _unsaved(file: Path, trouble: StoreTrouble) -> Opened:
    """Tables in memory, on top of the journal where that can at least be read."""
    notices = (sentence("unsaved", why=trouble.message),)
    for mode in (READING, FROZEN):
        with suppress(StoreTrouble, OSError):
            return Opened(MemoryStore(SqliteStore(file, mode)), notices)
    return Opened(MemoryStore(), notices)


def _writable(folder: Path) -> bool:
    return os.access(folder, os.W_OK)
