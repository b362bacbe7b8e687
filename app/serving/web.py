"""The door for browsers: textual-serve's page and wire form, and the house's own manners."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, WSMsgType, web

from app.serving import texts
from app.serving.house import Caller, House, Visit
from app.serving.kept import read_signed, signed
from app.serving.limits import TooMany, narrowed
from app.serving.metrics import CONTENT_TYPE
from app.serving.origin import is_address, loopback, near
from app.serving.page import BACK, HEADERS, page, pong, static_folder
from app.serving.terminal import in_browser
from app.serving.typed import Bucket
from app.tables.admission import read_code

COOKIE: Final = "diceparlour"
COOKIE_SECONDS: Final = 400 * 24 * 3600
"""As long as browsers keep a cookie at all."""

INVITED: Final = "diceparlour_table"
INVITED_SECONDS: Final = 60
"""So long a browser remembers to which table its address leads: until the page has connected."""

LONGEST_FRAME: Final = 65_536
"""Bytes of a frame from a page; a longer one ends its socket."""

FRAMES_BURST: Final = 600
FRAMES_PACE: Final = 200
"""Frames of a page that are read at once, and a second."""

BEAT: Final = 20.0
"""Seconds after which a page is asked whether it is there."""

LONGEST_PING: Final = 64

REQUEST_SECONDS: Final = 20.0
"""Seconds that a browser has between opening a line and its request."""


class Malformed(ValueError):
    """A frame that no page of ours sends."""


class Frame(NamedTuple):
    """One message of a page."""

    kind: str
    text: str = ""
    width: int = 0
    height: int = 0


def read_frame(data: str) -> Frame:
    """A message as the page sends it.

    Raises:
        Malformed: it is none.
    """
    try:
        match json.loads(data):
            case ["stdin", str(text)]:
                return Frame("stdin", text)
            case ["resize", {"width": int(width), "height": int(height)}]:
                return Frame("resize", width=width, height=height)
            case ["ping", str(text)] if len(text) <= LONGEST_PING:
                return Frame("ping", text)
            case ["blur" | "focus" as kind, *rest] if not any(rest):
                return Frame(kind)
    except (ValueError, RecursionError):
        pass
    raise Malformed


class WebWire:
    """The way to a page over its socket; one task sends, so that nobody waits for a slow line."""

    def __init__(self, socket_: web.WebSocketResponse, transport: asyncio.Transport | None) -> None:
        self._socket = socket_
        self._transport = transport
        if transport is not None:
            narrowed(transport.get_extra_info("socket"))
        self._kept: deque[bytes | str] = deque()
        self._size = 0
        self._more = asyncio.Event()
        self._closing = False
        self.task = asyncio.create_task(self._send())

    def write(self, data: bytes) -> None:
        self._put(data)

    def answer(self, text: str) -> None:
        """Send a message to the page itself."""
        if len(self._kept) < 100:
            self._put(text)

    def _put(self, data: bytes | str) -> None:
        if not self._closing:
            self._kept.append(data)
            self._size += len(data)
            self._more.set()

    def backlog(self) -> int:
        waiting = self._transport.get_write_buffer_size() if self._transport is not None else 0
        return self._size + waiting

    def hang_up(self, code: int) -> None:  # noqa: ARG002
        self._closing = True
        self._more.set()

    def cut(self) -> None:
        self._closing = True
        if self._transport is not None:
            self._transport.abort()
        self.task.cancel()

    async def _send(self) -> None:
        try:
            while True:
                await self._more.wait()
                self._more.clear()
                while self._kept:
                    data = self._kept.popleft()
                    if isinstance(data, str):
                        await self._socket.send_str(data)
                    else:
                        await self._socket.send_bytes(data)
                    self._size -= len(data)
                if self._closing:
                    await self._socket.close()
                    return
        except (ConnectionError, RuntimeError):
            self._closing = True


class WebDoor:
    """The open door; ``port`` is the one that it got."""

    def __init__(
        self,
        house: House,
        *,
        origins: frozenset[str] = frozenset(),
        proxies: frozenset[str] = frozenset(),
    ) -> None:
        self.house = house
        self.origins = origins
        self.proxies = proxies
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._site: web.SockSite | None = None

    async def open(self, sock: socket.socket) -> None:
        """Listen at a socket."""
        app = web.Application(client_max_size=1024, middlewares=[self._mannered])
        app.add_routes(
            [
                web.get("/", self._index),
                web.get("/ws", self._socket),
                web.get("/healthz", self._health),
                web.get("/metrics", self._metrics),
                web.static("/static", static_folder()),
            ]
        )
        page()
        self._runner = web.AppRunner(
            app,
            access_log=None,
            handle_signals=False,
            shutdown_timeout=0.5,
            keepalive_timeout=REQUEST_SECONDS,
            max_line_size=4096,
            max_field_size=4096,
            max_headers=64,
        )
        await self._runner.setup()
        self._site = web.SockSite(self._runner, sock, backlog=128)
        await self._site.start()
        self.port = sock.getsockname()[1]

    async def shut(self) -> None:
        """Let nobody in any more."""
        if self._site is not None:
            await self._site.stop()
            self._site = None

    async def close(self) -> None:
        """End every line."""
        if self._runner is not None:
            await self._runner.cleanup()

    # Where from

    def trusted(self, request: web.Request) -> bool:
        """Whether the other end is a proxy that may tell about the visitor."""
        remote = request.remote or ""
        return remote in self.proxies or loopback(remote)

    def address(self, request: web.Request) -> str:
        """Where the visitor is."""
        told = request.headers.get("X-Forwarded-For", "")
        if told and self.trusted(request):
            last = told.rpartition(",")[2].strip()
            if is_address(last):
                return last
        return request.remote or "unknown"

    def secure(self, request: web.Request) -> bool:
        """Whether the visitor's line is encrypted as far as the house or its proxy."""
        told = request.headers.get("X-Forwarded-Proto", "").lower()
        return request.secure or (told == "https" and self.trusted(request))

    def welcome_origin(self, request: web.Request) -> bool:
        """Whether a page of this origin may open a socket: our own, and those that the host named.

        What is no browser tells no origin; it could tell any.
        """
        origin = request.headers.get("Origin")
        if origin is None or origin in self.origins:
            return True
        hosts = {request.headers.get("Host", "").lower()}
        if self.trusted(request):
            hosts.add(request.headers.get("X-Forwarded-Host", "").lower())
        return urlsplit(origin).netloc.lower() in hosts - {""}

    # What is asked for

    @web.middleware
    async def _mannered(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        try:
            response = await handler(request)
        except web.HTTPException as error:
            return web.Response(
                status=error.status, text=error.text or error.reason, headers=HEADERS
            )
        if not response.prepared:
            for name, value in HEADERS.items():
                if request.path.startswith("/static/") and name == "Cache-Control":
                    value = "public, max-age=3600"
                response.headers[name] = value
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        size = request.query.get("fontsize", "")
        response = web.Response(
            text=page(min(max(int(size), 8), 40) if size.isascii() and size.isdigit() else 16),
            content_type="text/html",
        )
        known = read_signed(self.house.secret, request.cookies.get(COOKIE, ""))
        response.set_cookie(
            COOKIE,
            signed(self.house.secret, known or secrets.token_hex(16)),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=self.secure(request),
            path="/",
        )
        if code := read_code(request.query.get("table", "")):
            response.set_cookie(
                INVITED,
                code,
                max_age=INVITED_SECONDS,
                httponly=True,
                samesite="Lax",
                secure=self.secure(request),
                path="/",
            )
        return response

    async def _health(self, _: web.Request) -> web.StreamResponse:
        house = self.house
        told = {"ok": not house.closing, "sessions": len(house.sessions)}
        return web.json_response(told, status=503 if house.closing else 200)

    async def _metrics(self, request: web.Request) -> web.StreamResponse:
        """The numbers, for this machine and its network, not for visitors of a proxy."""
        if "X-Forwarded-For" in request.headers or not near(request.remote or ""):
            raise web.HTTPNotFound(text=texts.NOT_FOUND())
        return web.Response(body=self.house.metrics.text(), headers={"Content-Type": CONTENT_TYPE})

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        house, address = self.house, self.address(request)
        if not self.welcome_origin(request):
            origin = request.headers.get("Origin", "")
            house.refused("web", "origin", address, origin=origin)
            raise web.HTTPForbidden(text=texts.FOREIGN())
        response = web.WebSocketResponse(
            heartbeat=BEAT, max_msg_size=LONGEST_FRAME, compress=False, timeout=1.0
        )
        if not response.can_prepare(request):
            raise web.HTTPUpgradeRequired(text=texts.NOT_SOCKET())
        await response.prepare(request)
        wire = WebWire(response, request.transport)
        try:
            visit = house.visit(self._caller(request, address), wire)
        except TooMany as error:
            wire.write(f"{error.sentence}\r\n".encode())
            wire.hang_up(1)
            await wire.task
            return response
        try:
            await self._listen(response, visit, wire, address)
        finally:
            visit.end("gone")
            wire.hang_up(1)
            await asyncio.wait({wire.task}, timeout=1.0)
            wire.task.cancel()
        return response

    def _caller(self, request: web.Request, address: str) -> Caller:
        name = read_signed(self.house.secret, request.cookies.get(COOKIE, ""))
        size = tuple(_number(request.query.get(side, "")) for side in ("width", "height"))
        calm = request.cookies.get("calm") == "1"
        terminal = in_browser((size[0], size[1]), calm)
        code = read_code(request.cookies.get(INVITED, "")) or ""
        back = request.cookies.get(BACK) == "1"
        return Caller("web", address, f"web:{name}" if name else "", terminal, code, back)

    async def _listen(
        self, response: web.WebSocketResponse, visit: Visit, wire: WebWire, address: str
    ) -> None:
        frames = Bucket(FRAMES_BURST, FRAMES_PACE, asyncio.get_running_loop().time)
        async for message in response:
            if wait := frames.take():
                await asyncio.sleep(wait)
            try:
                if message.type is not WSMsgType.TEXT:
                    raise Malformed
                frame = read_frame(message.data)
            except Malformed:
                self._misused(address)
                await response.close(code=WSCloseCode.UNSUPPORTED_DATA)
                return
            if frame.kind == "stdin":
                data = frame.text.encode("utf-8", "replace")
                if wait := visit.feed(data):
                    await asyncio.sleep(wait)
            elif frame.kind == "resize":
                visit.resize(frame.width, frame.height)
            elif frame.kind == "ping":
                wire.answer(pong(frame.text))
            if visit.task is None or visit.task.done():
                return
        if response.close_code == WSCloseCode.MESSAGE_TOO_BIG:
            self._misused(address)

    def _misused(self, address: str) -> None:
        """Something came that no page of ours sends."""
        self.house.refused("web", "frame", address)
        self.house.shut_out.add(address)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
