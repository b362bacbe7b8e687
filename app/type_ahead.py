"""Keys that come faster than they can be acted on wait for their turn."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from textual import events
from textual.app import App
from textual.message import Message

if TYPE_CHECKING:
    from textual.timer import Timer

ROUNDS = 4
"""How often a key is followed: its own way up, what it set off, and what that set off in turn."""

PATIENCE = 0.25
"""Seconds after which the next key is passed on anyway: a field may be gone with all it held."""


class Follows(Message):
    """Goes the way of a key, behind it; when it arrives at the top, the key was acted on."""

    def __init__(self, round_: int) -> None:
        super().__init__()
        self.round = round_


class OneKeyAtATime(App[None]):
    """Passes on a key or a paste only when everything that came of the one before is done.

    Textual gives a key to what has the focus when it arrives. A slow line delivers keys in lumps,
    and those behind an enter would land in the field that enter is about to leave, or on the screen
    that it is about to cover. Everything on the way handles its messages in order, so a message
    sent after a key comes to the top after the key; nothing has to be guessed or waited for.
    """

    def __init__(self) -> None:
        super().__init__()
        self._typed: deque[events.Key | events.Paste] = deque()
        self._following: Follows | None = None
        self._patience: Timer | None = None

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self._following is not None:
            self._typed.append(event)
        else:
            await self._pass_on(event)

    async def _pass_on(self, event: events.Event) -> None:
        await super().on_event(event)
        await self._follow(ROUNDS)

    async def _follow(self, round_: int) -> None:
        if not self.screen_stack:
            return
        self._following = follows = Follows(round_)
        if self._patience is not None:
            self._patience.stop()
        self._patience = self.set_timer(PATIENCE, self._next)
        if not (self.focused or self.screen).post_message(follows):
            await self._next()

    async def on_follows(self, message: Follows) -> None:
        """The top is reached."""
        if message is not self._following:
            return
        if message.round > 1:
            await self._follow(message.round - 1)
        else:
            await self._next()

    async def _next(self) -> None:
        if self._patience is not None:
            self._patience.stop()
        self._following = None
        if self._typed and self.screen_stack:  # on its way out an app has no screen any more
            await self._pass_on(self._typed.popleft())
