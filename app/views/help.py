"""All keys of a screen, in aligned columns, out of the one registry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from app import texts
from app.views.lines import Line, Run, padded, wrapped


class HelpRow(NamedTuple):
    """A key, what it does, and the heading that it stands under."""

    group: str
    key: str
    tooltip: str


def help_lines(rows: Sequence[HelpRow], signs: Sequence[str], width: int) -> tuple[Line, ...]:
    """The keys under their headings, and how signs and mouse are read."""
    lines: list[Line] = [(Run(f" {texts.HELP()}", "strong"),)]
    wide = max((cell_len(row.key) for row in rows), default=0) + 2
    group = ""
    for row in rows:
        if row.group != group:
            group = row.group
            lines += [(), (Run(f" {group}", "title"),)]
        said = wrapped(row.tooltip, width - wide - 4, 3)
        for index, text in enumerate(said):
            key = row.key if index == 0 else ""
            lines.append((Run("  "), Run(padded(key, wide), "key"), Run(text)))
    for text in signs:
        lines.append(())
        lines += [(Run("  "), Run(line, "dim")) for line in wrapped(text, width - 4, 4)]
    return tuple(lines)
