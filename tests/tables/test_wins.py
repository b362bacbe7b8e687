"""The chances to win that ship are found by the rules that they were solved for."""

from __future__ import annotations

import pytest

from app.tables import solved
from app.tables.wins import win_table, win_table_of
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.model import Setup
from engine.registry import ruleset
from engine.strategy.match import fingerprint


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


def test_the_name_of_rules_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[FamilyRules] = []

    def counted(rules: FamilyRules) -> str:
        asked.append(rules)
        return fingerprint(rules)

    monkeypatch.setattr(solved, "fingerprint", counted)
    solved.named.cache_clear()
    for _ in range(3):
        win_table(family("zilch").rules("zilch", {"goal": 3300, "bank_min": 350}))
    assert len(asked) == 1
