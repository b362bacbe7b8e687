"""Names and other words of people: literal, visible, and as wide as they look.

The widths are those of `rich.cells`, because that is what the screen library draws by; a width
table of our own would disagree with it sooner or later. Clusters are simple here, since joiners,
variation selectors and skin tones are taken out first: a base with the marks on it, a pair of
regional indicators, and an Indic conjunct.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count

from rich.cells import cell_len

from app.tables.errors import BadInput

NAME_CELLS = 24
"""The widest name, in terminal cells."""

LONGEST = 1000
"""Characters of a text that are looked at; the rest of a paste costs nothing."""

MARKS = 2
"""Combining marks that a base may carry."""

ELLIPSIS = "…"

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n\r]*(?:\x07|\x1b\\|\x9c)?"  # strings
    r"|\x1b[ -/]*[0-~]?"  # everything else that an escape begins
)

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc") | {
    chr(sign)
    for start, end in ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0x1F3FB, 0x1F3FF), (0xE0100, 0xE01EF))
    for sign in range(start, end + 1)
}
"""Fillers, blanks, variation selectors and skin tones: invisible, or of no width to agree on."""

_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Me"})
"""Controls, formats (bidi, joiners, tags), surrogates, private, unassigned, enclosing marks."""

_FLAGS = range(0x1F1E6, 0x1F200)


@lru_cache(maxsize=1024)
def visible(text: str) -> str:
    """A text of a person as it may be drawn: one line, nothing in it that moves or hides.

    Escape sequences go whole; compatibility forms are folded (NFKC), spaces collapsed. What comes
    out goes through unchanged when it comes again. It may be empty.
    """
    lines = _ESCAPES.sub("", text[:LONGEST]).strip().splitlines()
    seen = lines[0] if lines else ""
    before = None
    while seen != before:
        before = seen
        folded = unicodedata.normalize("NFKC", _without_unseen(seen))
        spaced = "".join(_bare_clusters(_without_unseen(folded))).split()
        seen = " ".join(spaced)[:LONGEST]
    return seen


def clean_name(text: str, taken: Iterable[str] = ()) -> str:
    """A name as it is kept: visible, 1 to 24 cells, unlike every name in ``taken``.

    It is cut first and compared after that, without regard to case (R055).

    Raises:
        BadInput: nothing to see is left, or the name is taken.
    """
    name = cut(visible(text), NAME_CELLS).rstrip()
    if not name:
        raise BadInput("name_empty", cells=NAME_CELLS)
    if same_name(name) in {same_name(other) for other in taken}:
        raise BadInput("name_taken", name=name)
    return name


def suggest_name(text: str, taken: Iterable[str] = ()) -> str:
    """A free name near to this one: itself, or "Ann 2", "Ann 3" ...

    Raises:
        BadInput: nothing to see is left.
    """
    name = clean_name(text)
    used = {same_name(other) for other in taken}
    if same_name(name) not in used:
        return name
    numbered = (
        f"{cut(name, NAME_CELLS - len(suffix)).rstrip()}{suffix}"
        for suffix in (f" {number}" for number in count(2))
    )
    return next(other for other in numbered if same_name(other) not in used)


def same_name(name: str) -> str:
    """What two names share that count as the same: case and compatibility forms folded away."""
    folded = unicodedata.normalize("NFKC", visible(name).casefold())
    return unicodedata.normalize("NFKC", folded.casefold())


def cut(text: str, cells: int) -> str:
    """The longest beginning of a visible text within a width, never inside a cluster."""
    kept, width = [], 0
    for cluster in clusters(text):
        width += cell_len(cluster)
        if width > cells:
            break
        kept.append(cluster)
    return "".join(kept)


@lru_cache(maxsize=1024)
def fit(text: str, cells: int) -> str:
    """A text of a person in exactly so many cells: padded, or cut with an ellipsis."""
    if cells <= 0:
        return ""
    seen = visible(text)
    if cell_len(seen) > cells:
        seen = cut(seen, cells - 1).rstrip() + ELLIPSIS
    return seen + " " * (cells - cell_len(seen))


def clusters(text: str) -> Iterator[str]:
    """The pieces of a visible text that must not be parted."""
    piece = ""
    for sign in text:
        if piece and not _joins(piece, sign):
            yield piece
            piece = ""
        piece += sign
    if piece:
        yield piece


def _joins(piece: str, sign: str) -> bool:
    """Whether a sign belongs to the cluster before it."""
    if _is_mark(sign):
        return True
    if ord(sign) in _FLAGS:
        return len(piece) == 1 and ord(piece) in _FLAGS
    # A virama binds the next letter (ccc 9), as in क्षि.
    return unicodedata.category(sign) == "Lo" and unicodedata.combining(piece[-1]) == 9


def _is_mark(sign: str) -> bool:
    """Whether a sign sits on the one before it and takes no cell of its own."""
    return cell_len(sign) == 0 or unicodedata.category(sign)[0] == "M"


def _without_unseen(text: str) -> str:
    """A text without the signs that nobody sees; every kind of space becomes a space."""
    kept = []
    for sign in text:
        if sign.isspace():
            kept.append(" ")
        elif sign not in _UNSEEN and unicodedata.category(sign) not in _DROPPED:
            kept.append(sign)
    return "".join(kept)


def _bare_clusters(text: str) -> Iterator[str]:
    """The signs that may stay: marks have a base and are few, flags are pairs."""
    marks = MARKS
    flags = ""
    for sign in text:
        if ord(sign) in _FLAGS:
            flags += sign
            if len(flags) == 2:
                yield flags
                flags, marks = "", MARKS
            continue
        flags = ""
        if _is_mark(sign):
            if marks < MARKS:
                marks += 1
                yield sign
        else:
            marks = MARKS if sign == " " else 0
            yield sign
