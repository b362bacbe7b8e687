"""Who sits where, beside the rules: people, computer players, and all that is told about them.

A table's journal holds notes between its actions. A note changes no rule, no die and no version of
the game, so that an action chosen before it still stands. Notes are folded into a `Seating` as
events are folded into a state: `seated` may refuse nothing.
"""

from __future__ import annotations

from typing import Literal

from app.tables.ids import new_id
from engine.model import Frozen

NoteKind = Literal[
    "sat", "left", "computer", "returned", "came", "went", "host", "kicked", "muted", "unmuted",
    "pace", "said", "again",
]  # fmt: skip
"""What a note tells.

``sat``: a person takes a seat. ``left``: the seat is given up and free. ``computer``: a computer
player plays for it from now on. ``returned``: its person plays again. ``came``, ``went``: a person
is at the table, or is not; ``seat`` is theirs, None for somebody who watches. ``host``: a person is
the host. ``kicked``: a person may not come back. ``muted``, ``unmuted``: whether a person may talk.
``pace``: how fast computers play. ``said``: a line of chat. ``again``: everybody goes on at another
table, whose name is the text.
"""

Reason = Literal["asked", "away", "late", "lost", "kicked"]
"""Why: somebody wanted it; nobody was there; the clock ran out; the connection was lost; the host
sent them away."""

Access = Literal["open", "code", "private"]
"""Whom the lobby of a served parlour lets in: everybody, who knows the code, or nobody."""

PACES: tuple[float, ...] = (3.0, 1.6, 0.9, 0.4, 0.1)
"""Seconds that a computer player takes for an action, from slow to fast."""

USUAL_PACE = 2
"""The place in `PACES` where a table starts."""

SUBSTITUTE = "stella"
"""The computer player who plays for a person that is away."""


class Chair(Frozen):
    """A seat of the table, and who plays it.

    ``person`` is whose keyboard plays it; empty where it is the keyboard of the machine itself.
    ``name`` is what the person is called where that is not the set-up's name. ``computer`` is the
    computer player who plays it now, "" for none, and ``why`` it does. ``free``: nobody has it yet.
    """

    person: str = ""
    name: str = ""
    computer: str = ""
    why: Reason = "asked"
    free: bool = False


class Hosting(Frozen):
    """What a table agrees on beside its rules; without chairs every seat is played at the keyboard.

    ``coach``: whether the coach may be asked. ``turn_seconds``: how long a seat may take, None for
    ever. ``absent``: who plays for a seat whose person is away: nobody, or a computer player.
    """

    chairs: tuple[Chair, ...] = ()
    host: str = ""
    coach: bool = True
    access: Access = "private"
    code: str = ""
    turn_seconds: int | None = None
    absent: Literal["wait", "computer"] = "wait"


def hosted_by(hosting: Hosting, person: str, seats: int) -> Hosting:
    """A table's hosting when a person lays it: the seats that people play are at their keyboard.

    A table with free seats that nobody else could find can be joined by its code. Whoever may come
    at all may be invited with one.
    """
    free = any(chair.free for chair in hosting.chairs)
    if not person and not free and hosting.access == "private":
        return hosting
    chairs = (*hosting.chairs, *(Chair() for _ in range(seats - len(hosting.chairs))))
    own = tuple(
        chair if chair.free or chair.computer else chair.replace(person=person) for chair in chairs
    )
    access = hosting.access
    if access == "private" and free:
        access = "code"
    code = "" if access == "private" else hosting.code or new_id()
    return hosting.replace(chairs=own, host=person, access=access, code=code)


class Note(Frozen):
    """Something that happened beside the game: see `NoteKind`.

    ``by`` is the person who did it, "" for the house itself; ``who`` the person or the computer
    player that it is about, ``name`` what that one is called. ``token`` is the session at which
    somebody comes or goes.
    """

    kind: NoteKind
    seat: int | None = None
    by: str = ""
    who: str = ""
    name: str = ""
    reason: Reason = "asked"
    text: str = ""
    pace: int = USUAL_PACE
    token: str = ""


