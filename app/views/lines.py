"""Lines as views make them: runs of text that each mean something, measured in cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len as width

from app.tables.names import cut, fit
from app.views.look import plain


class Run(NamedTuple):
    """A piece of a line; ``role`` says what it means: strong, dim, accent, good, bad, key, ..."""

    text: str
    role: str = ""


Line = tuple[Run, ...]


def safe(text: str) -> str:
    """Text that a terminal only shows: what would move, hide or colour anything is left out."""
    return text if text.isprintable() else "".join(filter(str.isprintable, text))


def safe_plain(text: str) -> str:
    """The same for a terminal without the house's drawing characters."""
    return text if text.isascii() and text.isprintable() else safe(plain(text))


def cells(line: Sequence[Run]) -> int:
    """How many cells a line takes."""
    return sum(width(run.text) for run in line)


def padded(text: str, room: int, right: bool = False) -> str:
    """Text in exactly ``room`` cells, cut with an ellipsis if it must be."""
    text = fit(text, room)
    if right:
        bare = text.rstrip(" ")
        return " " * (len(text) - len(bare)) + bare
    return text


def between(left: Line, right: Line, room: int) -> Line:
    """Two ends of one line, with what is free between them; the right end gives way."""
    free = room - cells(left) - cells(right)
    return left if free < 1 else (*left, Run(" " * free), *right)


def centred(line: Line, room: int) -> Line:
    """A line in the middle of ``room`` cells."""
    free = max(0, room - cells(line))
    return (Run(" " * (free // 2)), *line)


def wrapped(text: str, room: int, most: int) -> tuple[str, ...]:
    """A sentence in at most ``most`` lines of ``room`` cells; the last is cut if it must be.

    It is cut between words. A word longer than a line goes on in the next one.
    """
    if room < 1 or most < 1:
        return ()
    lines = [""]
    for word in [piece for whole in text.split() for piece in _pieces(whole, room)]:
        longer = f"{lines[-1]} {word}".strip()
        if width(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines[most - 1 :] = [_cut_short(lines[most - 1], room)]
    return tuple(filter(None, lines))


def _cut_short(line: str, room: int) -> str:
    """A line that is not the last of its sentence, with an ellipsis after its last whole word."""
    if width(line) < room:
        return f"{line}…"
    words = line.rpartition(" ")[0]
    return f"{words}…" if words else fit(f"{line}…", room)


def _pieces(word: str, room: int) -> tuple[str, ...]:
    """A word in pieces that fit into a line."""
    pieces: list[str] = []
    while width(word) > room:
        pieces.append(cut(word, room) or word[0])
        word = word[len(pieces[-1]) :]
    return (*pieces, word)
