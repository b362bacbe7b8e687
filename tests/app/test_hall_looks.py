"""The hall on every window and every terminal, with every name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events

from app.tables.names import visible
from app.views.hall_board import RankRow, RankShow, rank_lines
from app.views.lines import cells
from app.widgets.hall import HallBoard
from app.widgets.lines import Lines
from tests.app.hall_house import NAMES, HallHouse, hall_of, rollers, throws, walking
from tests.app.lobby_house import HOSTILE

BUNCO, MISS, ONE = (1, 1, 1), (2, 3, 4), (1, 2, 3)
SIZES = ((40, 16), (40, 24), (62, 20), (80, 16), (80, 24), (100, 30), (120, 36), (200, 50))
TINY = ((40, 12), (20, 5), (5, 3), (1, 1), (1, 200), (400, 3))


def wheel() -> events.MouseScrollDown:
    """One notch of the mouse wheel."""
    return events.MouseScrollDown(None, 1, 1, 0, 1, 0, False, False, False)


async def resized(house: HallHouse, width: int, height: int) -> None:
    """The window in another size, drawn."""
    await house.pilot.resize_terminal(width, height)
    await house.pilot.pause()


@pytest.mark.parametrize("people", [4, 12, 48])
@pytest.mark.parametrize("size", SIZES)
async def test_all_that_matters_is_on_every_window(size: tuple[int, int], people: int) -> None:
    async with walking(hall_of(people, dice=[ONE] * 12), size) as house:
        await house.press("a")
        await house.pilot.pause(0.3)
        text, names = house.text(), [seat.name for seat in house.shown.scene.seats]
        for said in ("Round 1 of 6: roll 1s.", f"Roll for {names[0]}", "▸", "Head", "? Help"):
            assert said in text, said
        for seat in house.in_view.seats:
            assert names[seat] in text
        assert text.count("│") >= 6
        tables = len(house.shown.scene.tables)
        if tables <= 3 or (size[1] >= 24 and size[0] > 40):
            for table in house.shown.scene.tables:
                row = next(
                    line for line in house.lines() if re.search(rf" {table.name} .*\d ?:", line)
                )
                assert names[table.seats[0]] in row or names[table.seats[0]][:5] in row
                assert "1 2 3" in row
        assert all(cell_len(line) == size[0] for line in house.lines())


async def test_the_table_in_view_is_in_sight_where_not_all_of_them_fit() -> None:
    async with walking(hall_of(48), (40, 16)) as house:
        for at in range(12):
            name = house.shown.scene.tables[at].name
            assert any(f"▸ {name} " in line for line in house.lines()), house.text()
            await house.press("down")


@pytest.mark.parametrize("keys", [(), ("enter", "a"), ("enter", "s"), ("enter", "question_mark")])
async def test_a_window_too_small_keeps_everything(keys: tuple[str, ...]) -> None:
    """R091, R093."""
    async with walking(hall_of(), begun=False) as house:
        await house.press(*keys)
        before, front, state = house.text(), house.front, house.table.state
        for small in TINY:
            await resized(house, *small)
            if small in ((40, 12), (20, 5)):
                assert "enlarge" in house.text()
            await resized(house, 80, 24)
            assert house.front == front
            assert house.table.state == state
            assert house.text() == before


async def test_resizing_while_tables_run_loses_nothing() -> None:
    """R090."""
    async with walking(hall_of()) as house:
        await house.press("plus", "plus", "f")
        for step in range(100):
            await house.pilot.resize_terminal(30 + step % 100, 10 + step % 40)
        await resized(house, 80, 24)
        await house.press("z")
        assert not house.shown.running
        assert sum(throws(house.table)) > 3 or house.table.scene(None).bell
        assert f"{house.in_view.throws} throws" in house.text()


@pytest.mark.parametrize("start", range(0, len(HOSTILE), 4))
@pytest.mark.parametrize("size", [(40, 16), (80, 24), (120, 36), (200, 50)])
async def test_hostile_names_are_text_everywhere(start: int, size: tuple[int, int]) -> None:
    """R001 and its kind: in the seating, on the felt, on the floor, on the board, at the end."""
    names = HOSTILE[start : start + 4]
    table = hall_of((*names, "Bo", "Cy", "Di")[:4], dice=[BUNCO] * 6)
    async with walking(table, size, begun=False) as house:
        seen = [house.text()]
        await house.press("enter")
        seen.append(house.text())
        await house.press("s")
        seen.append(house.text())
        await house.press("escape", "r")
        seen.append(house.text())
        for text in seen:
            assert all(visible(name).split()[0][:5] in text for name in names)
            assert "\x1b" not in text
            assert "\u202e" not in text
            assert all(cell_len(line) == size[0] for line in text.split("\n"))


async def test_the_longest_names_move_nothing() -> None:
    long = [f"{'W' * 22}{number:02}" for number in range(48)]
    for size in SIZES:
        async with walking(hall_of(long), size, begun=False) as house:
            assert all(cell_len(line) == size[0] for line in house.lines())
            await house.press("enter", "a")
            await house.pilot.pause(0.2)
            assert all(cell_len(line) == size[0] for line in house.lines())
            assert "roll 1s." in house.text()


async def test_without_colour_everything_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """R094, R097: who holds the dice, who leads, what scored, which table is in view."""
    monkeypatch.setenv("NO_COLOR", "1")
    async with walking(hall_of(dice=[ONE, MISS, MISS, BUNCO]), (120, 36)) as house:
        await house.press("a")
        svg = house.app.export_screenshot()
        inks = re.findall(r"-r\d+ { fill: #(..)(..)(..)", svg)
        assert inks
        exporter_own = ("c5", "c8", "c6")
        assert all(len(set(ink)) == 1 for ink in inks if ink != exporter_own)
        text = house.text()
        for sign in ("▸ 1 Head", "▶ Ann", "▶  1. Ann", "✦", "+1", "no score"):
            assert sign in text, sign
        await house.press("r")
        assert "★ together" in house.text()
        assert "★  22 : 0" in house.text()


async def test_plain_characters_only() -> None:
    table = hall_of(4, dice=[ONE, BUNCO], traveling=True)
    async with walking(table, begun=False, ascii=True) as house:
        for pressed in ((), ("enter",), ("r",), ("s",), ("escape",), ("question_mark",)):
            await house.press(*pressed)
            assert house.text().replace("\n", "").isascii()
        await house.press("escape", "r")
        assert house.stage() == "break"
        assert house.text().replace("\n", "").isascii()


async def test_a_roll_repaints_only_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a row of the other tables, nor of any seat whose score stays as it was."""
    drawn: list[tuple[str, int]] = []
    plain = Lines.render_line

    def counting(self: Lines, y: int) -> object:
        drawn.append((type(self).__name__, y))
        return plain(self, y)

    async with walking(hall_of(dice=[MISS, MISS, ONE]), (120, 36)) as house:
        await house.press("r")
        monkeypatch.setattr(Lines, "render_line", counting)
        await house.press("r")
        assert rollers(house.table) == [0, 1]
        rows = set(drawn)
        assert ("HallFloor", 1) in rows
        assert not rows & {("HallFloor", 0), ("HallFloor", 2), ("HallFloor", 3)}
        assert not {name for name, _ in rows} & {"TitleLine", "Banner", "Prompt"}
        assert len([name for name, _ in rows if name == "HallBoard"]) <= 2


