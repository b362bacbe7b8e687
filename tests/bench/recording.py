"""Games played beforehand, to be stepped again at full speed: the same actions, dice and cards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from engine.actions import Bank, Decline, Keep, Roll
from engine.model import Action, GameState, Setup
from engine.refusal import IllegalAction
from engine.registry import ruleset
from engine.ruleset import Chance, Ruleset, begin, step

NAMES = tuple(f"Player {number}" for number in range(1, 49))
ENOUGH = 300
"""Points at which the sensible player banks, where the rules allow it."""


class Recorder:
    """Fair dice and cards by a seed, written down as they come."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.rolls: list[tuple[int, ...]] = []
        self.cards: list[str] = []

    def roll(self, count: int) -> tuple[int, ...]:
        """Faces, each equally likely."""
        self.rolls.append(tuple(self._random.choices(range(1, 7), k=count)))
        return self.rolls[-1]

    def draw(self, pile: Mapping[str, int]) -> str:
        """One card, each equally likely."""
        self.cards.append(self._random.choices(list(pile), weights=list(pile.values()))[0])
        return self.cards[-1]


class Player:
    """Gives back what was written down, so that chance costs next to nothing."""

    def __init__(self, rolls: list[tuple[int, ...]], cards: list[str]) -> None:
        self._rolls = iter(rolls)
        self._cards = iter(cards)

    def roll(self, _count: int) -> tuple[int, ...]:
        """The next roll."""
        return next(self._rolls)

    def draw(self, _pile: Mapping[str, int]) -> str:
        """The next card."""
        return next(self._cards)


class Game(NamedTuple):
    """A game as it was played: where it begins, what was asked for, and what chance gave."""

    ruleset: Ruleset
    start: GameState
    actions: list[Action]
    rolls: list[tuple[int, ...]]
    cards: list[str]

    def chance(self) -> Chance:
        """The same dice and cards once more."""
        return Player(self.rolls, self.cards)
