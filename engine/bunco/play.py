"""How an evening runs: the events of a throw, with all their consequences.

Tables play at the same time: each has its own turn and never waits for another, not even for its
roll-off; only the next round waits for all of them (BUN-10).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.bunco.changes import apply
from engine.bunco.events import (
    Bell,
    Bunco,
    EveningOver,
    Moved,
    RoundEnded,
    RoundStarted,
    TableWon,
    Thrown,
    TurnOver,
    Wipeout,
)
from engine.bunco.seating import (
    CHAIRS,
    HEAD,
    Seating,
    after_moves,
    by_cards,
    draw_cards,
    in_order,
    team,
)
from engine.bunco.state import BuncoState, Table, prizes
from engine.bunco.throw import BELL, BUNCO, DICE, NUMBERS, Throw, read_throw
from engine.events import CardDrawn, Penalised, RollOff, Started, TurnStarted
from engine.model import Event
from engine.ruleset import Chance


def start(state: BuncoState, chance: Chance) -> tuple[Event, ...]:
    """Everybody finds a chair, by seat cards (BUN-2) or in order, and the first round begins."""
    seats = len(state.seats)
    if state.in_order:
        return Started(), _round(state, 1, 1, in_order(seats))
    cards = draw_cards(seats, chance)
    drawn = (CardDrawn(seat=at, card=card, title=card) for at, card in enumerate(cards))
    return Started(), *drawn, _round(state, 1, 1, by_cards(cards))


def throw(state: BuncoState, seat: int, chance: Chance) -> Story:
    """What happens when this seat, whose dice it is, throws them."""
    story = Story(state)
    at = state.table_of(seat)
    place = _Place(at, state.tables[at].seats.index(seat), seat)
    if _turn_ends(story, place, chance):
        _pass_on(story, place)
        if all(table.phase == "done" for table in story.state.tables):
            _end_round(story)
    return story


class Story:
    """Events as they come about, each folded in so that the next sees what it did."""

    def __init__(self, state: BuncoState) -> None:
        self.state = state
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        """What happens next."""
        self.events.append(event)
        self.state = apply(self.state, event)


class _Place(NamedTuple):
    """Who throws, and where."""

    at: int
    chair: int
    seat: int


def _turn_ends(story: Story, place: _Place, chance: Chance) -> bool:
    """One throw and what it brings; whether the turn is over with it."""
    table, options = story.state.tables[place.at], story.state.options
    roll_off = table.phase == "roll_off"
    faces = chance.roll(DICE)
    result = read_throw(faces, story.state.target, options.wipeout and not roll_off)
    story.add(
        Thrown(
            seat=place.seat,
            numbers=NUMBERS,
            faces=faces,
            points=result.points,
            throw=result.kind,
            roll_off=roll_off,
        )
    )
    stopped = False
    if not roll_off:
        stopped = table.phase == "last" and options.bell_finish == "roll"
        if result.kind == "bunco":
            story.add(Bunco(seat=place.seat, points=BUNCO, token=options.traveling))
        elif result.kind == "wipeout":
            _wipe_out(story, table, place)
        stopped |= table.phase == "play" and _rings(story, place)
    end = _end_of_turn(result, stopped, options.mini_ends_turn)
    if end is None:
        return False
    wiped = end == "wipeout"
    story.add(
        TurnOver(
            seat=place.seat,
            points=0 if wiped else story.state.tables[place.at].turn_points,
            lost=table.own[place.chair] if wiped else 0,
            end=end,
            roll_off=roll_off,
        )
    )
    return True


def _wipe_out(story: Story, table: Table, place: _Place) -> None:
    """Takes the seat's own points of the round, or its team's (BUN-14)."""
    story.add(Wipeout(seat=place.seat, points=-table.own[place.chair]))
    partner = (place.chair + 2) % CHAIRS
    if story.state.options.wipeout_scope == "team" and table.own[partner]:
        lost = table.own[partner]
        story.add(Penalised(seat=table.seats[partner], points=-lost, reason="wipeout"))


def _rings(story: Story, place: _Place) -> bool:
    """Rings the bell if this throw has brought the head table to it (BUN-6)."""
    if place.at != HEAD:
        return False
    table = story.state.tables[HEAD]
    by_team = story.state.options.end_on == "team"
    points = table.points[place.chair % 2] if by_team else table.own[place.chair]
    if points < BELL:
        return False
    story.add(Bell(seat=place.seat, points=points))
    return True


def _end_of_turn(result: Throw, stopped: bool, mini_ends: bool) -> str | None:
    """Why the turn is over with this throw, None when it goes on (BUN-5)."""
    if result.kind == "wipeout":
        return "wipeout"
    if result.kind == "miss":
        return "missed"
    if stopped:
        return "bell"
    return "mini" if mini_ends and result.kind == "mini" else None


def _pass_on(story: Story, place: _Place) -> None:
    """After a turn: the dice go to the left, or a level table rolls off, or it is decided."""
    table = story.state.tables[place.at]
    if table.phase == "play" or (table.phase == "roll_off" and place.chair < CHAIRS - 1):
        story.add(TurnStarted(seat=table.seats[(place.chair + 1) % CHAIRS]))
        return
    first, second = table.level if table.phase == "roll_off" else table.points
    if first == second:
        story.add(RollOff(seats=table.seats, reason="tie"))
        return
    side = int(second > first)
    story.add(
        TableWon(
            table=place.at,
            side=side,
            points=table.points[side],
            winners=team(table.seats, side),
            losers=team(table.seats, 1 - side),
        )
    )


def _end_round(story: Story) -> None:
    """All tables are decided: the moves and the next round, or the prizes."""
    state = story.state
    sides = [int(table.winner == 1) for table in state.tables]
    seating = tuple(table.seats for table in state.tables)
    story.add(
        RoundEnded(
            set=state.set,
            round=state.round,
            winners=_all(seating, sides),
            losers=_all(seating, [1 - side for side in sides]),
        )
    )
    last_of_set = state.round == len(state.options.targets)
    if last_of_set and state.set == state.options.sets:
        given = prizes(story.state)
        highest = given[0]
        story.add(EveningOver(winners=highest.seats, points=highest.value, prizes=given))
        return
    moved = after_moves(seating, sides)
    for event in _moves(seating, moved):
        story.add(event)
    if last_of_set:
        story.add(_round(state, state.set + 1, 1, moved))
    else:
        story.add(_round(state, state.set, state.round + 1, moved))


def _all(seating: Seating, sides: list[int]) -> tuple[int, ...]:
    return tuple(
        seat for four, side in zip(seating, sides, strict=True) for seat in team(four, side)
    )


def _moves(before: Seating, after: Seating) -> list[Moved]:
    """Who changes the table; with only one table, who changes the chair."""
    alone = len(before) == 1
    return [
        Moved(seat=seat, table=at, chair=chair)
        for at, four in enumerate(after)
        for chair, seat in enumerate(four)
        if (before[at][chair] != seat if alone else seat not in before[at])
    ]


def _round(state: BuncoState, set_number: int, number: int, seating: Seating) -> RoundStarted:
    target = state.options.targets[number - 1]
    return RoundStarted(set=set_number, round=number, target=target, seating=seating)
