"""``diceparlour dice``: fair dice pass, loaded ones are caught, the figures are known ones."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest

from app import texts
from app.columns import in_columns
from app.dice import COLUMNS, Tally, plain, tallies, together, told
from app.statistics import chi_square, chi_square_p, wilson
from app.tables.chance import StreamChance
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.table import Table
from engine.events import Busted, Rolled
from engine.model import Event, Setup
from engine.registry import presets, ruleset
from engine.ruleset import Chance, begin, step
from engine.strategy.players import choose, player
from tests.app.bots import by, laid, play
from tests.app.command import run

SETUP = Setup(preset="medieval", seats=("Ann", "Bo"))


def events_of(chance: Chance, games: int, preset: str = "medieval") -> list[tuple[Event, ...]]:
    """All that happens in some games of the beginner against itself."""
    game = ruleset(preset)
    moods = random.Random(1)
    found = []
    for _game in range(games):
        told, state = begin(game, SETUP.replace(preset=preset), chance)
        events = list(told)
        while not state.over:
            seat = min(state.to_act)
            action = choose(game, state, seat, player("pip"), moods.random())
            told, state = step(game, state, action, chance)
            events += told
        found.append(tuple(events))
    return found


def dice_of(chance: Chance, games: int = 40) -> Tally:
    game = ruleset("medieval")
    rows = [tallies(game, SETUP, events) for events in events_of(chance, games)]
    return together(tally for row in rows for tally in row)


class Biased:
    """Dice that are not fair in one of three ways."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.random = random.Random(8)
        self.last = 1

    def roll(self, count: int) -> tuple[int, ...]:
        faces = tuple(self._face() for _ in range(count))
        if (
            self.how == "unlucky"
            and count <= 3
            and {1, 5} & set(faces)
            and self.random.random() < 0.5
        ):
            faces = tuple(self._face() for _ in range(count))
        return faces

    def _face(self) -> int:
        face = self.random.randint(1, 6)
        if self.how == "heavy" and face == 1 and self.random.random() < 0.25:
            face = 6
        if self.how == "sticky" and self.random.random() < 0.08:
            face = self.last
        self.last = face
        return face

    def draw(self, pile: Mapping[str, int]) -> str:
        raise AssertionError(pile)


def test_the_real_stream_passes() -> None:
    for secret in (b"1" * 32, b"2" * 32):
        tally = dice_of(StreamChance(secret, "k7mqx4rd"))
        assert tally.dice > 5_000
        for p in (tally.faces_p, tally.busts_p, tally.repeats_p):
            assert p is not None
            assert 0.01 < p <= 1


@pytest.mark.parametrize(
    ("how", "caught"),
    [("heavy", "faces_p"), ("sticky", "repeats_p"), ("unlucky", "busts_p")],
)
def test_three_planted_biases_are_caught(how: str, caught: str) -> None:
    p = plain(dice_of(Biased(how)))[caught]
    assert p < 1e-4


def test_sticky_dice_show_in_nothing_but_the_repeats() -> None:
    tally = dice_of(Biased("sticky"))
    assert tally.faces_p is not None
    assert tally.faces_p > 0.01


@pytest.mark.parametrize("preset", sorted(presets()))
def test_every_roll_is_counted_and_every_bust_expected(preset: str, tmp_path: Path) -> None:
    """Sums over a table equal a plain count of its events, in every game."""
    seats = ("Ann", "Bo", "Cy", "Di")[: max(2, ruleset(preset).min_seats)]
    table = play(laid(tmp_path / "home", preset, seats), by("pip"), 120)
    rolls = [event for event in table.events if isinstance(event, Rolled)]
    found = tallies(table.game, table.setup, table.events)
    for seat, tally in enumerate(found):
        own = [event for event in rolls if event.seat == seat]
        faces = [face for event in own for face in event.faces]
        assert [tally.faces[face] for face in range(1, 7)] == [faces.count(f) for f in range(1, 7)]
        assert tally.repeats == sum(a == b for a, b in pairwise(faces))
        total = tally.all_busts
        busted = sum(isinstance(event, Busted) and event.seat == seat for event in table.events)
        if preset == "bunco":
            busted = sum(not event.points for event in own)
        assert total.busts == busted
        assert 0 < total.expected < total.throws <= len(own)
        assert abs(total.busts - total.expected) < 5 * total.variance**0.5


