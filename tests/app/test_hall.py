"""The hall by keys: rolls at one table and at all, the bell, the round, the evening."""

from __future__ import annotations

from app import keys
from app.screens.house import HOUSE_INTENTS
from app.tables.hub import Hub
from app.tables.store import MemoryStore
from engine import registry
from engine.actions import Roll
from engine.model import Setup
from tests.app.hall_house import HEAD, SECOND, THIRD, hall_of, rollers, throws, walking
from tests.app.test_play_table import Trouble
from tests.app.tray_house import playing

ONE, MISS, MINI, BUNCO = (1, 2, 3), (2, 3, 4), (4, 4, 4), (1, 1, 1)
"""Rolls of the first round."""


async def test_a_game_with_tables_opens_in_the_hall_and_others_on_the_tray() -> None:
    for name, game in registry.presets().items():
        seats = tuple(f"P{n}" for n in range(game.min_seats))
        table = Hub(MemoryStore()).new_table(Setup(preset=name, seats=seats))
        async with playing(table, begun=False) as house:
            wanted = "HallScreen" if table.scene(None).tables else "DiceTrayScreen"
            assert house.front == wanted, name


async def test_who_sits_where_is_shown_before_the_first_roll() -> None:
    hub = Hub(MemoryStore())
    table = hub.new_table(Setup(preset="bunco", seats=("Ann", "Bo", "Cy", "Di", "Eve")))
    async with walking(table, begun=False) as house:
        text = house.text()
        assert "Who sits where" in text
        names = [seat.name for seat in table.scene(None).seats]
        for view in table.scene(None).tables:
            row = next(line for line in house.lines() if line.startswith(f"  {view.name} "))
            assert all(names[seat] in row for seat in view.seats)
            first, second = view.teams
            partners = f"{names[first[0]]} & {names[first[1]]}"
            assert f"{partners} " in row
            assert row.index(partners) < row.index("against") < row.index(names[second[0]])
        assert table.commitment in text.replace("\n", "").replace(" ", "")
        await house.press("r", "a", "f", "1")
        assert rollers(table) == []
        assert "Press Enter to begin." in house.text()
        await house.press("enter")
        assert "Who sits where" not in house.text()


async def test_one_key_rolls_for_the_table_in_view() -> None:
    table = hall_of(dice=[ONE, MISS])
    async with walking(table) as house:
        await house.press("r")
        assert throws(table) == [1, 0, 0]
        assert "Ann rolled 1 2 3 for 1" in house.text()
        assert "Ann rolls on; 1 so far in this turn." in house.text()
        assert "Roll for Ann  r" in house.text()
        await house.press("r")
        assert "Ann rolled 2 3 4: no score" in house.text()
        assert "Roll for Bo  r" in house.text()
        assert house.shown.at == HEAD


async def test_one_key_rolls_once_at_every_table() -> None:
    table = hall_of(dice=[ONE, MISS, MINI])
    async with walking(table) as house:
        await house.press("a")
        assert throws(table) == [1, 1, 1]
        assert rollers(table) == [0, 4, 8]
        floor = [" ".join(line.split()) for line in house.lines()]
        assert "▸ 1 Head 1 : 0 ▶ Ann 1 2 3 +1" in floor
        assert "2 Table 2 0 : 0 ▶ Flo 2 3 4 no score" in floor
        assert "3 Table 3 5 : 0 ▶ Ida 4 4 4 +5 three of a kind" in floor


async def test_many_tables_are_all_served_by_one_press() -> None:
    table = hall_of(48)
    async with walking(table) as house:
        await house.press("a")
        for _ in range(100):
            await house.pilot.pause(0.02)
            if sum(throws(table)) == 12:
                break
        await house.pilot.pause(0.1)
        assert throws(table) == [1] * 12


async def test_enter_goes_round_the_hall() -> None:
    table = hall_of(dice=[MISS] * 20)
    async with walking(table) as house:
        seen = []
        for key in ("enter", "space", "enter", "enter"):
            await house.press(key)
            seen.append(house.shown.at)
        assert seen == [HEAD, SECOND, THIRD, HEAD]
        assert throws(table) == [2, 1, 1]
        await house.press("up", "enter")
        assert house.shown.at == THIRD
        assert throws(table) == [2, 1, 2]


