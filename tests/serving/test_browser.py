"""The web door in a real browser, below a path of another site."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import urlsplit

from tests.serving.chromium import Shown, below, browser
from tests.serving.parlour import LOBBY, parlour, until


async def test_a_browser_shows_the_game_and_takes_keys_at_once(tmp_path: Path) -> None:
    async with (
        browser() as context,
        parlour(tmp_path) as house,
        below(house.url, "/games/dice") as address,
    ):
        shown = Shown(await context.new_page())
        await shown.page.goto(address)
        await shown.seen(LOBBY)
        assert await shown.page.title() == "Dice Parlour"
        # R085: the first picture has the window's own size, not 80x24 first.
        (visit,) = house.house.sessions
        app = visit._runs.app  # type: ignore[union-attr]
        width, height = app.size
        assert (width, height) != (80, 24)
        # Nothing was clicked: the keys go to the game.
        await shown.type("n")
        await shown.seen("Start the game")
        while "▸ Start the game" not in shown.screen:
            await shown.type("ArrowDown")
            await asyncio.sleep(0.1)
        await shown.type("Enter")
        await until(house.hub.tables)
        await shown.seen("Invite somebody")
        (table,) = house.hub.tables()
        (person,) = house.people.list_people()
        assert table.hosting.host == person.id
        assert await shown.colours() > 10, "dice, felt and signs are painted"
        await shown.page.screenshot(path=tmp_path / "table.png")
        # Another size of the window is another size of the game.
        await shown.page.set_viewport_size({"width": 1300, "height": 800})
        await until(lambda: app.size[0] > width and app.size[1] > height)
        await shown.type("Escape")
        await until(lambda: "Invite somebody" not in shown.screen)
        await shown.type("Escape")
        await shown.seen("Your seat waits")
        await shown.type("q")
        await shown.page.locator(".closed-dialog").wait_for(state="visible")
        dialog = shown.page.locator(".closed-dialog")
        assert "The session has ended." in await dialog.inner_text()
        assert "Goodbye" in shown.screen
        # Back by Enter alone, as the same person, and still below the path.
        await shown.type("Enter")
        await until(lambda: len(house.logged("came")) == 2)
        await until(lambda: len(house.house.sessions) == 1)
        assert len({entry["person"] for entry in house.logged("came")}) == 1
        assert urlsplit(shown.page.url).path == "/games/dice/"
        hosts = {urlsplit(url).netloc for url in shown.asked if not url.startswith("data:")}
        assert hosts == {urlsplit(address).netloc}, "nothing is fetched from elsewhere"
        assert all(
            urlsplit(url).path.startswith("/games/dice/")
            for url in shown.asked
            if not url.startswith(("data:", "blob:"))
        )
        assert shown.trouble == [], shown.trouble
