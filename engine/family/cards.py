"""Cards as data, and a deck as counts: no order is hidden anywhere (law 1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.family.scoring import Flag, Points
from engine.model import Frozen


class Card(Frozen):
    """One kind of card: what it asks and what a fill under it does.

    ``asks`` is one sentence for the player, ``motif`` picks the art. ``ends_turn`` at once when
    drawn. ``bank_early`` allows a bank before the fill. ``keep_all`` dice that score,
    ``until_bust`` roll on until the bust, which banks everything. ``fills`` are needed after the
    draw, then: ``bonus`` is added; or the points made under the card count ``exactly``; the turn is
    multiplied by ``times``; leaders lose ``takes`` (or nobody, unless one leads alone, with
    ``sole_leader``); ``banks`` puts the turn points on the sheet at once; ``wins`` ends the game.
    ``collects`` a straight: each roll must add a new face. ``declinable`` before the first roll.
    """

    name: str
    title: str
    count: Annotated[int, Field(strict=True, ge=0, le=200)]
    asks: str
    motif: str
    ends_turn: Flag = False
    bank_early: Flag = False
    keep_all: Flag = False
    until_bust: Flag = False
    fills: Annotated[int, Field(strict=True, ge=1, le=2)] = 1
    bonus: Points = 0
    exactly: Points | None = None
    times: Annotated[int, Field(strict=True, ge=1, le=4)] = 1
    takes: Points = 0
    takes_from: Literal["leaders", "sole_leader"] = "leaders"
    banks: Flag = False
    wins: Flag = False
    collects: Flag = False
    declinable: Flag = False

    @property
    def value(self) -> int:
        """The number printed on the card."""
        return self.bonus or self.exactly or self.takes


class Deck(Frozen):
    """The pile and the discards, as how many of each card of the rules they hold.

    The card in force lies in neither: ``sum(pile) + sum(discards)`` is one less than the deck then.
    """

    pile: tuple[int, ...]
    discards: tuple[int, ...]

    @property
    def left(self) -> int:
        """Cards face down."""
        return sum(self.pile)

    def shuffled(self) -> Deck:
        """The discards turned over into the pile."""
        pile = tuple(a + b for a, b in zip(self.pile, self.discards, strict=True))
        return Deck(pile=pile, discards=(0,) * len(pile))

    def drawn(self, card: int) -> Deck:
        """One card of this kind taken off the pile."""
        return self.replace(pile=_more(self.pile, card, -1))

    def discarded(self, card: int) -> Deck:
        """One card of this kind laid on the discards."""
        return self.replace(discards=_more(self.discards, card, 1))


def _more(counts: tuple[int, ...], card: int, by: int) -> tuple[int, ...]:
    return (*counts[:card], counts[card] + by, *counts[card + 1 :])
