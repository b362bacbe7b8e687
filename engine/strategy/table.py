"""A solved game of two as data: chances to win, small enough to ship, exact enough to play from.

A table holds one grid of chances for seats that remember nothing, by both sheets, in 16 bits. What
busts in a row and leftover dice change is smooth, so it is kept for some sheets only and
interpolated. Where single dice matter, what throws of them are worth in points is kept beside. This
module turns tables into bytes and back; reading files is the program's part.
"""

from __future__ import annotations

import json
import lzma
from array import array
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

SCALE = 65_535
"""What a chance of 1 is stored as."""

PARTS = 20
"""The parts of a point in which the worth of throws is stored."""

STRIDE = 10
"""Sheets between two for which corrections are kept."""

_ZERO = 0x8000
"""What a correction of 0 is stored as."""

_MAGIC = b"DPWT1\n"
_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}]


class BadTable(ValueError):
    """Bytes that hold no table of chances."""


class Shape(NamedTuple):
    """What a table is about, in steps of ``step`` points; see `engine.strategy.match.Race`.

    ``levels`` are the busts in a row told apart, ``lefts`` the dice left over told apart;
    ``answer`` whether the other seat has one more turn when the goal is reached.
    """

    step: int
    goal: int
    floor: int = 0
    levels: int = 1
    lefts: int = 1
    answer: bool = False
    tie: float = 0.5

    @property
    def size(self) -> int:
        """Sheets told apart."""
        return self.goal - self.floor

    @property
    def coarse(self) -> list[int]:
        """The sheets for which corrections are kept."""
        return [*range(0, self.size - 1, STRIDE), self.size - 1]

    def planes(self) -> list[tuple[int, int, int]]:
        """What seats may remember beside nothing: own and rival's busts in a row, dice left."""
        return [
            (own, rival, left)
            for own in range(self.levels)
            for rival in range(self.levels)
            for left in range(self.lefts)
        ][1:]


