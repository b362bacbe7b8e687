"""Rows of words and figures as lines for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of one length as lines: the first column from the left, the others from the right."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        gaps = [" " * (width - cell_len(text)) for width, text in zip(widths, row, strict=True)]
        first, *others = zip(gaps, row, strict=True)
        parts = [first[1] + first[0], *(gap + text for gap, text in others)]
        lines.append("  ".join(parts).rstrip())
    return lines
