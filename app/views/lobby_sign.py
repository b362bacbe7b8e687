"""The sign over the door: the name of the house beside two dice."""

from __future__ import annotations

from app import texts as house
from app.views import lobby_texts as texts
from app.views.lines import Line, Run, wrapped

DICE = (
    "╭───────╮ ╭───────╮",
    "│ ●   ● │ │ ●     │",
    "│   ●   │ │   ●   │",
    "│ ●   ● │ │     ● │",
    "╰───────╯ ╰───────╯",
)
PLAIN = str.maketrans("╭╮╰╯─│●", "++++-|o")
"""The same dice for terminals without the signs."""

BESIDE = 60
"""From this many cells on, the name stands beside the dice."""


def sign(room: int, height: int, plain: bool = False) -> tuple[Line, ...]:
    """The sign in ``height`` lines: with dice where there are five of them, else the name alone."""
    said = ((house.APP(), "accent"), ("", ""), (texts.TAGLINE(), "dim"))
    if room < BESIDE or height < len(DICE):
        words = [part for text, role in said if text for part in _lines(text, role, room)]
        return tuple(words[:height])
    rows = (("", ""), *said, ("", ""))
    return tuple(
        (Run(dice.translate(PLAIN) if plain else dice, "title"), Run("   "), Run(text, role))
        for dice, (text, role) in zip(DICE, rows, strict=True)
    )


def _lines(text: str, role: str, room: int) -> list[Line]:
    return [(Run(part, role),) for part in wrapped(text, room, 2)]
