"""House rules are solved on the machine that plays them, once, beside the game."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.tables import solved
from app.tables.place import HOME_VARIABLE
from app.tables.solved import Solved, file_of, keep
from app.tables.wins import solved_here, win_table
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.registry import ruleset

pytestmark = pytest.mark.solves


def house_rules(**options: object) -> FamilyRules:
    """Rules for which no table ships, and that are soon solved."""
    game = ruleset("zilch-5000")
    assert isinstance(game, FamilyGame)
    return game.rules("zilch-5000", {"goal": 600, "entry_min": 300, "bank_min": 300, **options})


def test_rules_are_solved_in_the_background_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    rules, told, over = house_rules(), list[float](), threading.Event()
    assert win_table(rules) is None
    here = solved_here()

    def heard() -> None:
        told.append(job.done if job else 0.0)
        if job is not None and job.over:
            over.set()

    job = None
    job = here.solve(rules, heard)
    assert job is not None
    assert here.solve(rules) is job, "two tables of the same rules wait for the same work"
    assert over.wait(120)
    table = win_table(rules)
    assert table is not None
    assert 0.5 < table.win(0, 0) < 1
    assert told == sorted(told)
    assert here.solve(rules) is None, "what is solved is solved"
    again = Solved(here.folder).table(rules)
    assert again is not None
    assert again.win(0, 0) == table.win(0, 0)


def test_a_damaged_table_is_none(tmp_path: Path) -> None:
    rules = house_rules()
    file = file_of(tmp_path, rules)
    file.write_bytes(b"no table at all")
    assert Solved(tmp_path).table(rules) is None


def test_every_goal_has_a_file_of_its_own(tmp_path: Path) -> None:
    names = {file_of(tmp_path, house_rules(goal=goal)).name for goal in (600, 700)}
    assert len(names) == 2


def test_without_numpy_nothing_is_solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solved, "find_spec", lambda _name: None)
    assert Solved(tmp_path).solve(house_rules()) is None


def test_a_folder_that_takes_nothing_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    here = Solved(tmp_path / "file")
    job = here.solve(house_rules())
    assert job is not None
    assert job.wait(120)
    assert here.table(house_rules()) is None


def test_work_that_is_stopped_leaves_no_table(tmp_path: Path) -> None:
    here = Solved(tmp_path)
    job = here.solve(house_rules(goal=20_000))
    assert job is not None
    here.close()
    assert job.wait(20)
    assert not list(tmp_path.glob("*.bin"))


def test_a_table_is_stored_whole(tmp_path: Path) -> None:
    from engine.strategy.build_table import solve_table

    rules = house_rules(goal=400)
    table = solve_table(rules, streaks=False)
    assert table is not None
    keep(tmp_path / "new", rules, table)
    assert [file.suffix for file in (tmp_path / "new").iterdir()] == [".bin"]
