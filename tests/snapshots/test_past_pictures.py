"""Pictures of the coach at the table, and of the screens that look back at a game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from app.main import DiceParlourApp, make_app
from app.screens.dice_report import DicePage, DiceReportScreen
from app.screens.dice_tray import DiceTrayScreen
from app.screens.position import PositionScreen
from app.screens.review import ReviewScreen
from app.tables import hub as hubs
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.table import Table
from engine.model import Setup
from tests.app.bots import by, play
from tests.app.tray_house import Kept

SIZES = ((40, 24), (80, 24), (120, 36), (200, 50))
NAMES = ("Ann", "李雷", "[red]Bo[/]")

Snap = Callable[..., bool]
Before = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def _one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table is called the same, for its name is in the picture."""
    monkeypatch.setattr(hubs, "new_id", lambda: "k7mqx4rd")


def laid(names: tuple[str, ...], dice: tuple[tuple[int, ...], ...] = ()) -> tuple[Hub, Table]:
    hub = Hub(Kept())
    setup = Setup(preset="medieval", seats=names, first=0)
    return hub, hub.new_table(setup, Recipe(seed=5, dice=dice))


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    for _try in range(500):
        if done():
            break
        await pilot.pause(0.02)
    else:
        raise AssertionError("it never came")
    await pilot.pause()


async def begun(pilot: Pilot[None]) -> None:
    """The first screen is there."""
    await until(pilot, lambda: len(pilot.app.screen_stack) > 1)


# The coach


def coached(*keys: str) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        await begun(pilot)
        for key in ("enter", "c", *keys):
            await pilot.press(key)
            await pilot.pause()
        tray = pilot.app.screen
        assert isinstance(tray, DiceTrayScreen)
        await until(pilot, lambda: bool(tray.coaching.rows))

    return before


def at_table(names: tuple[str, ...] = NAMES[:2], light: bool = False) -> DiceParlourApp:
    hub, table = laid(names, ((1, 1, 5, 2, 3, 4), (1, 5, 3, 6)))
    program = make_app(hub, table=table, animation=False, quiet=0)
    if light:
        program.theme = "parlour-light"
    return program


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_coach_on_a_choice(snap_compare: Snap, size: tuple[int, int]) -> None:
    assert snap_compare(at_table(), terminal_size=size, run_before=coached("r", "1", "2"))


def test_coach_before_a_roll(snap_compare: Snap) -> None:
    program = at_table(NAMES)
    before = coached("r", "1", "2", "enter")
    assert snap_compare(program, terminal_size=(80, 24), run_before=before)


def test_coach_in_light(snap_compare: Snap) -> None:
    program = at_table(light=True)
    assert snap_compare(program, terminal_size=(80, 24), run_before=coached("r", "1", "3"))


# The review and honest dice


def finished(names: tuple[str, ...] = NAMES[:2]) -> tuple[Hub, Table]:
    hub, table = laid(names)
    return hub, play(table, by("max"))


def reviewed(table: Table, *keys: str) -> Before:
    async def before(pilot: Pilot[None]) -> None:
        await begun(pilot)
        screen = ReviewScreen(table)
        pilot.app.push_screen(screen)
        await until(pilot, lambda: screen.chart is not None)
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
        front: Screen[object] = pilot.app.screen
        if isinstance(front, PositionScreen):
            position = front
            await until(pilot, lambda: position.shown.advice is not None)

    return before


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_review(snap_compare: Snap, size: tuple[int, int]) -> None:
    hub, table = finished()
    program = make_app(hub, animation=False)
    assert snap_compare(program, terminal_size=size, run_before=reviewed(table, *["down"] * 4))


def test_review_of_three_in_light(snap_compare: Snap) -> None:
    hub, table = finished(NAMES)
    program = make_app(hub, animation=False)
    program.theme = "parlour-light"
    assert snap_compare(program, terminal_size=(120, 36), run_before=reviewed(table, "down", "t"))


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_position(snap_compare: Snap, size: tuple[int, int]) -> None:
    hub, table = finished()
    program = make_app(hub, animation=False)
    before = reviewed(table, *["down"] * 4, "enter")
    assert snap_compare(program, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", [(40, 24), (120, 36)], ids=str)
def test_dice(snap_compare: Snap, size: tuple[int, int]) -> None:
    hub, table = finished(NAMES)
    program = make_app(hub, animation=False)

    async def before(pilot: Pilot[None]) -> None:
        await begun(pilot)
        pilot.app.push_screen(DiceReportScreen(table.id))
        await pilot.pause()
        page = pilot.app.screen.query_one(DicePage)
        await until(pilot, lambda: page.show is not None)

    assert snap_compare(program, terminal_size=size, run_before=before)