async def test_arrows_numbers_and_the_mouse_bring_a_table_into_view() -> None:
    table = hall_of()
    async with walking(table) as house:
        for key, wanted in (("down", 1), ("right", 2), ("down", 0), ("left", 2), ("2", 1)):
            await house.press(key)
            assert house.shown.at == wanted
            assert f"▸ {wanted + 1}" in house.text()
        row = next(y for y, line in enumerate(house.lines()) if "3 Table 3" in line)
        await house.pilot.click(offset=(12, row))
        await house.pilot.pause()
        assert house.shown.at == THIRD
        await house.press("9")
        assert house.shown.at == THIRD
        assert "There are 3 tables here." in house.text()
        assert rollers(table) == []


async def test_buttons_and_the_footer_do_what_their_keys_do() -> None:
    table = hall_of()
    async with walking(table) as house:
        for said in ("Roll for Ann", "All tables", "a All tables"):
            y = next(y for y, line in enumerate(house.lines()) if said in line)
            await house.pilot.click(offset=(house.lines()[y].index(said) + 1, y))
            await house.pilot.pause()
        assert throws(table) == [3, 2, 2]


async def test_on_to_the_bell_and_on_to_the_end_of_the_round() -> None:
    table = hall_of()
    async with walking(table) as house:
        await house.press(*["plus"] * 4, "f")
        await house.until_still()
        assert table.scene(None).bell
        assert "The bell has rung." in house.text()
        assert "Finish the round" in house.text()
        ring = [event.kind for event in table.events].count("bell")
        assert ring == 1
        await house.press("f")
        await house.until_still()
        assert house.stage() == "break"
        assert [event.kind for event in table.events].count("round_ended") == 1


async def test_all_tables_are_served_alike_until_the_bell() -> None:
    table = hall_of(48, seed=5)
    async with walking(table) as house:
        await house.press(*["plus"] * 4, "f")
        for _ in range(12):
            await house.pilot.pause(0.05)
            if table.scene(None).bell:
                break
            counts = throws(table)
            assert max(counts) - min(counts) <= 1
            assert house.shown.running
        assert sum(throws(table)) > 24


STOPPING = ("r", "a", "f", "enter", "space", "escape", "z", "up", "1", "s", "f5", "tab")


async def test_any_key_stops_what_runs_and_does_nothing_else() -> None:
    table = hall_of()
    async with walking(table) as house:
        await house.press("minus", "minus")
        for key in STOPPING:
            rolled = len(rollers(table))
            await house.press("f")
            assert house.shown.running, key
            assert len(rollers(table)) > rolled
            rolled = len(rollers(table))
            await house.press(key)
            assert not house.shown.running, key
            assert house.front == "HallScreen"
            assert house.shown.at == HEAD
            await house.pilot.pause(0.2)
            assert len(rollers(table)) == rolled


async def test_what_runs_can_be_paced_and_stopped_by_the_mouse() -> None:
    table = hall_of()
    async with walking(table) as house:
        await house.press("minus", "minus", "f")
        await house.press("plus", "minus")
        assert house.shown.running
        assert "Rolling, slow" in house.text()
        await house.pilot.click(offset=(30, 6))
        await house.pilot.pause()
        assert not house.shown.running
        await house.press("f")
        y = next(y for y, line in enumerate(house.lines()) if " Stop " in line)
        await house.pilot.click(offset=(4, y))
        await house.pilot.pause()
        assert not house.shown.running


async def test_the_keys_of_the_house_work_while_tables_run() -> None:
    table = hall_of()
    async with walking(table) as house:
        await house.press("minus", "minus", "f", "question_mark")
        assert house.front == "HelpScreen"
        assert not house.shown.running


async def test_a_double_press_rolls_once() -> None:
    for key in ("r", "a", "enter"):
        table = hall_of()
        async with walking(table, quiet=0.2, begun=False) as house:
            await house.pilot.pause(0.6)
            await house.press("enter")
            assert house.stage() == "play"
            await house.pilot.pause(0.3)
            await house.burst(key, key)
            assert set(throws(table)) <= {0, 1}
            assert sum(throws(table)) == (3 if key == "a" else 1)


