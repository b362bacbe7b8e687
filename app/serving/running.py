"""The house as a process: doors opened, signals heard, everybody told when it closes.

With several workers this process only watches over them. They share the doors' addresses by
sockets that it opened, one of each for each worker, so that a worker that is lost is replaced
without a moment in which nobody listens.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.serving import texts
from app.serving.asked import Asked, CannotOpen, forget_own_terminal, listening
from app.serving.log import Log
from app.serving.metrics import SHARED

if TYPE_CHECKING:
    from app.serving.house import House
    from app.tables.home import Opened
    from app.tables.hub import Hub
    from app.tables.lease import Lease
    from app.tables.store import Store
    from app.tables.visitor import Visitor

STOP: Final = 2.6
"""Seconds in which a house that is told to close has closed."""

AGAIN: Final = 0.5
"""Seconds before a worker that was lost at once is started again; it doubles each time."""

STEADY: Final = 30.0
"""Seconds after which a worker counts as one that lives."""

SLOWEST: Final = 30.0

LOOK: Final = 2.0
"""Seconds between two looks at whether the journal is still in its place."""

OPEN_AGAIN: Final = 75
"""The exit code of a house that has to be opened again: whoever watches over it does that."""

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


class Doors:
    """The sockets of the doors that are open, for one worker."""

    def __init__(self, web: socket.socket | None, ssh: socket.socket | None) -> None:
        self.web = web
        self.ssh = ssh

    def close(self) -> None:
        """Let go of them."""
        for sock in (self.web, self.ssh):
            if sock is not None:
                sock.close()


def run(asked: Asked) -> int:
    """Run the house until it is told to close; the exit code.

    Raises:
        CannotOpen: a door cannot be opened, or what the house keeps cannot be read.
    """
    forget_own_terminal()
    webs = listening(asked.web, asked.workers) if asked.web else [None] * asked.workers
    try:
        sshs = listening(asked.ssh, asked.workers) if asked.ssh else [None] * asked.workers
    except CannotOpen:
        for sock in webs:
            if sock is not None:
                sock.close()
        raise
    doors = [Doors(web, ssh) for web, ssh in zip(webs, sshs, strict=True)]
    log = Log()
    for kind, address, sock in (("web", asked.web, webs[0]), ("ssh", asked.ssh, sshs[0])):
        if address is not None and sock is not None:
            at = address._replace(port=sock.getsockname()[1])
            who = "this machine alone" if at.loopback else "others, as asked for"
            log("open", door=kind, address=str(at), port=at.port, to=who)
    try:
        if asked.workers == 1:
            return asyncio.run(serve(asked, doors[0], log))
        return Watch(asked, doors, log).run()
    finally:
        for each in SIGNALS:  # it closes already, and is not told twice
            signal.signal(each, signal.SIG_IGN)


async def serve(asked: Asked, doors: Doors, log: Log) -> int:
    """One worker: the doors and all sessions, until the process is told to close."""
    loop = asyncio.get_running_loop()
    told = asyncio.Event()
    for each in SIGNALS:
        loop.add_signal_handler(each, told.set)
    from app.serving.patches import PatchGone, apply

    try:
        apply()
    except PatchGone as gone:
        log("cannot_open", "error", reason=str(gone))
        return 2
    from app.serving.kept import cookie_secret
    from app.serving.people import People, PeopleTrouble
    from app.tables.errors import sentence
    from app.tables.home import open_store
    from app.tables.lease import Lease

    try:
        people = People(asked.folder)
        secret = cookie_secret(asked.folder)
    except (PeopleTrouble, OSError) as error:
        raise CannotOpen(
            texts.FILE_FAILS, path=asked.folder, reason=getattr(error, "strerror", str(error))
        ) from error
    opened = open_store(asked.folder)
    for notice in opened.notices:
        log.warning("journal", notice=notice)
    try:
        with Lease(asked.folder) as lease:
            hub = await asyncio.to_thread(_tables, opened, asked.folder, lease, log)
            house = _house(asked, people, secret, log, hub)
            moved = asyncio.create_task(_moved(opened.store, told))
            await _open_until(house, asked, doors, told)
            if not moved.cancel():
                log("journal", "error", notice=sentence("moved"))
                return OPEN_AGAIN
    finally:
        opened.store.close()
        people.close()
    return 0


async def _moved(store: Store, told: asyncio.Event) -> None:
    """Close the house when another journal was put in the place of the one that it plays on."""
    from app.tables.sqlite_store import SqliteStore

    while not isinstance(store, SqliteStore) or store.in_place:
        await asyncio.sleep(LOOK)
    told.set()


def _tables(opened: Opened, folder: Path, lease: Lease, log: Log) -> Hub:
    """The tables, without those who were at them in a worker that was killed."""
    from app.tables.hub import Hub

    hub = Hub(opened.store, opened.notices).listen()
    hub.new_token = lease.new_token
    _see_off(hub, folder, log)
    return hub


def _see_off(hub: Hub, folder: Path, log: Log) -> None:
    """Have those leave who were at a table in a process that was killed."""
    from app.tables.errors import StoreTrouble
    from app.tables.lease import see_off

    try:
        if gone := see_off(hub, folder):
            log("seen_off", count=gone)
    except StoreTrouble as trouble:
        log.warning("journal", notice=trouble.message)


def _house(asked: Asked, people: Any, secret: bytes, log: Log, hub: Hub) -> House:
    from app.main import make_app
    from app.serving.desk import desk_for
    from app.serving.gate import Rules
    from app.serving.house import House
    from app.serving.terminal import Terminal
    from engine.registry import presets

    presets()  # everything is loaded before the first visitor waits for it

    def make(visitor: Visitor, terminal: Terminal) -> Any:
        return make_app(
            hub,
            animation=terminal.animation != "none",
            ascii=terminal.ascii,
            visitor=visitor,
            desk=desk_for(people, visitor),
            public_url=asked.public_url,
        )

    keys = None
    if asked.keys is not None:
        from app.serving.ssh import fingerprints

        keys = fingerprints(asked.keys)
    alone: Callable[..., Any] | None = None
    if asked.isolate:
        from app.serving.alone import Alone

        def alone(visitor: Visitor, terminal: Terminal, wire: Any) -> Alone:
            return Alone(
                visitor,
                terminal,
                wire,
                idle_minutes=asked.limits.idle_minutes,
                public_url=asked.public_url,
                killed=lambda: _see_off(hub, asked.folder, log),
            )

    return House(
        make,
        people,
        limits=asked.limits,
        rules=Rules(asked.password, keys),
        log=log,
        alone=alone,
        secret=secret,
    )


async def _open_until(house: House, asked: Asked, doors: Doors, told: asyncio.Event) -> None:
    """Have the doors open until the house is told to close, and close them."""
    web = ssh = None
    if doors.ssh is not None:
        from app.serving.ssh import SshDoor

        ssh = SshDoor(house)
    if doors.web is not None:
        from app.serving.web import WebDoor

        web = WebDoor(house, origins=asked.origins, proxies=asked.proxies)
    if not asked.isolate:
        from app.serving.warm import warmed

        await warmed(house)
    house.open()
    if ssh is not None and doors.ssh is not None:
        await ssh.open(doors.ssh, asked.folder)
    if web is not None and doors.web is not None:
        await web.open(doors.web)
    house.log("ready")
    await told.wait()
    house.log("closing", sessions=len(house.sessions))
    with suppress(TimeoutError):
        async with asyncio.timeout(STOP):
            if ssh is not None:
                ssh.shut()
            if web is not None:
                await web.shut()
            await house.close()
            if ssh is not None:
                await ssh.close()
            if web is not None:
                await web.close()
    house.log("closed")


class Watch:
    """Starts the workers, starts a lost one again, and passes on that the house closes."""

    def __init__(self, asked: Asked, doors: list[Doors], log: Log) -> None:
        self._asked = asked
        self._doors = doors
        self._log = log
        self._told = asyncio.Event()
        self._shared = Path(tempfile.mkdtemp(prefix="diceparlour-metrics-"))

    def run(self) -> int:
        """Watch until told to close; the exit code."""
        os.environ[SHARED] = str(self._shared)
        try:
            return asyncio.run(self._run())
        finally:
            shutil.rmtree(self._shared, ignore_errors=True)

    async def _run(self) -> int:
        loop = asyncio.get_running_loop()
        for each in SIGNALS:
            loop.add_signal_handler(each, self._told.set)
        codes = await asyncio.gather(
            *(self._worker(number, doors) for number, doors in enumerate(self._doors))
        )
        return max(codes)

    async def _worker(self, number: int, doors: Doors) -> int:
        """Keep one worker alive."""
        loop = asyncio.get_running_loop()
        pause = AGAIN
        while True:
            began = loop.time()
            process = await self._start(number, doors)
            ended = asyncio.create_task(process.wait())
            stop = asyncio.create_task(self._told.wait())
            await asyncio.wait({ended, stop}, return_when=asyncio.FIRST_COMPLETED)
            stop.cancel()
            if self._told.is_set():
                return await self._stop(process, ended)
            if ended.result() == 2:  # it says why itself, and would say it again
                self._told.set()
                return 2
            self._log.warning("worker_lost", worker=number, code=ended.result())
            self._count_out(process.pid)
            pause = AGAIN if loop.time() - began > STEADY else min(pause * 2, SLOWEST)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), pause)
            if self._told.is_set():
                return 0

    async def _start(self, number: int, doors: Doors) -> asyncio.subprocess.Process:
        from app.serving.worker import order

        sockets = {"web": doors.web, "ssh": doors.ssh}
        handles = {name: sock.fileno() for name, sock in sockets.items() if sock is not None}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "app.serving.worker",
            stdin=asyncio.subprocess.PIPE,
            pass_fds=tuple(handles.values()),
            start_new_session=True,  # Ctrl-C is for this process, which passes it on in order
            cwd=Path.cwd(),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert process.stdin is not None
        with suppress(ConnectionError):
            process.stdin.write(order(self._asked, number, handles))
            await process.stdin.drain()
        self._log("worker", worker=number, pid=process.pid)
        return process

    async def _stop(self, process: asyncio.subprocess.Process, ended: asyncio.Task[int]) -> int:
        with suppress(ProcessLookupError):
            process.terminate()
        done, _ = await asyncio.wait({ended}, timeout=STOP + 0.2)
        if not done:
            process.kill()
            await ended
        return 0

    def _count_out(self, pid: int) -> None:
        """A lost worker's visitors are in no count any more."""
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(pid, str(self._shared))  # type: ignore[no-untyped-call]
