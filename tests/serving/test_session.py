"""Many apps in one process: each is its visitor's alone, and ends without harm to another."""

from __future__ import annotations

import asyncio
import gc
import re
import sys
import weakref
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from textual.widget import Widget

from app.main import DiceParlourApp, make_app
from app.messages import OpenTable
from app.serving import driver as drivers
from app.serving import patches
from app.serving.session import SWEEP
from app.serving.terminal import Terminal
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import Chair, Hosting
from app.tables.store import MemoryStore
from app.tables.visitor import Visitor
from engine.actions import Draw, Roll
from engine.model import Setup
from tests.serving.parlour import ANN, LOBBY, Screen, Tin, over, plain_make, seen, session, until

TRUE_COLOUR = b"38;2;"
OF_256 = b"38;5;"


async def test_a_session_from_the_first_picture_to_goodbye() -> None:
    async with session() as (made, wire, running):
        await seen(wire.screen, LOBBY)
        assert made.app is not None
        assert made.app.visitor == ANN
        made.feed(b"q")
        ended = await over(running)
        assert (ended.why, ended.code, ended.error) == ("left", 0, None)
        assert "Goodbye" in wire.screen
        out = bytes(wire.screen.raw)
        for on, off in ((b"?1049h", b"?1049l"), (b"?25l", b"?25h"), (b"?1003h", b"?1003l")):
            assert out.rindex(b"\x1b[" + off) > out.rindex(b"\x1b[" + on)


async def test_a_lone_escape_closes_the_help() -> None:
    async with session() as (made, wire, _):
        await seen(wire.screen, LOBBY)
        assert made.app is not None
        made.feed(b"?")
        await until(lambda: made.app is not None and len(made.app.screen_stack) == 3)
        made.feed(b"\x1b")
        await until(lambda: made.app is not None and len(made.app.screen_stack) == 2)


@pytest.mark.parametrize("size", [(0, 0), (5000, 5000), (1, 500), (120, 40)])
async def test_a_window_of_any_size_at_any_time_is_harmless(size: tuple[int, int]) -> None:
    async with session() as (made, wire, _):
        made.resize(*size)  # before there is an app
        await asyncio.sleep(0)
        made.resize(*size[::-1])  # while it starts
        for _ in range(50):
            made.resize(*size)
        drawn = (min(max(size[0], 1), 500), min(max(size[1], 1), 200))
        await until(lambda: made.app is not None and tuple(made.app.size) == drawn)
        made.resize(80, 24)
        wire.screen.resize(80, 24)
        await until(lambda: made.app is not None and tuple(made.app.size) == (80, 24))
        await seen(wire.screen, LOBBY)


async def test_colours_are_each_visitors_own() -> None:
    """The first one's codes are kept on styles and strips that the second one's screen uses too."""
    hub = Hub(MemoryStore())
    for colours, theirs, others in (
        ("truecolor", TRUE_COLOUR, OF_256),
        ("256", OF_256, TRUE_COLOUR),
        ("truecolor", TRUE_COLOUR, OF_256),
    ):
        terminal = Terminal(colours=colours, animation="none")  # type: ignore[arg-type]
        async with session(plain_make(hub), terminal) as (made, wire, _):
            await seen(wire.screen, LOBBY)
            made.feed(b"\x14")  # light and dark: everything is drawn again
            await asyncio.sleep(0.2)
            assert theirs in wire.screen.raw
            assert others not in wire.screen.raw


async def test_a_visitor_without_colours_or_signs_gets_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with session(terminal=Terminal(no_colour=True, ascii=True)) as (made, wire, _):
        await seen(wire.screen, LOBBY)
        assert wire.screen.text.isascii()
        assert only_greys(wire.screen)
    # What the server's own environment says is for the server's own terminal.
    monkeypatch.setenv("NO_COLOR", "1")
    async with session() as (made, wire, _):
        await seen(wire.screen, LOBBY)
        assert made.app is not None
        assert not made.app.no_color
        assert not only_greys(wire.screen)


def only_greys(screen: Screen) -> bool:
    """Whether every colour that was sent is none."""
    found = re.findall(rb"[34]8;2;(\d+);(\d+);(\d+)", bytes(screen.raw))
    assert found
    return all(len(set(colour)) == 1 for colour in found)


