"""One keyboard's side of a table: what it may ask for, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from app.tables.errors import Trouble
from app.tables.presence import may_act
from app.views.whatif import refusal_of
from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll
from engine.model import Action, Event, GameState
from engine.refusal import IllegalAction
from engine.scene import Scene

if TYPE_CHECKING:
    from app.tables.notes import Check
    from app.tables.table import Table
    from app.views.picture import Picture

PLAIN_ACTIONS = {
    "roll": Roll,
    "bank": Bank,
    "draw": Draw,
    "decline": Decline,
    "leftovers": Leftovers,
}
"""Intents that stand for an action of nothing but its seat."""


class Happened(NamedTuple):
    """Events at the table since ``before``, and the sentence of a refusal, if there was one."""

    before: GameState
    events: tuple[Event, ...] = ()
    refusal: str = ""


class AtTable:
    """A table as one keyboard follows it: ``state`` is what its screen shows.

    ``person`` sits at it; ``seats`` are those played here, None for all that this person plays.
    ``token`` tells this session from another one of the same person.
    """

    token = ""

    def __init__(self, table: Table, seats: frozenset[int] | None = None, person: str = "") -> None:
        self.table = table
        self.person = person
        self.state: GameState = table.state
        self._seats = seats

    @property
    def seats(self) -> frozenset[int]:
        """The seats that are played here at this moment."""
        if self._seats is not None:
            return self._seats
        return self.table.seating.played_by(self.person)

    def scene(self) -> Scene:
        """The table as the seat sees it that may act here, else as any seat here, or a watcher."""
        seats = sorted(self.state.to_act & self.seats) or sorted(self.seats)
        return self.table.scene(seats[0] if seats else None, self.state)

    def wanted(self, picture: Picture, seat: int, intent: str) -> list[Action]:
        """The actions of an intent: chosen dice first; after a declined card another one."""
        actions: list[Action] = []
        if picture.chosen or intent not in PLAIN_ACTIONS:
            actions.append(Keep(seat=seat, dice=tuple(sorted(picture.chosen))))
        if intent in PLAIN_ACTIONS:
            actions.append(PLAIN_ACTIONS[intent](seat=seat))
        if intent == "decline" and not self._refusal(*actions, Draw(seat=seat)):
            actions.append(Draw(seat=seat))
        return actions

    def _refusal(self, *actions: Action) -> str:
        return refusal_of(self.table.game, self.state, *actions)

    def submit(self, actions: Sequence[Action]) -> Happened:
        """Submit actions one after another, as seen at the version on view.

        If the rules refuse any of them, none is submitted (R013).
        """
        before = self.state
        if len(actions) > 1 and (why := self._refusal(*actions)):
            return Happened(before, refusal=why)
        events: tuple[Event, ...] = ()
        for action in actions:
            try:
                allowed = self.allowed(getattr(action, "seat", None))
                outcome = self.table.submit(action, self.state.version, allowed)
            except (IllegalAction, Trouble) as trouble:
                return Happened(before, events, trouble.message)
            self.state = outcome.state
            events += outcome.events
        return Happened(before, events)

    def allowed(self, seat: int | None) -> Check | None:
        """What the table asks before an action of a seat (None: of nobody who sits here)."""
        if self._seats is not None:
            return None
        return partial(may_act, person=self.person, token=self.token, seat=seat)

    def challenge(self, seat: int, target: int) -> Happened:
        """Declare this turn against another sheet."""
        return self.submit([Challenge(seat=seat, target=target)])

    def missed(self) -> Happened:
        """What happened at the table without this keyboard."""
        before, now = self.state, self.table.state
        count = now.version - before.version
        if count <= 0:
            return Happened(before)
        self.state = now
        return Happened(before, self.table.events[-count:])