class Presence(Frozen):
    """Somebody who is at the table, by which name, and at which session: the one that came last."""

    person: str
    name: str = ""
    token: str = ""


class Seating(Frozen):
    """Who plays, hosts, watches and may talk at this moment; ``present`` in the order they came."""

    chairs: tuple[Chair, ...]
    host: str = ""
    present: tuple[Presence, ...] = ()
    kicked: frozenset[str] = frozenset()
    muted: frozenset[str] = frozenset()
    pace: int = USUAL_PACE

    @property
    def here(self) -> frozenset[str]:
        """Those who are present."""
        return frozenset(one.person for one in self.present)

    @property
    def watching(self) -> tuple[Presence, ...]:
        """Those who are present and have no seat."""
        return tuple(one for one in self.present if not self.owned_by(one.person))

    def session(self, person: str) -> str:
        """The session of a person who is present, else nothing."""
        return next((one.token for one in self.present if one.person == person), "")

    @property
    def computers(self) -> frozenset[int]:
        """The seats that computer players play now."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.computer)

    @property
    def free(self) -> frozenset[int]:
        """The seats that nobody has yet."""
        return frozenset(seat for seat, chair in enumerate(self.chairs) if chair.free)

    @property
    def people(self) -> frozenset[str]:
        """Everybody who has a seat, the keyboard of the machine itself ("") included."""
        return frozenset(chair.person for chair in self.chairs if not chair.free)

    def played_by(self, person: str) -> frozenset[int]:
        """The seats that a person plays now."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.person == person and not chair.computer and not chair.free
        )

    def owned_by(self, person: str) -> frozenset[int]:
        """The seats that belong to a person, those a computer player plays meanwhile included."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.chairs)
            if chair.person == person and not chair.free
        )


def first_seating(hosting: Hosting, seats: int) -> Seating:
    """The seating of a table as it was laid."""
    chairs = (*hosting.chairs, *(Chair() for _ in range(seats)))[:seats]
    return Seating(chairs=chairs, host=hosting.host)


def seated(seating: Seating, note: Note) -> Seating:
    """The seating after a note; one that does not fit changes nothing."""
    match note.kind:
        case "came":
            came = Presence(person=note.who, name=note.name, token=note.token)
            return seating.replace(present=(*_without(seating, note.who), came))
        case "went":
            other = note.token and seating.session(note.who) != note.token
            return seating if other else seating.replace(present=_without(seating, note.who))
        case "host":
            return seating.replace(host=note.who)
        case "kicked":
            return seating.replace(
                kicked=seating.kicked | {note.who}, present=_without(seating, note.who)
            )
        case "muted":
            return seating.replace(muted=seating.muted | {note.who})
        case "unmuted":
            return seating.replace(muted=seating.muted - {note.who})
        case "pace":
            return seating.replace(pace=min(max(note.pace, 0), len(PACES) - 1))
        case "said" | "again":
            return seating
    return _changed(seating, note)


def _without(seating: Seating, person: str) -> tuple[Presence, ...]:
    return tuple(one for one in seating.present if one.person != person)


def _changed(seating: Seating, note: Note) -> Seating:
    seat = note.seat
    if seat is None or not 0 <= seat < len(seating.chairs):
        return seating
    chair = seating.chairs[seat]
    match note.kind:
        case "sat":
            chair = Chair(person=note.who, name=note.name)
        case "left":
            chair = Chair(free=True)
        case "computer":
            chair = chair.replace(computer=note.who, why=note.reason, free=False)
        case _:
            chair = chair.replace(computer="", why="asked")
    chairs = (*seating.chairs[:seat], chair, *seating.chairs[seat + 1 :])
    return seating.replace(chairs=chairs)
