"""What the tests of the hall share: halls with given dice, and the screen as text."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from app.main import make_app
from app.screens.hall import HallScreen
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import Hosting
from app.tables.store import MemoryStore
from app.tables.table import Table
from app.views.hall import HallPicture
from engine.events import Rolled
from engine.model import Setup
from engine.scene import TableView
from tests.app.tray_house import House

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
HEAD, SECOND, THIRD = 0, 1, 2


def hall_of(
    people: int | Sequence[str] = 12,
    dice: Sequence[Sequence[int]] = (),
    hub: Hub | None = None,
    seed: int = 1,
    hosting: Hosting | None = None,
    **options: Any,
) -> Table:
    """A hall with these rolls, at which everybody sits in order: the first four at the head."""
    if isinstance(people, int):
        people = NAMES[:people] if people <= len(NAMES) else [f"P{n}" for n in range(people)]
    setup = Setup(preset="bunco", seats=tuple(people), options=options, first=0)
    recipe = Recipe(seed=seed, dice=tuple(map(tuple, dice)))
    return (hub or Hub(MemoryStore())).new_table(setup, recipe, hosting=hosting)


def rollers(table: Table) -> list[int]:
    """The seat of every roll so far, in order."""
    return [event.seat for event in table.events if isinstance(event, Rolled)]


def throws(table: Table) -> list[int]:
    """How often each table has thrown in this round."""
    return [one.throws for one in table.scene(None).tables]


class HallHouse(House):
    """A running app at one hall."""

    @property
    def hall(self) -> HallScreen:
        """The hall screen, also when another one lies over it."""
        found = [screen for screen in self.app.screen_stack if isinstance(screen, HallScreen)]
        assert found, self.app.screen_stack
        return found[-1]

    @property
    def table(self) -> Table:
        """The hall on view."""
        return self.hall.table

    @property
    def shown(self) -> HallPicture:
        """The root of what is shown."""
        return self.hall.hall

    def stage(self) -> str:
        """Where the evening stands on the screen."""
        return self.shown.stage

    @property
    def in_view(self) -> TableView:
        """The table in view."""
        return self.shown.table

    async def until_still(self, seconds: float = 20) -> None:
        """Wait until nothing rolls by itself any more."""
        for _ in range(int(seconds / 0.05)):
            if not self.shown.running:
                break
            await self.pilot.pause(0.05)
        assert not self.shown.running
        await self.pilot.pause()

    async def finish_round(self) -> None:
        """Let the tables run to the end of the round, at the fastest pace."""
        await self.press(*["plus"] * 4)
        while self.shown.stage == "play":
            await self.press("f")
            await self.until_still()


@asynccontextmanager
async def walking(
    table: Table,
    size: tuple[int, int] = (80, 24),
    animation: bool = False,
    quiet: float = 0.0,
    begun: bool = True,
    hub: Hub | None = None,
    **more: Any,
) -> AsyncIterator[HallHouse]:
    """The app at a hall; with ``begun`` the seating has been looked at."""
    app = make_app(hub or Hub(MemoryStore()), table=table, animation=animation, quiet=quiet, **more)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        house = HallHouse(app, pilot)
        if begun:
            await house.press("enter")
        yield house