async def test_what_an_app_prints_stays_off_every_screen(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = sys.stdout
    async with session() as (made, wire, _), session() as (_, other, _):
        await until(lambda: LOBBY in wire.screen and LOBBY in other.screen)
        assert sys.stdout is before
        assert made.app is not None
        made.app.call_later(print, "spoken aside")
        made.app.tell("a toast for one")
        await seen(wire.screen, "a toast for one")
        await asyncio.sleep(0.1)
        assert "a toast" not in other.screen
        assert "spoken aside" not in wire.screen.text + other.screen.text
    assert sys.stdout is before
    assert "spoken aside" in capsys.readouterr().out


def wrong(_: DiceParlourApp) -> None:
    raise ZeroDivisionError("a secret \x1b[31m")


def leaves(_: DiceParlourApp) -> None:
    sys.exit(3)


@pytest.mark.parametrize("fault", [wrong, leaves])
@pytest.mark.parametrize("where", ["call_later", "timer", "mount", "worker", "next"])
async def test_a_crash_ends_one_session_with_one_sentence(
    fault: Callable[[DiceParlourApp], None], where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hub = Hub(MemoryStore())

    def make(visitor: Visitor, _: Terminal) -> DiceParlourApp:
        app = make_app(hub, visitor=visitor)

        async def work() -> None:
            fault(app)

        def begin() -> None:
            match where:
                case "call_later":
                    app.call_later(fault, app)
                case "timer":
                    app.set_timer(0.01, lambda: fault(app))
                case "next":
                    app.call_next(fault, app)
                case "worker":
                    app.run_worker(work())
                case _:
                    fault(app)

        app.begin = begin  # type: ignore[method-assign]
        return app

    async with session(plain_make(hub)) as (fine, good, well), session(make) as (_, bad, ill):
        ended = await over(ill)
        assert (ended.why, ended.code) == ("crashed", 1)
        assert ended.error is not None
        assert "Something went wrong here" in bad.screen
        assert "Traceback" not in bad.screen
        assert b"secret" not in bad.screen.raw
        assert not well.done()
        fine.feed(b"n")
        await seen(good.screen, "Players")
    assert capsys.readouterr() == ("", "")


async def test_an_app_that_cannot_be_built_is_told() -> None:
    def make(*_: object) -> DiceParlourApp:
        raise ZeroDivisionError

    async with session(make) as (_, wire, running):
        assert (await over(running)).why == "not_started"
        assert "could not be started" in wire.screen


async def test_a_line_that_takes_nothing_is_cut_and_costs_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drivers, "BACKLOG", 20_000)
    async with session(stall=0.3) as (made, wire, running):
        await seen(wire.screen, LOBBY)
        wire.taking = False
        for _ in range(200):
            made.feed(b"\x14")
            await asyncio.sleep(0.02)
            if running.done():
                break
        assert (await over(running)).why == "slow"
        assert wire.was_cut
        assert wire.kept < 80_000, "one frame may be on top"


async def test_a_line_that_was_slow_gets_the_whole_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "BACKLOG", 4096)
    async with session() as (made, wire, _):
        await seen(wire.screen, LOBBY)
        wire.taking = False
        made.feed(b"\x14")
        await until(lambda: wire.kept > 4096)
        made.feed(b"n")
        await asyncio.sleep(0.3)
        kept = wire.kept
        made.feed(b"\x14")
        await asyncio.sleep(0.3)
        assert wire.kept == kept, "frames were kept for a line that takes nothing"
        wire.screen = Screen()
        wire.taking = True
        await until(lambda: "Players" in wire.screen and "Minutes" in wire.screen)


async def test_a_window_that_goes_on_changing_is_laid_out_ever_more_rarely() -> None:
    """Each layout costs everybody else; the last size is always shown."""
    async with session() as (made, wire, _):
        await seen(wire.screen, LOBBY)
        app, driver = made.app, made._driver
        assert app is not None
        assert driver is not None
        pauses = []
        for width in range(81, 85):
            made.resize(width, 24)
            pauses.append(driver._settle)
            await until(lambda: driver._resizing is None)
        assert pauses == [drivers.SETTLE * 2**number for number in range(4)]
        await until(lambda: app.size == (84, 24))


