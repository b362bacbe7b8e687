"""Dice drawn in cells, in three sizes."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal, NamedTuple

Edge = Literal["round", "heavy", "faint"]


class DieSize(NamedTuple):
    """Cells of a die across and down, and how far a chosen one is lifted."""

    width: int
    height: int
    lift: int

    @property
    def zone(self) -> int:
        """Rows that a die moves in: lifted when chosen, sunk when held."""
        return self.height + 2 * self.lift

    @property
    def rows(self) -> int:
        """All rows of a die's place: those it moves in, its number and its word."""
        return self.zone + 2


LARGE: Final = DieSize(13, 7, 1)
MEDIUM: Final = DieSize(9, 5, 1)
SMALL: Final = DieSize(5, 3, 0)

_EDGES: Final = {"round": "╭─╮│╰╯", "heavy": "┏━┓┃┗┛", "faint": "┌╌┐┆└┘"}

_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2)),
}
"""Pips by face, as row and column of a grid of three by three."""


@cache
def face_rows(face: int | None, width: int, height: int) -> tuple[str, ...]:
    """The inside of a die, row by row: pips, or a digit where there is no room for pips."""
    grid = [[" "] * width for _ in range(height)]
    if face is not None and height < 3:
        grid[height // 2][width // 2] = str(face)
    elif face is not None:
        across, down = width // 2, height // 2
        step = 2 if width < 9 else 3
        for row, column in _PIPS[face]:
            grid[down + (row - 1) * down][across + (column - 1) * step] = "●"
    return tuple("".join(row) for row in grid)


@cache
def edge_rows(edge: Edge, width: int, mark: str = "") -> tuple[str, str, str]:
    """The top edge of a die, its side, and its bottom edge; a mark sits in the top edge."""
    left, line, right, side, low_left, low_right = tuple(_EDGES[edge])
    inside = width - 2
    top = f"{mark:{line}^{inside}}" if mark else line * inside
    return left + top + right, side, low_left + line * inside + low_right
