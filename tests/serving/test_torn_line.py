"""A line that tears: the page says so, and comes back by itself to the same seat."""

from __future__ import annotations

from pathlib import Path

from app.messages import OpenTable
from app.tables.hub import Hub
from app.tables.presence import BACK_SECONDS, come, go
from app.tables.seating import Chair, Hosting, Note
from app.tables.seen import Seen
from app.tables.store import MemoryStore
from engine.model import Setup
from tests.serving.chromium import Shown, browser
from tests.serving.parlour import LOBBY, parlour, until
from tests.tables.house import Watch

SETUP = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0)


async def test_a_page_whose_line_tears_comes_back_to_its_seat(tmp_path: Path) -> None:
    async with browser() as context, parlour(tmp_path) as house:
        shown = Shown(await context.new_page())
        await shown.page.goto(house.url)
        await shown.seen(LOBBY)
        (person,) = house.people.list_people()
        chairs = (Chair(person=person.id), Chair(person="bo"))
        table = house.hub.new_table(SETUP, hosting=Hosting(chairs=chairs, host=person.id))
        (visit,) = house.house.sessions
        visit._runs.app.post_message(OpenTable(table.id))  # type: ignore[union-attr]
        await until(lambda: table.seating.here == {person.id})
        first = table.seating.session(person.id)

        house.house.closing = True  # for a moment nobody gets in
        visit._wire.cut()
        dialog = shown.page.locator(".closed-dialog")
        await dialog.get_by_text("reconnecting").wait_for(state="visible")
        await until(lambda: not table.seating.here)
        assert table.notes[-1].reason == "lost"
        await shown.page.screenshot(path=tmp_path / "reconnecting.png")

        house.house.closing = False
        await until(lambda: table.seating.here == {person.id})
        assert table.seating.session(person.id) != first
        await shown.seen("Ann")
        assert len({entry["person"] for entry in house.logged("came")}) == 1
        assert shown.trouble == []
        await shown.page.screenshot(path=tmp_path / "back.png")

        # Whoever leaves in order is not called back.
        await shown.type("Escape")
        await shown.seen("Your seat waits")
        await shown.type("q")
        await dialog.get_by_text("The session has ended.").wait_for(state="visible")
        cookies = {cookie["name"] for cookie in await context.cookies()}
        assert "diceparlour_back" not in cookies


def test_only_a_torn_line_leads_back_and_only_for_a_while() -> None:
    watch = Watch()
    hub = Hub(MemoryStore(), clock=watch)
    hosting = Hosting(chairs=(Chair(person="ann"), Chair(person="bo")), host="ann")
    table = hub.new_table(SETUP, hosting=hosting)
    seen = Seen(hub, "ann", ())
    assert seen.torn_from() is None, "they never were there"
    come(table, "ann", "Ann", "one")
    assert seen.torn_from() is table, "the house has not noticed yet"
    go(table, "ann", "one", "lost")
    watch.pass_(BACK_SECONDS - 1)
    assert seen.torn_from() is table
    assert Seen(hub, "cy", ()).torn_from() is None
    watch.pass_(1)
    assert seen.torn_from() is None
    come(table, "ann", "Ann", "two")
    go(table, "ann", "two")
    assert seen.torn_from() is None, "they wanted to go"
    come(table, "ann", "Ann", "three")
    table.note(Note(kind="kicked", who="ann"))
    assert seen.torn_from() is None
