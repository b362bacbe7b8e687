"""Keeps a key that was meant for one turn from acting in the next."""

from __future__ import annotations

from dataclasses import dataclass, field

REPEATS = 2.2
"""A key that is held down first pauses longer than the quiet time, by up to this factor."""


@dataclass(slots=True)
class Guard:
    """Hears every key and click with its moment, in seconds, and says whether one may begin a turn.

    It may after ``quiet`` seconds without any; a key that was last heard about when the turn ended
    may be held down, so it needs a longer silence of its own. Whoever merely presses it again and
    again, as people do whom nothing answers, begins.
    """

    quiet: float
    closed: float = 0.0
    last: float = float("-inf")
    heard: dict[str, float] = field(default_factory=dict)
    _gap: float = float("inf")
    _before: float = float("-inf")

    def hear(self, key: str, now: float) -> None:
        """A key or click (as its own kind of key) was made."""
        self._gap = now - self.last
        self._before = self.heard.get(key, float("-inf"))
        self.last = now
        self.heard[key] = now

    def close(self, now: float) -> None:
        """A turn has ended."""
        self.closed = now

    def may_begin(self) -> bool:
        """Whether the key heard last may begin the next turn."""
        if self.last - self.closed < self.quiet or self._gap < self.quiet:
            return False
        held = self._before - self.closed < self.quiet
        return not held or self.last - self._before >= self.quiet * REPEATS