def test_busts_are_expected_as_often_as_they_come() -> None:
    """One die busts at two thirds, two at four ninths, six at 1/36 or less: known odds."""
    tally = dice_of(StreamChance(b"3" * 32, "k7mqx4rd"), 5)
    one, two = tally.busts[1], tally.busts[2]
    assert one.expected == pytest.approx(one.throws * 2 / 3)
    assert two.expected == pytest.approx(two.throws * 4 / 9)
    assert one.variance == pytest.approx(one.throws * 2 / 9)


# The figures


@pytest.mark.parametrize(
    ("statistic", "degrees", "chance"),
    [
        (3.841458820694124, 1, 0.05),
        (6.634896601021213, 1, 0.01),
        (5.991464547107979, 2, 0.05),
        (11.070497693516351, 5, 0.05),
        (20.515005652432873, 5, 0.001),
        (18.307038053275146, 10, 0.05),
        (4.351460191095526, 5, 0.5),
        (0.0, 5, 1.0),
    ],
)
def test_chi_square_as_in_every_table(statistic: float, degrees: int, chance: float) -> None:
    assert chi_square_p(statistic, degrees) == pytest.approx(chance, rel=1e-9)


def test_chi_square_of_extremes() -> None:
    assert chi_square_p(5_000.0, 5) == 0.0
    assert chi_square_p(1e-12, 5) == pytest.approx(1.0)
    assert chi_square((12, 8), (10.0, 10.0)) == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (10, 20, 0.299298, 0.700702),
        (1, 10, 0.017876, 0.404150),
        (0, 10, 0.0, 0.277533),
        (10, 10, 0.722467, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson_intervals(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-6)


def test_columns_count_cells_and_not_signs() -> None:
    assert in_columns([["", "Ann", "林さん"], ["x", "1", "22"]]) == [
        "   Ann  林さん",
        "x    1      22",
    ]


def test_too_few_dice_say_nothing() -> None:
    tally = Tally()
    tally.faces[6] = 29
    assert (tally.faces_p, tally.busts_p, tally.repeats_p) == (None, None, None)
    tally.faces[6] = 30
    assert tally.faces_p is not None
    assert tally.faces_p < 1e-20


def test_many_players_share_a_column() -> None:
    players = {}
    for place in range(COLUMNS + 3):
        tally = players[f"P{place}"] = Tally()
        tally.faces[1] = place + 1
    head, count, *_rest = told(players)
    assert head.split() == [*(f"P{place}" for place in range(3, 9)), "3", "others", "all"]
    assert count.split()[2:] == ["4", "5", "6", "7", "8", "9", "6", "45"]


# The command


def unseeded(home: Path, seats: tuple[str, ...] = ("Ann", "Bo")) -> Table:
    hub = Hub(open_store(home).store)
    return play(hub.new_table(Setup(preset="medieval", seats=seats)), by("pip"), 60)


def test_one_table_and_the_whole_house(tmp_path: Path) -> None:
    home = tmp_path / "home"
    given = play(laid(home, "medieval"), by("pip"), 60)
    fair = [unseeded(home), unseeded(home, ("Bo", "Cy"))]
    done = run("dice", given.id, "--json", home=home)
    assert b"not fair play" in done.stderr
    alone = json.loads(done.stdout)
    assert set(alone["players"]) == {"Ann", "Bo"}
    counted = sum(len(e.faces) for e in given.events if isinstance(e, Rolled))
    assert alone["all"]["dice"] == counted == sum(alone["all"]["faces"].values())
    done = run("dice", "--json", home=home)
    assert texts.DICE_LEFT_OUT(count=1).encode() in done.stderr
    everything = json.loads(done.stdout)
    assert set(everything["players"]) == {"Ann", "Bo", "Cy"}
    rolls = [e for table in fair for e in table.events if isinstance(e, Rolled)]
    assert everything["all"]["dice"] == sum(len(event.faces) for event in rolls)
    shown = run("dice", home=home).stdout.decode().splitlines()
    assert shown[0].split() == ["Ann", "Bo", "Cy", "all"]
    assert shown[1].split()[-1] == f"{everything['all']['dice']:,}"
    assert len({len(line) for line in shown[1:8]}) == 1


def test_an_empty_house_has_no_dice(tmp_path: Path) -> None:
    done = run("dice", home=tmp_path / "home")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().splitlines() == [texts.DICE_NONE()]
    done = run("dice", "k7mq-x4rd", home=tmp_path / "home")
    assert (done.returncode, done.stdout) == (2, b"")
