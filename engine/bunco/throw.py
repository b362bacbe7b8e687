"""What a throw of the three dice is worth (BUN-4, BUN-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

DICE = 3
NUMBERS = (1, 2, 3)
BUNCO = 21
MINI = 5
BELL = 21
"""Points in the round with which the head table rings the bell (BUN-6)."""

ThrowKind = Literal["bunco", "mini", "targets", "wipeout", "miss"]


class Throw(NamedTuple):
    """The kind of a throw, and the points that it adds."""

    kind: ThrowKind
    points: int


def read_throw(faces: Sequence[int], target: int, wipeout: bool) -> Throw:
    """A throw at this target; with ``wipeout`` three 1s are one (BUN-14), else they are a mini."""
    hits = faces.count(target)
    if hits == DICE:
        return Throw("bunco", BUNCO)
    if hits:
        return Throw("targets", hits)
    if len(set(faces)) > 1:
        return Throw("miss", 0)
    return Throw("wipeout", 0) if wipeout and faces[0] == 1 else Throw("mini", MINI)
