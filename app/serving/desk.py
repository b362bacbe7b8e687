"""The house's desk for one visitor: their name, and the devices that they are known by.

The list of people is on a disk, and may be locked by another process for seconds: it is asked in
a thread, so that nobody else in the house waits.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from app.serving.people import People, PeopleTrouble, Person
from app.tables.visitor import Desk, DeskTrouble, Visitor

Answer = TypeVar("Answer")


class HouseDesk:
    """One visitor's desk over the people of the house."""

    def __init__(self, people: People, visitor: Visitor) -> None:
        self._people = people
        self._visitor = visitor

    async def rename(self, name: str) -> Visitor:
        """Be called something else."""
        return self._now(await _asked(lambda: self._people.rename(self._visitor.id, name)))

    async def new_code(self) -> str:
        """A code that makes one more device theirs."""
        return await _asked(lambda: self._people.new_code(self._visitor.id))

    async def redeem(self, code: str) -> Visitor:
        """Be the person who got this code."""
        credential = self._visitor.credential
        return self._now(await _asked(lambda: self._people.redeem(code, credential)))

    def _now(self, person: Person) -> Visitor:
        self._visitor = self._visitor._replace(id=person.id, name=person.name)
        return self._visitor


async def _asked(question: Callable[[], Answer]) -> Answer:
    try:
        return await asyncio.to_thread(question)
    except PeopleTrouble as trouble:
        raise DeskTrouble(trouble.message) from trouble


def desk_for(people: People, visitor: Visitor) -> Desk | None:
    """A visitor's desk; there is none for a guest."""
    return HouseDesk(people, visitor) if visitor.credential and not visitor.guest else None
