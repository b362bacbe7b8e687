"""A hall to try things in: dice given as text, and the referee's words for what came of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from engine.actions import Roll
from engine.games.bunco import RULESET
from engine.model import Event, Setup
from engine.ruleset import Chance, begin, step

NAMES = tuple(f"P{number}" for number in range(48))


class Script:
    """Dice and cards in the order in which they must come."""

    def __init__(self, *rolls: str, cards: tuple[str, ...] = ()) -> None:
        self.rolls = list(rolls)
        self.cards = list(cards)
        self.piles: list[dict[str, int]] = []

    def roll(self, count: int) -> tuple[int, ...]:
        """The next roll."""
        faces = tuple(map(int, self.rolls.pop(0)))
        assert len(faces) == count
        return faces

    def draw(self, pile: Mapping[str, int]) -> str:
        """The next card."""
        self.piles.append(dict(pile))
        card = self.cards.pop(0)
        assert pile[card] > 0
        return card


class Warm:
    """Chance by a seed; ``heat`` is the share of rolls that are forced to be three of a kind."""

    def __init__(self, seed: int, heat: float = 0.0) -> None:
        self.random = random.Random(seed)
        self.heat = heat

    def roll(self, count: int) -> tuple[int, ...]:
        """Faces, warm or fair."""
        if self.random.random() < self.heat:
            return (self.random.randint(1, 6),) * count
        return tuple(self.random.randint(1, 6) for _ in range(count))

    def draw(self, pile: Mapping[str, int]) -> str:
        """One card, each equally likely."""
        return self.random.choice([card for card, left in pile.items() for _ in range(left)])


class Hall:
    """A running evening, and all events so far."""

    def __init__(
        self,
        people: int,
        options: Mapping[str, Any] | None = None,
        *,
        first: int | None = 0,
        scores: tuple[int, ...] | None = None,
        chance: Chance | None = None,
    ) -> None:
        self.setup = Setup(
            preset="bunco",
            seats=NAMES[:people],
            options=dict(options or {}),
            first=first,
            scores=scores,
        )
        started, self.state = begin(RULESET, self.setup, chance or Script())
        self.events: list[Event] = list(started)

    def roll(self, seat: int, chance: Chance) -> tuple[Event, ...]:
        """One roll by a seat."""
        events, self.state = step(RULESET, self.state, Roll(seat=seat), chance)
        self.events += events
        return events

    def play(self, script: str) -> Hall:
        """Rolls as text: ``"0:236 1:111"`` is seat 0 with 2 3 6, then seat 1 with 1 1 1."""
        for entry in script.split():
            seat, faces = entry.split(":")
            self.roll(int(seat), Script(faces))
        return self

    def hurry(self) -> None:
        """Ends the round: the head table rolls a Bunco, elsewhere the first wins a roll-off."""
        number = self.at("set"), self.at("round")
        while not self.at("over") and (self.at("set"), self.at("round")) == number:
            for table in self.at("tables"):
                if table["to_act"] is not None:
                    self.play(f"{table['to_act']}:{self._hurried(table)}")
                    break

    def _hurried(self, table: dict[str, Any]) -> str:
        target = self.at("target")
        miss = "".join(str(face) for face in range(1, 7) if face != target)[:3]
        if table["name"] == "head" and not table["roll_off"]:
            return str(target) * 3
        scores = table["roll_off"] and table["to_act"] == table["seats"][0]
        return f"{target}{miss[:2]}" if scores and table["roll_off_points"] == [0, 0] else miss

    @property
    def wire(self) -> dict[str, Any]:
        """The state as the referee says it."""
        return RULESET.wire(self.state)

    def at(self, path: str) -> Any:
        """A value of the wire state by its dotted path."""
        value: Any = self.wire
        for name in path.split("."):
            value = value[int(name)] if isinstance(value, list) else value[name]
        return value

    def kinds(self) -> list[str]:
        """The kinds of all events, in order."""
        return [event.kind for event in self.events]
