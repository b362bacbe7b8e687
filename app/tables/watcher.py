"""Keeping what is open up to date while others append."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from app.tables.errors import StoreTrouble
from app.tables.store import Store
from app.tables.watch import ANYTHING, JOIN_SECONDS

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

RETRY_SECONDS = 0.5
"""How long after trouble with the store it is tried again."""


class Watcher:
    """Calls ``refresh`` with the table's name whenever something was appended to it.

    `ANYTHING` stands for every table that is open. The calls come one after the other, from a
    thread of the watcher's own, so ``refresh`` may take a table's lock and its time: what is
    appended meanwhile is told in one more call. A call that meets trouble with the store is made
    again until it is through; one that fails otherwise is logged. Nothing ends this but `close`.
    """

    def __init__(self, store: Store, refresh: Callable[[str], object]) -> None:
        self._store = store
        self._refresh = refresh
        self._due: dict[str, None] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._leave: Callable[[], None] | None = None
        # From here on nothing is missed, if the store can be watched already.
        self._try_to_watch()
        self._thread = threading.Thread(target=self._run, name="table-watcher", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End it; a call that is being made is waited for, but not for long."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join(JOIN_SECONDS)
        if self._leave is not None:
            self._leave()

    def _heard(self, table: str) -> None:
        with self._changed:
            self._due[table] = None
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._due and not self._closed and self._leave is not None:
                    self._changed.wait()
                if self._closed:
                    return
                due, self._due = self._due, {}
            if self._leave is None and self._try_to_watch():
                due = {ANYTHING: None}  # what came before is not known
            later = [table for table in due if not self._through(table)]
            if later or self._leave is None:
                with self._changed:
                    self._due |= dict.fromkeys(later)
                    self._changed.wait_for(lambda: self._closed, RETRY_SECONDS)

    def _try_to_watch(self) -> bool:
        with suppress(StoreTrouble):
            self._leave = self._store.watch(self._heard)
        return self._leave is not None

    def _through(self, table: str) -> bool:
        """Whether a call need not be made again."""
        try:
            self._refresh(table)
        except StoreTrouble:
            return False
        except Exception:
            log.exception("a table could not be refreshed")
        return True
