"""The door of a table: stored before shown, once, in order."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from app.tables.errors import StoreTrouble, TableTrouble
from app.tables.hub import Hub
from app.tables.journal import Row
from app.tables.recipe import Recipe
from app.tables.store import MemoryStore
from app.tables.table import Outcome, Table, utc_now
from app.tables.verify import verify
from engine.actions import Draw, Roll, TimeUp
from engine.model import Action, Setup
from engine.refusal import IllegalAction
from tests.tables.house import SETUP, Watch, act, house, play
from tests.tables.race import lookup

TIMED = Setup(preset="race", seats=("Ann", "Bo"), options={"goal": 10_000, "minutes": 10})


class FullStore(MemoryStore):
    """A store whose disk is full whenever ``full`` is set."""

    lasting = True
    full = False

    def append(self, table: str, row: Row, secret: bytes | None = None) -> None:
        if self.full:
            raise StoreTrouble("disk_full")
        super().append(table, row, secret)


def refused(table: Table, action: Action, version: int) -> str:
    """The code with which an action is refused; nothing may have changed by it."""
    before = table.state, table.events, table.entries, table.store.read(table.id)
    with pytest.raises(IllegalAction) as no:
        table.submit(action, version)
    assert (table.state, table.events, table.entries, table.store.read(table.id)) == before
    return no.value.code


def test_an_action_is_stored_before_it_is_shown(tmp_path: Path) -> None:
    table = play(house(tmp_path), 2)
    seen: list[int] = []
    table.subscribe(lambda _: seen.append(len(table.store.read(table.id))))
    outcome = act(table)
    assert seen == [4]
    assert outcome.state is table.state
    assert outcome.events == table.events[-1:]


def test_a_key_pressed_twice_rolls_once(tmp_path: Path) -> None:
    table = play(house(tmp_path), 1)
    version = table.state.version
    table.submit(Roll(seat=1), version)
    for action in (Roll(seat=1), Roll(seat=0), Draw(seat=1)):
        assert refused(table, action, version) == "stale"
    assert refused(table, Roll(seat=0), version + 99) == "stale"
    assert table.entries == 3


def test_a_refused_action_takes_nothing_from_the_stream(tmp_path: Path) -> None:
    played, bothered = (play(house(tmp_path / name), 0, Recipe(seed=5)) for name in "ab")
    for _ in range(8):
        for _ in range(3):
            other = 1 - min(bothered.state.to_act)
            assert refused(bothered, Roll(seat=other), bothered.state.version) == "not_your_turn"
        act(played, card=True)
        act(bothered, card=True)
        act(played)
        act(bothered)
    assert bothered.events == played.events


def test_a_refused_script_stays_where_it_is(tmp_path: Path) -> None:
    recipe = Recipe(seed=5, dice=((1,), (2,), (6, 6), (1,), (3, 3)), cards=("ten", "ten"))
    table = play(house(tmp_path), 0, recipe)
    assert table.submit(Roll(seat=0), table.state.version).state.scores == (12, 0)
    assert refused(table, Roll(seat=1), table.state.version) == "malformed"
    assert refused(table, Roll(seat=1), table.state.version) == "malformed"
    assert table.submit(Draw(seat=1), table.state.version).state.scores == (12, 10)
    assert not table.fair


def test_two_processes_take_turns_and_see_each_other(tmp_path: Path) -> None:
    here = play(house(tmp_path), 3)
    there = house(tmp_path).open(here.id)
    for move in range(12):
        one, other = (here, there) if move % 2 else (there, here)
        other.refresh()
        assert other.state == one.state
        old = one.state.version
        act(other)
        assert old != other.state.version
        heard: list[Outcome] = []
        leave = one.subscribe(heard.append)
        with pytest.raises(IllegalAction) as no:
            one.submit(Roll(seat=min(one.state.to_act)), old)
        assert no.value.code == "stale"
        assert one.state == other.state, "the slower one sees the new table at once"
        assert [outcome.state for outcome in heard] == [other.state]
        leave()
    assert here.events == there.events
    assert verify(here).ok


def test_a_version_that_another_process_made_is_accepted(tmp_path: Path) -> None:
    here = play(house(tmp_path), 3)
    there = house(tmp_path).open(here.id)
    act(there)
    here.submit(Roll(seat=min(there.state.to_act)), there.state.version)
    assert here.entries == 6


def press(table: Table, version: int, results: list[str], barrier: threading.Barrier) -> None:
    """Roll at the same moment as the others."""
    barrier.wait()
    try:
        table.submit(Roll(seat=0), version)
        results.append("rolled")
    except IllegalAction as no:
        results.append(no.code)


def test_one_of_several_threads_wins(tmp_path: Path) -> None:
    table = play(house(tmp_path), 0, setup=Setup(preset="race", seats=("Ann",)))
    for _ in range(20):
        version = table.state.version
        results: list[str] = []
        barrier = threading.Barrier(4)
        threads = [
            threading.Thread(target=press, args=(table, version, results, barrier))
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(results) == ["rolled", "stale", "stale", "stale"]
        if table.state.over:
            break
    assert verify(table).ok


def test_listeners_may_come_go_act_and_fail_while_they_are_called(tmp_path: Path) -> None:
    table = play(house(tmp_path), 0)
    heard: dict[str, list[int]] = {"calm": [], "late": [], "gone": []}

    def failing(_: Outcome) -> None:
        raise RuntimeError("a session that has died")

    def busy(_: Outcome) -> None:
        if len(heard["late"]) == 0:
            table.subscribe(lambda news: heard["late"].append(news.state.version))
        leave_gone()
        leave_gone()
        if table.entries < 5:
            act(table)

    table.subscribe(failing)
    table.subscribe(busy)
    leave_gone = table.subscribe(lambda outcome: heard["gone"].append(outcome.state.version))
    table.subscribe(lambda outcome: heard["calm"].append(outcome.state.version))
    start = table.state.version
    act(table)
    assert heard["calm"] == list(range(start + 1, start + 5)), "everything, in order, once"
    assert heard["gone"] == []
    assert heard["late"][:1] == [start + 2]


def test_many_come_and_go_while_news_is_told(tmp_path: Path) -> None:
    table = play(house(tmp_path), 0, setup=TIMED)
    steady: list[int] = []
    table.subscribe(lambda outcome: steady.append(outcome.state.version))
    stop = threading.Event()

    def churn() -> None:
        while not stop.is_set():
            table.subscribe(lambda _: None)()
            time.sleep(0.0001)

    threads = [threading.Thread(target=churn) for _ in range(2)]
    for thread in threads:
        thread.start()
    start = table.state.version
    for _ in range(100):
        act(table)
    stop.set()
    for thread in threads:
        thread.join()
    assert steady == list(range(start + 1, start + 101))


def test_a_store_that_takes_nothing_changes_nothing() -> None:
    store = FullStore()
    hub = Hub(store, ruleset=lookup)
    table = play(hub, 2)
    before = table.state
    store.full = True
    for _ in range(2):
        with pytest.raises(StoreTrouble, match="disk is full"):
            act(table)
        assert table.state is before
    store.full = False
    act(table)
    assert verify(table).ok, "the dice are those that the stream had waiting"


def test_play_goes_on_in_memory_when_the_players_want_it() -> None:
    store = FullStore()
    hub = Hub(store, ruleset=lookup)
    table = play(hub, 2)
    assert (table.saved, table.notice) == (True, "")
    store.full = True
    with pytest.raises(StoreTrouble):
        act(table)
    table.play_unsaved()
    table.play_unsaved()
    assert table.notice == "This table is not saved: it ends with the program."
    for _ in range(4):
        act(table)
    assert len(store.read(table.id)) == 3
    assert verify(table).ok
    name, state = table.id, table.state
    del table
    again = hub.open(name)
    assert (again.state, again.saved) == (state, False)
    assert [line.turn for line in hub.tables()] == [("Ann",)]
    with pytest.raises(StoreTrouble):
        hub.new_table(SETUP)
    fresh = hub.new_table(SETUP, keep=False)
    act(fresh)
    assert not fresh.saved
    assert not hub.rematch(fresh).saved
    assert len(hub.tables()) == 3
    assert len(store.tables()) == 1


def test_a_resumed_table_goes_on_with_the_same_dice(tmp_path: Path) -> None:
    straight = play(house(tmp_path / "a"), 30, Recipe(seed=11), TIMED)
    stopped = play(house(tmp_path / "b"), 0, Recipe(seed=11), TIMED).id
    for move in range(30):
        table = house(tmp_path / "b").open(stopped)
        act(table, card=move % 3 == 2)
    assert table.events == straight.events
    assert table.state == straight.state


def test_time_counts_while_the_table_is_open(tmp_path: Path) -> None:
    watch = Watch()
    table = play(house(tmp_path, watch), 0, setup=TIMED)
    assert table.time_left == 600
    watch.pass_(100)
    assert table.time_left == 500
    act(table)
    watch.pass_(7)
    assert (table.played(), table.time_left) == (107, 493)
    watch.pass_(-50)
    assert table.played() == 100, "a clock that is set back takes no time away"
    watch.pass_(50 + 86_400)
    later = house(tmp_path, watch).open(table.id)
    assert later.time_left == 500, "the night did not count"
    watch.pass_(20)
    act(later)
    assert later.time_left == 480
    assert later.last_played == watch.now


def test_time_is_one_for_two_processes(tmp_path: Path) -> None:
    watch = Watch()
    here = play(house(tmp_path, watch), 0, setup=TIMED)
    there = house(tmp_path, watch).open(here.id)
    for _ in range(5):
        watch.pass_(10)
        act(here)
        there.refresh()
        watch.pass_(10)
        act(there)
        here.refresh()
    assert here.time_left == there.time_left == 500


def test_the_clock_ends_the_game_once(tmp_path: Path) -> None:
    watch = Watch()
    here = play(house(tmp_path, watch), 1, setup=TIMED)
    there = house(tmp_path, watch).open(here.id)
    watch.pass_(599)
    assert here.tick() is None
    watch.pass_(1)
    version = here.state.version
    outcome = here.tick()
    assert outcome is not None
    assert outcome.state.over
    assert (here.tick(), there.tick()) == (None, None)
    assert there.state == here.state
    assert refused(here, TimeUp(), version) == "stale"
    assert refused(here, TimeUp(), here.state.version) == "game_over"
    assert here.entries == there.entries == 3
    watch.pass_(1000)
    assert (here.played(), here.time_left) == (600, 0), "the end stops the clock"


def test_a_table_without_a_time_limit_never_runs_out(tmp_path: Path) -> None:
    watch = Watch()
    table = play(house(tmp_path, watch), 1)
    watch.pass_(10**8)
    assert table.time_left is None
    assert table.tick() is None


def test_the_machine_tells_the_time_in_utc() -> None:
    offset = utc_now().utcoffset()
    assert offset is not None
    assert not offset


def test_a_scene_is_the_one_of_the_game(tmp_path: Path) -> None:
    table = play(house(tmp_path), 1)
    assert table.scene(None).viewer is None
    assert table.scene(1).version == table.state.version


def test_a_damaged_row_that_arrives_makes_the_table_read_only(tmp_path: Path) -> None:
    table = play(house(tmp_path), 2)
    before = table.state
    table.store.append(table.id, Row(3, "{}", "0" * 64))
    assert not table.refresh()
    assert table.readonly
    assert table.notice == (
        "The journal of this table is damaged after entry 2: "
        "it can be looked at up to there, but not played on."
    )
    with pytest.raises(TableTrouble):
        act(table)
    assert not table.refresh()
    assert table.state is before
    assert table.tick() is None
