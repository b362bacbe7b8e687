"""What the tests of people at tables share: several apps in one process, each with its person."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from app.main import DiceParlourApp, make_app
from app.screens.company import Company
from app.screens.lobby import LobbyScreen
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import Access, Chair, Hosting, hosted_by
from app.tables.table import Table
from app.tables.visitor import Visitor
from engine.model import Setup
from tests.app.tray_house import Dice, Kept

ANN = Visitor("ann", "key", "Ann", credential="ssh:ann")
BO = Visitor("bo", "cookie", "Bo", credential="web:bo")
EVE = Visitor("guest-1", "none", "Eve", guest=True)
FREE = Chair(free=True)
URL = "https://dice.example.org"


def waiting(
    hub: Hub,
    *chairs: Chair,
    preset: str = "zilch",
    access: Access = "open",
    dice: Dice = (),
    host: str = "ann",
    **more: Any,
) -> Table:
    """A table that somebody has laid, with these chairs: their own and a free one, if none."""
    chairs = chairs or (Chair(), FREE)
    names = ("Ann", *(f"Player {seat}" for seat in range(2, len(chairs) + 1)))
    hosting = hosted_by(Hosting(chairs=chairs, access=access, **more), host, len(chairs))
    others = zip(chairs, hosting.chairs, strict=True)
    hosting = hosting.replace(
        chairs=tuple(chair if chair.person else laid for chair, laid in others)
    )
    recipe = Recipe(seed=1, dice=tuple(map(tuple, dice)))
    return hub.new_table(Setup(preset=preset, seats=names, first=0), recipe, hosting=hosting)


class Guest:
    """One person's app."""

    def __init__(self, app: DiceParlourApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def front(self) -> str:
        """The kind of the screen in front."""
        return type(self.app.screen).__name__

    @property
    def company(self) -> Company:
        """The table on view, also when another screen lies over it."""
        found = [screen for screen in self.app.screen_stack if isinstance(screen, Company)]
        assert found, self.app.screen_stack
        return found[-1]

    async def press(self, *keys: str) -> None:
        """Press keys, each after the one before was answered."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def until(self, so: Callable[[], object], why: str = "") -> None:
        """Wait until something is so."""
        for _ in range(500):
            await self.pilot.pause()
            if so():
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"{why or 'not so'}:\n{self.text()}")

    async def sees(self, *texts: str) -> None:
        """Wait until all of this is on the screen."""
        await self.until(lambda: all(text in self.text() for text in texts), f"{texts} missing")

    async def sits(self, table: Table) -> None:
        """Wait until this table is on view, with nothing before it."""
        await self.until(lambda: isinstance(self.app.screen, Company))
        assert self.company.table.id == table.id

    def text(self) -> str:
        """What is on the screen, as text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    def told(self) -> list[str]:
        """The notices that came over the screen."""
        return [one.message for one in self.app._notifications]


@asynccontextmanager
async def visiting(
    hub: Hub,
    visitor: Visitor | None = ANN,
    table: Table | None = None,
    size: tuple[int, int] = (80, 24),
    **more: Any,
) -> AsyncIterator[Guest]:
    """A person's app over a house, in the lobby or at a table."""
    how: dict[str, Any] = {"animation": False, "quiet": 0, "public_url": URL} | more
    app = make_app(hub, table=table, visitor=visitor, **how)
    async with app.run_test(size=size, notifications=True) as pilot:
        guest = Guest(app, pilot)
        await guest.until(lambda: len(app.screen_stack) > 1)
        if table is None and isinstance(app.screen, LobbyScreen):
            await guest.until(lambda: isinstance(app.screen, LobbyScreen) and app.screen.looked)
        yield guest


def listening() -> Hub:
    """A house in memory that tells its news."""
    return Hub(Kept()).listen()
