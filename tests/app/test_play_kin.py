"""What the kin of the first game bring to the tray: joining, challenges, red faces, leftovers."""

from __future__ import annotations

import pytest

from tests.app.tray_house import House, playing, scripted

SIZES = ((40, 16), (40, 24), (80, 24), (120, 36))
ON_BOARD = (2000, 1000, 3000)
THREE = ("Ann", "Bo", "Cy")


def words(house: House) -> list[str]:
    """The words under the dice, from left to right."""
    rows = [line.split() for line in house.lines()]
    return next((row for row in rows if {"HELD", "HELD+", "joins", "red"} & set(row)), [])


@pytest.mark.parametrize("size", SIZES)
async def test_pyramiding_shows_what_a_die_would_join(size: tuple[int, int]) -> None:
    """ZIL-14: which new dice build, and which frozen ones they build on."""
    dice = [(5, 1, 3, 3, 4, 6), (5, 5, 2, 3)]
    table = scripted(dice, preset="zilch", pyramiding=True, scores=(1000, 1000))
    async with playing(table, size) as house:
        await house.press("r", "1", "2", "r")
        assert words(house)[:4] == ["HELD+", "HELD", "joins", "joins"]
        await house.press("a")
        assert "5 5 is worth 450. At risk then: 600." in " ".join(house.text().split())
        await house.press("enter")
        assert "joins" not in house.text()
        assert "HELD+" not in house.text()


async def test_without_the_option_nothing_joins() -> None:
    dice = [(5, 1, 3, 3, 4, 6), (5, 5, 2, 3)]
    async with playing(scripted(dice, preset="zilch", scores=(1000, 1000))) as house:
        await house.press("r", "1", "2", "r")
        assert words(house) == ["HELD", "HELD"]


@pytest.mark.parametrize("size", SIZES)
async def test_a_challenge_is_announced_and_in_sight_all_turn_long(size: tuple[int, int]) -> None:
    """ZIL-15: before the first roll, to everybody, until the turn is over."""
    dice = [(5, 2, 3, 3, 4, 6), (1, 1, 1, 3, 4)]
    table = scripted(dice, names=THREE, preset="zilch", challenge=True, scores=ON_BOARD)
    async with playing(table, size) as house:
        await house.press("v")
        assert "Challenge whom?" in house.panel()
        await house.press("down", "enter")
        assert table.events[-1].kind == "challenged"
        head = house.lines()[:6]
        for key in ("r", "1", "r", "a", "enter"):
            head = house.lines()[:6]
            assert any("Ann challenges Cy" in line for line in head), (key, house.text())
            await house.press(key)
        assert any("Ann challenges Cy" in line for line in head)
        await house.press("b")
        assert table.state.scores == (3050, 1000, 1950)
        await house.press("enter")
        assert not any("Ann challenges" in line for line in house.lines()[:5])


async def test_a_challenge_can_be_left_and_is_not_possible_after_the_first_roll() -> None:
    dice = [(5, 2, 3, 3, 4, 6)]
    table = scripted(dice, names=THREE, preset="zilch", challenge=True, scores=ON_BOARD)
    async with playing(table) as house:
        await house.press("v", "escape")
        assert house.front == "DiceTrayScreen"
        await house.press("r", "v")
        assert house.front == "DiceTrayScreen"
        assert house.picture.refusal
        assert "challenged" not in {event.kind for event in table.events}


@pytest.mark.parametrize("size", SIZES)
async def test_red_faces_have_a_sign_and_a_word_and_double(size: tuple[int, int]) -> None:
    """SPF-1, SPF-8: die k shows its face k in red."""
    async with playing(scripted([(1, 5, 3, 2, 2, 6)], preset="spicy-farkel"), size) as house:
        await house.press("r")
        assert words(house) == ["red", "red", "red"]
        assert house.text().count("✦") == 3
        await house.press("1")
        assert house.text().count("✦") == 3
        assert "1 is worth 200." in house.text()


@pytest.mark.parametrize("size", SIZES)
async def test_leftovers_are_offered_and_taken(size: tuple[int, int]) -> None:
    """SPF-7: the dice that the player before did not set aside, and 1,000 more if they score."""
    dice = [(1, 5, 3, 2, 2, 6), (5, 2, 3, 4)]
    async with playing(scripted(dice, preset="spicy-farkel"), size) as house:
        await house.press("r", "1", "2", "b", "enter")
        said = " ".join(house.text().split())
        assert "Roll 6 dice, or take the 4 dice" in said
        assert "Take 4 dice l" in said
        assert "l Leftovers" in said
        await house.press("l")
        turn = house.picture.scene.turn
        assert turn is not None
        assert [die.number for die in turn.dice if die.status == "ready"] == [3, 4, 5, 6]
        await house.press("r")
        assert "At risk 1,000" in house.text()
        await house.press("a", "b")
        assert house.table.state.scores == (300, 1050)


async def test_long_numbers_fit_into_the_narrowest_window() -> None:
    table = scripted([(1, 1, 1, 2, 3, 4)], preset="zilch", scores=(12000, 14950))
    async with playing(table, (40, 24)) as house:
        await house.press("r", "a")
        assert "At risk 0 +1,000  12,000 → 13,000" in house.text()
