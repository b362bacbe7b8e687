"""Views by themselves: lines that fit, rows that stay in sight, pictures that change by rule."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from app.views import play
from app.views.banner import banner_lines, banner_show
from app.views.board import BoardShow, board_lines, pinned, strip_lines
from app.views.buttons import Button, button_lines, laid_out
from app.views.card import card_lines, card_show
from app.views.dice_art import LARGE, MEDIUM, SMALL, face_rows
from app.views.key_bar import KeyHint, key_bar_lines, placed
from app.views.lines import Run, cells, wrapped
from app.views.picture import Picture, TableFacts
from app.views.prompt import prompt_lines, prompt_show
from app.views.table_log import REMEMBERED, log_lines, more_log
from app.views.title import title_lines, title_show
from app.views.tray import DieShow, die_lines, tray_show
from app.widgets.lines import changes
from engine.events import Banked
from engine.scene import (
    ActionView,
    CardView,
    DieView,
    KeepView,
    PileView,
    Scene,
    SeatView,
    TurnLine,
    TurnView,
)

TEXTS = st.text(st.sampled_from("ab 李é🎲-_"), max_size=120)


def keep(*dice: int, points: int) -> KeepView:
    """A keep that leads to a roll or a bank."""
    return KeepView(
        dice=dice, points=points, total=100 + points, left=6 - len(dice), fills=False,
        then=("bank", "roll"),
    )  # fmt: skip


def scene(seats: int = 2, **more: Any) -> Scene:
    """A roll of 1 5 2 waits for the first seat, which has 100 at risk."""
    turn = TurnView(
        seat=0,
        points=100,
        dice=tuple(
            DieView(number=number, face=face, status="rolled", scores=face in (1, 5))
            for number, face in enumerate((1, 5, 2), 1)
        ),
        rolls=1,
        dice_next=0,
        card=CardView(name="bonus", title="Bonus 300", asks="Use all dice.", motif="bonus"),
        keeps=(keep(1, points=100), keep(2, points=50), keep(1, 2, points=150)),
        prompt="Choose.",
    )
    given: dict[str, object] = {
        "game": "some-game",
        "title": "Some game",
        "version": 3,
        "viewer": 0,
        "seats": tuple(
            SeatView(seat=seat, name=f"Player {seat}", score=seat * 100, to_goal=5000)
            for seat in range(seats)
        ),
        "goal": "The first to reach 5,000 wins.",
        "turn": turn,
        "pile": PileView(left=50, discarded=3, remaining=(("Bonus 300", 11),)),
        "actions": (ActionView(kind="keep", label="Keep"),),
    }
    return Scene.model_validate(given | more)


def picture(**more: Any) -> Picture:
    """That scene as a picture."""
    return Picture(scene(**more), TableFacts("t1", "ab" * 32))


@given(TEXTS, st.integers(1, 60), st.integers(1, 6))
def test_a_wrapped_sentence_fits_and_keeps_its_words(text: str, room: int, most: int) -> None:
    lines = wrapped(text, room, most)
    assert len(lines) <= most
    assert all(cell_len(line) <= max(room, 2) for line in lines)
    if "…" not in "".join(lines) and room >= 2:
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.integers(1, 60), st.integers(0, 59), st.integers(0, 59), st.integers(1, 40))
def test_the_own_row_is_always_shown(count: int, own: int, turn: int, room: int) -> None:
    """R115."""
    own, turn = own % count, turn % count
    shown = pinned(count, own, turn, room)
    assert shown[0] == own
    assert len(shown) == min(room, count) == len(set(shown))
    assert room == 1 or turn in shown


@pytest.mark.parametrize("seats", [2, 8, 30, 48])
@pytest.mark.parametrize("size", [(36, 34), (36, 20), (44, 46), (36, 8)])
def test_the_board_is_aligned_with_any_number_of_seats(seats: int, size: tuple[int, int]) -> None:
    """R115."""
    board = BoardShow(scene(seats).seats, turn=seats - 1, own=0, more_key="s")
    lines = board_lines(board, *size)
    assert len(lines) <= size[1]
    rows = [line for line in lines if any("to go" in run.text for run in line)]
    assert {cells(row) for row in rows} == {size[0] - 1}
    assert any("Player 0" in run.text for row in rows for run in row)
    assert any(f"Player {seats - 1}" in run.text for row in rows for run in row)
    if len(rows) < seats:
        assert any(f"{seats - len(rows)} more: press s" in run.text for run in lines[-1])


@pytest.mark.parametrize("width", [1, 5, 20, 40, 80, 200])
@pytest.mark.parametrize("seats", [2, 8, 48])
def test_the_strip_of_sheets_never_runs_over(width: int, seats: int) -> None:
    board = BoardShow(scene(seats).seats, turn=seats - 1)
    (line,) = strip_lines(board, width)
    assert cells(line) <= width


@given(st.integers(1, 250), st.integers(1, 60))
def test_every_view_can_be_drawn_in_any_window(width: int, height: int) -> None:
    """R093."""
    shown = picture()
    banner_lines(banner_show(shown), width, height)
    card_lines(card_show(shown), width, height)
    prompt_lines(prompt_show(shown, "Enter"), width, height)
    title_lines(title_show(shown), width)
    log_lines(["Ann rolls 1."] * 50, width, height)
    board_lines(BoardShow(shown.scene.seats), width, height)
    for die in tray_show(shown).dice:
        die_lines(die, width, height)


@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_has_as_many_pips_as_its_face(size: object, face: int) -> None:
    size = next(one for one in (SMALL, MEDIUM, LARGE) if one == size)
    rows = face_rows(face, size.width - 2, size.height - 2)
    assert {len(row) for row in rows} == {size.width - 2}
    if size is SMALL:
        assert "".join(rows).strip() == str(face)
    else:
        assert "".join(rows).count("●") == face


@pytest.mark.parametrize("special", [False, True])
@pytest.mark.parametrize("status", ["ready", "rolled", "held", "away"])
@pytest.mark.parametrize("chosen", [False, True])
def test_a_die_keeps_its_place_whatever_it_is(status: str, special: bool, chosen: bool) -> None:
    for size in (SMALL, MEDIUM, LARGE):
        die = DieShow(2, 3, status, True, special, False, chosen, True, True)
        lines = die_lines(die, size.width, size.rows)
        assert len(lines) == size.rows
        assert {cells(line) for line in lines} == {size.width}


def test_a_marked_face_has_a_sign_and_a_word() -> None:
    lines = die_lines(DieShow(2, 2, "rolled", special=True), 9, 9)
    text = "\n".join("".join(run.text for run in line) for line in lines)
    assert "✦" in text
    assert "red" in text


def test_dice_that_would_join_say_so() -> None:
    lines = die_lines(DieShow(2, 2, "rolled", scores=True, joins=True, open=True), 9, 9)
    assert "joins" in "".join(run.text for run in lines[-1])


def test_take_all_takes_the_most_points() -> None:
    assert play.all_taken(picture()).chosen == {1, 2}
    better = scene().turn
    assert better is not None
    more = better.replace(keeps=(keep(1, points=400), keep(1, 2, points=300)))
    assert play.all_taken(picture(turn=more)).chosen == {1}


def test_choosing_again_puts_back() -> None:
    once = play.toggled(picture(), 1)
    assert once.chosen == {1}
    assert play.toggled(once, 1).chosen == frozenset()
    assert play.cleared(once).chosen == frozenset()


def test_what_cannot_be_chosen_is_a_sentence() -> None:
    refused = play.toggled(picture(), 6)
    assert refused.refusal == "Die 6 is not in this roll."
    assert play.toggled(refused, 1).refusal == ""


def test_a_choice_on_its_way_to_a_keep_is_told_from_one_that_leads_nowhere() -> None:
    turn = scene().turn
    assert turn is not None
    triple = turn.replace(keeps=(keep(1, 2, 3, points=500),))
    on_its_way = play.toggled(picture(turn=triple), 1)
    assert "not worth anything yet" in prompt_show(on_its_way, "Enter").sentence
    nowhere = play.toggled(picture(), 3)
    assert "cannot be kept together" in prompt_show(nowhere, "Enter").sentence


def test_the_log_is_bounded_and_its_newest_line_stands_out() -> None:
    log = more_log((), [Banked(seat=0, points=5)] * 500, ["Ann"])
    assert len(log) == REMEMBERED
    lines = log_lines(log, 40, 3)
    assert len(lines) == 3
    assert [line[1].role for line in lines] == ["dim", "dim", ""]


def test_buttons_go_on_in_the_next_row_and_stay_inside() -> None:
    found = [Button(f"b{n}", f"Button {n}", "k") for n in range(6)]
    for width in (20, 40, 80):
        for height in (1, 2, 3):
            for place in laid_out(found, width, height):
                assert place.row < height
                assert 0 < place.start < place.end <= width
            lines = button_lines(found, "b1", width, height)
            assert all(cells(line) <= width for line in lines)


def test_the_bar_of_keys_never_leaves_out_help() -> None:
    hints = [KeyHint(f"i{n}", f"k{n}", f"Label {n}") for n in range(20)]
    hints.append(KeyHint("help", "?", "Help"))
    for width in (8, 20, 40, 80, 200):
        for rows in (1, 2):
            shown = placed(hints, width, rows)
            assert shown[-1].hint.intent == "help"
            assert all(place.end <= width for place in shown)
            assert len(key_bar_lines(hints, width, rows)) == rows


RUNS = st.lists(
    st.builds(
        Run, st.text(st.sampled_from("ab 李"), min_size=1, max_size=5), st.sampled_from("xy")
    ),
    max_size=6,
)


@given(RUNS, RUNS)
def test_what_differs_lies_within_what_is_repainted(old: list[Run], new: list[Run]) -> None:
    def painted(line: list[Run], width: int) -> list[tuple[str, str]]:
        columns: list[tuple[str, str]] = []
        for text, role in line:
            for sign in text:
                columns += [(sign, role)] + [("", role)] * (cell_len(sign) - 1)
        return columns + [(" ", "")] * (width - len(columns))

    width = max(cells(old), cells(new))
    before, after = painted(old, width), painted(new, width)
    regions = changes((tuple(old),), (tuple(new),))
    for column in range(width):
        if before[column] != after[column]:
            assert any(start <= column < end for start, end in regions)


def test_a_history_keeps_the_newest_turns() -> None:
    turns = tuple(
        TurnLine(points=n, lost=0, score=n, end="banked", label="banked") for n in range(1, 50)
    )
    seat = SeatView(seat=0, name="Ann", score=5, turns=turns)
    lines = board_lines(BoardShow((seat,)), 36, 20)
    history = "".join(run.text for run in lines[3])
    assert history.strip().endswith("+49")
    assert history.strip().startswith("…")


def test_a_sentence_is_cut_between_words() -> None:
    said = "Further equal dice double; 500 for nothing at all"
    assert wrapped(said, 20, 2) == ("Further equal dice", "double; 500 for…")
    assert wrapped("a" * 50, 20, 1) == ("a" * 19 + "…",)
    assert wrapped("one two", 20, 1) == ("one two",)


def test_a_key_that_is_too_long_gives_way_to_those_after_it() -> None:
    hints = [KeyHint("a", "a", "first"), KeyHint("b", "b", "x" * 40), KeyHint("c", "c", "third")]
    shown = placed([*hints, KeyHint("help", "?", "Help")], 40)
    assert [one.hint.intent for one in shown] == ["a", "c", "help"]
