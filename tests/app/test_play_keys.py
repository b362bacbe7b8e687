"""One registry of intents: bindings, footer, help and palette agree, and own keys hold."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from textual.command import CommandPalette

from app import keys
from app.main import make_app
from app.own_keys import read_keymap
from app.screens.card_draw import CardDrawScreen
from app.screens.dice_tray import DiceTrayScreen
from app.screens.game_over import GameOverScreen
from app.screens.help import HelpScreen
from app.screens.house import HOUSE_INTENTS, HouseScreen
from app.screens.scoreboard import ScoreboardScreen
from app.screens.whom import WhomScreen
from app.tables.hub import Hub
from tests.app.command import ROOT
from tests.app.tray_house import House, Kept, playing, scripted

ROLL = ((1, 5, 5, 2, 3, 4),)
SCREENS: tuple[type[HouseScreen[object]], ...] = (
    DiceTrayScreen,
    CardDrawScreen,
    GameOverScreen,
    HelpScreen,
    ScoreboardScreen,
    WhomScreen,
)  # type: ignore[assignment]


def test_an_intent_says_what_it_is() -> None:
    for name, intent in keys.INTENTS.items():
        assert intent.id == name
        assert intent.keys
        assert intent.label
        assert intent.tooltip.endswith(".")


def clashes(keymap: keys.Keymap) -> list[tuple[str, str]]:
    """Intents that one screen may know and that share a key."""
    return [
        (first, second)
        for first, second in combinations(keys.INTENTS, 2)
        if keys.meet(first, second) and set(keymap.keys(first)) & set(keymap.keys(second))
    ]


def test_no_key_stands_for_two_intents_of_one_screen() -> None:
    assert clashes(keys.Keymap()) == []
    for screen in SCREENS:
        known = (*screen.INTENTS, *HOUSE_INTENTS)
        taken = [key for name in known for key in keys.INTENTS[name].keys]
        assert len(taken) == len(set(taken)), screen


def test_the_keys_of_a_turn_are_the_agreed_ones() -> None:
    wanted = {f"die-{n}": str(n) for n in range(1, 7)} | {
        "all": "a",
        "keep": "enter",
        "roll": "r",
        "bank": "b",
        "draw": "d",
        "help": "question_mark",
        "scores": "s",
        "palette": "ctrl+p",
    }
    assert {name: keys.INTENTS[name].keys[0] for name in wanted} == wanted


@pytest.mark.parametrize("screen", SCREENS)
def test_bindings_come_from_the_registry(screen: type[HouseScreen[object]]) -> None:
    for name in (*screen.INTENTS, *HOUSE_INTENTS):
        bound = [one for one in screen.BINDINGS if getattr(one, "id", None) == name]
        assert len(bound) == 1
        binding = bound[0]
        assert not isinstance(binding, tuple)
        intent = keys.INTENTS[name]
        assert binding.key == ",".join(intent.keys)
        assert binding.description == intent.label
        assert binding.tooltip == intent.tooltip


async def test_help_lists_every_intent_of_the_screen() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), (120, 60)) as house:
        tray = house.tray
        await house.press("question_mark")
        panel = house.panel()
        for intent in tray.offered():
            if intent.id not in (*keys.DICE, *keys.ARROWS):
                assert intent.tooltip in panel, intent.id
                assert keys.shown(intent.keys[0]) in panel
        assert "1 2 3 4 5 6 Choose a die" in panel
        assert "← → ↑ ↓ Move the cursor" in panel


async def test_help_scrolls_where_it_is_longer_than_the_window() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), (40, 16)) as house:
        await house.press("question_mark")
        assert "Leave the program" not in house.panel()
        for _ in range(60):
            await house.pilot.press("down")
        await house.pilot.pause()
        assert "click a die" in house.panel()


async def test_the_palette_offers_every_intent_and_does_it() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        offered = {intent.label for intent in house.tray.offered() if intent.id != "palette"}
        listed = {c.title for c in house.app.get_system_commands(house.app.screen)}
        assert listed == offered
        await house.press("ctrl+p")
        assert isinstance(house.app.screen, CommandPalette)
        await house.pilot.press(*"Draw")
        await house.pilot.pause(0.5)
        await house.press("enter")
        await house.pilot.pause(0.2)
        assert house.front == "CardDrawScreen"


async def test_an_intent_of_the_palette_that_is_not_legal_is_refused() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        for command in house.app.get_system_commands(house.app.screen):
            if command.title == "Bank":
                command.callback()
        await house.pilot.pause()
        assert house.picture.refusal
        assert house.picture.refusal in house.text()


LEGAL = (
    ((), {"draw"}),
    (("d", "enter"), {"roll"}),
    (("d", "enter", "r"), {"die-1", "all"}),
    (("d", "enter", "r", "1"), {"die-1", "all", "clear", "keep", "roll", "bank"}),
    (("d", "enter", "r", "1", "enter"), {"roll", "bank"}),
)


@pytest.mark.parametrize(("pressed", "wanted"), LEGAL)
async def test_the_footer_shows_only_what_is_legal(
    pressed: tuple[str, ...], wanted: set[str]
) -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), (120, 36)) as house:
        await house.press(*pressed)
        always = {"scores", "coach", "seats", "rules", "lobby"}
        shown = {name for name in house.tray.legal() if name not in keys.DICE[1:]}
        assert shown == wanted | always
        bottom = house.lines()[-1]
        for name in wanted - {"die-1"}:
            assert f" {keys.shown(keys.INTENTS[name].keys[0])} " in bottom
        assert ("1–6 Choose" in bottom) == ("die-1" in wanted)


async def own_keys(tmp_path: Path, text: str) -> tuple[keys.Keymap, tuple[str, ...]]:
    """What a file with this text comes to."""
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    return read_keymap(path)


async def test_own_keys_act_and_are_shown(tmp_path: Path) -> None:
    """R065: the number row of a French keyboard, and letters elsewhere."""
    french = "&é\"'(-"
    lines = [f"die-{n} = {sign!r}" for n, sign in enumerate(french, 1) if sign != "'"]
    (tmp_path / "keys.toml").write_text(
        "[keys]\n" + "\n".join(lines) + '\ndie-4 = "\'"\nroll = "j"\nbank = ["k", "f2"]\n',
        encoding="utf-8",
    )
    table = scripted(ROLL, ["bonus-300"])
    app = make_app(Hub(Kept()), table=table, animation=False, quiet=0, config=tmp_path)
    async with app.run_test() as pilot:
        house = House(app, pilot)
        await house.press("enter", "d", "enter")
        assert "j Roll" in house.lines()[-1]
        await house.press("r")
        assert house.picture.scene.turn is not None
        assert house.picture.scene.turn.rolls == 0
        await house.press("j", "&", "é")
        assert house.picture.chosen == {1, 2}
        assert "&–- Choose" in house.lines()[-1]
        assert "Bank 150 → 150  k" in house.text()
        await house.press("question_mark")
        assert "k F2 Keep what is chosen and bank." in house.panel()
        await house.press("escape", "f2")
        assert table.state.scores == (150, 0)


BROKEN = (
    "this is no TOML",
    "\x00\x01",
    "keys = 3",
    "[keys]\nroll = 3",
    "[keys]\nroll = []",
    "[keys]\nroll = [1]",
    "[keys]\nroll = ''",
    "[keys]\nno-such = 'j'",
    "[keys]\nroll = 'b'",
    "[keys]\nroll = 'j'\nbank = 'j'",
    "[keys]\nroll = 'escape'",
    "[keys]\nall = 'r'\nroll = 'b'",
)


@pytest.mark.parametrize("text", BROKEN)
async def test_a_broken_file_is_a_sentence_and_stops_nothing(tmp_path: Path, text: str) -> None:
    keymap, told = await own_keys(tmp_path, text)
    assert told
    assert all(sentence.endswith(".") for sentence in told)
    assert clashes(keymap) == []
    app = make_app(
        Hub(Kept()),
        table=scripted(ROLL, ["bonus-300"]),
        animation=False,
        quiet=0,
        config=tmp_path,
    )
    async with app.run_test() as pilot:
        house = House(app, pilot)
        await house.press("enter", "d", "enter")
        assert house.front == "DiceTrayScreen"


async def test_what_has_no_key_left_is_told_once_by_its_name(tmp_path: Path) -> None:
    _keymap, told = await own_keys(tmp_path, "keep = '1'\ncoach = 'space'")
    (sentence,) = told
    assert "leaves Die 1, Table 1 and Go without a key" in sentence


async def test_the_keys_of_the_readme_cost_no_other_key(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text()
    (example,) = re.findall(r"```toml\n(roll = .*?)```", page, re.DOTALL)
    keymap, told = await own_keys(tmp_path, example)
    assert told == ()
    assert keymap.keys("roll") == ("w",)
    (names,) = re.findall(r"What can have keys: (.*?)\. A key", page, re.DOTALL)
    named = set(re.findall(r"`([a-z0-9-]+)`", names))
    ends = {"die-1", "die-6", "table-1", "table-9"}
    fixed = {"lobby", "palette"}
    every = {name for name in keys.INTENTS if not re.match(r"(die|table)-", name)}
    assert named == (every | ends) - fixed


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").mkdir()
    keymap, told = read_keymap(tmp_path / "keys.toml")
    assert not keymap.own
    assert len(told) == 1
    assert "keys.toml" in told[0]


def test_no_file_is_no_matter(tmp_path: Path) -> None:
    assert read_keymap(tmp_path / "keys.toml")[1] == ()
    assert read_keymap(None)[1] == ()


def test_two_intents_may_swap_their_keys(tmp_path: Path) -> None:
    (tmp_path / "keys.toml").write_text("roll = 'b'\nbank = 'r'\n", encoding="utf-8")
    keymap, told = read_keymap(tmp_path / "keys.toml")
    assert told == ()
    assert keymap.keys("roll") == ("b",)
    assert keymap.keys("bank") == ("r",)


async def test_own_keys_win_over_usual_ones(tmp_path: Path) -> None:
    """What loses its only key is named, what has another one is not."""
    keymap, told = await own_keys(tmp_path, "roll = 'b'\nscores = '0'\n")
    assert keymap.keys("roll") == ("b",)
    assert keymap.keys("bank") == ()
    assert keymap.keys("clear") == ("backspace",)
    assert [sentence for sentence in told if "Bank" in sentence] == list(told)
    table = scripted(ROLL, ["bonus-300"])
    app = make_app(Hub(Kept()), table=table, animation=False, quiet=0, config=tmp_path)
    async with app.run_test() as pilot:
        house = House(app, pilot)
        await house.press("enter", "d", "enter", "b")
        assert house.picture.scene.turn is not None
        assert house.picture.scene.turn.rolls == 1
        await house.press("1", "b")
        assert house.picture.scene.turn.rolls == 2, "b rolls where it used to bank"


async def test_of_two_own_keys_the_first_wins_and_the_way_out_is_kept(tmp_path: Path) -> None:
    keymap, told = await own_keys(tmp_path, "roll = 'k'\nbank = 'k'\ncoach = 'escape'\n")
    assert keymap.keys("roll") == ("k",)
    assert keymap.keys("bank") == ("b",)
    assert keymap.keys("coach") == ("c",)
    assert len(told) == 2
    assert "'k'" in told[0]
    assert "bank" in told[0]
    assert "'Esc'" in told[1]


async def test_the_past_is_offered_when_there_is_one() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        offered = {intent.id for intent in house.tray.offered()}
        assert "honest" in offered
        assert "review" not in offered
        await house.press("h")
        assert house.front == "DiceReportScreen"
