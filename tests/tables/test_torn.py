"""A table whose rows are not as they were written is looked at as far as they are."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from app.tables.errors import TableTrouble
from app.tables.hub import Hub
from app.tables.journal import FORMAT, Row, first_chain, link
from app.tables.store import MISSING, Ends, MemoryStore
from app.tables.verify import verify
from tests.tables.house import act, house, journal_of, play
from tests.tables.race import lookup


def edited(folder: Path, *statements: str) -> Hub:
    """A house whose journal somebody has edited."""
    db = sqlite3.connect(journal_of(folder))
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    return house(folder)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET body = replace(body, '\"points\":0', '\"points\":9') WHERE seq = 5",
        "UPDATE journal SET body = substr(body, 1, 100) WHERE seq = 5",
        "UPDATE journal SET body = '' WHERE seq = 5",
        "UPDATE journal SET body = x'00ff' WHERE seq = 5",
        "UPDATE journal SET chain = body WHERE seq = 5",
        "UPDATE journal SET seq = 99 WHERE seq = 5",
        "DELETE FROM journal WHERE seq = 5",
        "UPDATE journal SET body = (SELECT body FROM journal WHERE seq = 6) WHERE seq = 5",
    ],
)
def test_an_edited_row_ends_the_table_before_it(statement: str, tmp_path: Path) -> None:
    before = play(house(tmp_path), 4)
    table = house(tmp_path).open(before.id)
    for _ in range(4):
        act(table)
    hub = edited(tmp_path, statement)
    torn = hub.open(table.id)
    assert torn.notice.startswith("The journal of this table is damaged after entry 4: ")
    assert torn.state == before.state
    with pytest.raises(TableTrouble):
        act(torn)
    assert not verify(torn).ok
    assert hub.rematch(torn).saved


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE journal SET body = 'x' || body WHERE seq = 0",
        "UPDATE journal SET body = '{}' WHERE seq = 0",
        "DELETE FROM journal WHERE seq = 0",
    ],
)
def test_a_table_without_its_opening_is_listed_as_unreadable(
    statement: str, tmp_path: Path
) -> None:
    name = play(house(tmp_path), 4).id
    hub = edited(tmp_path, statement)
    if "DELETE" not in statement and "'{}'" not in statement:
        assert [line.readonly for line in hub.tables()] == [True]
    assert [line.id for line in hub.tables()] == [name]
    assert hub.tables()[0].notice == f"Table {name} cannot be read: its first entry is damaged."
    with pytest.raises(TableTrouble) as trouble:
        hub.open(name)
    assert trouble.value.code == "unreadable"


@pytest.mark.parametrize(
    "statement", ["DELETE FROM secret", "UPDATE secret SET seed = zeroblob(32)"]
)
def test_a_table_without_its_seed_can_be_looked_at(statement: str, tmp_path: Path) -> None:
    table = play(house(tmp_path), 4)
    state, name = table.state, table.id
    bare = edited(tmp_path, statement).open(name)
    assert bare.readonly
    assert bare.notice.startswith("The secret seed of this table is missing")
    assert bare.state == state
    assert not verify(bare).ok


def rewritten(folder: Path, name: str, change: Callable[[str, int], str]) -> Hub:
    """A house in which a table's rows were changed and chained anew, as another program might."""
    store = house(folder).store
    rows = store.read(name)
    store.close()
    db = sqlite3.connect(journal_of(folder))
    chain = first_chain(name)
    for row in rows:
        body = change(row.body, row.seq)
        chain = link(chain, body)
        where = "table_id = ? AND seq = ?"
        db.execute(
            f"UPDATE journal SET body = ?, chain = ? WHERE {where}", (body, chain, name, row.seq)
        )
    db.commit()
    db.close()
    return house(folder)


def test_a_table_of_a_newer_program_can_be_looked_at(tmp_path: Path) -> None:
    table = play(house(tmp_path), 4)

    def newer(body: str, _: int) -> str:
        return body.replace(f'"format":{FORMAT}', f'"format":{FORMAT + 1}').replace(
            '"seq":', '"mood":"good","seq":'
        )

    hub = rewritten(tmp_path, table.id, newer)
    assert hub.tables()[0].readonly
    seen = hub.open(table.id)
    assert seen.state == table.state
    assert seen.notice == (
        "This table was written by a newer version of this program: "
        "it can be looked at up to entry 4, but not played on."
    )


