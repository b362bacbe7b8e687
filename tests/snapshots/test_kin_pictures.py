"""Pictures of what the kin of the first game bring to the tray."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from app.main import make_app
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.store import MemoryStore
from engine.model import Setup

SIZES = ((40, 24), (80, 24), (120, 36), (200, 50))


class Scene(NamedTuple):
    """A table of three with these rolls, and the keys that lead to the picture."""

    preset: str
    keys: tuple[str, ...]
    dice: tuple[tuple[int, ...], ...]
    options: dict[str, Any]
    scores: tuple[int, ...] = (2000, 1000, 3000)


PYRAMID = ((5, 1, 3, 3, 4, 6), (5, 5, 2, 3))
SPICY = ((1, 5, 3, 2, 2, 6), (5, 2, 3, 4))
CHALLENGED = ("enter", "v", "down", "enter")

SCENES = {
    "joins": Scene("zilch", ("enter", "r", "1", "2", "r"), PYRAMID, {"pyramiding": True}),
    "joining": Scene("zilch", ("enter", "r", "1", "2", "r", "a"), PYRAMID, {"pyramiding": True}),
    "whom": Scene("zilch", ("enter", "v"), PYRAMID, {"challenge": True}),
    "challenge": Scene("zilch", (*CHALLENGED, "r", "1"), PYRAMID, {"challenge": True}),
    "zilch-over": Scene("zilch", ("enter", "r", "a", "b"), ((1, 1, 1, 1, 1, 2),), {"goal": 3000}),
    "zilch-sheets": Scene("zilch", ("enter", "r", "a", "b", "s", "up"), PYRAMID, {}),
    "spicy-sheets": Scene("spicy-farkel", ("enter", "r", "a", "b", "s", "up"), SPICY, {}),
    "spicy-over": Scene(
        "spicy-farkel",
        ("enter", "r", "a", "b", "enter", "r", "enter", "r"),
        ((1, 1, 1, 1, 1, 2), (2, 2, 3, 4, 4, 6), (2, 2, 3, 4, 4, 6)),
        {"goal": 3000},
    ),
    "red": Scene("spicy-farkel", ("enter", "r", "1"), SPICY, {}),
    "leftovers": Scene("spicy-farkel", ("enter", "r", "a", "b", "enter"), SPICY, {}),
    "leftovers-rolled": Scene(
        "spicy-farkel", ("enter", "r", "a", "b", "enter", "l", "r", "a"), SPICY, {}
    ),
}


ALIKE = ("joins", "challenge", "leftovers-rolled")
"""Laid out like the scene beside them, so they are taken at the usual size only."""

PICTURES = [
    pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}")
    for name in SCENES
    for size in (SIZES[1:2] if name in ALIKE else SIZES)
]


@pytest.mark.parametrize(("name", "size"), PICTURES)
def test_picture(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    scene = SCENES[name]
    setup = Setup(
        preset=scene.preset,
        seats=("Ann", "Bo", "Cy"),
        options=scene.options,
        first=0,
        scores=scene.scores,
    )
    table = Hub(MemoryStore()).new_table(setup, Recipe(seed=1, dice=scene.dice))
    app = make_app(Hub(MemoryStore()), table=table, animation=False, quiet=0)
    assert snap_compare(app, press=scene.keys, terminal_size=size)
