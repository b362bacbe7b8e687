"""The state of a game of the family, and of the turn in it."""

from __future__ import annotations

from typing import Literal

from engine.family.cards import Card, Deck
from engine.family.hands import Faces, Roll
from engine.family.rules import FamilyRules
from engine.family.scoring import NOTHING, Hand
from engine.model import Frozen, GameState

Stage = Literal["start", "draw", "roll", "keep", "kept", "hot", "filled", "safe"]
"""Where a turn stands.

``start`` before the first roll, without a deck; ``draw`` a card must be turned over; ``roll`` the
dice must be thrown; ``keep`` a roll waits; ``kept`` roll the rest or bank; ``hot`` all dice kept,
without a deck: roll again or bank; ``filled`` all dice kept: draw or bank; ``safe`` the turn's
points are on the sheet: draw on, or stop.
"""

Ending = Literal["goal", "time", "tie"]
"""Why the turns to come are counted: a goal was reached, time is up, a tie is played out."""


class Turn(Frozen):
    """A turn in progress.

    ``rolled`` and ``held`` have one place a die, 0 where it is not part; ``pool`` are the numbers
    of the dice that a roll throws next. ``points`` are at risk, ``banked`` already on the sheet.
    ``card_fills`` and ``card_points`` count since the card in force was drawn; ``fresh`` until dice
    are thrown under it. ``sets`` are held dice in sets of equal faces (pyramiding).
    ``leftover`` until the first roll with the previous player's dice.
    """

    seat: int
    stage: Stage
    rolled: Faces
    held: Faces
    pool: tuple[int, ...]
    points: int = 0
    banked: int = 0
    rolls: int = 0
    fills: int = 0
    card: str | None = None
    card_fills: int = 0
    card_points: int = 0
    fresh: bool = False
    sets: Hand = NOTHING
    leftover: bool = False
    challenge: int | None = None
    window: int = 0


class TurnRecord(Frozen):
    """A finished turn, for the score sheet."""

    seat: int
    points: int
    lost: int
    score: int
    end: str


class FamilyState(GameState):
    """A game of the family.

    ``starter`` is the seat that began; ``pending`` the seats that still have a turn after the one
    in progress, None while the end is open; ``contenders`` the seats that compete (empty: all);
    ``rolling`` the seats yet to throw in a roll-off and ``throws`` what the others threw.
    ``streaks`` count busts in a row, ``challenges`` the windows used up, by seat.
    """

    rules: FamilyRules
    starter: int | None = None
    turn: Turn | None = None
    deck: Deck
    on_board: tuple[bool, ...]
    streaks: tuple[int, ...]
    challenges: tuple[tuple[int, ...], ...]
    last_bank: int = 0
    leftovers: tuple[int, ...] = ()
    inherit: int = 0
    pending: tuple[int, ...] | None = None
    ending: Ending | None = None
    timed: bool = False
    contenders: tuple[int, ...] = ()
    rolling: tuple[int, ...] = ()
    throws: tuple[tuple[int, Faces], ...] = ()
    records: tuple[TurnRecord, ...] = ()

    @property
    def card(self) -> Card | None:
        """The card in force."""
        return None if self.turn is None else self.rules.card(self.turn.card)

    def minimum(self, seat: int) -> int:
        """What a bank of this seat needs at least: the first never less than later ones (ZIL-6)."""
        rules = self.rules
        return rules.bank_min if self.on_board[seat] else max(rules.entry_min, rules.bank_min)

    def clockwise(self, after: int, seats: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """The seats (all, or these) in turn order, beginning after one seat, which comes last."""
        count = len(self.seats)
        order = ((after + step) % count for step in range(1, count + 1))
        return tuple(seat for seat in order if seats is None or seat in seats)

    def rest_of_round(self, after: int) -> tuple[int, ...]:
        """The seats that still play in the round, which the starter began (FOB-30)."""
        order = self.clockwise(after)
        return order[: order.index(self.starter if self.starter is not None else 0)]


def waiting_roll(state: FamilyState, turn: Turn, faces: Faces) -> Roll:
    """A roll of this turn with all that decides what may be kept of it."""
    rules = state.rules
    keep_all = rules.keep == "all"
    if turn.card is None:
        return Roll(faces, turn.held, turn.sets, keep_all)
    card = rules.deck[rules.card_index[turn.card]]
    keep_all = (keep_all or card.keep_all) and not card.collects
    return Roll(faces, turn.held, turn.sets, keep_all, card.collects)
