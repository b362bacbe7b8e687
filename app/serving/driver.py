"""The driver of an app whose terminal is at the other end of a wire."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Literal, Protocol, TextIO

from textual import events
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from app.serving.terminal import clamped
from app.serving.typed import Typed

if TYPE_CHECKING:
    from pathlib import Path

    from textual.app import App

BACKLOG: Final = 262_144
"""Bytes on their way to a visitor at which drawing pauses; one more frame may be on top."""

STALL: Final = 15.0
"""Seconds after which a visitor whose line takes nothing is cut off."""

PICTURE: Final = 500
"""Bytes by which the first picture is known."""

LOOK: Final = 0.1
"""Seconds between two looks at a line that is slow."""

SETTLE: Final = 0.04
SETTLE_LONGEST: Final = 1.0
"""Seconds in which changes of a window's size count as one: as many more each time as it goes on
changing, for each of them lays out everything anew."""

ENTER: Final = (
    "\x1b[?1049h"  # the other screen
    "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"  # the mouse
    "\x1b[?25l"  # no cursor
    "\x1b[?2026$p"  # does it draw whole frames?
    "\x1b[?2004h"  # pastes are marked
    "\x1b[?7l"  # lines do not wrap
)
LEAVE: Final = (
    "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[0m\x1b[?1049l\x1b[?25h"
)


class Wire(Protocol):
    """The way to a visitor: an SSH channel, or a web socket."""

    def write(self, data: bytes) -> None:
        """Send bytes; what the line does not take yet is kept."""

    def backlog(self) -> int:
        """How many bytes are kept."""

    def hang_up(self, code: int) -> None:
        """End it, once what is kept was sent; ``code`` is 0 when all is well."""

    def cut(self) -> None:
        """End it at once."""


class WireDriver(Driver):
    """Draws to a wire and is fed from it, all in the event loop of the house.

    Where a line takes nothing, frames are left out and the screen is drawn whole once it does:
    what is kept for a visitor has a bound. ``cut_off`` is called when that takes too long, or when
    too much was typed; ``painted`` once the first picture is on its way.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        wire: Wire,
        cut_off: Callable[[Literal["slow", "fast"]], None],
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
        stall: float = STALL,
        painted: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._wire = wire
        self._cut_off = cut_off
        self._stall = stall
        self._painted = painted
        self._parts: list[str] = []
        self._sending: asyncio.Handle | None = None
        self._slow: asyncio.TimerHandle | None = None
        self._slow_since = 0.0
        self._resizing: asyncio.TimerHandle | None = None
        self._resized_at = float("-inf")
        self._settle = SETTLE
        self._open = False
        self.nodes: tuple[object, ...] = ()
        self.typed = Typed(self._loop, self.process_message, lambda: cut_off("fast"))

    # To the visitor

    def write(self, data: str) -> None:
        if self._slow is not None:
            return  # drawn whole when the line is free again
        self._parts.append(data)
        if self._sending is None:
            self._sending = self._loop.call_soon(self.flush)

    def flush(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        if not self._parts:
            return
        data = "".join(self._parts).encode("utf-8", "replace")
        self._parts.clear()
        self._wire.write(data)
        if self._painted is not None and len(data) > PICTURE:
            self._painted()
            self._painted = None
        if self._wire.backlog() > BACKLOG:
            self._slow_since = self._loop.time()
            self._slow = self._loop.call_later(LOOK, self._look)

    def _look(self) -> None:
        """See whether the line takes anything again."""
        self._slow = None
        if not self._open:
            return
        if self._wire.backlog() <= BACKLOG // 4:
            self._app.call_later(_drawn_whole, self._app)
        elif self._loop.time() - self._slow_since > self._stall:
            self._cut_off("slow")
        else:
            self._slow = self._loop.call_later(LOOK, self._look)

    def _tell_size(self) -> None:
        size = Size(*(self._size or (80, 24)))
        self._app.post_message(events.Resize(size, size))

    # From the visitor

    def send_message(self, message: Message) -> None:
        self._app.post_message(message)

    def resize(self, width: int, height: int) -> None:
        """The visitor's window has another size."""
        size = clamped(width, height)
        if size == self._size:
            return
        self._size = size
        if self._open and self._resizing is None:
            now = self._loop.time()
            quiet = now - self._resized_at > SETTLE_LONGEST
            self._settle = SETTLE if quiet else min(2 * self._settle, SETTLE_LONGEST)
            self._resizing = self._loop.call_later(self._settle, self._resized)

    def _resized(self) -> None:
        self._resizing = None
        self._resized_at = self._loop.time()
        if self._open:
            self._tell_size()

    # Life

    def start_application_mode(self) -> None:
        self._open = True
        self.write(ENTER)
        self._tell_size()

    def disable_input(self) -> None:
        self.typed.close()
        self.nodes = tuple(self._app._registry)

    def stop_application_mode(self) -> None:
        if not self._open:
            return
        self._open = False
        for timer in (self._slow, self._resizing):
            if timer is not None:
                timer.cancel()
        self._slow = self._resizing = None
        self.typed.close()
        self.write(LEAVE)
        self.flush()

    def close(self) -> None:
        self.stop_application_mode()

    # What makes no sense at the other end of a wire

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing: the house opens no browser, neither here nor there."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,  # noqa: ARG002
        open_method: Literal["browser", "download"] = "download",  # noqa: ARG002
        encoding: str | None = None,  # noqa: ARG002
        mime_type: str | None = None,  # noqa: ARG002
        name: str | None = None,
    ) -> None:
        """Refused: no file is written here for somebody who is elsewhere."""
        binary.close()
        refused = PermissionError("no files are delivered")
        self._app.post_message(
            events.DeliveryFailed(key=delivery_key, exception=refused, name=name)
        )


def _drawn_whole(app: App[Any]) -> None:
    """Draw everything again: the visitor's screen misses frames."""
    if app.screen_stack:
        app.screen.refresh()
