"""A rule book laid out as lines of text for a given width, for the rule reader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size

from engine.ruleset import Section

COMFORT = 78
"""Cells of the longest line: longer ones are tiring to read."""

GAP = 2
NARROWEST = 8
NUMBER = re.compile(r"[-+−×]?[\d, .]*[\d][\d, .]*%?|[–-]?")

LineKind = Literal["title", "text", "row", "blank"]


class Line(NamedTuple):
    """One line of the page, no wider than the page."""

    text: str
    kind: LineKind


class Page(NamedTuple):
    """The lines of a rule book, and at which of them each section starts."""

    lines: tuple[Line, ...]
    starts: tuple[int, ...]


def lay_out(sections: Sequence[Section], width: int) -> Page:
    """The sections as lines of at most ``width`` cells (and never more than `COMFORT`)."""
    width = max(1, min(width, COMFORT))
    lines: list[Line] = []
    starts: list[int] = []
    for section in sections:
        if lines:
            lines.append(Line("", "blank"))
        starts.append(len(lines))
        lines += [Line(text, "title") for text in wrapped(section.title, width)]
        for paragraph in section.paragraphs:
            lines.append(Line("", "blank"))
            lines += [Line(text, "text") for text in wrapped(paragraph, width)]
        if section.rows:
            lines.append(Line("", "blank"))
            lines += [Line(text, "row") for text in table(section.rows, width)]
    return Page(tuple(lines), tuple(starts))


def section_at(page: Page, line: int) -> int:
    """Which section a line of the page belongs to."""
    return max((index for index, start in enumerate(page.starts) if start <= line), default=0)


def wrapped(text: str, width: int) -> list[str]:
    """A paragraph broken between words; a word wider than the page is broken inside."""
    lines: list[str] = []
    current = ""
    for word in text.split():
        joined = f"{current} {word}" if current else word
        if cell_len(joined) <= width:
            current = joined
            continue
        if current:
            lines.append(current)
        *full, current = chop_cells(word, width)
        lines += full
    return [*lines, current]


def table(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Rows in columns, wrapped inside them; one under another where there is too little room."""
    count = max(map(len, rows))
    cells = [[*row, *[""] * (count - len(row))] for row in rows]
    columns = [max(cell_len(row[at]) for row in cells) for at in range(count)]
    while sum(columns) + GAP * (count - 1) > width:
        widest = max(columns)
        if widest <= NARROWEST:
            return stacked(rows, width)
        columns[columns.index(widest)] -= 1
    right = [all(NUMBER.fullmatch(row[at]) for row in cells[1:] or cells) for at in range(count)]
    lines: list[str] = []
    for row in cells:
        parts = [wrapped(text, size) for text, size in zip(row, columns, strict=True)]
        for at in range(max(map(len, parts))):
            line = (" " * GAP).join(
                _placed(part[at] if at < len(part) else "", size, numbers)
                for part, size, numbers in zip(parts, columns, right, strict=True)
            )
            lines.append(line.rstrip())
    return lines


def stacked(rows: Sequence[Sequence[str]], width: int) -> list[str]:
    """Rows one under another: the first cell as a line, the others below it, indented."""
    lines: list[str] = []
    for first, *others in rows:
        lines += wrapped(first, width)
        for other in filter(None, others):
            lines += ["  "[: width - 1] + text for text in wrapped(other, max(1, width - 2))]
    return lines


def _placed(text: str, size: int, right: bool) -> str:
    return " " * (size - cell_len(text)) + text if right else set_cell_size(text, size)
