"""Notes as a table keeps them: when each was made, and what they make of its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import NamedTuple

from pydantic import ValidationError

from app.tables.journal import Entry
from app.tables.seating import Note, Seating
from engine.scene import Scene

Builder = Callable[[Seating], Note]
"""Makes a note that fits who sits where; it may refuse by raising `TableTrouble`."""

Check = Callable[[Seating], None]
"""Raises `TableTrouble` where somebody may not act, as people sit at that moment."""


class Noted(NamedTuple):
    """A note, when it was made in UTC, and after how many events of the game."""

    after: int
    at: datetime
    note: Note


def noted_in(entries: Iterable[Entry]) -> list[Noted]:
    """The notes among entries."""
    found: list[Noted] = []
    count = 0
    for entry in entries:
        count += len(entry.events)
        if (note := note_of(entry)) is not None:
            found.append(Noted(count, entry.at, note))
    return found


def note_of(entry: Entry) -> Note | None:
    """The note in an entry; None where it has none, or one of a kind that is not known here."""
    if entry.note is None:
        return None
    try:
        return Note.model_validate(entry.note)
    except ValidationError:
        return None


def peopled(scene: Scene, seating: Seating) -> Scene:
    """A scene with the names of those who took a seat; computer players are marked."""
    count = len(seating.chairs)  # seats that the game added itself come after those
    seats = tuple(
        view.replace(name=chair.name or view.name, computer=bool(chair.computer))
        for view, chair in zip(scene.seats[:count], seating.chairs, strict=True)
    )
    return scene.replace(seats=(*seats, *scene.seats[count:]))
