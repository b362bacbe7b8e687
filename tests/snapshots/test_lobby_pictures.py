"""Pictures of the lobby, the form for a new table and the rule reader at the sizes that matter."""

from __future__ import annotations

from datetime import timedelta
from typing import Protocol

import pytest
from textual.pilot import Pilot

from app.main import LIGHT, DiceParlourApp
from app.messages import ShowRules
from app.screens.new_table import NewTableScreen
from app.tables.hub import Hub, TableLine
from tests.app.lobby_house import NOON, SIZES, looked, memory_hub, parlour, settled


class Snap(Protocol):
    """`snap_compare` of pytest-textual-snapshot."""

    def __call__(self, app: DiceParlourApp, **options: object) -> bool: ...


LINES = (
    TableLine(
        "a",
        "Fill or Bust",
        ("Ann", "Bo"),
        ("Bo",),
        NOON - timedelta(minutes=4),
        False,
        True,
        False,
        "",
    ),
    TableLine(
        "b",
        "Zilch",
        ("李雷", "[red]Bob[/]", "[@click=app.exit]hi[/]"),
        ("李雷",),
        NOON - timedelta(hours=20),
        False,
        False,
        False,
        "",
    ),
    TableLine(
        "c",
        "Fill or Bust",
        ("Cy", "Di"),
        ("Cy",),
        NOON - timedelta(days=3),
        False,
        True,
        True,
        "The journal of this table is damaged after entry 17: "
        "it can be looked at up to there, but not played on.",
    ),
    TableLine(
        "d", "Spicy Farkel", ("Eve", "Flo"), (), NOON - timedelta(days=9), True, True, False, ""
    ),
)


class Shown(Hub):
    """A house with a fixed list of tables."""

    def tables(self) -> tuple[TableLine, ...]:
        return LINES


def lobby_of(*notices: str) -> DiceParlourApp:
    hub, clock = memory_hub()
    return parlour(Shown(hub.store, notices, clock=clock))


def form(*presses: str) -> object:
    """Open the form and press keys in it."""

    async def before(pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(pilot.app.screen, NewTableScreen)
        await pilot.press(*presses)
        await pilot.pause()

    return before


async def fourth(pilot: Pilot[None]) -> None:
    await looked(pilot)
    await pilot.press("down", "down", "down")
    await pilot.pause()


async def more(pilot: Pilot[None]) -> None:
    await pilot.press("n")
    await pilot.pause()
    pilot.app.screen.query_one("#more").focus()
    await pilot.pause()
    await pilot.press("enter", "down", "down", "right")
    await settled(pilot)


async def rules(pilot: Pilot[None]) -> None:
    pilot.app.screen.post_message(ShowRules("fill-or-bust"))
    await pilot.pause()
    await pilot.press("right")
    await settled(pilot)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_lobby(snap_compare: Snap, size: tuple[int, int]) -> None:
    assert snap_compare(lobby_of(), terminal_size=size, run_before=fourth)


def test_lobby_without_saving(snap_compare: Snap) -> None:
    app = lobby_of("The disk is full. Tables are kept only until the program ends.")
    assert snap_compare(app, terminal_size=(80, 24), run_before=looked)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_form(snap_compare: Snap, size: tuple[int, int]) -> None:
    before = form("A", "n", "n", "enter", "B", "o")
    assert snap_compare(lobby_of(), terminal_size=size, run_before=before)


def test_form_with_eight(snap_compare: Snap) -> None:
    before = form("up", "8", *["down"] * 8, "up", "H", "a", "l")
    assert snap_compare(lobby_of(), terminal_size=(80, 24), run_before=before)


def test_form_with_a_wrong_number(snap_compare: Snap) -> None:
    before = form("down", "down", "1", "e", "9")
    assert snap_compare(lobby_of(), terminal_size=(80, 24), run_before=before)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_more_options(snap_compare: Snap, size: tuple[int, int]) -> None:
    assert snap_compare(lobby_of(), terminal_size=size, run_before=more)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_rules(snap_compare: Snap, size: tuple[int, int]) -> None:
    assert snap_compare(lobby_of(), terminal_size=size, run_before=rules)


def test_list_of_games(snap_compare: Snap) -> None:
    assert snap_compare(lobby_of(), terminal_size=(80, 24), press=["i", "down"])


@pytest.mark.parametrize("screen", ["lobby", "form", "rules"])
@pytest.mark.parametrize("look", ["light", "mono"])
def test_looks(snap_compare: Snap, look: str, screen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if look == "mono":
        monkeypatch.setenv("NO_COLOR", "1")
    app = lobby_of()
    if look == "light":
        app.theme = LIGHT.name
    before = {"lobby": looked, "form": form("up"), "rules": rules}[screen]
    assert snap_compare(app, terminal_size=(80, 24), run_before=before)
