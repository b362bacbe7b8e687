"""Pictures of a hall, at the sizes that people have."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest
from textual.pilot import Pilot

from app.main import make_app
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.store import MemoryStore
from app.tables.table import Table
from engine.actions import Roll
from engine.model import Setup

SIZES = ((40, 24), (80, 24), (120, 36), (200, 50))
NAMES = (
    "Ann",
    "李雷",
    "[red]Bo[/]",
    "Eve-Marie",
    "Dora",
    "Flo",
    "Gus",
    "Hal",
    "Ida",
    "Jo",
    "Kit",
    "Lou",
)
SEED = 11


class Scene(NamedTuple):
    """A picture: how many people, how far the tables are, and the keys that are pressed then.

    They have made ``rolls`` before the app opens, or all up to the first event of the kind
    ``until``; the end of a round the app sees happen.
    """

    people: int
    rolls: int = 0
    keys: tuple[str, ...] = ()
    until: str = ""
    dice: tuple[tuple[int, ...], ...] = ()
    ascii: bool = False
    light: bool = False


SCENES = {
    "opening": Scene(11),
    "running": Scene(12, 10),
    "second-table": Scene(12, 10, ("2",)),
    "refused": Scene(12, 10, ("9",)),
    "bell": Scene(12, until="bell"),
    "roll-off": Scene(12, 2, ("2",), dice=((1, 1, 1), (2, 3, 4))),
    "round-over": Scene(12, until="round_ended"),
    "over": Scene(12, until="game_over"),
    "sheets": Scene(12, keys=("s", "down"), until="game_over"),
    "help": Scene(12, 10, ("question_mark",)),
    "four": Scene(4, 5),
    "four-round-over": Scene(4, until="round_ended"),
    "forty-eight": Scene(48, 40),
    "forty-eight-round-over": Scene(48, until="round_ended"),
    "forty-eight-over": Scene(48, until="game_over"),
    "ascii": Scene(12, 10, ascii=True),
    "light": Scene(12, 10, light=True),
}


def warm_dice() -> tuple[tuple[int, ...], ...]:
    """Rolls with more triples than chance gives, so that an evening is short."""
    rolls = random.Random(SEED)
    faces = [[rolls.randint(1, 6) for _ in range(3)] for _ in range(2000)]
    return tuple(tuple(roll[:1] * 3 if rolls.random() < 0.3 else roll) for roll in faces)


def laid(scene: Scene) -> Table:
    """The scene's hall before the first roll."""
    people = tuple(f"Player {n}" for n in range(1, scene.people + 1))
    if scene.people <= len(NAMES):
        people = NAMES[: scene.people]
    setup = Setup(preset="bunco", seats=people, options={"traveling": True})
    recipe = Recipe(seed=SEED, dice=(*scene.dice, *warm_dice()))
    return Hub(MemoryStore()).new_table(setup, recipe)


def roll_on(table: Table, rolls: int, until: str) -> None:
    """The tables roll in turn, so many rolls or until an event of this kind."""
    done = at = 0
    kinds: set[str] = set()
    while until not in kinds if until else done < rolls:
        views = table.scene(None).tables
        turn = views[at % len(views)].turn
        if turn is not None:
            outcome = table.submit(Roll(seat=turn.seat), table.state.version)
            kinds = {event.kind for event in outcome.events}
            done += 1
        at += 1


EVERY_SIZE = (
    "opening",
    "running",
    "round-over",
    "over",
    "sheets",
    "forty-eight",
    "forty-eight-round-over",
)
"""One of each kind is taken at all sizes, the other scenes at the usual one."""

PICTURES = [
    pytest.param(name, size, id=f"{name}-{size[0]}x{size[1]}")
    for name in SCENES
    for size in (SIZES if name in EVERY_SIZE else SIZES[1:2])
]


@pytest.mark.parametrize(("name", "size"), PICTURES)
def test_picture(name: str, size: tuple[int, int], snap_compare: Callable[..., bool]) -> None:
    scene = SCENES[name]
    table = laid(scene)
    live = scene.until == "round_ended"
    if not live:
        roll_on(table, scene.rolls, scene.until)
    app = make_app(Hub(MemoryStore()), table=table, animation=False, ascii=scene.ascii, quiet=0)
    if scene.light:
        app.theme = "parlour-light"

    async def see(pilot: Pilot[None]) -> None:
        await pilot.pause()
        if live:
            roll_on(table, scene.rolls, scene.until)
            await pilot.pause()

    assert snap_compare(app, press=scene.keys, terminal_size=size, run_before=see)
