"""Computer players, the turn clock and seats left alone: whoever is not there is played for."""

from __future__ import annotations

import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from app.tables import steward
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import PACES, SUBSTITUTE, Chair, Hosting, Note
from app.tables.steward import AWAY_SECONDS, Steward, serve
from app.tables.store import MemoryStore
from app.tables.table import Table
from app.tables.verify import verify
from engine.model import Setup
from engine.registry import ruleset
from tests.tables.house import Watch, act

ADA, MAX = Chair(computer="ada"), Chair(computer="max")
ANN = Chair(person="ann")


def laid(
    *chairs: Chair,
    preset: str = "fill-or-bust",
    watch: Watch | None = None,
    scores: tuple[int, ...] | None = None,
    **more: Any,
) -> Table:
    """A table of a real game with these chairs, at which the first seat begins."""
    seats = tuple(f"Seat {at}" for at in range(len(chairs)))
    hosting = Hosting.model_validate({"chairs": chairs, **more})
    hub = Hub(MemoryStore(), clock=watch) if watch else Hub(MemoryStore())
    setup = Setup(preset=preset, seats=seats, first=0, scores=scores)
    return hub.new_table(setup, hosting=hosting)


def even() -> float:
    """A mood that is neither this nor that."""
    return 0.5


CLOSE = (4200, 4300)
"""Sheets from which it is not far to the end."""


@pytest.mark.parametrize("preset", ["fill-or-bust", "zilch-5000", "bunco"])
def test_computers_play_a_game_to_its_end(preset: str) -> None:
    count = max(ruleset(preset).min_seats, 2)
    chairs = [(ADA, MAX)[seat % 2] for seat in range(count)]
    table = laid(*chairs, preset=preset, scores=CLOSE if count == 2 else None)
    for _ in range(20_000):
        if table.state.over:
            break
        before = table.state.version
        serve(table, even)
        assert table.state.version > before, "whoever may act does"
    assert table.state.over
    assert verify(table).ok


def test_people_are_waited_for() -> None:
    table = laid(ANN, ADA)
    assert serve(table, even) is None
    assert table.entries == 1
    act(table, card=True)
    while 0 in table.state.to_act:
        act_as_best(table)
    before = table.entries
    while 1 in table.state.to_act:
        serve(table, even)
    assert table.entries > before
    assert table.state.to_act == {0}


def act_as_best(table: Table) -> None:
    """What a computer player would do, done by the person."""
    seat = min(table.state.to_act)
    table.submit(steward.choice(table, seat, 0.5), table.state.version)


@pytest.mark.parametrize(
    ("chair", "more", "limit", "reason"),
    [
        (ANN, {"turn_seconds": 20}, 20, "late"),
        (Chair(), {"turn_seconds": 45}, 45, "late"),
        (ANN, {"absent": "computer"}, AWAY_SECONDS, "away"),
    ],
)
def test_a_substitute_takes_over_when_the_time_is_up(
    chair: Chair,
    more: dict[str, Any],
    limit: float,
    reason: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch()
    table = laid(chair, ADA, watch=watch, **more)
    start = watch.now
    monkeypatch.setattr(steward, "now", lambda: watch.now)
    assert serve(table, even) == pytest.approx(limit)
    watch.now = start + timedelta(seconds=limit - 1)
    assert serve(table, even) == pytest.approx(1)
    assert not table.notes
    watch.now = start + timedelta(seconds=limit)
    serve(table, even)
    assert table.notes == (Note(kind="computer", seat=0, who=SUBSTITUTE, reason=reason),)
    version = table.state.version
    serve(table, even)
    assert table.state.version > version


def test_who_is_here_is_not_away(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    table = laid(ANN, ADA, watch=watch, absent="computer")
    table.note(Note(kind="came", who="ann"))
    monkeypatch.setattr(steward, "now", lambda: watch.now + timedelta(hours=1))
    assert serve(table, even) is None
    table.note(Note(kind="went", who="ann"))
    serve(table, even)
    assert table.seating.computers == {0, 1}


def test_the_clock_runs_for_a_turn_not_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    monkeypatch.setattr(steward, "now", lambda: watch.now)
    setup = Setup(preset="zilch", seats=("Ann", "Bo"), first=0)
    hosting = Hosting(chairs=(ANN, ANN), turn_seconds=30)
    recipe = Recipe(seed=1, dice=((1, 1, 1, 2, 3, 4),))
    table = Hub(MemoryStore(), clock=watch).new_table(setup, recipe, hosting=hosting)
    began = table.waits_since(0)
    watch.pass_(10)
    act(table)
    assert table.waits_since(0) == began
    assert serve(table, even) == pytest.approx(20)
    while 0 in table.state.to_act:
        act_as_best(table)
    assert table.waits_since(1) == watch.now
    assert serve(table, even) == pytest.approx(30)


@pytest.mark.parametrize("chairs", [(ANN, Chair(free=True)), (ADA, Chair(free=True))])
def test_nothing_moves_while_a_seat_is_free(chairs: tuple[Chair, ...]) -> None:
    table = laid(*chairs, turn_seconds=10)
    assert serve(table, even) is None
    assert table.entries == 1


def test_the_steward_serves_while_somebody_looks_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steward, "PACES", (0.01,) * len(PACES))
    house = Steward(even)
    table, over = laid(ADA, MAX, scores=CLOSE), threading.Event()
    table.subscribe(lambda outcome: over.set() if outcome.state.over else None)
    first, second = house.attend(table), house.attend(table)
    first()
    first()
    assert over.wait(60), "one of two who look on is enough"
    second()
    thread = house._thread
    if thread is not None:
        thread.join(10)
    assert house._thread is None, "nobody looks on, so nobody works"
    assert verify(table).ok


def test_a_player_that_fails_is_played_for_and_harms_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """R081: it is logged, and the simplest thing is done in its place."""
    monkeypatch.setattr(steward, "PACES", (0.01,) * len(PACES))
    bad, good, over = laid(ADA, MAX), laid(ADA, MAX, scores=CLOSE), threading.Event()

    def choice(table: Table, seat: int, mood: float) -> object:
        if table is bad:
            raise RuntimeError("a player who does not know what to do")
        return real(table, seat, mood)

    real = steward.choice
    monkeypatch.setattr(steward, "choice", choice)
    good.subscribe(lambda outcome: over.set() if outcome.state.over else None)
    house = Steward(even)
    ends = [house.attend(bad), house.attend(good)]
    assert over.wait(60)
    assert bad.entries > 1
    assert "a computer player failed" in caplog.text
    assert verify(bad).ok
    for end in ends:
        end()


def test_two_houses_may_serve_one_table(tmp_path: Path) -> None:
    one, other = (Hub(open_store(tmp_path).store) for _ in range(2))
    setup = Setup(preset="zilch-5000", seats=("A", "B"), first=0)
    table = one.new_table(setup, hosting=Hosting(chairs=(ADA, MAX)))
    again = other.open(table.id)
    for _ in range(20):
        serve(table, even)
        serve(again, even)
    table.refresh()
    again.refresh()
    assert table.state == again.state
    assert verify(table).ok
