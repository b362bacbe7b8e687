"""A real browser, and a proxy that shows the house somewhere below another site."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import WSMsgType, web
from playwright.async_api import BrowserContext, Page, WebSocket, async_playwright

from tests.serving.parlour import Screen, until

SUGGESTION = "install Chromium (chromium) to have this tested with it"


@asynccontextmanager
async def browser(width: int = 900, height: int = 600) -> AsyncIterator[BrowserContext]:
    """A browser's profile of its own; the test is skipped where there is no browser."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip(SUGGESTION)
    async with async_playwright() as driver:
        chromium = await driver.chromium.launch(executable_path=found, args=["--no-sandbox"])
        try:
            context = await chromium.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            yield context
        finally:
            await chromium.close()


class Shown:
    """A page with the game: what it was sent, and what it asked for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.screen = Screen(200, 60)
        self.asked: list[str] = []
        self.trouble: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", self._socket)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))

    def _socket(self, socket: WebSocket) -> None:
        self.asked.append(socket.url)
        socket.on("framereceived", self._frame)

    def _frame(self, data: bytes | str) -> None:
        if isinstance(data, bytes):
            self.screen.feed(data)

    async def seen(self, text: str) -> None:
        """Wait until a text was sent to the screen."""
        await until(lambda: text in self.screen)

    async def type(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def colours(self) -> int:
        """How many colours the terminal's picture has; one when nothing is painted."""
        picture = await self.page.locator("#terminal").screenshot()
        count: int = await self.page.evaluate(COUNT, list(picture))
        return count


COUNT = """async bytes => {
  const image = await createImageBitmap(new Blob([new Uint8Array(bytes)], {type: "image/png"}));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  const data = canvas.getImageData(0, 0, image.width, image.height).data;
  const found = new Set();
  for (let at = 0; at < data.length; at += 4)
    found.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  return found.size;
}"""


async def _passed_on(here: web.WebSocketResponse, there: aiohttp.ClientWebSocketResponse) -> None:
    async def copy(source: Any, target: Any) -> None:
        async for message in source:
            if message.type is WSMsgType.TEXT:
                await target.send_str(message.data)
            elif message.type is WSMsgType.BINARY:
                await target.send_bytes(message.data)
        await target.close()

    await asyncio.gather(copy(here, there), copy(there, here))


@asynccontextmanager
async def below(url: str, path: str) -> AsyncIterator[str]:
    """The address of a site that has the house below a path, as a reverse proxy shows it."""
    async with aiohttp.ClientSession(auto_decompress=False) as client:

        async def handle(request: web.Request) -> web.StreamResponse:
            target = f"{url}/{request.match_info['rest']}?{request.query_string}"
            headers = {
                "Cookie": request.headers.get("Cookie", ""),
                "X-Forwarded-For": request.remote or "",
                "X-Forwarded-Host": request.host,
            }
            if request.headers.get("Upgrade", "").lower() == "websocket":
                headers["Origin"] = request.headers["Origin"]
                async with client.ws_connect(target, headers=headers) as there:
                    here = web.WebSocketResponse()
                    await here.prepare(request)
                    await _passed_on(here, there)
                return here
            async with client.get(target, headers=headers) as answer:
                kept = ("Content-Type", "Set-Cookie", "Content-Security-Policy", "Cache-Control")
                told = {name: answer.headers[name] for name in kept if name in answer.headers}
                return web.Response(body=await answer.read(), status=answer.status, headers=told)

        app = web.Application()
        app.router.add_get(f"{path}/{{rest:.*}}", handle)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        try:
            yield f"http://127.0.0.1:{port}{path}/"
        finally:
            await runner.cleanup()
