"""Hearing of what was appended: in every store, from other processes, whatever goes wrong."""

from __future__ import annotations

import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app.tables import sqlite_store, watcher
from app.tables.doorbell import Doorbell, ring
from app.tables.errors import StoreTrouble
from app.tables.hub import Hub
from app.tables.journal import Row
from app.tables.postgres_store import PostgresStore
from app.tables.sqlite_file import create
from app.tables.sqlite_store import READING, SqliteStore
from app.tables.store import MemoryStore, Store
from app.tables.watch import ANYTHING
from app.tables.watcher import Watcher
from tests.tables.house import ROOT, act, house, play
from tests.tables.race import lookup
from tests.tables.workers import place

SOON = 20
"""Seconds after which a test gives up; nothing takes as long."""


def journal(folder: Path) -> SqliteStore:
    folder.mkdir(parents=True, exist_ok=True)
    create(folder / "journal.db")
    return SqliteStore(folder / "journal.db")


class Heard:
    """What somebody heard, in order."""

    def __init__(self) -> None:
        self._queue: queue.Queue[str] = queue.Queue()
        self.threads: set[str] = set()

    def __call__(self, table: str) -> None:
        self.threads.add(threading.current_thread().name)
        self._queue.put(table)

    def until(self, table: str) -> None:
        """Wait for a table."""
        while self._queue.get(timeout=SOON) != table:
            pass


def listening(store: Store, heard: Heard) -> Callable[[], None]:
    """Begin to watch, and wait until a database knows of it; before, it tells no names."""
    leave = store.watch(heard)
    if isinstance(store, PostgresStore):
        heard.until(ANYTHING)
    return leave


BEFORE: set[threading.Thread] = set()
"""The threads that a test found when it began; whatever another left behind is none of its own."""


@pytest.fixture(autouse=True)
def began() -> None:
    BEFORE.clear()
    BEFORE.update(threading.enumerate())


def watching() -> bool:
    """Whether a thread of this test still watches a journal."""
    return any(thread.name == "journal-watch" for thread in set(threading.enumerate()) - BEFORE)


