"""The stylesheet is read once a process, and a role is styled when it is drawn."""

from __future__ import annotations

from textual.app import App

from app.main import DiceParlourApp, make_app
from app.tables.hub import Hub
from app.tables.store import MemoryStore
from app.widgets.key_bar import KeyBar


def fresh() -> DiceParlourApp:
    """An app in its lobby."""
    return make_app(Hub(MemoryStore()), animation=False)


def colours(app: App[None]) -> tuple[object, object]:
    """What a role of the line at the bottom looks like, and the line itself."""
    bar = app.screen.query_one(KeyBar)
    return bar.style_of("key"), bar.style_of("")


async def test_sessions_share_what_was_read_and_no_colour() -> None:
    one, other = fresh(), fresh()
    async with one.run_test(size=(80, 24)) as pilot, other.run_test(size=(80, 24)) as second:
        await pilot.pause()
        await second.pause()
        shared = {id(rule) for rule in one.stylesheet.rules}
        assert {id(rule) for rule in other.stylesheet.rules} == shared
        dark = colours(one)
        assert colours(other) == dark
        await pilot.press("ctrl+t")
        await pilot.pause()
        light = colours(one)
        assert light[0] != dark[0]
        assert light[1] != dark[1]
        assert colours(other) == dark, "a theme is chosen for one session"
        await pilot.press("ctrl+t")
        await pilot.pause()
        assert colours(one) == dark


async def test_a_role_follows_the_class_of_its_widget() -> None:
    app = fresh()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        bar = app.screen.query_one(KeyBar)
        before = bar.style_of("dim")
        bar.styles.background = "red"
        await pilot.pause()
        after = bar.style_of("dim")
        assert before.bgcolor != after.bgcolor
        assert before.color is not None
        assert before.bold == after.bold
