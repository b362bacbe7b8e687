"""The desk: nobody else in the house waits while the list of people does."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.serving.desk import desk_for
from app.serving.people import FILE, People
from app.tables.visitor import DeskTrouble, Visitor


async def test_a_list_that_another_process_writes_stops_nobody(tmp_path: Path) -> None:
    with closing(People(tmp_path)) as people:
        person = people.person_for("web:ann")
        desk = desk_for(people, Visitor(person.id, "cookie", "Ann", credential="web:ann"))
        assert desk is not None
        with closing(sqlite3.connect(tmp_path / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            asked = asyncio.create_task(desk.rename("Anna"))
            await asyncio.wait({asked}, timeout=0.05)
            assert not asked.done(), "it waits for the other one, and the loop does not"
            other.execute("COMMIT")
        assert (await asked).name == "Anna"
        assert people.known("web:ann") == (person.id, "Anna", ("web:ann",), person.since)
        with pytest.raises(DeskTrouble, match="no such code"):
            await desk.redeem("nothing")
        assert len(await desk.new_code()) == 9
