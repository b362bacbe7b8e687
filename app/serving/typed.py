"""What a visitor's side sends: bytes of any kind and number, made into keys at a human pace."""

from __future__ import annotations

import asyncio
from codecs import getincrementaldecoder
from collections import deque
from collections.abc import Callable
from typing import Final

from textual import constants, events, messages
from textual._xterm_parser import XTermParser
from textual.message import Message

PACE: Final = 40
"""Keys and other events a second that an app is given; a key that is held down repeats at 30."""

BURST: Final = 80
"""Events that may come at once."""

FLOODED_PACE: Final = 2
"""The same once events had to be dropped, until none waits: no hand types like that, and what it
brings would cost everybody else in the house."""

WAITING: Final = 256
"""Events that wait for their turn; what comes on top of those is dropped."""

FLOOD: Final = 20_000
"""Keys that are dropped until a session ends for it."""

SLICE: Final = 64
"""Characters that are read before it is looked whether anybody still wants more."""

PASTE: Final = 2_000
"""Characters of a paste that are kept."""

UNENDED: Final = 65_536
"""Characters that may come without making anything, such as a paste that never ends."""

BYTES_PACE: Final = 16_384
BYTES_BURST: Final = 131_072
"""Bytes a second that are read at all, and at once; the rest waits on the visitor's side."""

SLACK: Final = 0.01


class Bucket:
    """So many at once, so many a second."""

    def __init__(self, burst: float, pace: float, clock: Callable[[], float]) -> None:
        self._burst, self._pace, self._clock = burst, pace, clock
        self._left, self._at = burst, clock()

    def take(self, count: float = 1) -> float:
        """Take some; the seconds to wait before the next is due, 0 while there are any left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._pace) - count
        self._at = now
        return max(0.0, -self._left / self._pace)


class Typed:
    """Turns bytes into events and hands them on, never more than an app can take.

    ``deliver`` gets each event, ``flooded`` is called when it was too much for too long.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        deliver: Callable[[Message], None],
        flooded: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._deliver = deliver
        self._flooded = flooded
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode
        self._parser = XTermParser()
        self._unended = 0
        self._dropped = 0
        self._slowed = False
        self._waiting: deque[Message] = deque()
        self._events = Bucket(BURST, PACE, loop.time)
        self._bytes = Bucket(BYTES_BURST, BYTES_PACE, loop.time)
        self._pump: asyncio.Handle | None = None
        self._tick: asyncio.TimerHandle | None = None
        self._closed = False

    def feed(self, data: bytes) -> float:
        """Take bytes; the result is for how many seconds no more should be read."""
        if self._closed:
            return 0.0
        text = self._decode(data)
        for start in range(0, len(text), SLICE):
            piece = text[start : start + SLICE]
            if len(self._waiting) >= WAITING:  # reading it costs more than it is worth
                self._drop(len(text) - start)
                break
            self._unended += len(piece)
            self._parse(piece)
            self._pass_on()
            if self._unended > UNENDED:
                self._anew()
                break
        self._await_more()
        return self._bytes.take(len(data))

    def close(self) -> None:
        """Take and hand on nothing more."""
        self._closed = True
        self._waiting.clear()
        for handle in (self._pump, self._tick):
            if handle is not None:
                handle.cancel()
        self._pump = self._tick = None
        self._deliver = self._flooded = _nobody
        self._parser._gen.close()

    def _parse(self, piece: str = "") -> None:
        """Read a piece, or the silence behind the one before."""
        try:
            for event in self._parser.feed(piece) if piece else self._parser.tick():
                self._unended = 0
                self._take(event)
        except Exception:  # whatever a parser stumbles over, it is not told by a keyboard
            self._anew()

    def _anew(self) -> None:
        self._parser = XTermParser()
        self._unended = 0

    def _await_more(self) -> None:
        """A lone escape is only known by the silence behind it (hazard of many parsers)."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        if self._parser._timeout_time is not None:
            self._tick = self._loop.call_later(constants.ESCAPE_DELAY + SLACK, self._silence)

    def _silence(self) -> None:
        self._tick = None
        self._parse()
        self._await_more()
        self._pass_on()

    def _take(self, event: Message) -> None:
        if isinstance(event, events.Resize | messages.InBandWindowResize | events.CursorPosition):
            return  # never asked for; the size is told by the channel
        if isinstance(event, events.Paste):
            event = events.Paste(event.text[:PASTE])
        waiting = self._waiting
        if (
            type(event) is events.MouseMove
            and waiting
            and type(waiting[-1]) is events.MouseMove
            and waiting[-1].button == event.button
        ):
            waiting[-1] = event
        elif len(waiting) < WAITING:
            waiting.append(event)
        else:
            self._drop(1)

    def _drop(self, count: int) -> None:
        if not self._slowed:
            self._slowed = True
            self._events = Bucket(0, FLOODED_PACE, self._loop.time)
        before = self._dropped
        self._dropped += count
        if before < FLOOD <= self._dropped:
            self._flooded()

    def _pass_on(self) -> None:
        if self._pump is not None:
            return
        while self._waiting and not self._closed:
            event = self._waiting.popleft()
            self._deliver(event)
            if wait := self._events.take():
                self._pump = self._loop.call_later(wait, self._go_on)
                return
        if self._slowed:
            self._slowed = False
            self._events = Bucket(BURST, PACE, self._loop.time)

    def _go_on(self) -> None:
        self._pump = None
        self._pass_on()


def _nobody(*_: object) -> None:
    pass
