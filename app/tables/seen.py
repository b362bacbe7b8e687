"""The tables of the house as far as they concern one person."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from app.tables.admission import way
from app.tables.errors import TableTrouble
from app.tables.hub import Hub, TableLine
from app.tables.presence import torn_away
from app.tables.table import Table


class Tables(Protocol):
    """Tables that can be listed and opened."""

    def tables(self) -> tuple[TableLine, ...]:
        """Every table, the one played last first."""

    def open(self, text: str) -> Table:
        """The table of a name."""


class Seen:
    """The tables that a person may come to, with the codes that they have given."""

    def __init__(self, hub: Hub, person: str, codes: Collection[str]) -> None:
        self._hub = hub
        self._person = person
        self._codes = codes

    def tables(self) -> tuple[TableLine, ...]:
        """Those that concern this person, the one played last first.

        Raises:
            StoreTrouble: the store cannot be read now.
        """
        return tuple(
            line
            for line in self._hub.tables()
            if way(line.hosting, line.seating, line.over, self._person, self._codes) is not None
        )

    def torn_from(self) -> Table | None:
        """The table with a seat of this person's at which their line was torn just now.

        Raises:
            StoreTrouble: the store cannot be read now.
        """
        for line in self.tables():
            if not line.over and not line.readonly and line.seating.owned_by(self._person):
                table = self.open(line.id)
                if torn_away(table, self._person):
                    return table
        return None

    def open(self, text: str) -> Table:
        """The table of a name, if they may come to it.

        Raises:
            TableTrouble: ``no_such_table``, ``unreadable``, ``sent_away`` or ``no_entry``.
            StoreTrouble: the store cannot be read now.
        """
        table = self._hub.open(text)
        found = way(table.hosting, table.seating, table.state.over, self._person, self._codes)
        if found is None:
            gone = self._person in table.seating.kicked
            raise TableTrouble("sent_away" if gone else "no_entry")
        return table
