"""House rules in the lobby: offered, played, written, kept, and never lost or forced on anybody."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from app.main import DiceParlourApp
from app.messages import ShowNewTable, ShowOwnRules, ShowRules
from app.screens import write_rules
from app.screens.ask import AskScreen
from app.screens.dice_tray import DiceTrayScreen
from app.screens.new_table import NewTableScreen
from app.screens.own_rules import OwnRulesScreen
from app.screens.pick import PickGame
from app.screens.rules import RulesScreen
from app.screens.write_rules import WriteRulesScreen
from app.tables.house_rules import FOLDER, HouseRules, read
from app.views import own_odds
from app.views.offers import AS_PLAYED, offers, on_the_shelf
from app.views.own_odds import Prospects, prospects
from app.widgets.form_choice import Choice
from app.widgets.form_line import Line
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says
from app.widgets.odds import Odds
from engine.family.rules import FamilyRules
from engine.model import Setup
from tests.app.lobby_house import (
    FRIDAY,
    HOSTILE,
    SIZES,
    clickable,
    entered,
    front,
    memory_hub,
    parlour,
    seen,
    with_rules,
)

BROKEN = {
    "syntax": ("goal = = 3", "This is not TOML"),
    "base": ('base = "chess"', "name the preset to start from"),
    "value": ('base = "zilch"\ngoal = -3', "line 2: goal"),
    "unknown": ('base = "zilch"\ngaol = 3', "gaol"),
    "fit": ('base = "zilch"\nhot_dice = "draw_card"', "needs a deck"),
    "empty": ("", "name the preset to start from"),
    "nested": ("a = " + "[" * 5000, "nested too deeply"),
    "large": ("#" * 300_000, "larger than"),
}


async def posted(pilot: Pilot[None], message: ShowNewTable | ShowRules | ShowOwnRules) -> None:
    """Ask the app for a screen."""
    pilot.app.screen.post_message(message)
    await pilot.pause()


async def writing(pilot: Pilot[None], config: Path, offer: str) -> WriteRulesScreen:
    """The form that starts from an offer."""
    found = {one.id: one for one in offers(on_the_shelf(config))}
    await posted(pilot, ShowOwnRules(found[offer]))
    screen = pilot.app.screen
    assert isinstance(screen, WriteRulesScreen)
    while screen.focused is None:
        await pilot.pause(0.01)
    return screen


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a text key by key."""
    await pilot.press(*({" ": "space"}.get(sign, sign) for sign in text))


async def put(pilot: Pilot[None], path: str, text: str) -> None:
    """Put a text into a field of the form."""
    screen: Screen[object] = pilot.app.screen
    assert isinstance(screen, WriteRulesScreen)
    screen.form.go_to(path)
    await pilot.pause()
    field = screen.focused
    assert isinstance(field, Line | Choice)
    field.value = text
    await pilot.pause()


def note(app: DiceParlourApp) -> str:
    """What the form says."""
    return app.screen.query_one("#note", Says).text


def files(config: Path) -> list[str]:
    """The rule files there are."""
    return sorted(path.name for path in (config / FOLDER).glob("*"))


# Played


async def test_house_rules_are_offered_and_played(tmp_path: Path) -> None:
    config = with_rules(tmp_path, friday=FRIDAY)
    hub, _ = memory_hub()
    app = parlour(hub, config)
    async with entered(app) as pilot:
        await posted(pilot, ShowNewTable())
        await pilot.press("up", "up", "enter")
        assert isinstance(front(app), PickGame)
        await pilot.press("end")
        assert "House rules" in seen(app)
        await pilot.press("enter")
        await pilot.pause()
        form = front(app)
        assert isinstance(form, NewTableScreen)
        assert "Friday dice · house rules" in seen(app)
        assert app.screen.query_one("#option-goal", Line).value == "3,000"
        app.screen.query_one("#option-goal", Line).value = "2000"
        await pilot.pause()
        app.screen.query_one("#start").focus()
        await pilot.press("enter")
        await pilot.pause()
        tray = front(app)
        assert isinstance(tray, DiceTrayScreen)
        setup = tray.table.setup
        assert setup.preset == "zilch"
        assert setup.options["combinations"] == {"straight": 1800}
        assert setup.options["goal"] == 2000
        assert "Friday dice" in seen(app)
        assert [line.title for line in hub.tables()] == ["Friday dice"]

        before = tray.table.scene(None)
        (config / FOLDER / "friday.toml").write_text('base = "zilch"\ngoal = 1\n')
        opened = hub.open(tray.table.id)
        assert opened.scene(None) == before
        assert opened.setup == setup

        await pilot.press("i")
        await pilot.pause()
        assert isinstance(front(app), RulesScreen)
        assert "Rules: Friday dice" in seen(app)


