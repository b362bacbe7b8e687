"""The form for a new table: quick to fill in, hard to break, and it loses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from app.main import DiceParlourApp
from app.messages import ShowNewTable
from app.screens.dice_tray import DiceTrayScreen
from app.screens.hall import HallScreen
from app.screens.lobby import LobbyScreen
from app.screens.new_table import NewTableScreen
from app.screens.pick import PickGame
from app.tables.errors import StoreTrouble
from app.tables.hub import Hub
from app.tables.journal import Row as JournalRow
from app.tables.store import MemoryStore
from app.views import lobby_texts as texts
from app.views.lobby_form import Draft, first_draft, read_form, seat_names
from app.widgets.form_choice import Choice
from app.widgets.form_line import Line
from app.widgets.form_press import Press
from app.widgets.form_row import Row
from app.widgets.form_says import Says
from engine import registry
from engine.model import Setup
from engine.refusal import IllegalAction
from engine.ruleset import OptionField
from tests.app.lobby_house import (
    HOSTILE,
    SIZES,
    clickable,
    entered,
    front,
    memory_hub,
    parlour,
    seen,
)


async def opened(pilot: Pilot[None], setup: Setup | None = None) -> NewTableScreen:
    """The form, as the lobby opens it."""
    pilot.app.screen.post_message(ShowNewTable(setup))
    await pilot.pause()
    assert isinstance(pilot.app.screen, NewTableScreen)
    for _pause in range(100):
        if seen(pilot.app).strip():
            break
        await pilot.pause()
    return pilot.app.screen


async def typed(pilot: Pilot[None], text: str) -> None:
    """Type a text key by key."""
    await pilot.press(*({" ": "space"}.get(sign, sign) for sign in text))


async def pasted(pilot: Pilot[None], text: str) -> None:
    """Paste a text where the cursor is."""
    pilot.app.post_message(events.Paste(text))
    await pilot.pause()


def note(app: DiceParlourApp) -> str:
    """What the form says."""
    return app.screen.query_one("#note", Says).text


def laid(app: DiceParlourApp) -> Setup:
    """The set-up of the table that is being played."""
    assert isinstance(app.screen, DiceTrayScreen | HallScreen)
    return app.screen.table.setup


@pytest.mark.parametrize(
    ("pressed", "seats"),
    [
        (["enter"], ("Player 1", "Player 2")),
        (["A", "n", "n", "enter", "B", "o", "enter"], ("Ann", "Bo")),
        (["A", "n", "n", "down", "B", "o", "enter"], ("Ann", "Bo")),
        (["A", "n", "n", "tab", "B", "o", "enter"], ("Ann", "Bo")),
        (["A", "n", "n", "enter", "enter"], ("Ann", "Player 2")),
        (["down", "B", "o", "enter"], ("Player 1", "Bo")),
        (["up", "right", "down", "A", "enter", "B", "enter", "C", "enter"], ("A", "B", "C")),
        (["up", "4", "down", "enter"], ("Player 1", "Player 2", "Player 3", "Player 4")),
        (["up", "8", "left", "left", "enter", "enter"], tuple(f"Player {n}" for n in range(1, 7))),
    ],
)
async def test_a_few_keys_and_the_game_is_on(pressed: list[str], seats: tuple[str, ...]) -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await pilot.press("n", *pressed)
        await pilot.pause()
        assert laid(app).seats == seats
        assert laid(app).options == {"goal": 5000, "minutes": None}


async def test_enter_held_down_lays_one_table() -> None:
    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app) as pilot:
        await opened(pilot)
        await pilot.press(*["enter"] * 8)
        await pilot.pause()
        assert len(hub.tables()) == 1


@pytest.mark.parametrize("preset", registry.presets())
async def test_every_game_can_be_laid_with_enter_alone(preset: str) -> None:
    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app) as pilot:
        form = await opened(pilot)
        form.query_one("#game", Choice).value = preset
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert laid(app).preset == preset
        assert len(laid(app).seats) >= registry.ruleset(preset).min_seats


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("3000", 3000),
        ("10,000", 10_000),
        ("10 000", 10_000),
        ("５０００", 5000),
        ("1", 1),
    ],
)
async def test_numbers_as_people_write_them(text: str, goal: int | None) -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await opened(pilot)
        await pilot.press("down", "down", "backspace")
        await pasted(pilot, text)
        await pilot.press("up", "enter")
        await pilot.pause()
        assert laid(app).options["goal"] == goal


async def test_a_number_that_is_none_gets_a_sentence_and_stays() -> None:
    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app) as pilot:
        form = await opened(pilot)
        goal = form.query_one("#option-goal", Line)
        await typed(pilot, "Ann")
        await pilot.press("down", "down")
        for text in (*"0", "-5", "1e9", "1.5", "five", "[/]", "[red]5", "5,00", "∞", "9" * 20):
            await pilot.press("end", "ctrl+u")
            await pasted(pilot, text)
            assert note(app) == "Goal: Please give a whole number from 1 to 1,000,000."
            assert "! Goal" in seen(app), "a sign, not colour alone"
        await pilot.press("up", "enter")
        await pilot.pause()
        assert hub.tables() == ()
        assert app.focused is goal, "the cursor is where the trouble is"
        assert goal.value == "9" * 20
        assert form.form.draft.names[0] == "Ann"
        await pilot.press("end", "ctrl+u", "7", "0", "0")
        assert "! Goal" not in seen(app)
        assert "Please" not in note(app), "the sentence goes with the next good answer"
        await pilot.press("up", "enter")
        await pilot.pause()
        assert laid(app).options["goal"] == 700


async def test_time_alone_and_what_the_game_says_to_neither_goal_nor_time() -> None:
    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app) as pilot:
        form = await opened(pilot)
        form.query_one("#option-goal", Line).value = "  "
        await pilot.press("enter")
        assert note(app).endswith("a game needs a goal or a number of minutes.")
        assert hub.tables() == ()
        form.query_one("#option-minutes", Line).value = "20"
        await pilot.press("enter")
        await pilot.pause()
        assert laid(app).options == {"goal": None, "minutes": 20}


async def test_a_refusal_of_the_game_is_said_at_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.ruleset("fill-or-bust")

    def refuse(setup: Setup) -> None:
        raise IllegalAction("malformed", f"Not with [/] {setup.seats[0]}.")

    hub, _ = memory_hub()
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        await opened(pilot)
        await typed(pilot, "Ann")
        with monkeypatch.context() as patch:
            patch.setattr(game, "initial", refuse)
            await pilot.press("enter", "enter")
            assert note(app) == "Not with [/] Ann."
            assert "Not with [/] Ann." in seen(app)
        await typed(pilot, "Bo")
        assert "Not with" not in note(app), "it goes away with the next answer"
        await pilot.press("enter")
        await pilot.pause()
        assert laid(app).seats == ("Ann", "Bo")


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_names_are_only_text(size: tuple[int, int]) -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, size) as pilot:
        form = await opened(pilot)
        form.query_one("#seats", Choice).value = str(len(HOSTILE))
        await pilot.pause()
        for name in HOSTILE:
            await pasted(pilot, name)
            value = form.query_one(f"#{form.here}", Line).value
            assert value.isprintable()
            assert value.startswith(name) or not name.startswith("[")
            assert clickable(app) == []
            assert "\x1b" not in seen(app)
            await pilot.press("enter")
        await pilot.pause()
        assert laid(app).seats == seat_names(HOSTILE, len(HOSTILE))


async def test_a_paste_of_many_lines_is_one_line_and_one_sentence() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        form = await opened(pilot)
        await pasted(pilot, "\n\n  Ann  \nBo\n" + "x\n" * 10_000)
        await pilot.pause()
        assert form.query_one("#seat-0", Line).value == "Ann"
        assert note(app) == texts.LEFT_OUT()
        assert isinstance(app.screen, NewTableScreen), "a paste never presses enter"
        await pasted(pilot, "y" * 300)
        assert form.query_one("#seat-0", Line).value == "Ann" + "y" * 21
        await pilot.press("home", "z")
        assert form.query_one("#seat-0", Line).value == "Ann" + "y" * 21, "full is full"


async def test_names_are_typed_with_spaces_and_marks() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        form = await opened(pilot)
        line = form.query_one("#seat-0", Line)
        await typed(pilot, "Ann Lee")
        assert line.value == "Ann Lee"
        await pilot.press("left", "left", "left", "x")
        assert line.value == "Ann xLee"
        assert line.cursor_position == 5
        await pasted(pilot, "e\u0301")
        assert line.value == "Ann xéLee"


async def test_equal_names_get_a_number_and_are_told() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await opened(pilot)
        await typed(pilot, "Ann")
        await pilot.press("enter")
        await typed(pilot, "aNN")
        assert note(app) == "This name will be shown as “aNN 2”."
        await pilot.press("enter")
        await pilot.pause()
        assert laid(app).seats == ("Ann", "aNN 2")


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ((), ("Player 1", "Player 2", "Player 3")),
        (("", "Player 1"), ("Player 1 2", "Player 1", "Player 3")),
        (("Player 3", "", ""), ("Player 3", "Player 2", "Player 3 2")),
        (("\u200b", " ", "x"), ("Player 1", "Player 2", "x")),
        (("a", "A", "a"), ("a", "A 2", "a 3")),
        (("a" * 60 + "1", "a" * 60 + "2", ""), ("a" * 24, "a" * 22 + " 2", "Player 3")),
        (("Ann", "Bo", "Cy", "Di"), ("Ann", "Bo", "Cy")),
    ],
)
def test_every_seat_has_a_name_of_its_own(given: tuple[str, ...], names: tuple[str, ...]) -> None:
    assert seat_names(given, 3) == names


async def test_leaving_the_form_loses_nothing() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await opened(pilot)
        await typed(pilot, "Ann")
        await pilot.press("up", "3", "down", "down")
        await typed(pilot, "Bo")
        await pilot.press("down")
        await typed(pilot, "Cy")
        await pilot.press("down", "1", "x")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)
        form = await opened(pilot)
        values = [form.query_one(f"#seat-{seat}", Line).value for seat in range(3)]
        assert values == ["Ann", "Bo", "Cy"]
        assert form.query_one("#option-goal", Line).value == "1x"


async def test_fewer_seats_keep_their_names_for_later() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await opened(pilot)
        await pilot.press("up", "3", "down", "down", "down")
        await typed(pilot, "Cy")
        await pilot.press("up", "up", "up", "left", "down", "enter", "enter")
        await pilot.pause()
        assert len(laid(app).seats) == 2
        draft = app.draft
        assert draft is not None
        assert draft.names[2] == "Cy"


async def test_another_game_keeps_names_and_answers() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        form = await opened(pilot)
        await typed(pilot, "Ann")
        form.query_one("#option-goal", Line).value = "3,000"
        await pilot.press("up", "up", "right")
        await pilot.pause()
        assert form.form.draft.preset != "fill-or-bust"
        assert form.query_one("#seat-0", Line).value == "Ann"
        assert form.query_one("#option-goal", Line).value == "3,000"


async def test_the_list_of_games_by_enter_and_back() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        form = await opened(pilot)
        await pilot.press("up", "up", "enter")
        assert isinstance(app.screen, PickGame)
        assert "The classic game" in seen(app)
        await pilot.press("escape")
        await pilot.pause()
        assert front(app) is form
        assert form.form.draft.preset == "fill-or-bust"
        await pilot.press("enter", "down", "enter")
        await pilot.pause()
        assert front(app) is form
        assert form.form.draft.preset != "fill-or-bust"


async def test_more_options_are_drawn_from_the_game_and_reach_the_table() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        form = await opened(pilot)
        assert "At the goal" not in seen(app)
        form.query_one("#more").focus()
        await pilot.press("enter")
        await pilot.pause()
        for field in registry.ruleset("fill-or-bust").option_fields("fill-or-bust"):
            assert form.query(f"#option-{field.name}")
        await pilot.press("down", "right")
        assert app.focused is form.query_one("#option-end")
        await pilot.press("down", "down", "backspace")
        await typed(pilot, "300")
        form.query_one("#start").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert laid(app).options == {
            "goal": 5000,
            "minutes": None,
            "end": "last_turn_each",
            "entry_min": 300,
        }


async def test_a_wrong_answer_among_the_hidden_options_is_shown() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        form = await opened(pilot)
        form.query_one("#more").focus()
        await pilot.press("enter")
        form.query_one("#option-bank_min", Line).value = "-1"
        form.query_one("#more").focus()
        await pilot.press("enter", "down", "enter")
        await pilot.pause()
        assert app.focused is form.query_one("#option-bank_min")
        assert form.query_one("#extra").display
        assert note(app).startswith("Smallest bank: Please give")


async def test_a_rematch_with_changes_starts_from_the_old_set_up() -> None:
    setup = Setup(
        preset="fill-or-bust",
        seats=("Ann", "Bo", "Cy"),
        options={"goal": 1500, "end": "finish_round"},
    )
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await opened(pilot, setup)
        await pilot.press("enter")
        await pilot.pause()
        assert laid(app).seats == setup.seats
        assert laid(app).options == {"goal": 1500, "minutes": None, "end": "finish_round"}


async def test_words_are_mixed_in_after_the_dice_are_sealed() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        form = await opened(pilot)
        sealed = form.pledge.commitment
        form.query_one("#more").focus()
        await pilot.press("enter")
        await pilot.pause()
        form.query_one("#words", Line).focus()
        await pilot.pause()
        assert sealed[:16] in seen(app)
        await typed(pilot, "good luck")
        form.query_one("#start").focus()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, DiceTrayScreen)
        assert app.screen.table.commitment == sealed
        assert app.screen.table.opening.recipe.words == ("good luck",)


async def test_a_full_disk_is_said_and_the_game_can_be_played_unsaved() -> None:
    class Full(MemoryStore):
        lasting = True

        def append(self, table: str, row: JournalRow, secret: bytes | None = None) -> None:
            raise StoreTrouble("disk_full", table=table, row=row, secret=secret)

    hub = Hub(Full())
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        form = await opened(pilot)
        await pilot.press("enter")
        assert "The disk is full" in note(app)
        assert form.query_one("#start", Press).label == "Play without saving"
        assert app.focused is form.query_one("#start")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, DiceTrayScreen)
        assert not app.screen.table.saved


async def test_everything_works_with_the_mouse() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        form = await opened(pilot)
        players = form.query_one("#seats", Choice)
        await pilot.click(players, offset=(4, 0))
        assert players.value == "3"
        await pilot.click(players, offset=(0, 0))
        assert players.value == "2"
        await pilot.click(players, offset=(30, 0))
        assert players.value == "2", "beside the value is nothing"
        await pilot.click("#more")
        await pilot.pause()
        assert form.query_one("#extra").display
        await pilot.click("#start")
        await pilot.pause()
        assert isinstance(app.screen, DiceTrayScreen)


async def test_clicks_on_the_key_bar() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        await opened(pilot)
        bar = app.screen.query_one("KeyBar")
        at = seen(app).splitlines()[-1].index("Esc")
        await pilot.click(bar, offset=(at, 0))
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)


ODD = (
    OptionField(
        name="limit",
        label="[/] Limit",
        help="[red]How many[/]",
        kind="number",
        default=7,
        minimum=2,
        maximum=9,
        common=True,
    ),
    OptionField(name="wild", label="[@click=app.exit]Wild[/]", help="[", kind="flag", default=True),
    OptionField(
        name="style",
        label="Style",
        help="",
        kind="choice",
        default="a",
        choices=(("a", "[bold]A[/]"), ("b", "[/")),
    ),
)


@pytest.mark.parametrize("size", SIZES)
async def test_options_of_a_game_that_is_not_written_yet(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.ruleset("fill-or-bust")
    asked: list[Mapping[str, Any]] = []

    def note_down(setup: Setup) -> None:
        asked.append(setup.options)
        raise IllegalAction("malformed", "Noted.")

    monkeypatch.setattr(game, "option_fields", lambda _: ODD)
    monkeypatch.setattr(game, "initial", note_down)
    app = parlour(memory_hub()[0])
    async with entered(app, size) as pilot:
        form = await opened(pilot)
        form.query_one("#more").focus()
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("down", "right", "down", "down", "up", "b", "enter")
        await pilot.pause()
        form.query_one("#option-style", Choice).focus()
        await pilot.pause()
        assert "‹ [bold]A[/] ›" in seen(app)
        await pilot.press("right")
        assert "‹ [/ ›" in seen(app)
        assert clickable(app) == []
        form.query_one("#option-limit").focus()
        await pilot.pause()
        assert note(app) == "[red]How many[/]."
        form.query_one("#start").focus()
        await pilot.press("enter")
        assert asked == [{"limit": 7, "wild": False, "style": "b"}]
        form.query_one("#option-limit", Line).value = "10"
        await pilot.press("enter")
        assert note(app) == "[/] Limit: Please give a whole number from 2 to 9."
        form.query_one("#option-limit", Line).value = ""
        await pilot.pause()
        form.query_one("#start").focus()
        await pilot.press("enter")
        assert asked[-1]["limit"] == 7, "an empty field is the default where there must be a number"


@pytest.mark.parametrize("text", HOSTILE)
async def test_every_widget_of_the_form_takes_text_literally(text: str) -> None:
    from textual.app import App, ComposeResult

    from app.views.lobby import Item
    from app.widgets.form_menu import Menu

    class Shelf(App[None]):
        CSS = "Lines, Row { height: 1; } Row { layout: horizontal; } Menu { height: 6; }"

        def compose(self) -> ComposeResult:
            yield Says(text)
            yield Press(text)
            yield Choice((("a", text),), "a")
            yield Row(text, Line(text, cells=24, placeholder=text))
            yield Line(cells=24, placeholder=text)
            yield Menu([Item("a", text, "a", text, text, text, text)])

    app = Shelf()
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(6):
            assert clickable(app) == []  # type: ignore[arg-type]
            assert "\x1b" not in seen(app)
            assert "\u202e" not in seen(app)
            if text.startswith("["):
                assert seen(app).count(text) >= 6
            await pilot.press("tab")


async def test_tiny_windows_lose_nothing() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        form = await opened(pilot)
        await typed(pilot, "Ann")
        for size in ((20, 5), (5, 3), (1, 1), (1, 200), (400, 3), (40, 16), (200, 50)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert form.query_one("#seat-0", Line).value == "Ann"
        assert "Ann" in seen(app)
        assert app.focused is form.query_one("#seat-0"), "the cursor is where it was"


def test_a_form_without_any_answer_is_a_table() -> None:
    reading = read_form(first_draft())
    assert reading.setup is not None
    assert reading.setup.seats == ("Player 1", "Player 2")


def test_answers_that_another_game_does_not_know_are_left_aside() -> None:
    draft = Draft(preset="zilch", seats=2, answers={"double_scope": "card", "end": "no such"})
    reading = read_form(draft)
    assert reading.setup is not None
    assert "double_scope" not in reading.setup.options
    assert "end" not in reading.setup.options


async def test_a_computer_player_is_seated_by_key() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app) as pilot:
        await opened(pilot)
        await typed(pilot, "Ann")
        await pilot.press("down", "right")
        assert app.focused is not None
        assert app.focused.id == "who-1"
        await pilot.press("s")
        assert app.draft is not None
        assert app.draft.who == ("person", "stella")
        assert app.screen.query_one("#seat-1", Line).placeholder == "Stella"
        await pilot.press("up")
        assert app.focused.id == "who-0"
        await pilot.press("up")
        assert app.focused.id == "seats"
        await pilot.press("down", "enter")
        await pilot.pause()
        assert laid(app).seats == ("Ann", "Stella")
        screen = app.screen
        assert isinstance(screen, DiceTrayScreen)
        assert screen.table.seating.computers == {1}
        assert screen.at.seats == {0}


@pytest.mark.parametrize(
    ("who", "names", "wanted"),
    [
        (("person", "ada"), (), ("Player 1", "Ada")),
        (("ada", "ada"), (), ("Ada", "Ada 2")),
        (("person", "ada"), ("Ada", ""), ("Ada", "Ada 2")),
        (("person", "free"), ("Ann",), ("Ann", "Player 2")),
    ],
)
def test_computers_bring_their_names(
    who: tuple[str, ...], names: tuple[str, ...], wanted: tuple[str, ...]
) -> None:
    draft = first_draft().replace(who=who, names=names)
    reading = read_form(draft)
    assert reading.setup is not None
    assert reading.setup.seats == wanted


def test_what_is_agreed_beside_the_rules_is_read() -> None:
    house = {"coach": "no", "access": "open", "turn_seconds": "45", "absent": "computer"}
    reading = read_form(first_draft().replace(house=house))
    hosting = reading.hosting
    assert (hosting.coach, hosting.access) == (False, "open")
    assert (hosting.turn_seconds, hosting.absent) == (45, "computer")
    wrong = read_form(first_draft().replace(house={"turn_seconds": "1"}))
    assert (wrong.setup, wrong.field) == (None, "turn_seconds")
    nobody = read_form(first_draft().replace(who=("free", "free")))
    assert (nobody.setup, nobody.field) == (None, "seats")
    assert "Somebody has to play" in nobody.problem
