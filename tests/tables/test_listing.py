"""The list of all tables is kept, and is never older than what was stored."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.journal import Row
from app.tables.seating import Chair, Hosting, Note
from app.tables.sqlite_store import SqliteStore
from engine.model import Setup


def stores(folder: Path) -> list[SqliteStore]:
    """Two processes' stores on one file, as far as SQLite is concerned."""
    found = [open_store(folder).store for _ in range(2)]
    assert all(isinstance(store, SqliteStore) for store in found)
    return found  # type: ignore[return-value]


def test_a_list_is_never_behind_the_file(tmp_path: Path) -> None:
    one, two = stores(tmp_path)
    with closing(one), closing(two):
        noise, length = random.Random(5), dict.fromkeys("dbeac", 0)
        for step in range(150):
            writer, reader = noise.choice(((one, one), (one, two), (two, one), (two, two)))
            table = noise.choice("dbeac")
            row = Row(length[table], f"body {step}", f"chain {step}")
            secret = b"secret" if length[table] == 0 else None
            if noise.random() < 0.3:
                writer.take_over(table, [row], secret)
            else:
                writer.append(table, row, secret)
            length[table] += 1
            assert reader.tables() == reader._read_with_care()
            assert {ends.table: ends.last.seq + 1 for ends in reader.tables()} == {
                name: count for name, count in length.items() if count
            }


def test_a_list_that_was_cast_away_is_read_again(tmp_path: Path) -> None:
    one, two = stores(tmp_path)
    with closing(one), closing(two):
        one.append("a", Row(0, "body", "chain"), b"secret")
        try:
            with one.writing():
                one._db.execute("INSERT INTO journal VALUES ('b', 0, 'x', 'y')")
                assert [ends.table for ends in one.tables()] == ["a", "b"]
                raise RuntimeError("cast away")
        except RuntimeError:
            pass
        assert [ends.table for ends in one.tables()] == ["a"]
        two.append("b", Row(0, "z", "w"), b"secret")
        assert one.tables()[1].last == Row(0, "z", "w")


def test_the_lobby_reads_only_what_has_moved(tmp_path: Path) -> None:
    one, two = stores(tmp_path)
    with closing(one), closing(two):
        here, there = Hub(one), Hub(two)
        setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0)
        hosting = Hosting(chairs=(Chair(person="ann"), Chair(free=True)), host="ann")
        tables = [here.new_table(setup, hosting=hosting) for _ in range(20)]
        asked: list[str] = []
        there.tables()
        two._db.set_trace_callback(asked.append)
        there.tables()
        assert [one for one in asked if "journal" in one] == []
        tables[7].note(Note(kind="sat", seat=1, who="bo", name="Bo"))
        lines = {line.id: line for line in there.tables()}
        assert lines[tables[7].id].seating.chairs[1].person == "bo"
        assert sum("ORDER BY seq" in one for one in asked) == 1
        two._db.set_trace_callback(None)
