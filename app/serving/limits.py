"""How many may come in, and from where: bounds that keep one visitor from being all of them."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv6Address, ip_address
from typing import Final, NamedTuple

from app.serving import texts

SEND_BUFFER: Final = 262_144
"""Bytes that the system keeps for a visitor's line; left alone, it would keep megabytes."""


def narrowed(sock: socket.socket | None) -> None:
    """Have the system keep little for this line."""
    if sock is not None:
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)


class Limits(NamedTuple):
    """What one process takes."""

    sessions: int = 150
    per_address: int = 20
    half_open: int = 60
    half_open_per_address: int = 10
    login_seconds: float = 30.0
    idle_minutes: float = 60.0
    stall_seconds: float = 15.0


SHUT_SECONDS: Final = 10.0
"""So long the doors are shut to an address from which too much came: who is shown out and comes
back at once would cost everybody else more than what they did."""


class ShutOut:
    """The addresses to which the doors are shut for a while."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}

    def add(self, address: str) -> None:
        """Shut the doors to an address."""
        now = self._clock()
        self._until = {one: until for one, until in self._until.items() if until > now}
        self._until[grouped(address)] = now + SHUT_SECONDS

    def check(self, address: str) -> None:
        """Let an address pass.

        Raises:
            TooMany: the doors are shut to it.
        """
        if self._until.get(grouped(address), 0.0) > self._clock():
            raise TooMany(texts.SHUT_FOR_A_WHILE(), "shut")


class TooMany(Exception):
    """There is no room; ``sentence`` says so to whom there is none for."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.reason = reason


class Places:
    """Counts who is in, in all and by address."""

    def __init__(self, most: int, per_address: int) -> None:
        self._most = most
        self._per_address = per_address
        self._taken: Counter[str] = Counter()
        self.count = 0

    def take(self, address: str) -> None:
        """Take a place.

        Raises:
            TooMany: there is none.
        """
        group = grouped(address)
        if self.count >= self._most:
            raise TooMany(texts.FULL(), "full")
        if self._taken[group] >= self._per_address:
            raise TooMany(texts.FULL_ADDRESS(), "full_address")
        self._taken[group] += 1
        self.count += 1

    def free(self, address: str) -> None:
        """Give a place back."""
        group = grouped(address)
        self.count -= 1
        self._taken[group] -= 1
        if not self._taken[group]:
            del self._taken[group]

    @contextmanager
    def place(self, address: str) -> Iterator[None]:
        """A place for as long as this lasts.

        Raises:
            TooMany: there is none.
        """
        self.take(address)
        try:
            yield
        finally:
            self.free(address)


def grouped(address: str) -> str:
    """What counts as one address: a whole /64 where one line has that many."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return str(parsed)
