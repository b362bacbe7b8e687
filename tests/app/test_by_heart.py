"""What the exact player learns by heart before a long tournament."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.arena import by_heart, desk, texts
from app.arena.contestant import Contestant, contestant
from app.arena.match import Plan, play
from app.arena.options import Asked
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.registry import ruleset
from tests.app.command import run as command

ASKED = Asked(100, 1, ("goal=600",), None, 1, 10.0, False)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where what is learnt lies; nothing is known at first."""
    monkeypatch.setenv("DICEPARLOUR_HOME", str(tmp_path))
    by_heart._mapped.cache_clear()
    return tmp_path / "chances"


class Bars:
    """What was shown of something that goes on, and how much of it was done in the end."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, int]] = []
        self.done = 0

    @contextmanager
    def __call__(self, label: str, length: int) -> Iterator[Callable[[int], None]]:
        self.shown.append((label, length))
        yield self._more

    def _more(self, count: int) -> None:
        assert count >= 0
        self.done += count


def planned(*players: str, preset: str = "medieval") -> Plan:
    return desk.planned(preset, {}, players, ASKED)


def rules_of(plan: Plan) -> FamilyRules:
    game = ruleset(plan.preset)
    assert isinstance(game, FamilyGame)
    return game.rules(plan.preset, plan.options)


def test_games_are_the_same_by_heart(folder: Path) -> None:
    plan = planned("ada", "stella")
    worked_out = [play(plan, number, _players(plan)) for number in range(12)]
    bars = Bars()
    assert desk.learn(plan, plan.games, bars) == ""
    assert bars.shown == [(texts.LEARNING(), 1000)]
    assert bars.done == 1000
    assert [file.suffix for file in folder.iterdir()] == [".moves"]
    players = _players(plan)
    assert by_heart.known(rules_of(plan)) is not None
    assert [play(plan, number, players) for number in range(12)] == worked_out
    assert desk.learn(plan, plan.games, bars) == "", "it is known already"
    assert len(bars.shown) == 1


def _players(plan: Plan) -> dict[int, Contestant]:
    return {place: contestant(name, 1, False) for place, name in enumerate(plan.players)}


def test_it_is_learnt_only_where_that_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = Bars()
    whole = desk.planned("medieval", {}, ("ada", "pip"), ASKED._replace(changes=()))
    for plan, games in (
        (whole, 80 * 80 // by_heart.GAME - 1),
        (planned("stella", "pip"), 10_000),
        (planned("ada", "pip", preset="fill-or-bust"), 10_000),
    ):
        assert desk.learn(plan, games, bars) == ""
    monkeypatch.setattr(by_heart, "can_solve", lambda: False)
    assert desk.learn(planned("ada", "pip"), 10_000, bars) == "", "numpy is missing"
    assert bars.shown == []


def test_a_full_disk_costs_nothing_but_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    plan = planned("ada", "stella")
    said = desk.learn(plan, plan.games, Bars())
    assert said == texts.NOT_LEARNT(reason="No space left on device")
    assert list(folder.iterdir()) == []
    assert by_heart.known(rules_of(plan)) is None


@pytest.mark.parametrize("damage", [b"", b"nothing", b"DPTB1\n{}\n"])
def test_a_damaged_file_is_none(folder: Path, damage: bytes) -> None:
    plan = planned("ada", "stella")
    desk.learn(plan, plan.games, Bars())
    (file,) = folder.iterdir()
    file.write_bytes(damage)
    by_heart._mapped.cache_clear()
    assert by_heart.known(rules_of(plan)) is None
    assert desk.learn(plan, plan.games, Bars()) == ""
    assert by_heart.known(rules_of(plan)) is not None, "it was learnt anew"


def test_from_the_command_line(tmp_path: Path) -> None:
    arguments = ("arena", "ada", "pip", "--game", "medieval", "--option", "goal=400", "--json")
    first, second = (
        command(*arguments, "--games", "60", "--workers", workers, home=tmp_path)
        for workers in ("1", "2")
    )
    assert len(list((tmp_path / "chances").iterdir())) == 1
    assert json.loads(first.stdout) == json.loads(second.stdout)
