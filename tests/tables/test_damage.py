"""Whatever happened to the files: the program starts, says so, and loses no whole entry."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from app.tables.errors import StoreTrouble, TableTrouble
from app.tables.sqlite_file import beside
from app.tables.sqlite_store import READING, SqliteStore
from app.tables.store import MISSING, Store
from app.tables.verify import verify
from tests.tables.house import act, house, journal_of, play

FRAME = 24 + 4096
"""A page in SQLite's log of writes; a log that ends between two of them looks whole."""

LEAF = 10
"""What a page of rows begins with."""

Damage = Callable[[bytes, int, random.Random], bytes]


def truncated(data: bytes, at: int, _: random.Random) -> bytes:
    return data[:at]


def zeroed(data: bytes, at: int, chance: random.Random) -> bytes:
    end = at + chance.choice([1, 40, 700, 5000])
    return data[:at] + bytes(len(data[at:end])) + data[end:]


def garbled(data: bytes, at: int, chance: random.Random) -> bytes:
    end = at + chance.choice([1, 3, 40, 700])
    return data[:at] + chance.randbytes(len(data[at:end])) + data[end:]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home as a kill leaves it: some tables in the journal, the rest in its log."""
    folder = tmp_path_factory.mktemp("house")
    hub = house(folder)
    for moves in (20, 6, 0, 25):
        play(hub, moves)
    hub.store.close()
    live = house(folder / ".")
    for moves in (9, 3):
        play(live, moves)
    act(live.open(live.tables()[0].id))
    kept = folder.with_name("kept")
    kept.mkdir()
    for file in (journal_of(folder), beside(journal_of(folder))[0]):
        shutil.copy(file, kept)
    yield kept
    live.store.close()


def bodies(store: Store) -> dict[str, list[str]]:
    """The text of every row by table."""
    return {ends.table: [row.body for row in store.read(ends.table)] for ends in store.tables()}


@pytest.fixture(scope="module")
def whole(original: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What the undamaged home holds."""
    copy = tmp_path_factory.mktemp("copy") / "home"
    shutil.copytree(original, copy)
    hub = house(copy)
    assert hub.notices == ()
    return bodies(hub.store)


@pytest.mark.parametrize("log", [False, True], ids=["journal", "log"])
@pytest.mark.parametrize("damage", [truncated, zeroed, garbled])
@pytest.mark.parametrize("part", range(3))
def test_any_damage_leaves_whole_beginnings_and_a_message(
    damage: Damage,
    log: bool,
    part: int,
    original: Path,
    whole: dict[str, list[str]],
    tmp_path: Path,
) -> None:
    chance = random.Random(f"{damage.__name__} {log} {part}")
    source = journal_of(original)
    data = (beside(source)[0] if log else source).read_bytes()
    borders = [0, 1, 15, 18, 24, 31, 32, 56, 99, 100, 4096, 4152, len(data) - 1]
    places = borders if part == 0 else [chance.randrange(len(data)) for _ in range(12)]
    for number, place in enumerate(places):
        folder = tmp_path / str(number)
        shutil.copytree(original, folder)
        file = journal_of(folder)
        (beside(file)[0] if log else file).write_bytes(damage(data, place, chance))
        between = place == 0 or (place - 32) % FRAME == 0
        silent = log and damage is truncated and between
        examine(folder, whole, f"{damage.__name__} at {place}", silent)


def examine(folder: Path, whole: dict[str, list[str]], what: str, silent: bool) -> None:
    """Open a damaged home: everything in it is a beginning of what was, and nothing is silent."""
    hub = house(folder)
    said = list(hub.notices)
    found = {}
    for line in hub.tables():
        said.append(line.notice)
        try:
            table = hub.open(line.id)
        except TableTrouble as trouble:
            said.append(trouble.message)
            continue
        said.append(table.notice)
        rows = table.store.read(table.id)[: table.entries]
        found[line.id] = [row.body for row in rows]
        assert found[line.id] == whole[line.id][: table.entries], what
        if not table.readonly:
            act(table)
            verdict = verify(table)
            assert verdict.ok, f"{what}: {verdict.sentences}"
    lost = {name: rows for name, rows in whole.items() if found.get(name) != rows}
    message = " ".join(filter(None, said))
    assert message or not lost or silent, f"{what}: silent loss"
    assert not message or message.endswith("."), what
    assert hub.store.lasting, what
    fresh = play(hub, 3)
    assert house(folder).open(fresh.id).state == fresh.state, what
    hub.store.close()


@pytest.mark.parametrize(
    "content", [b"", b"\0", b"hello", b"\0" * 9000, b"SQLite format 3\0", None]
)
def test_a_file_that_is_no_database_is_set_aside_and_kept(
    content: bytes | None, tmp_path: Path
) -> None:
    content = os.urandom(20_000) if content is None else content
    journal_of(tmp_path).write_bytes(content)
    hub = house(tmp_path)
    kept = list(tmp_path.glob("*.damaged-*.db"))
    assert [file.read_bytes() for file in kept] == [content]
    assert hub.notices == (
        f"The journal could not be read; it was kept as {kept[0]} and a new one was begun.",
    )
    table = play(hub, 2)
    again = house(tmp_path)
    assert again.notices == ()
    assert again.open(table.id).state == table.state
    ours = [file for file in tmp_path.iterdir() if file not in kept]
    assert {stat.S_IMODE(file.stat().st_mode) for file in ours} == {0o600}


