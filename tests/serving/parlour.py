"""What the tests of the doors share: an open house, wires that keep what they get, and screens."""

from __future__ import annotations

import asyncio
import io
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import asyncssh
import pyte

from app.main import DiceParlourApp, make_app
from app.serving.gate import Rules
from app.serving.house import House
from app.serving.kept import cookie_secret
from app.serving.limits import Limits
from app.serving.log import Log
from app.serving.patches import apply
from app.serving.people import People
from app.serving.session import Ended, Session
from app.serving.ssh import SshDoor
from app.serving.terminal import Terminal
from app.serving.web import WebDoor
from app.tables.hub import Hub
from app.tables.store import MemoryStore
from app.tables.visitor import Visitor

apply()

PATIENCE = 40.0
"""Seconds after which something that was waited for is not going to happen."""

LOBBY = "New table"
BROKEN = "Ctrl+Y"

Make = Callable[[Visitor, Terminal], DiceParlourApp]


async def until(what: Callable[[], Any]) -> Any:
    """Wait until something is so."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not (found := what()):
        assert loop.time() < end, "it did not happen"
        await asyncio.sleep(0.01)
    return found


async def over(running: asyncio.Task[Ended]) -> Ended:
    """Wait for the end of a session."""
    async with asyncio.timeout(PATIENCE):
        return await asyncio.shield(running)


class Screen:
    """A terminal that draws what it is sent."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.raw = bytearray()
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)

    def feed(self, data: bytes) -> None:
        self.raw += data
        # The reader does not know this one question, and would print its last sign.
        self._stream.feed(data.replace(b"\x1b[?2026$p", b""))

    def resize(self, width: int, height: int) -> None:
        self._screen.resize(height, width)

    def __contains__(self, text: str) -> bool:
        return text in self.text

    @property
    def text(self) -> str:
        return "\n".join(self._screen.display)

    @property
    def cells(self) -> list[list[object]]:
        """What stands in every cell, with its colours; of an empty one only what is to be seen."""
        screen = self._screen
        return [
            [cell.bg if (cell := screen.buffer[y][x]).data == " " else tuple(cell) for x in columns]
            for columns in [range(screen.columns)]
            for y in range(screen.lines)
        ]


class Tin:
    """A wire to nowhere that keeps what it gets. ``taking`` False is a line that takes nothing."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.screen = Screen(width, height)
        self.taking = True
        self.kept = 0
        self.code: int | None = None
        self.was_cut = False

    def write(self, data: bytes) -> None:
        if self.taking:
            self.screen.feed(data)
        else:
            self.kept += len(data)

    def backlog(self) -> int:
        return 0 if self.taking else self.kept

    def hang_up(self, code: int) -> None:
        self.code = code

    def cut(self) -> None:
        self.was_cut = True


ANN = Visitor("ann", "key", "Ann")


def plain_make(hub: Hub) -> Make:
    """The app as the house builds it."""

    def make(visitor: Visitor, terminal: Terminal) -> DiceParlourApp:
        return make_app(hub, ascii=terminal.ascii, quiet=0, visitor=visitor)

    return make


@asynccontextmanager
async def session(
    make: Make | None = None, terminal: Terminal | None = None, **more: Any
) -> AsyncIterator[tuple[Session, Tin, asyncio.Task[Ended]]]:
    """A session on a tin wire, ended at the end."""
    terminal = terminal or Terminal(animation="none")
    wire = Tin(*terminal.size)
    made = Session(make or plain_make(Hub(MemoryStore())), ANN, terminal, wire, **more)
    running = asyncio.create_task(made.run())
    try:
        yield made, wire, running
    finally:
        made.end("left")
        await over(running)


@dataclass
class Parlour:
    """An open house with both doors."""

    house: House
    ssh: SshDoor
    web: WebDoor
    people: People
    hub: Hub
    folder: Path
    stream: io.StringIO
    clients: list[Any] = field(default_factory=list)

    @property
    def log(self) -> list[dict[str, Any]]:
        """What was logged."""
        return [json.loads(line) for line in self.stream.getvalue().splitlines()]

    def logged(self, event: str) -> list[dict[str, Any]]:
        return [entry for entry in self.log if entry["event"] == event]

    def number(self, name: str, **labels: str) -> float:
        """One of the numbers that a host watches."""
        value = self.house.metrics._registry.get_sample_value(f"diceparlour_{name}", labels)
        return value or 0.0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web.port}"

    async def connect(self, name: str = "ann", *keys: Any) -> asyncssh.SSHClientConnection:
        """An SSH connection under a name, with keys or as a guest."""
        client, _ = await asyncssh.create_connection(
            Guest,
            "127.0.0.1",
            self.ssh.port,
            username=name,
            client_keys=list(keys) or None,
            known_hosts=None,
            agent_path=None,
            config=None,
        )
        self.clients.append(client)
        return client


async def seen(screen: Screen, text: str) -> None:
    """Wait until a text is on a screen."""
    await until(lambda: text in screen)


class Guest(asyncssh.SSHClient):
    """A client that answers where nothing is asked, as OpenSSH's does."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


class SshTerminal:
    """An SSH client's terminal."""

    def __init__(self, width: int = 80, height: int = 24) -> None:
        self.screen = Screen(width, height)
        self.process: asyncssh.SSHClientProcess[bytes] | None = None
        self._reading: asyncio.Task[None] | None = None

    async def open(self, client: asyncssh.SSHClientConnection, **how: Any) -> None:
        how.setdefault("term_type", "xterm-256color")
        how.setdefault("term_size", (80, 24))
        how.setdefault("env", {"TEXTUAL_ANIMATIONS": "none"})
        self.process = await client.create_process(encoding=None, **how)
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process is not None
        while data := await self.process.stdout.read(65536):
            self.screen.feed(data)

    def type(self, keys: bytes) -> None:
        assert self.process is not None
        self.process.stdin.write(keys)

    async def end(self) -> int | None:
        """Wait for its end; the exit code."""
        assert self.process is not None
        assert self._reading is not None
        async with asyncio.timeout(PATIENCE):
            await self.process.wait_closed()
            await self._reading
        return self.process.exit_status


class Page:
    """A browser's page, as far as the wire form goes."""

    def __init__(self, socket_: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket_
        self.screen = Screen()
        self.texts: list[Any] = []
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is aiohttp.WSMsgType.BINARY:
                self.screen.feed(message.data)
            elif message.type is aiohttp.WSMsgType.TEXT:
                self.texts.append(json.loads(message.data))

    async def send(self, *frame: Any) -> None:
        await self.socket.send_str(json.dumps(frame))


@asynccontextmanager
async def parlour(
    folder: Path,
    *,
    make: Make | None = None,
    limits: Limits | None = None,
    rules: Rules | None = None,
    **web: Any,
) -> AsyncIterator[Parlour]:
    """A house with both doors open on this machine, closed at the end."""
    stream = io.StringIO()
    hub = Hub(MemoryStore())
    people = People(folder)
    house = House(
        make or plain_make(hub),
        people,
        limits=limits or Limits(),
        rules=rules,
        log=Log(stream),
        secret=cookie_secret(folder),
    )
    ssh, door = SshDoor(house), WebDoor(house, **web)
    await ssh.open(socket.create_server(("127.0.0.1", 0)), folder)
    await door.open(socket.create_server(("127.0.0.1", 0)))
    found = Parlour(house, ssh, door, people, hub, folder, stream)
    try:
        yield found
    finally:
        for client in found.clients:
            client.abort()
        await house.close()
        await ssh.close()
        await door.close()
        people.close()
