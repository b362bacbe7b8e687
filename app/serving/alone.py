"""A visitor in a process of their own: the same app on a terminal that leads to the wire."""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import pty
import signal
import struct
import sys
import termios
import tty
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from app.serving.driver import BACKLOG, LOOK, SETTLE, STALL, Wire
from app.serving.session import GRACE, SAID, Ended, Why
from app.serving.terminal import Terminal, clamped
from app.serving.typed import BYTES_BURST, BYTES_PACE, Bucket
from app.tables.place import HOME_VARIABLE
from app.tables.visitor import Visitor

WHO: Final = "DICEPARLOUR_SESSION"
"""The environment variable that tells such a process whose session it is."""

CHUNK: Final = 32_768
UNREAD: Final = 65_536
"""Bytes that a process may leave unread before more are dropped."""

HANDED_DOWN: Final = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", HOME_VARIABLE, "DICEPARLOUR_JOURNAL",
    "XDG_DATA_HOME", "TZ", "VIRTUAL_ENV", "LD_LIBRARY_PATH",
)  # fmt: skip
"""What such a process gets of the house's own environment."""


class Alone:
    """A session in a process of its own; the door treats it like any other.

    ``killed`` is called, in a thread, when the process was ended by a signal.
    """

    def __init__(
        self,
        visitor: Visitor,
        terminal: Terminal,
        wire: Wire,
        *,
        idle_minutes: float = 0,
        public_url: str = "",
        killed: Callable[[], object] = lambda: None,
    ) -> None:
        self._visitor = visitor
        self._killed = killed
        self._public_url = public_url
        self._terminal = terminal
        self._wire = wire
        self._idle_minutes = idle_minutes
        self._loop = asyncio.get_running_loop()
        self._process: asyncio.subprocess.Process | None = None
        self._master = -1
        self._unread = bytearray()
        self._why: Why = "left"
        self._size = terminal.size
        self._bytes = Bucket(BYTES_BURST, BYTES_PACE, self._loop.time)
        self._heard = self._loop.time()
        self._slow_since: float | None = None
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._drained = asyncio.Event()

    async def run(self) -> Ended:
        """Run it to its end, and say goodbye."""
        if self._why != "left":
            return Ended(self._why)
        try:
            self._process = await self._start()
        except OSError as error:
            return self._said(Ended("not_started", error))
        self._look_idle()
        try:
            code = await self._process.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout(1.0):
                    await self._drained.wait()
        finally:
            self._stop()
        if code < 0:  # it could not say itself that nobody is at its table any more
            await asyncio.to_thread(self._killed)
        crashed = code != 0 and self._why == "left"
        return self._said(Ended("crashed" if crashed else self._why))

    def _said(self, ended: Ended) -> Ended:
        if ended.why in SAID:
            sentence = SAID[ended.why](minutes=int(self._idle_minutes))
            self._wire.write(f"{sentence}\r\n".encode())
        return ended

    async def _start(self) -> asyncio.subprocess.Process:
        self._master, slave = pty.openpty()
        try:
            tty.setraw(slave)
            self._tell_size()
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "app.serving.alone_app",
                stdin=slave,
                stdout=slave,
                stderr=slave,
                start_new_session=True,
                env=self._environment(),
            )
        except BaseException:
            os.close(self._master)
            self._master = -1
            raise
        finally:
            os.close(slave)
        os.set_blocking(self._master, False)
        self._loop.add_reader(self._master, self._read)
        return process

    def _environment(self) -> dict[str, str]:
        terminal = self._terminal
        env = {name: os.environ[name] for name in HANDED_DOWN if name in os.environ}
        env["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))
        env["TERM"] = terminal.name
        env["TEXTUAL_COLOR_SYSTEM"] = terminal.colours
        env["TEXTUAL_ANIMATIONS"] = terminal.animation
        told = {"visitor": self._visitor, "ascii": terminal.ascii, "public_url": self._public_url}
        env[WHO] = json.dumps(told)
        if terminal.no_colour:
            env["NO_COLOR"] = "1"
        return env

    # From the process to the visitor

    def _read(self) -> None:
        try:
            data = os.read(self._master, CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._master)
            self._drained.set()
            return
        self._wire.write(data)
        if self._wire.backlog() > BACKLOG:
            self._loop.remove_reader(self._master)
            self._slow_since = self._loop.time()
            self._timers["slow"] = self._loop.call_later(LOOK, self._look_slow)

    def _look_slow(self) -> None:
        if self._slow_since is None or self._master < 0:
            return
        if self._wire.backlog() <= BACKLOG // 4:
            self._slow_since = None
            self._loop.add_reader(self._master, self._read)
        elif self._loop.time() - self._slow_since > STALL:
            self.end("slow")
        else:
            self._timers["slow"] = self._loop.call_later(LOOK, self._look_slow)

    # From the visitor to the process

    def feed(self, data: bytes) -> float:
        """Bytes from the visitor; the result is for how many seconds no more should be read."""
        self._heard = self._loop.time()
        if len(self._unread) + len(data) <= UNREAD:
            self._unread += data
        self._write()
        return self._bytes.take(len(data))

    def _write(self) -> None:
        if self._master < 0 or not self._unread:
            return
        try:
            del self._unread[: os.write(self._master, self._unread)]
        except BlockingIOError:
            pass
        except OSError:
            self._unread.clear()
        if self._unread:
            self._loop.add_writer(self._master, self._write)
        else:
            self._loop.remove_writer(self._master)

    def resize(self, width: int, height: int) -> None:
        """The visitor's window has this size now."""
        self._size = clamped(width, height)
        if "size" not in self._timers:
            self._timers["size"] = self._loop.call_later(SETTLE, self._resized)

    def _resized(self) -> None:
        self._timers.pop("size", None)
        self._tell_size()
        self._signal(signal.SIGWINCH)

    def _tell_size(self) -> None:
        if self._master >= 0:
            width, height = self._size
            cells = struct.pack("HHHH", height, width, 0, 0)
            fcntl.ioctl(self._master, termios.TIOCSWINSZ, cells)

    # The end

    def end(self, why: Why) -> None:
        """End the session; a process that does not end itself soon is ended."""
        if self._why != "left":
            return
        self._why = why
        self._signal(signal.SIGTERM)
        self._timers["kill"] = self._loop.call_later(GRACE, self._signal, signal.SIGKILL)
        if why in ("gone", "slow"):
            self._wire.cut()

    def _signal(self, number: int) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    def _stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._signal(signal.SIGKILL)
        if self._master >= 0:
            self._loop.remove_reader(self._master)
            self._loop.remove_writer(self._master)
            os.close(self._master)
            self._master = -1

    def _look_idle(self) -> None:
        if not self._idle_minutes:
            return
        left = self._heard + self._idle_minutes * 60 - self._loop.time()
        if left <= 0:
            self.end("idle")
        else:
            self._timers["idle"] = self._loop.call_later(left, self._look_idle)
