"""All stores keep the same promises; what is said of the one in a file alone comes last."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest

from app.tables import home, sqlite_store
from app.tables.errors import StoreTrouble
from app.tables.home import data_folder, open_store
from app.tables.journal import Row
from app.tables.postgres_store import PostgresStore
from app.tables.sqlite_file import create
from app.tables.sqlite_store import SqliteStore
from app.tables.store import Conflict, Ends, MemoryStore, Store
from tests.tables.house import act, house, journal_of, play


def in_a_file(folder: Path, _: object = None) -> Store:
    create(folder / "j.db")
    return SqliteStore(folder / "j.db")


def in_a_database(_: Path, request: pytest.FixtureRequest) -> Store:
    return PostgresStore(request.getfixturevalue("address"))


def in_memory(_folder: Path, _: object) -> Store:
    return MemoryStore()


def on_top_of_a_file(folder: Path, _: object) -> Store:
    return MemoryStore(in_a_file(folder))


@pytest.fixture(params=[in_a_file, in_a_database, in_memory, on_top_of_a_file])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = request.param(tmp_path, request)
    yield made
    made.close()


def row(seq: int) -> Row:
    return Row(seq, f'{{"entry":"{seq} läuft \\u0000"}}', f"{seq:064}")


def test_rows_come_back_as_they_were_appended(store: Store) -> None:
    for seq in range(5):
        store.append("a", row(seq), b"\0secret" if seq == 0 else None)
        store.append("b", row(seq))
    assert store.read("a") == [row(seq) for seq in range(5)]
    assert store.read("a", 3) == [row(3), row(4)]
    assert store.read("a", 9) == store.read("c") == []
    assert sorted(store.tables()) == [Ends("a", row(0), row(4)), Ends("b", row(0), row(4))]
    assert (store.secret("a"), store.secret("b"), store.secret("c")) == (b"\0secret", None, None)


def test_only_the_next_row_is_taken(store: Store) -> None:
    for seq in (1, -1, 7):
        with pytest.raises(Conflict):
            store.append("a", row(seq))
    store.append("a", row(0), b"one")
    for seq in (0, 2, 5):
        with pytest.raises(Conflict):
            store.append("a", row(seq), b"two")
    store.append("a", row(1))
    assert [one.seq for one in store.read("a")] == [0, 1]
    assert store.secret("a") == b"one"


def test_names_are_never_patterns(store: Store) -> None:
    store.append("a_b", row(0))
    store.append("axb", row(0))
    store.append("axb", row(1))
    assert len(store.read("a_b")) == 1
    assert store.read("a%") == store.read("%") == store.read("_") == []


def test_what_is_missing_ends_a_table_in_a_file(tmp_path: Path) -> None:
    store = in_a_file(tmp_path)
    with closing(sqlite3.connect(tmp_path / "j.db", isolation_level=None)) as db:
        without_one(store, lambda: db.execute("DELETE FROM journal WHERE seq = 2"))


def test_what_is_missing_ends_a_table_in_a_database(address: str) -> None:
    with (
        closing(PostgresStore(address)) as store,
        psycopg.connect(address, autocommit=True) as other,
    ):
        without_one(store, lambda: other.execute("DELETE FROM diceparlour.journal WHERE seq = 2"))


def without_one(store: Store, delete: Callable[[], object]) -> None:
    """A table of which row 2 is deleted."""
    for seq in range(4):
        store.append("a", row(seq))
    delete()
    assert store.read("a") == [row(0), row(1), row(3), Row(3, "", "")]
    assert store.read("a", 3) == [row(3)]
    assert store.tables() == [Ends("a", row(0), row(3))]


def test_threads_share_a_store(store: Store) -> None:
    def append(name: str) -> None:
        done = seen = 0
        while done < 50:
            seen += len(store.read("contest", seen))
            with suppress(Conflict):
                store.append("contest", Row(seen, f"{name} {done}", "-"))
                store.append(f"{name} {done}", row(0), name.encode())
                done += 1

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(append, "abcd"))
    rows = store.read("contest")
    assert [one.seq for one in rows] == list(range(200))
    assert sorted(one.body for one in rows) == sorted(f"{a} {b}" for a in "abcd" for b in range(50))
    assert len(store.tables()) == 201
    assert store.secret("d 49") == b"d"


def test_memory_lies_on_top_of_what_is_below(tmp_path: Path) -> None:
    below = in_a_file(tmp_path)
    below.append("a", row(0), b"below")
    below.append("a", row(1))
    top = MemoryStore(below)
    with pytest.raises(Conflict):
        top.append("a", row(1))
    assert not top.holds("a")
    top.append("a", row(2))
    top.append("a", row(3))
    top.append("b", row(0), b"top")
    assert top.read("a") == [row(0), row(1), row(2), row(3)]
    assert top.read("a", 3) == [row(3)]
    assert (top.secret("a"), top.secret("b")) == (b"below", b"top")
    assert sorted(top.tables()) == [Ends("a", row(0), row(3)), Ends("b", row(0), row(0))]
    assert below.read("a", 2) == below.read("b") == []


def test_the_journal_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "home"
    hub = house(folder)
    leave = hub.store.watch(lambda _table: None)
    play(hub, 2)
    folders = {folder, folder / "bells"}
    assert {stat.S_IMODE(one.stat().st_mode) for one in folders} == {0o700}
    files = [one for one in folder.iterdir() if one.is_file()]
    assert {"journal.db", "journal.db-wal"} <= {file.name for file in files}
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    leave()


def test_an_append_is_synced(tmp_path: Path) -> None:
    store = house(tmp_path).store
    assert isinstance(store, SqliteStore)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_folder_is_the_users_or_the_chosen_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DICEPARLOUR_HOME", raising=False)
    monkeypatch.setattr(home, "user_data_path", lambda name, **_: tmp_path / name)
    assert data_folder() == tmp_path / "diceparlour"
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "chosen"))
    assert data_folder() == tmp_path / "chosen"
    store = open_store().store
    assert store.lasting
    assert (tmp_path / "chosen" / "journal.db").exists()


def test_a_journal_is_born_whole_and_only_once(tmp_path: Path) -> None:
    file = tmp_path / "j.db"
    create(file)
    SqliteStore(file).append("a", row(0))
    create(file)
    assert SqliteStore(file).read("a") == [row(0)]
    assert not [one for one in tmp_path.iterdir() if one.name.endswith(".new")]


def test_a_journal_is_born_where_files_have_one_name_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    file = tmp_path / "j.db"
    create(file)
    SqliteStore(file).append("a", row(0))
    create(file)
    assert SqliteStore(file).read("a") == [row(0)]


def test_rows_never_go_to_a_file_that_was_taken_away(tmp_path: Path) -> None:
    table = play(house(tmp_path / "home"), 2)
    shutil.move(tmp_path / "home", tmp_path / "elsewhere")
    before = table.state
    with pytest.raises(StoreTrouble) as trouble:
        act(table)
    assert trouble.value.code == "moved"
    (tmp_path / "home").mkdir()
    create(journal_of(tmp_path / "home"))
    with pytest.raises(StoreTrouble):
        act(table)
    assert table.state is before
    assert house(tmp_path / "elsewhere").open(table.id).state == before


def test_a_locked_journal_says_so_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "WAIT_SECONDS", 0.05)
    table = play(house(tmp_path), 3)
    before = table.state
    other = sqlite3.connect(journal_of(tmp_path), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreTrouble) as trouble:
        act(table)
    assert trouble.value.message == (
        "The journal is in use by another program; try again in a moment."
    )
    assert table.state is before
    with pytest.raises(StoreTrouble):
        house(tmp_path).new_table(table.setup)
    started = house(tmp_path)
    assert started.notices == (), "a writer is no reason to forget what will be played"
    other.execute("ROLLBACK")
    act(started.open(table.id))
    with pytest.raises(Exception, match="moved on"):
        table.submit(table.game.legal_actions(before, 1)[0], before.version)
    act(table)
    assert table.entries == 6


def test_what_fails_for_another_reason_than_damage_is_told(tmp_path: Path) -> None:
    store = in_a_file(tmp_path)
    store.append("a", row(0), b"secret")
    store.close()
    for ask in (store.tables, lambda: store.read("a"), lambda: store.secret("a")):
        with pytest.raises(StoreTrouble) as trouble:
            ask()
        assert trouble.value.code == "disk_fails"


def test_a_first_row_and_its_secret_are_stored_together_or_not_at_all(tmp_path: Path) -> None:
    create(tmp_path / "j.db")
    store = SqliteStore(tmp_path / "j.db")
    store._db.execute("INSERT INTO secret VALUES ('a', x'00')")
    with pytest.raises(StoreTrouble):
        store.append("a", row(0), b"secret")
    assert store.read("a") == []
    store.append("b", row(0), b"secret")
    assert store.secret("b") == b"secret"