async def test_a_game_like_the_last_one_has_its_rules_even_when_the_file_is_gone() -> None:
    options = {"title": "Old ways", "goal": 700, "combinations": {"straight": 5}, "challenge": True}
    setup = Setup(preset="zilch", seats=("Ann", "Bo"), options=options)
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await posted(pilot, ShowNewTable(setup))
        assert app.screen.query_one("#game", Choice).value == AS_PLAYED
        assert "Old ways" in seen(app)
        await pilot.press("enter")
        await pilot.pause()
        tray = front(app)
        assert isinstance(tray, DiceTrayScreen)
        laid = tray.table.setup.options
        assert {name: laid[name] for name in options} == options


async def test_another_game_takes_the_house_rules_away(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], with_rules(tmp_path, friday=FRIDAY))
    async with entered(app) as pilot:
        await posted(pilot, ShowNewTable())
        for value in (":friday", "zilch"):
            app.screen.query_one("#game", Choice).value = value
            await pilot.pause()
        assert app.screen.query_one("#option-goal", Line).value == "15,000"
        await pilot.press("enter")
        await pilot.pause()
        tray = front(app)
        assert isinstance(tray, DiceTrayScreen)
        assert tray.table.setup.options == {"goal": 15_000, "minutes": None}


@pytest.mark.parametrize("kind", BROKEN)
async def test_a_broken_file_is_a_quiet_sentence(tmp_path: Path, kind: str) -> None:
    text, told = BROKEN[kind]
    config = with_rules(tmp_path, friday=FRIDAY, **{kind: text})
    app = parlour(memory_hub()[0], config)
    async with entered(app, (120, 36)) as pilot:
        for message in (ShowNewTable(), ShowRules(), ShowOwnRules()):
            await posted(pilot, message)
            standing = app.screen.query_one("#broken", Says)
            assert standing.display
            assert standing.text.startswith(f"{kind}.toml cannot be used: ")
            assert told in standing.text
            assert f"{kind}.toml cannot be used" in seen(app)
        assert ":friday" in {item.id for item in app.screen.query_one(Menu).items}


async def test_without_a_folder_of_ones_own_nothing_is_offered() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await posted(pilot, ShowNewTable())
        assert not app.screen.query("#own")
        await posted(pilot, ShowRules())
        assert "own" not in {item.id for item in app.screen.query_one(Menu).items}
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(front(app), RulesScreen)


# Written


async def test_own_rules_are_found_written_saved_and_offered(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        await posted(pilot, ShowNewTable())
        app.screen.query_one("#own").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(front(app), OwnRulesScreen)
        menu = app.screen.query_one(Menu)
        menu.cursor = [item.id for item in menu.items].index("zilch")
        await pilot.press("enter")
        await pilot.pause()
        await typed(pilot, "My dice")
        await put(pilot, "goal", "2500")
        await put(pilot, "combinations.kinds", "double")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(front(app), OwnRulesScreen)
        assert ":my-dice" in {item.id for item in app.screen.query_one(Menu).items}
        found = read(tmp_path / FOLDER / "my-dice.toml")
        assert isinstance(found, HouseRules)
        assert (found.title, found.base) == ("My dice", "zilch")
        assert found.options == {
            "goal": 2500, "combinations": {"kinds": "double"}, "title": "My dice",
        }  # fmt: skip
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(front(app), NewTableScreen)
        assert ":my-dice" in dict(app.screen.query_one("#game", Choice).choices)


async def test_the_rule_reader_leads_to_rules_that_start_from_it(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], with_rules(tmp_path, friday=FRIDAY))
    async with entered(app) as pilot:
        await posted(pilot, ShowRules("spicy-farkel"))
        await pilot.press("o")
        await pilot.pause()
        screen = front(app)
        assert isinstance(screen, WriteRulesScreen)
        assert screen.form.draft.base == "spicy-farkel"
        await pilot.press("escape")
        await posted(pilot, ShowRules("zilch", {"goal": 77}))
        await pilot.press("o")
        await pilot.pause()
        screen = front(app)
        assert isinstance(screen, WriteRulesScreen)
        assert (screen.path, screen.form.draft.options["goal"]) == (None, 77)


