"""The house that both doors open to: who may come in, what they get, and how all of it ends."""

from __future__ import annotations

import asyncio
import gc
import secrets
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, perf_counter
from typing import Any, Final, Literal, NamedTuple, Protocol

from app.serving import texts
from app.serving.driver import Wire
from app.serving.gate import Gate, Rules
from app.serving.limits import Limits, Places, ShutOut, TooMany
from app.serving.log import Log, places
from app.serving.metrics import Metrics
from app.serving.people import People, PeopleTrouble
from app.serving.session import Ended, Make, Session, Why
from app.serving.terminal import Terminal, clamped
from app.serving.typed import Bucket
from app.tables.visitor import Kind, Visitor

Door = Literal["ssh", "web"]

LAG_LOOK: Final = 0.5
"""Seconds between two looks at the event loop."""

LAG_TOLD: Final = 0.5
"""Seconds that the event loop may be late before the log says so."""

SWEEP_EVERY: Final = 60.0
"""Seconds between two full collections of garbage while somebody is in: who goes from table to
table leaves closed screens behind, which hold on to each other."""

SIZES_BURST: Final = 300
SIZES_PACE: Final = 30
"""Changes of a window's size that are taken at once, and a second; no hand makes more."""

EARLY: Final = 1024
"""Bytes that are kept of what somebody types before it is known who they are."""

LAST_CALL: Final = 2.0
"""Seconds that sessions have to end when the house closes."""


class Runs(Protocol):
    """A visitor's session, in this process or in one of its own."""

    async def run(self) -> Ended:
        """Run it to its end."""

    def feed(self, data: bytes) -> float:
        """Bytes from the visitor; for how many seconds no more should be read."""

    def resize(self, width: int, height: int) -> None:
        """The visitor's window has this size now."""

    def end(self, why: Why) -> None:
        """End it."""


class Caller(NamedTuple):
    """Somebody at a door: from where, and with what to prove who they are ("" for nothing)."""

    door: Door
    address: str
    credential: str
    terminal: Terminal
    invited: str = ""
    """The code of a table in the address by which they came."""
    back: bool = False
    """Whether their line was torn, and their side has come back by itself."""


