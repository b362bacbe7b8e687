"""From a key of one person at a table to the screens of the others who look on."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import aiohttp

from app.serving.kept import cookie_secret, signed
from app.serving.people import People
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.seating import Chair, Hosting
from engine.model import Setup
from tests.bench.serve import LOBBY, SETTLED, a_port, running
from tests.bench.table import Goal, Line, ms, p95
from tests.bench.visitors import Visitor

OTHERS = 5
ROLLS = 60
SEALED = "sealed"
"""Is written wherever a table is shown."""

ENTER, ROLL = "\r", "r"

PAUSE = 0.3
"""Seconds between two keys, so that the next turn can begin."""


def lay(folder: Path) -> tuple[str, ...]:
    """A hall in which one person has all the seats; the cookies of that one and of the others."""
    names = [f"bench{number}" for number in range(1 + OTHERS)]
    with closing(open_store(folder).store) as store:
        people, secret = People(folder), cookie_secret(folder)
        persons = [people.person_for(f"web:{name}").id for name in names]
        people.close()
        setup = Setup(preset="bunco", seats=("Ann", "Bo", "Cy", "Di"), first=0)
        chairs = (Chair(person=persons[0]),) * 4
        Hub(store).new_table(setup, hosting=Hosting(chairs=chairs, host=persons[0], access="open"))
    return tuple(signed(secret, name) for name in names)


async def measured(url: str, cookies: tuple[str, ...]) -> tuple[list[float], list[float]]:
    """Seconds from each key to the repaint of whoever pressed it, and to those of the others."""
    own: list[float] = []
    theirs: list[float] = []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as client:
        actor, *others = visitors = [Visitor(url, cookie) for cookie in cookies]
        for visitor in visitors:
            await visitor.come(client, LOBBY)
            await asyncio.sleep(SETTLED / 4)
            await visitor.type("1")
            await visitor.seen(SEALED)
            await visitor.press(ENTER)
        await asyncio.sleep(SETTLED)
        key = ROLL
        for _ in range(ROLLS):
            began = perf_counter()
            seconds = await actor.press(key)
            heard = [other.last - began for other in others if other.last > began]
            if seconds is not None and len(heard) == OTHERS:  # else it was no action
                own.append(seconds)
                theirs += heard
                key = ROLL
            else:
                key = ENTER if key == ROLL else ROLL
            await asyncio.sleep(PAUSE)
        await asyncio.gather(*(visitor.leave() for visitor in visitors))
    return own, theirs


def together() -> Iterator[Line]:
    """The others' repaints beside that of whoever acts; the way of the key itself is in both."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        cookies, port = lay(folder), a_port()
        command = [sys.executable, "-m", "app", "serve", "--web", f"127.0.0.1:{port}"]
        url = f"http://127.0.0.1:{port}"
        with running(command, url, folder, cookies):
            own, theirs = asyncio.run(measured(url, cookies))
    slow, usual = p95(theirs), p95(own)
    what = f"from a key to {OTHERS} others' screens, p95 of {len(own)} (yardstick: one's own)"
    yield Line(what, ms(slow), ms(usual), slow / usual, Goal(at_most=50, unit="ms"), 1000 * slow)
