"""One app run for nobody before the doors open: what is loaded once is loaded by then."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from app.serving.session import Session
from app.serving.terminal import Terminal
from app.tables.visitor import Visitor

if TYPE_CHECKING:
    from app.serving.house import House

PICTURE: Final = 500
"""Bytes by which the first picture is known to be there."""

PATIENCE: Final = 5.0


class Nobody:
    """A wire that leads nowhere."""

    def __init__(self) -> None:
        self.drawn = asyncio.Event()
        self._bytes = 0

    def write(self, data: bytes) -> None:
        self._bytes += len(data)
        if self._bytes > PICTURE:
            self.drawn.set()

    def backlog(self) -> int:
        return 0

    def hang_up(self, code: int) -> None:
        """Nobody is there."""

    def cut(self) -> None:
        """Nobody is there."""


async def warmed(house: House) -> None:
    """Show the first picture to nobody."""
    wire = Nobody()
    visitor = Visitor("", "none", guest=True)
    session = house.session(visitor, Terminal(), wire)
    assert isinstance(session, Session)
    run = asyncio.create_task(session.run())
    drawn = asyncio.create_task(wire.drawn.wait())
    await asyncio.wait({run, drawn}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    drawn.cancel()
    session.end("left")
    await run
