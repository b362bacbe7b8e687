"""Who plays for those who are not there: computer players, the turn clock, seats left alone.

Everything goes through the table's one door, so that it does not matter which process does it; the
later one of two finds that the table has moved on.

A turn is never passed over. None of the games has a turn that is not taken: what a missing one
would do to a last round, to a row of busts or to dice that go on to the left, no rule says, and a
journal is nothing but rules replayed. So a turn that is not waited for is played out by a computer
player, which all see and which hands the seat back; a table that does not want that waits.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from time import monotonic

from app.tables.errors import TableTrouble, Trouble
from app.tables.seating import PACES, SUBSTITUTE, Note, Reason, Seating
from app.tables.table import Outcome, Table
from app.tables.table import utc_now as now
from engine.model import Action
from engine.refusal import IllegalAction

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())

AWAY_SECONDS = 30.0
"""How long a seat of somebody who went waits for them."""

AGAIN_SECONDS = 2.0
"""How long to wait when a table could not be stored."""

TURN_PAUSE = 2.0
"""So many times the pace passes after a turn, so that everybody sees how it ended."""

Mood = Callable[[], float]


class Steward:
    """One thread that serves any number of tables, as long as somebody has them in view."""

    def __init__(self, mood: Mood | None = None) -> None:
        self._mood = mood or SystemRandom().random
        self._due: dict[str, float] = {}
        self._tables: dict[str, tuple[Table, int, Callable[[], None]]] = {}
        self._wake = threading.Condition()
        self._thread: threading.Thread | None = None

    def attend(self, table: Table) -> Callable[[], None]:
        """Serve a table from now on; call the result to end it. Calls for one table add up."""
        with self._wake:
            known = self._tables.get(table.id)
            if known is None:
                leave = table.subscribe(lambda outcome: self._heard(table, outcome))
                self._tables[table.id] = (table, 1, leave)
            else:
                self._tables[table.id] = (known[0], known[1] + 1, known[2])
            self._due.setdefault(table.id, monotonic() + pace_of(table))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="steward", daemon=True)
                self._thread.start()
            self._wake.notify()
        done = threading.Event()

        def end() -> None:
            if not done.is_set():
                done.set()
                self._let_go(table.id)

        return end

    def _let_go(self, name: str) -> None:
        with self._wake:
            table, count, leave = self._tables[name]
            if count > 1:
                self._tables[name] = (table, count - 1, leave)
                return
            del self._tables[name]
            self._due.pop(name, None)
            self._wake.notify()
        leave()

    def _heard(self, table: Table, outcome: Outcome) -> None:
        ended = any(event.kind in ("turn_ended", "round_ended") for event in outcome.events)
        wait = pace_of(table) * (TURN_PAUSE if ended else 1.0)
        with self._wake:
            if table.id in self._tables:
                self._due[table.id] = monotonic() + wait
                self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                if not self._tables:
                    self._thread = None
                    return
                name = min(self._due, key=self._due.__getitem__, default=None)
                wait = None if name is None else self._due[name] - monotonic()
                if name is None or wait is None or wait > 0:
                    self._wake.wait(wait)
                    continue
                del self._due[name]
                table = self._tables[name][0]
            again = self._serve(table)
            if again is not None:
                with self._wake:
                    if name in self._tables:
                        self._due.setdefault(name, monotonic() + again)

    def _serve(self, table: Table) -> float | None:
        """Do what is due at a table; seconds until it has to be looked at again, if it has."""
        try:
            return serve(table, self._mood)
        except Trouble:
            return AGAIN_SECONDS
        except Exception:
            log.exception("a table could not be served")
            return None


def pace_of(table: Table) -> float:
    """Seconds that a computer player takes for an action at a table."""
    return PACES[table.seating.pace]


def serve(table: Table, mood: Mood) -> float | None:
    """One action for each computer seat that may act, and substitutes for those who are away.

    The seconds until the table has to be looked at again without anything happening, else None.

    Raises:
        StoreTrouble: it could not be stored; nothing has changed.
    """
    if table.readonly or table.state.over or table.seating.free:
        return None
    tried: set[int] = set()
    while waiting := (_played(table) & table.state.to_act) - tried:
        seat = min(waiting)
        tried.add(seat)
        version = table.state.version
        try:
            table.submit(_chosen(table, seat, mood), version)
        except IllegalAction as refusal:
            if refusal.code != "stale":
                raise
    return _substitute(table)


def _chosen(table: Table, seat: int, mood: Mood) -> Action:
    """What the computer player of a seat does; one that fails does the first thing there is."""
    try:
        return choice(table, seat, mood())
    except Exception:
        log.exception("a computer player failed")
        return table.game.legal_actions(table.state, seat)[0]


def _played(table: Table) -> frozenset[int]:
    """The seats that computer players play: by agreement, or because nobody ever sits there."""
    people = len(table.setup.seats)
    return table.seating.computers | {seat for seat in table.state.to_act if seat >= people}


def choice(table: Table, seat: int, mood: float) -> Action:
    """What the computer player of a seat does now."""
    from app.tables.wins import win_table_of
    from engine.strategy.players import PLAYERS, choose

    chairs = table.seating.chairs
    name = chairs[seat].computer if seat < len(chairs) else ""
    who = next((one for one in PLAYERS if one.name == name), PLAYERS[-1])
    state = table.state
    return choose(table.game, state, seat, who, mood, win_table_of(state))


def deadlines(table: Table, seat: int) -> list[tuple[datetime, Reason]]:
    """Until when, in UTC, the seat of a person is waited for, and why no longer."""
    hosting, since = table.hosting, table.waits_since(seat)
    found: list[tuple[datetime, Reason]] = []
    person = table.seating.chairs[seat].person
    if hosting.absent == "computer" and person and person not in table.seating.here:
        gone = max(since, _gone_since(table, person) or since)
        found.append((gone + timedelta(seconds=AWAY_SECONDS), "away"))
    if hosting.turn_seconds is not None:
        found.append((since + timedelta(seconds=hosting.turn_seconds), "late"))
    return found


def _gone_since(table: Table, person: str) -> datetime | None:
    """When a person left the table, if they were ever there."""
    notes = ((one.note.kind, one.note.who, one.at) for one in reversed(table.noted))
    return next((at for kind, who, at in notes if (kind, who) == ("went", person)), None)


def _substitute(table: Table) -> float | None:
    """Have computer players take over from those who are late or away."""
    again: list[float] = []
    for seat in sorted(table.state.to_act & frozenset(range(len(table.setup.seats)))):
        if table.seating.chairs[seat].computer:
            continue
        for until, reason in deadlines(table, seat):
            left = (until - now()).total_seconds()
            if left <= 0:
                table.note(partial(_taken_over, table, seat, reason))
                break
            again.append(left)
    return min(again, default=None)


def _taken_over(table: Table, seat: int, reason: Reason, seating: Seating) -> Note:
    """The note of a substitute, unless the seat has acted or somebody has come meanwhile."""
    chair = seating.chairs[seat]
    until = next((one for one, why in deadlines(table, seat) if why == reason), None)
    if chair.computer or seat not in table.state.to_act or until is None or until > now():
        raise TableTrouble("not_playing")
    return Note(kind="computer", seat=seat, who=SUBSTITUTE, reason=reason)
