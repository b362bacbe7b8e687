"""The house's desk for one visitor: their name, and the devices that they are known by."""

from __future__ import annotations

from app.serving.people import People, PeopleTrouble, Person
from app.tables.visitor import Desk, DeskTrouble, Visitor


class HouseDesk:
    """One visitor's desk over the people of the house."""

    def __init__(self, people: People, visitor: Visitor) -> None:
        self._people = people
        self._visitor = visitor

    def rename(self, name: str) -> Visitor:
        """Be called something else."""
        try:
            return self._now(self._people.rename(self._visitor.id, name))
        except PeopleTrouble as trouble:
            raise DeskTrouble(trouble.message) from trouble

    def new_code(self) -> str:
        """A code that makes one more device theirs."""
        try:
            return self._people.new_code(self._visitor.id)
        except PeopleTrouble as trouble:
            raise DeskTrouble(trouble.message) from trouble

    def redeem(self, code: str) -> Visitor:
        """Be the person who got this code."""
        try:
            return self._now(self._people.redeem(code, self._visitor.credential))
        except PeopleTrouble as trouble:
            raise DeskTrouble(trouble.message) from trouble

    def _now(self, person: Person) -> Visitor:
        self._visitor = self._visitor._replace(id=person.id, name=person.name)
        return self._visitor


def desk_for(people: People, visitor: Visitor) -> Desk | None:
    """A visitor's desk; there is none for a guest."""
    return HouseDesk(people, visitor) if visitor.credential and not visitor.guest else None
