"""Tumbling dice: they decide nothing, block nothing, and end on the faces of the table."""

from __future__ import annotations

import random

import pytest

from app.views.tray import LAST_FRAME, MOST, DieShow, tumbled
from app.widgets.tray import Die
from tests.app.tray_house import House, playing, scripted

ROLL = ((1, 5, 5, 2, 3, 4), (2, 2, 3, 4, 6))


def shown_faces(house: House) -> list[int | None]:
    """The faces that the places of the tray show."""
    return [place.show.face if place.show else None for place in house.tray.query(Die)]


async def test_the_dice_come_to_rest_on_the_faces_of_the_table() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), animation=True) as house:
        await house.press("d", "enter")
        await house.pilot.press("r")
        assert house.table.state.version == house.picture.scene.version
        assert house.tumbling() == (1, 2, 3, 4, 5, 6)
        assert "Rolling 6 dice" in house.text()
        assert "[1]" not in house.text()
        await house.pilot.pause(1.2)
        assert house.tumbling() == ()
        assert shown_faces(house) == list(ROLL[0])
        assert "[1]" in house.text()


async def test_any_key_ends_the_tumbling_and_acts() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), animation=True) as house:
        await house.press("d", "enter")
        await house.pilot.press("r")
        await house.pilot.press("1")
        await house.pilot.pause()
        assert house.tumbling() == ()
        assert house.picture.chosen == {1}
        assert shown_faces(house) == list(ROLL[0])


async def test_a_bust_is_not_told_before_its_dice_are_seen() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), animation=True) as house:
        await house.press("d", "enter", "r", "1")
        await house.pilot.press("r")
        assert house.tumbling()
        assert "BUST" not in house.text()
        assert "bust" not in house.text()
        assert "rolls 2 2 3 4 6" not in house.text()
        assert "▶ Ann" in house.lines()[3]
        await house.pilot.pause(1.2)
        assert "BUST! Ann loses 100." in house.text()
        assert "Ann busts and loses 100." in house.text()
        assert "▶ Bo" in house.lines()[3]


async def test_looking_at_a_tumbling_die_uses_no_chance() -> None:
    random.seed(7)
    expected = random.Random(7).random()
    async with playing(scripted(ROLL, ["bonus-300"]), animation=True) as house:
        await house.press("d", "enter", "r")
        await house.pilot.pause(0.5)
    assert random.random() == expected


async def test_without_animation_the_faces_are_there_at_once() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press("d", "enter", "r")
        assert house.tumbling() == ()
        assert shown_faces(house) == list(ROLL[0])


@pytest.mark.parametrize("number", range(1, MOST + 1))
def test_each_die_stops_in_its_turn_on_its_own_face(number: int) -> None:
    for face in range(1, 7):
        die = DieShow(number=number, face=face, status="rolled", tumbling=True)
        seen = [tumbled(die, frame) for frame in range(LAST_FRAME + 1)]
        assert seen[-1].face == face
        assert not seen[-1].tumbling
        assert all(one.face in range(1, 7) for one in seen)
        assert len({one.face for one in seen}) > 2
        rest = [one.tumbling for one in seen]
        assert rest == sorted(rest, reverse=True)
