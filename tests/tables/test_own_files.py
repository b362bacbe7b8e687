"""House rules are written as files that say what was meant, whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.tables.errors import Trouble
from app.tables.house_rules import FOLDER, HouseRules, parse, read
from app.tables.own_files import as_toml, delete, lean, path_for, save, text_of
from engine.registry import presets, ruleset


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Friday Night!", "friday-night"),
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\x", "c-x"),
        ("Zilch", "zilch-own"),
        ("NUL", "nul-own"),
        ("com1", "com1-own"),
        ("李雷", "李雷"),
        ("[/]", "rules"),
        ("", "rules"),
        ("\x1b[31mred", "red"),
        ("x" * 500, "x" * 40),
    ],
)
def test_a_file_is_named_after_its_title(tmp_path: Path, title: str, name: str) -> None:
    path = path_for(tmp_path, title)
    assert path == tmp_path / FOLDER / f"{name}.toml"
    save(path, "x")
    assert text_of(path) == "x"


CHANGES: tuple[tuple[str, Mapping[str, Any]], ...] = (
    ("zilch", {"challenge": {"threshold": 3000}}),
    ("zilch", {"challenge": True, "pyramiding": True}),
    ("zilch", {"combinations": {"kinds": 3}}),
    ("zilch", {"combinations": {"kinds": "double", "singles": [100, 0, 0, 0, 0, 0]}}),
    ("zilch", {"minutes": 20}),
    ("zilch", {"minutes": 20, "goal": 15_000}),
    ("zilch", {"end": "timed", "minutes": 5}),
    ("zilch", {"dice": {"red": [1, 2, 3, 4, 5, 6]}, "doubling": True}),
    ("zilch", {"leftover": "inherit", "bust_streak": "none", "min_score": "0"}),
    ("zilch", {"four_two_as_three_pairs": True}),
    ("fill-or-bust", {"deck": {"bonus-300": 40, "must-bust": 1}}),
    ("fill-or-bust", {"deck": "none"}),
    ("spicy-farkel", {"doubling": "none", "dice": {"red": []}}),
    ("spicy-farkel", {"bust_streak": {"n": 2, "penalty": 500, "reset": False}}),
    ("bunco", {"sets": 3, "wipeout": True}),
    *((name, {}) for name in presets()),
)


@pytest.mark.parametrize(("base", "options"), CHANGES, ids=repr)
def test_a_written_file_means_what_was_meant(base: str, options: Mapping[str, Any]) -> None:
    game = ruleset(base)
    meant = game.options(base, options)
    found = parse(as_toml(base, "Friday", options), Path("x.toml"))
    assert isinstance(found, HouseRules)
    assert (found.base, found.title) == (base, "Friday")
    now = game.options(base, found.options)
    assert {**now, "title": ""} == {**meant, "title": ""}


def test_only_what_differs_is_written() -> None:
    assert as_toml("zilch", "Friday", {}) == 'base = "zilch"\ntitle = "Friday"\n'
    assert lean("zilch", {"goal": 3000, "keep": "at_least_one"}) == {"goal": 3000}
    assert lean("zilch", {"combinations": {"straight": 1}}) == {"combinations": {"straight": 1}}


OWN = """# ours since 2019
base = "zilch"
title = "Friday"
goal = 3000 # short
keep = "all"

[combinations] # no straights
straight = 0
"""


def test_what_a_person_wrote_by_hand_stays() -> None:
    options = {"goal": 4000, "keep": "at_least_one", "combinations": {"straight": 0}, "exact": True}
    written = as_toml("zilch", "Saturday", options, OWN)
    assert "# ours since 2019" in written
    assert "goal = 4000 # short" in written
    assert "[combinations] # no straights\nstraight = 0" in written
    assert 'title = "Saturday"' in written
    assert "keep" not in written
    found = parse(written, Path("x.toml"))
    assert isinstance(found, HouseRules)
    assert ruleset("zilch").options("zilch", found.options)["exact"] is True


@pytest.mark.parametrize("before", ["goal = = 3", "\x00", "[deck]\nx = 1", 'deck = "many"'])
def test_a_file_that_was_broken_meanwhile_is_written_afresh(before: str) -> None:
    found = parse(as_toml("zilch", "Friday", {"goal": 7}, before), Path("x.toml"))
    assert isinstance(found, HouseRules)
    assert found.options["goal"] == 7


@pytest.mark.parametrize("title", ['"; goal = 1 #', "''' \\ \"\"\"", "a\\u001b", "[/]", "李雷"])
def test_a_title_stays_a_title(title: str) -> None:
    found = parse(as_toml("zilch", title, {}), Path("x.toml"))
    assert isinstance(found, HouseRules)
    assert found.title == title
    assert found.options == {"title": title}


def test_a_save_that_fails_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = path_for(tmp_path, "Friday")
    save(path, "before")

    def full(self: Path, target: object) -> Path:
        del self, target
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Trouble, match=r"could not be saved.*No space left"):
        save(path, "after")
    assert path.read_text() == "before"
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file in the way")
    with pytest.raises(Trouble, match="could not be saved"):
        save(path_for(tmp_path, "Friday"), "x")


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("before")
    link.symlink_to(real)
    save(link, "after")
    assert link.is_symlink()
    assert real.read_text() == "after"


def test_deleting_twice_is_no_trouble_but_deleting_a_folder_is(tmp_path: Path) -> None:
    path = path_for(tmp_path, "Friday")
    save(path, "x")
    delete(path)
    delete(path)
    assert not path.exists()
    with pytest.raises(Trouble, match="could not be deleted"):
        delete(path.parent)
    assert isinstance(read(path), tuple)
