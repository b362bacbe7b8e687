"""House rules as files: what is shown is read again, and what is wrong is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.tables.house_rules import FOLDER, LARGEST, HouseRules, parse, read, shelf, show
from app.tables.hub import Hub
from app.tables.journal import digest, plain
from app.tables.store import MemoryStore
from engine.model import Setup
from engine.refusal import IllegalAction
from engine.registry import presets, ruleset

HERE = Path("mine.toml")


@pytest.mark.parametrize("name", presets())
def test_a_shown_preset_means_the_same_when_it_is_read_again(name: str) -> None:
    found = parse(show(name), HERE)
    assert isinstance(found, HouseRules)
    assert found.base == name
    game = ruleset(name)
    before, after = game.options(name, {}), game.options(name, found.options)
    before.pop("title", None)
    after.pop("title", None)
    assert after == before


def test_an_unknown_preset_cannot_be_shown() -> None:
    with pytest.raises(IllegalAction, match="no game called 'chess'"):
        show("chess")


def test_only_what_differs_needs_to_be_written() -> None:
    found = parse('base = "zilch"\ntitle = "Friday"\ngoal = 3000\n', HERE)
    assert isinstance(found, HouseRules)
    assert found.title == "Friday"
    assert found.options == {"goal": 3000, "title": "Friday"}


def test_a_file_without_a_title_goes_by_its_own_name() -> None:
    found = parse('base = "bunco"\nsets = 2\n', HERE)
    assert isinstance(found, HouseRules)
    assert found.title == "mine"
    assert found.options == {"sets": 2, "title": "mine"}


@pytest.mark.parametrize("name", presets())
def test_the_title_of_a_house_rule_stands_on_the_table(name: str) -> None:
    found = parse(f'base = "{name}"\ntitle = "Friday"\n', HERE)
    assert isinstance(found, HouseRules)
    hub = Hub(MemoryStore())
    seats = tuple(f"P{seat}" for seat in range(ruleset(name).min_seats))
    table = hub.new_table(Setup(preset=name, seats=seats, options=found.options))
    assert table.scene(None).title == "Friday"
    assert [line.title for line in hub.tables()] == ["Friday"]


def test_a_table_without_a_title_is_written_as_before_there_were_titles() -> None:
    game = ruleset("bunco")
    seats = tuple("ABCD")
    usual = game.initial(Setup(preset="bunco", seats=seats))
    empty = game.initial(Setup(preset="bunco", seats=seats, options={"title": ""}))
    assert digest(usual) == digest(empty)
    assert "title" not in plain(usual)["options"]
    with pytest.raises(IllegalAction, match="title"):
        game.initial(Setup(preset="bunco", seats=seats, options={"title": "x" * 41}))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("base = 'zilch'\ngoal == 1", "line 2: This is not TOML"),
        ("base = 'zilch'\n\ngoal = -1", "line 3: goal: it must be at least 1"),
        ("base = 'zilch'\ngoal = 'much'", "line 2: goal: a whole number is needed"),
        ("base = 'zilch'\ngaol = 5000", "line 2: gaol: There is no option called 'gaol' here."),
        ("base = 'zilch'\ndouble_scope = 'turn'", "line 2: double_scope: There is no option"),
        ("base = 'zilch'\nkeep = 'some'", "line 2: keep: it must be 'at_least_one' or 'all'"),
        (
            "base = 'zilch'\n[combinations]\nstraight = 'x'",
            "line 3: combinations.straight: a whole number is needed",
        ),
        ("base = 'zilch'\n[[deck]]\nname = 'a'", "line 2: deck.0.title: it is missing"),
        ("base = 'zilch'\nhot_dice = 'draw_card'", "hot_dice = draw_card needs a deck"),
        ("base = 'bunco'\nsets = 0", "line 2: sets"),
        ("base = 'chess'", "line 1: base: name the preset to start from"),
        ("goal = 1", "base: name the preset to start from"),
        ("", "base: name the preset to start from"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, told: str) -> None:
    found = parse(text, HERE)
    assert not isinstance(found, HouseRules)
    assert told in "\n".join(map(str, found))


def test_every_fault_of_a_file_is_told_at_once() -> None:
    found = parse("base = 'zilch'\ngoal = -1\nkeep = 'some'\nnope = 1", HERE)
    assert not isinstance(found, HouseRules)
    assert [fault.line for fault in sorted(found)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"base = '\xff'", "not UTF-8"),
        (b"#" * (LARGEST + 1), "larger than"),
        (b"a = " + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_hostile_files_are_refused_with_a_sentence(tmp_path: Path, data: bytes, told: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(data)
    found = read(path)
    assert not isinstance(found, HouseRules)
    assert told in str(found[0])


def test_a_broken_file_stops_neither_the_others_nor_the_program(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir()
    (folder / "a.toml").write_text('base = "zilch"\ntitle = "\\u001b[31mRed\\u001b[0m"\n')
    (folder / "b.toml").write_text("base = ")
    (folder / "c.toml").mkdir()
    (folder / "d.txt").write_text("not a rule file")
    found = shelf(tmp_path)
    assert [own.title for own in found.rules] == ["Red"]
    assert [path.name for path, _ in found.broken] == ["b.toml", "c.toml"]


def test_no_folder_means_no_house_rules(tmp_path: Path) -> None:
    assert shelf(tmp_path) == ((), ())
