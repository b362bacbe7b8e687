"""The end of a game, and the game after it."""

from __future__ import annotations

from app.tables.hub import Hub
from app.tables.recipe import Recipe
from engine.model import Setup
from tests.app.tray_house import House, Kept, playing, scripted

STRAIGHT = ((1, 2, 3, 4, 5, 6),)
HABITS = ("enter", "space", "r", "b", "d", "a", "x", "l", "1", "2", "3", "4", "5", "6", "0", "up")


async def win(house: House) -> None:
    """Ann fills with a straight and banks."""
    await house.press("d", "enter", "r", "a", "b")


async def test_the_winner_the_sheets_and_the_proof_are_shown() -> None:
    hub = Hub(Kept())
    setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), options={"goal": 50}, first=0)
    table = hub.new_table(setup)
    async with playing(table, hub=hub) as house:
        for _ in range(400):
            if house.front == "GameOverScreen":
                break
            await house.press("enter", "d", "r", "a", "b")
        assert house.table.state.over
        text = house.text()
        winner = house.table.setup.seats[house.table.state.winners[0]]
        assert f"{winner} won!" in text
        assert f"diceparlour verify {table.id}" in house.panel()
        assert "NOT FAIR PLAY" not in text


async def test_dice_that_were_given_are_no_fair_play_at_the_end() -> None:
    """R027."""
    async with playing(scripted(STRAIGHT, ["bonus-300"], goal=1500)) as house:
        assert "NOT FAIR PLAY" in house.text()
        await win(house)
        assert house.front == "GameOverScreen"
        assert "This is not fair play." in house.panel()
        assert "verify" not in house.text()


async def test_no_key_of_a_turn_leads_to_a_rematch() -> None:
    hub = Hub(Kept())
    async with playing(scripted(STRAIGHT, ["bonus-300"], goal=1500, hub=hub), hub=hub) as house:
        await win(house)
        for key in HABITS:
            await house.burst(key, key, key)
            assert house.front == "GameOverScreen", key
            assert len(hub.tables()) == 1


async def test_a_rematch_takes_its_own_key_twice() -> None:
    hub = Hub(Kept())
    table = scripted(STRAIGHT, ["bonus-300"], goal=1500, hub=hub)
    async with playing(table, hub=hub) as house:
        await win(house)
        await house.press("n")
        assert "Press n once more" in house.panel()
        assert len(hub.tables()) == 1
        await house.press("n")
        assert house.front == "DiceTrayScreen"
        assert house.table.id != table.id
        assert house.table.setup == table.setup
        assert house.table.fair
        assert house.table.state.scores == (0, 0)


async def test_a_rematch_key_held_down_lays_no_table() -> None:
    hub = Hub(Kept())
    table = scripted(STRAIGHT, ["bonus-300"], goal=1500, hub=hub)
    async with playing(table, hub=hub, quiet=0.3, begun=False) as house:
        await house.pilot.pause(0.7)
        await house.press("enter")
        await win(house)
        await house.burst(*["n"] * 10)
        assert house.front == "GameOverScreen"
        assert len(hub.tables()) == 1


async def test_escape_leads_back_to_the_lobby() -> None:
    hub = Hub(Kept())
    async with playing(scripted(STRAIGHT, ["bonus-300"], goal=1500, hub=hub), hub=hub) as house:
        await win(house)
        await house.press("escape")
        assert house.front == "LobbyScreen"


async def test_a_finished_table_opens_at_its_end() -> None:
    hub = Hub(Kept())
    table = scripted(STRAIGHT, ["bonus-300"], goal=1500, hub=hub)
    async with playing(table, hub=hub) as house:
        await win(house)
    async with playing(table, hub=hub, begun=False) as house:
        assert house.front == "GameOverScreen"
        assert "Ann won!" in house.text()
        await house.press("s")
        assert house.front == "ScoreboardScreen"
        await house.press("escape")
        assert house.front == "GameOverScreen"


async def test_the_end_waits_for_the_last_dice_to_settle() -> None:
    table = scripted(((1, 5, 2, 2, 3, 4), (2, 2, 3, 4)), ["must-bust"], goal=150)
    async with playing(table, animation=True) as house:
        await house.press("d", "enter", "r", "a")
        await house.pilot.press("r")
        assert house.table.state.over
        assert house.front == "DiceTrayScreen"
        await house.pilot.pause(1.0)
        assert house.front == "GameOverScreen"


async def test_five_games_in_a_row_behave_alike() -> None:
    """R022, R106, R110: one bust event and one turn on, every time; no score is carried over."""
    hub = Hub(Kept())
    presets = ("fill-or-bust", "zilch", "spicy-farkel", "fill-or-bust/sheet-000", "pocket-farkel")
    first = scripted((), [], hub=hub)
    async with playing(first, hub=hub) as house:
        for preset in presets:
            setup = Setup(preset=preset, seats=("Ann", "Bo"), first=0)
            recipe = Recipe(
                seed=3,
                dice=((2, 2, 3, 4, 6, 6), (5, 1, 4, 2, 6, 4)),
                cards=("bonus-300", "bonus-300") if "fill" in preset else (),
            )
            house.app.play(hub.new_table(setup, recipe))
            await house.pilot.pause()
            await house.press("enter")
            cards = house.picture.scene.pile is not None
            await house.press(*(("d", "enter", "r") if cards else ("r",)))
            kinds = [event.kind for event in house.table.events]
            assert kinds.count("busted") == 1
            assert kinds.count("turn_ended") == 1
            assert house.stage() == "handover"
            await house.press("enter")
            assert house.picture.scene.viewer == 1
            await house.press(
                *(("d", "enter", "r", "a", "enter") if cards else ("r", "a", "enter"))
            )
            turn = house.picture.scene.turn
            assert turn is not None
            assert turn.points == 150
            assert house.table.state.scores == (0, 0)
        assert len(house.app.screen_stack) == 2
