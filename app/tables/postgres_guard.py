"""Hanging up on a database that gives no answer at all.

A statement that takes long is ended by the database itself; one whose host stands still, or whose
disk does not come back, would be waited for without end, and with it everything that waits here.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE_SECONDS = 6.0
"""More than the time after which a database ends a statement by itself."""


class Guard:
    """Looks after one conversation at a time, from a thread that lives until `close`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: int | None = None
        self._until = 0.0
        self._closed = threading.Event()
        threading.Thread(target=self._look, name="journal-guard", daemon=True).start()

    @contextmanager
    def over(self, end: int) -> Iterator[None]:
        """Let a conversation on a socket take so long and no longer; then it breaks off."""
        with self._lock:
            self._end, self._until = end, time.monotonic() + PATIENCE_SECONDS
        try:
            yield
        finally:
            with self._lock:
                self._end = None

    def _look(self) -> None:
        while not self._closed.wait(PATIENCE_SECONDS / 8):
            with self._lock:
                if self._end is not None and time.monotonic() > self._until:
                    _hang_up(self._end)
                    self._end = None

    def close(self) -> None:
        """Look after nothing any more."""
        self._closed.set()


def _hang_up(end: int) -> None:
    with suppress(OSError), socket.socket(fileno=os.dup(end)) as line:
        line.shutdown(socket.SHUT_RDWR)
