"""What the tests of lobby, form and rule reader share: a house in memory with its own clock."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from app.main import DiceParlourApp, make_app
from app.screens.lobby import LobbyScreen
from app.tables.house_rules import FOLDER
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.store import MemoryStore, Store
from engine.model import Setup

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

SIZES = ((40, 16), (80, 24), (120, 36), (200, 50))

HOSTILE = (
    "[/]",
    "[/",
    "[red]Bob",
    "[@click=app.exit]hi[/]",
    "[link=http://x]y",
    "[#zzzzzz]q[/]",
    "$text {x} %s",
    "\x1b[31mred\x1b[0m",
    "\x1b]0;title\x07bell",
    "a\u202eb\u200bc",
    "李雷李雷李雷李雷李雷李雷李雷",
    "e\u0301clair",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
)
"""Texts of people that must stay text."""


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now

    def back(self, **ago: float) -> None:
        """Go to a moment before noon."""
        self.now = NOON - timedelta(**ago)


def memory_hub(store: Store | None = None, notices: tuple[str, ...] = ()) -> tuple[Hub, Clock]:
    """A house in memory, and its clock."""
    clock = Clock()
    return Hub(store or MemoryStore(), notices, clock=clock), clock


def lay(hub: Hub, *names: str, preset: str = "fill-or-bust") -> str:
    """A table at which the first seat is to move; its name."""
    setup = Setup(preset=preset, seats=names, first=0)
    return hub.new_table(setup, Recipe(seed=1)).id


class Parlour(DiceParlourApp):
    """The app with a lobby that reckons from noon."""

    def lobby(self) -> Screen[None]:
        return LobbyScreen(now=lambda: NOON)


def parlour(hub: Hub, config: Path | None = None) -> DiceParlourApp:
    """The app over these tables, with the house rules of a folder."""
    usual = make_app(hub, animation=False, config=config)
    return Parlour(hub, look=usual.look, keymap=usual.keymap, config=usual.config)


FRIDAY = """# ours since 2019
base = "zilch"
title = "Friday dice"
goal = 3000 # short

[combinations]
straight = 1800
"""


def with_rules(folder: Path, **files: str) -> Path:
    """A config folder with these rule files, by name."""
    (folder / FOLDER).mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / FOLDER / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


@asynccontextmanager
async def entered(
    app: DiceParlourApp, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[None]]:
    """The lobby with all its tables, which come after the first paint."""
    async with app.run_test(size=size) as pilot:
        await looked(pilot)
        yield pilot


async def looked(pilot: Pilot[None]) -> None:
    """Wait until the lobby shows its tables."""
    while not (isinstance(lobby := pilot.app.screen, LobbyScreen) and lobby.looked):
        await pilot.pause()
    await pilot.pause()


async def settled(pilot: Pilot[None], rest: float = 0.1) -> None:
    """Wait until two looks at the screen, ``rest`` seconds apart, show the same."""
    before = ""
    while (now := seen(pilot.app)) != before:
        before = now
        await pilot.pause(rest)
        await pilot.app.workers.wait_for_complete()
        await pilot.pause()


def front(app: DiceParlourApp) -> Screen[object]:
    """The screen in front."""
    return app.screen


def seen(app: App[None]) -> str:
    """What is on the screen, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def clickable(app: DiceParlourApp) -> list[str]:
    """Everything on the screen that a click would run as an action or open as a link."""
    found = []
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            style = segment.style
            if style is not None and (style.link or "@click" in (style.meta or {})):
                found.append(segment.text)
    return found
