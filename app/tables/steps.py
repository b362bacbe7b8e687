"""What happened at a table, action by action, as its journal tells it."""

from __future__ import annotations

from typing import NamedTuple

from app.tables.journal import first_chain, read_rows
from app.tables.table import Table
from engine.model import Action, Event


class Step(NamedTuple):
    """An action with what came of it; the first step lays the table and has no action."""

    action: Action | None
    events: tuple[Event, ...]


def steps_of(table: Table) -> tuple[Step, ...]:
    """Every step of a table, as far as these rules can follow its journal.

    Raises:
        StoreTrouble: the store cannot be read now.
    """
    rows = table.store.read(table.id)
    entries = read_rows(rows, 0, first_chain(table.id)).entries[: table.entries]
    parse = table.game.parse_event
    return tuple(
        Step(
            None if entry.action is None else table.game.parse_action(entry.action),
            tuple(parse(event) for event in entry.events),
        )
        for entry in entries
        if entry.note is None
    )
