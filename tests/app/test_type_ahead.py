"""Keys that arrive all at once do what they would do one by one."""

from __future__ import annotations

import asyncio

import pytest
from textual import events
from textual.pilot import Pilot

from app.screens.dice_tray import DiceTrayScreen
from app.screens.lobby import LobbyScreen
from app.screens.new_table import NewTableScreen
from app.screens.rules import RulesScreen
from app.widgets.form_menu import Menu
from app.widgets.form_page import RulePage
from engine import registry
from tests.app.lobby_house import entered, front, lay, memory_hub, parlour

SOON = 20
"""Seconds, with much to spare."""


def lump(pilot: Pilot[None], *keys: str) -> None:
    """Keys as a slow line delivers them: all in one packet."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else None))


async def until(pilot: Pilot[None], screen: type) -> None:
    """Wait until such a screen is in front."""
    async with asyncio.timeout(SOON):
        while not isinstance(pilot.app.screen, screen):
            await pilot.pause()


async def test_a_table_is_laid_by_one_packet() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        lump(pilot, "n", *"Ann", "enter", *"Bo", "enter")
        await until(pilot, DiceTrayScreen)
        tray = app.screen
        assert isinstance(tray, DiceTrayScreen)
        assert tray.table.setup.seats == ("Ann", "Bo")


async def test_screens_are_entered_and_left_by_one_packet() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        lump(pilot, "i", "down", "enter", "right", "escape", "escape", "down", "n")
        await until(pilot, NewTableScreen)
        lump(pilot, "escape", "i", "down", "down", "enter")
        async with asyncio.timeout(SOON):
            while not front(app).query(RulePage):
                await pilot.pause()
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert screen.preset == tuple(registry.presets())[2]


async def test_keys_for_an_app_that_has_ended_are_nobodys() -> None:
    app = parlour(memory_hub()[0])
    assert app.screen_stack == []
    app._typed.append(events.Key("a", "a"))
    await app._next()
    await app._follow(1)
    assert app._following is None


async def test_a_paste_keeps_its_place_between_keys() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        lump(pilot, "n", "A")
        app.post_message(events.Paste("nn"))
        lump(pilot, "a", "enter")
        app.post_message(events.Paste("Bo"))
        lump(pilot, "enter")
        await until(pilot, DiceTrayScreen)
        tray = app.screen
        assert isinstance(tray, DiceTrayScreen)
        assert tray.table.setup.seats == ("Anna", "Bo")


async def test_a_hundred_keys_at_once_end_soon() -> None:
    hub, _ = memory_hub()
    lay(hub, "Ann", "Bo")
    app = parlour(hub)
    async with entered(app) as pilot:
        menu = app.screen.query_one(Menu)
        lump(pilot, *["down"] * 101)
        async with asyncio.timeout(SOON):
            while menu.cursor != 101 % 4 or app._typed:
                await pilot.pause()


async def test_a_key_whose_field_is_gone_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        lobby = app.screen
        assert isinstance(lobby, LobbyScreen)
        menu = lobby.query_one(Menu)
        with monkeypatch.context() as patch:
            patch.setattr(menu, "post_message", lambda _: True)
            lump(pilot, "down")
            await asyncio.sleep(0.05)
        lump(pilot, "down")
        async with asyncio.timeout(SOON):
            while menu.cursor != 1:
                await asyncio.sleep(0.05)
