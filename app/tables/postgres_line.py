"""The line to a PostgreSQL database: made on first use, made anew when it was lost.

The driver (psycopg, the extra ``postgres``) is loaded when a line is made and not before.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import TYPE_CHECKING, TypeVar

from app.tables.errors import StoreTrouble
from app.tables.postgres_guard import Guard
from app.tables.postgres_schema import prepare

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[object, ...]]

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

SCHEMES = ("postgresql://", "postgres://")

SETTINGS = {
    "application_name": "diceparlour",
    "client_encoding": "utf8",
    "connect_timeout": "3",
    # A peer that is gone without a word is noticed within some ten seconds.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    # Of several hosts the one that takes rows, also after one has taken over from another.
    "target_session_attrs": "read-write",
}
"""How a line is made, as far as the address does not say otherwise."""

SLOW_SECONDS = 0.5
"""After an attempt that failed and took longer, nobody waits for another one for a while."""

PAUSE_SECONDS = 2.0

LONG_PAUSE_SECONDS = 10.0
"""The while when somebody tries in the background, who ends it when the database is back."""

Found = TypeVar("Found")


class Line:
    """One connection, used by one thread at a time.

    Raises:
        StoreTrouble: ``no_driver`` or ``bad_address``.
    """

    def __init__(self, address: str) -> None:
        try:
            from psycopg import Error
            from psycopg.conninfo import conninfo_to_dict
        except ImportError:
            raise StoreTrouble("no_driver") from None
        try:
            if not address.startswith(SCHEMES):
                raise StoreTrouble("bad_address")
            self._settings = {**SETTINGS, **conninfo_to_dict(address)}
        except Error:  # its words may hold the password
            raise StoreTrouble("bad_address") from None
        self._lock = threading.RLock()
        self._connection: Connection | None = None
        self._not_before = 0.0
        self._tried_behind = False
        self._closed = False
        self._told = ""
        self._guard: Guard | None = None

    def connect(self) -> Connection:
        """A new connection to a database that is ready for journals, for the caller to close.

        For use in the background: this tries even where `use` would not.

        Raises:
            StoreTrouble: ``closed``, or what is wrong with the database.
        """
        self._tried_behind = True
        connection = self._made_ready(self._dial())
        self._tried_behind = False
        self._not_before = 0.0
        return connection

    def _dial(self) -> Connection:
        import psycopg

        begun = time.monotonic()
        try:
            return psycopg.connect(autocommit=True, **self._settings)  # type: ignore[arg-type]
        except psycopg.Error as error:
            if time.monotonic() - begun > SLOW_SECONDS:
                pause = LONG_PAUSE_SECONDS if self._tried_behind else PAUSE_SECONDS
                self._not_before = time.monotonic() + pause
            self._tell(first_line(error))
            raise StoreTrouble("closed", reason=first_line(error)) from error

    def _made_ready(self, connection: Connection) -> Connection:
        import psycopg

        try:
            prepare(connection)
        except psycopg.Error as error:
            connection.close()
            raise trouble_of(error, lost=connection.broken) from error
        except BaseException:
            connection.close()
            raise
        self._tell("")
        return connection

    def use(self, work: Callable[[Connection, bool], Found], patient: bool = False) -> Found:
        """Do some work on the connection; when that is lost over it, once more on a new one.

        The work is told whether this is the second time. Then the first may have been done, but
        its end was not heard. Work that takes its time is waited for only where that is said.

        Raises:
            StoreTrouble: the work could not be done; for ``closed`` that may mean not heard of.
        """
        import psycopg

        with self._lock:
            for again in (False, True):
                connection = self._ready()
                try:
                    with nullcontext() if patient else self._guarded(connection):
                        return work(connection, again)
                except psycopg.Error as error:
                    if not connection.closed:
                        raise trouble_of(error, lost=False) from error
                    self._tell(first_line(error))
                    self._drop()
            raise StoreTrouble("closed", reason=self._told)

    def _ready(self) -> Connection:
        if self._connection is None:
            if self._closed or time.monotonic() < self._not_before:
                raise StoreTrouble("closed", reason=self._told)
            connection = self._dial()
            with self._guarded(connection):
                self._connection = self._made_ready(connection)
        return self._connection

    def _guarded(self, connection: Connection) -> AbstractContextManager[None]:
        if self._guard is None:
            self._guard = Guard()
        return self._guard.over(connection.fileno())

    def _tell(self, reason: str) -> None:
        """Put into the log what keeps us from the database, once, and when it is back."""
        if reason and not self._told:
            log.warning("the database cannot be reached: %s", reason)
        if self._told and not reason:
            log.warning("the database is back")
        self._told = reason

    def _drop(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
        self._connection = None

    def close(self) -> None:
        """Hang up for good."""
        with self._lock:
            self._closed = True
            self._drop()
            if self._guard is not None:
                self._guard.close()


def trouble_of(error: psycopg.Error, lost: bool) -> StoreTrouble:
    """What an error of the database means for a player."""
    from psycopg import errors

    reason = first_line(error)
    if lost:
        return StoreTrouble("closed", reason=reason)
    if isinstance(error, errors.DiskFull):
        return StoreTrouble("disk_full")
    if isinstance(error, errors.QueryCanceled | errors.LockNotAvailable | errors.DeadlockDetected):
        return StoreTrouble("locked")
    if isinstance(error, errors.InsufficientPrivilege | errors.ReadOnlySqlTransaction):
        return StoreTrouble("database_refuses", reason=reason)
    return StoreTrouble("disk_fails", reason=reason)


def first_line(error: Exception) -> str:
    """What an error says, without what its author adds for those who can help."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
