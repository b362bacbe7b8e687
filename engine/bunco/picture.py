"""The hall as a viewer sees it, and the evening in the referee's words."""

from __future__ import annotations

from typing import Any

from engine.bunco.events import place
from engine.bunco.seating import HEAD, table_title, team
from engine.bunco.state import BuncoState, LastThrow, PrizeName, Table
from engine.bunco.throw import DICE, NUMBERS, ThrowKind
from engine.events import listed
from engine.scene import (
    ActionView,
    DieView,
    Scene,
    SeatView,
    TableView,
    ThrowView,
    TurnLine,
    TurnView,
)

PRIZES: dict[PrizeName, str] = {
    "highest_score": "Highest score",
    "most_buncos": "Most Buncos",
    "most_round_wins": "Most rounds won",
    "most_round_losses": "Most rounds lost",
    "most_wipeouts": "Most wipeouts",
    "first_bunco": "First Bunco",
}

THROWS: dict[ThrowKind, str] = {
    "bunco": "Bunco!",
    "mini": "three of a kind",
    "targets": "",
    "wipeout": "wipeout!",
    "miss": "no score",
}


def goal(state: BuncoState) -> str:
    """How the evening ends."""
    rounds, sets = len(state.options.targets), state.options.sets
    if sets == 1:
        return f"After {rounds} rounds the highest score wins."
    return f"After {sets} sets of {rounds} rounds the highest score wins."


def scene(state: BuncoState, title: str, viewer: int | None) -> Scene:
    """The picture for a seat, or for a watcher."""
    tables = tuple(_table(state, at) for at in range(len(state.tables)))
    return Scene(
        game=state.game,
        title=title,
        version=state.version,
        viewer=viewer,
        seats=_seats(state),
        goal=goal(state),
        status=_status(state, viewer),
        over=state.over,
        winners=state.winners,
        turn=_turn_in_view(state, tables, viewer),
        tables=tables,
        bell=state.bell,
        actions=_actions(state, viewer),
        prizes=tuple((PRIZES[prize.name], prize.seats) for prize in state.prizes),
    )


def _turn_in_view(
    state: BuncoState, tables: tuple[TableView, ...], viewer: int | None
) -> TurnView | None:
    if viewer is not None and tables:
        return tables[state.table_of(viewer)].turn
    return next((table.turn for table in tables if table.turn), None)


def _actions(state: BuncoState, viewer: int | None) -> tuple[ActionView, ...]:
    if viewer not in state.to_act:
        return ()
    return (
        ActionView(kind="roll", label=f"Roll {DICE} dice", hint=f"Each {state.target} counts."),
    )


def _table(state: BuncoState, at: int) -> TableView:
    table = state.tables[at]
    done = table.phase == "done"
    return TableView(
        name=table_title(at),
        seats=table.seats,
        teams=(team(table.seats, 0), team(table.seats, 1)),
        points=table.points,
        own=table.own,
        level=table.level,
        turn=_turn(state, table),
        throws=table.throws,
        last=_last(table.thrown),
        last_turn=table.phase == "last",
        finished=done,
        roll_off=table.phase == "roll_off",
        winners=team(table.seats, int(table.winner == 1)) if done else (),
        holds_token=state.token in table.seats,
    )


def _last(thrown: LastThrow | None) -> ThrowView | None:
    if thrown is None:
        return None
    return ThrowView(
        seat=thrown.seat, faces=thrown.faces, points=thrown.points, label=THROWS[thrown.kind]
    )


def _turn(state: BuncoState, table: Table) -> TurnView | None:
    seat = table.to_act
    if seat is None:
        return None
    faces = table.thrown.faces if table.thrown else (None,) * DICE
    return TurnView(
        seat=seat,
        points=table.turn_points,
        dice=tuple(
            DieView(number=number, face=face, status="ready", special=face == state.target)
            for number, face in zip(NUMBERS, faces, strict=True)
        ),
        rolls=table.turn_throws,
        dice_next=DICE,
        prompt=f"Roll {state.target}s; the turn goes on as long as a roll scores.",
        notes=_turn_notes(table),
    )


