"""Where journals are kept, as the tables see it, and the one that forgets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol

from app.tables.journal import Row
from app.tables.listeners import Listeners
from app.tables.watch import Heard


class Conflict(Exception):
    """The row is not the next one of its table: somebody else was quicker."""


class Ends(NamedTuple):
    """The first and the last row of a table (the same one when there is only one)."""

    table: str
    first: Row
    last: Row


MISSING = Ends("", Row(0, "", ""), Row(0, "", ""))
"""Ends a list of tables that could not be read to its end."""


class Store(Protocol):
    """Append-only journals, keyed (table, seq), shared by any number of processes.

    Every method may raise `StoreTrouble`, and may be called by any thread. ``lasting`` is whether
    what is stored outlives the program.
    """

    lasting: bool

    def append(self, table: str, row: Row, secret: bytes | None = None) -> None:
        """Store a table's next row, whole and for good, before this returns.

        ``secret`` goes with the first row and is stored apart from what players may see.

        Raises:
            Conflict: the table's newest row is not the one before this.
        """

    def read(self, table: str, start: int = 0) -> list[Row]:
        """The rows from ``start`` on; one that cannot be read comes last, with an empty body."""

    def secret(self, table: str) -> bytes | None:
        """The secret of a table, or None when there is none."""

    def tables(self) -> list[Ends]:
        """Every table; `MISSING` comes last when more may be there."""

    def watch(self, callback: Heard) -> Callable[[], None]:
        """Hear, in a thread of the store's, of every append from now on, whoever makes it.

        The callback gets the table's name, or `ANYTHING`; it may be called without need, and once
        for several appends. Call the result to end it.
        """

    def close(self) -> None:
        """Let go of everything; a closed store is not used again."""


class MemoryStore:
    """Keeps journals while the program runs, on top of those of a store that takes no more.

    Who watches is called by the thread that appends.
    """

    lasting = False

    def __init__(self, under: Store | None = None) -> None:
        self._under = under
        self._rows: dict[str, list[Row]] = {}
        self._secrets: dict[str, bytes] = {}
        self._lock = threading.Lock()
        self._listeners: Listeners[str] = Listeners()

    def append(self, table: str, row: Row, secret: bytes | None = None) -> None:
        """Keep a table's next row."""
        with self._lock:
            own = self._rows.get(table)
            if row.seq != (own[-1].seq + 1 if own else len(self.read(table))):
                raise Conflict
            if secret is not None:
                self._secrets[table] = secret
            self._rows.setdefault(table, []).append(row)
            self._listeners.put(table)
        self._listeners.tell()

    def holds(self, table: str) -> bool:
        """Whether a row of the table is kept here and nowhere else."""
        return table in self._rows

    def read(self, table: str, start: int = 0) -> list[Row]:
        """The rows from ``start`` on: the ones below, then those kept here."""
        own = self._rows.get(table, [])
        first = own[0].seq if own else None
        below = self._under.read(table) if self._under and first != 0 else []
        return [*below[:first], *own][start:]

    def secret(self, table: str) -> bytes | None:
        """The secret of a table."""
        if table in self._secrets or self._under is None:
            return self._secrets.get(table)
        return self._under.secret(table)

    def tables(self) -> list[Ends]:
        """Every table, those below included."""
        found = {ends.table: ends for ends in (self._under.tables() if self._under else ())}
        for table, own in self._rows.items():
            first = found[table].first if table in found else own[0]
            found[table] = Ends(table, first, own[-1])
        return list(found.values())

    def watch(self, callback: Heard) -> Callable[[], None]:
        """Hear of every append, to the store below too."""
        leave = self._listeners.add(callback)
        if self._under is None:
            return leave
        try:
            leave_below = self._under.watch(callback)
        except BaseException:
            leave()
            raise

        def leave_both() -> None:
            leave()
            leave_below()

        return leave_both

    def close(self) -> None:
        """Close the store below; what was kept here is gone with the program."""
        if self._under is not None:
            self._under.close()
