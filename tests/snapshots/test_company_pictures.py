"""Pictures of what people do beside the game: the served lobby, an invitation, talk at a table."""

from __future__ import annotations

from typing import Protocol

import pytest
from textual.pilot import Pilot

from app.main import DiceParlourApp, make_app
from app.screens.company import Company
from app.screens.invite import InviteScreen
from app.screens.lobby import LobbyScreen
from app.tables import presence
from app.tables.hub import Hub
from app.tables.seating import Chair
from app.tables.table import Table
from tests.app.company_house import ANN, EVE, FREE, URL, waiting
from tests.app.lobby_house import NOON, Clock, looked, settled
from tests.app.tray_house import Kept

SIZES = ((80, 24), (40, 24))
ROLL = ((1, 5, 2, 3, 4, 6),)


class Snap(Protocol):
    """`snap_compare` of pytest-textual-snapshot."""

    def __call__(self, app: DiceParlourApp, **options: object) -> bool: ...


class AtNoon(DiceParlourApp):
    """The app with a lobby that reckons from noon."""

    def lobby(self) -> LobbyScreen:
        return LobbyScreen(now=lambda: NOON)


def hub() -> Hub:
    return Hub(Kept(), clock=Clock())


def with_company(house: Hub) -> Table:
    """A table of two where somebody watches and everybody talks."""
    table = waiting(house, Chair(), Chair(person="bo"), dice=ROLL, code="k7mqx4rd")
    presence.come(table, "bo", "Bo", "b")
    presence.come(table, "eve", "Eve", "e")
    presence.say(table, "bo", "Good evening! 李雷 sends [red]regards[/]")
    return table


async def seated(pilot: Pilot[None]) -> None:
    """Wait until the table is on the screen and at rest."""
    while not (isinstance(screen := pilot.app.screen, Company) and screen.picture):
        await pilot.pause()
    await settled(pilot)


@pytest.mark.parametrize("size", SIZES)
def test_lobby(snap_compare: Snap, size: tuple[int, int]) -> None:
    house = hub()
    with_company(house)
    waiting(house, preset="fill-or-bust", code="bcdfghjk")
    four = (Chair(), Chair(person="bo"), Chair(computer="ada"), Chair(computer="max"))
    waiting(house, *four, preset="bunco", access="private", host=EVE.id)
    app = AtNoon(house, look=make_app(house, animation=False).look, visitor=EVE)

    async def enter(pilot: Pilot[None]) -> None:
        await looked(pilot)
        await settled(pilot)

    assert snap_compare(app, terminal_size=size, run_before=enter)


@pytest.mark.parametrize("size", SIZES)
def test_invitation(snap_compare: Snap, size: tuple[int, int]) -> None:
    house = hub()
    table = waiting(house, Chair(), FREE, FREE, dice=ROLL, code="k7mqx4rd")
    app = make_app(
        house, table=table, animation=False, quiet=0, visitor=ANN, public_url=f"{URL}/dice"
    )

    async def invite(pilot: Pilot[None]) -> None:
        while not isinstance(pilot.app.screen, InviteScreen):
            await pilot.pause()
        await settled(pilot)

    assert snap_compare(app, terminal_size=size, run_before=invite)


@pytest.mark.parametrize("size", SIZES)
def test_table_with_talk(snap_compare: Snap, size: tuple[int, int]) -> None:
    house = hub()
    table = with_company(house)
    app = make_app(house, table=table, animation=False, quiet=0, visitor=ANN)

    async def play(pilot: Pilot[None]) -> None:
        await seated(pilot)
        await pilot.press("enter")
        await settled(pilot)
        await pilot.press("r")
        await settled(pilot)
        presence.say(table, "eve", "Well rolled!")
        await settled(pilot)

    assert snap_compare(app, terminal_size=size, run_before=play)


@pytest.mark.parametrize("size", SIZES)
def test_talk(snap_compare: Snap, size: tuple[int, int]) -> None:
    house = hub()
    app = make_app(house, table=with_company(house), animation=False, quiet=0, visitor=ANN)

    async def talk(pilot: Pilot[None]) -> None:
        await seated(pilot)
        await pilot.press("enter", "m")
        await settled(pilot)

    assert snap_compare(app, terminal_size=size, run_before=talk)
