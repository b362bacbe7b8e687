"""One line of text for dice, actions and events: for tests, logs, records and bug reports.

- Dice in number order, ``-`` where there is none: ``4-55-1``.
- An action is ``[SEAT: ]KIND [NUMBER ...]``: ``0: keep 1 2 3``, ``bank``, ``2: challenge 0``.
- An event is ``[SEAT: ]KIND [POINTS] [NAME=VALUE ...]``, with what differs from the event's
  defaults: ``0: kept 1000 dice=[1,2,3] faces=[1,1,1]``. Values are JSON, words without quotes.

What is read becomes plain data for `Ruleset.parse_action` and `Ruleset.parse_event`, so that a game
with kinds of its own is written and read like any other.
"""

from __future__ import annotations

import json
import re
from typing import Any

from engine.model import Action, Event
from engine.refusal import IllegalAction

NUMBERS = {"keep": "dice", "challenge": "target"}
"""What the bare numbers of an action stand for; its other fields are written ``NAME=VALUE``."""

SEATLESS = frozenset({"time_up"})
"""Actions that no seat asks for."""

_LINE = re.compile(r"\s*(?:(?P<seat>[0-9]{1,9}):\s*)?(?P<kind>[a-z_]+)(?P<rest>(?:\s.*)?)")
_NUMBER = re.compile(r"\s+(-?[0-9]{1,12})(?=\s|$)")
_FIELD = re.compile(r"\s+([a-z_]+)=")
_WORD = re.compile(r"[A-Za-z_][\w.+/-]*")
_JSON = json.JSONDecoder()


def format_faces(faces: tuple[int, ...]) -> str:
    """Faces in the order of the dice's numbers, 0 where there is no die.

    >>> format_faces((4, 0, 5))
    '4-5'
    """
    return "".join(map(str, faces)).replace("0", "-")


def parse_faces(text: str) -> tuple[int, ...]:
    """What `format_faces` writes.

    Raises:
        IllegalAction: ``malformed``, for anything but 1 to 6 and ``-``.
    """
    if not re.fullmatch("[1-6-]*", text):
        raise _malformed(text)
    return tuple(map(int, text.replace("-", "0")))


def format_action(action: Action) -> str:
    """An action in one line, by the seat that asks."""
    data = action.model_dump(mode="json", exclude={"kind", "seat"}, exclude_defaults=True)
    bare = data.pop(NUMBERS.get(action.kind, ""), ())
    numbers = bare if isinstance(bare, list | tuple) else (bare,)
    return _line(action.kind, action.seat, numbers, data)


def parse_action(text: str, seat: int | None = None) -> dict[str, Any]:
    """The plain data of an action; ``seat`` acts where the text names none.

    >>> parse_action("keep 1 2 3", seat=0)
    {'kind': 'keep', 'seat': 0, 'dice': [1, 2, 3]}

    Raises:
        IllegalAction: ``malformed``, for a text that is no action.
    """
    data, numbers = _read(text)
    kind = data["kind"]
    if seat is not None and kind not in SEATLESS:
        data.setdefault("seat", seat)
    name = NUMBERS.get(kind)
    if name in data or (name is None and numbers):
        raise _malformed(text)
    if name == "target" and len(numbers) != 1:
        raise _malformed(text)
    if name is not None:
        data[name] = numbers[0] if name == "target" else numbers
    return data


def format_event(event: Event) -> str:
    """An event in one line, with everything that it holds."""
    data = event.model_dump(mode="json", exclude={"kind", "seat", "points"}, exclude_defaults=True)
    return _line(event.kind, event.seat, (event.points,) if event.points else (), data)


def parse_event(text: str) -> dict[str, Any]:
    """The plain data of an event as `format_event` writes it.

    Raises:
        IllegalAction: ``malformed``, for a text that is no event.
    """
    data, numbers = _read(text)
    if len(numbers) > 1:
        raise _malformed(text)
    return {**data, **({"points": numbers[0]} if numbers else {})}


def _line(kind: str, seat: int | None, numbers: Any, fields: dict[str, Any]) -> str:
    words = [kind if seat is None else f"{seat}: {kind}", *map(str, numbers)]
    words += [f"{name}={_written(value)}" for name, value in fields.items()]
    return " ".join(words)


def _written(value: Any) -> str:
    if isinstance(value, str) and _WORD.fullmatch(value) and value not in _CONSTANTS:
        return value
    return json.dumps(value, separators=(",", ":"))


_CONSTANTS = frozenset({"true", "false", "null", "NaN", "Infinity"})
"""Words that JSON reads as something else than themselves."""


def _read(text: str) -> tuple[dict[str, Any], list[int]]:
    line = _LINE.fullmatch(text)
    if line is None:
        raise _malformed(text)
    data: dict[str, Any] = {"kind": line["kind"]}
    if line["seat"] is not None:
        data["seat"] = int(line["seat"])
    rest = line["rest"].rstrip()
    place = 0
    numbers = []
    while number := _NUMBER.match(rest, place):
        numbers.append(int(number[1]))
        place = number.end()
    while field := _FIELD.match(rest, place):
        if field[1] in data:
            raise _malformed(text)
        data[field[1]], place = _value(rest, field.end())
    if place != len(rest):
        raise _malformed(text)
    return data, numbers


def _value(text: str, place: int) -> tuple[Any, int]:
    word = _WORD.match(text, place)
    if word is not None and word[0] not in _CONSTANTS:
        return word[0], word.end()
    try:
        return _JSON.raw_decode(text, place)
    except (ValueError, RecursionError):
        raise _malformed(text) from None


def _malformed(text: str) -> IllegalAction:
    return IllegalAction("malformed", f"This line cannot be read: {text!r}.", text=text)