class House:
    """One process's share of the house."""

    def __init__(
        self,
        make: Make,
        people: People,
        *,
        limits: Limits | None = None,
        rules: Rules | None = None,
        log: Log | None = None,
        metrics: Metrics | None = None,
        alone: Callable[[Visitor, Terminal, Wire], Runs] | None = None,
        secret: bytes = b"",
    ) -> None:
        self.people = people
        self.limits = limits or Limits()
        self.rules = rules or Rules()
        self.log = log or Log()
        self.metrics = metrics or Metrics()
        self.secret = secret or secrets.token_bytes(32)
        self.half_open = Places(self.limits.half_open, self.limits.half_open_per_address)
        self.places = Places(self.limits.sessions, self.limits.per_address)
        self.shut_out = ShutOut(monotonic)
        self.closing = False
        self._make = make
        self._alone = alone
        self._guests = 0
        self.sessions: set[Visit] = set()
        self._swept_at = 0.0
        self._to_sweep = 0
        self._watch: asyncio.Task[None] | None = None

    # Opening and closing

    def open(self) -> None:
        """Begin to look after the process."""
        gc.collect()
        gc.freeze()
        # Full collections look at every session: they are made at times that are chosen here.
        gc.set_threshold(*gc.get_threshold()[:2], 1_000_000)
        self._swept_at = asyncio.get_running_loop().time()
        self._watch = asyncio.create_task(self._watching())

    async def close(self) -> None:
        """Tell everybody, and end every session."""
        self.closing = True
        for visit in tuple(self.sessions):
            visit.end("closing")
        tasks = [visit.task for visit in self.sessions if visit.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=LAST_CALL)
        if self._watch is not None:
            self._watch.cancel()
            with suppress(asyncio.CancelledError):
                await self._watch

    async def _watching(self) -> None:
        """Watch how late the event loop is, and collect garbage when it hurts least."""
        loop = asyncio.get_running_loop()
        worst, looks = 0.0, 0
        while True:
            before = loop.time()
            await asyncio.sleep(LAG_LOOK)
            lag = loop.time() - before - LAG_LOOK
            worst, looks = max(worst, lag), looks + 1
            if lag > LAG_TOLD:
                self.log.warning("late", seconds=round(lag, 3), sessions=len(self.sessions))
            if looks % 20 == 0:
                self.metrics.lag.set(worst)
                worst = 0.0
            due = loop.time() - self._swept_at
            empty = not self.sessions and self._to_sweep and due > 5
            if empty or (self.sessions and due > SWEEP_EVERY):
                self._to_sweep, self._swept_at = 0, loop.time()
                gc.collect()

    # Visitors

    def refused(self, door: Door, why: str, address: str, **values: Any) -> None:
        """Somebody was turned away."""
        self.metrics.refusals.labels(door, why).inc()
        self.log("refused", door=door, why=why, address=address, **values)

    def visit(self, caller: Caller, wire: Wire) -> Visit:
        """Let a caller in as far as the gate.

        Raises:
            TooMany: there is no room, or the house closes.
        """
        if self.closing:
            raise TooMany(texts.CLOSING(), "closing")
        try:
            self.shut_out.check(caller.address)
            self.places.take(caller.address)
        except TooMany as error:
            self.refused(caller.door, error.reason, caller.address)
            raise
        visit = Visit(self, caller, wire)
        self.sessions.add(visit)
        visit.task = asyncio.create_task(visit.run())
        visit.task.add_done_callback(lambda _: self._left(visit))
        return visit

    def _left(self, visit: Visit) -> None:
        self.sessions.discard(visit)
        self.places.free(visit.caller.address)
        self._to_sweep += 1
        visit.hang_up()
        task = visit.task
        if task is not None and not task.cancelled() and (error := task.exception()) is not None:
            self.log.error("visit_failed", error, door=visit.caller.door)

    async def who(self, caller: Caller) -> Visitor:
        """Who a caller is. Without proof, or while the list of people fails, it is a guest."""
        kind: Kind = "key" if caller.door == "ssh" else "cookie"
        if caller.credential:
            try:
                person = await asyncio.to_thread(self.people.person_for, caller.credential)
                return Visitor(
                    person.id,
                    kind,
                    person.name,
                    credential=caller.credential,
                    invited=caller.invited,
                    back=caller.back,
                )
            except PeopleTrouble as trouble:
                self.log.warning("people", reason=trouble.message)
        self._guests += 1
        name = texts.GUEST(number=str(self._guests))
        guest = f"guest-{secrets.token_hex(8)}"
        return Visitor(guest, "none", name, guest=True, invited=caller.invited)

    def session(
        self,
        visitor: Visitor,
        terminal: Terminal,
        wire: Wire,
        painted: Callable[[], None] | None = None,
    ) -> Runs:
        """The session of a visitor who is past the gate; ``painted`` hears of its first picture."""
        if self._alone is not None:
            return self._alone(visitor, terminal, wire)
        return Session(
            self._make,
            visitor,
            terminal,
            wire,
            idle_minutes=self.limits.idle_minutes,
            stall=self.limits.stall_seconds,
            painted=painted,
        )


