"""`score` and `rules`: what the command says to people with dice and rules of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.score import judged, told
from engine.refusal import IllegalAction
from tests.app.command import run


def test_every_keep_worth_considering_is_listed_with_its_odds() -> None:
    keeps = judged("zilch", (1, 1, 1, 5, 2, 3), {})
    assert [(one["faces"], one["points"], one["next"]) for one in keeps] == [
        ([1, 1, 1, 5], 1050, 2),
        ([1, 1, 1], 1000, 3),
        ([1, 1], 200, 4),
        ([1], 100, 5),
    ]
    assert keeps[0]["dice"] == [1, 2, 3, 4]
    assert keeps[0]["bust"] == pytest.approx(4 / 9)


def test_red_faces_count_by_the_order_of_the_dice() -> None:
    assert judged("spicy-farkel", (1, 2, 6, 6, 4, 3), {})[0]["points"] == 200
    assert judged("spicy-farkel", (2, 1, 4, 6, 6, 3), {})[0]["points"] == 100


def test_all_dice_used_means_all_dice_next() -> None:
    keeps = judged("fill-or-bust", (1, 2, 3, 4, 5, 6), {})
    assert (keeps[0]["left"], keeps[0]["next"]) == (0, 6)
    line = " ".join(told((1, 2, 3, 4, 5, 6), keeps)[0].split())
    assert line == "1 2 3 4 5 6 1,500 all used; then 6 dice, 3.1% bust"


def test_a_bust_is_told_as_one() -> None:
    assert told((2, 2, 3, 4, 6, 6), judged("zilch", (2, 2, 3, 4, 6, 6), {})) == [
        "2 2 3 4 6 6: nothing scores, a bust."
    ]


def test_options_change_what_counts() -> None:
    combinations = {"combinations": {"straight": 2500}}
    assert judged("zilch", (1, 2, 3, 4, 5, 6), combinations)[0]["points"] == 2500


@pytest.mark.parametrize(
    ("preset", "faces", "code"),
    [
        ("chess", (1,), "unknown"),
        ("bunco", (1, 2, 3), "unknown"),
        ("zilch", (1,) * 7, "malformed"),
        ("zilch", (), "malformed"),
    ],
)
def test_what_cannot_be_scored_is_refused(preset: str, faces: tuple[int, ...], code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        judged(preset, faces, {})
    assert refused.value.code == code


def test_the_command_scores_by_presets_and_by_house_rules(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "ours.toml").write_text('base = "zilch"\n[combinations]\nstraight = 9000\n')
    (folder / "torn.toml").write_text("base = ")
    plain = run("score", "zilch", "1", "5", home=tmp_path)
    assert plain.returncode == 0
    assert plain.stdout.decode().splitlines()[0].split()[:3] == ["1", "5", "150"]
    own = run("score", "ours", "1", "2", "3", "4", "5", "6", "--json", home=tmp_path)
    assert json.loads(own.stdout)[0]["points"] == 9000
    listed = run("rules", "list", home=tmp_path)
    assert "ours\tours\t" in listed.stdout.decode()
    assert "The rule file torn.toml is not used. This is not TOML" in listed.stderr.decode()


def test_the_command_shows_and_checks_rules(tmp_path: Path) -> None:
    shown = run("rules", "show", "volle-lotte", home=tmp_path)
    assert shown.returncode == 0
    file = tmp_path / "mine.toml"
    file.write_bytes(shown.stdout)
    fine = run("rules", "check", str(file), home=tmp_path)
    assert (fine.returncode, fine.stderr) == (0, b"")
    assert fine.stdout.decode().endswith("these rules can be played as Volle Lotte.\n")
    file.write_bytes(shown.stdout.replace(b"goal = 6000", b"goal = -6000"))
    wrong = run("rules", "check", str(file), home=tmp_path)
    assert wrong.returncode == 1
    assert "goal: it must be at least 1" in wrong.stderr.decode()
    unknown = run("rules", "show", "chess", home=tmp_path)
    assert unknown.returncode == 2
    assert unknown.stderr.decode() == "There is no game called 'chess'.\n"
