"""What would follow: asked of the rules themselves, with nothing changed and no die thrown."""

from __future__ import annotations

from collections.abc import Mapping

from engine.model import Action, GameState
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset, step


class _Unthrown(Exception):
    """The rules went as far as throwing dice or drawing a card."""


class _NoChance:
    """Never throws: a question is no roll."""

    def roll(self, count: int) -> tuple[int, ...]:
        raise _Unthrown(count)

    def draw(self, pile: Mapping[str, int]) -> str:
        raise _Unthrown(pile)


def refusal_of(game: Ruleset, state: GameState, *actions: Action) -> str:
    """The sentence with which the rules would refuse one of these in a row, or nothing."""
    try:
        for action in actions:
            _, state = step(game, state, action, _NoChance())
    except IllegalAction as refusal:
        return refusal.message
    except _Unthrown:
        return ""
    return ""


def after(game: Ruleset, state: GameState, action: Action) -> GameState | None:
    """The table after an action that needs neither dice nor cards, None where it does."""
    try:
        return step(game, state, action, _NoChance())[1]
    except _Unthrown:
        return None