async def test_who_is_away_is_shown_out() -> None:
    async with session(idle_minutes=0.4 / 60) as (_, wire, running):
        await seen(wire.screen, LOBBY)
        ended = await over(running)
        assert (ended.why, ended.code) == ("idle", 0)
        assert "You were away" in wire.screen


async def test_what_happens_at_a_table_is_seen_by_all_at_once() -> None:
    hub = Hub(MemoryStore())
    table = hub.new_table(
        Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0),
        Recipe(seed=1, dice=((1, 2, 3, 4, 6, 6),), cards=("bonus-300",)),
        hosting=Hosting(access="open"),
    )
    make = plain_make(hub)
    async with session(make) as (one, hers, _), session(make) as (two, his, _):
        for made, wire in ((one, hers), (two, his)):
            await seen(wire.screen, LOBBY)
            assert made.app is not None
            made.app.post_message(OpenTable(table.id))
            await seen(wire.screen, "Ann")
            made.feed(b"\r")  # past the opening
        # From a thread as from the loop: no app is called from another one's context.
        await asyncio.to_thread(table.submit, Draw(seat=0), table.state.version)
        await until(lambda: "300" in hers.screen and "300" in his.screen)
        table.submit(Roll(seat=0), table.state.version)
        await until(lambda: "●" in hers.screen and "●" in his.screen)


async def still(wire: Tin) -> None:
    """Wait until nothing is drawn any more."""
    drawn = -1
    while drawn != len(wire.screen.raw):
        drawn = len(wire.screen.raw)
        await asyncio.sleep(0.4)


def same(cells: list[list[object]], wire: Tin) -> bool:
    return wire.screen.cells == cells


async def test_what_is_drawn_in_parts_makes_the_whole_picture() -> None:
    """Widgets that show nothing new are left out, those behind others too."""
    hub = Hub(MemoryStore())
    table = hub.new_table(
        Setup(preset="zilch", seats=("Ann", "Bo"), first=0),
        Recipe(seed=1, dice=((1, 5, 1, 3, 4, 6),)),
        hosting=Hosting(chairs=(Chair(person="ann"),) * 2, host="ann"),
    )
    table.submit(Roll(seat=0), table.state.version)
    async with session(plain_make(hub)) as (made, wire, _):
        await seen(wire.screen, LOBBY)
        assert made.app is not None
        made.app.post_message(OpenTable(table.id))
        await seen(wire.screen, "Choose the dice")
        for keys, text in (
            (b"1", "100"), (b"26", "not"), (b"6", "150"), (b"?", "Help"), (b"\x1b", "150"),
            (b"s", "Ann"), (b"\x1b", "150"), (b"\r", "4 dice"), (b"m", "Say"), (b"\x1b", "4 dice"),
        ):  # fmt: skip
            made.feed(keys)
            await seen(wire.screen, text)
            await still(wire)
            parts, wire.screen = wire.screen.cells, Screen()
            made.app.screen.refresh()
            await until(partial(same, parts, wire))


async def test_closed_apps_are_gone_at_once() -> None:
    """Not even a full collection is needed: it would hold up everybody else."""
    hub = Hub(MemoryStore())
    apps: list[weakref.ref[Any]] = []
    gc.collect()
    before = _widgets()
    gc.disable()
    try:
        for _ in range(6):
            async with session(plain_make(hub)) as (made, wire, _):
                await seen(wire.screen, LOBBY)
                apps.append(weakref.ref(made.app))
                made.feed(b"n")
                await seen(wire.screen, "Players")
        await asyncio.sleep(SWEEP + 0.3)
        assert [ref() for ref in apps] == [None] * 6
    finally:
        gc.enable()
    gc.collect()
    assert _widgets() <= before


def _widgets() -> int:
    return sum(isinstance(each, Widget) for each in gc.get_objects())


def test_another_textual_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    from textual.strip import Strip

    monkeypatch.delattr(Strip, "render")
    with pytest.raises(patches.PatchGone, match=r"has no Strip.render, which"):
        patches.apply.__wrapped__()
    monkeypatch.undo()
    with pytest.raises(patches.PatchGone, match="__wrapped__"):
        patches.apply.__wrapped__()  # already unwrapped: not the Textual that was expected
