"""Every window and every terminal: sizes, no colour, no glyphs, light and dark."""

from __future__ import annotations

import ast
import re
from asyncio import sleep
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.color import Color as Shown
from rich.color import ColorSystem
from rich.console import Console
from textual.color import Color
from textual.events import Resize
from textual.geometry import Size
from textual.theme import Theme

import app
from app.main import DARK, LIGHT, LIGHT_FEW
from app.views.look import needs_ascii, plain
from app.widgets.tray import Die, Tray
from tests.app.tray_house import House, playing, scripted

ROLL = ((1, 5, 5, 2, 3, 4), (1, 2, 3, 4, 6))
APP = Path(app.__file__).parent
TINY = ((40, 12), (20, 5), (5, 3), (1, 1), (1, 200), (400, 3))
ROOMY = (
    (40, 16),
    (40, 24),
    (62, 18),
    (80, 16),
    (80, 24),
    (100, 30),
    (116, 24),
    (120, 36),
    (160, 20),
    (200, 50),
)


async def resized(house: House, width: int, height: int) -> None:
    """The window in another size, drawn."""
    await house.pilot.resize_terminal(width, height)
    await house.pilot.pause()


@pytest.mark.parametrize("size", ROOMY)
async def test_all_that_matters_is_on_every_window(size: tuple[int, int]) -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), size) as house:
        await house.press("d", "enter", "r", "1", "2")
        text = house.text()
        for said in ("Ann's turn", "At risk 0 +150", "Sheet 0 → 150", "Roll 1", "[3]", "Bonus 300"):
            assert said in text, said
        assert text.count("KEEP") == 2
        assert "Keep 150" in text
        assert "Roll 4 dice" in text
        assert "Bank 150 → 150" in text
        assert "? Help" in text
        assert "NOT FAIR PLAY" in text
        whole = house.tray.query_one(Tray).region
        assert all(whole.contains_region(place.region) for place in house.tray.query(Die))


@pytest.mark.parametrize("keys", [(), ("d",), ("s",), ("question_mark",), ("ctrl+p",)])
async def test_a_window_too_small_keeps_everything(keys: tuple[str, ...]) -> None:
    """R091, R093: on every screen, modal ones included."""
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press(*keys)
        before, front = house.text(), house.front
        state = house.table.state
        for small in TINY:
            await resized(house, *small)
            if small in ((40, 12), (20, 5)) and front != "CommandPalette":
                assert "enlarge" in house.text()
            await resized(house, 80, 24)
            assert house.front == front
            assert house.table.state == state
            assert house.text() == before


async def test_resizing_two_hundred_times_while_the_dice_tumble() -> None:
    """R090."""
    async with playing(scripted(ROLL, ["bonus-300"]), animation=True) as house:
        await house.press("d", "enter", "r")
        for step in range(200):
            size = Size(30 + step % 100, 10 + step % 40)
            house.app.post_message(Resize(size, size))
            await sleep(0.001)
        await resized(house, 80, 24)
        await house.press("a", "b")
        assert house.table.state.scores == (200, 0)


async def test_the_board_is_docked_when_there_is_room() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), (115, 30)) as house:
        assert "Sheets" not in house.text()
        await resized(house, 116, 30)
        assert "Sheets" in house.text()
        assert "5,000 to go" in house.text()


