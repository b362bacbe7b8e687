"""Pictures of every screen of a table, at the sizes that people have."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from app.main import DiceParlourApp, make_app
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from engine.model import Setup
from tests.app.tray_house import Kept

SIZES = ((40, 24), (80, 24), (120, 36), (200, 50))
NAMES = ("Ann", "李雷", "[red]Bo[/]")
ROLLS = ((1, 5, 5, 2, 3, 4), (1, 5, 3, 6), (2, 3))
OPENING = ((4,), (6,), (6,), (3,), (5,))
"""The starting rolls: the second and the third are level, then the third wins."""


class Scene(NamedTuple):
    """A picture: the keys that lead to it, and the table that it is taken at."""

    keys: tuple[str, ...] = ()
    preset: str = "fill-or-bust"
    dice: tuple[tuple[int, ...], ...] = (*OPENING, *ROLLS)
    cards: tuple[str, ...] = ("bonus-300", "vengeance-2500")
    goal: int = 5000
    ascii: bool = False
    light: bool = False


DRAWN = ("enter", "d")
ROLLED = (*DRAWN, "enter", "r")
CHOSEN = (*ROLLED, "1", "2")
WON = (*ROLLED, "a", "b")

SCENES = {
    "opening": Scene(),
    "before-the-card": Scene(("enter",)),
    "card": Scene(DRAWN),
    "rolled": Scene(ROLLED),
    "chosen": Scene(CHOSEN),
    "refused": Scene((*ROLLED, "r")),
    "held": Scene((*CHOSEN, "r", "3")),
    "cursor": Scene((*CHOSEN, "right", "right")),
    "bust": Scene((*CHOSEN, "r", "3", "4", "r")),
    "banked": Scene((*ROLLED, "a", "b")),
    "vengeance": Scene(DRAWN, cards=("vengeance-2500",)),
    "sheets": Scene((*ROLLED, "a", "b", "s", "up")),
    "help": Scene((*ROLLED, "question_mark")),
    "over": Scene(WON, goal=200),
    "rematch": Scene((*WON, "n"), goal=200),
    "ascii": Scene(CHOSEN, ascii=True),
    "light": Scene((*CHOSEN, "r", "3"), light=True),
    "red-faces": Scene(
        ("enter", "r", "1"), "spicy-farkel", (*OPENING, (1, 5, 3, 2, 2, 6)), cards=()
    ),
    "no-cards": Scene(
        ("enter", "r", "a", "r"), "zilch", (*OPENING, (1, 5, 3, 2, 2, 6), (1, 2, 3, 4)), ()
    ),
}


def app_at(scene: Scene) -> DiceParlourApp:
    """The app at the scene's table."""
    setup = Setup(preset=scene.preset, seats=NAMES, options={"goal": scene.goal})
    recipe = Recipe(seed=1, dice=scene.dice, cards=scene.cards)
    table = Hub(Kept()).new_table(setup, recipe)
    app = make_app(Hub(Kept()), table=table, animation=False, ascii=scene.ascii, quiet=0)
    if scene.light:
        app.theme = "parlour-light"
    return app


EVERY_SIZE = ("opening", "card", "chosen", "bust", "sheets", "help", "over")
"""One of each screen is taken at all sizes, the other scenes at the usual one."""

PICTURES = [
    pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}")
    for name in SCENES
    for size in (SIZES if name in EVERY_SIZE else SIZES[1:2])
]


@pytest.mark.parametrize(("name", "size"), PICTURES)
def test_picture(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    scene = SCENES[name]
    assert snap_compare(app_at(scene), press=scene.keys, terminal_size=size)
