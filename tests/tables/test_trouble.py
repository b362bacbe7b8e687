"""Folders and disks that take nothing: a sentence, nothing lost, and play goes on."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.tables import sqlite_store
from app.tables.store import MemoryStore
from app.tables.verify import verify
from tests.tables.house import house, journal_of, play, python


@contextmanager
def as_nobody() -> Iterator[None]:
    """For root, who may write anywhere: the same as somebody who may not."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65_534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


@pytest.fixture
def readable() -> Iterator[Path]:
    """A folder below which everybody may look."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o700)


@pytest.mark.parametrize("live", [False, True])
def test_a_read_only_folder_is_played_in_without_saving(readable: Path, live: bool) -> None:
    hub = house(readable)
    table = play(hub, 3)
    if not live:
        hub.store.close()
    for file in readable.iterdir():
        file.chmod(0o444)
    readable.chmod(0o555)
    with as_nobody():
        started = house(readable)
        assert started.notices == (
            f"The folder {readable} cannot be written to. "
            "Tables are kept only until the program ends.",
        )
        again = started.open(table.id)
        assert again.entries in ((4,) if not live else (0, 4))
        assert play(started, 3).state.version
        started.store.close()


def test_a_folder_that_cannot_be_made_is_played_without(readable: Path) -> None:
    readable.chmod(0o555)
    with as_nobody():
        hub = house(readable / "home" / "inner")
        assert hub.notices == (
            f"The folder {readable / 'home' / 'inner'} cannot be written to. "
            "Tables are kept only until the program ends.",
        )
        table = play(hub, 3)
        assert not table.saved
        assert verify(table).ok


def test_a_home_that_is_a_file_is_played_without(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("not a folder")
    hub = house(tmp_path / "home")
    assert len(hub.notices) == 1
    assert not play(hub, 2).saved
    assert (tmp_path / "home").read_text() == "not a folder"


def may_mount() -> bool:
    """Whether this system lets us have a little disk of our own."""
    try:
        done = subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0 and os.geteuid() == 0


@pytest.mark.parametrize("apart", ["limited", *(["apart"] if may_mount() else [])])
def test_a_full_disk_says_so_and_loses_nothing(apart: str, tmp_path: Path) -> None:
    prefix = ("unshare", "--mount") if apart == "apart" else ()
    disk = str(tmp_path / "disk")
    done = python("tests.tables.workers", "small_disk", disk, apart, before=prefix)
    first, *rest = done.stdout.splitlines()
    assert first.endswith(".")
    assert len(rest) <= 1


def test_a_journal_that_is_locked_for_good_is_played_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_store, "WAIT_SECONDS", 0.05)
    house(tmp_path).store.close()
    other = sqlite3.connect(journal_of(tmp_path), isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    hub = house(tmp_path)
    assert hub.notices == (
        "The journal is in use by another program; try again in a moment. "
        "Tables are kept only until the program ends.",
    )
    assert isinstance(hub.store, MemoryStore)
    assert play(hub, 2).state.version
    other.close()