async def test_without_colour_everything_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """R094, R097: which dice are chosen, held and scoring, and whose turn it is, from text."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press("d", "enter", "r", "1")
        svg = house.app.export_screenshot()
        inks = re.findall(r"-r\d+ { fill: #(..)(..)(..)", svg)
        assert inks
        exporter_own = ("c5", "c8", "c6")
        assert all(len(set(ink)) == 1 for ink in inks if ink != exporter_own)
        lines = house.lines()
        numbers = next(index for index, line in enumerate(lines) if "[1]" in line)
        assert re.findall(r"\[\d\]| \d ", lines[numbers]) == [
            "[1]",
            "[2]",
            "[3]",
            " 4 ",
            " 5 ",
            " 6 ",
        ]
        assert lines[numbers + 1].index("KEEP") < lines[numbers].index("[2]")
        assert "▶ Ann's turn" in house.text()
        await house.press("r")
        assert "HELD" in house.text()
        assert "▶ Ann" in house.text()


async def test_plain_characters_only() -> None:
    table = scripted(((1, 5, 5, 2, 3, 4), (2, 2, 3, 4, 6)), ["bonus-300", "vengeance-2500"])
    async with playing(table, begun=False, ascii=True) as house:
        for keys in ((), ("enter", "d"), ("enter", "r", "1"), ("r",), ("s",), ("escape", "?")):
            await house.press(*("question_mark" if key == "?" else key for key in keys))
            assert house.text().replace("\n", "").isascii()
        await house.press("escape")


def drawn_characters() -> set[str]:
    """Every character outside of ASCII that the program itself draws."""
    rooms = [path for room in ("views", "widgets", "screens") for path in (APP / room).glob("*.py")]
    found: set[str] = set()
    for path in (*rooms, APP / "texts.py", APP / "keys.py"):
        if path.name != "look.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found |= set(node.value)
    return {character for character in found if not character.isascii()}


def test_every_character_that_is_drawn_has_a_plain_one_of_its_width() -> None:
    characters = drawn_characters()
    assert {"●", "╭", "▶", "…"} <= characters
    for character in characters:
        assert plain(character).isascii(), character
        assert len(plain(character)) == cell_len(character), character


@pytest.mark.parametrize(
    ("encoding", "term", "wanted"),
    [
        ("utf-8", "xterm-256color", False),
        ("UTF-8", "", False),
        ("ascii", "xterm", True),
        ("latin-1", "xterm", True),
        (None, "xterm", True),
        ("no-such-encoding", "xterm", True),
        ("utf-8", "linux", True),
        ("utf-8", "dumb", True),
    ],
)
def test_terminals_that_lack_the_glyphs(encoding: str | None, term: str, wanted: bool) -> None:
    assert needs_ascii(encoding, {"TERM": term}) is wanted


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, by WCAG 2."""

    def luminance(name: str) -> float:
        parts = [part / 255 for part in Color.parse(name).rgb]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT, LIGHT_FEW], ids=lambda theme: theme.name)
def test_every_theme_can_be_read(theme: Theme) -> None:
    more = theme.variables
    ground, surface, panel = theme.background, theme.surface, theme.panel
    assert ground
    assert surface
    assert panel
    for text in (theme.foreground, theme.accent, more["quiet"], theme.error, theme.success):
        assert text
        assert contrast(text, ground) >= 4.5
        assert contrast(text, surface) >= 4.5
    for text, behind in (
        (theme.foreground, panel),
        (more["pip"], more["ivory"]),
        (more["pip"], more["chosen"]),
        (more["pip-dim"], more["ivory-dim"]),
        (more["held-pip"], more["held"]),
        (more["card-good"], more["ivory"]),
        (more["card-bad"], more["ivory"]),
        (theme.accent, more["felt"]),
        (more["quiet"], more["felt"]),
    ):
        assert text
        assert behind
        assert contrast(text, behind) >= 3.0, (text, behind)


async def test_light_and_dark_at_a_key() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        assert house.app.theme == DARK.name
        await house.press("ctrl+t")
        assert house.app.theme == LIGHT.name
        await house.press("ctrl+t")
        assert house.app.theme == DARK.name
        house.app.console = Console(color_system="256")
        await house.press("ctrl+t")
        assert house.app.theme == LIGHT_FEW.name
        await house.press("ctrl+t")
        assert house.app.theme == DARK.name


def test_what_is_light_has_no_tint_where_colours_are_few() -> None:
    more = LIGHT_FEW.variables
    for colour in (LIGHT_FEW.background, LIGHT_FEW.surface, LIGHT_FEW.panel, more["felt"]):
        shown = Shown.parse(colour or "").downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
        assert shown.red == shown.green == shown.blue, colour
