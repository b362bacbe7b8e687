"""How the program shows itself to one person, and what a terminal without the glyphs gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Look:
    """One session's own choices.

    ``ascii`` draws with plain characters only. ``quiet`` is how long, in seconds, the keyboard must
    have been silent before a key may begin another player's turn.
    """

    animation: bool = True
    ascii: bool = False
    quiet: float = 0.4


_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys("╭╮╰╯┏┓┗┛┌┐└┘├┤┬┴┼╔╗╚╝", "+"),
        **dict.fromkeys("─━╌–—−", "-"),
        **dict.fromkeys("═", "="),
        **dict.fromkeys("│┃┆║▌▐", "|"),
        **dict.fromkeys("●○◉", "o"),
        **dict.fromkeys("★✦✶✸✱◆♦", "*"),
        **dict.fromkeys("█▀▄▰", "#"),
        **dict.fromkeys("░▒▱", ":"),
        **dict.fromkeys("▶→▸›", ">"),
        **dict.fromkeys("◀◂←‹", "<"),
        **dict.fromkeys("▲↑", "^"),
        **dict.fromkeys("▼↓", "v"),
        **dict.fromkeys("“”", '"'),
        **dict.fromkeys("‘’", "'"),
        "×": "x",
        "·": ".",
        "…": "~",
        "♣": "&",
        "╱": "/",
        "╲": "\\",
        "±": "%",
    }
)


def plain(text: str) -> str:
    """The same text, cell for cell, without the house's own drawing characters."""
    return text.translate(_PLAIN)


def needs_ascii(encoding: str | None, environ: Mapping[str, str]) -> bool:
    """Whether a terminal of this encoding and environment lacks the drawing characters."""
    if environ.get("TERM", "") in {"linux", "vt100", "vt220", "dumb"}:
        return True
    try:
        "╭●▶→".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
