"""Processes that were killed: their people are seen off, and nobody else's."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from app.tables.hub import Hub
from app.tables.lease import HOUSES, Lease, see_off
from app.tables.presence import come
from app.tables.seating import Chair, Hosting
from app.tables.store import MemoryStore
from engine.model import Setup
from tests.tables.house import ROOT

HOLDS = """
import sys, time
from pathlib import Path
from app.tables.lease import Lease
print(Lease(Path(sys.argv[1])).new_token(), flush=True)
time.sleep(600)
"""


def test_the_people_of_a_killed_process_are_seen_off(tmp_path: Path) -> None:
    hub = Hub(MemoryStore())
    chairs = (Chair(person="ann"), Chair(person="bo"))
    setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0)
    table = hub.new_table(setup, hosting=Hosting(chairs=chairs, host="ann", access="open"))
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as process:
        assert process.stdout is not None
        theirs = process.stdout.readline().strip()
        with Lease(tmp_path) as lease:
            come(table, "ann", "Ann", theirs)
            come(table, "bo", "Bo", lease.new_token())
            come(table, "cy", "Cy", "of nobody who is known")
            assert see_off(hub, tmp_path) == 0, "everybody lives"
            process.send_signal(signal.SIGKILL)
            process.wait()
            assert see_off(hub, tmp_path) == 1
            assert table.seating.here == {"bo", "cy"}
            gone = [note for note in table.notes if note.kind == "went"]
            assert [(note.who, note.seat, note.reason) for note in gone] == [("ann", 0, "lost")]
            assert table.seating.host == "bo", "the table has a host who is there"
            assert see_off(hub, tmp_path) == 0
    assert list((tmp_path / HOUSES).iterdir()) == []


def test_a_folder_that_takes_nothing_has_no_leases(tmp_path: Path) -> None:
    (tmp_path / HOUSES).touch()
    with Lease(tmp_path) as lease:
        assert lease.new_token() != lease.new_token()
    assert see_off(Hub(MemoryStore()), tmp_path) == 0
