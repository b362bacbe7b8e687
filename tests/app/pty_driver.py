"""Drives the real program in a pseudo-terminal: keys in, the screen as text out."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import pexpect
import pyte

ROOT = Path(__file__).parent.parent.parent

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "space": " ",
    "backspace": "\x7f",
    "delete": "\x1b[3~",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
} | {f"ctrl+{letter}": chr(ord(letter) - 96) for letter in "abcdefghijklmnopqrstuvwxyz"}

# What a modern terminal understands and the emulator would print: key protocols, mode queries.
FOREIGN = re.compile(rb"\x1b\[(?:[<>=][0-9;]*[a-zA-Z]|\??[0-9;]*\$[a-zA-Z])")
UNFINISHED = re.compile(rb"\x1b(?:\[[<>=?]?[0-9;$]*)?$")


class Terminal:
    """The program in a terminal of its own; a context manager that leaves no process behind."""

    def __init__(
        self,
        *arguments: str,
        home: Path,
        columns: int = 80,
        rows: int = 24,
        env: dict[str, str] | None = None,
        under: tuple[str, ...] = (),
    ) -> None:
        """``under`` is another program that starts this one and waits for it."""
        inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        command = [*under, sys.executable, "-m", "app", *arguments]
        self._process = pexpect.spawn(
            command[0],
            command[1:],
            cwd=str(ROOT),
            dimensions=(rows, columns),
            timeout=20,
            env={
                **inherited,
                "TERM": "xterm-256color",
                "COLORTERM": "truecolor",
                "LANG": "C.UTF-8",
                "DICEPARLOUR_HOME": str(home),
                **(env or {}),
            },
        )
        self._screen = pyte.Screen(columns or 80, rows or 24)
        self._stream = pyte.ByteStream(self._screen)
        self._rest = b""
        self.written = 0
        """Bytes that the program has written so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()

    def press(self, *keys: str) -> None:
        """Send keys, by name (``enter``, ``ctrl+p``) or as the text that they type."""
        for key in keys:
            self._process.send(KEYS.get(key, key))

    def read(self, seconds: float = 0.05) -> str:
        """The screen as text, after the program has been silent for so long."""
        while True:
            try:
                chunk = self._process.read_nonblocking(65536, timeout=seconds)
            except (pexpect.TIMEOUT, pexpect.EOF):
                return "\n".join(line.rstrip() for line in self._screen.display)
            self._feed(chunk)

    def wait_for(self, wanted: str | Callable[[str], object], seconds: float = 15) -> str:
        """The screen once it shows a text, or is as a test of it wants.

        Raises:
            AssertionError: it never did, with the screen as it stands.
        """

        def shows(screen: str) -> object:
            return wanted in screen if isinstance(wanted, str) else wanted(screen)

        end = time.monotonic() + seconds
        while not shows(screen := self.read()):
            assert self._process.isalive(), f"ended without {wanted!r}:\n{screen}"
            assert time.monotonic() < end, f"no {wanted!r} in:\n{screen}"
        return screen

    def resize(self, columns: int, rows: int) -> None:
        """Change the size of the window."""
        self._screen.resize(rows, columns)
        self._process.setwinsize(rows, columns)

    def kill(self) -> None:
        """End the program at once, as a crash or a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.close(force=True)

    def hang_up(self, seconds: float = 15) -> None:
        """Close the window, and wait until all that ran in it has ended."""
        self._process.ptyproc.fileobj.close()
        end = time.monotonic() + seconds
        while self._process.isalive():
            assert time.monotonic() < end, "it runs on in a window that is closed"
            time.sleep(0.05)

    def exit_code(self, seconds: float = 15) -> int:
        """The exit code, once the program has ended by itself."""
        end = time.monotonic() + seconds
        while self._process.isalive():
            screen = self.read()
            assert time.monotonic() < end, f"still running:\n{screen}"
        status = self._process.exitstatus
        return -int(self._process.signalstatus or 0) if status is None else int(status)

    def _feed(self, chunk: bytes) -> None:
        self.written += len(chunk)
        data = self._rest + chunk
        cut = UNFINISHED.search(data)
        self._rest = data[cut.start() :] if cut else b""
        whole = data[: cut.start()] if cut else data
        self._stream.feed(FOREIGN.sub(b"", whole))
