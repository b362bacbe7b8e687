"""The evening as a value: what was agreed, the tables of the running round, what has been won."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.bunco.options import Options
from engine.bunco.seating import CHAIRS, Four, team
from engine.bunco.throw import ThrowKind
from engine.model import Frozen, GameState

PrizeName = Literal[
    "highest_score",
    "most_buncos",
    "most_round_wins",
    "most_round_losses",
    "most_wipeouts",
    "first_bunco",
]


class LastThrow(Frozen):
    """What lies on a table: who threw it, and what it was worth."""

    seat: int
    faces: tuple[int, ...]
    kind: ThrowKind
    points: int


class Table(Frozen):
    """One table in the running round, chair by chair.

    ``own`` are points of this round by chair. ``up`` is the chair that holds the dice, None when
    nobody does. ``phase`` is ``play`` until the bell, ``last`` while the turn at the bell is
    finished, ``roll_off`` while a tie is broken and ``done`` when ``winner``, a side, is known.
    ``turn_points`` and ``turn_throws`` are of the turn in progress, ``throws`` of the whole round,
    ``level`` the points of each side in the present roll-off.
    """

    seats: Four
    own: tuple[int, ...] = (0,) * CHAIRS
    up: int | None = 0
    phase: Literal["play", "last", "roll_off", "done"] = "play"
    winner: int | None = None
    turn_points: int = 0
    turn_throws: int = 0
    throws: int = 0
    thrown: LastThrow | None = None
    level: tuple[int, ...] = (0, 0)

    @property
    def to_act(self) -> int | None:
        """The seat whose dice it is."""
        return None if self.up is None else self.seats[self.up]

    @property
    def points(self) -> tuple[int, int]:
        """Each side's points in the round."""
        return sum(team(self.own, 0)), sum(team(self.own, 1))


class RoundResult(Frozen):
    """A finished round: each seat's points in it, the scores after it, who won (BUN-9)."""

    set: int
    round: int
    points: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Prize(Frozen):
    """A prize and who shares it: nobody, when there was none of it; ``value`` is the count."""

    name: PrizeName
    seats: tuple[int, ...]
    value: int


class BuncoState(GameState):
    """The evening. Seats from ``people`` on are ghosts; tables are empty before the start.

    ``in_order`` skips the seat cards; ``buncos`` and ``wipeouts`` are counts by seat; ``bell`` says
    whether it has rung in this round; ``token`` is the seat that holds it (BUN-13).
    """

    options: Options
    people: int
    in_order: bool = False
    set: int = 1
    round: int = 1
    tables: tuple[Table, ...] = ()
    bell: bool = False
    token: int | None = None
    buncos: tuple[int, ...]
    wipeouts: tuple[int, ...]
    first_bunco: int | None = None
    history: tuple[RoundResult, ...] = ()
    prizes: tuple[Prize, ...] = ()

    @property
    def target(self) -> int:
        """The number that counts in this round."""
        return self.options.targets[self.round - 1]

    def table_of(self, seat: int) -> int:
        """The table at which a seat sits, by its place in the hall."""
        return next(at for at, table in enumerate(self.tables) if seat in table.seats)

    def wins(self) -> tuple[int, ...]:
        """How many rounds each seat has won."""
        return tuple(
            sum(seat in result.winners for result in self.history)
            for seat in range(len(self.seats))
        )


def acting(tables: Iterable[Table]) -> frozenset[int]:
    """The seats that hold dice: one at each table that still plays."""
    return frozenset(table.seats[table.up] for table in tables if table.up is not None)


def prizes(state: BuncoState) -> tuple[Prize, ...]:
    """What is won after the last round (BUN-15): ties share, none of something goes to nobody."""
    wins = state.wins()
    losses = tuple(len(state.history) - won for won in wins)
    first = () if state.first_bunco is None else (state.first_bunco,)
    return (
        Prize(name="highest_score", seats=_top(state.scores), value=max(state.scores)),
        _most("most_buncos", state.buncos),
        _most("most_round_wins", wins),
        _most("most_round_losses", losses),
        _most("most_wipeouts", state.wipeouts),
        Prize(name="first_bunco", seats=first, value=len(first)),
    )


def _most(name: PrizeName, counts: tuple[int, ...]) -> Prize:
    best = max(counts)
    return Prize(name=name, seats=_top(counts) if best else (), value=best)


def _top(counts: tuple[int, ...]) -> tuple[int, ...]:
    best = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if count == best)
