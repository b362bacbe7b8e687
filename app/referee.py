"""The engine without a screen: JSON Lines in, JSON Lines out, so that any program can play or test.

One request a line, one answer a line; a fault is an answer like any other and changes nothing. The
wire contract stands in the README.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Protocol, Self, TextIO

from pydantic import Field, StrictInt, StrictStr, ValidationError

from app.json_lines import lines, read_request, refused, written
from app.tables.chance import Source
from app.tables.errors import BadInput, Trouble
from app.tables.names import clean_name
from app.tables.recipe import Recipe
from engine.faults import wrong
from engine.model import MAX_SEATS, Action, Event, Frozen, GameState, SeatIndex, Setup
from engine.refusal import IllegalAction
from engine.registry import ruleset
from engine.ruleset import Ruleset, begin, step

if TYPE_CHECKING:
    from app.tables.hub import Hub
    from app.tables.table import Table

Answer = dict[str, Any]

SheetPoints = Annotated[int, Field(strict=True, ge=-1_000_000, le=1_000_000)]


class New(Frozen):
    """Lay a table. ``dice`` and ``cards`` are a script; ``seed`` (or entropy) goes on after it."""

    new: StrictStr
    seats: tuple[StrictStr, ...]
    options: dict[str, Any] = Field(default_factory=dict)
    first: SeatIndex | None = None
    dice: tuple[tuple[StrictInt, ...], ...] = ()
    cards: tuple[StrictStr, ...] = ()
    scores: Annotated[tuple[SheetPoints, ...], Field(min_length=1)] | None = None
    seed: StrictInt | None = None


class Do(Frozen):
    """An action; with ``version`` only if the state is still the one that was seen."""

    do: dict[str, Any]
    version: StrictInt | None = None


class Legal(Frozen):
    """What a seat may do now."""

    legal: SeatIndex


class State(Frozen):
    """The state as it is."""

    state: bool = Field(strict=True)


class Hint(Frozen):
    """What a seat had best do now."""

    hint: SeatIndex


class Sitting(Protocol):
    """A game in progress; it is replaced by what an action makes of it."""

    @property
    def game(self) -> Ruleset:
        """Its rules."""

    @property
    def state(self) -> GameState:
        """How it stands."""

    def after(self, action: Action) -> tuple[tuple[Event, ...], Self]:
        """The events of an action, and the game after it."""

    def about(self) -> Answer:
        """What else an answer to ``new`` says."""


@dataclass(frozen=True)
class Passing:
    """A game that is forgotten with the next one."""

    game: Ruleset
    state: GameState
    chance: Source

    def after(self, action: Action) -> tuple[tuple[Event, ...], Self]:
        """See `Sitting`."""
        # On a copy, so that a refused action uses up no dice either.
        chance = self.chance.at(self.chance.position)
        events, state = step(self.game, self.state, action, chance)
        return events, replace(self, state=state, chance=chance)

    def about(self) -> Answer:
        """Nothing: it has no name."""
        return {}


@dataclass(frozen=True)
class Kept:
    """A game at a table of the house, stored before it is shown."""

    table: Table
    state: GameState

    @property
    def game(self) -> Ruleset:
        """See `Sitting`."""
        return self.table.game

    def after(self, action: Action) -> tuple[tuple[Event, ...], Self]:
        """See `Sitting`."""
        outcome = self.table.submit(action, self.state.version)
        return outcome.events, replace(self, state=outcome.state)

    def about(self) -> Answer:
        """What `diceparlour verify` is asked about, and what its dice are bound to."""
        return {"table": self.table.id, "commitment": self.table.commitment}


class Referee:
    """One conversation about one game at a time.

    With a ``hub`` every game is a table of that house. ``debug`` is where the traceback of a fault
    in the program itself is written, if anywhere.
    """

    def __init__(self, hub: Hub | None = None, debug: TextIO | None = None) -> None:
        self._sitting: Sitting | None = None
        self._hub = hub
        self._debug = debug
        self._requests: dict[str, Callable[[dict[str, Any]], tuple[Answer, Sitting | None]]] = {
            "new": self._new,
            "do": self._do,
            "legal": self._legal,
            "state": self._state,
            "hint": self._hint,
        }

    def answer(self, line: bytes | None) -> bytes:
        """The answer to a line (None: one that was too long), without its newline."""
        try:
            said, sitting = self._dispatch(read_request(line))
            text = written({"ok": True, **said})
        except IllegalAction as refusal:
            return refused(refusal.code, refusal.message)
        except ValidationError as error:
            return refused("malformed", told(error))
        except BadInput as trouble:
            return refused("malformed", trouble.message)
        except Trouble as trouble:
            return refused("internal", trouble.message)
        except Exception:
            # A fault of ours: whoever talks to us needs an answer all the same.
            if self._debug is not None:
                traceback.print_exc(file=self._debug)
            return refused("internal", "The referee itself is at fault; nothing has changed.")
        self._sitting = sitting
        return text

    def _dispatch(self, request: dict[str, Any]) -> tuple[Answer, Sitting | None]:
        asked = [name for name in self._requests if name in request]
        if not asked:
            known = ", ".join(self._requests)
            raise IllegalAction("unknown", f"A request is one of: {known}.")
        return self._requests[asked[0]](request)

    def _new(self, request: dict[str, Any]) -> tuple[Answer, Sitting]:
        new = New.model_validate(request)
        game = ruleset(new.new)
        seats: list[str] = []
        for name in new.seats[: MAX_SEATS + 1]:
            seats.append(clean_name(name, seats))
        setup = Setup(
            preset=new.new,
            seats=tuple(seats),
            options=new.options,
            first=new.first,
            scores=new.scores,
        )
        recipe = Recipe(seed=new.seed, dice=new.dice, cards=new.cards)
        sitting: Sitting
        if self._hub is not None:
            table = self._hub.new_table(setup, recipe)
            events, sitting = table.events, Kept(table, table.state)
        else:
            chance = recipe.chance(recipe.new_secret(), "referee")
            events, state = begin(game, setup, chance)
            sitting = Passing(game, state, chance)
        return {**happened(events, sitting), **sitting.about()}, sitting

    def _do(self, request: dict[str, Any]) -> tuple[Answer, Sitting]:
        do = Do.model_validate(request)
        sitting = self._seated()
        if do.version not in (None, sitting.state.version):
            now = sitting.state.version
            raise IllegalAction("stale", f"The table has moved on; it is at version {now}.")
        action = sitting.game.parse_action(do.do)
        events, sitting = sitting.after(action)
        return happened(events, sitting), sitting

    def _legal(self, request: dict[str, Any]) -> tuple[Answer, Sitting]:
        legal = Legal.model_validate(request)
        sitting = self._seated(legal.legal)
        actions = sitting.game.legal_actions(sitting.state, legal.legal)
        return {"legal": [action.model_dump() for action in actions]}, sitting

    def _state(self, request: dict[str, Any]) -> tuple[Answer, Sitting]:
        if not State.model_validate(request).state:
            raise IllegalAction("malformed", 'The state is asked for with {"state": true}.')
        sitting = self._seated()
        return {"state": sitting.game.wire(sitting.state)}, sitting

    def _hint(self, request: dict[str, Any]) -> tuple[Answer, Sitting]:
        # The solvers load only when somebody asks for them.
        from app.tables.wins import win_table_of
        from engine.strategy.hint import hints

        seat = Hint.model_validate(request).hint
        sitting = self._seated(seat)
        found = hints(sitting.game, sitting.state, seat, win_table_of(sitting.state))
        return {
            "hint": [
                {
                    "action": hint.action.model_dump(),
                    "turn_value": hint.turn_value,
                    "win": hint.win,
                    "bust": hint.bust,
                }
                for hint in found
            ]
        }, sitting

    def _seated(self, seat: int = 0) -> Sitting:
        """The game in progress, which has this seat."""
        if self._sitting is None:
            raise IllegalAction("unknown", 'There is no game yet; lay one with {"new": ...}.')
        if seat >= len(self._sitting.state.seats):
            raise IllegalAction("malformed", f"There is no seat {seat} at this table.")
        return self._sitting


def happened(events: tuple[Event, ...], sitting: Sitting) -> Answer:
    """What an accepted request led to."""
    told = [event.model_dump() for event in events]
    return {"events": told, "state": sitting.game.wire(sitting.state)}


def told(error: ValidationError) -> str:
    """The first fault that validation found, as a sentence."""
    where, reason = wrong(error)[0]
    return f"{where}: {reason}."


def serve(referee: Referee, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line by line until the requests end."""
    for line in lines(requests):
        answers.write(referee.answer(line) + b"\n")
        answers.flush()
