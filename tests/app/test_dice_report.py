"""Honest dice on show: the figures are those of the dice, and are told in plain words."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import app.dice
from app.dice import Gathered, Tally, gathered
from app.main import make_app
from app.screens.dice_report import DicePage, DiceReportScreen, side_by_side
from app.tables.hub import Hub
from app.tables.ids import spoken
from app.tables.table import Table
from app.views import dice_report_texts as texts
from app.views.dice_report import DiceShow, Side, in_words, report_lines
from app.views.lines import cells
from engine.events import Rolled
from engine.model import Setup
from tests.app.bots import by, play
from tests.app.past_house import looking_at, until
from tests.app.tray_house import House, Kept

SEATS = (("Ann", "Bo"), ("Bo", "[red]Cy[/]"))


@pytest.fixture(scope="module")
def house_of() -> tuple[Hub, list[Table]]:
    """Two played tables with fair dice."""
    hub = Hub(Kept())
    setups = [Setup(preset="medieval", seats=seats, options={"goal": 2000}) for seats in SEATS]
    return hub, [play(hub.new_table(setup), by("pip")) for setup in setups]


def ready(house: House) -> Callable[[], bool]:
    """Whether the dice have been counted and drawn."""
    return lambda: house.app.screen.query_one(DicePage).show is not None


def counts(*tables: Table) -> Counter[int]:
    """All faces that were thrown at these tables."""
    events = [event for table in tables for event in table.events]
    return Counter(face for event in events if isinstance(event, Rolled) for face in event.faces)


async def test_a_table_and_all_games(house_of: tuple[Hub, list[Table]]) -> None:
    hub, tables = house_of
    table = tables[1]
    async with looking_at(lambda: DiceReportScreen(table.id), (120, 50), hub) as house:
        await until(house, ready(house))
        text = house.text()
        assert texts.HEADING_TABLE(table=spoken(table.id)) in text
        assert "[red]Cy[/]" in text
        assert "Ann" not in text
        thrown = counts(table)
        row = next(line.split() for line in house.lines() if line.startswith("     6 "))
        assert row[1:3] == [f"{thrown[6]}", f"({thrown.total() / 6:,.1f})"]
        await house.press("h")
        await until(house, ready(house))
        text = house.text()
        assert texts.HEADING_ALL() in text
        assert "Ann" in text
        everything = counts(*tables)
        row = next(line.split() for line in house.lines() if line.startswith("     6 "))
        assert row[1] == f"{everything[6]}"
        assert f"{everything.total():,}" in text
        await house.press("h")
        await until(house, ready(house))
        assert "Ann" not in house.text()
        await house.press("escape")
        assert house.front == "LobbyScreen"
        await house.press("h")
        assert house.front == "DiceReportScreen"
        await until(house, ready(house))
        assert texts.HEADING_ALL() in house.text()


async def test_a_small_window_scrolls(house_of: tuple[Hub, list[Table]]) -> None:
    hub, tables = house_of
    async with looking_at(lambda: DiceReportScreen(tables[0].id), (40, 16), hub) as house:
        await until(house, ready(house))
        assert "below" in house.text()
        before = house.text()
        await house.press("down", "down")
        assert house.text() != before
        await house.press(*["down"] * 60)
        assert "above" in house.text()


async def test_it_counts_beside_the_keyboard_and_can_be_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let, ended = threading.Event(), threading.Event()

    def slow(_hub: Hub, _name: str | None, progress: Callable[[int, int], None]) -> Gathered:
        try:
            progress(10, 400)
            assert let.wait(20)
            progress(20, 400)
        finally:
            ended.set()
        raise AssertionError("nobody has stopped it")

    monkeypatch.setattr(app.dice, "gathered", slow)
    async with looking_at(DiceReportScreen) as house:
        await until(house, lambda: texts.COUNTING(done=11, total=400) in house.text())
        await house.press("escape")
        assert house.front == "LobbyScreen"
        let.set()
        await until(house, ended.is_set)


async def test_a_failure_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Gathered:
        raise ValueError

    monkeypatch.setattr(app.dice, "gathered", broken)
    async with looking_at(DiceReportScreen) as house:
        await until(house, lambda: texts.FAILED() in house.text())


async def test_no_table_says_so_and_an_unknown_one_too() -> None:
    async with looking_at(DiceReportScreen) as house:
        await until(house, lambda: texts.NONE() in house.text())
    async with looking_at(lambda: DiceReportScreen("k7mqx4rd")) as house:
        await until(house, lambda: "no table called" in house.text())


async def test_help_and_palette_know_it(house_of: tuple[Hub, list[Table]]) -> None:
    program = make_app(house_of[0], animation=False)
    async with program.run_test() as pilot:
        await pilot.pause()
        listed = {command.title for command in program.get_system_commands(program.screen)}
        assert {"Honest dice", "Review a game"} <= listed


# Whose dice


def tally(faces: tuple[int, ...], times: int) -> Tally:
    found = Tally()
    for face in faces:
        found.faces[face] += times
    return found


def test_people_and_computer_stand_side_by_side() -> None:
    players = {"Ann": tally((1, 2), 4), "Bo": tally((3,), 9), "Pip": tally((6,), 50)}
    show = side_by_side(Gathered(players, ("Two tables.",), frozenset({"Pip"})))
    assert [side.name for side in show.sides] == [
        texts.PEOPLE(),
        texts.COMPUTER(),
        texts.EVERYBODY(),
        "Pip",
        "Bo",
        "Ann",
    ]
    assert [side.dice for side in show.sides] == [17, 50, 67, 50, 9, 8]
    assert show.notes == ("Two tables.",)
    alone = side_by_side(Gathered({"Ann": tally((1,), 5)}, ()))
    assert [side.name for side in alone.sides] == ["Ann"]


def test_a_name_counts_as_the_computers_where_only_it_has_played(
    house_of: tuple[Hub, list[Table]],
) -> None:
    hub, tables = house_of
    assert gathered(hub).computers == frozenset()
    steps: list[tuple[int, int]] = []
    found = gathered(hub, None, lambda done, total: steps.append((done, total)))
    assert steps == [(0, 2), (1, 2)]
    assert set(found.players) == {"Ann", "Bo", "[red]Cy[/]"}
    assert set(gathered(hub, tables[0].id).players) == {"Ann", "Bo"}


# In words


def side(p: float | None, dice: int = 600) -> Side:
    return Side("Ann", dice, (dice // 6,) * 6, p, (), None, dice - 1, dice // 6, 0.5)


@pytest.mark.parametrize(
    ("p", "sentence", "summary", "verdict"),
    [
        (0.62, texts.SAYS_FAIR, texts.ALL_FAIR(), texts.AS_FAIR()),
        (0.03, texts.SAYS_RARE, texts.SOME_RARE(rare=1, count=2), texts.RARE()),
        (0.0002, texts.SAYS_ODD, texts.SOME_ODD(odd=1, count=2), texts.ODD()),
        (None, texts.SAYS_TOO_FEW, texts.ALL_FAIR(), texts.TOO_FEW()),
    ],
)
def test_a_p_is_told_in_words(p: float | None, sentence: Any, summary: str, verdict: str) -> None:
    share = "" if p is None else f"{p:.0%}" if p >= 0.01 else f"{p:.1%}"
    shown = "" if p is None else f"{p:.3f}" if p >= 0.001 else f"{p:.1g}"
    said = sentence(name="Ann", subject="faces", share=share, p=shown, size="600 dice", count=3)
    assert in_words(side(p), 3)[0] == said
    lines = ["".join(run.text for run in line) for line in report_lines(DiceShow((side(p),)), 80)]
    assert " ".join(" ".join(lines[:2]).split()) == summary
    assert verdict in next(line for line in lines if texts.VERDICT() in line)


@pytest.mark.parametrize("width", [40, 60, 80, 150])
def test_the_figures_stay_in_their_columns(width: int) -> None:
    sides = tuple(side(0.4, 6 * 10**at)._replace(name=f"Player {at} 李雷") for at in range(1, 8))
    lines = report_lines(DiceShow(sides, ("A note.",)), width)
    assert all(cells(line) <= width for line in lines)
    rows = [line for line in lines if line and "(" in "".join(run.text for run in line[1:3])]
    assert len({cells(line) for line in rows if len(line) > 2}) == 1
    shown = len(rows[0]) - 2
    assert shown == {40: 2, 60: 3, 80: 5, 150: 7}[width]


def test_too_few_dice_are_no_verdict() -> None:
    few = side(None, 6)._replace(repeats_p=None)
    lines = ["".join(run.text for run in line) for line in report_lines(DiceShow((few,)), 80)]
    assert lines[0].strip() == texts.NOTHING_YET()
    assert not any("p =" in line for line in lines)
