"""Visits leave nothing behind, however many they are and however early they end."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

from app.main import DiceParlourApp, make_app
from app.serving.house import Caller, House
from app.serving.people import People
from app.serving.session import SWEEP
from app.serving.terminal import Terminal
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.seating import Chair, Hosting
from app.tables.visitor import Visitor
from engine.model import Setup
from tests.serving.parlour import Tin, parlour, seen, until

ROUNDS = 60


async def test_sixty_visits_leave_nothing_behind(tmp_path: Path) -> None:
    opened, people = open_store(tmp_path), People(tmp_path)
    hub = Hub(opened.store).listen()
    setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0)
    chairs = (Chair(person="ann"), Chair(person="bo"))
    table = hub.new_table(setup, hosting=Hosting(chairs=chairs, host="ann", access="open"))

    def make(visitor: Visitor, terminal: Terminal) -> DiceParlourApp:
        return make_app(hub, ascii=terminal.ascii, quiet=0, visitor=visitor, table=table)

    house = House(make, people)

    async def visit(number: int) -> None:
        wire = Tin()
        caller = Caller("web", "127.0.0.1", f"web:{number}", Terminal(animation="none"))
        visit = house.visit(caller, wire)
        await seen(wire.screen, "At this table")
        visit.end("gone" if number % 2 else "left")
        await until(lambda: wire.code is not None and not house.sessions)

    def held() -> dict[str, object]:
        return {
            "tasks": len(asyncio.all_tasks()),
            "threads": sorted(thread.name.partition("_")[0] for thread in threading.enumerate()),
            "files": len(list(Path("/proc/self/fd").iterdir())),
            "news": len(hub.news._callbacks),
            "table": len(table._listeners._callbacks),
            "attended": len(hub._steward._tables),
            "present": len(table.seating.present),
            "places": (house.places.count, house.half_open.count),
        }

    workers = min(32, (os.cpu_count() or 1) + 4)
    all_of_them = threading.Barrier(workers)
    try:
        # The loop's own pool of threads grows to its size first.
        await asyncio.gather(*(asyncio.to_thread(all_of_them.wait, 20) for _ in range(workers)))
        await visit(0)
        await asyncio.sleep(SWEEP)
        before = held()
        for number in range(1, ROUNDS):
            await visit(number)
        await asyncio.sleep(SWEEP)
        await until(lambda: held() == before)
        assert (before["news"], before["table"], before["attended"], before["present"]) == (0,) * 4
    finally:
        hub.close()
        opened.store.close()
        people.close()


async def test_a_visit_that_ends_before_it_begins_is_hung_up(tmp_path: Path) -> None:
    """As when an SSH client has nothing to type from: its line would stay open for ever."""
    async with parlour(tmp_path) as house:
        wire = Tin()
        visit = house.house.visit(Caller("ssh", "127.0.0.1", "", Terminal()), wire)
        visit.end("gone")
        await until(lambda: not house.house.sessions)
        assert wire.code == 1
