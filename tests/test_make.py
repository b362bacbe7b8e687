"""The Makefile, in a folder with a space in its name."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What a clone needs for make to begin."""
    folder = tmp_path / "a clone"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Make without a terminal, and without what a make around this test told its children."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env={**known, "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("goal", [["play"], []])
def test_play_without_a_terminal_is_one_sentence_and_exit_code_2(
    clone: Path, goal: list[str]
) -> None:
    done = make(clone, *goal)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "Dice Parlour needs a terminal" in done.stderr
    assert not (clone / ".venv").exists()


@pytest.mark.parametrize("python", ["false", "no-such-python", "/no such/python3"])
def test_a_python_that_will_not_do_is_told(clone: Path, python: str) -> None:
    done = make(clone, "check", f"PYTHON={python}")
    assert done.returncode == 2
    assert "needs Python 3.11 or newer" in done.stderr.splitlines()[0]
    assert "Traceback" not in done.stderr
    assert not (clone / ".venv" / "bin").exists()


def test_an_environment_of_its_own_is_made_and_kept(clone: Path) -> None:
    assert make(clone, ".venv/.python", f"PYTHON={sys.executable}").returncode == 0
    made = (clone / ".venv" / "pyvenv.cfg").stat().st_mtime_ns
    assert make(clone, ".venv/.python", "PYTHON=false").returncode == 0
    (clone / ".venv" / ".python").unlink()
    assert make(clone, ".venv/.python", "PYTHON=false").returncode == 0
    assert (clone / ".venv" / "pyvenv.cfg").stat().st_mtime_ns == made


def test_clean_takes_away_what_was_made_and_nothing_else(clone: Path) -> None:
    for name in (".venv/bin", "build", ".mypy_cache", "app/__pycache__", "engine", "tests/cases"):
        (clone / name).mkdir(parents=True)
    for name in (".coverage", ".coverage.host.1", "app/main.py", "tests/cases/mine.jsonl"):
        (clone / name).touch()
    assert make(clone, "clean").returncode == 0
    left = {str(path.relative_to(clone)) for path in clone.rglob("*") if path.is_file()}
    assert left == {"Makefile", "pyproject.toml", "app/main.py", "tests/cases/mine.jsonl"}
    assert not (clone / ".venv").exists()
