"""Honest dice on show: what the dice of a table, or of the whole house, have done so far.

Three things are held against what fair dice do: how often each face came, how often a throw
busted, given how many dice it had and what lay there, and how often a die showed the face of the
die before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from app import texts
from app.columns import in_columns
from app.statistics import chi_square, chi_square_p
from app.tables.errors import TableTrouble, sentence
from app.tables.names import visible
from engine.events import Busted, Rolled
from engine.family.state import FamilyState
from engine.model import Event, GameState, Setup
from engine.ruleset import Ruleset
from engine.strategy.hint import hints
from engine.strategy.odds import bust_chance, new_faces

if TYPE_CHECKING:
    from app.tables.seen import Tables
    from app.tables.table import Table

FEWEST = 30
"""Dice below this number tell nothing: each face is then expected less than five times."""

COLUMNS = 6
"""Players with a column of their own; the others share one."""

LEAST_VARIANCE = 4.0
"""Counts that are expected to spread less than this tell nothing either."""


@dataclass
class Busts:
    """Throws of one number of dice: how many, how many busted, and what fair dice do."""

    throws: int = 0
    busts: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, busted: bool, chance: float) -> None:
        """Count a throw that busts with this chance."""
        self.throws += 1
        self.busts += busted
        self.expected += chance
        self.variance += chance * (1 - chance)


@dataclass
class Tally:
    """The dice of somebody: ``faces`` counts 1 to 6, ``busts`` is by the number of dice thrown.

    ``repeats`` of ``pairs`` dice showed the face of the die before.
    """

    faces: Counter[int] = field(default_factory=Counter)
    busts: dict[int, Busts] = field(default_factory=dict)
    pairs: int = 0
    repeats: int = 0

    @property
    def dice(self) -> int:
        """How many dice were thrown."""
        return self.faces.total()

    @property
    def faces_p(self) -> float | None:
        """The chance that fair dice show the faces at least as unevenly, None for too few."""
        if self.dice < FEWEST:
            return None
        counts = [self.faces[face] for face in range(1, 7)]
        return chi_square_p(chi_square(counts, [self.dice / 6] * 6), 5)

    @property
    def busts_p(self) -> float | None:
        """The chance that fair dice bust at least as far from expectation, None for too few."""
        total = self.all_busts
        return _far(total.busts, total.expected, total.variance)

    @property
    def repeats_p(self) -> float | None:
        """The chance that fair dice repeat faces at least as oddly, None for too few."""
        return _far(self.repeats, self.pairs / 6, self.pairs * 5 / 36)

    @property
    def all_busts(self) -> Busts:
        """All throws together, however many dice they had."""
        rows = self.busts.values()
        return Busts(
            sum(row.throws for row in rows),
            sum(row.busts for row in rows),
            sum(row.expected for row in rows),
            sum(row.variance for row in rows),
        )

    def add(self, other: Tally) -> None:
        """Count somebody else's dice in."""
        self.faces += other.faces
        self.pairs += other.pairs
        self.repeats += other.repeats
        for dice, row in other.busts.items():
            own = self.busts.setdefault(dice, Busts())
            own.throws += row.throws
            own.busts += row.busts
            own.expected += row.expected
            own.variance += row.variance


def _far(count: int, expected: float, variance: float) -> float | None:
    if variance < LEAST_VARIANCE:
        return None
    return chi_square_p((count - expected) ** 2 / variance, 1)


def tallies(game: Ruleset, setup: Setup, events: Sequence[Event]) -> list[Tally]:
    """The dice of every seat, from all that happened at a table."""
    state = game.initial(setup)
    found = [Tally() for _ in state.seats]
    before: list[int | None] = [None] * len(found)
    for event, following in zip_longest(events, events[1:]):
        if isinstance(event, Rolled):
            tally = found[event.seat]
            for face in event.faces:
                last, before[event.seat] = before[event.seat], face
                tally.faces[face] += 1
                tally.pairs += last is not None
                tally.repeats += last == face
            chance = _bust_chance(game, state, event)
            if chance is not None:
                row = tally.busts.setdefault(len(event.faces), Busts())
                row.add(_busted(state, event, following), chance)
        state = game.apply(state, event)
    return found


def _bust_chance(game: Ruleset, state: GameState, event: Rolled) -> float | None:
    """How likely the throw was to bust, None where it could not."""
    if not isinstance(state, FamilyState):
        valued = hints(game, state, event.seat)
        return valued[0].bust if valued else None
    turn = state.turn
    if turn is None:
        return None
    if state.card is not None and state.card.collects:
        return new_faces(len(event.faces), state.rules.dice.count)[0]
    return float(bust_chance(state.rules, len(event.faces), turn.sets))


def _busted(state: GameState, event: Rolled, following: Event | None) -> bool:
    """Whether nothing of the throw counted: it busted, or where nothing busts, had no points."""
    if isinstance(state, FamilyState):
        return isinstance(following, Busted)
    return not event.points


class Gathered(NamedTuple):
    """Dice by the names of their players, and what has to be said about where they come from.

    ``computers`` are the names under which the computer alone has played.
    """

    players: dict[str, Tally]
    sentences: tuple[str, ...]
    computers: frozenset[str] = frozenset()


