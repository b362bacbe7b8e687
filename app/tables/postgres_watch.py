"""What was appended to the journals of a PostgreSQL database: by LISTEN, on a line of its own."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from app.tables.errors import StoreTrouble
from app.tables.postgres_schema import CHANNEL
from app.tables.watch import ANYTHING

if TYPE_CHECKING:
    from app.tables.postgres_line import Connection

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0
"""Seconds between attempts to listen again; each is twice as long as the one before."""

IDLE_SECONDS = 30.0
"""How long nothing may come before it is asked whether the database is still there."""


class LineSource:
    """Listens, and begins again when the line was lost; then anything may have been missed."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._connection: Connection | None = None
        self._heard: list[str] = []
        self._pause = FIRST_PAUSE
        self._wake_end, self._waker = socket.socketpair()
        self._waker.setblocking(False)

    def wait(self) -> list[str]:
        """The tables that were told of, or `ANYTHING` when the listening begins."""
        if self._connection is None:
            return self._begin()
        from psycopg import Error

        try:
            if not self._sleep(IDLE_SECONDS, self._connection.fileno()):
                self._connection.execute("SELECT")
            self._connection.pgconn.consume_input()
            while note := self._connection.pgconn.notifies():
                self._hear(note.extra.decode("utf-8", "replace"))
        except (Error, OSError):
            self._hang_up()
        heard, self._heard = self._heard, []
        return list(dict.fromkeys(heard))

    def _begin(self) -> list[str]:
        from psycopg import Error

        try:
            self._connection = self._connect()
            self._connection.add_notify_handler(lambda note: self._hear(note.payload))
            self._connection.execute(f"LISTEN {CHANNEL}")
        except (StoreTrouble, Error):
            self._hang_up()
            self._sleep(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            return []
        self._pause = FIRST_PAUSE
        return [ANYTHING]

    def _hear(self, told: str) -> None:
        self._heard.append(told.rpartition(" ")[0])

    def _sleep(self, seconds: float, *ends: int) -> bool:
        """Whether something came on one of the ends, or the wake-up call, before the time."""
        with selectors.DefaultSelector() as selector:
            for end in (self._wake_end.fileno(), *ends):
                selector.register(end, selectors.EVENT_READ)
            return bool(selector.select(seconds))

    def _hang_up(self) -> None:
        if self._connection is not None:
            with suppress(Exception):
                self._connection.close()
        self._connection = None

    def wake(self) -> None:
        """End a wait."""
        with suppress(OSError):
            self._waker.send(b"!")

    def close(self) -> None:
        """Hang up."""
        self._hang_up()
        self._wake_end.close()
        self._waker.close()
