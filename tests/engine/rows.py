"""Games as rows: a line of steps with the dice and cards in it, and what must come of it.

A step is ``[SEAT: ]KIND [NUMBER ...][ = CHANCE][ ! CODE]``: the faces of a roll or the name of a
card after ``=``, the refusal that must come after ``!``. Steps are parted by ``;``. Three words
stand for the steps that come most: ``FILL`` rolls 1 to 6 and keeps them, ``MISS`` rolls six dice of
which none scores, ``ALL`` keeps all six. Without a seat it is the seat in turn that acts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import notation
from engine.events import Told
from engine.model import Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.registry import ruleset
from engine.ruleset import begin, replay, step
from tests.engine.chance import Script
from tests.engine.play import NAMES

WORDS = {
    "FILL": "roll = 123456; keep 1 2 3 4 5 6",
    "MISS": "roll = 223446",
    "ALL": "keep 1 2 3 4 5 6",
}


@dataclass(frozen=True)
class Row:
    """``told`` are the events of the last step, each by the beginning of its line."""

    preset: str
    steps: str
    expect: dict[str, Any]
    told: str = ""
    seats: int = 2
    first: int | None = 0
    start: str = ""
    scores: tuple[int, ...] | None = None
    options: dict[str, Any] = field(default_factory=dict)


def row(name: str, preset: str, steps: str, expect: dict[str, Any], **more: Any) -> Any:
    """A row as a test parameter, by the rule that it shows."""
    if "scores" in more:
        more["seats"] = len(more["scores"])
    if "start" in more:
        more["first"] = None
    return pytest.param(Row(preset, steps, expect, **more), id=name)


class Seat:
    """A table at which a row's steps are taken."""

    def __init__(self, row: Row) -> None:
        self.game = ruleset(row.preset)
        self.setup = Setup(
            preset=row.preset,
            seats=NAMES[: row.seats],
            options=row.options,
            first=row.first,
            scores=row.scores,
        )
        chance = Script(tuple((int(face),) for face in row.start.split()))
        self.last, self.state = begin(self.game, self.setup, chance)
        self.events: list[Event] = list(self.last)
        assert chance.used_up

    def take(self, text: str) -> None:
        """Take one step, or see it refused."""
        text, _, code = text.partition(" ! ")
        asked, _, given = text.partition(" = ")
        seat = min(self.state.to_act, default=0)
        chance = Script(
            (notation.parse_faces(given),) if given[:1].isdigit() else (),
            (given,) if given[:1].isalpha() else (),
        )
        before = self.state
        if code:
            with pytest.raises(IllegalAction) as refused:
                self.act(asked, seat, chance)
            assert refused.value.code == code, (text, refused.value)
            assert self.state == before
            return
        self.last, self.state = self.act(asked, seat, chance)
        self.events += self.last
        assert chance.used_up, text

    def act(self, asked: str, seat: int, chance: Script) -> tuple[tuple[Event, ...], GameState]:
        """Do what a step asks."""
        action = self.game.parse_action(notation.parse_action(asked, seat))
        return step(self.game, self.state, action, chance)

    def at(self, path: str) -> Any:
        """A value of the wire state by its dotted path."""
        value: Any = self.game.wire(self.state)
        for name in path.split("."):
            value = value[int(name)] if isinstance(value, list) else value[name]
        return value


def play_row(row: Row) -> Seat:
    """Play a row and hold it against what it expects."""
    seat = Seat(row)
    steps = row.steps
    for word, meaning in WORDS.items():
        steps = steps.replace(word, meaning)
    for text in filter(None, map(str.strip, steps.split(";"))):
        seat.take(text)
    found = {path: seat.at(path) for path in row.expect}
    assert found == row.expect
    if row.told:
        lines = [notation.format_event(event) for event in seat.last]
        wanted = [text.strip() for text in row.told.split(";")]
        assert len(lines) == len(wanted), lines
        for line, start in zip(lines, wanted, strict=True):
            assert f"{line} ".startswith(f"{start} "), lines
    assert replay(seat.game, seat.setup, seat.events) == seat.state
    for event in seat.events:
        assert isinstance(event, Told)
        assert event.say(NAMES)
    return seat
