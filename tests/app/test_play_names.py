"""Names are text in every widget: nothing crashes, colours, links, moves or hides anything."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.cells import cell_len

from app.tables.names import visible
from app.tables.table import Table
from tests.app.lobby_house import HOSTILE, clickable
from tests.app.tray_house import House, playing, scripted


def batched(names: tuple[str, ...], size: int) -> Iterator[tuple[str, ...]]:
    """Names at so many seats of one table after another."""
    return (names[start : start + size] for start in range(0, len(names), size))


WIDE = ("李雷", "👩\u200d👩\u200d👧\u200d👦", "🇸🇪", "e\u0301", "1️⃣", "Maximilian Alexander Otto von")


async def every_screen(house: House) -> list[str]:
    """The text of all screens that show names, in the course of a short game."""
    seen = [house.text()]
    await house.press("enter", "s")
    seen.append(house.text())
    await house.press("down", "escape", "question_mark", "escape", "d")
    seen.append(house.text())
    await house.press("enter", "r")
    seen.append(house.text())
    await house.press("enter", "d", "enter", "r", "a")
    seen.append(house.text())
    await house.press("b")
    seen.append(house.text())
    return seen


def short_game(names: tuple[str, ...]) -> Table:
    """Whoever is second wins in the second turn."""
    dice = ((2, 2, 3, 4, 6, 6), (1, 2, 3, 4, 5, 6))
    return scripted(dice, ["bonus-300", "bonus-300"], names, goal=1500)


@pytest.mark.parametrize("names", tuple(batched(HOSTILE, 5)), ids=("1", "2", "3"))
@pytest.mark.parametrize("size", [(40, 16), (80, 24), (120, 36)])
async def test_hostile_names_are_text_everywhere(
    names: tuple[str, ...], size: tuple[int, int]
) -> None:
    """R048, R049."""
    async with playing(short_game(names), size, begun=False) as house:
        texts = await every_screen(house)
        assert house.front == "GameOverScreen"
        assert clickable(house.app) == []
        first, *others = (visible(name)[:3] for name in names)
        assert first in texts[0]
        assert all(other in "".join(texts) for other in others)
        assert all("\x1b" not in text and "\u202e" not in text for text in texts)


@pytest.mark.parametrize("names", tuple(batched(WIDE, 3)), ids=("1", "2"))
@pytest.mark.parametrize("size", [(40, 16), (80, 24), (120, 36), (200, 50)])
async def test_wide_names_move_no_edge(names: tuple[str, ...], size: tuple[int, int]) -> None:
    """R050: every row of every screen is exactly as wide as the window."""
    async with playing(short_game(names), size, begun=False) as house:
        for text in await every_screen(house):
            assert {cell_len(line) for line in text.split("\n")} == {size[0]}


async def test_the_score_is_in_sight_with_the_longest_names() -> None:
    """R053: twelve players, on the board, on the sheets and at the end."""
    names = tuple(f"{letter}" * 24 for letter in "ABCDEFGHIJKL")
    table = scripted(
        ((1, 2, 3, 4, 5, 6),), ["bonus-300"], names, goal=1500, scores=[9, 8, *range(10)]
    )
    async with playing(table, (120, 36)) as house:
        board = [line[84:] for line in house.lines()]
        assert sum("to go" in line for line in board) == 12
        await house.press("s")
        assert any("AAAA" in line and " 9 " in line for line in house.lines())
        await house.press("escape", "d", "enter", "r", "a", "b")
        assert house.front == "GameOverScreen"
        assert any("AAAA" in line and "1,809" in line for line in house.lines())


async def test_columns_of_the_sheets_are_aligned() -> None:
    names = ("Ann", "李雷李雷", "Maximilian Alexander", "é", "🇸🇪🇸🇪")
    async with playing(scripted((), [], names), (80, 24)) as house:
        await house.press("s")
        ends = set()
        for line in house.lines():
            if "5,000 to go" in line:
                ends.add(cell_len(line[: line.index("5,000 to go")]))
        assert len(ends) == 1