async def test_dice_in_the_air_tell_nothing_and_a_key_lays_them_down() -> None:
    table = hall_of(dice=[BUNCO, MISS])
    async with walking(table, animation=True) as house:
        await house.pilot.press("r")
        assert house.shown.tumbling
        assert "Bunco" not in house.text().split("\n", 1)[1]
        assert "+21" not in house.text()
        await house.pilot.press("r")
        await house.pilot.pause()
        assert throws(table) == [1, 0, 0]
        assert "Ann rolled 1 1 1 for 21: Bunco!" in house.text()


async def test_dice_come_to_rest_by_themselves() -> None:
    table = hall_of(dice=[ONE])
    async with walking(table, animation=True) as house:
        await house.pilot.press("r")
        await house.pilot.pause(0.9)
        assert not house.shown.tumbling
        assert "Ann rolled 1 2 3 for 1" in house.text()


# Ann rings the bell; Table 2 and 3 finish the turn at hand: Gus scores 1, Kit 5.
ROUND = [BUNCO, (1, 2, 2), MISS, MINI, MISS]


async def test_the_end_of_a_round_shows_who_won_and_who_moves() -> None:
    table = hall_of(dice=ROUND)
    async with walking(table) as house:
        await house.press("r", "2", "r", "r", "3", "r", "r")
        assert house.stage() == "break"
        rows = [" ".join(line.split()) for line in house.lines()]
        for said in (
            "Next: Round 2 of 6: roll 2s.",
            "Head ★ Ann & Cy 21",
            "Bo & Di 0 → Table 3",
            "Table 2 ★ Eve & Gus 1 → Head",
            "Flo & Hal 0",
            "Table 3 ★ Ida & Kit 5 → Table 2",
            "Head Ann & Eve against Cy & Gus",
            "Table 2 Flo & Ida against Hal & Kit",
            "Table 3 Jo & Bo against Lou & Di",
        ):
            assert said in rows, rows
        await house.press("r", "a", "f")
        assert len(rollers(table)) == len(ROUND)
        await house.press("enter")
        assert house.stage() == "play"
        assert house.in_view.seats == (0, 2, 4, 6)


async def test_one_table_alone_tells_who_takes_which_chair() -> None:
    table = hall_of(4, dice=[BUNCO])
    async with walking(table) as house:
        await house.press("r")
        assert "Bo → chair 3 · Cy → chair 4 · Di → chair 2" in house.text()


async def test_habit_keys_begin_no_round() -> None:
    table = hall_of(4, dice=[BUNCO])
    async with walking(table, quiet=0.3, begun=False) as house:
        await house.pilot.pause(0.8)
        await house.press("enter")
        await house.pilot.pause(0.4)
        await house.press("enter")
        assert house.stage() == "break"
        await house.burst("enter", "enter", "space", "enter")
        assert house.stage() == "break"
        await house.pilot.pause(0.8)
        await house.press("enter")
        assert house.stage() == "play"


async def test_a_roll_off_is_shown() -> None:
    table = hall_of(dice=[BUNCO, MISS])
    async with walking(table) as house:
        await house.press("r", "2", "r")
        assert "roll-off 0 : 0" in house.text()
        assert "Roll-off for the table: 0 to 0." in house.text()
        assert "The bell has rung." in house.text()


async def test_the_token_is_shown_where_it_is() -> None:
    table = hall_of(dice=[MISS, BUNCO, MISS], traveling=True)
    async with walking(table) as house:
        await house.press("a")
        assert any("Table 2 ◆" in line for line in house.lines())
        assert "◆ token" not in house.text()
        await house.press("2")
        assert "◆ token" in house.text()


async def test_a_finished_table_says_that_it_waits() -> None:
    table = hall_of(dice=[BUNCO])
    async with walking(table) as house:
        await house.press("r")
        assert "Ann & Cy win this table." in house.text()
        await house.press("r")
        assert "Head has finished this round and waits for the others." in house.shown.refusal
        assert len(rollers(table)) == 1
        await house.press("enter")
        assert house.shown.at == SECOND
        assert house.shown.refusal == ""


