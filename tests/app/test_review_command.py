"""``diceparlour review``: the planted mistake is found, told, charted and handed on."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app import texts
from app.chart import Line, Mark, chart
from app.review import cost_told, figure, looked_at, told
from app.tables.home import JOURNAL
from engine.registry import presets, ruleset
from engine.strategy.review import Review
from tests.app.bots import by, laid, play
from tests.app.command import run
from tests.app.past_house import Blunderer

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_the_planted_blunder_is_the_worst(home: Path) -> None:
    blunderer = Blunderer()
    table = play(laid(home, "medieval"), blunderer)
    assert blunderer.action is not None
    seen = looked_at(table)
    assert seen is not None
    worst = seen.worst[0]
    assert (worst.step, worst.action) == (blunderer.entry, blunderer.action)
    assert worst.best != worst.action
    assert len(seen.worst) == 1 or seen.worst[1].cost < worst.cost / 10
    shown = run("review", table.id, home=home)
    assert shown.returncode == 0
    lines = shown.stdout.decode().splitlines()
    assert lines == told(seen)
    assert f"  1. {cost_told(seen, worst)}" in lines
    assert f"{worst.cost:.1%}" in cost_told(seen, worst)
    assert sum("luck" in line for line in lines) >= 2


def test_json_says_everything_and_adds_up(home: Path) -> None:
    """The result is the start, all luck and all cost (for the seat that has them)."""
    table = play(laid(home, "medieval"), by("pip"))
    data = json.loads(run("review", table.id, "--json", home=home).stdout)
    assert (data["unit"], data["over"], data["names"]) == ("win", True, ["Ann", "Bo"])
    assert len(data["chart"]) == table.entries
    (ann, bo) = data["seats"]
    change = data["chart"][-1][0] - data["chart"][0][0]
    assert change == pytest.approx(ann["luck"] - ann["cost"] - bo["luck"] + bo["cost"], abs=1e-9)
    costs = [one["cost"] for one in data["decisions"]]
    assert [one["cost"] for one in data["worst"]] == sorted(costs, reverse=True)[:3]
    assert len(data["turning_points"]) == 3
    for one in data["decisions"]:
        assert ruleset("medieval").parse_action(one["best"]).seat == one["seat"]
        assert one["turn"] >= 1


@pytest.mark.parametrize("preset", sorted(set(presets()) - {"bunco"}))
def test_every_game_is_reviewed_as_far_as_it_went(home: Path, preset: str) -> None:
    table = play(laid(home, preset), by("pip"), 25)
    seen = looked_at(table)
    assert seen is not None
    lines = told(seen)
    assert texts.REVIEW_RUNNING() in lines
    assert any(line.startswith("Ann: luck ") for line in lines)


def test_three_are_counted_in_points_and_drawn(home: Path) -> None:
    table = play(laid(home, "medieval", ("<b>", "A&B", "Cy")), by("pip"))
    done = run("review", table.id, "--svg", home=home)
    picture = ElementTree.fromstring(done.stdout)
    lines = picture.findall(f"{SVG}polyline")
    assert len(lines) == 3
    assert all(len((line.get("points") or "").split()) == table.entries for line in lines)
    words = [text.text for text in picture.iter(f"{SVG}text")]
    assert {"<b>", "A&B", "Cy", texts.CHART_POINTS()} <= set(words)
    assert len(picture.findall(f".//{SVG}circle")) == 3
    style = picture.findtext(f"{SVG}style") or ""
    assert "prefers-color-scheme:dark" in style


def test_a_damaged_table_is_reviewed_up_to_the_damage(home: Path) -> None:
    table = play(laid(home, "medieval"), by("pip"), 40)
    with closing(sqlite3.connect(home / JOURNAL)) as journal, journal:
        (name,) = journal.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%body%'"
        ).fetchone()
        journal.execute(f"UPDATE {name} SET body = 'x' WHERE seq = 30")
    done = run("review", table.id, "--json", home=home)
    assert done.returncode == 0
    assert b"damaged" in done.stderr
    assert len(json.loads(done.stdout)["chart"]) == 30


@pytest.mark.parametrize("form", [(), ("--json",), ("--svg",)])
def test_where_nobody_chooses_nothing_is_said(home: Path, form: tuple[str, ...]) -> None:
    table = play(laid(home, "bunco", ("Ann", "Bo", "Cy", "Di")), by("pip"), 30)
    done = run("review", table.id, *form, home=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines()[-1] == texts.REVIEW_NOTHING()


def test_what_cannot_be_done_is_one_sentence(home: Path) -> None:
    fresh = laid(home, "medieval")
    for arguments in ([fresh.id], ["k7mq-x4rd"], [fresh.id, "--json", "--svg"]):
        done = run("review", *arguments, home=home)
        assert (done.returncode, done.stdout) == (2, b"")
        assert len(done.stderr.decode().splitlines()) == 1


# The chart


def numbers(picture: str, tag: str, name: str) -> list[float]:
    found = ElementTree.fromstring(picture).iter(f"{SVG}{tag}")
    return [float(one.get(name) or "nan") for one in found]


def test_names_never_lie_on_each_other() -> None:
    lines = [Line(f"Player {place}", (0.0, 100.0 + place)) for place in range(8)]
    picture = ElementTree.fromstring(chart("T", "A", lines, [], False))
    texts_ = [one for one in picture.iter(f"{SVG}text") if "name" in (one.get("class") or "")]
    heights = sorted(float(one.get("y") or "nan") for one in texts_)
    assert len(heights) == 8
    assert min(b - a for a, b in pairwise(heights)) >= 16.9
    assert 0 < heights[0] < heights[-1] < 440


@pytest.mark.parametrize(
    ("values", "ticks"),
    [((0.0, 9_800.0), ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]), ((0.0,), ["0"])],
)
def test_the_scale_is_in_round_numbers(values: tuple[float, ...], ticks: list[str]) -> None:
    picture = ElementTree.fromstring(chart("T", "A", [Line("Ann", values)], [], False))
    shown = [one.text for one in picture.iter(f"{SVG}text") if one.get("class") == "end"]
    assert shown[: len(ticks)] == ticks


def test_sheets_below_nothing_stay_in_the_field() -> None:
    lines = [Line("Ann", (0.0, -750.0, 300.0))]
    picture = chart("T", "A", lines, [Mark(1, 0, "down")], False)
    (low,) = numbers(picture, "circle", "cy")
    assert 76 < low < 390


@pytest.mark.parametrize(
    ("value", "sign", "win", "points"),
    [
        (0.0, True, "0.0%", "0"),
        (-0.0, False, "0.0%", "0"),
        (0.0004, True, "0.0%", "0"),
        (-0.0004, True, "0.0%", "0"),
        (0.25, True, "+25.0%", "0"),
        (-0.25, False, "-25.0%", "0"),
        (1_234.4, True, "+123440.0%", "+1,234"),
        (-1_234.4, True, "-123440.0%", "-1,234"),
        (1_234.4, False, "123440.0%", "1,234"),
    ],
)
def test_what_rounds_to_nothing_has_no_sign(
    value: float, sign: bool, win: str, points: str
) -> None:
    found = Review(unit="win", chart=(), decisions=(), seats=(), turning_points=())
    assert figure(found, value, sign) == win
    assert figure(found.replace(unit="points"), value, sign) == points
