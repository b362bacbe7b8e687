"""What the coach finds out about a choice: every course worth considering, valued exactly."""

from __future__ import annotations

from collections.abc import Callable

from app.tables.wins import win_table_of
from app.views.coach_course import Advice, Course, Worth
from app.views.coach_why import reason
from app.views.whatif import after
from engine.actions import Keep
from engine.family.state import FamilyState
from engine.model import GameState
from engine.ruleset import Ruleset
from engine.strategy.hint import Hint, hints
from engine.strategy.outlook import prepare
from engine.strategy.table import Table

SAME = 9
"""Digits in which courses must agree to be one."""


class Stopped(Exception):
    """Nobody waits for the answer any more."""


def prepared(state: GameState) -> None:
    """Solve what every question at a table needs, so that the first one is answered at once."""
    if isinstance(state, FamilyState):
        prepare(state.rules)
        win_table_of(state)


def courses(
    game: Ruleset, state: GameState, seat: int, stop: Callable[[], bool] = lambda: False
) -> tuple[Course, ...]:
    """All that a seat may do, best first; none in a game that asks for no decisions.

    Raises:
        Stopped: ``stop`` says that the answer is not wanted any more.
    """
    if not isinstance(state, FamilyState):
        return ()
    table = win_table_of(state)
    found = hints(game, state, seat, table)
    if state.turn is None or state.turn.stage != "keep":
        return tuple(_standing(state, hint) for hint in found)
    groups: dict[tuple[object, ...], list[Hint]] = {}
    for hint in found:
        groups.setdefault(_key(state, hint), []).append(hint)
    courses = []
    for (faces, *_), same in groups.items():
        if stop():
            raise Stopped
        assert isinstance(faces, tuple)
        courses.append(_kept(game, state, seat, table, faces, same))
    return tuple(courses)


def _key(state: FamilyState, hint: Hint) -> tuple[object, ...]:
    """What keeps have in common that are one course."""
    assert state.turn is not None
    assert isinstance(hint.action, Keep)
    faces = tuple(sorted(state.turn.rolled[number - 1] for number in hint.action.dice))
    win = None if hint.win is None else round(hint.win, SAME)
    return faces, round(hint.turn_value, SAME), win


def _worth(hint: Hint) -> Worth:
    return Worth(hint.turn_value, hint.win, hint.bust)


def _standing(state: FamilyState, hint: Hint) -> Course:
    """An action of a turn in which no roll waits."""
    turn = state.turn
    if turn is None:
        return Course(hint.action, _worth(hint))
    left = len(state.leftovers) if hint.action.kind == "leftovers" else len(turn.pool)
    return Course(hint.action, _worth(hint), risk=turn.points, left=left)


def _kept(
    game: Ruleset,
    state: FamilyState,
    seat: int,
    table: Table | None,
    faces: tuple[int, ...],
    same: list[Hint],
) -> Course:
    """A keep, and what can be done once the dice are set aside."""
    hint = same[0]
    dice = tuple(frozenset(one.action.dice) for one in same if isinstance(one.action, Keep))
    course = Course(hint.action, _worth(hint), faces, dice)
    then = after(game, state, hint.action)
    if not isinstance(then, FamilyState) or then.turn is None or then.over:
        return course
    if then.turn.seat != seat or len(then.records) != len(state.records):
        return course
    next_hints = {one.action.kind: one for one in hints(game, then, seat, table)}
    bank, draw = next_hints.get("bank"), next_hints.get("draw")
    onward = draw or next_hints.get("roll")
    return course._replace(
        risk=then.turn.points,
        left=len(then.turn.pool),
        bank=_worth(bank) if bank else None,
        onward=_worth(onward) if onward else None,
        draws=draw is not None,
    )


def advise(
    game: Ruleset,
    state: GameState,
    seat: int,
    names: tuple[str, ...],
    stop: Callable[[], bool] = lambda: False,
) -> Advice:
    """The courses of a seat and the reason for the best; ``names`` are the players'.

    Raises:
        Stopped: ``stop`` says that the answer is not wanted any more.
    """
    found = courses(game, state, seat, stop)
    if not isinstance(state, FamilyState) or not found:
        return Advice(state.version, seat)
    keeps = state.turn is not None and state.turn.stage == "keep"
    return Advice(state.version, seat, found, keeps, reason(state, seat, found, names))
