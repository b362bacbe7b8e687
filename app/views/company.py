"""People at a table as its screen tells of them: the log's sentences, the title, the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from app.tables.errors import sentence
from app.tables.ids import spoken
from app.tables.seating import Hosting, Note, Seating
from app.tables.steward import deadlines
from app.views import company_texts as texts
from app.views.lobby_hosting import computer_titles
from app.views.table_log import REMEMBERED, more_log

if TYPE_CHECKING:
    from app.tables.notes import Noted
    from app.tables.table import Table
    from engine.model import Event

HURRY_SECONDS = 10
"""So long before its end the turn clock warns."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What the top line says of people: how many watch, and how long somebody is waited for."""

    watching: int = 0
    clock: str = ""
    hurry: bool = False


def note_told(note: Note, names: Sequence[str]) -> str:
    """The sentence of a note; ``names`` are what the seats are called."""
    name = note.name
    if note.seat is not None and note.seat < len(names):
        name = name or names[note.seat]
    match note.kind:
        case "came":
            return (texts.CAME_TO_WATCH if note.seat is None else texts.CAME)(name=name)
        case "went" if note.reason == "lost":
            return texts.WENT_LOST(name=name)
        case "went":
            return (texts.WENT_WATCHING if note.seat is None else texts.WENT)(name=name)
        case "left":
            return (texts.LEFT_KICKED if note.reason == "kicked" else texts.LEFT)(name=name)
        case "computer":
            computer = computer_titles().get(note.who, note.who)
            return _PLAYS[note.reason](computer=computer, name=name)
        case "returned":
            return (texts.RETURNED if note.reason == "asked" else texts.RETURNED_BACK)(name=name)
        case "pace":
            return sentence(f"pace_{note.pace}")
        case "said":
            return texts.SAID(name=name, text=note.text)
        case "again":
            return texts.AGAIN(id=spoken(note.text))
        case kind:
            return _TOLD[kind](name=name)


_PLAYS = {
    "asked": texts.PLAYS_ASKED,
    "away": texts.PLAYS_AWAY,
    "late": texts.PLAYS_LATE,
    "lost": texts.PLAYS_LOST,
    "kicked": texts.PLAYS_KICKED,
}
_TOLD = {
    "sat": texts.SAT,
    "host": texts.HOST,
    "kicked": texts.KICKED,
    "muted": texts.MUTED,
    "unmuted": texts.UNMUTED,
}


def story(events: Sequence[Event], noted: Sequence[Noted], names: Sequence[str]) -> tuple[str, ...]:
    """The log of a table: events and notes in the order in which they happened."""
    at = max(0, len(events) - REMEMBERED)
    log: tuple[str, ...] = ()
    for one in noted:
        if one.after >= at:
            log = more_log(log, events[at : one.after], names)
            log = (*log, note_told(one.note, names))[-REMEMBERED:]
            at = one.after
    return more_log(log, events[at:], names)


def added(log: tuple[str, ...], said: Sequence[str], held_back: int) -> tuple[str, ...]:
    """The log with more lines, put before those that are not told while dice tumble."""
    at = len(log) - held_back
    return (*log[:at], *said, *log[at:])[-REMEMBERED:]


def standing_of(table: Table, own: frozenset[int], now: datetime) -> Standing:
    """What the top line says of the people at a table at this moment.

    Of several seats that are waited for, those of this keyboard come first, and the one that has
    the least time.
    """
    watching = len(table.seating.watching)
    if table.state.over or table.readonly or table.seating.free:
        return Standing(watching)
    people = frozenset(range(len(table.setup.seats))) - table.seating.computers
    waited = table.state.to_act & people
    clocks = [
        (until, seat, reason)
        for seat in (waited & own or waited)
        for until, reason in deadlines(table, seat)
    ]
    if not clocks:
        return Standing(watching)
    until, seat, reason = min(clocks)
    left = max(0, int((until - now).total_seconds()))
    minutes, seconds = divmod(left, 60)
    hurry = left <= HURRY_SECONDS
    said = texts.TURN_HURRY if hurry else texts.TURN_CLOCK
    if reason == "away":
        said = texts.TURN_AWAY
    clock = said(name=table.names[seat], minutes=minutes, seconds=f"{seconds:02}")
    return Standing(watching, clock, hurry)


def waits_for(hosting: Hosting, seating: Seating) -> str:
    """What a table with free seats waits for; nothing where none is free."""
    count = len(seating.free)
    if not count:
        return ""
    if not hosting.code:
        return texts.WAITS(count=count)
    return texts.WAITS_CODE(count=count, code=said_code(hosting.code))


def said_code(code: str) -> str:
    """A code as it is shown and said: "K7MQ-X4RD"."""
    return spoken(code).upper()
