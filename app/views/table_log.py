"""The last things that happened, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from app.views.lines import Line, Run, wrapped
from app.views.say import told
from engine.events import TurnEnded
from engine.model import Event

REMEMBERED: Final = 200
"""Sentences that a screen holds; the journal holds everything."""

MOST: Final = 3
"""Lines that one sentence may take."""

_UNSAID: Final = frozenset({"started", "turn_started"})
_SAID_BEFORE: Final = frozenset({"banked", "busted", "won"})


def more_log(log: Sequence[str], events: Sequence[Event], names: Sequence[str]) -> tuple[str, ...]:
    """The log with what these events tell, not longer than it may be."""
    said = [told(event, names) for event in events if _tells(event)]
    return (*log, *said)[-REMEMBERED:]


def _tells(event: Event) -> bool:
    """Whether an event says something that the one before it did not."""
    if isinstance(event, TurnEnded):
        return event.end not in _SAID_BEFORE
    return event.kind not in _UNSAID


def log_lines(log: Sequence[str], width: int, height: int) -> tuple[Line, ...]:
    """The latest sentences; the newest is last and plain, the older ones are dim.

    One that is too long goes on in the next lines, as what people say may be.
    """
    lines: list[Line] = []
    for index, sentence in enumerate(reversed(log)):
        room = height - len(lines)
        if room < 1:
            break
        role, mark = ("dim", "   ") if index else ("", " › ")
        parts = wrapped(sentence, width - 4, min(room, MOST))
        marks = (mark, *("   " for _ in parts[1:]))
        lines[:0] = [(Run(sign), Run(part, role)) for sign, part in zip(marks, parts, strict=False)]
    return tuple(lines)
