"""Watches a program in a terminal of its own: when it wrote what, and how much."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import NamedTuple, Self

import pexpect

ROOT = Path(__file__).parents[2]

CONTROL = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07)")
"""What a terminal does rather than shows."""

SILENCE = 0.06
"""Seconds without a byte after which a repaint counts as finished; they are not part of it."""

PATIENCE = 20.0
"""Seconds to wait for what must come; slow machines have it in far less."""


class Repaint(NamedTuple):
    """What a key brought: seconds until the last byte, and how many bytes."""

    seconds: float
    written: int


class Watched:
    """``python -m MODULE ARGUMENTS`` in a terminal; a context manager that leaves nothing behind.

    ``home`` is the folder of the tables. Times are in seconds since the process was started.
    """

    def __init__(self, *command: str, home: Path, columns: int = 80, rows: int = 24) -> None:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self._text = b""
        self._start = perf_counter()
        self._process = pexpect.spawn(
            sys.executable,
            ["-m", *command],
            cwd=str(ROOT),
            dimensions=(rows, columns),
            env={
                **inherited,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LANG": "C.UTF-8",
                "DICEPARLOUR_HOME": str(home),
            },
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill(signal.SIGKILL)
        self._process.close(force=True)

    @property
    def pid(self) -> int:
        """The process itself."""
        pid: int = self._process.pid
        return pid

    def shown(self, wanted: str) -> float:
        """When a text had been written that is in one piece on the screen.

        Raises:
            TimeoutError: it never was.
        """
        while wanted not in CONTROL.sub(b"", self._text).decode(errors="replace"):
            if not self._read(PATIENCE):
                raise TimeoutError(f"{wanted!r} never came")
        return perf_counter() - self._start

    def press(self, key: str, patience: float = PATIENCE) -> Repaint:
        """Press a key, and see what it brings until the program is silent.

        Raises:
            TimeoutError: nothing came.
        """
        self._text = b""
        start = perf_counter()
        os.write(self._process.child_fd, key.encode())
        if not (written := self._read(patience)):
            raise TimeoutError(f"{key!r} brought nothing")
        end = perf_counter()
        while more := self._read(SILENCE):
            written, end = written + more, perf_counter()
        return Repaint(end - start, written)

    def rest(self, seconds: float = SILENCE) -> None:
        """Wait until the program has been silent for so long."""
        while self._read(seconds):
            pass

    def _read(self, seconds: float) -> int:
        """How many bytes came, 0 when none did in this time or the program has ended."""
        ready, _, _ = select.select([self._process.child_fd], [], [], seconds)
        if not ready:
            return 0
        try:
            data = os.read(self._process.child_fd, 1 << 16)
        except OSError:
            return 0
        self._text += data
        return len(data)
