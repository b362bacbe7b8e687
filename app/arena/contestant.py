"""Who plays in a tournament: the house's own computer players, and any program."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from typing import Any, Protocol

from app.arena.by_heart import known
from app.arena.program import Program
from app.tables.wins import win_table_of
from engine.actions import Bank, Keep
from engine.family.hands import legal_keeps
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState, Turn, waiting_roll
from engine.model import Action, GameState
from engine.ruleset import Ruleset
from engine.strategy.graph import graph
from engine.strategy.hint import Hint, hints
from engine.strategy.odds import Rest
from engine.strategy.players import PLAYERS, choose, player
from engine.strategy.tablebase import Tablebase

POINTS = "points"
"""Plays every turn for its points alone, but banks what reaches the goal: the measure of others."""

PERFECT = "ada"
"""The computer player that plays a race perfectly."""

BUILT_IN = (*(one.name for one in PLAYERS), POINTS)
"""The players that the house has itself, by name."""


class Contestant(Protocol):
    """Somebody who plays."""

    def choose(self, game: Ruleset, state: GameState, seat: int, mood: float) -> Action:
        """A legal action; ``mood`` is from 0 to below 1, drawn anew for each decision.

        Raises:
            ProgramFault: there is none to be had.
        """

    def close(self) -> None:
        """Leave for good."""


def command_of(name: str) -> list[str] | None:
    """The program behind a contestant's name and its arguments, None for one of the house.

    Raises:
        ValueError: neither a computer player nor a program that can be started.
    """
    if name in BUILT_IN:
        return None
    command = shlex.split(name)
    if not command or shutil.which(command[0]) is None:
        raise ValueError(name)
    return command


def contestant(name: str, timeout: float, debug: bool) -> Contestant:
    """Somebody to play, by name; a program has ``timeout`` seconds for each answer.

    Raises:
        ValueError: as `command_of` does.
    """
    command = command_of(name)
    if command is not None:
        return _Guest(Program(command, timeout, debug))
    return _Own(_for_points if name == POINTS else _as_character(name))


Choice = Callable[[Ruleset, GameState, int, float], Action]


class _Own:
    """One of the house's computer players."""

    def __init__(self, choice: Choice) -> None:
        self.choose = choice

    def close(self) -> None:
        """See `Contestant`."""


def _as_character(name: str) -> Choice:
    who = player(name)

    def act(game: Ruleset, state: GameState, seat: int, mood: float) -> Action:
        return choose(game, state, seat, who, mood, win_table_of(state))

    return _by_heart(act) if name == PERFECT else act


def _by_heart(work_out: Choice) -> Choice:
    """The same choice, looked up where it is known by heart."""
    rules: FamilyRules | None = None
    base: Tablebase | None = None

    def act(game: Ruleset, state: GameState, seat: int, mood: float) -> Action:
        nonlocal rules, base
        if isinstance(state, FamilyState):
            if state.rules is not rules:
                rules, base = state.rules, known(state.rules)
            found = None if base is None else base.choose(state, seat)
            if found is not None:
                return found
        return work_out(game, state, seat, mood)

    return act


class _Guest:
    """A program."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def choose(self, game: Ruleset, state: GameState, seat: int, mood: float) -> Action:
        """See `Contestant`; a program has no mood."""
        del mood
        legal = game.legal_actions(state, seat)
        asked: dict[str, Any] = {
            "seat": seat,
            "state": game.wire(state),
            "legal": [action.model_dump() for action in legal],
        }
        return self._program.decide(asked, game, legal)

    def close(self) -> None:
        """See `Contestant`."""
        self._program.stop()


def _for_points(game: Ruleset, state: GameState, seat: int, _mood: float) -> Action:
    """The most points of the turn; of equals the most in hand, and rather bank than roll."""
    found = hints(game, state, seat)
    if not isinstance(state, FamilyState) or state.turn is None:
        return found[0].action
    turn = state.turn
    if turn.stage == "keep":
        return _keep(state, turn, found)
    for hint in found:
        if isinstance(hint.action, Bank) and _arrives(state, turn.points):
            return hint.action
    return max(found, key=lambda hint: (hint.turn_value, hint.action.kind == "bank")).action


def _keep(state: FamilyState, turn: Turn, found: tuple[Hint, ...]) -> Action:
    keeps = legal_keeps(state.rules, waiting_roll(state, turn, turn.rolled))
    places = graph(state.rules).place
    thrown = sum(map(bool, turn.rolled))

    def liking(hint: Hint) -> tuple[bool, float, int, int]:
        assert isinstance(hint.action, Keep)
        kept = keeps[hint.action.dice]
        rest = Rest(thrown - len(hint.action.dice), kept.sets)
        arrives = _arrives(state, turn.points + kept.points)
        return arrives, hint.turn_value, kept.points, places.get(rest, 0)

    return max(found, key=liking).action


def _arrives(state: FamilyState, points: int) -> bool:
    turn = state.turn
    return turn is not None and state.rules.reaches_goal(state.scores[turn.seat] + points)
