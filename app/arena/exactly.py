"""Two fixed strategies compared without a single die, where the rules are a plain race."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, NamedTuple

from app.arena.contestant import PERFECT, POINTS
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.registry import ruleset
from engine.strategy.graph import step_of
from engine.strategy.match import Race, race_of
from engine.strategy.turn import for_points


class Exact(NamedTuple):
    """The chance of perfect play to win against play for points: when it begins, and when not."""

    first: float
    second: float

    @property
    def both(self) -> float:
        """The chance when both begin equally often."""
        return (self.first + self.second) / 2


def compared(preset: str, options: Mapping[str, Any]) -> Exact | None:
    """`PERFECT` against `POINTS`, None where these rules are no plain race or numpy is missing.

    A race is plain when the goal wins at once and there is nothing to it but dice and points. It
    takes about ten seconds for 80 steps to the goal, and grows with their square.

    Raises:
        IllegalAction: an unknown preset or option.
    """
    game = ruleset(preset)
    if not isinstance(game, FamilyGame) or find_spec("numpy") is None:
        return None
    rules = game.rules(preset, options)
    race = race_of(rules)
    if race is None or not _plain(rules, race):
        return None
    from engine.strategy.build_duel import duel

    return Exact(*duel(race, for_points(rules), step_of(rules)))


def _plain(rules: FamilyRules, race: Race) -> bool:
    extras = (race.answer, race.entry, race.minimum, race.streak, race.floor, race.bonus)
    more = (rules.topping, rules.leftover, rules.challenge, rules.doubling, rules.pyramiding)
    return not any(extras) and not any(more)


def comparable(players: tuple[str, ...]) -> bool:
    """Whether both fixed strategies are among the players."""
    return {PERFECT, POINTS} <= set(players)
