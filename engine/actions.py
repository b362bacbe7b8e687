"""The actions of the house. A game that needs another subclasses `Action` in its own file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from engine.model import Action, DieNumber, SeatIndex


class Roll(Action):
    """Throw the dice that are due."""

    kind: Literal["roll"] = "roll"
    seat: SeatIndex


class Keep(Action):
    """Set aside dice of the roll that waits, by their numbers."""

    kind: Literal["keep"] = "keep"
    seat: SeatIndex
    dice: tuple[DieNumber, ...]


class Bank(Action):
    """Write the turn points on the sheet and end the turn."""

    kind: Literal["bank"] = "bank"
    seat: SeatIndex


class Draw(Action):
    """Turn over the next card."""

    kind: Literal["draw"] = "draw"
    seat: SeatIndex


class Decline(Action):
    """Put the drawn card aside unused and draw another."""

    kind: Literal["decline"] = "decline"
    seat: SeatIndex


class Leftovers(Action):
    """Start with the dice that the previous player did not set aside."""

    kind: Literal["leftovers"] = "leftovers"
    seat: SeatIndex


class Challenge(Action):
    """Play this turn against another seat's sheet."""

    kind: Literal["challenge"] = "challenge"
    seat: SeatIndex
    target: SeatIndex


class TimeUp(Action):
    """The table's clock has run out; no seat asks for it."""

    kind: Literal["time_up"] = "time_up"
    seat: None = None


AnyAction = Annotated[
    Roll | Keep | Bank | Draw | Decline | Leftovers | Challenge | TimeUp,
    Field(discriminator="kind"),
]
