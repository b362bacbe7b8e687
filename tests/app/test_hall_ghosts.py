"""Seats that nobody plays, and other hands at the same hall."""

from __future__ import annotations

from collections import deque

import pytest

import app.screens.at_hall as at_hall
from app.main import make_app
from app.screens.at_hall import AtHall
from app.screens.hall import HallScreen
from app.tables.hub import Hub
from app.tables.seating import Chair, Hosting
from app.tables.store import MemoryStore
from engine.actions import Roll
from tests.app.hall_house import SECOND, HallHouse, hall_of, rollers, throws, walking
from tests.app.test_play_table import Trouble

MISS = (2, 3, 4)
FOUR = frozenset(range(4))


async def until(house: HallHouse, seen: object, seconds: float = 6) -> None:
    """Wait until a question is answered with yes."""
    for _ in range(int(seconds / 0.05)):
        if seen():  # type: ignore[operator]
            return
        await house.pilot.pause(0.05)
    raise AssertionError(house.text())


async def test_ghosts_are_rolled_for_and_nobody_else_is() -> None:
    table = hall_of(5, dice=[MISS] * 4)
    async with walking(table) as house:
        await house.press("plus", "plus")
        await house.pilot.pause(0.8)
        assert rollers(table) == []  # Eve holds the dice at Table 2, and Eve is a person
        await house.press("2", "r")
        await until(house, lambda: rollers(table) == [4, 5, 6, 7])
        await house.pilot.pause(0.8)
        assert rollers(table) == [4, 5, 6, 7]
        assert "Roll for Eve" in house.text()


async def test_a_ghost_has_the_dice_and_keys_say_so() -> None:
    table = hall_of(5, dice=[MISS] * 4)
    async with walking(table) as house:
        await house.press("minus", "minus", "2", "r", "r")
        assert rollers(table) == [4]
        assert "Ghost 1 holds the dice here; the computer rolls." in house.text()


async def test_rolls_at_all_tables_leave_ghosts_to_themselves() -> None:
    table = hall_of(5, dice=[MISS] * 4)
    async with walking(table) as house:
        await house.press("minus", "minus", "a", "a", "a")
        assert rollers(table) == [0, 4, 1, 2]


async def test_on_to_the_bell_takes_ghosts_along() -> None:
    table = hall_of(5, seed=3)
    async with walking(table) as house:
        await house.finish_round()
        assert house.stage() == "break"
        assert set(rollers(table)) >= {4, 5, 6, 7}


async def test_ghosts_wait_for_the_round_to_be_begun() -> None:
    table = hall_of(5, dice=[MISS] * 4)
    async with walking(table, begun=False) as house:
        table.submit(Roll(seat=4), table.state.version)
        await house.pilot.pause(1)
        assert rollers(table) == [4]
        await house.press("enter")
        await until(house, lambda: len(rollers(table)) == 4)


async def test_the_pace_of_the_ghosts_is_told() -> None:
    async with walking(hall_of(5)) as house:
        await house.press("plus")
        assert "at this pace: fast." in house.text()
        await house.press(*["plus"] * 5)
        assert "at this pace: fastest." in house.text()
        await house.press(*["minus"] * 9)
        assert "at this pace: slow." in house.text()


async def test_two_hosts_of_one_hall_roll_for_a_ghost_once() -> None:
    """Whoever is second finds the seat served; nobody is told about it."""
    table = hall_of(5, dice=[MISS] * 4)
    async with walking(table) as first, walking(table, begun=False) as second:
        await second.press("enter")
        await first.press("2", "r")
        await until(first, lambda: rollers(table) == [4, 5, 6, 7])
        await first.pilot.pause(1)
        assert rollers(table) == [4, 5, 6, 7]
        for house in (first, second):
            assert house.shown.refusal == ""
            assert house.shown.scene.version == table.state.version


async def test_ghosts_rest_after_a_fault_until_a_key_is_pressed() -> None:
    """R104: they do not try and try again."""
    store = Trouble()
    table = hall_of(5, dice=[MISS] * 4, hub=Hub(store))
    async with walking(table) as house:
        await house.press("plus", "plus", "2", "r")
        store.full = True
        await until(house, lambda: "The disk is full" in house.text())
        store.full = False
        rolled = len(rollers(table))
        await house.pilot.pause(0.6)
        assert len(rollers(table)) == rolled
        await house.press("1")
        await until(house, lambda: len(rollers(table)) == 4)


