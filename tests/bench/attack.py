"""One visitor who means harm, and what the others notice of it: the p95 of their keys.

The attacker is a process of its own: ``python -m tests.bench.attack NAME WEB-PORT SSH-PORT``. It
does the same again and again, and comes back whenever the house has shown it out.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import aiohttp
import asyncssh

from app.serving.web import LONGEST_FRAME
from tests.bench.serve import Crowd, Server, a_port, furnish, running
from tests.bench.table import Goal, Line, ms, p95
from tests.bench.terminal import ROOT
from tests.serving.parlour import Guest, SshTerminal

PLAYERS = 5
KEYS = 16
"""Keys that each of them presses, calm and under each attack."""

TICK = 0.01
BURST = 100
"""So many keys in each of a hundred ticks a second are the ten thousand."""

BACK = 0.1
"""Seconds after which an attacker who was shown out is there again."""

BEGUN = 0.3
"""Seconds from the start of an attacker to the others' first keys: the flood comes among them."""

OVER = 3.0
"""Seconds after an attack in which nothing is measured."""


async def web_keys(web: int, _: int) -> None:
    """Ten thousand keys a second on a page's line."""
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"http://127.0.0.1:{web}/ws?width=80&height=24") as line,
    ):
        frame = json.dumps(["stdin", "n\x1b" * (BURST // 2)])
        while not line.closed:
            await line.send_str(frame)
            with suppress(TimeoutError):
                await line.receive(TICK)


async def ssh_keys(_: int, ssh: int) -> None:
    """Ten thousand keys a second over SSH."""
    client, _options = await asyncssh.create_connection(
        Guest, "127.0.0.1", ssh, username="x", known_hosts=None, client_keys=None,
        agent_path=None, config=None,
    )  # fmt: skip
    async with client:
        terminal = SshTerminal()
        await terminal.open(client)
        process = terminal.process
        assert process is not None
        while not process.is_closing():
            terminal.type(b"n\x1b" * (BURST // 2))
            await asyncio.sleep(TICK)


async def sizes(web: int, _: int) -> None:
    """A window that changes its size as often as frames can be sent."""
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"http://127.0.0.1:{web}/ws?width=80&height=24") as line,
    ):
        for number in count():
            if line.closed:
                return
            size = {"width": 60 + number % 300, "height": 20 + number % 100}
            await line.send_str(json.dumps(["resize", size]))
            if number % 20 == 0:
                with suppress(TimeoutError):
                    await line.receive(TICK)


async def frames(web: int, _: int) -> None:
    """Frames that are longer than any page's."""
    async with (
        aiohttp.ClientSession() as client,
        client.ws_connect(f"http://127.0.0.1:{web}/ws?width=80&height=24") as line,
    ):
        while not line.closed:
            await line.send_str(json.dumps(["stdin", "x" * 2 * LONGEST_FRAME]))
            await line.receive(1)


async def half_open(web: int, ssh: int) -> None:
    """Lines to both doors on which nothing is said."""
    opened = []
    for number in range(BURST):
        with suppress(OSError):
            port = web if number % 2 else ssh
            opened.append(await asyncio.open_connection("127.0.0.1", port))
    await asyncio.sleep(BACK)
    for _reader, writer in opened:
        writer.close()


ATTACKS: dict[str, tuple[str, Callable[[int, int], Awaitable[None]]]] = {
    "web_keys": ("10,000 keys a second from one page", web_keys),
    "ssh_keys": ("10,000 keys a second from one SSH line", ssh_keys),
    "sizes": ("a flood of window sizes", sizes),
    "frames": ("oversized frames", frames),
    "half_open": ("lines on which nothing is said", half_open),
}


async def again_and_again(attack: Callable[[int, int], Awaitable[None]], *ports: int) -> None:
    """Attack until this process is ended."""
    while True:
        with suppress(OSError, aiohttp.ClientError, asyncssh.Error, TimeoutError):
            await attack(*ports)
        await asyncio.sleep(BACK)


@contextmanager
def attacked(name: str, *ports: int) -> Iterator[None]:
    """While one attacker is at it; nothing for no name."""
    if not name:
        yield
        return
    command = [sys.executable, "-m", "tests.bench.attack", name, *map(str, ports)]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.kill()
        process.wait()


async def pressed(crowd: Crowd) -> list[float]:
    """The repaints of the keys that everybody presses."""
    found: list[float] = []

    async def one(at: int) -> None:
        await asyncio.sleep(at * 0.07)
        for turn in range(KEYS):
            seconds = await crowd.visitors[at].press("1" if turn % 2 else "2")
            if seconds is not None:
                found.append(seconds)

    await asyncio.gather(*map(one, range(len(crowd.visitors))))
    return found


async def measured(server: Server, ssh: int) -> dict[str, tuple[list[float], list[float]]]:
    """For each attack the keys of the others just before it and during it."""
    found = {}
    web = int(server.url.rpartition(":")[2])
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:
        crowd = Crowd(server, client)
        await crowd.grow(PLAYERS)
        await crowd.sit(crowd.visitors)
        await pressed(crowd)  # everything is drawn for the first time
        for name in ATTACKS:
            calm = await pressed(crowd)
            with attacked(name, web, ssh):
                await asyncio.sleep(BEGUN)
                found[name] = calm, await pressed(crowd)
            await asyncio.sleep(OVER)
        await crowd.leave()
    return found


def attack() -> Iterator[Line]:
    """What others notice of each attack."""
    with TemporaryDirectory() as folder:
        cookies = furnish(Path(folder), PLAYERS)
        web, ssh = a_port(), a_port()
        command = [sys.executable, "-m", "app", "serve", "--web", f"127.0.0.1:{web}"]
        command += ["--ssh", f"127.0.0.1:{ssh}"]
        with running(command, f"http://127.0.0.1:{web}", Path(folder), cookies) as server:
            found = asyncio.run(measured(server, ssh))
    for name, (calm, during) in found.items():
        missed = PLAYERS * KEYS - len(during)
        what = f"key of others during {ATTACKS[name][0]}, p95 ({missed} missed)"
        slow, usual = p95(during), p95(calm)
        yield Line(what, ms(slow), ms(usual), slow / usual, Goal(at_most=2))


if __name__ == "__main__":
    asyncio.run(again_and_again(ATTACKS[sys.argv[1]][1], *map(int, sys.argv[2:4])))
