"""The seats of a table as a list, and those who may be asked to play one."""

from __future__ import annotations

from collections.abc import Sequence

from app.tables.seating import Chair, Seating
from app.views import company_texts as people
from app.views import lobby_texts as texts
from app.views.lobby import Item
from app.views.lobby_hosting import FREE, computer_titles, who_choices, who_help

WATCHER = "watcher-"
"""Before the id of a person who only watches, in the list of seats."""

LEAVE, KICK, MUTE, UNMUTE, HOST = "leave", "kick", "mute", "unmute", "host"
"""Answers to what shall be done, beside who plays the seat."""


def seat_items(names: Sequence[str], seating: Seating, person: str) -> tuple[Item, ...]:
    """Every seat with its name and who plays it, as this person sees it; then those who watch."""
    seats = zip(names, seating.chairs, strict=True)
    return (
        *(
            Item(str(seat), name, note=_more(plays(chair, seating, person), chair.person, seating))
            for seat, (name, chair) in enumerate(seats)
        ),
        *(
            Item(
                WATCHER + one.person,
                one.name,
                note=_more(people.WATCHES(), one.person, seating),
                heading="" if at else people.WATCHERS(),
            )
            for at, one in enumerate(seating.watching)
        ),
    )


def _more(note: str, who: str, seating: Seating) -> str:
    """What else there is to say of a person; nothing of whoever plays at the machine itself."""
    host = people.IS_HOST() if who and who == seating.host else ""
    muted = people.IS_MUTED() if who in seating.muted else ""
    return " · ".join(filter(None, (note, host, muted)))


def deed_items(seating: Seating, person: str, who: str, seated: bool) -> tuple[Item, ...]:
    """What this person may do with another one, or with their own seat."""
    if not who:
        return ()
    if who == person:
        return (Item(LEAVE, people.LEAVE_SEAT()),) if seated else ()
    if seating.host != person:
        return ()
    mute = (UNMUTE, people.UNMUTE()) if who in seating.muted else (MUTE, people.MUTE())
    host = (Item(HOST, people.MAKE_HOST()),) if who in seating.here else ()
    return (Item(*mute), *host, Item(KICK, people.KICK()))


def plays(chair: Chair, seating: Seating, person: str) -> str:
    """Who plays a seat now, in a few words."""
    if chair.free:
        return texts.SEAT_FREE()
    if chair.computer:
        title = computer_titles().get(chair.computer, chair.computer)
        return _WHY[chair.why](name=title)
    if chair.person == person:
        return texts.SEAT_HERE()
    return texts.SEAT_AWAY() if chair.person not in seating.here else texts.SEAT_PERSON()


_WHY = {
    "asked": texts.SEAT_COMPUTER,
    "away": texts.SEAT_AWAY_COMPUTER,
    "late": texts.SEAT_LATE_COMPUTER,
    "lost": texts.SEAT_LOST_COMPUTER,
    "kicked": texts.SEAT_COMPUTER,
}


def who_items() -> tuple[Item, ...]:
    """Everybody who can play a seat: the person whose it is, and the computer players."""
    return tuple(
        Item(name, label, detail=who_help(name) if at else "")
        for at, (name, label) in enumerate(who_choices())
        if name != FREE
    )