@pytest.fixture(params=["file", "database"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    found = tmp_path if request.param == "file" else request.getfixturevalue("address")
    return str(found)


@pytest.fixture
def two(where: str) -> Iterator[tuple[Store, Store]]:
    """One journal, opened twice."""
    stores = house(place(where)).store, house(place(where)).store
    yield stores
    for store in stores:
        store.close()


def test_everybody_hears_of_every_append_in_a_thread_of_the_stores(
    two: tuple[Store, Store],
) -> None:
    one, other = two
    mine, theirs, more = Heard(), Heard(), Heard()
    leave = [listening(one, mine), listening(other, theirs), one.watch(more)]
    for name in ("a name", "b"):
        one.append(name, Row(0, "0", "-"), b"secret")
        for heard in (mine, theirs, more):
            heard.until(name)
    assert mine.threads == theirs.threads == {"journal-watch"}
    leave[2]()
    leave[2]()
    other.append("c", Row(0, "0", "-"))
    mine.until("c")
    theirs.until("c")
    assert "c" not in more._queue.queue, "who has left hears no more"
    for end in leave:
        end()
    assert not watching()
    again = Heard()
    listening(one, again)
    other.append("d", Row(0, "0", "-"))
    again.until("d")


def test_another_process_is_heard(where: str) -> None:
    store = house(place(where)).store
    heard = Heard()
    listening(store, heard)
    command = [sys.executable, "-m", "tests.tables.workers", "append_many", where, "a", "3"]
    subprocess.run(command, cwd=ROOT, check=True, timeout=60)
    heard.until("contest")
    store.close()


def test_who_fails_or_leaves_while_called_harms_nobody(two: tuple[Store, Store]) -> None:
    one, other = two
    heard = Heard()
    left = threading.Event()
    leave: list[Callable[[], None]] = []

    def go(table: str) -> None:
        if table == "a":
            leave.pop()()
            left.set()
        raise ValueError(table)

    end = listening(one, heard)
    leave.append(one.watch(go))
    other.append("a", Row(0, "0", "-"))
    assert left.wait(SOON)
    heard.until("a")
    other.append("b", Row(0, "0", "-"))
    heard.until("b")
    end()
    assert not watching()


def test_the_last_may_leave_while_called(two: tuple[Store, Store]) -> None:
    one, other = two
    leave: list[Callable[[], None]] = []

    def go(_table: str) -> None:
        leave.pop()()

    leave.append(one.watch(go))
    other.append("a", Row(0, "0", "-"))
    deadline = time.monotonic() + SOON
    while leave or watching():
        assert time.monotonic() < deadline, "nobody is left, and still it is watched"
        time.sleep(0.01)


def test_a_closed_store_is_silent(where: str) -> None:
    store = house(place(where)).store
    store.watch(Heard())
    store.close()
    assert not watching()
    if "://" not in where:
        assert list((Path(where) / "bells").iterdir()) == []


def test_memory_tells_of_itself_and_of_what_is_below(tmp_path: Path) -> None:
    below = journal(tmp_path)
    top = MemoryStore(below)
    heard = Heard()
    leave = top.watch(heard)
    top.append("a", Row(0, "0", "-"))
    heard.until("a")
    assert heard.threads == {threading.current_thread().name}
    below.append("b", Row(0, "0", "-"))
    heard.until("b")
    leave()
    top.append("c", Row(0, "0", "-"))
    assert heard._queue.empty()
    below.close()
    gone = MemoryStore(journal(tmp_path / "gone"))
    shutil.rmtree(tmp_path / "gone")
    with pytest.raises(StoreTrouble):
        gone.watch(heard)
    gone.close()


# The bell, and what is done without


def test_a_bell_of_a_dead_process_is_taken_away(tmp_path: Path) -> None:
    bells = tmp_path / "bells"
    dead = Doorbell(bells)
    dead._socket.close()
    (bells / "not a bell").write_text("")
    live = Doorbell(bells)
    assert {path.name for path in bells.iterdir()} == {live.path.name, "not a bell"}
    assert not dead.path.exists()
    gone = Doorbell(bells)
    gone._socket.close()
    ring(bells, "läuft")
    assert not gone.path.exists()
    assert live.wait(SOON) == {"läuft"}
    live.close()
    assert live.path not in bells.iterdir()
    ring(bells, "nobody")
    ring(tmp_path / "nowhere", "nobody")


def test_a_bell_that_nobody_answers_holds_nobody_up(tmp_path: Path) -> None:
    bell = Doorbell(tmp_path / "bells")
    for number in range(3000):
        ring(tmp_path / "bells", f"{number}")
    assert "0" in bell.wait(SOON)
    assert bell.wait(0) == set()
    bell.close()


def test_what_no_bell_told_of_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_store, "ring", lambda *_: None)
    one, other = journal(tmp_path), journal(tmp_path)
    heard = Heard()
    one.watch(heard)
    assert len(list((tmp_path / "bells").iterdir())) == 1
    other.append("a", Row(0, "0", "-"))
    heard.until(ANYTHING)
    one.close()
    other.close()


def too_deep(folder: Path) -> Path:
    """A folder whose name is too long for a socket in it."""
    return folder / ("x" * 100) / ("y" * 100)


def taken(folder: Path) -> Path:
    """A folder in which something else has the bells' place."""
    (folder / "bells").write_text("")
    return folder


@pytest.mark.parametrize("place_for", [too_deep, taken])
def test_where_there_can_be_no_bell_the_file_is_looked_at(
    tmp_path: Path, place_for: Callable[[Path], Path]
) -> None:
    folder = place_for(tmp_path)
    one, other = journal(folder), journal(folder)
    heard = Heard()
    one.watch(heard)
    other.append("a", Row(0, "0", "-"))
    heard.until(ANYTHING)
    reader = SqliteStore(folder / "journal.db", READING)
    seen = Heard()
    reader.watch(seen)
    other.append("a", Row(1, "1", "-"))
    seen.until(ANYTHING)
    for store in (one, other, reader):
        store.close()


def test_without_sockets_the_file_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("socket.AF_UNIX")
    one, other = journal(tmp_path), journal(tmp_path)
    heard = Heard()
    one.watch(heard)
    other.append("a", Row(0, "0", "-"))
    heard.until(ANYTHING)
    one.close()
    other.close()


# The watcher


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "RETRY_SECONDS", 0.01)


