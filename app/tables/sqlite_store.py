"""Journals in one SQLite file, shared by the processes of a machine.

WAL with ``synchronous=FULL``: an append that returned survives a kill and a power cut.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from operator import lt
from pathlib import Path
from typing import Any

from app.tables.doorbell import ring
from app.tables.errors import StoreTrouble
from app.tables.journal import Row
from app.tables.sqlite_file import SCHEMA_VERSION, telling
from app.tables.sqlite_watch import BELLS, FileSource
from app.tables.store import MISSING, Conflict, Ends
from app.tables.watch import Heard, Watching

WAIT_SECONDS = 2.0
"""How long a writer waits for another before it tells its player."""

WRITING, READING, FROZEN = "mode=rw", "mode=ro", "immutable=1"
"""How a file is opened; frozen is for a folder in which not even an index can be made."""

_APPEND = """
INSERT INTO journal (table_id, seq, body, chain)
SELECT :table, :seq, :body, :chain
WHERE :seq = (SELECT coalesce(max(seq), -1) + 1 FROM journal WHERE table_id = :table)
"""

_NEWEST = "SELECT coalesce(max(seq), -1) FROM journal WHERE table_id = ?"
_READ = "SELECT seq, body, chain FROM journal WHERE table_id = ? AND seq >= ? ORDER BY seq"


# Each name leads to the next: the rows between are not looked at. A circle in a damaged file ends.
_NEWEST_OF_ALL = """
WITH RECURSIVE each(name) AS (
    SELECT min(table_id) FROM journal
    UNION
    SELECT (SELECT min(table_id) FROM journal WHERE table_id > name) FROM each
    WHERE name IS NOT NULL
)
SELECT name, (SELECT max(seq) FROM journal WHERE table_id = name) FROM each
WHERE name IS NOT NULL
"""


class _Broken(Exception):
    """A damaged file cannot be read further; ``names`` are the tables found before."""

    def __init__(self, names: set[str]) -> None:
        super().__init__()
        self.names = names


class SqliteStore:
    """The journals in one file that exists. ``newer`` is whether a newer program made it.

    Raises:
        StoreTrouble: ``damaged``, ``newer_file``, ``locked`` or what else keeps it from opening.
    """

    def __init__(self, file: Path, mode: str = WRITING) -> None:
        readonly = mode != WRITING
        self.lasting = not readonly
        self.file = file
        self._watching = Watching(lambda: FileSource(file, mode))
        # One connection for all threads: nobody may append within another's transaction.
        self._lock = threading.RLock()
        self._ends: dict[str, Ends] = {}
        self._ends_at: tuple[int, int] | None = None
        with telling(file):
            self._db = sqlite3.connect(
                f"{file.absolute().as_uri()}?{mode}",
                uri=True,
                isolation_level=None,
                timeout=WAIT_SECONDS,
                check_same_thread=False,
            )
        # Garbled text must arrive as what it is not, rather than as no row at all.
        self._db.text_factory = lambda data: data.decode("utf-8", "replace")
        try:
            self._inode = file.stat().st_ino
            self._prepare(readonly)
        except BaseException:
            self._db.close()
            raise

    def _prepare(self, readonly: bool) -> None:
        with telling(self.file):
            self._db.execute("PRAGMA synchronous = FULL")
            self.newer = self._db.execute("PRAGMA user_version").fetchone()[0] > SCHEMA_VERSION
            if self.newer and not readonly:
                raise StoreTrouble("newer_file")
            self._db.execute("SELECT table_id, seq, body, chain FROM journal LIMIT 0")
            self._db.execute("SELECT table_id, seed FROM secret LIMIT 0")
        if not readonly:
            self._try_writing()
            self.check()

    def check(self) -> None:
        """Look through the whole file.

        Raises:
            StoreTrouble: ``damaged``.
        """
        with self._lock, telling(self.file):
            # The quick check does not see rows out of order; this takes 1 ms per 1000 rows.
            health = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if health != "ok":
            raise StoreTrouble("damaged", file=str(self.file))

    def _try_writing(self) -> None:
        """Whether this file can be written at all; that somebody writes just now is no trouble."""
        try:
            with telling(self.file):
                self._db.execute("BEGIN IMMEDIATE")
                self._db.execute("ROLLBACK")
        except StoreTrouble as trouble:
            if trouble.code != "locked":
                raise

    def append(self, table: str, row: Row, secret: bytes | None = None) -> None:
        """Store a table's next row; committed and synced when this returns.

        Raises:
            Conflict: the table's newest row is not the one before this.
            StoreTrouble: it could not be stored.
        """
        self._still_there()
        values: dict[str, str | int]
        values = {"table": table, "seq": row.seq, "body": row.body, "chain": row.chain}
        with self._lock, telling(self.file):
            if secret is None:
                stored = self._db.execute(_APPEND, values).rowcount
            else:
                stored = self._append_first(table, values, secret)
        if not stored:
            raise Conflict
        self._still_there()
        ring(self.file.parent / BELLS, table)

    def _append_first(self, table: str, values: dict[str, str | int], secret: bytes) -> int:
        """The first row together with the secret, both or neither."""
        with self.writing():
            stored = self._db.execute(_APPEND, values).rowcount
            if stored:
                self._db.execute("INSERT INTO secret VALUES (?, ?)", (table, secret))
        return stored

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Several statements as one: all of them are stored, or none. Nobody else appends then."""
        with self._lock, telling(self.file):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    def take_over(self, table: str, rows: Sequence[Row], secret: bytes | None) -> None:
        """Copy a table that was read elsewhere, whatever its rows hold, in one write.

        Raises:
            StoreTrouble: it could not be stored.
        """
        with self.writing():
            self._db.executemany(
                "INSERT OR IGNORE INTO journal VALUES (?, ?, ?, ?)", [(table, *row) for row in rows]
            )
            if secret is not None:
                self._db.execute("INSERT OR IGNORE INTO secret VALUES (?, ?)", (table, secret))

    def read(self, table: str, start: int = 0) -> list[Row]:
        """The rows from ``start`` on; where the file is damaged an empty one ends them."""
        rows: list[Row] = []
        with self._lock, telling(self.file):
            try:
                newest = self._db.execute(_NEWEST, (table,)).fetchone()[0]
                rows.extend(Row(*row) for row in self._db.execute(_READ, (table, start)))
                broken = not isinstance(newest, int) or start + len(rows) <= newest
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                broken = True
        return [*rows, Row(start + len(rows), "", "")] if broken else rows

    def secret(self, table: str) -> bytes | None:
        """The secret of a table, None when it is not there."""
        with self._lock, telling(self.file):
            found = self._db.execute("SELECT seed FROM secret WHERE table_id = ?", (table,))
            row = found.fetchone()
        return None if row is None else bytes(row[0])

    def tables(self) -> list[Ends]:
        """Every table; in a damaged file those that can be read from either end, and `MISSING`.

        What is known already is not read again. A row that is stored never changes, so a table is
        as it was when its newest row has the same number; and the file is, where SQLite counts no
        commit of others and no change of ours since then.
        """
        with self._lock, telling(self.file):
            if self._db.in_transaction:  # what it holds may still be cast away
                return self._read_with_care()
            mark = self._mark()
            if mark != self._ends_at:
                self._ends_at = None
                newest = self._newest_of_all()
                if newest is None:
                    return self._read_with_care()
                self._ends = {name: self._ends_of(name, seq) for name, seq in newest.items()}
                self._ends_at = mark
            return list(self._ends.values())

    def _mark(self) -> tuple[int, int]:
        """What moves with every commit to the file: of others, and of this connection."""
        version: int = self._db.execute("PRAGMA data_version").fetchone()[0]
        return version, self._db.total_changes

    def _newest_of_all(self) -> dict[str, int] | None:
        """The number of each table's newest row, None where the file is not as it should be."""
        try:
            rows = self._db.execute(_NEWEST_OF_ALL).fetchall()
        except sqlite3.DatabaseError as error:
            if not _is_damage(error):
                raise
            return None
        whole = all(isinstance(name, str) and isinstance(seq, int) for name, seq in rows)
        names = [row[0] for row in rows]
        return dict(rows) if whole and all(map(lt, names, names[1:])) else None

    def _ends_of(self, table: str, newest: int) -> Ends:
        known = self._ends.get(table)
        if known is not None and known.last.seq == newest:
            return known
        first = known.first if known is not None else self._end(table, "")
        return Ends(table, first, self._end(table, "DESC"))

    def _read_with_care(self) -> list[Ends]:
        names: set[str] = set()
        missing = []
        for beyond, start in ((">", ""), ("<", "\U0010ffff")):
            try:
                names.update(self._names(beyond, start))
                break
            except _Broken as broken:
                names |= broken.names
                missing = [MISSING]
        ends = [Ends(name, self._end(name, ""), self._end(name, "DESC")) for name in sorted(names)]
        return ends + missing

    def _names(self, beyond: str, start: str) -> set[str]:
        """The tables on one side of a name; raises `_Broken` where they cannot be read on."""
        names: set[str] = set()
        order = "ASC" if beyond == ">" else "DESC"
        query = f"SELECT table_id FROM journal WHERE table_id {beyond} ? ORDER BY table_id {order}"
        name = start
        while found := self._first(query, name, names):
            after = found[0]
            if not isinstance(after, str) or not (after > name if beyond == ">" else after < name):
                raise _Broken(names)  # keys out of order
            name = after
            names.add(name)
        return names

    def _end(self, table: str, order: str) -> Row:
        query = f"SELECT seq, body, chain FROM journal WHERE table_id = ? ORDER BY seq {order}"
        try:
            found = self._first(query, table, set())
        except _Broken:
            found = None
        return Row(*found) if found else MISSING.first

    def _first(self, query: str, table: str, names: set[str]) -> tuple[Any, ...] | None:
        """The first row of a query about a table; raises `_Broken` where the file is damaged."""
        with self._lock, telling(self.file):
            try:
                found = self._db.execute(f"{query} LIMIT 1", (table,)).fetchone()
            except sqlite3.DatabaseError as error:
                if not _is_damage(error):
                    raise
                raise _Broken(names) from error
        row: tuple[Any, ...] | None = found
        return row

    def copy_to(self, file: Path) -> None:
        """Write all of it over another SQLite file, as it is at one moment, while others append.

        Raises:
            sqlite3.Error: the other file does not take it.
        """
        with self._lock, closing(sqlite3.connect(file)) as copy:
            self._db.backup(copy)

    def written_pages(self) -> int:
        """How many pages of the log of writes SQLite holds for whole."""
        with telling(self.file):
            return int(self._db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])

    def watch(self, callback: Heard) -> Callable[[], None]:
        """Hear of every append to the file; see `Store.watch`.

        Raises:
            StoreTrouble: the file cannot be opened once more.
        """
        return self._watching.add(callback)

    def close(self) -> None:
        """Let go of the file."""
        self._watching.close()
        with self._lock:
            self._db.close()

    @property
    def in_place(self) -> bool:
        """Whether the file that is open is the one in its place."""
        try:
            return self.file.stat().st_ino == self._inode
        except OSError:
            return False

    def _still_there(self) -> None:
        """Rows must not go to a file that was removed."""
        if not self.in_place:
            raise StoreTrouble("moved")


def _is_damage(error: sqlite3.Error) -> bool:
    """Whether a row could not be read because the file is damaged."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
