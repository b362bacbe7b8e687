"""What a visitor's terminal can show, told by the visitor's side alone, never by the server's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from app.views.look import needs_ascii

Colours = Literal["standard", "256", "truecolor"]
Animation = Literal["none", "basic", "full"]

WIDEST: Final = 500
HIGHEST: Final = 200
"""Cells of the largest window that is drawn for; a larger one shows the rest empty."""

TOLD: Final = frozenset(
    {
        "COLORTERM",
        "LANG",
        "LC_ALL",
        "LC_CTYPE",
        "NO_COLOR",
        "TEXTUAL_ANIMATIONS",
    }
)
"""The only environment variables that a visitor's side may tell."""

LONGEST: Final = 64
"""Signs of the value of such a variable, and of the terminal's own name."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]*\Z")
_DIRECT = re.compile(r"direct|truecolor|24bit|kitty|alacritty|ghostty|wezterm|\bfoot|contour")
_COLOURLESS = re.compile(r"vt\d|ansi-m|.*-m(ono)?\Z")


class Terminal(NamedTuple):
    """One visitor's terminal."""

    name: str = "xterm-256color"
    size: tuple[int, int] = (80, 24)
    colours: Colours = "truecolor"
    no_colour: bool = False
    ascii: bool = False
    animation: Animation = "full"

    @property
    def usable(self) -> bool:
        """Whether a cursor can be moved on it."""
        return self.name not in ("", "dumb", "unknown")


def clamped(width: int, height: int) -> tuple[int, int]:
    """A size that can be drawn for, whatever was said."""
    return min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST)


def first_size(width: int, height: int) -> tuple[int, int]:
    """The size at the start; a terminal that does not know its own gets the usual one."""
    return clamped(width or 80, height or 24)


def told(environ: Mapping[str, str]) -> dict[str, str]:
    """What may be taken from a visitor's environment."""
    return {
        name: value
        for name, value in environ.items()
        if name in TOLD and len(value) <= LONGEST and value.isprintable()
    }


def over_ssh(name: str | None, size: tuple[int, int], environ: Mapping[str, str]) -> Terminal:
    """The terminal behind an SSH client."""
    named = name if name and len(name) <= LONGEST and _NAME.match(name) else "unknown"
    env = told(environ)
    language = env.get("LC_ALL") or env.get("LC_CTYPE") or env.get("LANG") or "C.UTF-8"
    animation = env.get("TEXTUAL_ANIMATIONS", "").lower()
    return Terminal(
        name=named,
        size=first_size(*size),
        colours=_colours(named, env.get("COLORTERM", "")),
        no_colour="NO_COLOR" in env or _COLOURLESS.match(named) is not None,
        ascii=needs_ascii(_encoding(language), {"TERM": named}),
        animation="none" if animation == "none" else "basic" if animation == "basic" else "full",
    )


def in_browser(size: tuple[int, int], calm: bool = False) -> Terminal:
    """The terminal that the page draws; ``calm`` when its visitor asked for less motion."""
    return Terminal(size=first_size(*size), animation="none" if calm else "full")


def _colours(name: str, colorterm: str) -> Colours:
    if colorterm.lower() in ("truecolor", "24bit") or _DIRECT.search(name):
        return "truecolor"
    return "256" if "256" in name else "standard"


def _encoding(language: str) -> str:
    """The encoding of a locale such as ``de_DE.UTF-8@euro``."""
    encoding = language.partition("@")[0].partition(".")[2]
    return encoding or ("ascii" if language in ("C", "POSIX") else "utf-8")
