"""Tables of chances as bytes."""

from __future__ import annotations

import lzma
from random import Random

import pytest

from engine.strategy.table import SCALE, STRIDE, BadTable, Shape, Table, decode

SHAPE = Shape(step=50, goal=30, floor=-5, levels=2, lefts=3, answer=True, tie=0.6)


def some(seed: int = 1) -> Table:
    random = Random(seed)
    size, coarse = SHAPE.size, len(SHAPE.coarse)
    grid = [random.randint(0, SCALE) for _ in range(size * size)]
    planes = {
        key: [random.randint(-3000, 3000) for _ in range(coarse * coarse)] for key in SHAPE.planes()
    }
    planes[0, 0, 1] = [0] * coarse**2
    ends = [[random.randint(0, SCALE) for _ in range(40 + row)] for row in range(3)]
    throws = [[random.randint(0, 9000) + 1000 * k for k in range(50)] for _ in range(63)]
    return Table(SHAPE, grid, planes, ends, [sorted(row) for row in throws])


def test_a_table_comes_back_from_its_bytes() -> None:
    table = some()
    again = decode(table.encode())
    assert again.shape == SHAPE
    for own in range(-400, 1600, 50):
        for other in range(-400, 1600, 150):
            for key in [(0, 0, 0), *SHAPE.planes()]:
                assert again.win(own, other, *key) == table.win(own, other, *key)
    for behind in range(0, 3000, 50):
        for left in range(4):
            assert again.last(behind, left) == table.last(behind, left)


def test_throws_of_single_dice_come_back_too() -> None:
    table = some()
    again = decode(table.encode())
    assert again.tells_dice_apart
    assert not decode(Table(SHAPE, [0] * SHAPE.size**2, {}, []).encode()).tells_dice_apart
    for dice in ((1,), (6,), (2, 5), (1, 2, 3, 4, 5, 6)):
        for points in range(0, 2600, 100):
            assert again.throw(dice, points) == table.throw(dice, points)
    assert again.throw((1,), 10**6) == again.throw((1,), 49 * 50)
    assert again.throw((1,), 0) != again.throw((2,), 0)


def test_corners_are_kept_at_full_height() -> None:
    size = SHAPE.size
    for value in (0, SCALE):
        table = Table(SHAPE, [value] * size**2, {}, [[value]])
        again = decode(table.encode())
        assert again.win(0, 0) == value / SCALE
        assert again.last(999) == value / SCALE


def test_sheets_are_looked_up_in_steps() -> None:
    size = SHAPE.size
    table = Table(SHAPE, list(range(size * size)), {}, [[]])
    assert table.win(0, 0) * SCALE == pytest.approx(5 * size + 5)
    assert table.win(49, 99) * SCALE == pytest.approx(5 * size + 6)
    assert table.win(-999, 5000) * SCALE == pytest.approx(size - 1)


def test_what_lies_between_is_interpolated() -> None:
    """Corrections that are a plane are met everywhere, up to the last, shorter stride."""
    size = SHAPE.size
    assert SHAPE.coarse == [0, STRIDE, 2 * STRIDE, 3 * STRIDE, size - 1]
    plane = [10 * a + 3 * b for a in SHAPE.coarse for b in SHAPE.coarse]
    table = Table(SHAPE, [1000] * size**2, {(1, 0, 0): plane}, [])
    for a in range(size):
        for b in range(size):
            own, other = (a + SHAPE.floor) * 50, (b + SHAPE.floor) * 50
            assert table.win(own, other, 1) * SCALE == pytest.approx(1000 + 10 * a + 3 * b)
            assert table.win(own, other) * SCALE == pytest.approx(1000)


def test_more_than_the_table_knows_counts_as_its_last() -> None:
    table = some()
    assert table.win(100, 100, 5, 7) == table.win(100, 100, 1, 1)
    assert table.win(100, 100, 0, 0, 6) == table.win(100, 100)
    assert table.last(10**6) == table.last(39 * 50)


def test_chances_stay_chances() -> None:
    size = SHAPE.size
    plane = [5000] * len(SHAPE.coarse) ** 2
    table = Table(SHAPE, [SCALE] * size**2, {(1, 1, 0): plane}, [])
    assert table.win(0, 0, 1, 1) == 1.0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a picture of a cat",
        some().encode()[:-40],
        some().encode()[:6] + b"\xff" * 50,
        b"DPWT1\n"
        + lzma.compress(
            b'{"shape":[50,30],"planes":[],"ends":[],"throws":[0,0]}\nshort',
            lzma.FORMAT_RAW,
            filters=[{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}],
        ),
    ],
)
def test_other_bytes_are_no_table(data: bytes) -> None:
    with pytest.raises(BadTable, match="table of chances"):
        decode(data)
