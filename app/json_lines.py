"""Lines of JSON from and to a stranger: bounded, strict, and equal when they say the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO, NoReturn

from engine.refusal import IllegalAction

HALF = re.compile("[\ud800-\udfff]")
"""Half of a sign, as a JSON escape may give it: no text in UTF-8 can hold one."""

MAX_LINE = 1_000_000
"""The longest request, in bytes; a longer one is refused and skipped to its end."""


def read_request(line: bytes | None) -> dict[str, Any]:
    """A line as an object.

    Raises:
        IllegalAction: ``malformed``.
    """
    if line is None:
        raise IllegalAction("malformed", f"A request may be {MAX_LINE} bytes long, no longer.")
    try:
        request = json.loads(
            line.decode("utf-8"), object_pairs_hook=no_duplicates, parse_constant=no_constant
        )
    except RecursionError:
        raise IllegalAction("malformed", "The request is nested too deeply.") from None
    except ValueError:
        raise IllegalAction("malformed", "The request is not a line of JSON in UTF-8.") from None
    if not isinstance(request, dict):
        raise IllegalAction("malformed", "A request is a JSON object.")
    if b"\\u" in line and HALF.search(json.dumps(request, ensure_ascii=False)):
        raise IllegalAction("malformed", "A text holds half a sign, which nobody could store.")
    return request


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused where it says one thing twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise IllegalAction("malformed", "A key stands twice in one object.")
    return found


def no_constant(name: str) -> NoReturn:
    """NaN and Infinity are numbers to Python, but not to JSON."""
    raise IllegalAction("malformed", f"{name} is no JSON.")


def refused(code: str, message: str) -> bytes:
    """A fault as an answer."""
    return written({"ok": False, "error": {"code": code, "message": message}})


def written(answer: dict[str, Any]) -> bytes:
    """An answer as a line of plain ASCII, the same whenever the answer is the same."""
    return json.dumps(answer, default=sorted, allow_nan=False).encode("ascii")


def lines(stream: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long to hold."""
    while line := stream.readline(MAX_LINE + 1):
        if len(line) <= MAX_LINE or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE + 1)
        yield None