def gathered(
    hub: Tables,
    name: str | None = None,
    progress: Callable[[int, int], None] = lambda _n, _of: None,
) -> Gathered:
    """The dice of one table, or of every table whose dice nobody gave.

    ``progress`` is told how many of how many tables have been read; what it raises ends the search.

    Raises:
        TableTrouble: the table that was named cannot be read.
        StoreTrouble: the store cannot be read now.
    """
    players: dict[str, Tally] = {}
    played: dict[str, bool] = {}
    if name is not None:
        table = hub.open(name)
        by_name(table.names, tallies(table.game, table.setup, table.events), players)
        said = [table.notice, "" if table.fair else sentence("proof_unfair")]
        _by_whom(table, played)
        return _known(players, said, played)
    said = []
    count = given = 0
    lines = hub.tables()
    for done, line in enumerate(lines):
        progress(done, len(lines))
        try:
            table = hub.open(line.id)
        except TableTrouble as trouble:
            said.append(trouble.message)
            continue
        if not table.fair:
            given += 1
            continue
        by_name(table.names, tallies(table.game, table.setup, table.events), players)
        _by_whom(table, played)
        count += 1
    said.append(texts.DICE_TABLES(count=count) if count else "")
    said.append(texts.DICE_LEFT_OUT(count=given) if given else "")
    ordered = {name: players[name] for name in sorted(players, key=str.casefold)}
    return _known(ordered, said, played)


def _by_whom(table: Table, played: dict[str, bool]) -> None:
    """Note by name whether only the computer has played under it."""
    for name, seat in zip(table.names, table.scene(None).seats, strict=False):
        played[visible(name)] = played.get(visible(name), True) and seat.computer


def _known(players: dict[str, Tally], said: list[str], played: dict[str, bool]) -> Gathered:
    thrown = {name: tally for name, tally in players.items() if tally.dice}
    computers = frozenset(name for name in thrown if played[name])
    return Gathered(thrown, tuple(filter(None, said)), computers)


def by_name(names: Sequence[str], found: list[Tally], into: dict[str, Tally]) -> None:
    """Count the seats of a table in by the names of their players."""
    for name, tally in zip(names, found, strict=True):
        into.setdefault(visible(name), Tally()).add(tally)


def together(found: Iterable[Tally]) -> Tally:
    """Everybody's dice as one."""
    total = Tally()
    for tally in found:
        total.add(tally)
    return total


def plain(tally: Tally) -> dict[str, Any]:
    """Somebody's dice as plain data; a ``p`` is None where there are too few."""
    total = tally.all_busts
    return {
        "dice": tally.dice,
        "faces": {str(face): tally.faces[face] for face in range(1, 7)},
        "faces_p": tally.faces_p,
        "throws": total.throws,
        "busts": total.busts,
        "busts_expected": total.expected,
        "busts_p": tally.busts_p,
        "busts_by_dice": {
            str(dice): {"throws": row.throws, "busts": row.busts, "expected": row.expected}
            for dice, row in sorted(tally.busts.items())
        },
        "repeats": tally.repeats,
        "repeats_expected": tally.pairs / 6,
        "repeats_p": tally.repeats_p,
    }


def plain_all(players: dict[str, Tally]) -> dict[str, Any]:
    """Everybody's dice as plain data, each and together."""
    return {
        "players": {name: plain(tally) for name, tally in players.items()},
        "all": plain(together(players.values())),
    }


def told(players: dict[str, Tally]) -> list[str]:
    """Everybody side by side, as lines for people: a column each for those with the most dice."""
    order = sorted(players, key=lambda name: players[name].dice, reverse=True)
    columns = {name: players[name] for name in players if name in order[:COLUMNS]}
    if len(players) > len(columns):
        others = [players[name] for name in order[COLUMNS:]]
        columns[texts.DICE_OTHERS(count=len(others))] = together(others)
    if len(players) > 1:
        columns[texts.DICE_ALL()] = together(players.values())
    found = list(columns.values())
    sizes = sorted({dice for tally in found for dice in tally.busts})
    rows = [["", *columns], [texts.DICE_COUNT(), *(f"{tally.dice:,}" for tally in found)]]
    for face in range(1, 7):
        shares = (_share(tally.faces[face], tally.dice) for tally in found)
        rows.append([texts.DICE_FACE(face=face), *shares])
    rows.append([texts.DICE_P(), *(_chance(tally.faces_p) for tally in found)])
    for dice in sizes:
        busts = (_busts(tally.busts.get(dice, Busts())) for tally in found)
        rows.append([texts.DICE_BUSTS(count=dice), *busts])
    if len(sizes) > 1:
        rows.append([texts.DICE_ALL_BUSTS(), *(_busts(tally.all_busts) for tally in found)])
    if sizes:
        rows.append([texts.DICE_P(), *(_chance(tally.busts_p) for tally in found)])
    repeats = (_against(tally.repeats, tally.pairs / 6) for tally in found)
    rows.append([texts.DICE_REPEATS(), *repeats])
    rows.append([texts.DICE_P(), *(_chance(tally.repeats_p) for tally in found)])
    return in_columns(rows)


def _share(count: int, of: int) -> str:
    return texts.DICE_SHARE(times=count, share=f"{count / of:.1%}") if of else "–"


def _busts(row: Busts) -> str:
    if not row.throws:
        return "–"
    return texts.DICE_OF(busts=row.busts, throws=row.throws, expected=f"{row.expected:,.1f}")


def _against(count: int, expected: float) -> str:
    return texts.DICE_AGAINST(times=count, expected=f"{expected:,.1f}")


def _chance(chance: float | None) -> str:
    return texts.DICE_TOO_FEW() if chance is None else f"{chance:.3f}"