def test_a_database_of_another_program_is_set_aside(tmp_path: Path) -> None:
    other = sqlite3.connect(journal_of(tmp_path))
    other.execute("CREATE TABLE songs (title TEXT)")
    other.commit()
    other.close()
    hub = house(tmp_path)
    assert len(hub.notices) == 1
    assert play(hub, 1).saved
    assert len([file for file in tmp_path.iterdir() if file.name.endswith("-1.db")]) == 1


def test_two_starts_set_a_bad_file_aside_once(tmp_path: Path) -> None:
    journal_of(tmp_path).write_bytes(b"hello")
    table = play(house(tmp_path), 1)
    journal = journal_of(tmp_path).stat().st_ino
    assert house(tmp_path).open(table.id).state == table.state
    assert journal_of(tmp_path).stat().st_ino == journal


def test_a_log_without_its_journal_never_gets_into_a_new_one(
    original: Path, tmp_path: Path
) -> None:
    shutil.copy(beside(journal_of(original))[0], tmp_path)
    log = beside(journal_of(tmp_path))[0].read_bytes()
    hub = house(tmp_path)
    assert hub.tables() == ()
    assert len(hub.notices) == 1
    kept = [file for file in tmp_path.iterdir() if file.name.endswith(".db-wal")]
    assert log in [file.read_bytes() for file in kept]


def test_what_can_be_read_of_a_damaged_journal_is_taken_over(
    original: Path, whole: dict[str, list[str]], tmp_path: Path
) -> None:
    file = journal_of(tmp_path)
    shutil.copy(journal_of(original), file)
    data = file.read_bytes()
    last = len(data) // 4096 * 4096 - 4096
    file.write_bytes(data[:last] + bytes(4096))
    hub = house(tmp_path)
    (notice,) = hub.notices
    assert notice.startswith("The journal was damaged; it was kept as ")
    assert hub.tables()
    played = [hub.open(line.id) for line in hub.tables()]
    assert f"{len(played)} could be read" in notice
    for table in played:
        assert bodies(hub.store)[table.id][: table.entries] == whole[table.id][: table.entries]
    assert house(tmp_path).notices == (), "it is told once, and the tables stay"
    assert len(house(tmp_path).tables()) == len(played)


def test_a_repair_that_cannot_be_finished_is_done_again(
    original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = journal_of(tmp_path)
    data = journal_of(original).read_bytes()
    damaged = data[:-4096] + bytes(4096)
    file.write_bytes(damaged)

    def full(*_: object) -> None:
        raise StoreTrouble("disk_full")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteStore, "take_over", full)
        hub = house(tmp_path)
        assert hub.notices[0].startswith("The disk is full")
        assert not hub.store.lasting
        assert len(hub.tables()) > 1, "they can be looked at meanwhile"
        assert play(hub, 2).state.version
        hub.store.close()
    assert file.read_bytes() == damaged
    assert [one.name for one in tmp_path.iterdir() if one.name.endswith(".new")] == []
    hub = house(tmp_path)
    assert hub.notices[0].startswith("The journal was damaged; it was kept as ")
    assert [one.read_bytes() for one in tmp_path.glob("*.damaged-*.db")] == [damaged]


def test_tables_on_both_sides_of_the_damage_are_saved(tmp_path: Path) -> None:
    hub = house(tmp_path / "whole")
    whole = {play(hub, 6).id for _ in range(5)}
    hub.store.close()
    data = journal_of(tmp_path / "whole").read_bytes()
    pages = {page: data[page : page + 4096] for page in range(0, len(data), 4096)}
    leaves = [page for page, held in pages.items() if held[0] == LEAF and b'{"action"' in held]
    broken_lists = 0
    for page in leaves:
        folder = tmp_path / str(page)
        folder.mkdir()
        file = journal_of(folder)
        file.write_bytes(data[:page] + bytes(4096) + data[page + 4096 :])
        with closing(SqliteStore(file, READING)) as damaged:
            broken_lists += MISSING in damaged.tables()
        hub = house(folder)
        assert len(hub.notices) == 1
        saved = {line.id for line in hub.tables() if not hub.open(line.id).readonly}
        assert saved <= whole
        assert len(saved) >= 2, "a page holds rows of two tables, and may have held a third's end"
    assert broken_lists > 1


def test_a_kill_in_the_middle_of_a_write_is_told(original: Path, tmp_path: Path) -> None:
    shutil.copytree(original, tmp_path, dirs_exist_ok=True)
    log = beside(journal_of(tmp_path))[0]
    log.write_bytes(log.read_bytes()[:-100])
    hub = house(tmp_path)
    assert hub.notices == (
        "The last write to the journal was cut off; "
        "every table is open up to its last whole entry.",
    )
    assert all(not line.readonly for line in hub.tables())
