"""The lobby of a parlour with several doors: what each table is to this person at this moment."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from app import texts as house_texts
from app.tables.admission import Way, is_shared, way
from app.views import company_texts as texts
from app.views import lobby_texts
from app.views.lobby import Item, leave_item, table_item

if TYPE_CHECKING:
    from app.tables.hub import TableLine

SECTIONS: Final[Sequence[tuple[Way | None, str, str]]] = (
    ("return", texts.YOUR_SEAT(), texts.WAY_RETURN()),
    ("join", texts.SEATS_FREE(), texts.WAY_JOIN()),
    ("watch", texts.IN_PLAY(), texts.WAY_WATCH()),
    (None, lobby_texts.FINISHED(), ""),
)
"""What tables stand under in this order, and the word for what can be done with them."""

NAMES_SHOWN: Final = 5
"""So many of those who are present are named in a line."""


class Room(NamedTuple):
    """The lobby as one person sees it: what it lists, and what each table is to them."""

    items: tuple[Item, ...]
    ways: Mapping[str, Way]


def is_live(tables: Sequence[TableLine]) -> bool:
    """Whether any table in play has to do with others than the machine's own keyboard."""
    return any(is_shared(line.hosting, line.seating) for line in tables if not line.over)


def live_room(
    tables: Sequence[TableLine],
    now: datetime,
    person: str,
    codes: Collection[str],
    keys: Mapping[str, str],
    visiting: bool,
    kept: bool = True,
) -> Room:
    """The house's own things, then the tables under what they are to a person, newest first.

    ``keys`` are those of the house's own things; ``visiting`` is False at the machine's keyboard,
    ``kept`` whether tables outlive the program.
    """
    ways: dict[str, Way] = {}
    found: dict[Way | None, list[TableLine]] = {}
    for line in tables:
        known = way(line.hosting, line.seating, line.over, person, codes)
        if known is not None:
            ways[line.id] = known
            found.setdefault(None if line.over else known, []).append(line)
    items: list[Item] = []
    for section, heading, word in SECTIONS:
        for at, line in enumerate(found.get(section, ())):
            number = len(items) + 1
            key = str(number) if section is not None and number < 10 else ""
            above = "" if at else heading
            items.append(table_item(line, now, key, above, word, _people(line)))
    return Room((*_own(keys, visiting, kept), *items), ways)


def _own(keys: Mapping[str, str], visiting: bool, kept: bool) -> tuple[Item, ...]:
    """What is not a table."""
    new = Item("new", lobby_texts.NEW_TABLE(), keys["rematch"], lobby_texts.NEW_TABLE_NOTE())
    rules = Item("rules", lobby_texts.READ_RULES(), keys["rules"], lobby_texts.READ_RULES_NOTE())
    leave = leave_item(kept)
    if not visiting:
        return new, rules, leave
    code = Item("code", texts.JOIN_BY_CODE(), keys["code"], texts.JOIN_BY_CODE_NOTE())
    you = Item("you", texts.YOU(), keys["you"], texts.YOU_NOTE())
    return new, code, rules, you, leave


def _people(line: TableLine) -> tuple[str, ...]:
    """Who is there, how many seats are free, who is the host; nothing of that for a table that is
    over, or that a single keyboard plays."""
    seating = line.seating
    if line.over or not is_shared(line.hosting, seating):
        return ()
    free = texts.FREE_SEATS(count=len(seating.free)) if seating.free else ""
    shown = [one.name for one in seating.present if seating.owned_by(one.person)][:NAMES_SHOWN]
    here = texts.PRESENT(names=", ".join(shown)) if shown else ""
    watching = texts.WATCHING(count=len(seating.watching)) if seating.watching else ""
    return free, here, watching, texts.HOSTED_BY(name=_host(line))


def _host(line: TableLine) -> str:
    """What the host is called: by a seat, or as they came."""
    seating = line.seating
    seats = zip(seating.chairs, line.seats, strict=False)
    named = [name for chair, name in seats if chair.person == seating.host and not chair.free]
    named += [one.name for one in seating.present if one.person == seating.host]
    return named[0] if named and seating.host else house_texts.KEYBOARD()
