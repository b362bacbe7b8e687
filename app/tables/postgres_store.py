"""Journals in a PostgreSQL database, shared by the hosts of a parlour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, LiteralString

from app.tables.errors import StoreTrouble
from app.tables.journal import Row
from app.tables.postgres_line import Line
from app.tables.postgres_schema import CHANNEL, SCHEMA, TABLES
from app.tables.postgres_watch import LineSource
from app.tables.store import MISSING, Conflict, Ends
from app.tables.watch import Heard, Watching

if TYPE_CHECKING:
    from app.tables.postgres_line import Connection

# One statement, so that a row, its secret and the news of it are stored together or not at all.
# Of two that append at once the second waits for the first, and then finds its place taken.
_APPEND: LiteralString = f"""
WITH stored AS (
    INSERT INTO diceparlour.journal (table_id, seq, body, chain)
    SELECT %(table)s, %(seq)s, %(body)s, %(chain)s
    WHERE %(seq)s = (
        SELECT coalesce(max(seq), -1) + 1 FROM diceparlour.journal WHERE table_id = %(table)s
    )
    ON CONFLICT DO NOTHING
    RETURNING table_id, seq
), kept AS (
    INSERT INTO diceparlour.secret
    SELECT table_id, %(secret)s::bytea FROM stored WHERE %(secret)s::bytea IS NOT NULL
)
SELECT pg_notify('{CHANNEL}', table_id || ' ' || seq) FROM stored
"""

_READ: LiteralString = """
SELECT seq, body, chain FROM diceparlour.journal
WHERE table_id = %(table)s AND seq >= %(start)s ORDER BY seq
"""

_NEWEST: LiteralString = """
SELECT coalesce(max(seq), -1) FROM diceparlour.journal WHERE table_id = %(table)s
"""

_SECRET: LiteralString = "SELECT seed FROM diceparlour.secret WHERE table_id = %(table)s"

# From name to name by the index, rather than through all rows.
_TABLES: LiteralString = """
WITH RECURSIVE names (name) AS (
    (SELECT table_id FROM diceparlour.journal ORDER BY table_id LIMIT 1)
    UNION ALL
    SELECT (
        SELECT table_id FROM diceparlour.journal WHERE table_id > name ORDER BY table_id LIMIT 1
    ) FROM names WHERE name IS NOT NULL
)
SELECT name, first.seq, first.body, first.chain, last.seq, last.body, last.chain
FROM names,
LATERAL (
    SELECT seq, body, chain FROM diceparlour.journal WHERE table_id = name ORDER BY seq LIMIT 1
) AS first,
LATERAL (
    SELECT seq, body, chain FROM diceparlour.journal WHERE table_id = name ORDER BY seq DESC LIMIT 1
) AS last
"""


class PostgresStore:
    """The journals in one database, which may come and go; nothing is asked of it at first.

    Raises:
        StoreTrouble: ``no_driver`` or ``bad_address``.
    """

    lasting = True

    def __init__(self, address: str) -> None:
        self._line = Line(address)
        self._watching = Watching(lambda: LineSource(self._line.connect))

    def open(self) -> None:
        """See whether the database is there and of use.

        Raises:
            StoreTrouble: ``closed`` when it is not there now, or what is wrong with it.
        """
        self._line.use(lambda connection, _again: connection.execute("SELECT"))

    def append(self, table: str, row: Row, secret: bytes | None = None) -> None:
        """Store a table's next row; committed when this returns.

        Raises:
            Conflict: the table's newest row is not the one before this.
            StoreTrouble: it could not be stored, or nothing was heard of it (``closed``).
        """
        values = {"table": table, **row._asdict(), "secret": secret}

        def store(connection: Connection, again: bool) -> bool:
            if connection.execute(_APPEND, values).rowcount:
                return True
            # The first time may have stored it: then the row in its place is this very one.
            found = _rows(connection, table, row.seq)[:1] if again else []
            return found == [row]

        if not self._line.use(store):
            raise Conflict

    def read(self, table: str, start: int = 0) -> list[Row]:
        """The rows from ``start`` on; where they cannot be read on, an empty one ends them."""
        return self._line.use(lambda connection, _again: _rows(connection, table, start))

    def secret(self, table: str) -> bytes | None:
        """The secret of a table, None when it is not there."""
        values = {"table": table}
        found = self._line.use(
            lambda connection, _again: connection.execute(_SECRET, values).fetchone()
        )
        return None if found is None or not isinstance(found[0], bytes) else found[0]

    def tables(self) -> list[Ends]:
        """Every table; where the database is damaged those that can be read, and `MISSING`."""

        def ask(connection: Connection, _again: bool) -> list[Ends]:
            rows, broken = _readable(connection, _TABLES, {})
            ends = [
                Ends(str(name), Row(*first), Row(*last))  # type: ignore[arg-type]
                for name, *values in rows
                for first, last in [(values[:3], values[3:])]
            ]
            return [*ends, MISSING] if broken else ends

        return self._line.use(ask)

    def watch(self, callback: Heard) -> Callable[[], None]:
        """Hear of every append to the database; see `Store.watch`.

        `ANYTHING` is told whenever the listening begins, the first time too.
        """
        return self._watching.add(callback)

    def replace(
        self, tables: Iterable[tuple[str, list[Row], bytes | None]], beside: str, over: bool
    ) -> bool:
        """Put other tables in the place of all that there are, in one transaction.

        What was there is kept in a schema called ``beside``, if there was anything; whether there
        was. Only with ``over`` tables are replaced.

        Raises:
            StoreTrouble: ``holds_tables``, or it could not be done; nothing has changed.
        """
        from psycopg import sql

        def put(connection: Connection, again: bool) -> bool:
            if again:  # who knows whether it was done
                raise StoreTrouble("closed")
            with connection.transaction():
                connection.execute("SET LOCAL statement_timeout = 0")
                connection.execute("LOCK TABLE diceparlour.journal IN ACCESS EXCLUSIVE MODE")
                found = connection.execute("SELECT FROM diceparlour.journal LIMIT 1").rowcount > 0
                if found and not over:
                    raise StoreTrouble("holds_tables")
                if found:
                    rename = sql.SQL("ALTER SCHEMA diceparlour RENAME TO {}")
                    connection.execute(rename.format(sql.Identifier(beside)))
                    connection.execute(SCHEMA)
                    connection.execute(TABLES)
                cursor = connection.cursor()
                for table, rows, secret in tables:
                    with cursor.copy("COPY diceparlour.journal FROM STDIN") as copy:
                        for row in rows:
                            # A damaged row may hold what no text here can.
                            copy.write_row(
                                (
                                    table,
                                    row.seq,
                                    row.body.replace("\0", "\ufffd"),
                                    row.chain.replace("\0", "\ufffd"),
                                )
                            )
                    if secret is not None:
                        values = (table, secret)
                        cursor.execute("INSERT INTO diceparlour.secret VALUES (%s, %s)", values)
                connection.execute("SELECT pg_notify(%s, '')", (CHANNEL,))
            return found

        return self._line.use(put, patient=True)

    def close(self) -> None:
        """Hang up."""
        self._watching.close()
        self._line.close()


def _rows(connection: Connection, table: str, start: int) -> list[Row]:
    """Rows as `Store.read` gives them: one that is missing or cannot be read ends them, empty."""
    values = {"table": table, "start": start}
    # First how many there should be: what comes in between must not look like too few.
    newest, lost = _readable(connection, _NEWEST, values)
    found, broken = _readable(connection, _READ, values)
    rows = [Row(*row) for row in found]  # type: ignore[arg-type]
    if broken or lost or start + len(rows) <= newest[0][0]:  # type: ignore[operator]
        rows.append(Row(start + len(rows), "", ""))
    return rows


def _readable(
    connection: Connection, query: LiteralString, values: Mapping[str, object]
) -> tuple[list[tuple[object, ...]], bool]:
    """What a query gives, and whether damage ended it."""
    from psycopg.errors import DataCorrupted, IndexCorrupted

    try:
        return connection.execute(query, values).fetchall(), False
    except (DataCorrupted, IndexCorrupted):
        rows: list[tuple[object, ...]] = []
        # The same again, row by row and in the order of the rows, as far as it goes.
        connection.execute("SET enable_seqscan = off; SET enable_bitmapscan = off")
        try:
            rows.extend(connection.cursor().stream(query, values))
        except (DataCorrupted, IndexCorrupted):
            return rows, True
        return rows, False
