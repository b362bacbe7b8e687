"""Hands at a real terminal, whatever is at its other end, and what they do in a game."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pexpect

from app.tables.table import Table
from tests.serving.parlour import Screen

LOOK = 0.05
PATIENCE = 120.0


class Pty:
    """A program in a terminal, read by the event loop."""

    def __init__(self, command: list[str], env: dict[str, str], cwd: str | None = None) -> None:
        self.screen = Screen(80, 24)
        self._process = pexpect.spawn(
            command[0], command[1:], env=env, cwd=cwd, dimensions=(24, 80)
        )
        os.set_blocking(self._process.child_fd, False)
        asyncio.get_running_loop().add_reader(self._process.child_fd, self._read)

    def _read(self) -> None:
        try:
            data = os.read(self._process.child_fd, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.screen.feed(data)
        else:
            asyncio.get_running_loop().remove_reader(self._process.child_fd)

    async def type(self, *keys: str) -> None:
        for key in keys:
            os.write(self._process.child_fd, b"\r" if key == "Enter" else key.encode())

    def close(self) -> None:
        """End the program."""
        asyncio.get_running_loop().remove_reader(self._process.child_fd)
        with suppress(OSError):
            self._process.kill(signal.SIGKILL)
        self._process.close(force=True)


class Hands:
    """One person at one screen, who plays some seats of a table."""

    def __init__(
        self, screen: Screen, type_: Callable[..., Awaitable[None]], seats: set[int]
    ) -> None:
        self.screen = screen
        self.pressed = 0
        self.type = type_
        self._seats = seats

    def offered(self, key: str) -> bool:
        """Whether the bottom line shows a key."""
        footer = self.screen.text.rstrip().rpartition("\n")[2]
        return re.search(rf"(^|\s){key}\s", footer) is not None

    def next_key(self) -> str:
        """What a careful player presses now: bank whenever it is possible."""
        for key in ("b", "d"):
            if self.offered(key):
                return key
        if self.offered("a") and "KEEP" not in self.screen:
            return "a"
        return "r" if self.offered("r") else "Enter"

    async def play(self, table: Table) -> None:
        """Press keys whenever it is this person's turn, until the game is over."""
        async with asyncio.timeout(PATIENCE):
            while not table.state.over:
                if self._seats & table.state.to_act:
                    before = self.screen.text
                    self.pressed += 1
                    await self.type(self.next_key())
                    for _ in range(20):
                        await asyncio.sleep(LOOK)
                        if self.screen.text != before:
                            break
                await asyncio.sleep(LOOK)
