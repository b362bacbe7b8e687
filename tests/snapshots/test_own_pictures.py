"""Pictures of own rules: offered, listed, written, asked about."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol

import pytest
from textual.pilot import Pilot

from app.main import LIGHT, DiceParlourApp
from app.messages import ShowNewTable, ShowOwnRules
from app.views.offers import offers, on_the_shelf
from app.widgets.form_choice import Choice
from tests.app.lobby_house import FRIDAY, SIZES, looked, memory_hub, parlour, settled, with_rules


class Snap(Protocol):
    """`snap_compare` of pytest-textual-snapshot."""

    def __call__(self, app: DiceParlourApp, **options: object) -> bool: ...


Before = Callable[[Pilot[None]], Awaitable[None]]


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A folder with rules and a broken file."""
    return with_rules(tmp_path, friday=FRIDAY, odd='base = "zilch"\ngoal = -3\n')


def own(config: Path, offer: str = "", *presses: str) -> Before:
    """Open the form that starts from an offer, or the list of what there is."""

    async def before(pilot: Pilot[None]) -> None:
        await looked(pilot)
        found = {one.id: one for one in offers(on_the_shelf(config))}
        pilot.app.screen.post_message(ShowOwnRules(found.get(offer)))
        await pilot.pause()
        await pilot.press(*presses)
        await settled(pilot, rest=0.4)

    return before


async def offered(pilot: Pilot[None]) -> None:
    await looked(pilot)
    pilot.app.screen.post_message(ShowNewTable())
    await pilot.pause()
    pilot.app.screen.query_one("#game", Choice).focus().value = ":friday"
    await settled(pilot)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_form(snap_compare: Snap, config: Path, size: tuple[int, int]) -> None:
    app = parlour(memory_hub()[0], config)
    before = own(config, "spicy-farkel", "pagedown", "pagedown")
    assert snap_compare(app, terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_list(snap_compare: Snap, config: Path, size: tuple[int, int]) -> None:
    app = parlour(memory_hub()[0], config)
    assert snap_compare(app, terminal_size=size, run_before=own(config))


def test_offered(snap_compare: Snap, config: Path) -> None:
    app = parlour(memory_hub()[0], config)
    assert snap_compare(app, terminal_size=(80, 24), run_before=offered)


def test_fault(snap_compare: Snap, config: Path) -> None:
    app = parlour(memory_hub()[0], config)
    before = own(config, ":friday", "pagedown", "pagedown", "end", "x")
    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


def test_asked(snap_compare: Snap, config: Path) -> None:
    app = parlour(memory_hub()[0], config)
    before = own(config, ":friday", "up", "up", "enter")
    assert snap_compare(app, terminal_size=(80, 24), run_before=before)


@pytest.mark.parametrize("look", ["light", "mono"])
def test_looks(
    snap_compare: Snap, config: Path, look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if look == "mono":
        monkeypatch.setenv("NO_COLOR", "1")
    app = parlour(memory_hub()[0], config)
    if look == "light":
        app.theme = LIGHT.name
    assert snap_compare(app, terminal_size=(80, 24), run_before=own(config, ":friday", "down"))
