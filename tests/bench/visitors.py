"""Visitors who come by the web's wire form, and what they see when."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from time import perf_counter

import aiohttp

from tests.bench.terminal import CONTROL

PATIENCE = 60.0
"""Seconds to wait for what must come, on a machine that does other things too."""

QUIET = 0.3
"""Seconds after a key in which all that comes belongs to it."""


class Visitor:
    """One visitor; times are in seconds from opening the line."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self._url = url
        self._cookie = cookie
        self._text = bytearray()
        self._more = asyncio.Event()
        self._last = 0.0
        self._reading: asyncio.Task[None] | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def come(self, client: aiohttp.ClientSession, shown: str) -> float:
        """Open the line; when a text was there."""
        began = perf_counter()
        headers = {"Cookie": f"calm=1; diceparlour={self._cookie}"}
        self._socket = await client.ws_connect(
            f"{self._url}/ws?width=80&height=24", headers=headers, max_msg_size=0
        )
        self._reading = asyncio.create_task(self._read(self._socket))
        return await self.seen(shown) - began

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self._last = perf_counter()
                self._text += message.data
                self._more.set()

    async def seen(self, text: str) -> float:
        """When a text was there that is in one piece on the screen."""
        async with asyncio.timeout(PATIENCE):
            while text not in CONTROL.sub(b"", bytes(self._text)).decode(errors="replace"):
                self._more.clear()
                await self._more.wait()
        return self._last

    async def type(self, keys: str) -> None:
        """Press keys; what was seen so far is forgotten."""
        assert self._socket is not None
        self._text.clear()
        await self._socket.send_str(json.dumps(["stdin", keys]))

    async def press(self, key: str) -> float | None:
        """Press a key: when the last byte of its repaint was there, None if it brought nothing."""
        began = perf_counter()
        await self.type(key)
        await asyncio.sleep(QUIET)
        return self._last - began if self._last > began else None

    @property
    def last(self) -> float:
        """When the last byte of a picture came."""
        return self._last

    async def leave(self) -> None:
        """Go."""
        if self._socket is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self._socket.close()
        if self._reading is not None:
            self._reading.cancel()
