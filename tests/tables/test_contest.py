"""Processes that append at once, and processes that are killed: the same for both journals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.tables.house import ROOT, house, python
from tests.tables.workers import place

WORKERS = "tests.tables.workers"


@pytest.fixture(params=["file", "database"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A folder, or the address of a database, as a worker takes it."""
    found = tmp_path if request.param == "file" else request.getfixturevalue("address")
    return str(found)


def test_four_processes_append_a_thousand_rows_without_a_gap(where: str) -> None:
    command = [sys.executable, "-m", WORKERS, "append_many", where]
    workers = [
        subprocess.Popen([*command, name, "250"], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        for name in "abcd"
    ]
    told = [worker.communicate(timeout=60)[1] for worker in workers]
    assert told == [""] * 4
    store = house(place(where)).store
    rows = store.read("contest")
    store.close()
    assert [one.seq for one in rows] == list(range(1000))
    told = sorted(one.body for one in rows)
    assert told == sorted(f"{name} {number}" for name in "abcd" for number in range(250))


def test_a_kill_at_any_moment_loses_no_row_and_repeats_none(where: str) -> None:
    assert python(WORKERS, "killed_appending", where, "80", "1").stdout == "80\n"


def test_a_kill_at_any_moment_loses_no_accepted_action(where: str) -> None:
    assert python(WORKERS, "killed", where, "20", "1").stdout == "20\n"
