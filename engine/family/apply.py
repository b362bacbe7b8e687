"""What each event does to the state: no choice, no chance, no refusal (law 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine import events as e
from engine.family.rules import FamilyRules
from engine.family.scoring import NOTHING
from engine.family.state import FamilyState, Stage, Turn, TurnRecord
from engine.model import Event

T = TypeVar("T")


def apply(state: FamilyState, event: Event) -> FamilyState:
    """The state after an event of the family."""
    return _APPLY[type(event)](state, event)


def _changed(state: FamilyState, **changes: Any) -> FamilyState:
    return state.replace(version=state.version + 1, **changes)


def _turned(state: FamilyState, **changes: Any) -> FamilyState:
    """The state with the turn in progress changed."""
    turn = state.turn
    return state.replace(
        version=state.version + 1, turn=None if turn is None else turn.replace(**changes)
    )


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _blank(rules: FamilyRules) -> tuple[int, ...]:
    return (0,) * rules.dice.count


def _roll_off(state: FamilyState, event: e.RollOff) -> FamilyState:
    contenders = event.seats if event.reason == "tie" else ()
    return _changed(
        state,
        rolling=event.seats,
        throws=(),
        contenders=contenders,
        to_act=frozenset(event.seats),
    )


def _turn_started(state: FamilyState, event: e.TurnStarted) -> FamilyState:
    rules = state.rules
    seat = event.seat
    turn = Turn(
        seat=seat,
        stage="draw" if rules.deck else "start",
        rolled=_blank(rules),
        held=_blank(rules),
        pool=rules.numbers,
    )
    starter = seat if state.starter is None else state.starter
    return _changed(
        state,
        turn=turn,
        starter=starter,
        pending=None if state.pending is None else state.pending[1:],
        last_bank=0 if seat == starter else state.last_bank,
        rolling=(),
        throws=(),
        to_act=frozenset((seat,)),
    )


def _rolled(state: FamilyState, event: e.Rolled) -> FamilyState:
    turn = state.turn
    if turn is None:
        rolling = tuple(seat for seat in state.rolling if seat != event.seat)
        throws = (*state.throws, (event.seat, event.faces))
        return _changed(state, rolling=rolling, throws=throws, to_act=frozenset(rolling))
    faces = dict(zip(event.numbers, event.faces, strict=True))
    return _turned(
        state,
        stage="keep",
        rolled=tuple([faces.get(number, 0) for number in state.rules.numbers]),
        pool=(),
        points=turn.points + event.points,
        rolls=turn.rolls + 1,
        fresh=False,
        leftover=False,
    )


def _kept(state: FamilyState, event: e.Kept) -> FamilyState:
    turn = state.turn
    assert turn is not None
    dice = event.dice
    return _turned(
        state,
        stage="kept",
        held=tuple(
            [
                face if number in dice else old
                for number, (face, old) in enumerate(zip(turn.rolled, turn.held, strict=True), 1)
            ]
        ),
        pool=tuple([n for n, face in enumerate(turn.rolled, 1) if face and n not in dice]),
        rolled=_blank(state.rules),
        points=turn.points + event.points,
        card_points=turn.card_points + event.points,
        sets=event.sets or NOTHING,
    )


def _filled(state: FamilyState, event: e.Filled) -> FamilyState:
    turn = state.turn
    assert turn is not None
    return _turned(
        state,
        stage=stage_after_fill(state),
        held=_blank(state.rules),
        pool=state.rules.numbers,
        points=turn.points + event.points,
        fills=turn.fills + 1,
        card_fills=turn.card_fills + 1,
        sets=NOTHING,
    )


def stage_after_fill(state: FamilyState) -> Stage:
    """What a fill leads to under the card in force and the rule for hot dice."""
    card = state.card
    if card is None:
        return "hot" if state.rules.hot_dice == "may_roll" else "roll"
    done = state.turn is not None and state.turn.card_fills + 1 >= card.fills
    return "filled" if done and not card.until_bust else "roll"


def _busted(state: FamilyState, event: e.Busted) -> FamilyState:
    turn = state.turn
    if turn is None:
        return _changed(state)
    return _changed(
        state,
        turn=turn.replace(points=turn.points - event.points),
        streaks=_put(state.streaks, event.seat, state.streaks[event.seat] + 1),
    )


def _card_drawn(state: FamilyState, event: e.CardDrawn) -> FamilyState:
    turn = state.turn
    assert turn is not None
    index = state.rules.card_index
    deck = state.deck
    old = turn.card
    if event.reshuffled:
        if old is not None and not sum(deck.discards):
            deck, old = deck.discarded(index[old]), None
        deck = deck.shuffled()
    deck = deck.drawn(index[event.card])
    if old is not None:
        deck = deck.discarded(index[old])
    drawn = turn.replace(stage="roll", card=event.card, card_fills=0, card_points=0, fresh=True)
    return _changed(state, deck=deck, turn=drawn)


def _declined(state: FamilyState, event: e.Declined) -> FamilyState:
    turn = state.turn
    assert turn is not None
    return _changed(
        state,
        deck=state.deck.discarded(state.rules.card_index[event.card]),
        turn=turn.replace(stage="draw", card=None, fresh=False),
    )


def _leftovers_taken(state: FamilyState, event: e.LeftoversTaken) -> FamilyState:
    turn = state.turn
    assert turn is not None
    return _changed(
        state,
        leftovers=(),
        inherit=0,
        turn=turn.replace(
            stage="roll" if turn.stage == "start" else turn.stage,
            pool=event.dice,
            points=turn.points + event.points,
            leftover=True,
        ),
    )


def _challenged(state: FamilyState, event: e.Challenged) -> FamilyState:
    turn = state.turn
    assert turn is not None
    used = (*state.challenges[event.seat], event.window)
    return _changed(
        state,
        challenges=_put(state.challenges, event.seat, used),
        turn=turn.replace(challenge=event.target, window=event.window),
    )


def _penalised(state: FamilyState, event: e.Penalised) -> FamilyState:
    seat = event.seat
    streak = state.rules.bust_streak
    restart = event.reason == "streak" and streak is not None and streak.reset
    return _changed(
        state,
        scores=_put(state.scores, seat, state.scores[seat] + event.points),
        streaks=_put(state.streaks, seat, 0) if restart else state.streaks,
    )


def _banked(state: FamilyState, event: e.Banked) -> FamilyState:
    seat = event.seat
    turn = state.turn
    changes: dict[str, Any] = {}
    if turn is not None:
        changes["turn"] = turn.replace(
            stage="safe", points=turn.points - event.points, banked=turn.banked + event.points
        )
        changes["streaks"] = _put(state.streaks, seat, 0)
        if event.points > 0 and not state.on_board[seat]:
            changes["on_board"] = _put(state.on_board, seat, True)
    scores = _put(state.scores, seat, state.scores[seat] + event.points)
    return _changed(state, scores=scores, **changes)


def _turn_ended(state: FamilyState, event: e.TurnEnded) -> FamilyState:
    turn = state.turn
    assert turn is not None
    seat = event.seat
    record = TurnRecord(
        seat=seat,
        points=event.points,
        lost=event.lost,
        score=state.scores[seat],
        end=event.end,
    )
    deck = state.deck
    if turn.card is not None:
        deck = deck.discarded(state.rules.card_index[turn.card])
    return _changed(
        state,
        turn=None,
        deck=deck,
        records=(*state.records, record),
        last_bank=event.points if event.end == "banked" else 0,
        leftovers=event.leftovers,
        inherit=event.inherit,
        to_act=frozenset(),
    )


def _last_round(state: FamilyState, event: e.LastRound) -> FamilyState:
    return _changed(state, pending=event.seats, ending="goal")


def _time_up(state: FamilyState, event: e.TimeIsUp) -> FamilyState:
    if state.ending is not None:
        return _changed(state, timed=True)
    return _changed(state, timed=True, pending=event.seats, ending="time")


def _extra_turns(state: FamilyState, event: e.ExtraTurns) -> FamilyState:
    return _changed(state, pending=event.seats, contenders=event.seats, ending="tie")


def _game_over(state: FamilyState, event: e.GameOver) -> FamilyState:
    return _changed(
        state, turn=None, winners=event.winners, rolling=(), pending=None, to_act=frozenset()
    )


_APPLY: dict[type[Event], Callable[[FamilyState, Any], FamilyState]] = {
    e.Started: lambda state, _: _changed(state),
    e.RollOff: _roll_off,
    e.TurnStarted: _turn_started,
    e.Rolled: _rolled,
    e.Kept: _kept,
    e.Filled: _filled,
    e.Busted: _busted,
    e.CardDrawn: _card_drawn,
    e.Declined: _declined,
    e.LeftoversTaken: _leftovers_taken,
    e.Challenged: _challenged,
    e.Penalised: _penalised,
    e.Banked: _banked,
    e.TurnEnded: _turn_ended,
    e.LastRound: _last_round,
    e.TimeIsUp: _time_up,
    e.ExtraTurns: _extra_turns,
    e.GameOver: _game_over,
}
