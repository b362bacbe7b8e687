"""Chance for the engine's tests: by a seed, by a script, and one that may not be asked."""

from __future__ import annotations

import random
from collections.abc import Mapping


class Seeded:
    """Fair dice and cards by a seed; ``asked`` counts how often something was wanted."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)
        self.asked = 0

    def roll(self, count: int) -> tuple[int, ...]:
        """Faces, each equally likely."""
        self.asked += 1
        return tuple(self.random.choices(range(1, 7), k=count))

    def draw(self, pile: Mapping[str, int]) -> str:
        """One card, each equally likely."""
        self.asked += 1
        return self.random.choices(list(pile), weights=list(pile.values()))[0]


class Script:
    """Rolls and cards in the order in which they must come; ``piles`` are those drawn from."""

    def __init__(self, rolls: tuple[tuple[int, ...], ...] = (), cards: tuple[str, ...] = ()):
        self.rolls = list(rolls)
        self.cards = list(cards)
        self.piles: list[dict[str, int]] = []

    def roll(self, count: int) -> tuple[int, ...]:
        """The next roll, which must be of this many dice."""
        faces = self.rolls.pop(0)
        assert len(faces) == count, (faces, count)
        return faces

    def draw(self, pile: Mapping[str, int]) -> str:
        """The next card, which the pile must hold."""
        self.piles.append(dict(pile))
        card = self.cards.pop(0)
        assert pile.get(card, 0) > 0, (card, pile)
        return card

    @property
    def used_up(self) -> bool:
        """Whether everything was asked for."""
        return not self.rolls and not self.cards
