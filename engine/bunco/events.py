"""The events of Bunco that no other game has, or that say more here.

A seat's score changes only by `Thrown` outside roll-offs (up), and by `Wipeout` and `Penalised`
(down, as a number below 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from engine.bunco.seating import HEAD, Seating, table_title
from engine.bunco.state import Prize
from engine.bunco.throw import ThrowKind
from engine.events import (
    CardDrawn,
    GameOver,
    Penalised,
    Rolled,
    RollOff,
    Started,
    Told,
    TurnEnded,
    TurnStarted,
    listed,
)


def place(table: int) -> str:
    """A table in the middle of a sentence."""
    return "the head table" if table == HEAD else table_title(table)


class Thrown(Rolled):
    """Three dice thrown; in a ``roll_off`` the points decide the table and nothing else (BUN-9)."""

    throw: ThrowKind
    roll_off: bool = False


class Bunco(Told):
    """Three targets: ``points`` are in the throw already; ``token``: the seat now holds it."""

    kind: Literal["bunco"] = "bunco"
    seat: int
    token: bool = False
    words: ClassVar[str] = "Bunco! {name} has {points} at one throw."


class Wipeout(Told):
    """Three 1s: the score goes down by ``-points``, the seat's own points of the round (BUN-14)."""

    kind: Literal["wipeout"] = "wipeout"
    seat: int
    words: ClassVar[str] = "Wipeout! {name} loses this round's {lost}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "lost": -self.points}


class Bell(Told):
    """The head table has its 21: ``points`` are what the seat, or its team, has (BUN-6)."""

    kind: Literal["bell"] = "bell"
    seat: int
    words: ClassVar[str] = "{name} rings the bell at {points}."


class TurnOver(TurnEnded):
    """The dice are passed on; ``end`` is missed, mini, wipeout or bell.

    In a ``roll_off`` the turn's points put nothing on the sheet.
    """

    roll_off: bool = False


class TableWon(Told):
    """A table is decided; ``points`` are the winning team's in the round (BUN-9)."""

    kind: Literal["table_won"] = "table_won"
    table: int
    side: int
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    words: ClassVar[str] = "{who} win at {place} with {points}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        values = super().values(names)
        return {**values, "who": listed(names, self.winners), "place": place(self.table)}


class RoundEnded(Told):
    """All tables are decided: who has won the round, and who has lost it, head table first."""

    kind: Literal["round_ended"] = "round_ended"
    set: int
    round: int
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    words: ClassVar[str] = "Round {round} is over."


class Moved(Told):
    """A seat changes its table, or with only one table its chair (BUN-10, BUN-11)."""

    kind: Literal["moved"] = "moved"
    seat: int
    table: int
    chair: int
    words: ClassVar[str] = "{name} moves to chair {number} of {place}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "number": self.chair + 1, "place": place(self.table)}


class RoundStarted(Told):
    """Everybody sits, the first of each table holds the dice."""

    kind: Literal["round_started"] = "round_started"
    set: int
    round: int
    target: int
    seating: Seating
    words: ClassVar[str] = "Round {round} begins: roll {target}s."


class EveningOver(GameOver):
    """The evening has ended, and who takes which prize (BUN-15)."""

    prizes: tuple[Prize, ...]


BuncoEvent = Annotated[
    Started
    | CardDrawn
    | RoundStarted
    | Thrown
    | Bunco
    | Wipeout
    | Penalised
    | Bell
    | TurnOver
    | TurnStarted
    | RollOff
    | TableWon
    | RoundEnded
    | Moved
    | EveningOver,
    Field(discriminator="kind"),
]
