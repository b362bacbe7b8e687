"""What each event does to the evening: total and deterministic, and never a choice or a die."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.bunco.events import (
    Bell,
    Bunco,
    EveningOver,
    RoundEnded,
    RoundStarted,
    TableWon,
    Thrown,
    TurnOver,
    Wipeout,
)
from engine.bunco.state import BuncoState, LastThrow, RoundResult, Table, acting
from engine.events import Penalised, RollOff, TurnStarted
from engine.model import Event

Changes = dict[str, Any]
"""Fields of the state by name, with their new values."""


def apply(state: BuncoState, event: Event) -> BuncoState:
    """The state after an event; one that only tells something counts in the version."""
    change = _CHANGES.get(type(event))
    changes = {} if change is None else change(state, event)
    if "tables" in changes:
        changes["to_act"] = acting(changes["tables"])
    return state.replace(version=state.version + 1, **changes)


def _added(counts: tuple[int, ...], at: int, points: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + points, *counts[at + 1 :])


def _at_table(state: BuncoState, at: int, **changes: Any) -> tuple[Table, ...]:
    tables = state.tables
    return (*tables[:at], tables[at].replace(**changes), *tables[at + 1 :])


def _thrown(state: BuncoState, event: Thrown) -> Changes:
    at = state.table_of(event.seat)
    table = state.tables[at]
    chair = table.seats.index(event.seat)
    counted: Changes = {}
    scored: Changes = {}
    if event.roll_off:
        counted["level"] = _added(table.level, chair % 2, event.points)
    else:
        counted["own"] = _added(table.own, chair, event.points)
        scored["scores"] = _added(state.scores, event.seat, event.points)
    tables = _at_table(
        state,
        at,
        throws=table.throws + 1,
        turn_throws=table.turn_throws + 1,
        turn_points=table.turn_points + event.points,
        thrown=LastThrow(seat=event.seat, faces=event.faces, kind=event.throw, points=event.points),
        **counted,
    )
    return {"tables": tables, **scored}


def _bunco(state: BuncoState, event: Bunco) -> Changes:
    return {
        "buncos": _added(state.buncos, event.seat, 1),
        "first_bunco": event.seat if state.first_bunco is None else state.first_bunco,
        "token": event.seat if event.token else state.token,
    }


def _lost(state: BuncoState, event: Wipeout | Penalised) -> Changes:
    at = state.table_of(event.seat)
    table = state.tables[at]
    own = _added(table.own, table.seats.index(event.seat), event.points)
    return {
        "tables": _at_table(state, at, own=own),
        "scores": _added(state.scores, event.seat, event.points),
    }


def _wipeout(state: BuncoState, event: Wipeout) -> Changes:
    return {**_lost(state, event), "wipeouts": _added(state.wipeouts, event.seat, 1)}


def _bell(state: BuncoState, _: Bell) -> Changes:
    return {"bell": True, "tables": tuple(table.replace(phase="last") for table in state.tables)}


def _turn_over(state: BuncoState, event: TurnOver) -> Changes:
    return {"tables": _at_table(state, state.table_of(event.seat), up=None)}


def _turn_started(state: BuncoState, event: TurnStarted) -> Changes:
    at = state.table_of(event.seat)
    chair = state.tables[at].seats.index(event.seat)
    return {"tables": _at_table(state, at, up=chair, turn_points=0, turn_throws=0)}


def _roll_off(state: BuncoState, event: RollOff) -> Changes:
    at = state.table_of(event.seats[0])
    fresh: Changes = {"up": 0, "turn_points": 0, "turn_throws": 0, "level": (0, 0)}
    return {"tables": _at_table(state, at, phase="roll_off", **fresh)}


def _table_won(state: BuncoState, event: TableWon) -> Changes:
    return {"tables": _at_table(state, event.table, phase="done", winner=event.side)}


def _round_ended(state: BuncoState, event: RoundEnded) -> Changes:
    points = [0] * len(state.seats)
    for table in state.tables:
        for seat, own in zip(table.seats, table.own, strict=True):
            points[seat] = own
    result = RoundResult(
        set=event.set,
        round=event.round,
        points=tuple(points),
        scores=state.scores,
        winners=event.winners,
    )
    return {"history": (*state.history, result)}


def _round_started(_: BuncoState, event: RoundStarted) -> Changes:
    return {
        "set": event.set,
        "round": event.round,
        "bell": False,
        "tables": tuple(Table(seats=four) for four in event.seating),
    }


def _evening_over(_: BuncoState, event: EveningOver) -> Changes:
    return {"winners": event.winners, "prizes": event.prizes}


_CHANGES: Mapping[type[Event], Callable[[BuncoState, Any], Changes]] = {
    Thrown: _thrown,
    Bunco: _bunco,
    Wipeout: _wipeout,
    Penalised: _lost,
    Bell: _bell,
    TurnOver: _turn_over,
    TurnStarted: _turn_started,
    RollOff: _roll_off,
    TableWon: _table_won,
    RoundEnded: _round_ended,
    RoundStarted: _round_started,
    EveningOver: _evening_over,
}
