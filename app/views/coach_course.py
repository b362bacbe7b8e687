"""What can be done now and what it is worth, as the coach tells it."""

from __future__ import annotations

from typing import NamedTuple

from engine.model import Action


class Worth(NamedTuple):
    """What may be expected: points that the turn banks, the chance to win (None: unknown).

    ``bust`` is the chance that the next roll busts, None where none is next.
    """

    points: float
    win: float | None = None
    bust: float | None = None


class Course(NamedTuple):
    """Something that can be done now; ``worth`` is what it is worth when play then goes on best.

    A keep has its ``faces``, and in ``dice`` every choice of dice that comes to the same.
    ``risk`` are the turn points after it; ``left`` the dice that are thrown next; ``bank`` and
    ``onward`` what stopping and going on are worth then, None where the rules forbid it, and
    ``draws`` whether going on begins with a card.
    """

    action: Action
    worth: Worth
    faces: tuple[int, ...] = ()
    dice: tuple[frozenset[int], ...] = ()
    risk: int = 0
    left: int = 0
    bank: Worth | None = None
    onward: Worth | None = None
    draws: bool = False


class Advice(NamedTuple):
    """The courses of a seat at a version of the table, best first, and why the first is best.

    ``keeps`` says that a roll waits: each course is a keep.
    """

    version: int
    seat: int
    courses: tuple[Course, ...] = ()
    keeps: bool = False
    why: str = ""
