"""The screen and its table: versions, other hands, clocks, and what cannot be played on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from unicodedata import normalize

from app.main import make_app
from app.screens.dice_tray import DiceTrayScreen
from app.tables.errors import StoreTrouble
from app.tables.hub import Hub
from app.tables.names import visible
from app.tables.recipe import Recipe
from app.tables.store import MemoryStore
from engine.actions import Draw, Roll
from engine.model import Setup
from tests.app.lobby_house import HOSTILE, clickable
from tests.app.tray_house import ANN, House, Kept, playing, scripted

ROLL = ((1, 5, 5, 2, 3, 4),)


async def test_what_somebody_else_does_at_the_table_is_shown() -> None:
    table = scripted(ROLL, ["bonus-300"])
    async with playing(table) as house:
        table.submit(Draw(seat=ANN), table.state.version)
        await house.pilot.pause()
        assert house.front == "CardDrawScreen"
        await house.press("enter")
        table.submit(Roll(seat=ANN), table.state.version)
        await house.pilot.pause()
        assert "Roll 1" in house.text()
        assert house.text().count("Ann rolls 1 5 5 2 3 4.") == 1


async def test_an_action_chosen_on_an_old_picture_is_refused_and_the_new_one_shown() -> None:
    """R067."""
    table = scripted(ROLL, ["bonus-300"])
    async with playing(table) as house:
        table.submit(Draw(seat=ANN), table.state.version)
        house.tray.intend("draw")
        await house.pilot.pause()
        assert [event.kind for event in table.events].count("card_drawn") == 1
        assert "The table has moved on meanwhile" in house.picture.refusal
        assert house.picture.scene.version == table.state.version


async def test_opening_and_closing_everything_changes_nothing() -> None:
    """R105."""
    table = scripted(ROLL, ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "1")
        state, before = table.state, house.text()
        for key in ("s", "question_mark", "i", "ctrl+p"):
            await house.press(key)
            assert house.front != "DiceTrayScreen"
            await house.press("escape")
            assert house.front == "DiceTrayScreen"
        assert table.state == state
        assert house.text() == before


async def test_leaving_for_the_lobby_and_coming_back_finds_the_same_turn() -> None:
    hub = Hub(Kept())
    table = scripted(ROLL, ["bonus-300"], hub=hub)
    async with playing(table, hub=hub) as house:
        await house.press("d", "enter", "r")
        await house.press("escape")
        assert house.front == "LobbyScreen"
        house.app.play(hub.open(table.id))
        await house.pilot.pause()
        assert house.stage() == "play"
        assert [die.face for die in house.picture.dice] == list(ROLL[0])
        await house.press("a", "b")
        assert table.state.scores == (200, 0)


async def test_the_seal_and_the_starting_rolls_are_shown_before_the_first_roll() -> None:
    hub = Hub(Kept())
    table = hub.new_table(Setup(preset="fill-or-bust", seats=("Ann", "Bo", "Cy")))
    async with playing(table, hub=hub, begun=False) as house:
        text = house.text()
        assert "Starting rolls" in text
        assert table.commitment in house.panel().replace(" ", "")
        assert f"fair dice, sealed {table.commitment[:8]}" in text
        starter = table.setup.seats[min(table.state.to_act)]
        row = next(line for line in text.split("\n") if "starts" in line)
        assert starter in row
        assert f"{starter}: press Enter to begin." in text
        await house.press("enter")
        assert "Starting rolls" not in house.text()


class Trouble(Kept):
    """A store that can be made to take nothing more."""

    full = False

    def append(self, *given: object, **more: object) -> None:
        if self.full:
            raise StoreTrouble("disk_full")
        super().append(*given, **more)  # type: ignore[arg-type]


async def test_a_move_that_cannot_be_stored_is_not_shown() -> None:
    """R104."""
    store = Trouble()
    table = scripted(ROLL, ["bonus-300"], hub=Hub(store))
    async with playing(table) as house:
        store.full = True
        await house.press("d")
        assert house.front == "DiceTrayScreen"
        assert "The disk is full: the move was not made." in house.text()
        store.full = False
        await house.press("d")
        assert house.front == "CardDrawScreen"


async def test_a_table_that_can_only_be_looked_at_says_why() -> None:
    store = Kept()
    hub = Hub(store)
    table = scripted(ROLL, ["bonus-300"], hub=hub)
    table.submit(Draw(seat=ANN), table.state.version)
    table._fault = "no_seed"
    async with playing(table, begun=False) as house:
        assert "it can be looked at, but not played on" in " ".join(house.text().split())
        version = table.state.version
        await house.press("r", "enter", "d", "b", "1", "a")
        assert table.state.version == version


class Hours:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


async def test_when_time_is_up_the_screen_says_so_and_the_round_is_finished() -> None:
    """R075."""
    clock = Hours()
    hub = Hub(Kept(), clock=clock)
    setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), options={"minutes": 10}, first=0)
    table = hub.new_table(setup, Recipe(seed=1, dice=ROLL, cards=("bonus-300",)))
    app = make_app(hub, table=table, animation=False, quiet=0)
    async with app.run_test() as pilot:
        house = House(app, pilot)
        await house.press("enter")
        assert "10:00 left" in house.text()
        clock.now += timedelta(minutes=4, seconds=5)
        house.tray._tick()
        await pilot.pause()
        assert "5:55 left" in house.text()
        clock.now += timedelta(minutes=6)
        house.tray._tick()
        await pilot.pause()
        assert "0:00 left" in house.text()
        assert "Time is up" in house.text()
        assert [event.kind for event in table.events].count("time_up") == 1
        house.tray._tick()
        await pilot.pause()
        assert [event.kind for event in table.events].count("time_up") == 1


async def test_two_tables_in_one_session_do_not_listen_to_each_other() -> None:
    """R072."""
    hub = Hub(Kept())
    first, second = (scripted(ROLL, ["bonus-300"], hub=hub) for _ in range(2))
    async with playing(first, hub=hub) as house:
        house.app.play(second)
        await house.pilot.pause()
        first.submit(Draw(seat=ANN), first.state.version)
        await house.pilot.pause()
        assert house.front == "DiceTrayScreen"
        assert house.picture.scene.version == second.state.version
        assert not first._listeners.__dict__.get("_heard", ())


async def test_a_watcher_sees_everything_and_does_nothing() -> None:
    """R087, R119."""
    table = scripted(((2, 2, 3, 4, 6, 6),), ["bonus-300", "bonus-300"])
    async with playing(table, begun=False) as house:
        house.app.home()
        house.app.push_screen(DiceTrayScreen(table, seats=frozenset()))
        await house.pilot.pause()
        table.submit(Draw(seat=ANN), table.state.version)
        await house.pilot.pause()
        assert house.front == "DiceTrayScreen"
        assert "Bonus 300" in house.text()
        assert "Waiting for Ann." in house.text()
        version = table.state.version
        await house.press("r", "enter", "a", "1", "space")
        assert table.state.version == version
        assert "You are watching." in house.text()
        table.submit(Roll(seat=ANN), table.state.version)
        await house.pilot.pause()
        assert "BUST! Ann had nothing to lose." in house.text()
        assert "Waiting for Bo." in house.text()
        assert "Begin" not in house.text()


async def test_one_seat_of_several_acts_only_in_its_own_turn() -> None:
    """R059, R064."""
    table = scripted(((2, 2, 3, 4, 6, 6),), ["bonus-300", "bonus-300"])
    async with playing(table, begun=False) as house:
        house.app.home()
        house.app.push_screen(DiceTrayScreen(table, seats=frozenset({1})))
        await house.pilot.pause()
        await house.press("enter")
        version = table.state.version
        await house.press("d")
        assert table.state.version == version
        assert house.picture.refusal
        table.submit(Draw(seat=ANN), table.state.version)
        table.submit(Roll(seat=ANN), table.state.version)
        await house.pilot.pause()
        assert "Bo: press Enter to begin." in house.text()
        await house.press("enter", "d")
        assert house.front == "CardDrawScreen"


async def test_a_table_that_is_not_saved_says_so_all_the_time() -> None:
    """R104."""
    hub = Hub(MemoryStore())
    table = hub.new_table(Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0))
    assert not table.saved
    async with playing(table, hub=hub) as house:
        assert "not saved" in house.lines()[0]
        await house.press("d")
        await house.press("enter")
        assert "not saved" in house.lines()[0]


async def test_a_notice_is_only_text() -> None:
    """R048: toasts too."""
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        for text in HOSTILE:
            house.app.clear_notifications()
            house.app.tell(text)
            await house.pilot.pause(0.1)
            assert clickable(house.app) == []
            assert visible(text)[:6] in normalize("NFC", house.text())
