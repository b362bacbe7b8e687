"""The review in the program: the planted mistake is found, shown, marked and explained."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from textual.pilot import Pilot

import app.review
from app import texts as house_texts
from app.main import make_app
from app.review import Seen, in_words, looked_at
from app.screens.review import ReviewScreen
from app.tables.table import Table
from app.views import past_texts
from app.views import review_texts as texts
from app.views.lines import cells
from app.views.review import ReviewShow, SeatRow, beside_lines, moment_lines, seat_lines
from app.widgets.review import Moments
from app.widgets.review_chart import Chart
from tests.app.bots import by, laid, play
from tests.app.past_house import Blunderer, looking_at, until
from tests.app.tray_house import House, Kept, scripted


@pytest.fixture(scope="module")
def blundered(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, Seen]:
    """A game played best but for one planted blunder, and what is said about it."""
    blunderer = Blunderer()
    table = play(laid(tmp_path_factory.mktemp("home"), "medieval"), blunderer)
    seen = looked_at(table)
    assert seen is not None
    assert seen.worst[0].step == blunderer.entry
    return table, seen


def review_in(house: House) -> ReviewScreen:
    """The review in front."""
    screen = house.app.screen
    assert isinstance(screen, ReviewScreen)
    return screen


def ready(house: House) -> Callable[[], bool]:
    """Whether the review has been worked out and drawn."""

    def is_ready() -> bool:
        screen = house.app.screen
        return isinstance(screen, ReviewScreen) and screen.chart is not None

    return is_ready


async def test_the_worst_mistake_is_shown_marked_and_explained(
    blundered: tuple[Table, Seen],
) -> None:
    table, seen = blundered
    worst = seen.worst[0]
    async with looking_at(lambda: ReviewScreen(table)) as house:
        await until(house, ready(house))
        screen = review_in(house)
        assert screen.chart is not None
        moments = house.app.screen.query_one(Moments).show.moments
        turning = len(seen.review.turning_points)
        assert [one.turning for one in moments].count(True) == turning == 3
        assert moments[turning].step == worst.step
        assert moments[turning].change == f"-{worst.cost:.1%}"
        text = house.text()
        for said in (texts.TURNING(), texts.WORST_FIRST(), "luck", "Ann", "Bo", "100%"):
            assert said in text, said
        await house.press(*["down"] * turning)
        assert screen.chart.show.step == worst.step
        did = in_words(seen, worst.step, worst.action)
        best = in_words(seen, worst.step, worst.best)
        row = next(line for line in house.lines() if line.startswith(" ▸"))
        assert f"-{worst.cost:.1%}" in row
        assert texts.BETTER(did=did, best=best) in row
        after = seen.review.chart[worst.step][0]
        assert f"Ann {after:.1%}" in house.text()
        await house.press("enter")
        await until(house, lambda: "★" in house.text())
        text = " ".join(house.text().split())
        assert texts.DID(did=did, cost=f"{worst.cost:.1%}", best=best) in text
        lines = house.lines()
        marked = {
            sign: next(row for row in lines if sign in row and "%" in row) for sign in ("★", "▸")
        }
        assert best.lower() in marked["★"].lower()
        assert did.lower() in marked["▸"].lower()
        await house.press("escape")
        assert house.app.screen is screen


async def test_the_order_can_be_changed_and_the_cursor_stays(
    blundered: tuple[Table, Seen],
) -> None:
    table, seen = blundered
    async with looking_at(lambda: ReviewScreen(table), (120, 36)) as house:
        await until(house, ready(house))
        await house.press("down", "down", "down", "t")
        screen = review_in(house)
        assert screen.moment is not None
        assert screen.moment.step == seen.worst[0].step
        steps = [one.step for one in screen._list_shown.moments if not one.turning]
        assert steps == [one.step for one in seen.review.decisions]
        assert texts.BEST() in house.text()
        await house.press("end")
        assert screen.moment.step == steps[-1]
        await house.press("home", "t")
        assert screen.chart is not None
        assert screen.chart.show.step == seen.review.turning_points[0].step


async def test_it_is_written_to_files(blundered: tuple[Table, Seen], tmp_path: Path) -> None:
    table, _ = blundered
    config = tmp_path / "config"
    async with looking_at(lambda: ReviewScreen(table), (200, 50), config=config) as house:
        await until(house, ready(house))
        await house.press("ctrl+s")
        data, picture = (config / "reviews" / f"{table.id}.{end}" for end in ("json", "svg"))
        assert texts.EXPORTED(json=str(data), svg=picture.name) in house.text()
        assert json.loads(data.read_text())["table"] == table.id
        assert ElementTree.fromstring(picture.read_text()).tag.endswith("svg")
        picture.unlink()
        picture.mkdir()
        await house.press("ctrl+s")
        assert "could not be written" in house.text()
    async with looking_at(lambda: ReviewScreen(table), (200, 50)) as house:
        await until(house, ready(house))
        await house.press("ctrl+s")
        assert texts.NO_FOLDER(id=table.id) in house.text()


async def test_it_is_worked_out_beside_the_keyboard_and_can_be_given_up(
    blundered: tuple[Table, Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = blundered
    let, ended = threading.Event(), threading.Event()

    def slow(_table: Table, progress: Callable[[int], None]) -> None:
        try:
            progress(3)
            assert let.wait(20)
            progress(4)
        finally:
            ended.set()

    monkeypatch.setattr(app.review, "looked_at", slow)
    async with looking_at(lambda: ReviewScreen(table)) as house:
        said = texts.LOOKING(done=4, total=table.entries)
        await until(house, lambda: said in house.text())
        await house.press("escape")
        assert house.front == "LobbyScreen"
        assert not ended.is_set()
        let.set()
        await until(house, ended.is_set)
        assert house.front == "LobbyScreen"


async def test_a_failure_is_a_sentence(
    blundered: tuple[Table, Seen], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ValueError

    monkeypatch.setattr(app.review, "looked_at", broken)
    async with looking_at(lambda: ReviewScreen(blundered[0])) as house:
        await until(house, lambda: texts.FAILED() in house.text())
        await house.press("t", "ctrl+s", "enter", "escape")
        assert house.front == "LobbyScreen"


async def test_where_nobody_chose_there_is_nothing_to_review(tmp_path: Path) -> None:
    table = play(laid(tmp_path / "home", "bunco", ("Ann", "Bo", "Cy", "Di")), by("pip"), 20)
    async with looking_at(lambda: ReviewScreen(table)) as house:
        nothing = house_texts.REVIEW_NOTHING()
        await until(house, lambda: nothing in " ".join(house.text().split()))


async def test_names_are_only_text_and_seats_have_lines_of_their_own(tmp_path: Path) -> None:
    seats = ("[red]Ann[/]", "李雷", "$x {y}")
    table = play(laid(tmp_path / "home", "medieval", seats), by("pip"))
    for size in ((120, 36), (40, 24)):
        async with looking_at(lambda: ReviewScreen(table), size) as house:
            await until(house, ready(house))
            text = house.text()
            assert "[red]Ann[/"[: 10 if size[0] > 40 else 8] in text
            assert "李雷" in text
            chart = house.app.screen.query_one(Chart)
            assert len(chart.show.lines) == 3
            assert len({chart.line_colour(at) for at in range(3)}) == 3


async def test_it_can_be_read_in_light_and_without_glyphs(blundered: tuple[Table, Seen]) -> None:
    table, _ = blundered
    async with looking_at(lambda: ReviewScreen(table)) as house:
        await until(house, ready(house))
        chart = house.app.screen.query_one(Chart)
        dark = chart.line_colour(0)
        await house.press("ctrl+t")
        assert chart.line_colour(0) != dark
    plain = make_app(house.app.hub, animation=False, ascii=True)
    async with plain.run_test() as pilot:
        await pilot.pause()
        plain.push_screen(ReviewScreen(table))
        house = House(plain, pilot)
        await until(house, ready(house))
        assert house.text().replace("\n", "").isascii()
        assert "*" in house.text()


# The ways there


async def test_from_the_end_of_a_game_and_from_the_lobby() -> None:
    hub = app.tables.hub.Hub(Kept())
    table = scripted(((1, 1, 1, 2, 3, 4),), preset="medieval", hub=hub, goal=500)
    running = scripted((), preset="medieval", hub=hub)
    program = make_app(hub, table=table, animation=False, quiet=0)
    async with program.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        house = House(program, pilot)
        await house.press("enter", "r", "a", "b")
        assert house.front == "GameOverScreen"
        assert "Review  e" in house.text()
        await house.press("e")
        assert house.front == "ReviewScreen"
        await until(house, ready(house))
        await house.press("escape")
        assert house.front == "GameOverScreen"
        await house.press("escape")
        assert house.front == "LobbyScreen"
        await until(house, lambda: "Medieval dice" in house.text())
        await house.press("e")
        assert review_in(house).table is table
        await house.press("escape")
        await to(house.pilot, f"table-{running.id}")
        await house.press("e")
        assert house.front == "LobbyScreen"
        assert [note.message for note in program._notifications] == [texts.NOT_OVER()]


async def test_a_lobby_without_a_finished_game_says_so() -> None:
    program = make_app(app.tables.hub.Hub(Kept()), animation=False)
    async with program.run_test(notifications=True) as pilot:
        await pilot.pause()
        await pilot.press("e")
        await pilot.pause()
        assert [note.message for note in program._notifications] == [past_texts.NO_GAME()]


async def to(pilot: Pilot[None], item: str) -> None:
    """Move the cursor of the lobby to an item."""
    from app.widgets.form_menu import Menu

    menu = pilot.app.screen.query_one(Menu)
    menu.cursor = [one.id for one in menu.items].index(item)
    await pilot.pause()


# The lines


def test_names_stand_at_the_ends_of_their_lines_and_never_on_each_other() -> None:
    names = tuple((f"P{at}", value) for at, value in enumerate((0.0, 10.0, 10.0, 9.9, 0.1)))
    lines = beside_lines(names, 0.0, 10.0, 6, 8)
    shown = ["".join(run.text for run in line).strip() for line in lines]
    assert [name for name in shown if name] == ["P1", "P2", "P3", "P4", "P0"]
    assert shown[0] == "P1"
    assert shown[-1] == "P0"
    assert all(cells(line) <= 6 for line in lines)
    few = beside_lines(names, 0.0, 10.0, 6, 3)
    assert sum(bool(line) for line in few) == 3


def test_more_seats_than_rows_are_counted() -> None:
    seat = SeatRow("Ann", "+1.0%", "2.0%", "1 of 3", True)
    show = ReviewShow("in points", (seat,) * 8)
    lines = seat_lines(show, 80, 5)
    assert len(lines) == 5
    assert "".join(run.text for run in lines[-1]).strip() == texts.MORE_SEATS(count=5)
    assert len(seat_lines(show, 40, 12)) == 9
    assert seat_lines(ReviewShow(), 80, 5) == ()
    assert moment_lines(ReviewShow(), 80, 0) == ()
