"""An invitation: the code of a table, the address, and a picture of it to photograph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app.views import company_texts as texts
from app.views.company import said_code
from app.views.lines import Line, Run, cells, centred, wrapped

GAP: Final = 3
"""Cells between the words and the picture beside them."""

NARROWEST: Final = 28
"""Cells that the words beside the picture need at least."""

QUIET: Final = 2
"""Light modules around the picture; cameras want some, and more would not fit a small window."""

HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Two modules one above the other in one cell, by whether each is drawn."""


@dataclass(frozen=True, slots=True)
class InviteShow:
    """What an invitation says: ``free`` seats, the ``key`` that asks for a code in the lobby.

    ``drawable`` is False for a terminal without half blocks; ``dark_ground`` tells to draw the
    light modules, where nothing can be said about colours.
    """

    code: str
    url: str = ""
    free: int = 0
    open: bool = False
    key: str = ""
    drawable: bool = True
    dark_ground: bool = False


def address(public_url: str, code: str) -> str:
    """The address that leads to a table, "" where the house has none."""
    return f"{public_url.rstrip('/')}/?table={said_code(code).lower()}" if public_url else ""


def invite_lines(show: InviteShow, width: int, height: int) -> tuple[Line, ...]:
    """The invitation in the room there is: with the whole picture below or beside the words, or
    below what matters most of them, or without it."""
    if not show.code:
        return _said(texts.INVITE_PRIVATE(), "", width)
    every = _words(show, width)
    picture = qr_lines(show.url, show.dark_ground) if show.url and show.drawable else ()
    if not picture:
        return every
    wide, high = len(picture[0]), len(picture)
    beside = width - wide - GAP
    few = _words(show, width, few=True)
    if wide <= width and len(every) + high < height:
        return (*every, (), *(centred((Run(row, "qr"),), width) for row in picture))
    if beside >= NARROWEST and high <= height:
        return _side_by_side(_words(show, beside), beside, picture)
    if wide <= width and len(few) + high <= height:
        return (*few, *(centred((Run(row, "qr"),), width) for row in picture))
    return (*every, *_said(texts.INVITE_SMALL(), "dim", width))


def _words(show: InviteShow, width: int, few: bool = False) -> tuple[Line, ...]:
    code = (texts.INVITE_OPEN if show.open else texts.INVITE_CODE)(code=said_code(show.code))
    seats = texts.INVITE_FREE(count=show.free) if show.free else texts.INVITE_FULL()
    if few:
        code = texts.INVITE_CODE(code=said_code(show.code))
    lines = [*_said(code, "strong", width)]
    if not few:
        lines += _said(seats, "", width)
        lines += _said(texts.INVITE_HOW(key=show.key), "dim", width)
    if show.url:
        lines += _said(texts.INVITE_URL(url=show.url), "accent", width)
    return tuple(lines)


def _side_by_side(words: Sequence[Line], room: int, picture: Sequence[str]) -> tuple[Line, ...]:
    rows = []
    for at, drawn in enumerate(picture):
        line = words[at] if at < len(words) else ()
        rows.append((*line, Run(" " * (room + GAP - cells(line))), Run(drawn, "qr")))
    return tuple(rows)


def _said(text: str, role: str, width: int) -> tuple[Line, ...]:
    return tuple((Run(part, role),) for part in wrapped(text, width, 3))


@lru_cache(maxsize=16)
def qr_lines(text: str, dark_ground: bool = False) -> tuple[str, ...]:
    """A QR code in half blocks, a string a row.

    What is drawn is dark, for dark on light; with ``dark_ground`` what is drawn is light.
    """
    import segno  # only invitations need it

    modules: Sequence[Sequence[int]] = segno.make_qr(text, error="l").matrix
    side = len(modules) + 2 * QUIET

    def drawn(row: int, column: int) -> bool:
        row, column = row - QUIET, column - QUIET
        inside = 0 <= row < len(modules) and 0 <= column < len(modules)
        return bool(inside and modules[row][column]) is not dark_ground

    return tuple(
        "".join(
            HALVES[drawn(row, column), row + 1 < side and drawn(row + 1, column)]
            for column in range(side)
        )
        for row in range(0, side, 2)
    )
