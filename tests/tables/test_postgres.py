"""The journal in a database: when it comes and goes, and when it is of no use."""

from __future__ import annotations

import logging
import queue
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from typing import Literal
from urllib.parse import urlsplit

import psycopg
import pytest

from app.tables import postgres_guard, postgres_line, postgres_schema, postgres_watch
from app.tables.errors import StoreTrouble, sentence
from app.tables.home import open_database, open_store
from app.tables.journal import Row
from app.tables.postgres_store import PostgresStore
from app.tables.store import MISSING, Conflict, Ends, MemoryStore
from app.tables.verify import verify
from app.tables.watch import ANYTHING
from engine.refusal import IllegalAction
from tests.tables.house import act, house, play
from tests.tables.postgres import Server, database, server
from tests.tables.proxy import Proxy

CLOSED = (
    "The parlour is closed for a moment: its database cannot be reached. "
    "Nothing that was stored is lost; please try again."
)


@pytest.fixture(scope="module")
def own() -> Iterator[Server]:
    """A server that may be stopped, because nobody else uses it."""
    with server() as started:
        yield started


@pytest.fixture
def proxy(address: str) -> Iterator[Proxy]:
    with closing(Proxy(address)) as made:
        yield made


def run(address: str, *statements: str) -> None:
    """Have somebody else do something in the database."""
    with psycopg.connect(address, autocommit=True) as connection:
        for statement in statements:
            connection.execute(statement.encode())


