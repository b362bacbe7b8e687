"""Many visitors at one house: ours in one process, beside textual-serve with a process for each."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.request import urlopen

import aiohttp

from app.serving.kept import cookie_secret, signed
from app.serving.people import People
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import Chair, Hosting
from engine.actions import Roll
from engine.model import Setup
from tests.bench import stock
from tests.bench.procs import cpu, memory, own_cpu
from tests.bench.table import Goal, Line, in_turns, ms, p95
from tests.bench.terminal import ROOT, Watched
from tests.bench.visitors import Visitor

LOBBY = "New table"
TRAY = "Choose the dice"
"""What is written on every table at which dice were rolled."""

ARRIVE = 25
AT_ONCE = 3
"""How often so many arrive at once."""

GROWTH = (1, 10, 50, 200)
STOCK_GROWTH = (1, 10, 25)
IDLE = 300
SECONDS = 6
"""For how long keys are pressed, one a second by each visitor."""

CPU_KEYS = 60
CPU_ROUNDS = 3
SETTLED = 2.0
"""Seconds after which a house that nobody touches is at rest."""


class Server(NamedTuple):
    """A running server: where it is, the cookies of those who may come, and its processes."""

    url: str
    cookies: tuple[str, ...]
    leader: int


def a_port() -> int:
    """A port that is free now."""
    with closing(socket.create_server(("127.0.0.1", 0))) as sock:
        port: int = sock.getsockname()[1]
        return port


def furnish(folder: Path, visitors: int) -> tuple[str, ...]:
    """A table for each visitor, with dice on it that were rolled; their cookies.

    Where nobody is told from anybody else, there is one table, of the keyboard itself.
    """
    cookies = []
    with closing(open_store(folder).store) as store:
        hub, people, secret = Hub(store), People(folder), cookie_secret(folder)
        for number in range(visitors or 1):
            person = ""
            if visitors:
                name = f"bench{number}"
                person = people.person_for(f"web:{name}").id
                cookies.append(signed(secret, name))
            chairs = (Chair(person=person),) * 2
            table = hub.new_table(
                Setup(preset="zilch", seats=("Ann", "Bo"), first=0),
                Recipe(seed=1, dice=(stock.FACES,)),
                hosting=Hosting(chairs=chairs, host=person),
            )
            table.submit(Roll(seat=0), table.state.version)
        people.close()
    return tuple(cookies)


@contextmanager
def running(
    command: list[str], url: str, folder: Path, cookies: tuple[str, ...]
) -> Iterator[Server]:
    """A server from its first answer to its end, in a group of processes of its own."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("TEXTUAL")}
    env |= {"DICEPARLOUR_HOME": str(folder), "TEXTUAL_ANIMATIONS": "none", "COLORTERM": "truecolor"}
    process = subprocess.Popen(
        command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        for _ in range(600):
            with suppress(OSError), urlopen(url, timeout=5):
                break
            sleep(0.1)
        yield Server(url, cookies, process.pid)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def ours() -> Iterator[Server]:
    """Our house, with a table for each of the most visitors who play."""
    with TemporaryDirectory() as folder:
        cookies = furnish(Path(folder), GROWTH[-1])
        port = a_port()
        most = str(IDLE + 50)
        command = [sys.executable, "-m", "app", "serve", "--web", f"127.0.0.1:{port}"]
        command += ["--sessions", most, "--per-address", most]
        with running(command, f"http://127.0.0.1:{port}", Path(folder), cookies) as server:
            yield server


@contextmanager
def theirs() -> Iterator[Server]:
    """textual-serve with the same app."""
    with TemporaryDirectory() as folder:
        furnish(Path(folder), 0)
        port = a_port()
        command = [sys.executable, "-m", "tests.bench.stock_server", str(port)]
        with running(command, f"http://127.0.0.1:{port}", Path(folder), ()) as server:
            yield server


class Crowd:
    """Visitors of one server."""

    def __init__(self, server: Server, client: aiohttp.ClientSession) -> None:
        self.server = server
        self.client = client
        self.visitors: list[Visitor] = []

    async def grow(self, count: int, step: int = 10) -> list[float]:
        """Have so many in; when each of those who came had the first picture."""
        times: list[float] = []
        while len(self.visitors) < count:
            known = self.server.cookies
            batch = []
            for number in range(len(self.visitors), min(len(self.visitors) + step, count)):
                cookie = known[number] if number < len(known) else ""
                batch.append(Visitor(self.server.url, cookie))
            self.visitors += batch
            times += await asyncio.gather(*(each.come(self.client, LOBBY) for each in batch))
        return times

    async def sit(self, visitors: list[Visitor], step: int = 10) -> None:
        """To the tables, a few at a time, once the lobby has listed them."""
        await asyncio.sleep(SETTLED)
        for start in range(0, len(visitors), step):
            batch = visitors[start : start + step]
            await asyncio.gather(*(visitor.type("1") for visitor in batch))
            await asyncio.gather(*(visitor.seen(TRAY) for visitor in batch))

    async def play(self, count: int) -> tuple[list[float], float]:
        """So many press a key a second each: the times of the repaints, and the CPU of a key."""
        players = self.visitors[:count]
        before, pressed = cpu(self.server.leader), 0
        found: list[float] = []

        async def one(number: int, visitor: Visitor) -> int:
            await asyncio.sleep(number / len(players))
            for turn in range(SECONDS):
                began = perf_counter()
                seconds = await visitor.press("1" if turn % 2 else "2")
                if seconds is not None:
                    found.append(seconds)
                await asyncio.sleep(max(0.0, 1 - (perf_counter() - began)))
            return SECONDS

        pressed = sum(await asyncio.gather(*(one(at, each) for at, each in enumerate(players))))
        return found, (cpu(self.server.leader) - before) / pressed

    async def leave(self) -> None:
        """All go."""
        await asyncio.gather(*(visitor.leave() for visitor in self.visitors))
        self.visitors.clear()


class Size(NamedTuple):
    """What so many visitors cost."""

    visitors: int
    memory: float
    keys: list[float]
    cpu: float


class Found(NamedTuple):
    """What was measured at one server. ``idle`` is the part of a core that the idle ones cost."""

    arrivals: list[float]
    sizes: list[Size]
    idle: float


async def measured(server: Server, growth: tuple[int, ...], idle: int) -> Found:
    """Arrivals all at once, then a house that fills, then one in which nobody does anything."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as client:
        arrivals: list[float] = []
        for _ in range(AT_ONCE):
            crowd = Crowd(server, client)
            arrivals += await crowd.grow(ARRIVE, ARRIVE)
            await crowd.leave()
            await asyncio.sleep(SETTLED)
        crowd = Crowd(server, client)
        sizes = []
        seated = 0
        for count in growth:
            await crowd.grow(count)
            await crowd.sit(crowd.visitors[seated:count])
            seated = count
            await asyncio.sleep(SETTLED)
            keys, each = await crowd.play(count)
            sizes.append(Size(count, memory(server.leader), keys, each))
        part = 0.0
        if idle:
            await crowd.leave()
            await asyncio.sleep(SETTLED)
            await crowd.grow(idle)
            await asyncio.sleep(SETTLED)
            before = cpu(server.leader)
            await asyncio.sleep(SECONDS)
            part = (cpu(server.leader) - before) / SECONDS
        await crowd.leave()
    return Found(arrivals, sizes, part)


def per_session(sizes: list[Size]) -> float:
    """Megabytes that each visitor after the first adds."""
    first, last = sizes[0], sizes[-1]
    return (last.memory - first.memory) / (last.visitors - first.visitors)


def key_cpu(*command: str, opened: bool) -> float:
    """Seconds of CPU of a key that chooses a die, in a terminal of its own."""
    with TemporaryDirectory() as folder:
        furnish(Path(folder), 0)
        with Watched(*command, home=Path(folder)) as terminal:
            if opened:
                terminal.shown("Resume a table")
                terminal.rest()
                terminal.press("1")
            else:
                terminal.shown(stock.FIRST)
            terminal.rest(0.5)
            for key in "12":
                terminal.press(key)
            before = own_cpu(terminal.pid)
            for number in range(CPU_KEYS):
                terminal.press(str(1 + number % 2))
            return (own_cpu(terminal.pid) - before) / CPU_KEYS


def serve() -> Iterator[Line]:
    """All figures of serving."""
    with ours() as server:
        here = asyncio.run(measured(server, GROWTH, IDLE))
    with theirs() as server:
        there = asyncio.run(measured(server, STOCK_GROWTH, 0))

    own, stocks = per_session(here.sizes), per_session(there.sizes)
    yield Line(
        "memory that a session adds", f"{own:.2f} MB", f"{stocks:.2f} MB", own / stocks,
        Goal(at_most=0.1),
    )  # fmt: skip
    own, stocks = p95(here.arrivals), p95(there.arrivals)
    yield Line(
        f"first paint of {ARRIVE} who arrive at once, p95", ms(own), ms(stocks), own / stocks,
        Goal(at_most=0.33),
    )  # fmt: skip
    at = {size.visitors: size for size in here.sizes}
    beside = p95(there.sizes[-1].keys)
    own = p95(at[50].keys)
    yield Line(
        f"key to repaint, 50 who play, p95 (yardstick: {STOCK_GROWTH[-1]})", ms(own), ms(beside),
        own / beside, Goal(at_most=25, unit="ms"), 1000 * own,
    )  # fmt: skip
    yield Line(
        "... below that of the yardstick", ms(own), ms(beside), own / beside, Goal(at_most=1)
    )
    lines = in_turns(
        CPU_ROUNDS,
        partial(key_cpu, "app", "--no-animation", opened=True),
        partial(key_cpu, "tests.bench.stock", opened=False),
    )
    own, stocks = map(min, lines)
    yield Line(
        "CPU of a key (yardstick: the table out of stock widgets)", ms(own), ms(stocks),
        own / stocks, Goal(at_most=0.25),
    )  # fmt: skip
    yield Line(
        f"{IDLE} who do nothing", f"{100 * here.idle:.2f} %", "2 % of a core", here.idle / 0.02,
        Goal(at_most=1),
    )  # fmt: skip
    for name, sizes in (("ours", here.sizes), ("textual-serve", there.sizes)):
        for size in sizes:
            keys = f"{ms(median(size.keys))}, p95 {ms(p95(size.keys))}"
            yield Line(
                f"{name}, {size.visitors}: a key {keys}", f"{size.memory:.0f} MB",
                f"{ms(size.cpu)} CPU", size.memory / here.sizes[0].memory,
            )  # fmt: skip
