"""The keys that can be pressed now, as many as fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from app.views.lines import Line, Run


class KeyHint(NamedTuple):
    """A key as people read it and what it does; ``intent`` is what a click on it asks for.

    ``near`` keys are those of the turn itself; they come first and stand out.
    """

    intent: str
    key: str
    label: str
    near: bool = False


class Placed(NamedTuple):
    """A hint in the bar: its row and its columns, the last one exclusive."""

    hint: KeyHint
    row: int
    start: int
    end: int


def placed(hints: Sequence[KeyHint], room: int, rows: int = 1) -> tuple[Placed, ...]:
    """Where each hint that fits stands; the last one (help) is never left out.

    One that is too long gives its place to those after it.
    """
    if not hints:
        return ()
    widths = [cell_len(hint.key) + cell_len(hint.label) + 3 for hint in hints]
    widths[-1] -= 1  # nothing stands behind it that it had to be kept apart from
    found: list[Placed] = []
    row, column = 0, 0
    for hint, wide in zip(hints[:-1], widths, strict=False):
        if row < rows - 1 and column + wide > room:
            row, column = row + 1, 0
        if column + wide + (widths[-1] if row == rows - 1 else 0) > room:
            continue
        found.append(Placed(hint, row, column, column + wide))
        column += wide
    if row < rows - 1 and column + widths[-1] > room:
        row, column = row + 1, 0
    return (*found, Placed(hints[-1], row, column, column + widths[-1]))


def key_bar_lines(hints: Sequence[KeyHint], width: int, rows: int) -> tuple[Line, ...]:
    """The bar: the keys of the turn stand out, the others are quiet."""
    near, far = [""] * rows, [""] * rows
    for hint, row, _, _ in placed(hints, width, rows):
        said = f" {hint.key} {hint.label} "
        if hint.near and not far[row]:
            near[row] += said
        else:
            far[row] += said
    return tuple((Run(near[row], "key"), Run(far[row], "dim")) for row in range(rows))
