"""The log of the house: one JSON object a line, with nothing in it that a terminal would obey.

What visitors say of themselves is cut and cleaned; secrets and what they type are never logged.
"""

from __future__ import annotations

import json
import sys
import traceback
from datetime import UTC, datetime
from typing import Any, TextIO

from app.tables.names import visible

LONGEST = 200
"""Signs of one value."""

FRAMES = 12
"""Places in the program that a logged error names, the innermost last."""


class Log:
    """Writes events to a stream; one that takes nothing any more stops nothing."""

    def __init__(self, stream: TextIO | None = None, **always: Any) -> None:
        self._stream = stream
        self._always = always

    def __call__(self, event: str, level: str = "info", **values: Any) -> None:
        """One event with its values."""
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        entry = {"at": at, "level": level, "event": event, **self._always, **values}
        line = json.dumps({name: clean(value) for name, value in entry.items()})
        try:
            print(line, file=self._stream or sys.stderr, flush=True)
        except (OSError, ValueError):
            return

    def error(self, event: str, error: BaseException, **values: Any) -> None:
        """An error: what it is and where it came from, without anybody's values."""
        self(event, "error", **values, error=type(error).__name__, where=places(error))

    def warning(self, event: str, **values: Any) -> None:
        """Something that a host may want to look at."""
        self(event, "warning", **values)


def clean(value: Any) -> Any:
    """A value as it may be logged."""
    if isinstance(value, str):
        return visible(value)[:LONGEST]
    if isinstance(value, list | tuple):
        return [clean(item) for item in value]
    return value if value is None or isinstance(value, int | float | bool) else clean(str(value))


def places(error: BaseException) -> list[str]:
    """Where an error came from, the error that it began with included."""
    origin = error.__cause__ or error
    frames = traceback.extract_tb(origin.__traceback__)[-FRAMES:]
    names = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    return [*names, f"{type(origin).__name__}"]
