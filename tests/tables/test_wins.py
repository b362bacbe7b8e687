"""The chances to win that ship are found by the rules that they were solved for."""

from __future__ import annotations

from app.tables.wins import win_table, win_table_of
from engine.family.game import FamilyGame
from engine.model import Setup
from engine.registry import ruleset


def family(preset: str) -> FamilyGame:
    game = ruleset(preset)
    assert isinstance(game, FamilyGame)
    return game


def test_a_preset_finds_its_table_whatever_it_is_called() -> None:
    zilch = family("zilch")
    table = win_table(zilch.rules("zilch"))
    assert table is not None
    assert table.win(0, 0) > 0.5
    assert win_table(zilch.rules("zilch", {"title": "Friday"})) is table


def test_other_rules_have_no_table() -> None:
    zilch = family("zilch")
    assert win_table(zilch.rules("zilch", {"entry_min": 700})) is None
    assert win_table(zilch.rules("zilch", {"minutes": 20})) is None


def test_a_game_in_progress_finds_the_table_of_its_rules() -> None:
    seats = ("Ann", "Bo", "Cy", "Di")
    for preset, found in (("medieval", True), ("volle-lotte", False), ("bunco", False)):
        state = ruleset(preset).initial(Setup(preset=preset, seats=seats))
        assert (win_table_of(state) is not None) is found
