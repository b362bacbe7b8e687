"""A table's past, lived through again from its entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from app.tables.journal import Entry, Opening, digest
from engine.model import Event, GameState
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset, fold


class Past(NamedTuple):
    """What entries tell: as many of them as these rules can follow, and the table after them.

    ``followed`` is False when an entry is left over that these rules cannot follow.
    """

    entries: tuple[Entry, ...]
    events: tuple[Event, ...]
    state: GameState
    followed: bool


def relive(game: Ruleset, opening: Opening, entries: tuple[Entry, ...]) -> Past | None:
    """The table that entries tell of, None when these rules cannot even lay it.

    The fingerprint of the last state is compared; only when it differs every one is, to find the
    last entry that other rules agree on (R100).
    """
    try:
        laid = game.initial(opening.setup)
    except IllegalAction:
        return None
    past = follow(game, laid, entries, check_all=False)
    if not past.followed:
        past = follow(game, laid, entries, check_all=True)
    return past if past.entries else None


def follow(game: Ruleset, state: GameState, entries: Iterable[Entry], check_all: bool) -> Past:
    """Entries applied one after the other, up to the first that these rules cannot follow."""
    events: list[Event] = []
    done: list[Entry] = []
    entries = tuple(entries)
    for entry in entries:
        try:
            told = tuple(game.parse_event(event) for event in entry.events)
            after = fold(game, state, told)
            fits = not (check_all or entry is entries[-1]) or digest(after) == entry.state
        except Exception:  # other rules may fail in any way; the entry is then not ours
            fits = False
        if not fits:
            return Past(tuple(done), tuple(events), state, False)
        state = after
        events += told
        done.append(entry)
    return Past(tuple(done), tuple(events), state, True)
