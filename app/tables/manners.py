"""What people do at a table beside the game, and who may: every refusal is a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from app import texts
from app.tables.errors import TableTrouble, sentence
from app.tables.notes import Builder
from app.tables.seating import PACES, SUBSTITUTE, Note, Reason, Seating
from app.tables.table import Table

PACE_SENTENCES = ("pace_0", "pace_1", "pace_2", "pace_3", "pace_4")
"""What is said of each of `PACES`."""


def may_change(seating: Seating, person: str, seat: int) -> bool:
    """Whether a person may say who plays a seat: whose it is, or the host."""
    chair = seating.chairs[seat]
    return seating.host == person or (chair.person == person and not chair.free)


def let_computer_play(table: Table, person: str, seat: int, who: str) -> None:
    """A computer player plays for a seat from now on.

    Raises:
        TableTrouble: ``not_yours``, or the table can only be looked at.
        StoreTrouble: it could not be stored.
    """

    def computer(seating: Seating) -> Note:
        _check(seating, person, seat)
        return Note(kind="computer", seat=seat, by=person, who=who)

    table.note(computer)


def play_again(table: Table, person: str, seat: int) -> None:
    """A person plays a seat again that a computer player had.

    Raises:
        TableTrouble: ``not_yours``, or the table can only be looked at.
        StoreTrouble: it could not be stored.
    """

    def again(seating: Seating) -> Note:
        _check(seating, person, seat)
        chair = seating.chairs[seat]
        ownerless = person and not chair.person
        if chair.free or ownerless:
            return Note(kind="sat", seat=seat, by=person, who=person, name=chair.name)
        return Note(kind="returned", seat=seat, by=person)

    table.note(again)


def pace_changed(table: Table, person: str, by: int) -> str:
    """Computer players faster or slower by so many steps; a sentence that says how fast they are.

    Raises:
        TableTrouble: the table can only be looked at.
        StoreTrouble: it could not be stored.
    """
    if person not in table.seating.people and person != table.seating.host:
        raise TableTrouble("not_playing")
    if not table.seating.computers:
        raise TableTrouble("no_computers")
    pace = min(max(table.seating.pace + by, 0), len(PACES) - 1)
    if pace != table.seating.pace:
        table.note(Note(kind="pace", by=person, pace=pace))
    return sentence(PACE_SENTENCES[pace])


def leave(table: Table, person: str) -> None:
    """A person gives up every seat of theirs: it is free, or a computer player goes on for them.

    Raises:
        TableTrouble: ``not_playing``, or the table can only be looked at.
        StoreTrouble: it could not be stored.
    """
    if not (seats := table.seating.owned_by(person)):
        raise TableTrouble("not_playing")
    for seat in sorted(seats):
        _vacate(table, person, person, seat, "away")


def kick(table: Table, person: str, who: str) -> None:
    """The host sends somebody away; their seats are free, or computer players go on.

    Raises:
        TableTrouble: ``not_host``, ``not_oneself``, ``not_here``, ``not_keyboard``.
        StoreTrouble: it could not be stored.
    """
    table.note(_by_host(table, person, who, lambda name: Note(kind="kicked", who=who, name=name)))
    for seat in sorted(table.seating.owned_by(who)):
        _vacate(table, person, who, seat, "kicked")


def mute(table: Table, person: str, who: str, muted: bool = True) -> None:
    """The host says whether somebody may talk.

    Raises:
        TableTrouble: ``not_host``, ``not_oneself``, ``not_here``, ``not_keyboard``.
        StoreTrouble: it could not be stored.
    """
    kind: Literal["muted", "unmuted"] = "muted" if muted else "unmuted"
    table.note(_by_host(table, person, who, lambda name: Note(kind=kind, who=who, name=name)))


def hand_over(table: Table, person: str, who: str) -> None:
    """The host makes somebody else the host.

    Raises:
        TableTrouble: ``not_host``, ``not_oneself``, ``not_here``.
        StoreTrouble: it could not be stored.
    """

    def host(seating: Seating) -> Note:
        if seating.host != person:
            raise TableTrouble("not_host")
        if who not in seating.here:
            raise TableTrouble("not_here")
        if who == person:
            raise TableTrouble("not_oneself")
        return Note(kind="host", by=person, who=who, name=name_of(table, who, seating))

    table.note(host)


def name_of(table: Table, person: str, seating: Seating | None = None) -> str:
    """What a person is called at a table: by their seat, or as they came; "" for a stranger."""
    seating = seating or table.seating
    seats = seating.owned_by(person)
    if person and seats:
        seat = min(seats)
        return seating.chairs[seat].name or table.setup.seats[seat]
    came = next((one.name for one in seating.present if one.person == person), "")
    return came or (texts.KEYBOARD() if not person else "")


def _by_host(table: Table, person: str, who: str, make: Callable[[str], Note]) -> Builder:
    """A note that the host makes about somebody else, who is or was at the table."""

    def build(seating: Seating) -> Note:
        if seating.host != person:
            raise TableTrouble("not_host")
        if who == person:
            raise TableTrouble("not_oneself")
        if not who:
            raise TableTrouble("not_keyboard")
        if who not in seating.here | seating.people | seating.muted:
            raise TableTrouble("not_here")
        return make(name_of(table, who, seating)).replace(by=person)

    return build


def _vacate(table: Table, person: str, who: str, seat: int, reason: Reason) -> None:
    """Nobody sits there any more; once the game has begun, a computer player goes on."""

    def vacated(seating: Seating) -> Note:
        chair = seating.chairs[seat]
        if chair.free or chair.person != who:
            raise TableTrouble("not_playing")
        name = chair.name or table.setup.seats[seat]
        if not table.begun:
            return Note(kind="left", seat=seat, by=person, who=who, name=name, reason=reason)
        return Note(kind="computer", seat=seat, by=person, who=SUBSTITUTE, reason=reason)

    table.note(vacated)


def _check(seating: Seating, person: str, seat: int) -> None:
    if not may_change(seating, person, seat):
        raise TableTrouble("not_yours")