@pytest.mark.parametrize(
    "change",
    [
        lambda body, seq: body.replace('"state":"', '"state":"0') if seq >= 4 else body,
        lambda body, seq: body.replace('"kind":"rolled"', '"kind":"juggled"') if seq == 4 else body,
        lambda body, seq: body.replace('"seat":', '"seat":9') if seq == 4 else body,
    ],
)
def test_a_table_of_other_rules_can_be_looked_at_as_far_as_they_agree(
    change: Callable[[str, int], str], tmp_path: Path
) -> None:
    table = play(house(tmp_path), 6)
    seen = rewritten(tmp_path, table.id, change).open(table.id)
    assert seen.entries == 4
    assert seen.notice.startswith("This table was played by other rules than this program knows")
    with pytest.raises(TableTrouble):
        act(seen)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"preset":"race"', '"preset":"ludo"'),
        ('"options":{}', '"options":{"x":1}'),
        ('"dice":[]', '"dice":[[7]]'),
    ],
)
def test_a_table_that_these_rules_cannot_lay_is_unreadable(
    old: str, new: str, tmp_path: Path
) -> None:
    table = play(house(tmp_path), 2)
    hub = rewritten(tmp_path, table.id, lambda body, _: body.replace(old, new))
    assert hub.tables()[0].seats == ("Ann", "Bo")
    with pytest.raises(TableTrouble) as trouble:
        hub.open(table.id)
    assert trouble.value.code == "unreadable"


def test_other_rules_are_noticed_in_what_another_process_stores(tmp_path: Path) -> None:
    table = play(house(tmp_path), 2)
    name, chain = table.id, table.store.read(table.id)[-1].chain
    body = table.store.read(name)[-1].body.replace('"seq":2', '"seq":3')
    table.store.append(name, Row(3, body, link(chain, body)))
    state = table.state
    assert not table.refresh()
    assert table.notice.startswith("This table was played by other rules")
    assert table.state is state


def test_a_row_with_the_number_of_another_is_torn(tmp_path: Path) -> None:
    table = play(house(tmp_path), 4)
    hub = rewritten(
        tmp_path,
        table.id,
        lambda body, seq: body.replace('"seq":3', '"seq":4') if seq == 3 else body,
    )
    assert hub.open(table.id).entries == 3


def test_a_newer_file_is_looked_at_and_new_tables_kept_in_memory(tmp_path: Path) -> None:
    table = play(house(tmp_path), 3)
    hub = edited(tmp_path, "PRAGMA user_version = 99")
    assert hub.notices == (
        "The journal was written by a newer version of this program; its tables can be looked "
        "at, but not played on. Tables are kept only until the program ends.",
    )
    assert hub.open(table.id).state == table.state
    fresh = play(hub, 3)
    assert fresh.notice == "This table is not saved: it ends with the program."
    assert len(edited(tmp_path).tables()) == 1


def test_a_row_that_went_to_another_table_leaves_a_hole_that_is_seen(tmp_path: Path) -> None:
    before = play(house(tmp_path), 4)
    table = house(tmp_path).open(before.id)
    for _ in range(4):
        act(table)
    name = table.id.encode()
    table.store.close()
    before.store.close()
    file = journal_of(tmp_path)
    data = file.read_bytes()
    rows = [at.start() for at in re.finditer(name + rb"\x05\{", data)]
    assert rows
    for row in rows:
        data = data[:row] + b"~" * len(name) + data[row + len(name) :]
    file.write_bytes(data)
    torn = house(tmp_path).open(table.id)
    assert torn.readonly
    assert torn.state == before.state


def test_text_that_is_no_text_hides_no_other_table(tmp_path: Path) -> None:
    hub = house(tmp_path)
    names = sorted(play(hub, 2).id for _ in range(5))
    broken = f"table_id = '{names[1]}' AND seq IN (0, 2)"
    hub = edited(
        tmp_path,
        f"UPDATE journal SET body = CAST(x'7b80ff22' || CAST(body AS BLOB) AS TEXT) WHERE {broken}",
    )
    lines = {line.id: line for line in hub.tables()}
    assert sorted(lines) == names
    assert [line.id for line in lines.values() if line.readonly] == [names[1]]


def test_a_list_that_cannot_be_read_to_its_end_says_so() -> None:
    class Half(MemoryStore):
        def tables(self) -> list[Ends]:
            return [*super().tables(), MISSING]

    hub = Hub(Half(), ruleset=lookup)
    play(hub, 1)
    *whole, missing = hub.tables()
    assert len(whole) == 1
    assert missing.notice == ("A part of the journal is damaged: some tables may be missing here.")
    with pytest.raises(TableTrouble):
        hub.open(missing.id)
