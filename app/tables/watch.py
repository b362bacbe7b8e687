"""Hearing of what was appended: callbacks, called by a thread that lives while there are any."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Protocol

from app.tables.listeners import Listeners

ANYTHING = ""
"""Told instead of a table's name: anything may have been appended, to any table."""

JOIN_SECONDS = 2.0

Heard = Callable[[str], None]
"""Is given the name of a table to which something was appended, or `ANYTHING`."""


class Source(Protocol):
    """Where the news comes from. Only the thread that listens calls ``wait`` and ``close``."""

    def wait(self) -> Iterable[str]:
        """Tables that have something new, after a while none; this never fails."""

    def wake(self) -> None:
        """End a ``wait`` in another thread, if that can be done."""

    def close(self) -> None:
        """Let go of everything."""


class Watching:
    """Callbacks on a source, which is opened for the first of them and closed after the last."""

    def __init__(self, open_source: Callable[[], Source]) -> None:
        self._open_source = open_source
        self._lock = threading.Lock()
        self._round: _Round | None = None

    def add(self, callback: Heard) -> Callable[[], None]:
        """Have a callback called from now on; call the result to end it.

        Raises:
            StoreTrouble: the source cannot be opened now.
        """
        with self._lock:
            if self._round is None:
                self._round = _Round(self._open_source())
            mine = self._round
            number = mine.enter(callback)

        def leave() -> None:
            with self._lock:
                last = mine.leave(number) and mine is self._round
                if last:
                    self._round = None
            if last:
                mine.end()

        return leave

    def close(self) -> None:
        """End all of them."""
        with self._lock:
            ended, self._round = self._round, None
        if ended is not None:
            ended.end()


class _Round:
    """One thread on one opened source."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._listeners: Listeners[str] = Listeners()
        self._leave: dict[int, Callable[[], None]] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="journal-watch", daemon=True)
        self._thread.start()

    def enter(self, callback: Heard) -> int:
        number = max(self._leave, default=0) + 1
        self._leave[number] = self._listeners.add(callback)
        return number

    def leave(self, number: int) -> bool:
        """Whether nobody is left."""
        if number in self._leave:
            self._leave.pop(number)()
        return not self._leave

    def end(self) -> None:
        for leave in tuple(self._leave.values()):
            leave()
        self._ended.set()
        self._source.wake()
        if threading.current_thread() is not self._thread:
            self._thread.join(JOIN_SECONDS)

    def _listen(self) -> None:
        try:
            while not self._ended.is_set():
                for table in self._source.wait():
                    self._listeners.put(table)
                self._listeners.tell()
        finally:
            self._source.close()
