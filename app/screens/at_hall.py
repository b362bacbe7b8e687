"""One keyboard's side of a hall: rolls at many tables, each served in its turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from time import monotonic
from typing import Final

from app.screens.at_table import AtTable, Happened
from app.tables.errors import Trouble, sentence
from app.views.hall import holder
from app.views.hall_round import RoundShow, ended_round
from engine.actions import Roll
from engine.model import Event
from engine.refusal import IllegalAction
from engine.ruleset import fold
from engine.scene import Scene, TableView

BUDGET: Final = 0.012
"""Seconds that rolls may take in one go, so that no key waits for them."""

ROUND_END: Final = "round_ended"
"""The kind of the event with which the tables of a hall come to rest."""


class AtHall(AtTable):
    """A hall as one keyboard follows it.

    Tables are served in a circle: whoever was served last comes last, so that no table starves,
    not even the one that rings the bell.
    """

    served = -1

    def scene_at(self, at: int) -> Scene:
        """The hall as the seat sees it that may act here at a table, else as a watcher does."""
        watched = self.table.scene(None, self.state)
        seat = holder(watched.tables[at]) if at < len(watched.tables) else None
        if seat is None or seat not in self.seats:
            return watched
        return self.table.scene(seat, self.state)

    def due(self, scene: Scene, seats: frozenset[int]) -> list[int]:
        """The tables at which one of these seats is to act, in the order in which to serve them."""
        waiting = [at for at, table in enumerate(scene.tables) if holder(table) in seats]
        return sorted(waiting, key=lambda at: (at <= self.served, at))

    def roll_at(self, scene: Scene, at: int) -> Happened:
        """One roll by whoever may act at a table, as it was seen in ``scene``.

        What has happened at other tables meanwhile is no hindrance, for no table waits for another.
        """
        before, missed = self.state, self.missed().events
        self.served = at
        now = scene if not missed else self.table.scene(None, self.state)
        seat = holder(scene.tables[at])
        if seat is None or not _same(scene.tables[at], now.tables[at]):
            return Happened(before, missed, sentence("stale"))
        _, events, refusal = self.submit([Roll(seat=seat)])
        return Happened(before, missed + events, refusal)

    def serve(self, scene: Scene, due: deque[int], seats: frozenset[int]) -> Happened:
        """One roll at each table that is due, as many as the budget allows; the others stay due.

        Somebody who was quicker is no fault: the rest is left for the next time. The end of a round
        ends it too, for then nobody sits where they sat.
        """
        before, end = self.state, monotonic() + BUDGET
        events = self.missed().events
        if has_ended(events):
            due.clear()
        while due:
            self.served = due.popleft()
            sitting = scene.tables[self.served].seats
            seat = min(self.state.to_act.intersection(sitting) & seats, default=None)
            if seat is None:
                continue
            allowed = self.allowed(seat if seat in self.seats else None)
            try:
                outcome = self.table.submit(Roll(seat=seat), self.state.version, allowed)
            except IllegalAction:
                due.clear()
                break
            except Trouble as trouble:
                due.clear()
                return Happened(before, events, trouble.message)
            self.state = outcome.state
            events += outcome.events
            if self.state.over or has_ended(outcome.events):
                due.clear()
            if monotonic() >= end:
                break
        return Happened(before, events)

    def round_of(self, happened: Happened, scene: Scene) -> RoundShow | None:
        """How the last round ended that came to its end in these events, if one did."""
        ends = [at for at, event in enumerate(happened.events) if event.kind == ROUND_END]
        if not ends:
            return None
        before = fold(self.table.game, happened.before, happened.events[: ends[-1]])
        closing = self.table.scene(None, before)
        return ended_round(closing, scene)


def _same(one: TableView, other: TableView) -> bool:
    """Whether nobody has rolled at a table meanwhile."""
    return (one.seats, one.throws, holder(one)) == (other.seats, other.throws, holder(other))


def has_ended(events: Iterable[Event]) -> bool:
    """Whether a round came to its end in these events."""
    return any(event.kind == ROUND_END for event in events)
