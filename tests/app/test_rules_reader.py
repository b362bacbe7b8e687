"""The rule reader: every rule book at every width, before and during a game."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from app.messages import ShowRules
from app.screens.dice_tray import DiceTrayScreen
from app.screens.lobby import LobbyScreen
from app.screens.rules import RulesScreen
from app.views.lobby_rules import COMFORT, lay_out, section_at, table, wrapped
from app.widgets.form_menu import Menu
from app.widgets.form_page import RulePage
from engine import registry
from engine.ruleset import Section
from tests.app.lobby_house import (
    HOSTILE,
    SIZES,
    clickable,
    entered,
    front,
    lay,
    memory_hub,
    parlour,
    seen,
)

PRESETS = tuple(registry.presets())


def book(preset: str) -> tuple[Section, ...]:
    return registry.ruleset(preset).rule_book(preset, {})


async def reading(pilot: Pilot[None], preset: str | None, **options: object) -> RulesScreen:
    pilot.app.screen.post_message(ShowRules(preset, options))
    await pilot.pause()
    assert isinstance(pilot.app.screen, RulesScreen)
    return pilot.app.screen


@pytest.mark.parametrize("preset", PRESETS)
def test_no_word_is_lost_and_no_line_too_wide(preset: str) -> None:
    sections = book(preset)
    words = sorted(
        word
        for section in sections
        for text in (
            section.title,
            *section.paragraphs,
            *(cell for row in section.rows for cell in row),
        )
        for word in text.split()
    )
    for width in (24, 36, 39, 40, 60, 77, 78, 200):
        page = lay_out(sections, width)
        assert all(cell_len(line.text) <= min(width, COMFORT) for line in page.lines)
        assert sorted(word for line in page.lines for word in line.text.split()) == words
        assert len(page.starts) == len(sections)


@pytest.mark.parametrize("width", [1, 2, 3, 7, 13])
def test_a_page_of_hardly_any_width_is_still_a_page(width: int) -> None:
    for preset in PRESETS:
        page = lay_out(book(preset), width)
        assert all(cell_len(line.text) <= max(2, width) for line in page.lines)


def test_tables_stand_in_columns() -> None:
    rows = (("each 1", "100"), ("three 1s", "1,000"), ("李", "50"))
    assert table(rows, 40) == ["each 1      100", "three 1s  1,000", "李           50"]
    assert table((("a", "b c d e f g h i j"), ("long name", "k")), 24) == [
        "a          b c d e f g h",
        "           i j",
        "long name  k",
    ]
    assert table((("first", "second", "third"),), 6) == ["first", "  seco", "  nd", "  thir", "  d"]
    assert table((("a", "b"), ("c",)), 20) == ["a  b", "c"]


def test_words_wrap_by_cells() -> None:
    assert wrapped("a bb ccc", 4) == ["a bb", "ccc"]
    assert wrapped("李雷 李", 4) == ["李雷", "李"]
    assert wrapped("abcdefgh i", 3) == ["abc", "def", "gh", "i"]
    assert wrapped("", 10) == [""]


def test_where_the_reader_is() -> None:
    page = lay_out(book("fill-or-bust"), 60)
    for index, start in enumerate(page.starts):
        assert section_at(page, start) == index
        assert page.lines[start].kind == "title"
    assert section_at(lay_out((), 60), 0) == 0


async def test_from_the_lobby_by_arrows_and_back_level_by_level() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        await pilot.press("down", "enter")
        await pilot.pause()
        menu = app.screen.query_one("#games", Menu)
        assert [item.id for item in menu.items] == list(PRESETS)
        at = PRESETS.index("fill-or-bust")
        await pilot.press(*["down"] * at, "enter")
        await pilot.pause()
        assert "Rules: Fill or Bust" in seen(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen.query_one("#games", Menu).cursor == at
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)


@pytest.mark.parametrize("size", SIZES)
async def test_every_section_can_be_reached(size: tuple[int, int]) -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, size) as pilot:
        screen = await reading(pilot, "fill-or-bust")
        page = screen.query_one(RulePage)
        titles = [section.title for section in page.sections]
        shown = [_top(app, page)]
        for _ in titles[1:]:
            await pilot.press("right")
            shown.append(_top(app, page))
        assert shown == titles
        await pilot.press("right")
        assert _top(app, page) == titles[-1], "after the last there is none"
        await pilot.press("left")
        assert _top(app, page) == titles[-2]
        await pilot.press("down", "left")
        assert _top(app, page) == titles[-2], "first back to the beginning of the section"
        await pilot.press("home", "end", "pageup", "pagedown", "space", "up")
        assert seen(app)


def _top(app: object, page: RulePage) -> str:
    x, y, width, _ = page.content_region
    return seen(app).splitlines()[y][x : x + width].strip()  # type: ignore[arg-type]


async def test_resizing_stays_at_the_section() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        screen = await reading(pilot, "fill-or-bust")
        page = screen.query_one(RulePage)
        await pilot.press("right", "right", "right")
        before = page.current
        for size in ((40, 16), (200, 50), (120, 36), (30, 5), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        assert page.current == before
        assert _top(app, page) == page.sections[before].title


async def test_the_list_of_sections_on_a_wide_screen() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (120, 36)) as pilot:
        screen = await reading(pilot, "fill-or-bust")
        page, menu = screen.query_one(RulePage), screen.query_one("#sections", Menu)
        await pilot.press("right")
        assert page.current == 1
        while menu.cursor != 1:  # it follows the reader
            await pilot.pause()
        await pilot.click(menu, offset=(5, 3))
        await pilot.pause()
        assert page.current == 3
        assert app.focused is page


async def test_the_rules_are_those_of_the_table() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        await reading(pilot, "fill-or-bust", goal=1234)
        assert "1,234" in seen(app)


async def test_during_a_game_and_back_to_the_same_table() -> None:
    hub, _ = memory_hub()
    lay(hub, "Ann", "Bo")
    app = parlour(hub)
    async with entered(app, (80, 24)) as pilot:
        await pilot.press("1")
        await pilot.pause()
        tray = app.screen
        assert isinstance(tray, DiceTrayScreen)
        table, state = tray.table, tray.table.state
        await pilot.press("i")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        await pilot.press("r", "b", "d", "enter", "escape")
        await pilot.pause()
        assert front(app) is tray
        assert table.state is state


async def test_options_that_do_not_fit_are_said_above_the_presets_own_rules() -> None:
    app = parlour(memory_hub()[0])
    async with entered(app, (80, 24)) as pilot:
        screen = await reading(pilot, "fill-or-bust", no_such=1)
        sections = screen.query_one(RulePage).sections
        assert "no_such" in sections[0].paragraphs[0]
        assert sections[1:] == book("fill-or-bust")


@pytest.mark.parametrize("size", SIZES)
async def test_rule_texts_are_only_text(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.ruleset("fill-or-bust")
    odd = tuple(
        Section(title=text, paragraphs=(text, text), rows=((text, text),)) for text in HOSTILE
    )
    monkeypatch.setattr(game, "rule_book", lambda *_: odd)
    app = parlour(memory_hub()[0])
    async with entered(app, size) as pilot:
        await reading(pilot, "fill-or-bust")
        for _ in HOSTILE:
            text = seen(app)
            assert clickable(app) == []
            assert all(sign.isprintable() or sign == "\n" for sign in text)
            await pilot.press("right")
        await pilot.press("home")
        assert "[/]" in seen(app)
