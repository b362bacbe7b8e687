"""What the tests of the dice tray share: tables with given dice, and the screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from app.main import DiceParlourApp, make_app
from app.screens.dice_tray import DiceTrayScreen
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.store import MemoryStore
from app.tables.table import Table
from app.views.picture import Picture
from engine.model import Setup

Dice = Sequence[Sequence[int]]

ANN, BO = 0, 1


def scripted(
    dice: Dice = (),
    cards: Sequence[str] = (),
    names: Sequence[str] = ("Ann", "Bo"),
    preset: str = "fill-or-bust",
    hub: Hub | None = None,
    scores: Sequence[int] | None = None,
    **options: Any,
) -> Table:
    """A table with these rolls and cards, at which the first seat begins."""
    setup = Setup(
        preset=preset,
        seats=tuple(names),
        options=options,
        first=0,
        scores=None if scores is None else tuple(scores),
    )
    recipe = Recipe(seed=1, dice=tuple(map(tuple, dice)), cards=tuple(cards))
    return (hub or Hub(Kept())).new_table(setup, recipe)


class Kept(MemoryStore):
    """Memory that counts as a place where tables last."""

    lasting = True


class House:
    """A running app at one table."""

    def __init__(self, app: DiceParlourApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def tray(self) -> DiceTrayScreen:
        """The dice tray screen, also when another one lies over it."""
        found = [screen for screen in self.app.screen_stack if isinstance(screen, DiceTrayScreen)]
        assert found, self.app.screen_stack
        return found[-1]

    @property
    def table(self) -> Table:
        """The table on view."""
        return self.tray.table

    @property
    def picture(self) -> Picture:
        """The root of what is shown."""
        picture = self.tray.picture
        assert picture is not None
        return picture

    def stage(self) -> str:
        """Where the game stands on the screen."""
        return self.picture.stage

    def tumbling(self) -> tuple[int, ...]:
        """The dice that still roll on the screen."""
        return self.picture.tumbling

    @property
    def front(self) -> str:
        """The kind of the screen in front."""
        return type(self.app.screen).__name__

    async def press(self, *keys: str) -> None:
        """Press keys, each after the one before was answered."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def burst(self, *keys: str) -> None:
        """Press keys faster than anything can answer."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    def text(self) -> str:
        """What is on the screen, as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    def panel(self) -> str:
        """What the screen in front says itself, without what it lies over, as one line."""
        rows = self.lines()
        said = []
        for widget in self.app.screen.query("Ending, TurnedCard, Sheets, HelpPage, Names, Opening"):
            x, y, width, height = widget.region
            said += [row[x : x + width] for row in rows[y : y + height]]
        return " ".join(" ".join(said).split())

    def lines(self) -> list[str]:
        """What is on the screen, row by row."""
        return self.text().split("\n")


@asynccontextmanager
async def playing(
    table: Table,
    size: tuple[int, int] = (80, 24),
    animation: bool = False,
    quiet: float = 0.0,
    begun: bool = True,
    hub: Hub | None = None,
    **more: Any,
) -> AsyncIterator[House]:
    """The app at a table; with ``begun`` the opening has been looked at."""
    app = make_app(hub or Hub(Kept()), table=table, animation=animation, quiet=quiet, **more)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        house = House(app, pilot)
        if begun:
            await house.press("enter")
        yield house
