"""What each event does to the state: no choice, no chance, no refusal (law 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from engine import events as e
from engine.family.scoring import NOTHING
from engine.family.state import FamilyState, Stage, Turn, TurnRecord
from engine.model import Event, shared

T = TypeVar("T")
Changes = dict[str, Any]


def apply(state: FamilyState, event: Event) -> FamilyState:
    """The state after an event of the family."""
    changes = _CHANGES[type(event)](state, event)
    return state.replace(version=state.version + 1, **changes)


def _put(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


_record = shared(TurnRecord)
_turn = shared(Turn)


def _roll_off(_state: FamilyState, event: e.RollOff) -> Changes:
    contenders = event.seats if event.reason == "tie" else ()
    return dict(
        rolling=event.seats,
        throws=(),
        contenders=contenders,
        to_act=frozenset(event.seats),
    )


def _turn_started(state: FamilyState, event: e.TurnStarted) -> Changes:
    seat = event.seat
    rules = state.rules
    turn = _turn(
        seat=seat,
        stage="draw" if rules.deck else "start",
        rolled=rules.blank,
        held=rules.blank,
        pool=rules.numbers,
    )
    starter = seat if state.starter is None else state.starter
    return dict(
        turn=turn,
        starter=starter,
        pending=None if state.pending is None else state.pending[1:],
        last_bank=0 if seat == starter else state.last_bank,
        rolling=(),
        throws=(),
        to_act=frozenset((seat,)),
    )


def _rolled(state: FamilyState, event: e.Rolled) -> Changes:
    turn = state.turn
    if turn is None:
        rolling = tuple(seat for seat in state.rolling if seat != event.seat)
        throws = (*state.throws, (event.seat, event.faces))
        return dict(rolling=rolling, throws=throws, to_act=frozenset(rolling))
    changed = turn.replace(
        stage="keep",
        rolled=state.rules.placed(event.numbers, event.faces),
        pool=(),
        points=turn.points + event.points,
        rolls=turn.rolls + 1,
        fresh=False,
        leftover=False,
    )
    return {"turn": changed}


def _kept(state: FamilyState, event: e.Kept) -> Changes:
    turn = state.turn
    assert turn is not None
    held, left = list(turn.held), list(turn.rolled)
    for number in event.dice:
        held[number - 1], left[number - 1] = left[number - 1], 0
    changed = turn.replace(
        stage="kept",
        held=tuple(held),
        pool=tuple([number for number, face in enumerate(left, 1) if face]),
        rolled=state.rules.blank,
        points=turn.points + event.points,
        card_points=turn.card_points + event.points,
        sets=event.sets or NOTHING,
    )
    return {"turn": changed}


def _filled(state: FamilyState, event: e.Filled) -> Changes:
    turn = state.turn
    assert turn is not None
    changed = turn.replace(
        stage=stage_after_fill(state),
        held=state.rules.blank,
        pool=state.rules.numbers,
        points=turn.points + event.points,
        fills=turn.fills + 1,
        card_fills=turn.card_fills + 1,
        sets=NOTHING,
    )
    return {"turn": changed}


def stage_after_fill(state: FamilyState) -> Stage:
    """What a fill leads to under the card in force and the rule for hot dice."""
    card = state.card
    if card is None:
        return "hot" if state.rules.hot_dice == "may_roll" else "roll"
    done = state.turn is not None and state.turn.card_fills + 1 >= card.fills
    return "filled" if done and not card.until_bust else "roll"


def _busted(state: FamilyState, event: e.Busted) -> Changes:
    turn = state.turn
    if turn is None:
        return {}
    return dict(
        turn=turn.replace(points=turn.points - event.points),
        streaks=_put(state.streaks, event.seat, state.streaks[event.seat] + 1),
    )


def _card_drawn(state: FamilyState, event: e.CardDrawn) -> Changes:
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
    return dict(deck=deck, turn=drawn)


def _declined(state: FamilyState, event: e.Declined) -> Changes:
    turn = state.turn
    assert turn is not None
    return dict(
        deck=state.deck.discarded(state.rules.card_index[event.card]),
        turn=turn.replace(stage="draw", card=None, fresh=False),
    )


def _leftovers_taken(state: FamilyState, event: e.LeftoversTaken) -> Changes:
    turn = state.turn
    assert turn is not None
    return dict(
        leftovers=(),
        inherit=0,
        turn=turn.replace(
            stage="roll" if turn.stage == "start" else turn.stage,
            pool=event.dice,
            points=turn.points + event.points,
            leftover=True,
        ),
    )


def _challenged(state: FamilyState, event: e.Challenged) -> Changes:
    turn = state.turn
    assert turn is not None
    used = (*state.challenges[event.seat], event.window)
    return dict(
        challenges=_put(state.challenges, event.seat, used),
        turn=turn.replace(challenge=event.target, window=event.window),
    )


def _penalised(state: FamilyState, event: e.Penalised) -> Changes:
    seat = event.seat
    streak = state.rules.bust_streak
    restart = event.reason == "streak" and streak is not None and streak.reset
    return dict(
        scores=_put(state.scores, seat, state.scores[seat] + event.points),
        streaks=_put(state.streaks, seat, 0) if restart else state.streaks,
    )


def _banked(state: FamilyState, event: e.Banked) -> Changes:
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
    return dict(scores=scores, **changes)


def _turn_ended(state: FamilyState, event: e.TurnEnded) -> Changes:
    turn = state.turn
    assert turn is not None
    seat = event.seat
    record = _record(
        seat=seat,
        points=event.points,
        lost=event.lost,
        score=state.scores[seat],
        end=event.end,
    )
    deck = state.deck
    if turn.card is not None:
        deck = deck.discarded(state.rules.card_index[turn.card])
    return dict(
        turn=None,
        deck=deck,
        records=(*state.records, record),
        last_bank=event.points,
        leftovers=event.leftovers,
        inherit=event.inherit,
        to_act=frozenset(),
    )


def _last_round(_state: FamilyState, event: e.LastRound) -> Changes:
    return dict(pending=event.seats, ending="goal")


def _time_up(state: FamilyState, event: e.TimeIsUp) -> Changes:
    if state.ending is not None:
        return dict(timed=True)
    return dict(timed=True, pending=event.seats, ending="time")


def _extra_turns(_state: FamilyState, event: e.ExtraTurns) -> Changes:
    return dict(pending=event.seats, contenders=event.seats, ending="tie", last_bank=0)


def _game_over(_state: FamilyState, event: e.GameOver) -> Changes:
    return dict(turn=None, winners=event.winners, rolling=(), pending=None, to_act=frozenset())


_CHANGES: dict[type[Event], Callable[[FamilyState, Any], Changes]] = {
    e.Started: lambda _state, _event: {},
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
