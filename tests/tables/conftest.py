"""What the tests of tables may ask for."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.tables.postgres import database, server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL: the one that is named, or one of this process's own."""
    named = os.environ.get("DICEPARLOUR_TEST_POSTGRES")
    if named:
        yield named
        return
    with server() as started:
        yield started.address


@pytest.fixture
def address(postgres: str) -> Iterator[str]:
    """The address of a database with nothing in it."""
    with database(postgres) as new:
        yield new
