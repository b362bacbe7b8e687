"""Backups: made while tables are played on, put back in either journal, never by halves."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from app.backup import texts
from app.backup.keeping import Tables, back_up, opened, put_back
from app.cli import main
from app.tables.errors import SENTENCES, StoreTrouble, sentence
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.journal import Row
from app.tables.postgres_store import PostgresStore
from app.tables.sqlite_file import create
from app.tables.sqlite_store import SqliteStore
from app.tables.store import MemoryStore
from app.tables.verify import verify
from tests.tables.house import ROOT, act, house, journal_of, play
from tests.tables.race import lookup
from tests.tables.workers import place


@pytest.fixture(params=["file", "database"])
def where(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The journal of this house: its folder, or the address of its database."""
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DICEPARLOUR_JOURNAL", raising=False)
    if request.param == "file":
        return str(tmp_path / "home")
    address: str = request.getfixturevalue("address")
    monkeypatch.setenv("DICEPARLOUR_JOURNAL", address)
    return address


def ours() -> Hub:
    """The journal of this house."""
    return Hub(open_store().store, (), lookup)


def filled(where: str) -> Hub:
    """A house with three tables."""
    hub = house(place(where))
    for moves in (0, 3, 9):
        play(hub, moves)
    return hub


Command = Callable[..., tuple[int, str]]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command; what it ends with, and what it says."""

    def run(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["diceparlour", *arguments])
        with pytest.raises(SystemExit) as end:
            main()
        told = capsys.readouterr()
        assert told.out == ""
        return int(end.value.code or 0), told.err

    return run


def on_a_small_disk(*arguments: str) -> tuple[int, str]:
    """The same in a process that may write no file of more than 150 kB."""
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 150; exec "$0" -m app "$@"', sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stderr


def test_a_backup_is_put_back_whole(where: str, tmp_path: Path, command: Command) -> None:
    hub = filled(where)
    tables = sorted(Tables(hub.store))
    file = tmp_path / "backup.dice"
    assert command("backup", str(file)) == (0, texts.WRITTEN(count=3, file=file) + "\n")
    assert file.stat().st_mode & 0o777 == 0o600
    play(hub, 2)
    late = hub.open(tables[1][0])
    act(late)
    assert command("backup", str(file))[0] == 0, "an older one is written over"
    with closing(opened(file)) as backup:
        assert sorted(Tables(backup)) == sorted(Tables(hub.store))
    assert [one.name for one in tmp_path.iterdir() if "backup" in one.name] == [file.name]
    after = sorted(Tables(hub.store))
    act(late)

    code, said = command("restore", str(file))
    assert (code, said) == (2, sentence("holds_tables") + "\n")
    again = ours()
    assert again.open(late.id).entries == late.entries
    again.store.close()
    code, said = command("restore", "--over", str(file))
    restored, kept, last = said.splitlines()
    assert last == texts.AGAIN()
    assert (code, restored) == (0, "4 tables were put back.")
    again = ours()
    assert sorted(Tables(again.store)) == after
    for name, rows, _secret in after:
        table = again.open(name)
        assert not table.readonly
        assert verify(table).ok
        assert table.entries == len(rows)
        act(table)
    again.store.close()
    what = kept.removeprefix("What was here before is kept as ").removesuffix(".")
    if "://" in where:
        with psycopg.connect(where) as connection:
            count = connection.execute(f"SELECT count(*) FROM {what}.journal".encode())
            assert count.fetchone() == (sum(len(rows) for _, rows, _ in after) + 1,)
        assert late.refresh() is False
    else:
        with closing(SqliteStore(Path(what))) as old:
            assert old.read(late.id) == hub.store.read(late.id)
        with pytest.raises(StoreTrouble) as trouble:
            act(late)
        assert trouble.value.code == "moved", "a program that has the old one open notices"
    hub.store.close()


def test_tables_move_from_one_journal_to_the_other_and_back(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "home"))
    hub = filled(str(tmp_path / "first"))
    tables = sorted(Tables(hub.store))
    back_up(hub.store, tmp_path / "one")
    monkeypatch.setenv("DICEPARLOUR_JOURNAL", address)
    assert put_back(tmp_path / "one", over=False) == ((3, 0), "")
    with closing(PostgresStore(address)) as database:
        assert sorted(Tables(database)) == tables
        assert back_up(database, tmp_path / "two") == (3, 0)
    monkeypatch.delenv("DICEPARLOUR_JOURNAL")
    assert put_back(tmp_path / "two", over=False) == ((3, 0), "")
    with closing(ours().store) as store:
        assert isinstance(store, SqliteStore)
        assert sorted(Tables(store)) == tables
    hub.store.close()


def test_a_backup_is_of_one_moment_while_others_append(where: str, tmp_path: Path) -> None:
    worker = [sys.executable, "-m", "tests.tables.workers", "append_many", where, "a", "200"]
    appending = subprocess.Popen(worker, cwd=ROOT)
    store = open_store().store
    file = tmp_path / "backup"
    sizes: list[int] = []
    while appending.poll() is None or not sizes:
        back_up(store, file)
        with closing(opened(file)) as backup:
            rows = backup.read("contest")
        assert [row.body for row in rows] == [f"a {number}" for number in range(len(rows))]
        sizes.append(len(rows))
    assert appending.returncode == 0
    assert sizes == sorted(sizes)
    assert sizes[0] < 200, "the first was made in the middle"
    store.close()


def test_a_running_house_plays_on_with_what_is_put_back(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEPARLOUR_JOURNAL", address)
    hub = house(address)
    table = play(hub, 12)  # more often than it takes to have a statement prepared
    back_up(hub.store, tmp_path / "backup")
    assert put_back(tmp_path / "backup", over=True).kept.startswith("diceparlour_before_")
    act(table)
    assert len(hub.store.read(table.id)) == table.entries == 14
    hub.store.close()


def foreign(folder: Path) -> dict[str, Path]:
    """Files that are no backups, by why not."""
    hub = filled(str(folder / "whole"))
    whole = folder / "backup"
    back_up(hub.store, whole)
    hub.store.close()
    data = whole.read_bytes()
    files = {}
    for share in (0, 1, 40, 80, 99):
        files[f"torn {share}"] = data[: len(data) * share // 100]
    middle = len(data) // 2 // 4096 * 4096
    files["garbled"] = data[:middle] + b"\x55" * 4096 + data[middle + 4096 :]
    files["text"] = b"Dear Ann,\n" * 1000
    paths = {}
    for name, content in files.items():
        paths[name] = folder / name
        paths[name].write_bytes(content)
    paths["other"] = folder / "other"
    with closing(sqlite3.connect(paths["other"])) as db:
        db.execute("CREATE TABLE journal (weather TEXT)")
    paths["folder"] = folder
    paths["missing"] = folder / "missing"
    return paths


def test_what_is_no_backup_is_neither_put_back_nor_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DICEPARLOUR_JOURNAL", raising=False)
    hub = filled(str(tmp_path / "home"))
    for name, path in foreign(tmp_path).items():
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(StoreTrouble) as trouble:
            put_back(path, over=True)
        assert trouble.value.code == "no_backup", name
        if path.exists():
            with pytest.raises(StoreTrouble) as trouble:
                back_up(hub.store, path)
            assert trouble.value.code == "not_a_backup", name
            assert not path.is_file() or path.read_bytes() == before
    code, said = command("restore", "--over", str(tmp_path / "text"))
    assert (code, said) == (2, sentence("no_backup", file=tmp_path / "text") + "\n")
    assert command("restore", str(tmp_path / "missing"))[0] == 2
    assert len(ours().tables()) == 3
    with pytest.raises(StoreTrouble) as trouble:
        back_up(hub.store, journal_of(tmp_path / "home"))
    assert trouble.value.code == "own_journal"
    act(hub.open(hub.tables()[-1].id))
    hub.store.close()


def test_a_backup_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "backup"
    back_up(MemoryStore(), file)
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreTrouble) as trouble:
        opened(file)
    assert trouble.value.message == sentence("newer_backup", file=file)


def test_a_journal_as_it_lies_there_is_a_backup_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DICEPARLOUR_JOURNAL", raising=False)
    hub = filled(str(tmp_path / "old"))
    shutil.copytree(tmp_path / "old", tmp_path / "copy")
    assert put_back(journal_of(tmp_path / "copy"), over=False) == ((3, 0), "")
    assert sorted(Tables(ours().store)) == sorted(Tables(hub.store))
    hub.store.close()


@pytest.mark.usefixtures("where")
def test_damaged_tables_are_put_back_as_they_were(tmp_path: Path, command: Command) -> None:
    create(tmp_path / "backup")
    with closing(SqliteStore(tmp_path / "backup")) as made:
        made.take_over("a", [Row(0, "gar\0bled", "-"), Row(1, "", "")], b"secret")
        play(Hub(made, (), lookup), 3)
    code, said = command("restore", str(tmp_path / "backup"))
    assert code == 0
    assert said.splitlines()[:2] == ["2 tables were put back.", texts.BROKEN(count=1)]
    with closing(ours().store) as store:
        assert [row.seq for row in store.read("a")] == [0, 1]
        assert store.secret("a") == b"secret"
    assert command("backup", str(tmp_path / "again"))[1].endswith(texts.BROKEN(count=1) + "\n")


def test_a_journal_that_cannot_be_read_leaves_the_older_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    home, file = tmp_path / "home", tmp_path / "backup"
    monkeypatch.setenv("DICEPARLOUR_HOME", str(home))
    monkeypatch.delenv("DICEPARLOUR_JOURNAL", raising=False)
    filled(str(home)).store.close()
    assert command("backup", str(file))[0] == 0
    before = file.read_bytes()
    (home / "journal.db").write_text("garbage")
    code, said = command("backup", str(file))
    assert code == 2
    assert "could not be read" in said
    assert file.read_bytes() == before


def test_a_backup_that_cannot_be_written_leaves_the_older_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DICEPARLOUR_JOURNAL", raising=False)
    file = tmp_path / "backup"
    hub = filled(str(tmp_path / "home"))
    back_up(hub.store, file)
    for _ in range(20):
        play(hub, 20)
    assert isinstance(hub.store, SqliteStore)
    hub.store.written_pages()  # so that nothing but the backup has to be written
    code, said = on_a_small_disk("backup", str(file))
    assert code == 2
    assert said.startswith(f"The backup could not be written to {file}:")
    code, said = command("backup", str(tmp_path / "nowhere" / "backup"))
    assert (code, said.count("\n")) == (2, 1)
    monkeypatch.setenv("DICEPARLOUR_JOURNAL", "nonsense")
    code, said = command("backup", str(file))
    assert code == 2
    assert said.startswith(SENTENCES["bad_address"])
    monkeypatch.setenv("DICEPARLOUR_JOURNAL", "postgresql://ann@127.0.0.1:1/none")
    code, said = command("backup", str(file))
    assert code == 2
    assert said.startswith("The database says: ")
    assert said.endswith("refused\n" + SENTENCES["closed"] + "\n")
    assert command("restore", "--over", str(file)) == (2, SENTENCES["closed"] + "\n")
    with closing(opened(file)) as backup:
        assert len(backup.tables()) == 3
    assert {one.name for one in tmp_path.iterdir()} == {"backup", "home"}
    hub.store.close()


def test_a_journal_that_cannot_be_replaced_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DICEPARLOUR_JOURNAL", raising=False)
    hub = filled(str(tmp_path / "home"))
    back_up(hub.store, tmp_path / "backup")
    hub.store.close()
    journal = journal_of(tmp_path / "home")
    damaged = journal.read_bytes()[:5000]
    journal.write_bytes(damaged)
    with pytest.raises(StoreTrouble) as trouble:
        put_back(tmp_path / "backup", over=False)
    assert trouble.value.code == "holds_tables", "nobody knows what is in a damaged one"
    assert journal.read_bytes() == damaged
    kept = put_back(tmp_path / "backup", over=True).kept
    assert Path(kept).read_bytes() == damaged
    assert len(ours().tables()) == 3
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path / "taken" / "home"))
    with pytest.raises(StoreTrouble) as trouble:
        put_back(tmp_path / "backup", over=True)
    assert trouble.value.code == "disk_fails"
