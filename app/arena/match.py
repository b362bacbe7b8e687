"""One game of a tournament: the same for the same seed, whichever worker plays it."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence
from typing import Any

from app.arena import texts
from app.arena.contestant import Contestant
from app.arena.program import ProgramFault
from app.tables.chance import StreamChance
from engine.model import Frozen, Setup
from engine.registry import ruleset
from engine.ruleset import begin, step

LONGEST = 20_000
"""Decisions after which a game that does not end is broken off, and nobody has won it."""


class Plan(Frozen):
    """A tournament: every two of ``players`` play each other, and take turns to begin.

    Games are numbered from 0 and go round the pairs; two games of a pair in a row have its seats
    exchanged. ``seed`` and a game's number give its dice. ``rounds`` is how many games each pair
    plays, and no part of what a result depends on.
    """

    preset: str
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: int
    rounds: int
    timeout: float

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Who plays whom, by the players' places in the list."""
        count = len(self.players)
        return tuple((a, b) for a in range(count) for b in range(a + 1, count))

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.rounds * len(self.pairs)

    def seats(self, number: int) -> tuple[int, int]:
        """The players of a game in the order of their seats; the first one begins."""
        turn, pair = divmod(number, len(self.pairs))
        first, second = self.pairs[pair]
        return (second, first) if turn % 2 else (first, second)


class Result(Frozen):
    """How a game ended: ``seats`` are players, ``scores`` their sheets, ``winners`` players too.

    ``forfeit`` is the player that was disqualified, and ``reason`` why, or why nobody won.
    """

    game: int
    seats: tuple[int, int]
    scores: tuple[int, int]
    winners: tuple[int, ...]
    forfeit: int | None = None
    reason: str = ""


def play(plan: Plan, number: int, players: Mapping[int, Contestant]) -> Result:
    """A game from its first die to its end.

    Raises:
        IllegalAction: the game does not exist, or cannot be played with these options by two.
    """
    seats = plan.seats(number)
    seed = f"arena|{plan.seed}|{number}".encode()
    chance = StreamChance(hashlib.sha256(seed).digest(), "arena")
    moods = random.Random(seed)
    game = ruleset(plan.preset)
    setup = Setup(preset=plan.preset, seats=("A", "B"), options=plan.options, first=0)
    _events, state = begin(game, setup, chance)
    for _decision in range(LONGEST):
        if state.over:
            won = tuple(sorted(seats[seat] for seat in state.winners))
            return _ended(number, seats, state.scores, won)
        seat = min(state.to_act)
        try:
            action = players[seats[seat]].choose(game, state, seat, moods.random())
        except ProgramFault as fault:
            won, lost = (seats[1 - seat],), seats[seat]
            return _ended(number, seats, state.scores, won, lost, str(fault))
        _events, state = step(game, state, action, chance)
    return _ended(number, seats, state.scores, (), None, texts.ENDLESS(count=LONGEST))


def _ended(
    number: int,
    seats: tuple[int, int],
    scores: Sequence[int],
    winners: tuple[int, ...],
    forfeit: int | None = None,
    reason: str = "",
) -> Result:
    first, second = scores
    return Result(
        game=number,
        seats=seats,
        scores=(first, second),
        winners=winners,
        forfeit=forfeit,
        reason=reason,
    )