@pytest.mark.parametrize("how", ["immediate", "fast"])
def test_a_database_that_stops_closes_the_parlour_for_a_moment(
    own: Server, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with database(own.address) as address:
        hub, other = house(address), house(address)
        table = play(hub, 3)
        elsewhere = other.open(table.id)
        heard: queue.Queue[str] = queue.Queue()
        leave = hub.store.watch(heard.put)
        assert heard.get(timeout=20) == ANYTHING
        before = table.state
        own.stop(how)
        for _ in range(2):
            with pytest.raises(StoreTrouble) as trouble:
                act(table)
            assert (trouble.value.code, trouble.value.message) == ("closed", CLOSED)
        for ask in (hub.tables, lambda: hub.new_table(table.setup), table.refresh):
            with pytest.raises(StoreTrouble, match="closed for a moment"):
                ask()
        assert table.state is before
        late = open_database(address)
        assert late.notices == (), "it would still be told when the database is back"
        assert "refused" in late.reason
        assert late.store.lasting, "nobody plays in memory because the database starts late"
        own.start()
        act(table)
        assert heard.get(timeout=20) == ANYTHING, "what was missed is read again"
        assert elsewhere.refresh()
        assert elsewhere.state == table.state
        assert late.store.read(table.id) == hub.store.read(table.id)
        own.stop(how)
        own.start()
        act(elsewhere)  # a line that was lost meanwhile is no trouble at all
        table.refresh()
        assert table.entries == 6
        assert verify(table).ok
        told = [one.message for one in caplog.records if one.name == postgres_line.__name__]
        assert sum("back" in one for one in told) <= sum("cannot" in one for one in told) <= 6
        leave()
        for store in (hub.store, other.store, late.store):
            store.close()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_an_append_whose_answer_is_lost_is_made_once(
    proxy: Proxy, address: str, moment: Literal["before", "after"]
) -> None:
    with closing(PostgresStore(proxy.address)) as store, closing(PostgresStore(address)) as direct:
        for seq in range(6):
            if seq % 2:
                proxy.cut(moment)
            store.append("a", Row(seq, f"{seq}", f"chain {seq}"), b"secret" if seq == 0 else None)
        assert proxy.cuts == 3
        rows = [Row(seq, f"{seq}", f"chain {seq}") for seq in range(6)]
        assert direct.read("a") == store.read("a") == rows
        proxy.cut(moment)
        store.append("b", rows[0], b"its own")
        assert direct.secret("b") == b"its own"


def test_a_row_of_somebody_else_is_not_taken_for_the_one_that_was_lost(
    proxy: Proxy, address: str
) -> None:
    with closing(PostgresStore(proxy.address)) as store, closing(PostgresStore(address)) as direct:
        store.append("a", Row(0, "0", "mine"))
        direct.append("a", Row(1, "1", "theirs"))
        proxy.cut("before")
        with pytest.raises(Conflict):
            store.append("a", Row(1, "1", "mine"))
        assert proxy.cuts == 1
        assert [row.chain for row in direct.read("a")] == ["mine", "theirs"]


def test_a_table_goes_on_over_a_line_that_is_cut_again_and_again(proxy: Proxy) -> None:
    hub = house(proxy.address)
    table = hub.new_table(play(hub, 0).setup)
    for turn in range(12):
        proxy.cut("after" if turn % 2 else "before")
        act(table)
    again = house(proxy.address)
    assert again.open(table.id).state == table.state
    assert table.entries == 13
    for one in (hub, again):
        one.store.close()


def test_who_listens_begins_again_when_the_line_was_cut(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_watch, "IDLE_SECONDS", 0.05)
    with closing(PostgresStore(address)) as store, closing(PostgresStore(address)) as other:
        heard: queue.Queue[str] = queue.Queue()
        store.watch(heard.put)
        assert heard.get(timeout=20) == ANYTHING
        run(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE query IN ('LISTEN diceparlour', 'SELECT') AND datname = current_database()",
        )
        assert heard.get(timeout=20) == ANYTHING
        other.append("a name", Row(0, "0", "-"))
        assert heard.get(timeout=20) == "a name"


def test_who_listens_tells_when_nobody_need_wait_any_longer(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(postgres_line.SETTINGS, "connect_timeout", "2")
    monkeypatch.setattr(postgres_line, "LONG_PAUSE_SECONDS", 1000.0)
    proxy.moving.clear()
    with closing(PostgresStore(proxy.address)) as store:
        heard: queue.Queue[str] = queue.Queue()
        store.watch(heard.put)
        while not store._line._not_before:
            time.sleep(0.02)
        with pytest.raises(StoreTrouble, match="closed for a moment"):
            store.tables()
        assert heard.empty()
        proxy.moving.set()
        assert heard.get(timeout=20) == ANYTHING
        assert store.tables() == []


def test_many_that_begin_at_once_find_one_set_of_tables(address: str) -> None:
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(open_database, [address] * 8))
    assert [one.notices for one in opened] == [()] * 8
    opened[0].store.append("a", Row(0, "0", "-"))
    assert {len(one.store.tables()) for one in opened} == {1}
    for one in opened:
        one.store.close()


def test_the_house_has_the_journal_that_is_named(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEPARLOUR_JOURNAL", f" {address} ")
    opened = open_store()
    assert isinstance(opened.store, PostgresStore)
    opened.store.append("a", Row(0, "0", "-"))
    opened.store.close()
    with psycopg.connect(address) as connection:
        row = connection.execute("SELECT table_id, seq FROM diceparlour.journal").fetchone()
    assert row == ("a", 0)


def unsaved(address: str, code: str, **values: str) -> None:
    """An address that is of no use: it is told, and play goes on in memory."""
    opened = open_database(address)
    assert isinstance(opened.store, MemoryStore)
    assert opened.notices == (
        f"{sentence(code, **values)} Tables are kept only until the program ends.",
    )


@pytest.mark.parametrize(
    "wrong",
    ["journal.db", "mysql://host/x", "postgresql://ann:hidden@host/x?nonsense=1", "postgresql://["],
)
def test_what_is_no_address_is_told_without_the_password(wrong: str) -> None:
    unsaved(wrong, "bad_address")
    assert "hidden" not in sentence("bad_address")


def test_a_port_that_is_no_number_is_told_without_the_password() -> None:
    opened = open_database("postgresql://ann:hidden@127.0.0.1:port/x")
    assert "hidden" not in " ".join((*opened.notices, opened.reason))
    opened.store.close()


def test_without_the_driver_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    unsaved("postgresql://host/x", "no_driver")


def test_a_database_of_a_newer_program_is_left_alone(address: str) -> None:
    open_database(address).store.close()
    run(address, "UPDATE diceparlour.form SET version = 2")
    unsaved(address, "newer_database")


def test_a_database_that_lets_us_make_nothing_is_told_of(address: str) -> None:
    parts = urlsplit(address)
    role = f"guest_{parts.path[1:]}"
    guest = parts._replace(netloc=f"{role}:word@{parts.hostname}:{parts.port}").geturl()
    run(address, f"CREATE ROLE {role} LOGIN PASSWORD 'word'")
    try:
        opened = open_database(guest)
        assert isinstance(opened.store, MemoryStore)
        assert opened.notices[0].startswith("The database does not let this program keep journals:")
        assert "permission denied" in opened.reason
        run(address, f"CREATE SCHEMA diceparlour AUTHORIZATION {role}")
        hub = house(guest)
        assert hub.notices == ()
        assert play(hub, 2).saved
        hub.store.close()
    finally:
        run(address, f"DROP OWNED BY {role} CASCADE", f"DROP ROLE {role}")


def test_a_database_that_stands_still_is_hung_up_on(
    proxy: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_guard, "PATIENCE_SECONDS", 0.2)
    monkeypatch.setitem(postgres_line.SETTINGS, "connect_timeout", "2")
    monkeypatch.setattr(postgres_line, "PAUSE_SECONDS", 0.2)
    hub = house(proxy.address)
    table = play(hub, 3)
    before = table.state
    proxy.moving.clear()
    with pytest.raises(StoreTrouble, match="closed for a moment"):
        act(table)
    with pytest.raises(StoreTrouble, match="closed for a moment"):
        table.refresh()  # at once, for not everybody waits for what one has waited for
    assert table.state is before
    proxy.moving.set()
    again = house(proxy.address)
    other = again.open(table.id)
    with suppress(IllegalAction):  # what was given up may still arrive, even now
        act(other)
    while table.entries == 4:
        time.sleep(0.02)
        with suppress(StoreTrouble):
            table.refresh()
    other.refresh()
    table.refresh()
    assert table.state == other.state
    assert verify(table).ok
    hub.store.close()
    again.store.close()


def test_a_locked_and_a_full_database_say_so_and_lose_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = postgres_schema._SETTINGS.replace("'3s'", "'50ms'")
    monkeypatch.setattr(postgres_schema, "_SETTINGS", quick)
    hub = house(address)
    table = play(hub, 3)
    before = table.state
    with psycopg.connect(address) as other:
        other.execute("LOCK TABLE diceparlour.journal")
        with pytest.raises(StoreTrouble) as trouble:
            act(table)
        assert trouble.value.code == "locked"
    run(
        address,
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE disk_full; END $$",
        "CREATE TRIGGER full_disk AFTER INSERT ON diceparlour.journal EXECUTE FUNCTION full_disk()",
    )
    with pytest.raises(StoreTrouble) as trouble:
        act(table)
    assert trouble.value.code == "disk_full"
    assert table.state is before
    run(address, "DROP FUNCTION full_disk CASCADE")
    act(table)
    assert table.entries == 5
    assert verify(table).ok
    hub.store.close()


def test_a_first_row_and_its_secret_are_stored_together_or_not_at_all(address: str) -> None:
    with closing(PostgresStore(address)) as store:
        store.open()
        run(address, "INSERT INTO diceparlour.secret VALUES ('a', '')")
        with pytest.raises(StoreTrouble) as trouble:
            store.append("a", Row(0, "0", "-"), b"secret")
        assert trouble.value.code == "disk_fails"
        assert store.read("a") == []


def test_a_damaged_database_is_read_as_far_as_it_goes(own: Server) -> None:
    with database(own.address) as address:
        store = PostgresStore(address)
        rows = [Row(seq, f"{seq} " + "x" * 1500, "-") for seq in range(30)]
        for row in rows:
            store.append("a", row)
        store.append("b", rows[0])
        with psycopg.connect(address, autocommit=True) as connection:
            asked = connection.execute("SELECT pg_relation_filepath('diceparlour.journal')")
            (file,) = asked.fetchone() or ("",)
            connection.execute("CHECKPOINT")
        own.stop("fast")
        with (own.data / file).open("r+b") as pages:
            pages.seek(8192)
            pages.write(b"\x55" * 8192)
        own.start()
        found = store.read("a")
        assert 0 < len(found) < 10
        assert found == [*rows[: len(found) - 1], Row(len(found) - 1, "", "")]
        assert store.read("b") == [rows[0]]
        assert store.tables() == [Ends("a", rows[0], rows[-1]), Ends("b", rows[0], rows[0])]
        own.stop("fast")
        with (own.data / file).open("r+b") as pages:
            pages.write(b"\x55" * 8192)
        own.start()
        assert store.read("a") == [Row(0, "", "")]
        assert store.tables()[-1] == MISSING
        store.close()
