"""What a seat may do now, valued: the coach, the referee and the computer players ask here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll
from engine.bunco.state import BuncoState
from engine.bunco.throw import DICE, read_throw
from engine.family.hands import Kept, legal_keeps
from engine.family.scoring import NOTHING
from engine.family.state import FamilyState, Turn, waiting_roll
from engine.model import Action, GameState
from engine.ruleset import Ruleset
from engine.strategy.odds import bust_chance, mean_best, new_faces, rolls
from engine.strategy.outlook import Outlook, for_points_now, for_win_now
from engine.strategy.standing import competing, strongest
from engine.strategy.table import Table


class Hint(NamedTuple):
    """An action and what may be expected of it.

    ``turn_value`` is the mean of the points that the turn banks when play goes on best for points,
    ``win`` the chance to win when it goes on best for that, None where it cannot be told, ``bust``
    the chance that the next roll busts, None where no roll is next.
    """

    action: Action
    turn_value: float
    win: float | None
    bust: float | None


def hints(
    game: Ruleset, state: GameState, seat: int, table: Table | None = None
) -> tuple[Hint, ...]:
    """Every legal action of a seat, best first: for the win where it can be told, else for points.

    ``table`` holds the chances to win under these rules (`engine.strategy.standing.serves`).
    """
    legal = game.legal_actions(state, seat)
    if isinstance(state, FamilyState):
        found = _family(state, seat, legal, table)
    elif isinstance(state, BuncoState):
        found = [Hint(action, *_bunco(state, seat)) for action in legal]
    else:
        found = [Hint(action, 0.0, None, None) for action in legal]
    return tuple(sorted(found, key=_rank, reverse=True))


def _rank(hint: Hint) -> tuple[float, float]:
    """For the win, of actions that win equally often for points; sums of floats are a bit off."""
    return (-1.0 if hint.win is None else round(hint.win, 9), hint.turn_value)


def _family(
    state: FamilyState, seat: int, legal: tuple[Action, ...], table: Table | None
) -> list[Hint]:
    turn = state.turn
    if turn is None:
        return [_roll_off(state, seat, action) for action in legal]
    if not legal:
        return []
    points = for_points_now(state, seat, table)
    win = for_win_now(state, seat, table)
    keeps = (
        legal_keeps(state.rules, waiting_roll(state, turn, turn.rolled))
        if turn.stage == "keep"
        else {}
    )
    found = []
    for action in legal:
        if isinstance(action, Challenge):
            found.append(_challenged(state, action, table))
            continue
        value = worth(points, state, turn, action, keeps) + turn.banked
        chance = None if win is None else _chance(worth(win, state, turn, action, keeps))
        found.append(Hint(action, value, chance, _bust(state, turn, action, keeps)))
    return found


def _chance(value: float) -> float:
    return min(1.0, max(0.0, value))


Keeps = Mapping[tuple[int, ...], Kept]


def worth(outlook: Outlook, state: FamilyState, turn: Turn, action: Action, keeps: Keeps) -> float:
    """What an action of the running turn is worth to an outlook; ``keeps`` are the legal ones."""
    match action:
        case Roll():
            return outlook.throw(turn)
        case Bank():
            return outlook.bank(turn.points)
        case Draw() | Decline():
            return outlook.draw(len(turn.pool), turn.points)
        case Leftovers():
            taken = turn.replace(
                pool=state.leftovers, points=turn.points + state.inherit, leftover=True
            )
            if turn.stage == "draw":
                return outlook.draw(len(taken.pool), taken.points)
            return outlook.throw(taken)
        case _:
            assert isinstance(action, Keep)
            kept = keeps[action.dice]
            left = _left(turn, action)
            sets = kept.sets if left else NOTHING
            return outlook.rest(turn, left, sets, turn.points + kept.points)


def _left(turn: Turn, action: Keep) -> tuple[int, ...]:
    rolled = enumerate(turn.rolled, 1)
    return tuple(number for number, face in rolled if face and number not in action.dice)


def _bust(state: FamilyState, turn: Turn, action: Action, keeps: Keeps) -> float | None:
    """The chance that the next roll busts, where one is next."""
    rules = state.rules
    dice = len(turn.pool)
    sets = turn.sets
    collects = state.card is not None and state.card.collects
    if isinstance(action, Leftovers):
        dice = len(state.leftovers)
    elif isinstance(action, Keep):
        left = len(_left(turn, action))
        dice, sets = (left, keeps[action.dice].sets) if left else (rules.dice.count, NOTHING)
    elif not isinstance(action, Roll):
        return None
    if collects:
        return new_faces(dice, rules.dice.count)[0]
    return float(bust_chance(rules, dice, sets))


def _challenged(state: FamilyState, action: Challenge, table: Table | None) -> Hint:
    """A challenge is worth what the first roll, or card, is under it.

    Chances to win are told against the strongest rival only, so for a challenge of that one.
    """
    turn = state.turn
    rule = state.rules.challenge
    assert turn is not None
    assert rule is not None
    window = 1 if state.scores[action.seat] >= rule.threshold else 0
    under = turn.replace(challenge=action.target, window=window)
    after = state.replace(turn=under)
    first = (Draw if under.stage == "draw" else Roll)(seat=action.seat)
    value = worth(for_points_now(after, action.seat), after, under, first, {})
    chance = None
    if action.target == strongest(state, action.seat):
        win = for_win_now(after, action.seat, table)
        chance = None if win is None else _chance(worth(win, after, under, first, {}))
    return Hint(action, value, chance, _bust(after, under, first, {}))


def _roll_off(state: FamilyState, seat: int, action: Action) -> Hint:
    """One more roll of all dice for the win, scored at its best (ZIL-12)."""
    chances = mean_best(state.rules)
    mean = sum(points * chance for points, chance in chances)
    rivals = [rival for rival in competing(state) if rival != seat]
    win = None
    if len(rivals) == 1:
        (rival,) = rivals
        win = 0.5
        if rival not in state.rolling:
            ahead = state.scores[rival] - state.scores[seat]
            win = sum(chance * _beats(points, ahead) for points, chance in chances)
    return Hint(action, mean, win, float(bust_chance(state.rules, state.rules.dice.count)))


def _beats(points: int, ahead: int) -> float:
    return 0.5 if points == ahead else float(points > ahead)


def _bunco(state: BuncoState, seat: int) -> tuple[float, float | None, float | None]:
    """Bunco decides nothing: the mean of the turn's points, and the chance to pass the dice on."""
    options = state.options
    table = state.tables[state.table_of(seat)]
    mean = on = 0.0
    for faces, ways in rolls(DICE):
        thrown = read_throw(faces, state.target, options.wipeout)
        chance = ways / 6**DICE
        mean += chance * thrown.points
        if thrown.points and not (options.mini_ends_turn and thrown.kind == "mini"):
            on += chance
    return table.turn_points + mean / (1 - on), None, _misses(state)


def _misses(state: BuncoState) -> float:
    missed = 0
    for faces, ways in rolls(DICE):
        if not read_throw(faces, state.target, state.options.wipeout).points:
            missed += ways
    return float(missed / 6**DICE)
