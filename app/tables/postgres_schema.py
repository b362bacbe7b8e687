"""The tables that journals have in a PostgreSQL database: made on first use, in their own schema.

The driver is loaded by whoever has a connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, LiteralString

from app.tables.errors import StoreTrouble

if TYPE_CHECKING:
    import psycopg

    Connection = psycopg.Connection[tuple[object, ...]]

FORM = 1
"""The form of the tables that this program writes."""

CHANNEL = "diceparlour"
"""Where is told what was appended: the table's name, a space and the row's number."""

_LOCK = 0x64696365
"""The number of the lock under which the tables are made: any other would do as well."""

_SETTINGS: LiteralString = """
SELECT set_config('statement_timeout', '5s', false),
    set_config('lock_timeout', '3s', false),
    set_config('idle_in_transaction_session_timeout', '30s', false),
    set_config('default_transaction_isolation', 'read committed', false),
    current_setting('synchronous_commit') = 'off',
    to_regclass('diceparlour.form') IS NULL
"""

# Asked of the catalogue itself: what a name stood for is remembered until a transaction ends.
_MADE: LiteralString = """
SELECT EXISTS (SELECT FROM pg_namespace WHERE nspname = 'diceparlour'),
    EXISTS (SELECT FROM pg_tables WHERE schemaname = 'diceparlour' AND tablename = 'form')
"""

SCHEMA: LiteralString = "CREATE SCHEMA diceparlour"

TABLES: LiteralString = f"""
CREATE TABLE diceparlour.form (version integer NOT NULL);
CREATE TABLE diceparlour.journal (
    table_id text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    body text NOT NULL,
    chain text NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE TABLE diceparlour.secret (table_id text COLLATE "C" PRIMARY KEY, seed bytea NOT NULL);
INSERT INTO diceparlour.form VALUES ({FORM});
"""


def prepare(connection: Connection) -> None:
    """Make a new connection ready, and the tables too where there are none yet.

    Raises:
        StoreTrouble: ``newer_database``.
        psycopg.Error: it cannot be done.
    """
    (*_, careless, empty) = connection.execute(_SETTINGS).fetchone() or (False, False)
    if careless:  # an append that returned must survive a power cut
        connection.execute("SET synchronous_commit = on")
    if empty:
        create(connection)
    (form,) = connection.execute("SELECT max(version) FROM diceparlour.form").fetchone() or (0,)
    if not isinstance(form, int) or form > FORM:
        raise StoreTrouble("newer_database")


def create(connection: Connection) -> None:
    """Make the tables; those that are there, or that another makes just now, stay."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        schema, tables = connection.execute(_MADE).fetchone() or (True, True)
        if not schema:  # a host may have made one for us, and allow us nothing more
            connection.execute(SCHEMA)
        if not tables:
            connection.execute(TABLES)
