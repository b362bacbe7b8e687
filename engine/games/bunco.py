"""Bunco: a hall of tables, three dice each, one bell (RULES.md section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from engine.actions import Roll
from engine.bunco import changes, picture, play
from engine.bunco.events import BuncoEvent, place
from engine.bunco.options import FIELDS, Options, faults, in_force, read
from engine.bunco.seating import CHAIRS, with_ghosts
from engine.bunco.state import BuncoState
from engine.bunco.throw import BELL, BUNCO, MINI
from engine.model import MAX_SEATS, Action, Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.ruleset import Chance, OptionField, Preset, Ruleset, Section
from engine.scene import Scene

_EVENTS: TypeAdapter[Event] = TypeAdapter(BuncoEvent)


class Bunco:
    """The game of Bunco."""

    name = "bunco"
    title = "Bunco"
    summary = "Tables of four roll for the round's number until the head table rings the bell."
    min_seats = CHAIRS
    max_seats = MAX_SEATS
    presets: tuple[Preset, ...] = (Preset(name=name, title=title, summary=summary),)

    def option_fields(self, preset: str) -> tuple[OptionField, ...]:
        """The options of Bunco."""
        self._check_preset(preset)
        return FIELDS

    def initial(self, setup: Setup) -> BuncoState:
        """The empty hall: nobody has a chair yet."""
        self._check_preset(setup.preset)
        agreed = read(setup.options)
        people = len(setup.seats)
        if not self.min_seats <= people <= self.max_seats:
            raise IllegalAction(
                "malformed",
                f"Bunco seats {self.min_seats} to {self.max_seats}, not {people} (BUN-12).",
                seats=people,
            )
        if setup.first is not None and setup.first >= people:
            raise IllegalAction(
                "malformed", f"There is no seat {setup.first} to sit first.", first=setup.first
            )
        scores = (0,) * people if setup.scores is None else setup.scores
        if len(scores) != people:
            raise IllegalAction(
                "malformed",
                f"A sheet to start from has one number a seat: {people}, not {len(scores)}.",
                seats=people,
                scores=len(scores),
            )
        seats = with_ghosts(setup.seats)
        nothing = (0,) * len(seats)
        return BuncoState(
            game=setup.preset,
            seats=seats,
            scores=(*scores, *nothing[people:]),
            options=agreed,
            people=people,
            in_order=setup.first is not None,
            buncos=nothing,
            wipeouts=nothing,
        )

    def start(self, state: GameState, chance: Chance) -> tuple[Event, ...]:
        """Seat cards, if seats were not given, and the first round."""
        return play.start(_own(state), chance)

    def decide(self, state: GameState, action: Action, chance: Chance) -> tuple[Event, ...]:
        """A throw and its consequences; there is nothing else to decide in Bunco."""
        return tuple(_throw(_own(state), action, chance).events)

    def play(
        self, state: GameState, action: Action, chance: Chance
    ) -> tuple[tuple[Event, ...], GameState]:
        """What `decide` says, and the state after it."""
        story = _throw(_own(state), action, chance)
        return tuple(story.events), story.state

    def apply(self, state: GameState, event: Event) -> BuncoState:
        """The evening after an event."""
        return changes.apply(_own(state), event)

    def legal_actions(self, state: GameState, seat: int | None) -> tuple[Action, ...]:
        """A roll for the seat that holds dice."""
        return (Roll(seat=seat),) if seat is not None and seat in state.to_act else ()

    def scene(self, state: GameState, seat: int | None) -> Scene:
        """The hall; nothing in Bunco is hidden from anybody."""
        agreed = _own(state)
        return picture.scene(agreed, agreed.options.called or self.title, seat)

    def wire(self, state: GameState) -> dict[str, Any]:
        """The evening in the referee's words."""
        return picture.wire(_own(state))

    def rule_book(self, preset: str, options: Mapping[str, Any]) -> tuple[Section, ...]:
        """The rules in force.

        Raises:
            IllegalAction: as `initial` does for a preset and its options.
        """
        self._check_preset(preset)
        return _prose(read(options))

    def options(self, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every option with the value in force.

        Raises:
            IllegalAction: as `initial` does for a preset and its options.
        """
        self._check_preset(preset)
        return in_force(read(options))

    def faults(self, preset: str, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """All that is wrong with some options."""
        self._check_preset(preset)
        return faults(options)

    def parse_action(self, data: Mapping[str, Any]) -> Action:
        """A roll from plain data."""
        kind = data.get("kind")
        if kind != "roll":
            raise _unknown(kind)
        try:
            return Roll.model_validate(data)
        except ValidationError:
            raise IllegalAction("malformed", "A roll needs a seat, and nothing else.") from None

    def parse_event(self, data: Mapping[str, Any]) -> Event:
        """An event from plain data."""
        return _EVENTS.validate_python(data)

    def _check_preset(self, preset: str) -> None:
        if preset != self.name:
            raise IllegalAction("unknown", f"There is no Bunco called {preset!r}.")


def _own(state: GameState) -> BuncoState:
    assert isinstance(state, BuncoState)
    return state


def _throw(state: BuncoState, action: Action, chance: Chance) -> play.Story:
    if state.over:
        raise IllegalAction("game_over", "The evening is over (BUN-15).")
    if not isinstance(action, Roll):
        raise _unknown(action.kind)
    if action.seat not in state.to_act:
        raise _not_your_turn(state, action.seat)
    return play.throw(state, action.seat, chance)


def _unknown(kind: object) -> IllegalAction:
    return IllegalAction("unknown", f"In Bunco there is only the roll, no {kind!r}.")


def _not_your_turn(state: BuncoState, seat: int) -> IllegalAction:
    if seat >= len(state.seats):
        return IllegalAction("malformed", f"There is no seat {seat}.", seat=seat)
    at = state.table_of(seat)
    up = state.tables[at].to_act
    if up is None:
        message = f"The round is over at {place(at)}; it waits for the others (BUN-7)."
        return IllegalAction("not_your_turn", message, table=at)
    message = f"{state.seats[up]} holds the dice at {place(at)} (BUN-5)."
    return IllegalAction("not_your_turn", message, table=at, holder=up)


def _prose(options: Options) -> tuple[Section, ...]:
    """The rule book, written from the options in force."""
    return (
        Section(
            title="Tables",
            paragraphs=(
                "Four players sit at each table; partners sit opposite. Seat cards decide who "
                "starts where. Ghosts, played by the computer, fill up the chairs.",
                "All tables play at the same time, each with three dice of its own.",
            ),
        ),
        Section(title="Rounds", paragraphs=_rounds(options), rows=_values(options)),
        Section(
            title="The bell",
            paragraphs=(
                _BELL[options.end_on],
                _FINISH[options.bell_finish],
                "The team with more points wins the table. Level teams roll off: one turn for each "
                "of the four, again while they are level; it counts for nothing else.",
            ),
        ),
        Section(
            title="Moves",
            paragraphs=(
                "The losers of the head table go to the last table, the winners of every other "
                "table one up; the others stay.",
                "Newcomers sit opposite those who stayed; those who stayed sit first.",
                "With one table the first stays, and the other three move on one chair.",
            ),
        ),
        Section(
            title="Prizes",
            paragraphs=(
                "The highest score wins the evening. Ties share a prize, and a prize for none of "
                "something goes to nobody.",
            ),
            rows=tuple(
                (title,)
                for name, title in picture.PRIZES.items()
                if options.wipeout or name != "most_wipeouts"
            ),
        ),
    )


def _rounds(options: Options) -> tuple[str, ...]:
    rounds, first, last = len(options.targets), options.targets[0], options.targets[-1]
    paragraphs = [
        f"A set has {rounds} rounds: the target is {first} in the first and {last} in the last. "
        f"Sets in an evening: {options.sets}.",
        "Throw all three dice. As long as a roll scores, roll again; otherwise the dice go to the "
        "left.",
    ]
    if options.mini_ends_turn:
        paragraphs.append(f"A roll of {MINI} points passes the dice on too.")
    if options.wipeout:
        paragraphs.append(_WIPEOUT[options.wipeout_scope])
    if options.traveling:
        paragraphs.append("Whoever rolls a Bunco holds the token until the next Bunco.")
    return tuple(paragraphs)


def _values(options: Options) -> tuple[tuple[str, str], ...]:
    rows = (
        ("Each target", "1"),
        ("Three of another number", str(MINI)),
        ("Three targets: a Bunco", str(BUNCO)),
    )
    return (*rows, ("Three 1s: a wipeout", "0")) if options.wipeout else rows


_BELL = {
    "player": f"When a player at the head table has {BELL} points in the round, the bell rings "
    "and that table stops at once.",
    "team": f"When a team at the head table has {BELL} points in the round, the bell rings and "
    "that table stops at once.",
}
_FINISH = {
    "turn": "At the other tables whoever holds the dice finishes the turn.",
    "roll": "At the other tables whoever holds the dice rolls once more.",
}
_WIPEOUT = {
    "player": "A wipeout takes all of the player's points of this round and ends the turn.",
    "team": "A wipeout takes all of the team's points of this round and ends the turn.",
}

RULESET: Ruleset = Bunco()
