"""Computer players at the table: they play by themselves, and people see and steer it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest

from app.screens import coach
from app.screens.seats import SeatsScreen
from app.tables import steward
from app.tables.hub import Hub
from app.tables.place import HOME_VARIABLE
from app.tables.recipe import Recipe
from app.tables.seating import PACES, USUAL_PACE, Chair, Hosting
from app.tables.table import Table
from app.tables.wins import win_table_of
from engine.model import Setup
from tests.app.tray_house import House, Kept, playing

FILL = (1, 1, 1, 2, 3, 4)


def table_of(hub: Hub, *computers: str, dice: tuple[tuple[int, ...], ...] = (FILL,)) -> Table:
    """A table at which these computer players sit, "" for a person; the first seat begins."""
    chairs = tuple(Chair(computer=name) for name in computers)
    names = tuple(name.title() or f"Person {at}" for at, name in enumerate(computers))
    setup = Setup(preset="zilch", seats=names, first=0)
    recipe = Recipe(seed=5, dice=dice)
    return hub.new_table(setup, recipe, hosting=Hosting(chairs=chairs))


async def until(house: House, holds: Callable[[], bool]) -> None:
    """Wait for the house to come to it."""
    end = monotonic() + 60
    while monotonic() < end:
        if holds():
            return
        await house.pilot.pause(0.02)
    raise AssertionError(house.text())


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players who do not take their time."""
    monkeypatch.setattr(steward, "PACES", (0.02,) * len(PACES))


@pytest.mark.usefixtures("quick")
async def test_a_computer_plays_its_turn_and_a_person_begins_their_own() -> None:
    hub = Hub(Kept())
    async with playing(table_of(hub, "ada", ""), hub=hub, begun=False) as house:
        await until(house, lambda: house.table.state.to_act == {1})
        await until(house, lambda: house.stage() == "handover")
        said = house.text()
        assert "Ada banks" in said, said
        assert "Person 1: press Enter to begin." in said
        assert house.table.scene(None).seats[0].computer
        await house.press("enter")
        assert house.stage() == "play"
        assert house.picture.scene.viewer == 1


async def test_nobody_presses_a_key_for_a_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steward, "PACES", (1.0,) * len(PACES))
    hub = Hub(Kept())
    async with playing(table_of(hub, "", "ada"), hub=hub) as house:
        await house.press("r", "a", "b")
        assert house.table.state.to_act == {1}, house.text()
        before = house.table.entries
        await house.press("r", "enter", "b", "space")
        assert house.table.entries == before
        monkeypatch.setattr(steward, "PACES", (0.02,) * len(PACES))
        await until(house, lambda: house.table.state.to_act == {0})
        seats = {event.seat for event in house.table.events if event.kind == "kept"}
        assert seats == {0, 1}
        assert house.table.entries > before
        await until(house, lambda: "Person 0: press Enter to begin." in house.text())


async def test_a_seat_is_handed_to_a_computer_and_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steward, "PACES", (60.0,) * len(PACES))
    hub = Hub(Kept())
    async with playing(table_of(hub, "", ""), hub=hub, size=(80, 30)) as house:
        await house.press("p")
        assert isinstance(house.app.screen, SeatsScreen)
        assert house.text().count("played here") == 2
        await house.press("enter")
        assert "Who plays for Person 0?" in house.text()
        await house.press("down", "enter")
        assert house.table.seating.chairs[0].computer == "pip"
        assert "Pip plays" in house.text()
        await house.press("escape")
        assert house.front == "DiceTrayScreen"
        assert house.picture.scene.seats[0].computer
        assert not house.tray.bar, "the person has nothing to press in the computer's turn"
        await house.press("p", "enter", "home", "enter", "escape")
        assert house.table.seating.chairs[0] == Chair()
        assert [note.kind for note in house.table.notes] == ["computer", "returned"]
        assert house.picture.scene.may("roll")


async def test_the_pace_of_computers_is_changed_by_key() -> None:
    hub = Hub(Kept())
    async with playing(table_of(hub, "", "ada"), hub=hub) as house:
        await house.press("p")
        assert "+ Faster  - Slower" in house.lines()[-1]
        await house.press("plus")
        assert house.table.seating.pace == USUAL_PACE + 1
        assert "The computer players are quick." in house.text()
        await house.press("minus", "minus", "minus", "minus")
        assert house.table.seating.pace == 0
        assert "The computer players take their time." in house.text()


async def test_without_computers_there_is_no_pace_to_change() -> None:
    hub = Hub(Kept())
    async with playing(table_of(hub, "", ""), hub=hub) as house:
        await house.press("p")
        assert "Faster" not in house.lines()[-1]
        await house.press("plus")
        assert not house.table.notes
        assert "No computer player sits at this table." in house.text()


async def test_the_scoreboard_tells_computers_from_people() -> None:
    hub = Hub(Kept())
    async with playing(table_of(hub, "", "ada"), hub=hub, size=(120, 36)) as house:
        await house.press("s")
        assert "Ada (computer)" in house.panel()
        assert "Person 0 (computer)" not in house.panel()


@pytest.mark.usefixtures("quick")
async def test_a_table_of_computers_only_is_watched_to_its_end() -> None:
    hub = Hub(Kept())
    setup = Setup(preset="zilch-5000", seats=("Ada", "Max"), first=0, scores=(4600, 4600))
    hosting = Hosting(chairs=(Chair(computer="ada"), Chair(computer="max")))
    table = hub.new_table(setup, Recipe(seed=2), hosting=hosting)
    async with playing(table, hub=hub) as house:
        await until(house, lambda: table.state.over)
        await until(house, lambda: house.front == "GameOverScreen")


@pytest.mark.solves
async def test_house_rules_are_solved_beside_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr(coach, "BEFOREHAND", 0.01)
    hub = Hub(Kept())
    options = {"goal": 600, "entry_min": 300, "bank_min": 300}
    setup = Setup(preset="zilch-5000", seats=("Ann", "Bo"), first=0, options=options)
    table = hub.new_table(setup, Recipe(seed=1))
    async with playing(table, (120, 36), hub=hub) as house:
        assert win_table_of(table.state) is None
        await house.press("c")
        await until(house, lambda: house.picture.solving is not None)
        assert "solving ▱" in house.text() or "solving ▰" in house.text()
        await until(house, lambda: house.picture.solving is None)
        assert win_table_of(table.state) is not None
        assert "solving" not in house.text()
