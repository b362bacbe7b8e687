"""A table in play: the one door through which every action goes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import reduce
from typing import NamedTuple

from app.tables.chance import commitment_of
from app.tables.errors import TableTrouble, sentence
from app.tables.journal import Entry, Opening, digest, plain, read_rows, to_row
from app.tables.listeners import Listeners
from app.tables.notes import Builder, Check, Noted, note_of, noted_in, peopled
from app.tables.replay import Past, follow
from app.tables.seating import Hosting, Note, Seating, first_seating, seated
from app.tables.store import Conflict, MemoryStore, Store
from engine.actions import TimeUp
from engine.model import Action, Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset, step
from engine.scene import Scene

Clock = Callable[[], datetime]
"""Tells the time, in UTC."""


def utc_now() -> datetime:
    """The time of this machine, in UTC (R113)."""
    return datetime.now(UTC)


class Outcome(NamedTuple):
    """What an action came to: its events, and the table after them; or a note beside the game."""

    events: tuple[Event, ...]
    state: GameState
    note: Note | None = None


Listener = Callable[[Outcome], None]


class Table:
    """One table. Its state moves only when the entry that moves it is stored.

    ``notice`` is a sentence that has to be in sight (read-only, not saved), or empty. ``fair`` is
    False when the dice were given. Safe to use from several threads; listeners are called by the
    thread that moved the table.
    """

    def __init__(
        self,
        game: Ruleset,
        store: Store,
        spare: MemoryStore,
        past: Past,
        chain: str,
        clock: Clock,
        fault: str | None = None,
    ) -> None:
        opening = past.entries[0].opening
        assert opening is not None
        self.opening: Opening = opening
        self.game = game
        self.state = past.state
        self._store = store
        self._spare = spare
        self._clock = clock
        self._lock = threading.RLock()
        self._listeners: Listeners[Outcome] = Listeners()
        self._events = list(past.events)
        self._entries = len(past.entries)
        self._last = past.entries[-1]
        self._noted = noted_in(past.entries)
        self._begun = any(entry.action is not None for entry in past.entries)
        self.seating: Seating = reduce(
            seated, self.notes, first_seating(opening.hosting, len(opening.setup.seats))
        )
        self._hosted = bool(self._noted) or opening.hosting != Hosting()
        self._waits: dict[int, datetime] = {}
        self._chain = chain
        self._since = self.now()
        self._fault = fault
        self._seconds = _seconds_to_play(game, self.setup)
        secret = store.secret(self.id)
        if secret is None or commitment_of(secret) != opening.commitment:
            self._fault = fault or "no_seed"
        elif fault is None:
            self._chance = opening.recipe.chance(secret, self.id)

    @property
    def id(self) -> str:
        """The table's name."""
        return self.opening.table

    @property
    def setup(self) -> Setup:
        """What the table agreed on."""
        return self.opening.setup

    @property
    def hosting(self) -> Hosting:
        """What the table agreed on beside its rules."""
        return self.opening.hosting

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called now: by the set-up, or by the person who took one."""
        return tuple(
            chair.name or name
            for chair, name in zip(self.seating.chairs, self.setup.seats, strict=True)
        )

    @property
    def fair(self) -> bool:
        """Whether nobody could know or choose the dice."""
        return self.opening.recipe.fair

    @property
    def commitment(self) -> str:
        """What the secret seed was bound to before the first roll: its SHA-256 in hex."""
        return self.opening.commitment

    @property
    def readonly(self) -> bool:
        """Whether the table can only be looked at."""
        return self._fault is not None

    @property
    def saved(self) -> bool:
        """Whether what happens now outlives the program."""
        return self._store.lasting

    @property
    def notice(self) -> str:
        """What has to be told about this table, or an empty text."""
        if self._fault is not None:
            return sentence(self._fault, entry=self._last.seq)
        return "" if self.saved else sentence("table_unsaved")

    @property
    def store(self) -> Store:
        """Where the table is kept."""
        return self._store

    @property
    def entries(self) -> int:
        """How many entries the journal has, the laying of the table included."""
        return self._entries

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, from the first event on."""
        return tuple(self._events)

    @property
    def notes(self) -> tuple[Note, ...]:
        """Everything that was noted beside the game."""
        return tuple(noted.note for noted in self._noted)

    @property
    def noted(self) -> tuple[Noted, ...]:
        """The same with when it was, so that both kinds of news can be told in their order."""
        return tuple(self._noted)

    @property
    def begun(self) -> bool:
        """Whether anybody has acted since the table was laid."""
        return self._begun

    def scene(self, seat: int | None, state: GameState | None = None) -> Scene:
        """The picture of the table, now or at a ``state``, for a seat or for a watcher (None)."""
        return peopled(self.game.scene(state or self.state, seat), self.seating)

    def note(self, note: Note | Builder) -> Outcome:
        """Store something that happened beside the game.

        A builder is asked for the note at each attempt, with everything stored so far taken in and
        nobody else at the table meanwhile: it sees what the note will stand on, and may refuse.

        Raises:
            TableTrouble: the table can only be looked at, or what a builder raises.
            StoreTrouble: it could not be stored; nothing has changed.
        """
        try:
            with self._lock:
                while True:
                    if self._fault is not None:
                        raise TableTrouble(self._fault, entry=self._last.seq)
                    with suppress(Conflict):
                        built = note(self.seating) if callable(note) else note
                        return self._store_note(built)
                    self._catch_up()
        finally:
            self._listeners.tell()

    def _store_note(self, note: Note) -> Outcome:
        now = self.now()
        entry = self._last.replace(
            seq=self._entries,
            at=now,
            played=self.played(now),
            opening=None,
            action=None,
            note=plain(note),
            seating=plain(seated(self.seating, note)),
            events=(),
        )
        row = to_row(entry, self._chain)
        self._store.append(self.id, row)
        return self._move(entry, row.chain, (), self.state)

    def submit(self, action: Action, version: int, allowed: Check | None = None) -> Outcome:
        """Carry out an action that was chosen at ``version`` of the table's state.

        Stored before shown: when this returns, the action outlives everything but its disk.
        ``allowed`` looks at who sits where at the very moment, and may refuse.

        Raises:
            IllegalAction: ``stale`` when the table has moved on, or what the rules refuse; nothing
                has changed and no die was used up.
            TableTrouble: the table can only be looked at, or what ``allowed`` raises.
            StoreTrouble: it could not be stored; nothing has changed, and it may be tried again.
        """
        try:
            with self._lock:
                return self._submit(action, version, allowed)
        finally:
            self._listeners.tell()

    def _submit(self, action: Action, version: int, allowed: Check | None) -> Outcome:
        if version != self.state.version and self._fault is None:
            self._catch_up()
        while True:
            if self._fault is not None:
                raise TableTrouble(self._fault, entry=self._last.seq)
            if version != self.state.version:
                raise IllegalAction("stale", sentence("stale"), version=self.state.version)
            if allowed is not None:
                allowed(self.seating)
            with suppress(Conflict):
                return self._carry_out(action)
            self._catch_up()  # the action still stands when only notes have come between

    def _carry_out(self, action: Action) -> Outcome:
        if self.seating.free and not isinstance(action, TimeUp):
            raise TableTrouble("seats_free", count=len(self.seating.free))
        chance = self._chance.at(self._last.position)
        events, state = step(self.game, self.state, action, chance)
        now = self.now()
        entry = Entry(
            seq=self._entries,
            at=now,
            played=self.played(now),
            action=plain(action),
            seating=plain(self.seating) if self._hosted else None,
            events=tuple(plain(event) for event in events),
            position=chance.position,
            to_act=tuple(sorted(state.to_act)),
            version=state.version,
            state=digest(state),
        )
        row = to_row(entry, self._chain)
        self._store.append(self.id, row)
        return self._move(entry, row.chain, events, state)

    def refresh(self) -> bool:
        """Take in what other processes have stored; whether there was anything.

        Raises:
            StoreTrouble: the store cannot be read now.
        """
        try:
            with self._lock:
                return self._catch_up()
        finally:
            self._listeners.tell()

    def _catch_up(self) -> bool:
        if self._fault is not None:
            return False
        start = self._entries
        reading = read_rows(self._store.read(self.id, start), start, self._chain)
        moved = False
        for entry in reading.entries:
            past = follow(self.game, self.state, (entry,), check_all=True)
            if not past.followed:
                self._fault = "other_rules"
                return moved
            self._move(entry, "", past.events, past.state)
            moved = True
        self._chain = reading.chain
        self._fault = reading.fault
        return moved

    def _move(
        self, entry: Entry, chain: str, events: tuple[Event, ...], state: GameState
    ) -> Outcome:
        self.state = state
        self._events += events
        self._entries += 1
        self._chain = chain
        note = note_of(entry)
        if note is not None:
            self._noted.append(Noted(len(self._events), entry.at, note))
            self._hosted = True
            self.seating = seated(self.seating, note)
        elif entry.note is None:
            self._waits = self._waiting(entry, events)
            self._begun = True
        self._last = entry
        outcome = Outcome(events, state, note)
        self._listeners.put(outcome)
        return outcome

    def _waiting(self, entry: Entry, events: tuple[Event, ...]) -> dict[int, datetime]:
        """For each seat that may act since when it may: from its turn's beginning on."""
        if any(event.kind == "turn_ended" for event in events):
            return dict.fromkeys(entry.to_act, entry.at)
        one_by_one = getattr(self.state, "turn", None) is not None
        acted = set() if one_by_one else {event.seat for event in events}
        waited = self._last.to_act
        return {
            seat: self.waits_since(seat) if seat in waited and seat not in acted else entry.at
            for seat in entry.to_act
        }

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have a listener called with every outcome from now on; call the result to end it.

        It may submit, leave or fail while it is called; see `Listeners`.
        """
        return self._listeners.add(listener)

    def play_unsaved(self) -> None:
        """Go on in memory, when the store takes no more and the players want to (R104)."""
        with self._lock:
            if self._store.lasting:
                self._store = self._spare

    def now(self) -> datetime:
        """The time by the table's clock, in UTC."""
        return self._clock().astimezone(UTC)

    @property
    def last_played(self) -> datetime:
        """When the last entry was made, in UTC."""
        return self._last.at

    def waits_since(self, seat: int) -> datetime:
        """Since when, in UTC, the table waits for a seat to end its turn (to roll, where it has
        none); at the earliest since it was opened here."""
        return self._waits.get(seat, self._since)

    def played(self, now: datetime | None = None) -> float:
        """Seconds of play so far: the time from entry to entry while the table was open.

        Time during which nobody has the table open does not count, so a table that was left can
        be taken up again with the time that it had at its last entry. The end stops it.
        """
        if self.state.over:
            return self._last.played
        since = max(self._since, self._last.at)
        return self._last.played + max(0.0, ((now or self.now()) - since).total_seconds())

    @property
    def time_left(self) -> float | None:
        """Seconds until the table's time is up, None without a time limit (FOB-32)."""
        return None if self._seconds is None else self._seconds - self.played()

    def tick(self) -> Outcome | None:
        """Let the table's clock act when its time is up; whoever watches may call this.

        Raises:
            StoreTrouble: it could not be stored; the next tick tries again.
        """
        left = self.time_left
        due = left is not None and left <= 0 and not self.readonly
        if not due or TimeUp() not in self.game.legal_actions(self.state, None):
            return None
        try:
            return self.submit(TimeUp(), self.state.version)
        except IllegalAction:
            return None  # another process was quicker, or the game is over


def _seconds_to_play(game: Ruleset, setup: Setup) -> int | None:
    """The time limit that a set-up agrees on, None without one."""
    defaults = {field.name: field.default for field in game.option_fields(setup.preset)}
    minutes = {**defaults, **setup.options}.get("minutes")
    return minutes * 60 if isinstance(minutes, int) else None
