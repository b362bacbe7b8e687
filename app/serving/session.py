"""One visitor's session: an app of their own inside the process of the house."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, cast

from rich.console import Console
from textual.driver import Driver
from textual.filter import Monochrome, NoColor

from app.serving import texts
from app.serving.driver import STALL, Wire, WireDriver
from app.serving.patches import kept_in, quiet_crash
from app.serving.terminal import Terminal, clamped

if TYPE_CHECKING:
    from app.main import DiceParlourApp
    from app.tables.visitor import Visitor
    from app.texts import Text

Why = Literal["left", "gone", "crashed", "idle", "slow", "fast", "closing", "not_started"]
"""Why a session ended: ``left`` by its visitor, ``gone`` with the line, or ended by the house."""

GRACE: Final = 1.5
"""Seconds that an app has to end itself once it is told to."""

SWEEP: Final = 1.0
"""Seconds after its end when an app is taken apart, so that nothing waits for it any more."""

SAID: Final[dict[Why, Text]] = {
    "left": texts.GOODBYE,
    "crashed": texts.CRASHED,
    "idle": texts.IDLE,
    "slow": texts.TOO_SLOW,
    "fast": texts.TOO_FAST,
    "closing": texts.CLOSING,
    "not_started": texts.NOT_STARTED,
}
FINE: Final[frozenset[Why]] = frozenset({"left", "gone", "idle", "closing"})

Make = Callable[["Visitor", Terminal], "DiceParlourApp"]
"""Builds the app of one visitor."""


class Ended(NamedTuple):
    """How a session ended, and by which error if it was one."""

    why: Why
    error: BaseException | None = None

    @property
    def code(self) -> int:
        """The exit code that the visitor's side is told."""
        return 0 if self.why in FINE else 1


class Session:
    """Runs the app that ``make`` builds on a wire until its visitor leaves, or must."""

    def __init__(
        self,
        make: Make,
        visitor: Visitor,
        terminal: Terminal,
        wire: Wire,
        *,
        idle_minutes: float = 0,
        stall: float = STALL,
        painted: Callable[[], None] | None = None,
    ) -> None:
        self.visitor = visitor
        self.terminal = terminal
        self.app: DiceParlourApp | None = None
        self._make = make
        self._wire = wire
        self._stall = stall
        self._painted = painted
        self._idle_minutes = idle_minutes
        self._driver: WireDriver | None = None
        self._size = terminal.size
        self._why: Why = "left"
        self._ending = False
        self._task: asyncio.Task[Any] | None = None
        self._loop = asyncio.get_running_loop()
        self._heard = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._early = b""

    async def run(self) -> Ended:
        """Run it to its end, and say goodbye."""
        self._look_idle()
        try:
            ended = await self._played()
        finally:
            if self._timer is not None:
                self._timer.cancel()
        if ended.why in SAID:
            sentence = SAID[ended.why](minutes=int(self._idle_minutes))
            self._wire.write(f"{sentence}\r\n".encode())
        return ended

    async def _played(self) -> Ended:
        if self._ending:
            return Ended(self._why)
        try:
            app = dressed(self._make(self.visitor, self.terminal), self.terminal)
        except (Exception, SystemExit) as error:
            return Ended("not_started", error)
        self.app = app
        app.driver_class = cast("type[Driver]", self._driven)
        # Its own context and task: what one app sets or cancels never meets another's.
        self._task = Context().run(asyncio.create_task, kept_in(app.run_async)(size=self._size))
        try:
            await asyncio.wait({self._task})
        except asyncio.CancelledError:
            self._task.cancel()
            raise
        failed = None if self._task.cancelled() else self._task.exception()
        failed = failed or app._exception
        why: Why = "crashed" if failed is not None and self._why == "left" else self._why
        nodes = self._driver.nodes if self._driver is not None else ()
        self._loop.call_later(SWEEP, swept, app, self._driver, nodes)
        self.app = self._driver = self._task = None
        return Ended(why, failed)

    def _driven(self, app: DiceParlourApp, **how: Any) -> WireDriver:
        how["size"] = self._size
        self._driver = WireDriver(
            app,
            wire=self._wire,
            cut_off=self.end,
            stall=self._stall,
            painted=self._painted,
            **how,
        )
        if self._early:
            self._loop.call_soon(self._driver.typed.feed, self._early)
            self._early = b""
        return self._driver

    # What the door tells

    def feed(self, data: bytes) -> float:
        """Bytes from the visitor; the result is for how many seconds no more should be read."""
        self._heard = self._loop.time()
        if self._driver is not None:
            return self._driver.typed.feed(data)
        self._early = (self._early + data)[:1024]
        return 0.0

    def resize(self, width: int, height: int) -> None:
        """The visitor's window has this size now."""
        self._size = clamped(width, height)
        if self._driver is not None:
            self._driver.resize(width, height)

    def end(self, why: Why) -> None:
        """End the session; an app that does not end itself soon is ended."""
        if self._ending:
            return
        self._ending = True
        self._why = why
        if self.app is not None:
            self.app.exit()
            self._loop.call_later(GRACE, self._end_now, self._task)
        if why in ("gone", "slow"):
            self._wire.cut()

    def _end_now(self, task: asyncio.Task[Any] | None) -> None:
        if task is not None and not task.done():
            task.cancel()

    def _look_idle(self) -> None:
        """See whether the visitor was away too long, and when to look again."""
        if not self._idle_minutes:
            return
        left = self._heard + self._idle_minutes * 60 - self._loop.time()
        if left <= 0:
            self.end("idle")
        else:
            self._timer = self._loop.call_later(left, self._look_idle)


def dressed(app: DiceParlourApp, terminal: Terminal) -> DiceParlourApp:
    """An app that shows itself as this terminal can, whatever the server's own one is like."""
    from textual.app import _NullFile

    app.features = frozenset()
    app.no_color = terminal.no_colour
    app._filters = [each for each in app._filters if not isinstance(each, Monochrome | NoColor)]
    if terminal.no_colour:
        app._filters.append(Monochrome())
    app.console = Console(
        color_system=terminal.colours,
        file=cast("Any", _NullFile()),
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        _environ={"TERM": terminal.name},
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
    )
    app.animation_level = terminal.animation
    app.look = replace(app.look, ascii=terminal.ascii, animation=terminal.animation != "none")
    quiet_crash(app)
    return app


def swept(app: DiceParlourApp, driver: WireDriver | None, nodes: tuple[Any, ...]) -> None:
    """Take apart what holds itself together, so that it is freed at once.

    An app is thousands of objects in circles. Left to the garbage collector, they would wait for
    a full collection, which looks at every other session and lets all of them wait meanwhile.
    """
    timers = [timer for node in (*nodes, app) for timer in tuple(node._timers)]
    animator = app._animator
    for each in (*timers, animator._timer, animator, *nodes, driver, app):
        if each is not None:
            vars(each).clear()