class Visit:
    """A caller from the door to the end: the gate where there is one, then the session."""

    def __init__(self, house: House, caller: Caller, wire: Wire) -> None:
        self.house = house
        self.caller = caller
        self.task: asyncio.Task[None] | None = None
        self._wire = wire
        self._terminal = caller.terminal
        self._runs: Runs | None = None
        self._gate: Gate | None = None
        self._ended: Why | None = None
        self._code = 1
        self._early = b""
        self._sizes = Bucket(SIZES_BURST, SIZES_PACE, asyncio.get_running_loop().time)

    async def run(self) -> None:
        """The whole visit."""
        visitor = await self._past_gate(await self.house.who(self.caller))
        if visitor is not None:
            self._code = await self._play(visitor)

    def hang_up(self) -> None:
        """Close the line, also of a visit that was ended before it had begun."""
        self._wire.hang_up(self._code)

    async def _past_gate(self, visitor: Visitor) -> Visitor | None:
        house, caller = self.house, self.caller
        if house.rules.open:
            return visitor
        try:
            admits = house.rules.admits
            if await asyncio.to_thread(admits, visitor, caller.credential, house.people):
                return visitor
            passed = await self._asked(visitor)
        except PeopleTrouble as trouble:
            house.log.warning("people", reason=trouble.message)
            self._wire.write(f"\r\n{texts.NOBODY_KNOWN()}\r\n".encode())
            passed = False
        if not passed:
            house.refused(caller.door, "gate", caller.address)
            return None
        return await house.who(caller) if caller.credential else visitor

    async def _asked(self, visitor: Visitor) -> bool:
        """Whether a visitor answers what the gate asks.

        Raises:
            PeopleTrouble: ``unusable``.
        """
        house, caller = self.house, self.caller
        self._gate = Gate(house.rules, house.people, caller.credential, self._wire, caller.address)
        self._gate.feed(self._early)
        self._early = b""
        try:
            async with asyncio.timeout(house.limits.login_seconds):
                return await self._gate.passed(visitor)
        except TimeoutError:
            self._wire.write(f"\r\n{texts.TOO_LATE()}\r\n".encode())
            return False
        finally:
            self._gate = None

    async def _play(self, visitor: Visitor) -> int:
        house, door = self.house, self.caller.door
        if self._ended is not None:
            return 0
        began = perf_counter()

        def painted() -> None:
            house.metrics.first_paint.observe(perf_counter() - began)

        self._runs = house.session(visitor, self._terminal, self._wire, painted)
        if self._early:
            self._runs.feed(self._early)
        who: dict[str, Any] = {"door": door, "person": visitor.id, "guest": visitor.guest}
        house.metrics.starts.labels(door).inc()
        house.metrics.sessions.labels(door).inc()
        house.log("came", **who, address=self.caller.address, size=list(self._terminal.size))
        try:
            ended = await self._runs.run()
        finally:
            house.metrics.sessions.labels(door).dec()
        house.metrics.ends.labels(door, ended.why).inc()
        if ended.why == "fast":
            house.shut_out.add(self.caller.address)
        if ended.error is not None and ended.why != "crashed" and ended.why != "not_started":
            # It was told to end, and stumbled on its way out.
            house.log.warning("stumbled", **who, why=ended.why, where=places(ended.error))
        elif ended.error is not None:
            house.metrics.crashes.labels(door).inc()
            house.log.error("crashed", ended.error, **who)
        house.log("left", **who, why=ended.why)
        return ended.code

    # What the door tells

    def feed(self, data: bytes) -> float:
        """Bytes from the visitor; for how many seconds no more should be read."""
        if self._runs is not None:
            return self._runs.feed(data)
        if self._gate is not None:
            self._gate.feed(data)
        else:
            self._early = (self._early + data)[:EARLY]
        return 0.0

    def resize(self, width: int, height: int) -> None:
        """The visitor's window has this size now; it may be told before anything runs."""
        if self._sizes.take():
            self.end("fast")
        elif self._runs is not None:
            self._runs.resize(width, height)
        else:
            self._terminal = self._terminal._replace(size=clamped(width, height))

    def end(self, why: Why) -> None:
        """End the visit, wherever it is."""
        if why == "fast":
            self.house.shut_out.add(self.caller.address)
        self._ended = why
        if self._runs is not None:
            self._runs.end(why)
        elif self.task is not None:
            if why == "closing":
                self._wire.write(f"\r\n{texts.CLOSING()}\r\n".encode())
            self.task.cancel()
