"""What the tests of finished games share: played tables, and a screen that looks back at one."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from textual.screen import Screen

from app.main import make_app
from app.tables.hub import Hub
from app.tables.table import Table
from engine.model import Action, GameState
from engine.strategy.hint import hints
from tests.app.bots import best
from tests.app.tray_house import House, Kept


class Blunderer:
    """Plays best for both seats, but once, where the worst choice costs much, it takes that."""

    def __init__(self) -> None:
        self.entry = 0
        self.action: Action | None = None

    def __call__(self, table: Table, state: GameState, seat: int) -> Action:
        if self.action is None and table.entries > 10:
            found = hints(table.game, state, seat, None)
            if {hint.action.kind for hint in found} == {"roll", "bank"}:
                good = best(table, state, seat)
                (bad,) = (hint.action for hint in found if hint.action != good)
                points = {hint.action.kind: hint.turn_value for hint in found}
                if abs(points["roll"] - points["bank"]) > 200:
                    self.entry, self.action = table.entries, bad
                    return bad
        return best(table, state, seat)


@asynccontextmanager
async def looking_at(
    screen: Callable[[], Screen[None]],
    size: tuple[int, int] = (80, 24),
    hub: Hub | None = None,
    config: Path | None = None,
) -> AsyncIterator[House]:
    """The app with this screen in front."""
    app = make_app(hub or Hub(Kept()), animation=False, config=config)
    async with app.run_test(size=size, notifications=True) as pilot:
        await pilot.pause()
        app.push_screen(screen())
        await pilot.pause()
        yield House(app, pilot)


async def until(house: House, done: Callable[[], bool]) -> None:
    """Wait for what a thread works out."""
    for _try in range(500):
        if done():
            await house.pilot.pause()
            return
        await house.pilot.pause(0.02)
    raise AssertionError(house.text())
