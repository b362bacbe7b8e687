"""Games played beforehand, to be stepped again at full speed: the same actions, dice and cards."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import cycle
from typing import NamedTuple

from engine.actions import Bank, Draw, Keep, Roll
from engine.model import Action, GameState, Setup
from engine.registry import ruleset
from engine.ruleset import Chance, Ruleset, begin, step

ENOUGH = 300
"""Points with which the player banks, where the rules allow it."""


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


class Tape:
    """Gives back what was written down: chance is not what is measured."""

    def __init__(self, recorder: Recorder) -> None:
        self._rolls = iter(recorder.rolls)
        self._cards = iter(recorder.cards)

    def roll(self, _count: int) -> tuple[int, ...]:
        """The next roll."""
        return next(self._rolls)

    def draw(self, _pile: Mapping[str, int]) -> str:
        """The next card."""
        return next(self._cards)


class Recorded(NamedTuple):
    """A game as it was played: where it began, what was asked for, and what chance gave."""

    game: Ruleset
    start: GameState
    actions: list[Action]
    recorder: Recorder


def sensible(game: Ruleset, state: GameState, seat: int, chance: Chance) -> Action:
    """What a sensible person does: keeps what scores most, banks enough, and otherwise goes on."""

    def points(action: Action) -> int:
        return game.decide(state, action, chance)[0].points

    legal = game.legal_actions(state, seat)
    if keeps := [action for action in legal if isinstance(action, Keep)]:
        return max(keeps, key=lambda keep: (points(keep), -len(keep.dice)))
    for action in legal:
        if isinstance(action, Bank) and points(action) >= ENOUGH:
            return action
    return next(action for action in legal if isinstance(action, Roll | Draw))


def record(preset: str, seats: int, seed: int) -> Recorded:
    """A whole game by sensible players; those who may act at the same time take turns."""
    game = ruleset(preset)
    names = tuple(f"Player {number}" for number in range(1, seats + 1))
    setup = Setup(preset=preset, seats=names, first=0)
    recorder = Recorder(seed)
    _, start = begin(game, setup, recorder)
    recorder.rolls.clear()
    recorder.cards.clear()
    state, actions = start, []
    for seat in cycle(range(len(state.seats))):
        if state.over:
            break
        if seat in state.to_act:
            actions.append(sensible(game, state, seat, recorder))
            _, state = step(game, state, actions[-1], recorder)
    return Recorded(game, start, actions, recorder)


def replay(recorded: Recorded, ask: bool = False) -> int:
    """Step a game again, and count its actions; ``ask`` what is legal before each of them."""
    game, state, actions, recorder = recorded
    chance = Tape(recorder)
    if ask:
        for action in actions:
            game.legal_actions(state, action.seat)
            _, state = step(game, state, action, chance)
    else:
        for action in actions:
            _, state = step(game, state, action, chance)
    return len(actions)
