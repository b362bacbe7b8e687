"""The coach at the table: asked by a key, thinking beside the keyboard, silent when off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from app.screens.dice_tray import DiceTrayScreen
from app.views import coach_advice
from app.views import coach_texts as texts
from app.widgets.coach import CoachPanel
from engine.actions import Roll
from tests.app.hall_house import hall_of, walking
from tests.app.tray_house import House, playing, scripted

FIRST = (1, 1, 5, 2, 3, 4)
DICE = (FIRST, (1, 5, 3, 6), (2, 3))


def panel(house: House) -> str:
    """What the coach says, as one line."""
    x, y, width, height = house.tray.query_one(CoachPanel).region
    rows = [row[x : x + width] for row in house.lines()[y : y + height]]
    return " ".join(" ".join(rows).split())


async def told(house: House) -> str:
    """The panel once the coach has thought."""
    for _try in range(200):
        await house.pilot.pause(0.02)
        if texts.THINKING() not in (said := panel(house)):
            return said
    raise AssertionError(said)


def marks(house: House) -> list[str]:
    """The names of the courses that are marked as chosen."""
    return [row.label for row in house.tray.coaching.rows if row.chosen]


async def test_it_speaks_when_asked_and_follows_the_choice() -> None:
    async with playing(scripted(DICE, preset="medieval")) as house:
        await house.press("r")
        assert panel(house) == ""
        await house.press("c")
        said = await told(house)
        assert said.startswith("Coach bank win go on win bust ★ 1 1 2 3 4 5 600 56.6% 1,084 66.3%")
        assert "Roll: 6 dice bust only 3% of the time" in said
        await house.press("1", "2")
        assert marks(house) == ["1 1"]
        await house.press("3")
        assert marks(house) == ["1 1 5"]
        await house.press("r")
        assert "bust" in await told(house)
        await house.press("c")
        assert panel(house) == ""


async def test_it_says_why_where_only_one_thing_can_be_done() -> None:
    async with playing(scripted(DICE, preset="medieval")) as house:
        await house.press("c")
        assert texts.FREE_ROLL(count=6, bust="3%") in await told(house)


@contextmanager
def thinking(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[int], threading.Event]]:
    """A coach that notes the versions it is asked about, and answers when it is let."""
    asked: list[int] = []
    let = threading.Event()
    real = coach_advice.advise

    def slow(game: Any, state: Any, *rest: Any) -> Any:
        asked.append(state.version)
        assert let.wait(20)
        return real(game, state, *rest)

    monkeypatch.setattr(coach_advice, "advise", slow)
    try:
        yield asked, let
    finally:
        let.set()


async def test_nothing_is_advised_while_it_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    with thinking(monkeypatch) as (asked, _let):
        async with playing(scripted(DICE, preset="medieval")) as house:
            await house.press("r", "1", "2", "r", "1", "b")
            assert asked == []


async def test_keys_are_answered_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it then says about a roll that is over is not shown."""
    with thinking(monkeypatch) as (asked, let):
        async with playing(scripted(DICE, preset="medieval")) as house:
            await house.press("r", "c", "1")
            assert house.picture.chosen == {1}
            assert texts.THINKING() in panel(house)
            first = house.table.state.version
            await house.press("r")
            second = house.table.state.version
            assert second > first
            let.set()
            said = await told(house)
            assert asked[0] == first
            assert second in asked
            assert "1 1 2 3 4 5" not in said
            assert house.tray._advice is not None
            assert house.tray._advice.version == second


async def test_what_cannot_be_worked_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ValueError

    monkeypatch.setattr(coach_advice, "advise", broken)
    async with playing(scripted(DICE, preset="medieval")) as house:
        await house.press("r", "c")
        assert texts.UNKNOWN() in await told(house)
        await house.press("1", "r")
        assert house.table.state.version > 2


async def test_a_table_may_forbid_it() -> None:
    async with playing(scripted(DICE, preset="medieval")) as house:
        house.tray.coach_allowed = False
        await house.press("r", "c")
        assert texts.FORBIDDEN() in house.text()
        assert panel(house) == ""
        assert "coach" not in house.tray.legal()


async def test_it_advises_those_who_play_here_and_on_their_turn() -> None:
    table = scripted(DICE, preset="medieval")
    async with playing(table) as house:
        house.app.pop_screen()
        house.app.push_screen(DiceTrayScreen(table, frozenset({1})))
        await house.pilot.pause()
        await house.press("c")
        assert panel(house) == f"{texts.COACH()} {texts.NOT_NOW()}"
        table.submit(Roll(seat=0), table.state.version)
        await house.pilot.pause()
        assert panel(house) == f"{texts.COACH()} {texts.NOT_NOW()}"


async def test_it_knows_nothing_of_dice_to_come() -> None:
    said = []
    for rest in ((1, 1, 1, 1), (2, 3, 4, 6)):
        async with playing(scripted((FIRST, rest), preset="medieval")) as house:
            await house.press("c", "r", "1", "2")
            said.append(await told(house))
    assert said[0] == said[1]


async def test_it_waits_until_the_dice_lie() -> None:
    async with playing(scripted(DICE, preset="medieval"), animation=True) as house:
        await house.press("c", "r")
        assert house.tumbling()
        assert house.tray.coaching.rows == ()
        await house.press("1")
        assert "★" in await told(house)


@pytest.mark.parametrize("size", [(40, 16), (40, 24), (80, 16), (80, 24), (116, 24), (200, 50)])
async def test_it_hides_nothing_that_is_needed(size: tuple[int, int]) -> None:
    async with playing(scripted(DICE, preset="medieval"), size) as house:
        await house.press("r", "c", "1", "2")
        assert texts.COACH() in await told(house)
        text = house.text()
        for needed in ("Ann's turn", "Keep 200", "Bank 200 → 200", "[3]", "KEEP", "? Help"):
            assert needed in text, needed
        region = house.tray.query_one(CoachPanel).region
        bar = next(row for row, line in enumerate(house.lines()) if "Choose" in line)
        assert 1 <= region.height <= 6
        assert region.bottom <= bar


async def test_where_only_dice_decide_it_says_so() -> None:
    async with walking(hall_of(), (120, 36)) as house:
        await house.press("c")
        assert texts.NOTHING() in house.text()
