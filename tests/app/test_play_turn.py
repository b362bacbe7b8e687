"""A turn by keys: choosing, keeping, rolling, banking, and what is refused."""

from __future__ import annotations

import pytest

from engine.actions import Draw, Keep, Roll
from tests.app.tray_house import playing, scripted

ONES_AND_FIVES = ((1, 5, 5, 2, 3, 4),)


async def test_choosing_says_what_it_is_worth_before_anything_is_kept() -> None:
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "1", "2")
        assert house.picture.chosen == {1, 2}
        assert house.table.scene(0).turn is not None
        assert "1 5 is worth 150. At risk then: 150." in house.text()
        assert "Keep 150  Enter" in house.text()
        assert "Roll 4 dice  r" in house.text()
        assert "Bank 150 → 150  b" in house.text()
        await house.press("2")
        assert "1 is worth 100." in house.text()
        assert not any(event.kind == "kept" for event in house.table.events)


async def test_enter_keeps_and_the_dice_are_held() -> None:
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "1", "enter")
        turn = house.picture.scene.turn
        assert turn is not None
        assert [die.number for die in turn.dice if die.status == "held"] == [1]
        assert house.text().count("HELD") == 1
        assert "1 die held" in house.text()
        assert "At risk 100" in house.text()


@pytest.mark.parametrize("before", [(), ("2",), ("1", "2"), ("4",), ("4", "5", "6")])
async def test_take_all_is_the_same_whatever_was_chosen_before(before: tuple[str, ...]) -> None:
    """R014."""
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", *before, "a")
        assert house.picture.chosen == {1, 2, 3}
        await house.press("enter")
        turn = house.picture.scene.turn
        assert turn is not None
        assert turn.points == 200


@pytest.mark.parametrize("key", ["b", "r", "enter", "d"])
async def test_nothing_goes_on_before_a_die_is_chosen(key: str) -> None:
    """R012, R015: after every roll the choice is empty, and nothing is banked or rolled."""
    table = scripted(((1, 2, 2, 3, 4, 6), (1, 2, 3, 4, 6)), ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "1", "r")
        assert house.picture.chosen == frozenset()
        version = house.table.state.version
        await house.press(key)
        assert house.table.state.version == version
        assert house.picture.refusal
        assert house.picture.refusal in house.text()


@pytest.mark.parametrize("key", ["b", "r", "enter"])
async def test_a_die_that_does_not_score_loses_nothing(key: str) -> None:
    """R013, R016: the choice stays, the refusal names the die."""
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "1", "5")
        version = house.table.state.version
        await house.press(key)
        assert house.table.state.version == version
        assert house.picture.chosen == {1, 5}
        assert "3" in house.picture.refusal
        assert house.picture.refusal in house.text()


async def test_what_cannot_follow_a_keep_is_refused_before_the_keep() -> None:
    """R013: with Fill 1000 there is no bank before the fill, so the dice stay in hand."""
    async with playing(scripted(ONES_AND_FIVES, ["fill-1000"])) as house:
        await house.press("d", "enter", "r", "1")
        version = house.table.state.version
        assert "Bank" not in house.text()
        await house.press("b")
        assert house.table.state.version == version
        assert house.picture.chosen == {1}
        assert "Fill 1000" in house.picture.refusal


async def test_a_refusal_goes_away_with_the_next_good_action() -> None:
    """R118."""
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "r")
        refusal = house.picture.refusal
        assert refusal
        assert refusal in house.text()
        await house.press("1")
        assert refusal not in house.text()
        assert not house.picture.refusal


async def test_keep_and_roll_in_one_key_keeps_first() -> None:
    table = scripted(((1, 2, 2, 3, 4, 6), (1, 2, 3, 4, 6)), ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "1", "r")
        kinds = [event.kind for event in house.table.events]
        assert kinds[-2:] == ["kept", "rolled"]
        assert "Roll 2" in house.text()


async def test_keep_and_bank_in_one_key() -> None:
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "a", "b")
        assert house.table.state.scores == (200, 0)
        assert "Ann banks 200 and has 200." in house.text()


async def test_equal_faces_rolled_again_are_seen_to_be_a_new_roll() -> None:
    """R096: the counter, the log and the marks change."""
    table = scripted(((1, 2, 2, 3, 4, 6), (2, 2, 3, 4, 1)), ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "1")
        before = house.text()
        await house.press("r")
        after = house.text()
        assert "Roll 1" in before
        assert "Roll 2" in after
        assert "KEEP" in before
        assert "KEEP" not in after
        assert before.count("rolls") + 1 == after.count("rolls")


async def test_a_fill_offers_the_bonus_and_a_new_card() -> None:
    """R026."""
    table = scripted(((1, 2, 3, 4, 5, 6),), ["bonus-300", "bonus-400"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "a")
        assert "uses all the dice" in house.text()
        assert "Bank 1,800" in house.text()
        assert "Draw a card  d" in house.text()
        await house.press("d")
        assert house.front == "CardDrawScreen"
        assert "Bonus 400" in house.text()


async def test_two_dice_of_one_number_key_are_never_counted_twice() -> None:
    async with playing(scripted(ONES_AND_FIVES, ["bonus-300"])) as house:
        await house.press("d", "enter", "r")
        await house.burst("2", "2", "2", "a", "a")
        assert house.picture.chosen == {1, 2, 3}


async def test_dice_that_are_held_cannot_be_chosen() -> None:
    table = scripted(((1, 2, 2, 3, 4, 6), (1, 2, 3, 4, 6)), ["bonus-300"])
    async with playing(table) as house:
        await house.press("d", "enter", "r", "1", "r", "1")
        assert house.picture.chosen == frozenset()
        assert "Die 1 is not in this roll." in house.text()


async def test_must_bust_runs_through_many_fills() -> None:
    """R021: fifty fills, and the screen still answers."""
    straights = [(1, 2, 3, 4, 5, 6)] * 50
    table = scripted([*straights, (2, 2, 3, 3, 4, 6)], ["must-bust"], goal=1_000_000)
    table.submit(Draw(seat=0), table.state.version)
    for _ in range(45):
        table.submit(Roll(seat=0), table.state.version)
        table.submit(Keep(seat=0, dice=(1, 2, 3, 4, 5, 6)), table.state.version)
    async with playing(table) as house:
        for _ in range(5):
            await house.burst("r", "a", "enter")
        await house.press("r")
        assert house.table.state.scores == (75_000, 0)
        assert "BUST! Ann banks 75,000 and has 75,000." in house.text()
        assert len(house.picture.log) <= 200
