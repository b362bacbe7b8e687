"""Events as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import Told
from engine.model import Event


def told(event: Event, names: Sequence[str]) -> str:
    """The sentence of an event; the kind alone for one that tells nothing."""
    return event.say(names) if isinstance(event, Told) else event.kind
