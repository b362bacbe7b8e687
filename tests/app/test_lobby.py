"""The lobby: what it lists, how it is used, and that it only ever shows text."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta, timezone

import pytest

from app import keys
from app.main import make_app
from app.screens.dice_tray import DiceTrayScreen
from app.screens.lobby import LobbyScreen
from app.screens.new_table import NewTableScreen
from app.screens.rules import RulesScreen
from app.tables.errors import StoreTrouble
from app.tables.hub import Hub, TableLine
from app.tables.recipe import Recipe
from app.tables.store import Ends, MemoryStore
from app.views.lobby import Item, ago, lobby_items, menu_lines, window
from app.widgets.form_menu import Menu
from engine.model import Setup
from tests.app.lobby_house import (
    HOSTILE,
    NOON,
    SIZES,
    Parlour,
    clickable,
    entered,
    lay,
    memory_hub,
    parlour,
    seen,
)


def line(**changes: object) -> TableLine:
    usual = TableLine("k7mqx4rd", "Race", ("Ann", "Bo"), ("Bo",), NOON, False, True, False, "")
    return usual._replace(**changes)  # type: ignore[arg-type]


async def test_first_screen_offers_everything() -> None:
    hub, clock = memory_hub()
    clock.back(hours=20)
    lay(hub, "Cy", "Di")
    clock.back(minutes=5)
    lay(hub, "Ann", "Bo")
    app = parlour(hub)
    async with entered(app, (80, 24)):
        text = seen(app)
        for said in ("Dice Parlour", "New table", "Rules", "Quit", "Ann to move · Ann, Bo"):
            assert said in text
        assert "5 minutes ago" in text
        assert "yesterday at 16:00" in text
        assert text.index("Ann, Bo") < text.index("Cy, Di"), "the one played last comes first"


@pytest.mark.parametrize(
    ("pressed", "screen"),
    [
        (["n"], NewTableScreen),
        (["i"], RulesScreen),
        (["enter"], NewTableScreen),
        (["space"], NewTableScreen),
        (["down", "enter"], RulesScreen),
        (["1"], DiceTrayScreen),
        (["down", "down", "down", "enter"], DiceTrayScreen),
        (["up", "enter"], DiceTrayScreen),
        (["end", "enter"], DiceTrayScreen),
        (["pagedown", "home", "enter"], NewTableScreen),
    ],
)
async def test_keys_lead_where_they_say(pressed: list[str], screen: type) -> None:
    hub, _ = memory_hub()
    lay(hub, "Ann", "Bo")
    app = parlour(hub)
    async with entered(app) as pilot:
        await pilot.press(*pressed)
        await pilot.pause()
        assert isinstance(app.screen, screen)


async def test_own_keys_are_shown_and_work() -> None:
    hub, _ = memory_hub()
    keymap = keys.Keymap({"rematch": ("w",), "rules": ("f2",)})
    app = Parlour(hub, look=make_app(hub).look, keymap=keymap)
    async with entered(app) as pilot:
        assert "w  New table" in seen(app)
        assert "F2 Rules" in seen(app)
        await pilot.press("f2")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("escape", "w")
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)


async def test_only_what_there_is_to_look_at_is_offered() -> None:
    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app) as pilot:
        assert isinstance(app.screen, LobbyScreen)
        assert not {one.id for one in app.screen.offered()} & set(keys.PAST)
        assert "Honest dice" not in seen(app)
        lay(hub, "Ann", "Bo")
        app.screen.look_round()
        await pilot.pause()
        assert {one.id for one in app.screen.offered()} & set(keys.PAST) == {"honest"}
        assert "Honest dice" in seen(app)


async def test_a_digit_pressed_before_the_tables_are_shown_is_not_lost() -> None:
    hub, _ = memory_hub()
    name = lay(hub, "Ann", "Bo")
    app = parlour(hub)
    async with app.run_test() as pilot:
        assert isinstance(app.screen, LobbyScreen)
        app.screen.looked = False
        app.screen.query_one(Menu).items = app.screen.query_one(Menu).items[:3]
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, DiceTrayScreen)
        assert app.screen.table.id == name


async def test_quit_by_letter_and_by_arrows() -> None:
    for pressed in (["q"], ["down", "down", "enter"]):
        app = parlour(memory_hub()[0])
        async with entered(app) as pilot:
            await pilot.press(*pressed)
            await pilot.pause()
            assert not app.is_running or app._exit


async def test_resume_has_the_same_dice_and_the_same_seat() -> None:
    hub, _ = memory_hub()
    name = lay(hub, "Ann", "Bo")
    before = hub.open(name).state
    again = Hub(hub.store)
    app = parlour(again)
    async with entered(app) as pilot:
        await pilot.press("1")
        await pilot.pause()
        assert isinstance(app.screen, DiceTrayScreen)
        assert app.screen.table.id == name
        assert app.screen.table.state == before


async def test_mouse_picks_what_is_under_the_pointer() -> None:
    hub, _ = memory_hub()
    lay(hub, "Ann", "Bo")
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        rows = seen(app).splitlines()
        heading = next(y for y, row in enumerate(rows) if "Resume a table" in row)
        await pilot.click(offset=(10, heading))
        assert isinstance(app.screen, LobbyScreen), "a heading is nothing to pick"
        await pilot.click(offset=(10, heading + 2))
        await pilot.pause()
        assert isinstance(app.screen, DiceTrayScreen), "the second line of an item is the item"


async def test_wheel_moves_the_cursor_and_stays_in_the_list() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        menu = app.screen.query_one(Menu)
        await pilot._post_mouse_events([_wheel("down")] * 9, menu)
        assert menu.cursor == 2
        await pilot._post_mouse_events([_wheel("up")] * 9, menu)
        assert menu.cursor == 0


def _wheel(way: str) -> type:
    from textual import events

    return events.MouseScrollDown if way == "down" else events.MouseScrollUp


async def test_a_hundred_tables_keep_the_cursor_in_sight() -> None:
    hub, _ = memory_hub()
    for seat in range(100):
        lay(hub, f"Ann{seat}", f"Bo{seat}")
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        await pilot.press("end")
        menu = app.screen.query_one(Menu)
        assert menu.cursor == 102
        last = menu.items[-1]
        assert last.detail in seen(app)
        await pilot.press("pageup")
        assert menu.items[menu.cursor].detail in seen(app)
        assert menu.cursor < 102
        await pilot.press("home")
        assert "New table" in seen(app)


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_are_only_text(size: tuple[int, int]) -> None:
    hub, _ = memory_hub()
    for name in HOSTILE:
        lay(hub, name, "Bo")
    app = parlour(hub)
    async with entered(app, size) as pilot:
        for item in app.screen.query_one(Menu).items[3:]:
            await pilot.press("down")
            text = seen(app)
            assert clickable(app) == []
            assert all(sign.isprintable() or sign == "\n" for sign in text)
            assert {len(_cells(row)) for row in text.splitlines()} == {size[0]}, item
        await pilot.press("home")
    for literal in ("[/]", "[red]Bob", "[@click=app.exit]hi[/]"):
        assert any(
            item.detail.startswith(f"{literal} to move") for item in lobby_items(hub.tables(), NOON)
        )


def _cells(row: str) -> str:
    from rich.cells import cell_len

    return "x" * cell_len(row)


async def test_standing_warning_stays() -> None:
    hub, _ = memory_hub(notices=("The folder [/] cannot be written to.",))
    app = parlour(hub)
    async with entered(app, (40, 16)) as pilot:
        assert "The folder [/] cannot be" in seen(app)
        await pilot.press("i", "escape")
        await pilot.pause()
        assert "The folder [/] cannot be" in seen(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "tables end with the program" in seen(app)
        assert "every table is kept" not in seen(app)


async def test_store_that_cannot_be_read_is_said_and_the_lobby_stands() -> None:
    class Locked(MemoryStore):
        def tables(self) -> list[Ends]:
            raise StoreTrouble("locked")

    hub, _ = memory_hub(Locked())
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        assert "The journal is in use by another program" in seen(app)
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, NewTableScreen)


async def test_tables_are_looked_up_again_when_the_lobby_comes_back() -> None:
    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        await pilot.press("i")
        lay(hub, "Ann", "Bo")
        await pilot.press("escape")
        await pilot.pause()
        assert "Ann, Bo" in seen(app)


async def test_a_finished_table_shows_its_result() -> None:
    hub, _ = memory_hub()
    setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0, options={"goal": 500})
    table = hub.new_table(setup, Recipe(seed=3))
    while not table.state.over:
        legal = table.game.legal_actions(table.state, min(table.state.to_act))
        banks = [action for action in legal if action.kind == "bank"]
        table.submit((*banks, *legal)[0], table.state.version)
    winner = setup.seats[table.state.winners[0]]
    app = parlour(hub)
    async with entered(app) as pilot:
        assert "Finished" in seen(app)
        assert "Resume a table" not in seen(app)
        await pilot.press("end", "enter")
        async with asyncio.timeout(20):
            while f"{winner} won" not in seen(app):
                await pilot.pause()


async def test_help_speaks_of_the_lobby() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await pilot.press("question_mark")
        await pilot.pause()
        assert "Choose a game and seat the players." in seen(app)
        assert "Read how each game is played." in seen(app)
        await pilot.press("escape", "n", "up", "question_mark")
        await pilot.pause()
        assert "Go back one step; what was typed is kept." in seen(app)


async def test_the_bottom_line_names_no_key_that_would_be_typed() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await pilot.press("n")
        await pilot.pause()
        assert "F1 Help" in seen(app), "the cursor is in a name: a question mark belongs to it"
        await pilot.press("up")
        await pilot.pause()
        assert "? Help" in seen(app)
        await pilot.press("down", "f1")
        await pilot.pause()
        assert "Go back one step; what was typed is kept." in seen(app)


def test_finished_and_torn_tables_say_so() -> None:
    items = lobby_items(
        [
            line(id="a", readonly=True, notice="The journal of this table is damaged."),
            line(id="b", over=True, turn=()),
            line(id="c", title="", seats=(), turn=(), last_played=None, readonly=True),
            line(id="d", turn=("Ann", "Bo")),
            line(id="e", fair=False),
        ],
        NOON,
    )
    named = {item.id: item for item in items}
    assert named["table-a"].warning == "The journal of this table is damaged."
    assert named["table-b"].heading == "Finished"
    assert named["table-b"].detail == "Ann, Bo"
    assert named["table-c"].label.startswith("Table c")
    assert named["table-c"].note == ""
    assert named["table-d"].detail == "2 players to move · Ann, Bo"
    assert named["table-e"].detail.endswith("not fair play")
    assert [item.id for item in items][-1] == "table-b", "finished tables come last"


def test_only_nine_tables_have_a_digit() -> None:
    items = lobby_items([line(id=str(number)) for number in range(12)], NOON)
    assert [item.key for item in items[3:]] == [*"123456789", "", "", ""]


@pytest.mark.parametrize("room", [20, 38, 59, 60, 61, 76, 120])
def test_no_line_of_a_list_is_wider_than_its_room(room: int) -> None:
    from rich.cells import cell_len

    items = [
        Item("a", "李" * 90, "n", "a note " * 20, "detail " * 40, "warning " * 40, "heading " * 40),
        Item("b", "x"),
    ]
    for cursor in (0, 1):
        for one in menu_lines(items, room, cursor):
            wide = sum(cell_len(run.text) for run in one.line)
            assert wide <= room, one


def test_the_window_shows_all_of_the_item_under_the_cursor() -> None:
    items = [
        Item(str(at), f"item {at}", detail="more", heading="all" if at == 3 else "")
        for at in range(20)
    ]
    top = 0
    for cursor in (*range(20), *reversed(range(20))):
        lines = menu_lines(items, 80, cursor)
        top = window(lines, cursor, top, 7)
        shown = [one.item for one in lines[top : top + 7]]
        assert shown.count(cursor) == 2


@pytest.mark.parametrize(
    ("past", "said"),
    [
        (timedelta(seconds=-30), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=3), "today at 09:00"),
        (timedelta(hours=12, minutes=1), "yesterday at 23:59"),
        (timedelta(days=2), "28 November"),
        (timedelta(days=400), "26 October 2025"),
    ],
)
def test_when(past: timedelta, said: str) -> None:
    assert ago(NOON - past, NOON) == said


def test_when_is_said_in_the_time_zone_of_the_reader() -> None:
    auckland = timezone(timedelta(hours=13))
    now = datetime(2026, 12, 1, 9, 0, tzinfo=auckland)
    assert ago(datetime(2026, 11, 30, 11, 30, tzinfo=UTC), now) == "today at 00:30"
    assert ago(datetime(2026, 11, 30, 10, 30, tzinfo=UTC), now) == "yesterday at 23:30"


async def test_tiny_windows_ask_for_room_and_lose_nothing() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        await pilot.press("down")
        for size in ((20, 5), (5, 3), (1, 1), (1, 200), (400, 3), (40, 12)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert "New table" not in seen(app)
        await pilot.press("n", "enter")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen), "nothing happens unseen"
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "▸ i  Rules" in seen(app)
        await pilot.press("down", "up", "enter")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen), "the keys work again"
