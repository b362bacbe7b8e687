"""Coming to a table and leaving it, taking a seat, and talking there.

Each is one note that is made when everything before it is known, so that two who do the same at
once, in whatever processes, do not both succeed.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta
from typing import Final

from app import texts
from app.tables.admission import let_in
from app.tables.errors import BadInput, TableTrouble
from app.tables.manners import name_of
from app.tables.names import cut, suggest_name, visible
from app.tables.notes import Builder
from app.tables.seating import Note, Reason, Seating
from app.tables.table import Table

SAY_CELLS: Final = 200
"""The longest line of chat, in terminal cells."""

SAY_LINES: Final = 5
SAY_SECONDS: Final = 10
"""So many lines in so many seconds may a person say at a table."""

BACK_SECONDS: Final = 600
"""So long after it was torn somebody's line leads back to their seat by itself."""

BACK_FROM: Final[frozenset[Reason]] = frozenset({"away", "late", "lost"})
"""Why a computer player may have a seat that its person gets back by coming."""


class _Settled(Exception):
    """There is nothing to note."""


def join(table: Table, person: str, name: str, codes: Collection[str] = ()) -> int:
    """Take a free seat, and give its number; of two at once one gets it.

    Without a name the seat keeps the one it was laid with. No two seats are called the same.

    Raises:
        TableTrouble: ``sent_away``, ``no_entry``, ``seated_already``, ``seats_taken``.
        StoreTrouble: it could not be stored.
    """

    def sat(seating: Seating) -> Note:
        if person in seating.kicked:
            raise TableTrouble("sent_away")
        if person and seating.owned_by(person):
            raise TableTrouble("seated_already")
        if person != seating.host and not let_in(table.hosting, person, codes):
            raise TableTrouble("no_entry")
        if not seating.free or table.state.over:
            raise TableTrouble("seats_taken")
        seat = min(seating.free)
        return Note(
            kind="sat",
            seat=seat,
            by=person,
            who=person,
            name=_free_name(table, seating, person, name or table.setup.seats[seat]),
        )

    seat = _noted(table, sat).seat
    assert seat is not None
    return seat


def come(table: Table, person: str, name: str, token: str) -> None:
    """A person is at the table, at this session and at no other from now on.

    Seats that a computer player had because they were not there are theirs again, and a table
    whose host is gone has a host again.

    Raises:
        TableTrouble: ``sent_away``.
        StoreTrouble: it could not be stored.
    """
    if table.readonly or table.state.over:
        return

    def came(seating: Seating) -> Note:
        if person in seating.kicked:
            raise TableTrouble("sent_away")
        if seating.session(person) == token:
            raise _Settled
        called = name_of(table, person, seating) or name or texts.KEYBOARD()
        if not seating.owned_by(person):
            called = _free_name(table, seating, person, called)
        seat = min(seating.owned_by(person), default=None)
        return Note(kind="came", seat=seat, by=person, who=person, name=called, token=token)

    with suppress(_Settled):
        table.note(came)
    take_back(table, person)
    _find_host(table)


def take_back(table: Table, person: str) -> bool:
    """Play every seat again that a computer player has because its person was not there in time.

    Raises:
        StoreTrouble: it could not be stored.
    """
    taken = False
    for seat in sorted(table.seating.owned_by(person)):

        def returned(seating: Seating, seat: int = seat) -> Note:
            chair = seating.chairs[seat]
            if chair.person != person or not chair.computer or chair.why not in BACK_FROM:
                raise _Settled
            return Note(kind="returned", seat=seat, by=person, reason=chair.why)

        with suppress(_Settled):
            table.note(returned)
            taken = True
    return taken


def go(table: Table, person: str, token: str, reason: Reason = "asked") -> None:
    """A person is not at the table any more, unless they are at another session by now.

    Raises:
        StoreTrouble: it could not be stored.
    """

    def went(seating: Seating) -> Note:
        if seating.session(person) != token:
            raise _Settled
        return Note(
            kind="went",
            seat=min(seating.owned_by(person), default=None),
            by=person,
            who=person,
            name=name_of(table, person, seating),
            token=token,
            reason=reason,
        )

    if table.readonly:
        return
    with suppress(_Settled):
        table.note(went)
        _find_host(table)


def torn_away(table: Table, person: str) -> bool:
    """Whether a person's line was torn at a table just now; they may still count as present."""
    if person in table.seating.here:
        return True
    went = (
        one for one in reversed(table.noted) if (one.note.kind, one.note.who) == ("went", person)
    )
    last = next(went, None)
    return (
        last is not None
        and last.note.reason == "lost"
        and table.now() - last.at < timedelta(seconds=BACK_SECONDS)
    )


def _find_host(table: Table) -> None:
    """The next who is present and has a seat is the host, where the host is not there."""
    if table.state.over:
        return

    def host(seating: Seating) -> Note:
        heirs = [one.person for one in seating.present if seating.owned_by(one.person)]
        if seating.host in seating.here or not heirs:
            raise _Settled
        return Note(kind="host", who=heirs[0], name=name_of(table, heirs[0], seating))

    with suppress(_Settled):
        table.note(host)


def say(table: Table, person: str, text: str) -> None:
    """Say a line to everybody at the table.

    Raises:
        TableTrouble: ``muted``, ``too_fast``, ``nothing_said``, ``not_here``.
        StoreTrouble: it could not be stored.
    """
    said = cut(visible(text), SAY_CELLS)
    if not said:
        raise TableTrouble("nothing_said")

    def line(seating: Seating) -> Note:
        if person in seating.kicked:
            raise TableTrouble("sent_away")
        if person in seating.muted:
            raise TableTrouble("muted")
        if person not in seating.here | seating.people:
            raise TableTrouble("not_here")
        since = table.now() - timedelta(seconds=SAY_SECONDS)
        lately = [
            one
            for one in table.noted[-SAY_LINES * 40 :]
            if one.note.kind == "said" and one.note.by == person and one.at > since
        ]
        if len(lately) >= SAY_LINES:
            raise TableTrouble("too_fast")
        name = name_of(table, person, seating)
        return Note(kind="said", by=person, who=person, name=name, text=said)

    table.note(line)


def may_act(seating: Seating, person: str, token: str, seat: int | None) -> None:
    """Refuse what a session may not do: act for a seat it does not play, or after it was closed.

    Raises:
        TableTrouble: ``elsewhere``, ``watching``.
    """
    if person and seating.session(person) not in ("", token):
        raise TableTrouble("elsewhere")
    if seat is not None and seat not in seating.played_by(person):
        raise TableTrouble("watching")


def _noted(table: Table, build: Builder) -> Note:
    """Make a note and give it as it was made."""
    outcome = table.note(build)
    assert outcome.note is not None
    return outcome.note


def _free_name(table: Table, seating: Seating, person: str, name: str) -> str:
    """A name near to this one that nobody else has at the table."""
    chairs = zip(seating.chairs, table.setup.seats, strict=True)
    taken = [chair.name or laid for chair, laid in chairs if not chair.free]
    taken += [one.name for one in seating.present if one.person != person]
    try:
        return suggest_name(name, taken)
    except BadInput:
        return suggest_name(texts.KEYBOARD(), taken)
