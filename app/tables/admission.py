"""Who may come to a table, and as what. The machine's own keyboard ("") sees all its tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Final, Literal

from app.tables.ids import read_id
from app.tables.seating import Chair, Hosting, Seating

Way = Literal["return", "join", "watch"]
"""``return``: a seat is theirs, or they are the host. ``join``: a seat is free for them. ``watch``:
they may look on; at a finished table there is nothing else to do."""

TRIES: Final = 8
"""Codes that nobody has which one session may try in `TRY_SECONDS`."""

TRY_SECONDS: Final = 60.0


def way(
    hosting: Hosting,
    seating: Seating,
    over: bool,
    person: str,
    codes: Collection[str] = (),
) -> Way | None:
    """What a person may do with a table, None where it does not concern them at all.

    ``codes`` are those that the person has given so far.
    """
    if person in seating.kicked:
        return None
    theirs = person == seating.host or any(_is_theirs(chair, person) for chair in seating.chairs)
    if theirs:
        return "watch" if over else "return"
    if not let_in(hosting, person, codes):
        return None
    return "join" if seating.free and not over else "watch"


def _is_theirs(chair: Chair, person: str) -> bool:
    """Whether a seat waits for a person. One that a computer was asked to play has no owner where
    none is named."""
    return chair.person == person and not chair.free and bool(person or not chair.computer)


def let_in(hosting: Hosting, person: str, codes: Collection[str] = ()) -> bool:
    """Whether a person who has no seat at a table may come to it."""
    if not person or hosting.access == "open":
        return True
    return hosting.access == "code" and bool(hosting.code) and hosting.code in codes


def is_shared(hosting: Hosting, seating: Seating) -> bool:
    """Whether others than the machine's own keyboard have to do with a table, or may have."""
    return (
        hosting.access != "private"
        or bool(seating.host or hosting.host)
        or any(chair.free or chair.person for chair in seating.chairs)
    )


def read_code(text: str) -> str | None:
    """The code that a person means, however it is written, or None."""
    return read_id(text)


class Tries:
    """How often somebody has given a code that does not exist."""

    def __init__(self) -> None:
        self._failed: deque[float] = deque(maxlen=TRIES)

    def exhausted(self, now: float) -> bool:
        """Whether no more may be tried for a while; ``now`` in seconds."""
        return len(self._failed) == TRIES and now - self._failed[0] < TRY_SECONDS

    def failed(self, now: float) -> None:
        """One was wrong."""
        self._failed.append(now)