async def test_a_whole_evening_by_few_keys_ends_with_prizes() -> None:
    hub = Hub(MemoryStore())
    table = hub.new_table(Setup(preset="bunco", seats=tuple(f"P{n}" for n in range(1, 13))))
    async with walking(table, hub=hub) as house:
        for _ in range(6):
            await house.finish_round()
            if house.stage() == "break":
                await house.press("enter")
        assert table.state.over
        assert house.front == "GameOverScreen"
        scene, text = table.scene(None), " ".join(house.text().split())
        for title, seats in scene.prizes:
            assert (title in text) == bool(seats)
            if seats:
                assert f"{title} {scene.seats[seats[0]].name}" in text
        assert f"diceparlour verify {table.id}" in text
        await house.burst("enter", "space", "r", "a", "f", "1")
        assert house.front == "GameOverScreen"
        assert len(hub.tables()) == 1
        await house.press("n", "n")
        assert house.front == "HallScreen"
        assert house.table.id != table.id
        assert house.stage() == "opening"
        await house.press("escape")
        assert house.front == "LobbyScreen"


async def test_leaving_and_coming_back_finds_every_table_as_it_was() -> None:
    store = MemoryStore()
    table = hall_of(hub=Hub(store))
    async with walking(table) as house:
        await house.press("a", "a", "r", "2")
        before = list(table.scene(None).tables)
    again = Hub(store).open(table.id)
    assert again is not table
    async with walking(again, begun=False) as house:
        assert house.stage() == "play"
        assert list(house.shown.scene.tables) == before
        await house.press("a")
        assert sum(throws(again)) == sum(throws(table)) + 3


async def test_looking_at_anything_changes_nothing() -> None:
    table = hall_of()
    async with walking(table) as house:
        await house.press("a", "2")
        state, before = table.state, house.text()
        for key in ("s", "question_mark", "i", "ctrl+p"):
            await house.press(key)
            assert house.front != "HallScreen"
            await house.press("escape")
            assert house.front == "HallScreen"
        assert table.state == state
        assert house.text() == before


async def test_help_and_palette_say_what_keys_do_here() -> None:
    async with walking(hall_of(), (120, 60)) as house:
        hall = house.hall
        listed = {command.title for command in house.app.get_system_commands(house.app.screen)}
        assert listed == {intent.label for intent in hall.offered() if intent.id != "palette"}
        await house.press("question_mark")
        panel = house.panel()
        for intent in hall.offered():
            if intent.id not in (*keys.TABLES, *keys.ARROWS):
                assert intent.tooltip in panel, intent.id
        assert "Roll for the table in view." in panel
        assert "Keep what is chosen" not in panel


def test_bindings_come_from_the_registry() -> None:
    from app.screens.hall import HallScreen

    for name in (*HallScreen.INTENTS, *HOUSE_INTENTS):
        bound = [one for one in HallScreen.BINDINGS if getattr(one, "id", None) == name]
        assert len(bound) == 1
        assert bound[0].key == ",".join(keys.INTENTS[name].keys)  # type: ignore[union-attr]


async def test_a_roll_that_cannot_be_stored_is_told_and_stops_what_runs() -> None:
    """R104."""
    store = Trouble()
    table = hall_of(hub=Hub(store))
    async with walking(table) as house:
        for pressed in ("r", "a", "f"):
            store.full = True
            rolled = len(rollers(table))
            await house.press(pressed)
            assert len(rollers(table)) == rolled
            assert "The disk is full" in house.text()
            assert not house.shown.running
            store.full = False
            await house.press("r")
            assert len(rollers(table)) == rolled + 1
            assert "The disk is full" not in house.text()


async def test_a_hall_that_can_only_be_looked_at_says_why() -> None:
    table = hall_of(10)
    table.submit(Roll(seat=0), table.state.version)
    table._fault = "no_seed"
    async with walking(table, begun=False) as house:
        assert "it can be looked at, but not played on" in " ".join(house.text().split())
        await house.press("r", "a", "f", "enter", "space")
        await house.pilot.pause(1)
        assert len(rollers(table)) == 1
        await house.press("2")
        assert house.shown.at == SECOND


async def test_a_hall_of_one_table_offers_no_other_tables() -> None:
    async with walking(hall_of(4)) as house:
        assert not {"every", *keys.TABLES} & set(house.hall.legal())
        assert "roll" in house.hall.legal()
        assert {intent.id for intent in house.hall.offered()} & set(keys.PAST) == {"honest"}