def test_an_open_table_follows_what_others_store(where: str) -> None:
    hub, other = house(place(where)), house(place(where))
    table = play(hub, 2)
    elsewhere = other.open(table.id)
    seen: queue.Queue[int] = queue.Queue()
    elsewhere.subscribe(lambda outcome: seen.put(outcome.state.version))
    watch = Watcher(other.store, lambda _table: elsewhere.refresh())
    for _ in range(3):
        act(table)
        while seen.get(timeout=SOON) != table.state.version:
            pass
    assert elsewhere.state == table.state
    watch.close()
    hub.store.close()
    other.store.close()


def test_a_table_in_memory_does_not_hear_itself_twice() -> None:
    hub = Hub(MemoryStore(), ruleset=lookup)
    table = play(hub, 0)
    moved = Heard()

    def refresh(name: str) -> None:
        table.refresh()
        moved(name)

    watch = Watcher(hub.store, refresh)
    for _ in range(5):
        act(table)
        moved.until(table.id)
    assert table.entries == len(hub.store.read(table.id)) == 6
    watch.close()


class Stubborn(MemoryStore):
    """A store that cannot be watched at first."""

    tries = 0

    def watch(self, callback: Callable[[str], None]) -> Callable[[], None]:
        self.tries += 1
        if self.tries < 3:
            raise StoreTrouble("closed")
        return super().watch(callback)


def test_the_watcher_outlives_every_trouble(caplog: pytest.LogCaptureFixture) -> None:
    store = Stubborn()
    heard = Heard()
    trouble: list[Exception] = [StoreTrouble("closed"), StoreTrouble("locked"), ValueError("no")]

    def refresh(table: str) -> None:
        heard(table)
        if table == "a" and trouble:
            raise trouble.pop(0)

    watch = Watcher(store, refresh)
    heard.until(ANYTHING)
    store.append("a", Row(0, "0", "-"))
    for _ in range(3):
        heard.until("a")
    store.append("a", Row(1, "1", "-"))
    heard.until("a")
    assert trouble == []
    assert "a table could not be refreshed" in caplog.text
    assert heard.threads == {"table-watcher"}
    watch.close()
    store.append("a", Row(2, "2", "-"))
    assert heard._queue.empty()


def test_a_watcher_may_be_closed_from_within_and_before_it_watched() -> None:
    never = Stubborn()
    never.tries = -1000
    Watcher(never, Heard()).close()
    store = MemoryStore()
    done = threading.Event()

    def refresh(_table: str) -> None:
        watch.close()
        done.set()

    watch = Watcher(store, refresh)
    store.append("a", Row(0, "0", "-"))
    assert done.wait(SOON)
    while "table-watcher" in {thread.name for thread in threading.enumerate()}:
        time.sleep(0.01)


def test_many_appends_are_few_calls() -> None:
    store = MemoryStore()
    calls = Heard()
    begun, go_on = threading.Event(), threading.Event()

    def refresh(table: str) -> None:
        begun.set()
        go_on.wait(SOON)
        calls(table)

    watch = Watcher(store, refresh)
    store.append("a", Row(0, "0", "-"))
    assert begun.wait(SOON)
    for seq in range(1, 50):
        store.append("a", Row(seq, "0", "-"))
    store.append("b", Row(0, "0", "-"))
    go_on.set()
    calls.until("a")
    calls.until("a")
    calls.until("b")
    assert calls._queue.empty()
    watch.close()


def test_who_watches_a_database_that_is_not_there_may_leave_again() -> None:
    with closing(PostgresStore("postgresql://ann@127.0.0.1:1/none")) as store:
        leave = store.watch(Heard())
        with suppress(StoreTrouble):
            store.tables()
        leave()
    assert not watching()