async def test_the_board_scrolls_and_keeps_the_seat_in_turn_in_sight() -> None:
    async with walking(hall_of(48, dice=[ONE, MISS, MISS]), (120, 36)) as house:
        await house.press("r", "down")
        board = [line[85:] for line in house.lines()]
        assert "★  1. P0 " in board[3]
        assert any(re.search(r"▶ +2\. P4 ", line) for line in board)
        assert re.search(r"↓ \d+ more below", board[-2])
        for _ in range(40):
            house.hall.query_one(HallBoard).post_message(wheel())
        await house.pilot.pause()
        board = [line[85:] for line in house.lines()]
        assert any(" 2. P47 " in line for line in board)
        assert any(re.search(r"▶ +2\. P4 ", line) for line in board)
        assert "more above" in board[-2]


def test_every_seat_of_the_board_can_be_scrolled_to() -> None:
    rows = tuple(
        RankRow(seat, seat + 1, f"P{seat:02}", "Head", 99 - seat, seat == 0, False, seat == 30)
        for seat in range(48)
    )
    for height in (4, 5, 10, 49, 50, 51):
        seen: set[str] = set()
        for top in range(48):
            lines = rank_lines(RankShow(rows), top, 36, height)
            assert len(lines) <= height
            assert all(cells(line) <= 36 for line in lines)
            said = "\n".join("".join(run.text for run in line) for line in lines)
            assert "P30" in said
            seen |= {row.name for row in rows if row.name in said}
        assert len(seen) == 48


async def test_level_seats_share_a_place() -> None:
    async with walking(hall_of(dice=[ONE, ONE, MISS]), (120, 36)) as house:
        await house.press("a")
        board = [line[85:] for line in house.lines()]
        assert "▶  1. Ann " in board[3]
        assert "★  1. Eve " in board[4]
        assert "   3. Bo " in board[5]


async def test_own_keys_act_in_the_hall_and_may_be_those_of_dice(tmp_path: Path) -> None:
    """R065: the number row of a French keyboard."""
    (tmp_path / "keys.toml").write_text(
        "die-1 = '&'\ntable-1 = '&'\ntable-2 = 'é'\nevery = 'j'\nroll = 'k'\n", encoding="utf-8"
    )
    table = hall_of(dice=[MISS] * 9)
    async with walking(table, config=tmp_path) as house:
        await house.press("é")
        assert house.shown.at == 1
        await house.press("&", "k", "j")
        assert throws(table) == [2, 1, 1]
        assert "j All tables" in house.lines()[-1]
        assert f"Roll for {NAMES[2]}  k" in house.text()