async def test_escape_loses_nothing_and_undo_everything(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        await writing(pilot, tmp_path, "zilch")
        await typed(pilot, "Mine")
        await put(pilot, "goal", "12x")
        await pilot.press("escape")
        await pilot.pause()
        screen = await writing(pilot, tmp_path, "zilch")
        assert screen.form.draft.title == "Mine"
        assert screen.form.draft.typed == {"goal": "12x"}
        assert "12x" in seen(app)
        app.screen.query_one("#fresh").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert screen.form.draft.title == ""
        assert "12x" not in seen(app)
        assert app.rule_drafts == {}
        assert screen.query_one("#title").has_focus


async def test_nothing_wrong_is_saved_and_the_cursor_goes_to_it(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        screen = await writing(pilot, tmp_path, "zilch")
        assert "!" not in seen(app)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert note(app) == "Give these rules a name."
        await typed(pilot, "Mine")
        await put(pilot, "combinations.singles", "1 2 3")
        assert note(app) == "Single dice: Please give 6 numbers with spaces between them."
        screen.form.go_to("title")
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert screen.form.path(screen.here) == "combinations.singles"
        assert "! Single dice" in seen(app)
        assert not (tmp_path / FOLDER).exists()


async def test_nothing_is_replaced_without_asking(tmp_path: Path) -> None:
    config = with_rules(tmp_path, friday=FRIDAY)
    app = parlour(memory_hub()[0], config)
    async with entered(app) as pilot:
        await writing(pilot, config, "zilch")
        await typed(pilot, "Friday")
        for answer, kept in ((["escape"], True), (["enter"], True), (["down", "enter"], False)):
            await pilot.press("ctrl+s")
            await pilot.pause()
            assert isinstance(front(app), AskScreen)
            assert "already a file friday.toml" in seen(app)
            await pilot.press(*answer)
            await pilot.pause()
            assert ((config / FOLDER / "friday.toml").read_text() == FRIDAY) is kept
        assert files(config) == ["friday.toml"]


async def test_a_file_is_edited_in_place_and_asked_about_when_it_changed(tmp_path: Path) -> None:
    config = with_rules(tmp_path, friday=FRIDAY)
    path = config / FOLDER / "friday.toml"
    app = parlour(memory_hub()[0], config)
    async with entered(app) as pilot:
        await writing(pilot, config, ":friday")
        await put(pilot, "goal", "4000")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert path.read_text() == FRIDAY.replace("3000", "4000")

        await writing(pilot, config, ":friday")
        await put(pilot, "goal", "5000")
        path.write_text(FRIDAY.replace("3000", "6000"))
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(front(app), AskScreen)
        assert "changed meanwhile" in seen(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert path.read_text() == FRIDAY.replace("3000", "5000")


async def test_rules_are_copied_and_deleted_only_when_meant(tmp_path: Path) -> None:
    config = with_rules(tmp_path, friday=FRIDAY)
    app = parlour(memory_hub()[0], config)
    async with entered(app) as pilot:
        await writing(pilot, config, ":friday")
        await put(pilot, "title", "Saturday")
        await pilot.click("#save-new")
        await pilot.pause()
        assert files(config) == ["friday.toml", "saturday.toml"]

        await writing(pilot, config, ":friday")
        await pilot.click("#delete")
        await pilot.pause()
        assert isinstance(front(app), AskScreen)
        await pilot.press("enter")
        await pilot.pause()
        assert files(config) == ["friday.toml", "saturday.toml"]
        await pilot.click("#delete")
        await pilot.pause()
        await pilot.press("end", "enter")
        await pilot.pause()
        assert files(config) == ["saturday.toml"]


async def test_a_save_that_fails_keeps_what_was_typed(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file in the way")
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        screen = await writing(pilot, tmp_path, "zilch")
        await typed(pilot, "Mine")
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "could not be saved" in note(app)
        assert front(app) is screen
        assert app.rule_drafts["zilch"].title == "Mine"


@pytest.mark.parametrize("title", HOSTILE[::2])
async def test_titles_of_people_stay_text(tmp_path: Path, title: str) -> None:
    hub, _ = memory_hub()
    app = parlour(hub, tmp_path)
    async with entered(app) as pilot:
        screen = await writing(pilot, tmp_path, "zilch")
        screen.query_one("#title", Line).replace(title, 0, 0)
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        (name,) = files(tmp_path)
        assert name.endswith(".toml")
        found = read(tmp_path / FOLDER / name)
        assert isinstance(found, HouseRules)
        await posted(pilot, ShowNewTable())
        app.screen.query_one("#game", Choice).value = f":{found.path.stem}"
        await pilot.pause()
        assert clickable(app) == []
        await pilot.press("enter", "enter")
        await pilot.pause()
        assert isinstance(front(app), DiceTrayScreen)
        assert [line.title for line in hub.tables()] == [found.title]
        assert clickable(app) == []
        assert "\x1b" not in seen(app)


async def test_odds_follow_when_the_keyboard_rests_and_beside_its_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worked: list[bool] = []
    real = prospects

    def counted(rules: FamilyRules) -> Prospects:
        worked.append(threading.current_thread() is threading.main_thread())
        return real(rules)

    monkeypatch.setattr(own_odds, "prospects", counted)
    monkeypatch.setattr(write_rules, "REST", 0.5)
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        screen = await writing(pilot, tmp_path, "zilch")
        await app.workers.wait_for_complete()
        await typed(pilot, "abcdefghijklmnopqrstuvwxyz")
        await put(pilot, "combinations.singles", "100 50 50 50 50 50")
        odds = screen.query_one(Odds)
        while odds.show is None or any(odds.show.busts):
            await pilot.pause(0.05)
        assert len(worked) < 8
        assert not any(worked)
        await put(pilot, "goal", "x")
        while odds.show is not None:
            await pilot.pause(0.05)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
async def test_every_field_can_be_reached_by_arrows(tmp_path: Path, size: tuple[int, int]) -> None:
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app, size) as pilot:
        screen = await writing(pilot, tmp_path, "fill-or-bust")
        asked = sum(1 for row in screen.form._rows.values() if row.display)
        reached = []
        for _ in range(asked + 2):
            focused = screen.focused
            assert focused is not None
            region = focused.region
            assert region.height == 1
            assert region.width >= 8
            assert 0 <= region.y < size[1]
            reached.append(focused.id)
            await pilot.press("down")
        assert len(set(reached)) == asked + 2
        assert reached[-2:] == ["save", "fresh"]


async def test_pages_go_from_part_to_part(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        screen = await writing(pilot, tmp_path, "fill-or-bust")
        places = []
        for key in ("pagedown", "pagedown", "pagedown", "pageup", "pageup", "pageup"):
            await pilot.press(key)
            places.append(screen.form.path(screen.here))
        assert places[1:] == [
            "combinations.singles", "dice.count", "combinations.singles", "goal", "title",
        ]  # fmt: skip


async def test_a_game_without_busts_has_a_form_too(tmp_path: Path) -> None:
    app = parlour(memory_hub()[0], tmp_path)
    async with entered(app) as pilot:
        screen = await writing(pilot, tmp_path, "bunco")
        await pilot.pause()
        assert not screen.query_one(Odds).display
        await typed(pilot, "Long evening")
        await put(pilot, "sets", "4")
        await pilot.press("ctrl+s")
        await pilot.pause()
        found = read(tmp_path / FOLDER / "long-evening.toml")
        assert isinstance(found, HouseRules)
        assert found.options == {"sets": 4, "title": "Long evening"}


@pytest.mark.parametrize("options", [{"gone": 1}, {"title": "Odd", "goal": -1}])
async def test_rules_of_another_version_open_both_forms(
    tmp_path: Path, options: dict[str, object]
) -> None:
    hub, _ = memory_hub()
    app = parlour(hub, tmp_path)
    async with entered(app) as pilot:
        await posted(pilot, ShowRules("zilch", options))
        await pilot.press("o")
        await pilot.pause()
        screen = front(app)
        assert isinstance(screen, WriteRulesScreen)
        assert screen.form.draft.options["goal"] == 15_000
        await posted(pilot, ShowNewTable(Setup(preset="zilch", seats=("A", "B"), options=options)))
        app.screen.query_one("#start").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(front(app), NewTableScreen)
        assert note(app)
        assert not hub.tables()