class Table:
    """Chances to win of the seat in turn, at the start of its turn, against one rival."""

    def __init__(
        self,
        shape: Shape,
        grid: Sequence[int],
        planes: Mapping[tuple[int, int, int], Sequence[int]],
        ends: Sequence[Sequence[int]],
        throws: Sequence[Sequence[int]] = (),
    ) -> None:
        self.shape = shape
        self._grid = grid
        self._planes = planes
        self._ends = ends
        self._throws = throws
        self._width = len(shape.coarse)

    def win(self, own: int, other: int, busts: int = 0, rival: int = 0, left: int = 0) -> float:
        """The chance to win with these sheets, in points.

        ``busts`` and ``rival`` are busts in a row, ``left`` the dice that may be taken up. Sheets
        beyond the table count as its last.
        """
        shape = self.shape
        a = self._index(own)
        b = self._index(other)
        value = self._grid[a * shape.size + b]
        top = shape.levels - 1
        key = (min(busts, top), min(rival, top), left if left < shape.lefts else 0)
        plane = self._planes.get(key)
        if plane is None:
            return value / SCALE
        return min(1.0, max(0.0, (value + self._between(plane, a, b)) / SCALE))

    def _index(self, sheet: int) -> int:
        shape = self.shape
        return min(max(sheet // shape.step - shape.floor, 0), shape.size - 1)

    def _between(self, plane: Sequence[int], a: int, b: int) -> float:
        width = self._width
        last = self.shape.size - 1
        i, j = a // STRIDE, b // STRIDE
        i, j = min(i, width - 2), min(j, width - 2)
        x = (a - i * STRIDE) / (min((i + 1) * STRIDE, last) - i * STRIDE)
        y = (b - j * STRIDE) / (min((j + 1) * STRIDE, last) - j * STRIDE)
        at = i * width + j
        near = plane[at] * (1 - y) + plane[at + 1] * y
        far = plane[at + width] * (1 - y) + plane[at + width + 1] * y
        return near * (1 - x) + far * x

    def last(self, behind: int, left: int = 0) -> float:
        """The chance to win with one turn left, so many points behind (0 or more)."""
        row = self._ends[left if left < self.shape.lefts else 0]
        return row[min(behind // self.shape.step, len(row) - 1)] / SCALE

    @property
    def tells_dice_apart(self) -> bool:
        """Whether `throw` knows single dice (SPF-1)."""
        return bool(self._throws)

    def throw(self, dice: Iterable[int], points: int) -> float:
        """The mean of the points that a turn banks which now throws these dice, by number."""
        row = self._throws[sum(1 << number - 1 for number in dice) - 1]
        return row[min(points // self.shape.step, len(row) - 1)] / PARTS

    def encode(self) -> bytes:
        """The table as bytes, for `decode`."""
        shape = self.shape
        planes = {key: plane for key, plane in sorted(self._planes.items()) if any(plane)}
        width = len(self._throws[0]) if self._throws else 0
        head = {
            "shape": list(shape),
            "planes": [list(key) for key in planes],
            "ends": [len(row) for row in self._ends],
            "throws": [len(self._throws), width],
        }
        rises = [b - a for row in self._throws for a, b in pairwise((0, *row))]
        parts = [_pack(self._grid, shape.size)]
        parts += [_pack([value + _ZERO for value in row], self._width) for row in planes.values()]
        parts += [_pack(row, max(1, len(row))) for row in self._ends]
        parts.append(_pack(rises, max(1, width)))
        body = json.dumps(head, separators=(",", ":")).encode() + b"\n" + b"".join(parts)
        return _MAGIC + lzma.compress(body, lzma.FORMAT_RAW, filters=_FILTERS)


def decode(data: bytes) -> Table:
    """The table that some bytes hold.

    Raises:
        BadTable: they hold none.
    """
    try:
        if not data.startswith(_MAGIC):
            raise BadTable("These bytes are no table of chances.")
        body = lzma.decompress(data[len(_MAGIC) :], lzma.FORMAT_RAW, filters=_FILTERS)
        line, _, rest = body.partition(b"\n")
        head = json.loads(line)
        shape = Shape(*head["shape"])
        width = len(shape.coarse)
        sizes = [(shape.size, shape.size)]
        sizes += [(width, width) for _ in head["planes"]]
        sizes += [(1, length) for length in head["ends"]]
        sizes.append(tuple(head["throws"]))
        found = []
        for height, across in sizes:
            raw, rest = rest[: 2 * height * across], rest[2 * height * across :]
            found.append(_unpack(raw, height, across))
        keys = [(own, rival, left) for own, rival, left in head["planes"]]
    except (lzma.LZMAError, ValueError, TypeError, KeyError, IndexError) as error:
        raise BadTable("These bytes are no table of chances.") from error
    grid, ends, rises = found[0], found[1 + len(keys) : -1], found[-1]
    width = sizes[-1][1]
    throws = [
        list(accumulate(rises[begin : begin + width])) for begin in range(0, len(rises), width or 1)
    ]
    planes = {
        key: [value - _ZERO for value in row]
        for key, row in zip(keys, found[1 : 1 + len(keys)], strict=True)
    }
    return Table(shape, grid, planes, ends, throws)


def _pack(values: Sequence[int], width: int) -> bytes:
    """Numbers in rows as what they differ from those left and above, high bytes first, then low."""
    left = [
        value - (values[index - 1] if index % width else 0) for index, value in enumerate(values)
    ]
    above = [0] * width + left
    both = [value - over for value, over in zip(left, above, strict=False)]
    signed = [(value + 0x8000 & 0xFFFF) - 0x8000 for value in both]
    folded = [2 * value if value >= 0 else -2 * value - 1 for value in signed]
    return bytes(value >> 8 for value in folded) + bytes(value & 255 for value in folded)


def _unpack(raw: bytes, height: int, width: int) -> array[int]:
    count = height * width
    if len(raw) != 2 * count:
        raise BadTable("This table of chances is cut off.")
    values: array[int] = array("l")
    above: Iterable[int] = (0,) * width
    for begin in range(0, count, width or 1):
        high = raw[begin : begin + width]
        low = raw[count + begin : count + begin + width]
        folded = [256 * a + b for a, b in zip(high, low, strict=True)]
        both = [value >> 1 if not value & 1 else -(value + 1 >> 1) for value in folded]
        above = [a + b for a, b in zip(above, both, strict=True)]
        values.extend([value & 0xFFFF for value in accumulate(above)])
    return values
