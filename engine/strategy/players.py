"""Computer players: who they are, and what they do. They use the same dice as everybody.

All but the beginner see the exact value of what they may do; they differ in what they make of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Literal

from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll
from engine.family.hands import legal_keeps
from engine.family.state import FamilyState, Turn, waiting_roll
from engine.model import Action, Frozen, GameState
from engine.ruleset import Ruleset
from engine.strategy.hint import Hint, hints
from engine.strategy.standing import strongest
from engine.strategy.table import Table

Character = Literal["beginner", "cautious", "greedy", "chaser", "steady", "exact"]


class Player(Frozen):
    """A computer player: ``name`` for programs, ``title`` for people, ``level`` from 1 to 5."""

    name: str
    title: str
    level: int
    character: Character
    about: str


PLAYERS: tuple[Player, ...] = (
    Player(
        name="pip",
        title="Pip",
        level=1,
        character="beginner",
        about="New to dice: keeps all that scores and goes by feeling. Fun to beat.",
    ),
    Player(
        name="prudence",
        title="Prudence",
        level=2,
        character="cautious",
        about="Cautious: a point on the sheet is worth two in the air.",
    ),
    Player(
        name="max",
        title="Max",
        level=2,
        character="greedy",
        about="Greedy: one more roll, and then perhaps another.",
    ),
    Player(
        name="chase",
        title="Chase",
        level=3,
        character="chaser",
        about="A chaser: careful in front, wild behind.",
    ),
    Player(
        name="stella",
        title="Stella",
        level=4,
        character="steady",
        about="Steady: makes the most points of every turn, whoever leads.",
    ),
    Player(
        name="ada",
        title="Ada",
        level=5,
        character="exact",
        about="Exact: plays the whole game to the last digit.",
    ),
)
"""Everybody who can be asked to play, from the beginner to the exact one."""


def player(name: str) -> Player:
    """A computer player by name.

    Raises:
        KeyError: nobody of that name.
    """
    return {one.name: one for one in PLAYERS}[name]


def choose(
    game: Ruleset,
    state: GameState,
    seat: int,
    who: Player,
    mood: float,
    table: Table | None = None,
) -> Action:
    """What a player does now: always a legal action, and the same for the same arguments.

    ``mood`` is a number from 0 to below 1 that the caller draws anew for each decision; it moves
    the beginner only. ``table`` holds the chances to win, for those who play by them.

    Raises:
        ValueError: this seat has nothing to do.
    """
    legal = game.legal_actions(state, seat)
    if not legal:
        raise ValueError(f"Seat {seat} has nothing to do.")
    turn = state.turn if isinstance(state, FamilyState) else None
    if len(legal) == 1 or turn is None or not isinstance(state, FamilyState):
        return legal[0]
    if who.character == "beginner":
        return _by_feeling(state, turn, legal, mood)
    valued = hints(game, state, seat, table if who.character == "exact" else None)
    if who.character == "exact" or (valued[0].win is not None and not state.pending):
        return valued[0].action
    likes = _LIKES[_temper(state, seat, who.character)]
    return max(valued, key=lambda hint: likes(turn, hint)).action


def _by_feeling(state: FamilyState, turn: Turn, legal: tuple[Action, ...], mood: float) -> Action:
    """The beginner: takes all that scores, cards as they come, and stops when it feels right."""
    if turn.stage == "keep":
        keeps = legal_keeps(state.rules, waiting_roll(state, turn, turn.rolled))
        dice = max(keeps, key=lambda dice: (keeps[dice].points, -len(dice)))
        return Keep(seat=turn.seat, dice=dice)
    enough = 250 + int(500 * mood)
    for action in legal:
        if isinstance(action, Bank) and (turn.points >= enough or turn.stage == "safe"):
            return action
    return next(action for action in legal if isinstance(action, Roll | Draw))


def _temper(state: FamilyState, seat: int, character: Character) -> Character:
    """The character of the moment: a chaser's depends on the sheets."""
    if character != "chaser":
        return character
    ahead = state.scores[seat] - state.scores[strongest(state, seat)]
    margin = (state.rules.goal or 10_000) // 10
    if ahead <= -margin:
        return "greedy"
    return "cautious" if ahead >= margin else "steady"


def _cautious(turn: Turn, hint: Hint) -> float:
    match hint.action:
        case Roll() | Draw() | Decline():
            return hint.turn_value - 0.3 * turn.points
        case Keep(dice=dice):
            return hint.turn_value + 40.0 * len(dice)
        case Leftovers():
            return hint.turn_value - 200.0
        case _:
            return _steady(turn, hint)


def _greedy(turn: Turn, hint: Hint) -> float:
    match hint.action:
        case Roll() | Draw() | Decline():
            return hint.turn_value + 0.35 * turn.points
        case Keep(dice=dice):
            return hint.turn_value - 25.0 * len(dice)
        case Leftovers():
            return hint.turn_value + 200.0
        case _:
            return _steady(turn, hint)


def _steady(_turn: Turn, hint: Hint) -> float:
    return -inf if isinstance(hint.action, Challenge) else hint.turn_value


_LIKES: dict[Character, Callable[[Turn, Hint], float]] = {
    "cautious": _cautious,
    "greedy": _greedy,
    "steady": _steady,
}
"""How much a character likes an action, by what it is worth in points."""
