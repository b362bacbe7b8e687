"""Telling everybody at a table what happened, whatever they do meanwhile."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import Generic, TypeVar

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

News = TypeVar("News")


class Listeners(Generic[News]):
    """Callbacks that may come, go, act or fail while they are called (R068).

    Each hears everything since it came, in order; a failure is logged and harms nobody else.
    """

    def __init__(self) -> None:
        self._callbacks: dict[int, Callable[[News], None]] = {}
        self._numbers = count()
        self._news: deque[News] = deque()
        self._telling = threading.Lock()

    def add(self, callback: Callable[[News], None]) -> Callable[[], None]:
        """Have a callback called from now on; call the result to end it."""
        number = next(self._numbers)
        self._callbacks[number] = callback

        def leave() -> None:
            self._callbacks.pop(number, None)

        return leave

    def put(self, news: News) -> None:
        """Add news to what is told next."""
        self._news.append(news)

    def tell(self) -> None:
        """Call everybody with all the news; a call from inside a callback leaves it to this one."""
        while self._news and self._telling.acquire(blocking=False):
            try:
                while self._news:
                    self._tell_one(self._news.popleft())
            finally:
                self._telling.release()

    def _tell_one(self, news: News) -> None:
        for number, callback in tuple(self._callbacks.items()):
            if number in self._callbacks:
                try:
                    callback(news)
                except Exception:
                    log.exception("a listener failed")
