"""All the tables of a house: laid, found, taken up again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import NamedTuple
from weakref import WeakValueDictionary

from pydantic import ValidationError

from app.tables.admission import is_shared
from app.tables.chance import commitment_of
from app.tables.errors import BadInput, TableTrouble, sentence
from app.tables.ids import follower_of, new_id, read_id
from app.tables.journal import (
    FORMAT,
    Entry,
    Opening,
    digest,
    first_chain,
    is_newer,
    plain,
    read_entry,
    read_rows,
    to_row,
)
from app.tables.listeners import Listeners
from app.tables.names import clean_name, visible
from app.tables.recipe import Pledge, Recipe
from app.tables.replay import Past, relive
from app.tables.seating import Hosting, Note, Seating, first_seating
from app.tables.steward import Steward
from app.tables.store import Conflict, Ends, MemoryStore, Store
from app.tables.table import Clock, Table, utc_now
from app.tables.watch import ANYTHING
from app.tables.watcher import Watcher
from engine import registry
from engine.model import Setup
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset, begin

Lookup = Callable[[str], Ruleset]
"""The game of a preset; refuses one that it does not know."""


NEVER = datetime.min.replace(tzinfo=UTC)


class TableLine(NamedTuple):
    """A table in the list of the house, as far as its first and last entry tell.

    ``turn`` are the names of those who may act; ``last_played`` is UTC, None when it is not known.
    ``hosting`` and ``seating`` tell who may come, who sits there and who is present.
    """

    id: str
    title: str
    seats: tuple[str, ...]
    turn: tuple[str, ...]
    last_played: datetime | None
    over: bool
    fair: bool
    readonly: bool
    notice: str
    hosting: Hosting = Hosting()
    seating: Seating = Seating(chairs=())


class Hub:
    """The tables kept in one store. ``notices`` are sentences from opening that store."""

    def __init__(
        self,
        store: Store,
        notices: tuple[str, ...] = (),
        ruleset: Lookup = registry.ruleset,
        clock: Clock = utc_now,
    ) -> None:
        self.store = store
        self.notices = notices
        self._ruleset = ruleset
        self._clock = clock
        if isinstance(store, MemoryStore) and not store.lasting:
            self._memory = store
        else:
            self._memory = MemoryStore(store)
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._lines: dict[str, tuple[str, TableLine]] = {}
        self._steward = Steward()
        self._watcher: Watcher | None = None
        self.new_token = new_id
        """What tells a session at these tables from every other one."""
        self.news: Listeners[str] = Listeners()
        """Told the name of a table that has moved, or `ANYTHING`, while the hub listens."""

    @property
    def keeps(self) -> bool:
        """Whether tables outlive the program; where not, the notices say why."""
        return not (self.notices and isinstance(self.store, MemoryStore))

    def listen(self) -> Hub:
        """Keep open tables up to date from now on, whoever moves them, and tell the news."""
        if self._watcher is None:
            self._watcher = Watcher(self.store, self._moved)
        return self

    def close(self) -> None:
        """Listen no more; the store stays as it is."""
        if self._watcher is not None:
            self._watcher.close()
            self._watcher = None

    def _moved(self, name: str) -> None:
        """A table was appended to: take it in where it is open, and tell the news anyway."""
        try:
            for table in self._open_tables():
                if name in (ANYTHING, table.id):
                    table.refresh()
        finally:
            self.news.put(name)
            self.news.tell()

    def _open_tables(self) -> list[Table]:
        while True:
            with suppress(RuntimeError):  # another thread has opened one meanwhile
                return list(self._tables.values())

    def attend(self, table: Table) -> Callable[[], None]:
        """Have somebody play for those who are not there, while a table is in view.

        Call the result when it is not any more.
        """
        return self._steward.attend(table)

    def pledge(self) -> Pledge:
        """A new table's name and commitment, to show before the players say their words."""
        return Pledge(new_id())

    def new_table(
        self,
        setup: Setup,
        recipe: Recipe | None = None,
        pledge: Pledge | None = None,
        keep: bool = True,
        hosting: Hosting | None = None,
    ) -> Table:
        """Lay a table and store it; its starting rolls are made by this.

        ``keep=False`` lays it in memory only, for when the store takes no more.

        Raises:
            IllegalAction: the set-up is refused.
            BadInput: a name cannot be used, or a script holds what no die shows.
            TableTrouble: a pledge together with dice that are given.
            StoreTrouble: it could not be stored.
        """
        recipe = recipe or Recipe()
        if pledge is not None and not recipe.fair:
            raise TableTrouble("pledge_seeded")
        game = self._ruleset(setup.preset)
        setup = _at_the_door(setup)
        words = tuple(filter(None, map(visible, recipe.words)))
        recipe = recipe.replace(words=words)
        store = self.store if keep else self._memory
        while True:
            table = pledge.table if pledge else new_id()
            secret = pledge.secret if pledge else recipe.new_secret()
            try:
                return self._lay(game, store, setup, recipe, table, secret, hosting or Hosting())
            except Conflict:  # the name was taken
                if pledge is not None:
                    raise TableTrouble("pledge_used") from None

    def _lay(
        self,
        game: Ruleset,
        store: Store,
        setup: Setup,
        recipe: Recipe,
        table: str,
        secret: bytes,
        hosting: Hosting,
    ) -> Table:
        chance = recipe.chance(secret, table)
        events, state = begin(game, setup, chance)
        entry = Entry(
            seq=0,
            at=self._clock().astimezone(UTC),
            played=0,
            opening=Opening(
                format=FORMAT,
                table=table,
                game=game.name,
                setup=setup,
                recipe=recipe,
                fair=recipe.fair,
                commitment=commitment_of(secret),
                hosting=hosting,
            ),
            events=tuple(plain(event) for event in events),
            position=chance.position,
            to_act=tuple(sorted(state.to_act)),
            version=state.version,
            state=digest(state),
        )
        row = to_row(entry, first_chain(table))
        store.append(table, row, secret)
        past = Past((entry,), events, state, True)
        laid = Table(game, store, self._memory, past, row.chain, self._clock)
        self._tables[table] = laid
        return laid

    def rematch(self, table: Table) -> Table:
        """The same set-up again with fresh dice from the operating system (R030, R110).

        Everybody sits where they sit now. Where several people may ask for it, all of them get the
        same new table, whoever is first, and everybody at the old one is told of it.

        Raises:
            StoreTrouble: it could not be stored.
        """
        seating = table.seating
        chairs = tuple(
            chair.replace(person="") if chair.person in seating.kicked else chair
            for chair in seating.chairs
        )
        hosting = table.hosting.replace(chairs=chairs, host=seating.host)
        setup = table.setup.replace(seats=table.names)
        if not is_shared(table.hosting, seating) or table.readonly:
            return self.new_table(setup, keep=table.saved, hosting=hosting)
        pledge = Pledge(follower_of(table.id))
        try:
            laid = self.new_table(setup, pledge=pledge, keep=table.saved, hosting=hosting)
        except TableTrouble:
            return self.open(pledge.table)
        table.note(Note(kind="again", text=laid.id))
        return laid

    def find(self, code: str) -> TableLine | None:
        """The table that a code invites to; of a game and its rematches the last one.

        Raises:
            StoreTrouble: the store cannot be read now.
        """
        invited = [line for line in self.tables() if code and line.hosting.code == code]
        return next((line for line in invited if not line.over), next(iter(invited), None))

    def open(self, text: str) -> Table:
        """The table of a name, as a person may type it; the same object while somebody has it.

        Raises:
            TableTrouble: ``no_such_table``, or ``unreadable``.
            StoreTrouble: the store cannot be read now.
        """
        name = read_id(text)
        if name is None:
            raise TableTrouble("no_such_table", table=visible(text))
        known = self._tables.get(name)
        if known is not None:
            known.refresh()
            return known
        table = self._take_up(name)
        self._tables[name] = table
        return table

    def _take_up(self, name: str) -> Table:
        rows = self._memory.read(name)
        if not rows:
            raise TableTrouble("no_such_table", table=name)
        reading = read_rows(rows, 0, first_chain(name))
        opening = reading.entries[0].opening if reading.entries else None
        if opening is None or opening.table != name:
            raise TableTrouble("unreadable", table=name)
        try:
            game = self._ruleset(opening.setup.preset)
            opening.recipe.chance(b"", name)  # a script that no dice could follow
        except (IllegalAction, BadInput):
            raise TableTrouble("unreadable", table=name) from None
        past = relive(game, opening, reading.entries)
        if past is None:
            raise TableTrouble("unreadable", table=name)
        fault = reading.fault if past.followed else reading.fault or "other_rules"
        store = self._memory if self._memory.holds(name) else self.store
        return Table(game, store, self._memory, past, reading.chain, self._clock, fault)

    def tables(self) -> tuple[TableLine, ...]:
        """Every table that is kept, the one played last first.

        Raises:
            StoreTrouble: the store cannot be read now.
        """
        lines = [self._line(ends) for ends in self._memory.tables()]
        lines.sort(key=lambda line: (line.last_played or NEVER, line.id), reverse=True)
        return tuple(lines)

    def _line(self, ends: Ends) -> TableLine:
        """The line of a table, kept for as long as nothing is appended to it."""
        mark, known = ends.last.chain, self._lines.get(ends.table)
        if known is None or known[0] != mark or not mark:
            known = self._lines[ends.table] = (mark, self._read_line(ends))
        return known[1]

    def _read_line(self, ends: Ends) -> TableLine:
        first = read_entry(ends.first.body)
        last = read_entry(ends.last.body)
        if first is None or first.opening is None:
            notice = sentence("unreadable" if ends.table else "unlisted", table=ends.table)
            return TableLine(ends.table, "", (), (), None, False, False, True, notice)
        opening = first.opening
        seating = seating_of(opening, last)
        named = zip(seating.chairs, opening.setup.seats, strict=False)
        seats = tuple(chair.name or name for chair, name in named)
        fault = "newer" if is_newer(first) else None if last else "torn"
        turn = tuple(seats[seat] for seat in (last.to_act if last else ()) if seat < len(seats))
        return TableLine(
            id=ends.table,
            title=self._title(opening),
            seats=seats,
            turn=turn,
            last_played=(last or first).at,
            over=last is not None and not last.to_act,
            fair=opening.fair,
            readonly=fault is not None,
            notice=sentence(fault, entry=ends.last.seq) if fault else "",
            hosting=opening.hosting,
            seating=seating,
        )

    def _title(self, opening: Opening) -> str:
        own = opening.setup.options.get("title")
        if isinstance(own, str) and visible(own):
            return visible(own)
        try:
            game = self._ruleset(opening.setup.preset)
        except IllegalAction:
            return visible(opening.setup.preset)
        titles = {preset.name: preset.title for preset in game.presets}
        return titles.get(opening.setup.preset, game.title)


def seating_of(opening: Opening, last: Entry | None) -> Seating:
    """Who sits at a table, as its first and last entry tell."""
    seats = len(opening.setup.seats)
    if last is not None and last.seating is not None:
        with suppress(ValidationError):
            seating = Seating.model_validate(last.seating)
            if len(seating.chairs) == seats:
                return seating
    return first_seating(opening.hosting, seats)


def _at_the_door(setup: Setup) -> Setup:
    """A set-up as the journal will give it back, its names cleaned."""
    seats: list[str] = []
    for name in setup.seats:
        seats.append(clean_name(name, seats))
    return Setup.model_validate(plain(setup.replace(seats=tuple(seats))))
