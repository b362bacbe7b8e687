"""Who is who: a person, and all the keys and devices that person is known by.

A credential is what proves somebody: ``ssh:SHA256:...`` for a key, ``web:...`` for a browser. The
name that somebody gives proves nothing. A one-time code joins a second credential to a person.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from app.serving import texts
from app.tables.errors import BadInput
from app.tables.ids import SIGNS
from app.tables.names import clean_name
from app.texts import Text

FILE: Final = "people.sqlite"
VERSION: Final = 1

CODE_SIGNS: Final = 8
CODE_SECONDS: Final = 600
CODES_OPEN: Final = 3
"""Codes of one person that may be open at the same time."""

TRIES: Final = 10
"""Wrong codes from one credential in `CODE_SECONDS`; and a hundred times that from all."""

_SCHEMA = f"""
PRAGMA journal_mode = WAL;
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS person (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL,
    since REAL NOT NULL,
    admitted TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS credential (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL REFERENCES person (id),
    since REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS code (
    digest TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    until REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS try (who TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX IF NOT EXISTS try_at ON try (at);
CREATE INDEX IF NOT EXISTS credential_person ON credential (person);
PRAGMA user_version = {VERSION};
COMMIT;
"""


class Person(NamedTuple):
    """Somebody that the house knows. ``since`` is when they first came, in Unix time."""

    id: str
    name: str
    credentials: tuple[str, ...]
    since: float


class PeopleTrouble(Exception):
    """What was asked for cannot be done; ``message`` says why."""

    def __init__(self, code: str, text: Text, **values: object) -> None:
        self.code = code
        self.message = text(**values)
        super().__init__(self.message)


class People:
    """The people of a data folder, shared by all processes that serve it, and by threads of one."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._file = folder / FILE
        self._clock = clock
        self._lock = threading.RLock()
        with _telling():
            try:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                os.close(os.open(self._file, os.O_CREAT | os.O_RDWR, 0o600))
            except OSError as error:
                raise PeopleTrouble("unusable", texts.PEOPLE_FAIL, reason=error.strerror) from error
            self._db = sqlite3.connect(
                self._file, isolation_level=None, timeout=5, check_same_thread=False
            )
            self._db.executescript(_SCHEMA)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._db.close()

    def person_for(self, credential: str) -> Person:
        """The person of a credential; one that is new is a new person.

        Raises:
            PeopleTrouble: ``unusable``.
        """
        found = self._person_of(credential)
        if found is not None:
            return found
        with self._writing() as db:
            found = self._person_of(credential)
            if found is not None:
                return found
            now = self._clock()
            (number,) = db.execute("SELECT coalesce(max(number), 0) + 1 FROM person").fetchone()
            person = secrets.token_hex(8)
            name = self._free_name(number)
            db.execute(
                "INSERT INTO person (id, number, name, since) VALUES (?, ?, ?, ?)",
                (person, number, name, now),
            )
            db.execute("INSERT INTO credential VALUES (?, ?, ?)", (credential, person, now))
        return Person(person, name, (credential,), now)

    def known(self, credential: str) -> Person | None:
        """The person of a credential, or None when nobody has it; writes nothing."""
        return self._person_of(credential)

    def list_people(self) -> tuple[Person, ...]:
        """Everybody, in the order in which they first came."""
        with self._asking():
            rows = self._db.execute("SELECT id FROM person ORDER BY number").fetchall()
        people = (self._person(row[0]) for row in rows)
        return tuple(person for person in people if person is not None)

    def rename(self, person: str, name: str) -> Person:
        """Give a person another name.

        Raises:
            BadInput: the name cannot be used, or somebody else has it.
            PeopleTrouble: ``unknown``, ``unusable``.
        """
        with self._writing() as db:
            others = db.execute("SELECT name FROM person WHERE id != ?", (person,)).fetchall()
            cleaned = clean_name(name, [other[0] for other in others])
            db.execute("UPDATE person SET name = ? WHERE id = ?", (cleaned, person))
            found = self._person(person)
            if found is None:
                raise PeopleTrouble("unknown", texts.PERSON_UNKNOWN)
        return found

    def new_code(self, person: str) -> str:
        """A code that joins one more credential to this person: once, within ten minutes.

        Raises:
            PeopleTrouble: ``too_many`` are open, ``unknown``, ``unusable``.
        """
        with self._writing() as db:
            now = self._clock()
            db.execute("DELETE FROM code WHERE until <= ?", (now,))
            if self._person(person) is None:
                raise PeopleTrouble("unknown", texts.PERSON_UNKNOWN)
            query = "SELECT count(*) FROM code WHERE person = ?"
            if db.execute(query, (person,)).fetchone()[0] >= CODES_OPEN:
                raise PeopleTrouble("too_many", texts.CODES_TOO_MANY)
            code = "".join(secrets.choice(SIGNS) for _ in range(CODE_SIGNS))
            db.execute(
                "INSERT INTO code VALUES (?, ?, ?)", (_digest(code), person, now + CODE_SECONDS)
            )
        return f"{code[:4]}-{code[4:]}"

    def redeem(self, code: str, credential: str) -> Person:
        """Join a credential to the person who has this code; it may belong to another one so far.

        Raises:
            PeopleTrouble: ``wrong`` code, ``too_often`` tried, ``unusable``.
        """
        with self._writing() as db:
            now = self._clock()
            db.execute("DELETE FROM try WHERE at <= ?", (now - CODE_SECONDS,))
            db.execute("DELETE FROM code WHERE until <= ?", (now,))
            (own,) = db.execute("SELECT count(*) FROM try WHERE who = ?", (credential,)).fetchone()
            (every,) = db.execute("SELECT count(*) FROM try").fetchone()
            if own >= TRIES or every >= TRIES * 100:
                raise PeopleTrouble("too_often", texts.CODE_TOO_OFTEN)
            digest = _digest(_bare(code))
            row = db.execute("SELECT person FROM code WHERE digest = ?", (digest,)).fetchone()
            person = None
            if row is None:
                db.execute("INSERT INTO try VALUES (?, ?)", (credential, now))
            else:
                db.execute("DELETE FROM code WHERE digest = ?", (digest,))
                db.execute(
                    "INSERT INTO credential VALUES (?, ?, ?) "
                    "ON CONFLICT (id) DO UPDATE SET person = excluded.person",
                    (credential, row[0], now),
                )
                person = self._person(row[0])
        if person is None:
            raise PeopleTrouble("wrong", texts.CODE_UNKNOWN)
        return person

    def admit(self, person: str, password: str) -> None:
        """Remember that a person gave this password of the house."""
        salt = secrets.token_hex(8)
        mark = f"{salt}:{_sealed(salt, password)}"
        with self._writing() as db:
            db.execute("UPDATE person SET admitted = ? WHERE id = ?", (mark, person))

    def admitted(self, person: str, password: str) -> bool:
        """Whether a person gave this password of the house before."""
        with self._asking():
            row = self._db.execute("SELECT admitted FROM person WHERE id = ?", (person,)).fetchone()
        salt, _, seal = (row[0] if row else "").partition(":")
        return bool(seal) and hmac.compare_digest(seal, _sealed(salt, password))

    def _person_of(self, credential: str) -> Person | None:
        with self._asking():
            query = "SELECT person FROM credential WHERE id = ?"
            row = self._db.execute(query, (credential,)).fetchone()
        return self._person(row[0]) if row else None

    def _person(self, person: str) -> Person | None:
        with self._asking():
            row = self._db.execute(
                "SELECT id, name, since FROM person WHERE id = ?", (person,)
            ).fetchone()
            query = "SELECT id FROM credential WHERE person = ? ORDER BY since, id"
            own = self._db.execute(query, (person,)).fetchall()
        return Person(row[0], row[1], tuple(each[0] for each in own), row[2]) if row else None

    def _free_name(self, number: int) -> str:
        query = "SELECT 1 FROM person WHERE name = ?"
        while self._db.execute(query, (texts.PERSON(number=str(number)),)).fetchone():
            number += 1
        return texts.PERSON(number=str(number))

    @contextmanager
    def _asking(self) -> Iterator[None]:
        with self._lock, _telling():
            yield

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._asking(), closing(self._db.cursor()):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
            except (PeopleTrouble, BadInput):
                self._db.execute("COMMIT")
                raise
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise PeopleTrouble("unusable", texts.PEOPLE_FAIL, reason=str(error)) from error


def _bare(code: str) -> str:
    return code[:64].strip().lower().replace("-", "").replace(" ", "")


def _digest(code: str) -> str:
    """What is kept of a code: the file alone lets nobody in."""
    return hashlib.sha256(code.encode()).hexdigest()


def _sealed(salt: str, password: str) -> str:
    return hashlib.scrypt(password.encode(), salt=salt.encode(), n=2**12, r=8, p=1).hex()
