"""What a table's dice are made of, as its journal says it, and the secret behind them."""

from __future__ import annotations

import secrets

from app.tables.chance import (
    SECRET_BYTES,
    ScriptedChance,
    SeededChance,
    Source,
    StreamChance,
    commitment_of,
    secret_from_number,
)
from engine.model import Frozen


class Recipe(Frozen):
    """Where a table's dice come from: from the operating system unless something else is given.

    ``seed`` is the number of a reproducible game, ``dice`` and ``cards`` a script that is used up
    first; with any of them the table is no fair play. ``words`` are what players threw in, so that
    nobody, not even the house, could choose the dice alone.
    """

    seed: int | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    cards: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    @property
    def fair(self) -> bool:
        """Whether nobody could know or choose the dice (R027)."""
        return self.seed is None and not self.dice and not self.cards

    def new_secret(self) -> bytes:
        """The secret of one new table: fresh from the operating system, or of the seed."""
        if self.seed is None:
            return secrets.token_bytes(SECRET_BYTES)
        return secret_from_number(self.seed)

    def chance(self, secret: bytes, table: str) -> Source:
        """The dice and cards of a table, from the first on.

        Raises:
            BadInput: the script holds a face that no die has.
        """
        stream: Source
        if self.seed is None:
            stream = StreamChance(secret, table, self.words)
        else:
            stream = SeededChance(self.seed)
        if self.dice or self.cards:
            return ScriptedChance(self.dice, self.cards, stream)
        return stream


class Pledge:
    """A table's name and dice, fixed before the players say their words.

    The house shows ``table`` and ``commitment``; each player may then give a word. So neither the
    house nor a player knew the other's part when choosing its own.
    """

    def __init__(self, table: str) -> None:
        self.table = table
        self.secret = secrets.token_bytes(SECRET_BYTES)

    @property
    def commitment(self) -> str:
        """What is shown: SHA-256 of the secret, in hex."""
        return commitment_of(self.secret)

    def __repr__(self) -> str:
        return f"Pledge({self.table!r}, {self.commitment!r})"
