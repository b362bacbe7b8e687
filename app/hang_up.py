"""A window that is closed ends the program in it, whoever started it.

The system tells only the first program of a terminal that it is gone. Where that one waits for us,
as make does, nobody tells us, and reading from what is gone comes to an end at once, without end.
"""

from __future__ import annotations

import os
import select
from threading import Thread
from typing import Final

HUNG_UP: Final = 129
"""The exit code of what ends by the signal for this, SIGHUP."""


def end_with(terminal: int) -> None:
    """End this process as soon as a terminal is gone; every move is stored by then."""
    if hasattr(select, "poll"):
        Thread(target=_watch, args=(terminal,), name="hang-up", daemon=True).start()


def _watch(terminal: int) -> None:
    poll = select.poll()
    poll.register(terminal, 0)
    if any(what & select.POLLHUP for _, what in poll.poll()):
        os._exit(HUNG_UP)
