"""Games written down as rows, each a script and what must come of it: ``tests/cases/*.jsonl``.

A step of ``do`` is ``[SEAT: ]KIND [NUMBER ...][ ! CODE]``: without a seat it is the seat in turn
that acts, ``! CODE`` says that this refusal must come (``! *``: any) and change nothing. ``expect``
are dotted paths into the state after the last step. ``events`` must have occurred in this order,
each a kind or some of an event's values; ``never`` are kinds that must not have occurred.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.model import Frozen

FOLDER = Path(__file__).parent.parent / "cases"

Talk = Callable[[dict[str, Any]], dict[str, Any]]
"""A referee: a request in, its answer out."""

STEP = re.compile(r"(?:(\d+): )?(\w+)((?: \d+)*)(?: ! (\w+|\*))?")


class Case(Frozen):
    """One row."""

    id: str
    new: str
    seats: tuple[str, ...]
    do: tuple[str, ...]
    expect: Mapping[str, Any] = {}
    events: tuple[str | dict[str, Any], ...] = ()
    never: tuple[str, ...] = ()
    first: int | None = None
    options: Mapping[str, Any] = {}
    dice: tuple[tuple[int, ...], ...] = ()
    cards: tuple[str, ...] = ()
    scores: tuple[int, ...] | None = None
    seed: int = 1

    def request(self) -> dict[str, Any]:
        """The request that lays this table: only what the row says."""
        told = self.model_dump(mode="json", exclude_unset=True)
        keys = ("new", "seats", "first", "options", "dice", "cards", "scores")
        return {key: told[key] for key in keys if key in told} | {"seed": self.seed}


def read(name: str) -> list[Case]:
    """The rows of a file."""
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [Case.model_validate(json.loads(line)) for line in lines]


def play(case: Case, talk: Talk) -> None:
    """Play a row from the first die to what it expects.

    Raises:
        AssertionError: something else came out.
    """
    answer = talk(case.request())
    assert answer["ok"], answer
    state, events = answer["state"], list(answer["events"])
    for text in case.do:
        action, refusal = read_step(text, state)
        answer = talk({"do": action})
        if refusal is None:
            assert answer["ok"], (text, answer, state)
            state = answer["state"]
            events += answer["events"]
        else:
            assert not answer["ok"], (text, answer)
            assert refusal in ("*", answer["error"]["code"]), (text, answer)
            assert talk({"state": True})["state"] == state, text
    for path, value in case.expect.items():
        assert look(state, path) == value, (path, look(state, path), value, state)
    assert_happened(case.events, events)
    assert not {event["kind"] for event in events} & set(case.never), events


def read_step(text: str, state: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    """The action that a step writes down, and the refusal that must come."""
    step = STEP.fullmatch(text)
    assert step is not None, f"no step: {text!r}"
    seat, kind, numbers, refusal = step.groups()
    action: dict[str, Any] = {"kind": kind}
    if kind != "time_up":
        turn = state["turn"] or {"seat": min(state["to_act"], default=0)}
        action = {"seat": turn["seat"] if seat is None else int(seat), "kind": kind}
    if kind == "keep":
        action["dice"] = [int(number) for number in numbers.split()]
    elif kind == "challenge":
        action["target"] = int(numbers)
    return action, refusal


def look(state: Any, path: str) -> Any:
    """The value at a dotted path."""
    for name in path.split("."):
        state = state[int(name)] if isinstance(state, list) else state[name]
    return state


def assert_happened(wanted: Iterable[str | dict[str, Any]], events: list[dict[str, Any]]) -> None:
    """Every wanted event occurred, in this order."""
    rest = iter(events)
    for want in wanted:
        some = {"kind": want} if isinstance(want, str) else want
        assert any(some.items() <= event.items() for event in rest), (want, events)