async def test_who_plays_no_seat_here_only_looks_on() -> None:
    table = hall_of(5)
    app = make_app(Hub(MemoryStore()), table=table, animation=False, quiet=0)
    async with app.run_test() as pilot:
        app.push_screen(HallScreen(table, frozenset()))
        await pilot.pause()
        house = HallHouse(app, pilot)
        await house.press("enter", "r", "a", "f", "enter")
        await pilot.pause(0.8)
        assert rollers(table) == []
        assert "Ann rolls at Head." not in house.text()
        assert "Nobody here holds dice now." in house.text()
        await house.press("r")
        assert "Ann rolls at Head." in house.text()


async def test_one_person_spends_an_evening_with_computers() -> None:
    """The hall's tables advance together, whoever sits there."""
    hosting = Hosting(chairs=(Chair(), *(Chair(computer="ada") for _ in range(11))))
    table = hall_of(12, hosting=hosting)
    async with walking(table) as house:
        assert house.shown.seats == {0}
        assert house.shown.ghosts == frozenset(range(1, 12))
        await house.press("plus", "plus")
        await until(house, lambda: len({1, 2, 3} & set(rollers(table))) > 0 or throws(table)[1] > 1)
        assert rollers(table).count(0) == 0, "nobody rolls for the person"
        await house.finish_round()
        assert house.stage() == "break"
        assert 0 in rollers(table)


async def test_a_seat_of_the_hall_is_handed_to_a_computer() -> None:
    table = hall_of(12)
    async with walking(table) as house:
        await house.press("p", "enter", "down", "enter", "escape")
        assert table.seating.computers == {0}
        assert house.shown.ghosts == {0}
        assert 0 not in house.shown.seats


async def test_what_happens_at_another_table_is_no_hindrance() -> None:
    """No table waits for another: a roll chosen before news from elsewhere is still that roll."""
    table = hall_of(dice=[MISS] * 4)
    async with walking(table) as house:
        table.submit(Roll(seat=4), table.state.version)
        house.hall.intend("roll")
        await house.pilot.pause()
        assert rollers(table) == [4, 0]
        assert house.shown.refusal == ""
        assert throws(table) == [1, 1, 0]


async def test_who_was_slower_at_the_same_table_is_told() -> None:
    """R067."""
    table = hall_of(dice=[MISS] * 4)
    async with walking(table) as house:
        table.submit(Roll(seat=0), table.state.version)
        house.hall.intend("roll")
        await house.pilot.pause()
        assert rollers(table) == [0]
        assert "The table has moved on meanwhile" in house.text()


async def test_a_round_that_ends_elsewhere_is_shown_here() -> None:
    table = hall_of(4, dice=[(1, 1, 1)])
    async with walking(table) as house:
        table.submit(Roll(seat=0), table.state.version)
        await house.pilot.pause()
        assert house.stage() == "break"
        assert "Who won" in house.text()


def test_tables_are_served_in_a_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one served comes last, however little time there is."""
    monkeypatch.setattr(at_hall, "BUDGET", 0.0)
    table = hall_of(48, seed=2)
    hall = AtHall(table)
    due: deque[int] = deque()
    everybody = frozenset(range(48))
    for rolled in range(1, 121):
        scene = hall.scene_at(0)
        if not due:
            due.extend(hall.due(scene, everybody))
        happened = hall.serve(scene, due, everybody)
        assert not happened.refusal
        assert len(rollers(table)) == rolled
        if not hall.scene_at(0).bell:
            counts = throws(table)
            assert max(counts) - min(counts) <= 1
        # Now and then a circle is left unfinished and a new one begins.
        if rolled % 5 == 0:
            due.clear()


def test_a_late_duplicate_is_no_roll_and_no_fault() -> None:
    table = hall_of(dice=[MISS] * 4)
    first, second = AtHall(table), AtHall(table)
    scene = second.scene_at(0)
    due = deque([SECOND])
    first.serve(scene, deque([SECOND]), frozenset({4}))
    happened = second.serve(scene, due, frozenset({4}))
    assert rollers(table) == [4]
    assert happened.refusal == ""
    assert len(happened.events) > 0
    assert second.state == table.state


def test_nobody_is_served_when_the_round_is_over() -> None:
    table = hall_of(4, dice=[(1, 1, 1)])
    first, second = AtHall(table), AtHall(table)
    scene = second.scene_at(0)
    first.serve(scene, deque([0]), FOUR)
    happened = second.serve(scene, due := deque([0]), FOUR)
    assert rollers(table) == [0]
    assert not due
    assert second.round_of(happened, second.scene_at(0)) is not None