def _turn_notes(table: Table) -> tuple[str, ...]:
    if table.phase == "roll_off":
        first, second = table.level
        return (f"Roll-off for the table: {first} to {second}.",)
    return ("The bell has rung: the last turn of the round.",) if table.phase == "last" else ()


def _seats(state: BuncoState) -> tuple[SeatView, ...]:
    top, bottom = max(state.scores), min(state.scores)
    at = {seat: place for place, table in enumerate(state.tables) for seat in table.seats}
    wins = state.wins()
    return tuple(
        SeatView(
            seat=seat,
            name=name,
            score=state.scores[seat],
            to_act=seat in state.to_act,
            leads=state.scores[seat] == top > bottom,
            turns=_rounds(state, seat),
            notes=_seat_notes(state, seat, wins[seat]),
            table=at.get(seat),
            ghost=seat >= state.people,
        )
        for seat, name in enumerate(state.seats)
    )


def _rounds(state: BuncoState, seat: int) -> tuple[TurnLine, ...]:
    """A line for each finished round."""
    lines = []
    for result in state.history:
        end = "won" if seat in result.winners else "lost"
        points, sheet = result.points[seat], result.scores[seat]
        lines.append(TurnLine(points=points, lost=0, score=sheet, end=end, label=end))
    return tuple(lines)


def _seat_notes(state: BuncoState, seat: int, won: int) -> tuple[str, ...]:
    buncos, wipeouts = state.buncos[seat], state.wipeouts[seat]
    notes = []
    if seat >= state.people:
        notes.append("ghost")
    if state.token == seat:
        notes.append("holds the token")
    if buncos:
        notes.append("1 Bunco" if buncos == 1 else f"{buncos} Buncos")
    if wipeouts:
        notes.append("1 wipeout" if wipeouts == 1 else f"{wipeouts} wipeouts")
    if state.history:
        notes.append(f"{won} won, {len(state.history) - won} lost")
    return tuple(notes)


def _status(state: BuncoState, viewer: int | None) -> str:
    if not state.tables:
        return "The seats are being drawn."
    if state.over:
        return "The evening is over."
    rounds, sets = len(state.options.targets), state.options.sets
    where = f"Round {state.round} of {rounds}: roll {state.target}s."
    if sets > 1:
        where = f"Set {state.set} of {sets}, round {state.round} of {rounds}: roll {state.target}s."
    sentences = [where]
    if state.bell:
        sentences.append("The bell has rung.")
    if viewer is not None and state.tables[state.table_of(viewer)].phase == "done":
        sentences.append(f"Your table has finished and waits for {_still_playing(state)}.")
    return " ".join(sentences)


def _still_playing(state: BuncoState) -> str:
    places = [place(at) for at in range(len(state.tables))]
    return listed(places, [at for at, table in enumerate(state.tables) if table.phase != "done"])


def wire(state: BuncoState) -> dict[str, Any]:
    """The state as the referee says it, ready for JSON."""
    return {
        "game": state.game,
        "version": state.version,
        "seats": list(state.seats),
        "ghosts": list(range(state.people, len(state.seats))),
        "to_act": sorted(state.to_act),
        "scores": list(state.scores),
        "over": state.over,
        "winners": list(state.winners),
        "turn": None,
        "set": state.set,
        "round": state.round,
        "target": state.target,
        "bell": state.bell,
        "token": state.token,
        "tables": [_wire_table(at, table) for at, table in enumerate(state.tables)],
        "prizes": {prize.name: list(prize.seats) for prize in state.prizes},
    }


def _wire_table(at: int, table: Table) -> dict[str, Any]:
    return {
        "name": "head" if at == HEAD else str(at + 1),
        "seats": list(table.seats),
        "to_act": table.to_act,
        "points": list(table.points),
        "own": {str(seat): own for seat, own in zip(table.seats, table.own, strict=True)},
        "roll_off": table.phase == "roll_off",
        "roll_off_points": list(table.level),
        "finished": table.phase == "done",
    }
