"""One keyboard, several players: no key of one turn acts in the next."""

from __future__ import annotations

import pytest

from app.views.guard import Guard
from tests.app.tray_house import BO, playing, scripted

BUST = ((2, 2, 3, 4, 6, 6), (1, 2, 3, 4, 6, 6))
HABITS = ("1", "2", "3", "4", "5", "6", "0", "a", "r", "b", "d", "x", "l", "v")


async def test_a_bust_stays_in_sight_until_the_next_player_begins() -> None:
    """R011, R024: the dice and a plain banner, and who is next."""
    async with playing(scripted(BUST, ["bonus-300", "bonus-400"])) as house:
        await house.press("d", "enter", "r")
        assert house.stage() == "handover"
        assert [die.face for die in house.picture.dice] == list(BUST[0])
        text = house.text()
        assert "BUST! Ann had nothing to lose." in text
        assert "Bo is next." in text
        assert "Bo: press Enter to begin." in text
        await house.press("enter")
        assert house.stage() == "play"
        assert "BUST" not in "\n".join(house.lines()[:4])
        assert "Bo's turn" in house.text()
        assert all(die.face is None for die in house.picture.dice)


async def test_a_bust_says_what_is_lost() -> None:
    table = scripted(((1, 2, 2, 3, 4, 6), (2, 2, 3, 4, 6)), ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "1", "r")
        assert "BUST! Ann loses 100." in house.text()


async def test_habit_keys_do_nothing_for_the_next_player() -> None:
    """R023, R024, R061."""
    async with playing(scripted(BUST, ["bonus-300", "bonus-400"])) as house:
        await house.press("d", "enter", "r")
        version = house.table.state.version
        for key in HABITS:
            await house.burst(key, key, key)
            assert house.table.state.version == version, key
            assert house.stage() == "handover"
            assert house.picture.chosen == frozenset()


async def test_banking_twice_does_not_skip_the_next_player() -> None:
    """R059."""
    table = scripted(((1, 5, 5, 2, 3, 4),), ["bonus-300", "bonus-400"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "a")
        await house.burst("b", "b", "b", "r", "d")
        assert house.table.state.scores == (200, 0)
        assert house.table.state.to_act == {BO}
        assert [event.kind for event in house.table.events].count("turn_ended") == 1
        await house.press("enter")
        assert house.picture.scene.viewer == BO


@pytest.mark.parametrize("presses", [2, 3, 8])
async def test_roll_pressed_again_and_again_rolls_once(presses: int) -> None:
    """R058, R060."""
    table = scripted(((1, 2, 2, 3, 4, 6),), ["bonus-300"])
    async with playing(table, animation=True) as house:
        await house.press("d", "enter")
        await house.burst(*["r"] * presses)
        assert [event.kind for event in house.table.events].count("rolled") == 1


async def test_key_and_click_together_roll_once() -> None:
    """R058."""
    table = scripted(((1, 2, 2, 3, 4, 6),), ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter")
        bar = house.app.screen.query_one("ActionBar")
        await house.pilot.click(bar, offset=(3, 0))
        await house.burst("r")
        assert [event.kind for event in house.table.events].count("rolled") == 1


async def test_a_held_key_never_begins_a_turn() -> None:
    """R060: only after a silence may Enter begin the next turn."""
    table = scripted(BUST, ["bonus-300", "bonus-400"])
    async with playing(table, quiet=0.3, begun=False) as house:
        await house.pilot.pause(0.7)
        await house.press("enter")
        assert house.stage() == "play"
        await house.press("d", "enter", "r")
        await house.burst(*["enter"] * 12)
        assert house.stage() == "handover"
        await house.pilot.pause(0.75)
        await house.press("enter")
        assert house.stage() == "play"


async def test_space_and_a_click_begin_too() -> None:
    for begin in ("space", "click"):
        async with playing(scripted(BUST, ["bonus-300", "bonus-400"])) as house:
            await house.press("d", "enter", "r")
            if begin == "click":
                await house.pilot.click("ActionBar", offset=(4, 0))
                await house.pilot.pause()
            else:
                await house.press(begin)
            assert house.stage() == "play"


async def test_looking_around_is_possible_between_turns() -> None:
    async with playing(scripted(BUST, ["bonus-300", "bonus-400"])) as house:
        await house.press("d", "enter", "r", "s")
        assert house.front == "ScoreboardScreen"
        await house.press("escape", "question_mark")
        assert house.front == "HelpScreen"
        await house.press("escape")
        assert house.stage() == "handover"


def repeats(guard: Guard, key: str, start: float, delay: float, count: int) -> list[bool]:
    """What a key held down meets: first a pause, then one event every 33 ms."""
    times = [start, *(start + delay + step * 0.033 for step in range(count))]
    answers = []
    for now in times:
        guard.hear(key, now)
        answers.append(guard.may_begin())
    return answers


@pytest.mark.parametrize("delay", [0.2, 0.25, 0.5, 0.66, 0.8])
def test_no_usual_repeat_rate_gets_past_the_guard(delay: float) -> None:
    guard = Guard(0.4)
    guard.hear("enter", 10.0)
    guard.close(10.0)
    assert not any(repeats(guard, "enter", 10.0 + delay, 0.033, 60))


def test_the_guard_opens_after_a_silence() -> None:
    guard = Guard(0.4)
    guard.hear("b", 10.0)
    guard.close(10.0)
    guard.hear("enter", 10.3)
    assert not guard.may_begin()
    guard.hear("enter", 10.6)
    assert not guard.may_begin()
    guard.hear("enter", 11.6)
    assert guard.may_begin()


def test_a_key_pressed_again_and_again_begins_in_the_end() -> None:
    guard = Guard(0.4)
    guard.hear("enter", 10.0)
    guard.close(10.0)
    guard.hear("enter", 10.6)
    assert not guard.may_begin(), "it may still be held down"
    guard.hear("enter", 11.2)
    assert guard.may_begin()


@pytest.mark.parametrize("delay", [0.25, 0.5, 0.8])
def test_a_key_held_down_from_just_after_the_end_begins_nothing(delay: float) -> None:
    guard = Guard(0.4)
    guard.hear("b", 10.0)
    guard.close(10.0)
    assert not any(repeats(guard, "enter", 10.1, delay, 60))


def test_another_key_needs_only_the_short_silence() -> None:
    guard = Guard(0.4)
    guard.hear("b", 10.0)
    guard.close(10.0)
    guard.hear("enter", 10.45)
    assert guard.may_begin()


async def test_no_dice_ends_the_turn_in_plain_sight() -> None:
    async with playing(scripted((), ["no-dice", "bonus-300"])) as house:
        await house.press("d")
        assert house.front == "CardDrawScreen"
        assert "No Dice" in house.text()
        await house.press("enter")
        assert house.stage() == "handover"
        assert "Bo: press Enter to begin." in house.text()
        assert house.tray.banner.tone == "bad", "a turn that brought nothing is no success"
        await house.press("enter", "d")
        assert "Bonus 300" in house.text()


async def test_enter_that_closes_the_card_does_not_begin_the_next_turn() -> None:
    async with playing(scripted((), ["no-dice", "bonus-300"]), quiet=0.3, begun=False) as house:
        await house.pilot.pause(0.7)
        await house.press("enter", "d")
        house.tray.guard.quiet = 60.0
        await house.burst("enter", "enter", "enter")
        assert house.stage() == "handover"
