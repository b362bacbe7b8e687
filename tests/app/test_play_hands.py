"""Everything works with arrows and Enter alone, and with the mouse alone."""

from __future__ import annotations

from textual.pilot import Pilot

from app.widgets.tray import Die
from tests.app.tray_house import House, playing, scripted

ROLL = ((1, 5, 5, 2, 3, 4), (1, 2, 3))


async def test_a_turn_with_arrows_and_enter_alone() -> None:
    """R065."""
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press("enter", "enter")
        assert house.front == "DiceTrayScreen"
        await house.press("down", "enter")
        assert house.picture.choosable == (1, 2, 3, 4, 5, 6)
        await house.press("right", "enter", "right", "space")
        assert house.picture.chosen == {1, 2}
        assert "▸[2]◂" in house.text()
        await house.press("down")
        assert "▸Keep 150" in house.text()
        await house.press("right", "right")
        assert "▸Bank 150" in house.text()
        await house.press("enter")
        assert house.table.state.scores == (150, 0)


async def test_arrows_go_round_and_up_again() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "left", "left")
        assert house.picture.cursor is not None
        assert house.picture.cursor.die == 6
        await house.press("right")
        assert house.picture.cursor.die == 1
        await house.press("down")
        assert house.picture.cursor.button == "all"
        await house.press("up")
        assert house.picture.cursor.die == 1


async def click_die(house: House, number: int) -> None:
    """Click the middle of a die."""
    await house.pilot.click(list(house.tray.query(Die))[number - 1], offset=(4, 3))
    await house.pilot.pause()


async def click_button(house: House, label: str) -> None:
    """Click a button by what it says."""
    pilot: Pilot[None] = house.pilot
    for y, line in reversed(list(enumerate(house.lines()))):
        if f" {label}" in line:
            await pilot.click(offset=(line.index(label) + 1, y))
            await pilot.pause()
            return
    raise AssertionError(f"no {label!r} in\n{house.text()}")


async def test_a_turn_with_the_mouse_alone() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), begun=False) as house:
        await click_button(house, "Begin Ann's turn")
        await click_button(house, "Draw a card")
        await click_button(house, "Go on")
        await click_button(house, "Roll 6 dice")
        await click_die(house, 1)
        await click_die(house, 2)
        await click_die(house, 2)
        await click_die(house, 3)
        assert house.picture.chosen == {1, 3}
        await click_button(house, "Bank 150")
        assert house.table.state.scores == (150, 0)


async def test_the_bottom_line_can_be_clicked() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await click_button(house, "s Scores")
        assert house.front == "ScoreboardScreen"
        await click_button(house, "Esc Close")
        assert house.front == "DiceTrayScreen"


async def test_clicking_where_nothing_is_does_nothing() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        version = house.table.state.version
        for offset in ((0, 0), (79, 23), (40, 1), (70, 20)):
            await house.pilot.click(offset=offset)
        assert house.table.state.version == version
        assert house.front == "DiceTrayScreen"
