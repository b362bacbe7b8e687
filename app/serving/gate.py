"""The gate of a house that does not let everybody in: a password, a list of keys, or both.

It stands before the game on either door, so that a key stays what it is, a proof of who somebody
is, and a browser needs no page of its own for it.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from app.serving import texts
from app.serving.driver import Wire
from app.serving.people import People, PeopleTrouble

if TYPE_CHECKING:
    from app.tables.visitor import Visitor

TRIES: Final = 3
"""Answers in one visit."""

WRONG: Final = 12
"""Wrong answers from one address in `WRONG_SECONDS` after which it is not asked again."""

WRONG_SECONDS: Final = 600.0

REMEMBERED: Final = 10_000
"""Addresses whose wrong answers are counted."""

LONGEST: Final = 256
"""Signs of an answer."""


@dataclass
class Rules:
    """Whom the house lets in; everybody, when there is neither a password nor a list.

    ``keys`` are the credentials that may enter (None for no list).
    """

    password: str = ""
    keys: frozenset[str] | None = None
    clock: Callable[[], float] = time.monotonic
    _wrong: OrderedDict[str, list[float]] = field(default_factory=OrderedDict, repr=False)

    @property
    def open(self) -> bool:
        """Whether everybody may come in."""
        return not self.password and self.keys is None

    def admits(self, visitor: Visitor, credential: str, people: People) -> bool:
        """Whether somebody need not be asked: on the list, or let in by this password before.

        Raises:
            PeopleTrouble: ``unusable``.
        """
        if visitor.guest:
            return False
        if self.keys is not None:
            person = people.known(credential)
            if person is not None and self.keys & set(person.credentials):
                return True
        return bool(self.password) and people.admitted(visitor.id, self.password)

    def shut_out(self, address: str) -> bool:
        """Whether there were too many wrong answers from an address."""
        now = self.clock()
        times = [at for at in self._wrong.get(address, ()) if at > now - WRONG_SECONDS]
        return len(times) >= WRONG

    def count_wrong(self, address: str) -> None:
        """There was a wrong answer from an address."""
        now = self.clock()
        times = [at for at in self._wrong.pop(address, ()) if at > now - WRONG_SECONDS]
        self._wrong[address] = [*times, now][-WRONG:]
        while len(self._wrong) > REMEMBERED:
            self._wrong.popitem(last=False)


class Gate:
    """Asks one visitor, a line at a time, and shows nothing of what is answered."""

    def __init__(
        self, rules: Rules, people: People, credential: str, wire: Wire, address: str
    ) -> None:
        self._rules = rules
        self._people = people
        self._credential = credential
        self._wire = wire
        self._address = address
        self._typed = bytearray()
        self._answers: asyncio.Queue[str | None] = asyncio.Queue(TRIES)

    def feed(self, data: bytes) -> None:
        """Bytes from the visitor."""
        for byte in data[:LONGEST]:
            if byte in b"\r\n":
                if self._typed and not self._answers.full():
                    self._answers.put_nowait(self._typed.decode("utf-8", "replace"))
                self._typed.clear()
            elif byte in b"\x03\x04" and not self._answers.full():
                self._answers.put_nowait(None)
            elif byte in b"\x7f\x08":
                del self._typed[-1:]
            elif len(self._typed) < LONGEST:
                self._typed.append(byte)

    async def passed(self, visitor: Visitor) -> bool:
        """Whether the visitor may come in.

        Raises:
            PeopleTrouble: ``unusable``.
        """
        question = texts.ASK_PASSWORD if self._rules.password else texts.ASK_CODE
        wrong = texts.WRONG if self._rules.password else texts.WRONG_CODE
        for _ in range(TRIES):
            if self._rules.shut_out(self._address):
                break
            self._wire.write(question().encode())
            answer = await self._answers.get()
            self._wire.write(b"\r\n")
            if answer is None:
                return False
            if await self._right(answer, visitor):
                return True
            self._rules.count_wrong(self._address)
            self._wire.write(f"{wrong()}\r\n".encode())
        self._wire.write(f"{texts.SHUT_OUT()}\r\n".encode())
        return False

    async def _right(self, answer: str, visitor: Visitor) -> bool:
        password = self._rules.password
        if password and hmac.compare_digest(answer.encode(), password.encode()):
            if not visitor.guest:
                with suppress(PeopleTrouble):  # asked again next time
                    await asyncio.to_thread(self._people.admit, visitor.id, password)
            return True
        return bool(self._credential) and await asyncio.to_thread(self._joined, answer)

    def _joined(self, code: str) -> bool:
        """Whether a code joins this device to somebody who may come in.

        Raises:
            PeopleTrouble: ``unusable``.
        """
        try:
            person = self._people.redeem(code, self._credential)
        except PeopleTrouble as trouble:
            if trouble.code == "unusable":
                raise
            return False
        if self._rules.keys is not None and self._rules.keys & set(person.credentials):
            return True
        password = self._rules.password
        return bool(password) and self._people.admitted(person.id, password)
