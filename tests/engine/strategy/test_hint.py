"""What the coach says, against brute force over every roll, and in every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import isfinite
from random import Random
from typing import Any

import pytest

from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll
from engine.bunco.state import BuncoState
from engine.family.hands import Roll as Thrown
from engine.family.hands import legal_keeps
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState, Turn
from engine.model import GameState, Setup
from engine.registry import presets, ruleset
from engine.ruleset import begin, step
from engine.strategy.cards import CardPlan, Running, cards_for_points
from engine.strategy.hint import Hint, hints
from engine.strategy.outlook import prepare
from engine.strategy.standing import Standing
from engine.strategy.table import SCALE, Shape, Table
from engine.strategy.turn import for_points
from tests.dropped.twenty import Twenty
from tests.engine.strategy.play import Dice, after, begun, custom, family, rules_of


def slope_table(goal: int, answer: bool = False, **shape: int) -> Table:
    """Made-up chances that grow with the lead: any table must be played from exactly."""
    made = Shape(step=50, goal=goal // 50, answer=answer, tie=0.55, **shape)
    size = made.size
    grid = [round(SCALE * (0.5 + 0.45 * (a - b) / size)) for a in range(size) for b in range(size)]
    ends = [[round(SCALE * 0.9 ** (d + 1)) for d in range(2 * size)] for _ in range(made.lefts)]
    return Table(made, grid, {}, ends if answer else [])


def by_action(found: tuple[Hint, ...]) -> dict[object, Hint]:
    return {hint.action: hint for hint in found}


def turn_of(state: FamilyState) -> Turn:
    assert state.turn is not None
    return state.turn


Worth = Callable[[int, int], float]


def brute(rules: FamilyRules, table: Table, own: int, other: int, goal: int) -> tuple[Worth, Worth]:
    """Functions for the chance to win: of throwing so many dice, and of standing with some kept.

    Every roll of every die is looked at. Needs sheets from which all dice kept reach the goal.
    """
    lost = 1 - table.win(other, own)

    @cache
    def throw(dice: int, points: int) -> float:
        total = 0.0
        for faces in product(range(1, 7), repeat=dice):
            roll = Thrown((*faces, *(0,) * (6 - dice)), rules.blank)
            keeps = legal_keeps(rules, roll)
            total += (
                max(stand(dice - len(kept), points + worth.points) for kept, worth in keeps.items())
                if keeps
                else lost
            )
        return float(total / 6**dice)

    def stand(left: int, points: int) -> float:
        if own + points >= goal:
            return 1.0
        assert left, "all dice kept must reach the goal here"
        return max(1 - table.win(other, own + points), throw(left, points))

    return throw, stand


@pytest.mark.parametrize("other", [0, 700, 800, 950])
def test_every_figure_near_the_goal_is_what_brute_force_finds(other: int) -> None:
    """300 to go, 150 in hand, three dice left: every figure of the coach, roll by roll."""
    rules = rules_of("pocket-farkel", goal=1000, end="first_to")
    game = custom(rules)
    table = slope_table(1000)
    throw, stand = brute(rules, table, 700, other, 1000)
    state = begun(game, "house", (700, other))
    dice = Dice(faces=((5, 2, 3, 3, 4, 6), (5, 2, 3, 4, 6), (5, 2, 3, 4), (5, 1, 2)))
    for number in (1, 2, 3):
        state = after(game, state, dice, Roll(seat=0))
        lowest = next(n for n, face in enumerate(turn_of(state).rolled, 1) if face == 5)
        assert lowest == number
        state = after(game, state, dice, Keep(seat=0, dice=(lowest,)))
    found = by_action(hints(game, state, 0, table))
    roll, bank = found[Roll(seat=0)], found[Bank(seat=0)]
    assert (turn_of(state).points, len(turn_of(state).pool)) == (150, 3)
    assert roll.win == pytest.approx(throw(3, 150), abs=1e-12)
    assert bank.win == pytest.approx(1 - table.win(other, 850), abs=1e-12)
    assert roll.bust == pytest.approx(5 / 18)
    state = after(game, state, dice, Roll(seat=0))
    found = by_action(hints(game, state, 0, table))
    expected = {(4,): stand(2, 200), (5,): stand(2, 250), (4, 5): stand(1, 300)}
    assert {keep: found[Keep(seat=0, dice=keep)].win for keep in expected} == pytest.approx(
        expected, abs=1e-12
    )
    assert len(found) == 3
    assert found[Keep(seat=0, dice=(4, 5))].win == 1.0


def test_a_bank_at_the_goal_wins_and_is_best() -> None:
    rules = rules_of("medieval", goal=1000)
    game = custom(rules)
    state = begun(game, "house", (950, 900))
    state = after(
        game, state, Dice(faces=((1, 2, 2, 3, 3, 4),)), Roll(seat=0), Keep(seat=0, dice=(1,))
    )
    (best, second) = hints(game, state, 0, slope_table(1000))
    assert best.action == Bank(seat=0)
    assert (best.win, best.bust, best.turn_value) == (1.0, None, 100.0)
    assert second.win is not None
    assert second.win < 1.0


def test_without_a_table_points_are_played_for() -> None:
    game = family("farkle-boxed")
    state = begun(game, "farkle-boxed", (600, 0))
    dice = Dice(faces=((1, 1, 1, 5, 2, 3),))
    state = after(game, state, dice, Roll(seat=0))
    found = hints(game, state, 0)
    assert all(hint.win is None for hint in found)
    assert [hint.turn_value for hint in found] == sorted(
        (hint.turn_value for hint in found), reverse=True
    )
    assert len(found) == len(game.legal_actions(state, 0))


@pytest.mark.parametrize("preset", ["fill-or-bust", "zilch"])
def test_what_is_prepared_is_not_solved_again(preset: str) -> None:
    rules = rules_of(preset)
    prepare(rules)
    solved = (cards_for_points if rules.deck else for_points).cache_info()
    state = begun(family(preset), preset, (0, 0))
    if rules.deck:
        state = after(family(preset), state, Dice(cards=("bonus-300",)), Draw(seat=0))
    hints(family(preset), state, 0)
    again = (cards_for_points if rules.deck else for_points).cache_info()
    assert again.misses == solved.misses
    assert again.hits > solved.hits


def test_a_bust_that_costs_is_counted() -> None:
    game = family("farkle-social")
    state = begun(game, "farkle-social", (1000, 1000))
    calm = hints(game, state, 0)[0].turn_value
    state = state.replace(streaks=(2, 0))
    tense = hints(game, state, 0)[0].turn_value
    assert tense < calm - 80
    floored = begun(game, "farkle-social", (0, 0), min_score=0).replace(streaks=(2, 0))
    assert hints(game, floored, 0)[0].turn_value == pytest.approx(calm, abs=0.5)


def test_leftovers_are_weighed() -> None:
    game = family("spicy-farkel")
    state = begun(game, "spicy-farkel", (0, 0))
    dice = Dice(faces=((1, 2, 2, 3, 3, 4),))
    state = after(game, state, dice, Roll(seat=0), Keep(seat=0, dice=(1,)), Bank(seat=0))
    found = by_action(hints(game, state, 1))
    taken = found[Leftovers(seat=1)]
    assert taken.bust == pytest.approx(25 / 324)
    assert taken.turn_value > found[Roll(seat=1)].turn_value + 300
    state = after(game, state, dice, Leftovers(seat=1))
    (roll,) = hints(game, state, 1)
    assert roll.turn_value == pytest.approx(taken.turn_value)


def test_single_dice_are_told_apart_by_a_table_that_can() -> None:
    """Die 1 shows a red 1; dice 2 and 3 score less with theirs."""
    shape = Shape(50, 200, answer=True)
    throws = [
        [20 * (100 * mask.bit_count() + mask + 50 * k) for k in range(60)] for mask in range(1, 64)
    ]
    table = Table(shape, [SCALE // 2] * 40_000, {}, [[0] * 9], throws)
    game = family("spicy-farkel")
    state = begun(game, "spicy-farkel", (0, 0))
    dice = Dice(faces=((5, 5, 2, 3, 3, 4),))
    (roll,) = hints(game, state, 0, table)
    assert roll.turn_value == 600 + 63
    state = after(game, state, dice, Roll(seat=0))
    found = by_action(hints(game, state, 0, table))
    kept = {keep: found[Keep(seat=0, dice=keep)].turn_value for keep in ((1,), (2,), (1, 2))}
    assert kept == {(1,): 50 + 500 + 62, (2,): 50 + 500 + 61, (1, 2): 100 + 400 + 60}
    state = after(game, state, dice, Keep(seat=0, dice=(2,)))
    now = by_action(hints(game, state, 0, table))
    assert now[Roll(seat=0)].turn_value == kept[2,]
    assert now[Bank(seat=0)].turn_value == 50
    due = state.replace(streaks=(2, 0))
    assert by_action(hints(game, due, 0, table))[Roll(seat=0)].turn_value < 600


def test_leftovers_before_a_card() -> None:
    rules = rules_of("fill-or-bust", leftover={"points": 1000})
    game = custom(rules)
    state = begun(game, "house", (0, 0))
    dice = Dice(faces=((1, 2, 2, 3, 3, 4),), cards=("bonus-300",))
    state = after(
        game, state, dice, Draw(seat=0), Roll(seat=0), Keep(seat=0, dice=(1,)), Bank(seat=0)
    )
    found = by_action(hints(game, state, 1))
    assert found[Leftovers(seat=1)].turn_value > 0
    state = after(game, state, Dice(cards=("bonus-500",)), Leftovers(seat=1), Draw(seat=1))
    (roll,) = hints(game, state, 1)
    assert roll.turn_value > 1000


def test_a_vengeance_may_be_put_aside() -> None:
    game = family("fill-or-bust")
    state = begun(game, "fill-or-bust", (0, 0))
    state = after(game, state, Dice(cards=("vengeance-2500",)), Draw(seat=0))
    found = by_action(hints(game, state, 0))
    assert set(found) == {Roll(seat=0), Decline(seat=0)}
    assert found[Decline(seat=0)].bust is None
    assert found[Decline(seat=0)].turn_value > found[Roll(seat=0)].turn_value


def test_what_this_turn_banked_already_counts() -> None:
    game = family("fill-or-bust")
    state = begun(game, "fill-or-bust", (0, 0))
    dice = Dice(faces=((1, 2, 3, 4, 5, 6),), cards=("vengeance-2500",))
    state = after(
        game, state, dice, Draw(seat=0), Roll(seat=0), Keep(seat=0, dice=(1, 2, 3, 4, 5, 6))
    )
    assert state.turn is not None
    assert (state.turn.stage, state.turn.banked) == ("safe", 1500)
    found = by_action(hints(game, state, 0, slope_table(5000)))
    assert found[Bank(seat=0)].turn_value == 1500
    assert found[Draw(seat=0)].turn_value > 1850
    # The turn goes on from nothing at risk: drawing on is what a fresh turn is worth.
    table = slope_table(5000)
    payoff, top = Standing(state, 0, table).payoff(0)
    fresh = CardPlan(state.rules, payoff, top)
    deck = state.deck.pile
    assert found[Draw(seat=0)].win == pytest.approx(Running(fresh, deck).draw(0, 6))
    assert found[Bank(seat=0)].win == pytest.approx(1 - table.win(0, 1500))


def test_collecting_busts_without_a_new_face() -> None:
    game = family("volle-lotte")
    state = begun(game, "volle-lotte", (0, 0))
    dice = Dice(faces=((1, 2, 3, 4, 4, 4), (5, 5)), cards=("straight",))
    state = after(game, state, dice, Draw(seat=0), Roll(seat=0))
    found = by_action(hints(game, state, 0))
    four = Keep(seat=0, dice=(1, 2, 3, 4))
    assert found[four].bust == pytest.approx(16 / 36)
    assert found[four].turn_value > 0
    state = after(game, state, dice, four, Roll(seat=0))
    assert all(hint.win is None for hint in hints(game, state, 0))


def test_a_challenge_is_a_first_roll_with_a_price() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (5000, 6000, 400), challenge=True)
    table = slope_table(15_050, answer=True)
    found = by_action(hints(game, state, 0, table))
    strong, weak = found[Challenge(seat=0, target=1)], found[Challenge(seat=0, target=2)]
    assert strong.turn_value == weak.turn_value < found[Roll(seat=0)].turn_value
    assert strong.win is not None
    assert weak.win is None
    state = after(game, state, Dice(), Challenge(seat=0, target=1))
    (roll,) = hints(game, state, 0, table)
    assert (roll.turn_value, roll.win) == (strong.turn_value, strong.win)
    early = begun(game, "zilch", (500, 6000), challenge=True)
    first = by_action(hints(game, early, 0, table))[Challenge(seat=0, target=1)]
    assert first.turn_value > strong.turn_value
    assert first.win is not None


def test_topping_and_an_exact_goal() -> None:
    game = family("zilch-5000")
    state = begun(game, "zilch-5000", (1000, 1000), topping=True)
    dice = Dice(faces=((1, 1, 1, 5, 2, 3),))
    state = after(game, state, dice, Roll(seat=0), Keep(seat=0, dice=(1, 2, 3)), Bank(seat=0))
    free = begun(game, "zilch-5000", (1000, 2000))
    assert hints(game, state, 1)[0].turn_value < hints(game, free, 0)[0].turn_value
    exact = custom(rules_of("medieval", exact=True, goal=1000))
    close = begun(exact, "house", (900, 0))
    state = after(exact, close, Dice(faces=((1, 1, 5, 2, 3, 3),)), Roll(seat=0))
    best = hints(exact, state, 0)[0]
    assert best.action in (Keep(seat=0, dice=(1,)), Keep(seat=0, dice=(2,)))
    assert best.turn_value == 100
    state = after(exact, state, Dice(), Keep(seat=0, dice=(1, 2)))
    assert by_action(hints(exact, state, 0))[Bank(seat=0)].turn_value == 0
    assert by_action(hints(exact, state, 0, slope_table(1000)))[Bank(seat=0)].win is not None


def test_an_exact_goal_of_time_alone() -> None:
    game = custom(rules_of("medieval", exact=True, minutes=10))
    state = begun(game, "house", (900, 0))
    assert hints(game, state, 0)[0].turn_value > 500


def test_a_roll_off_is_one_roll() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (15_500, 15_500)).replace(
        turn=None, rolling=(0, 1), contenders=(0, 1), to_act=frozenset((0, 1)), pending=()
    )
    (first,) = hints(game, state, 0)
    assert first.win == 0.5
    assert first.bust == pytest.approx(5 / 216)
    assert 400 < first.turn_value < 700
    state = after(game, state, Dice(faces=((1, 1, 1, 1, 1, 1),)), Roll(seat=1))
    (second,) = hints(game, state, 0)
    assert second.win == pytest.approx(6 / 6**6 / 2)
    three = begun(game, "zilch", (0, 0, 0)).replace(
        turn=None, rolling=(0, 1, 2), contenders=(0, 1, 2), to_act=frozenset((0, 1, 2))
    )
    assert hints(game, three, 0)[0].win is None


@pytest.mark.parametrize(
    ("options", "mean", "bust"),
    [
        ({}, 151 / 120, 120 / 216),
        ({"mini_ends_turn": True}, 151 / 125, 120 / 216),
        ({"wipeout": True}, 146 / 121, 121 / 216),
    ],
)
def test_bunco_has_one_action(options: dict[str, object], mean: float, bust: float) -> None:
    game = ruleset("bunco")
    setup = Setup(preset="bunco", seats=("A", "B", "C", "D"), options=options, first=0)
    _events, state = begin(game, setup, Dice())
    assert isinstance(state, BuncoState)
    (only,) = hints(game, state, 0)
    assert only.action == Roll(seat=0)
    assert only.turn_value == pytest.approx(mean)
    assert only.win is None
    assert only.bust == pytest.approx(bust)
    assert hints(game, state, 1) == ()


def test_a_game_that_nobody_knows_has_its_actions_at_least() -> None:
    game = Twenty()
    _events, state = begin(game, Setup(preset="twenty", seats=("A", "B"), first=0), Dice())
    assert [hint.action for hint in hints(game, state, 0)] == [Roll(seat=0)]


@pytest.mark.parametrize("preset", sorted(presets()))
def test_every_legal_action_has_its_hint(preset: str) -> None:
    game = ruleset(preset)
    dice = Dice(7)
    seats = ("A", "B", "C", "D")
    _events, state = begin(game, Setup(preset=preset, seats=seats), dice)
    for _turn in range(60):
        seat = min(state.to_act)
        found = hints(game, state, seat)
        legal = game.legal_actions(state, seat)
        assert sorted(map(repr, (hint.action for hint in found))) == sorted(map(repr, legal))
        for hint in found:
            assert hint.bust is None or 0 <= hint.bust < 1
            assert hint.win is None or 0 <= hint.win <= 1
            assert (hint.bust is None) == isinstance(hint.action, Bank | Draw | Decline)
        _events, state = step(game, state, dice.random.choice(found[:2]).action, dice)
    over = state.replace(to_act=frozenset()) if isinstance(state, FamilyState) else None
    assert over is None or hints(game, over, 0) == ()


ANY: tuple[dict[str, Any], ...] = (
    {"challenge": True},
    {"leftover": "inherit"},
    {"leftover": "bonus", "bust_streak": True},
    {"topping": True, "entry_min": 300},
    {"pyramiding": True},
    {"single_combination": True, "keep": "all"},
    {"doubling": {"trigger": "rolled"}},
    {"hot_dice": "turn_ends"},
    {"exact": True, "goal": 3_000},
    {"minutes": 5},
    {"min_score": 0, "challenge": True, "leftover": "bonus"},
)
"""Options of the family that may be set on any preset of it (RULES section 5)."""


@pytest.mark.parametrize("options", ANY, ids=str)
@pytest.mark.parametrize("preset", ["fill-or-bust", "volle-lotte", "zilch", "spicy-farkel"])
def test_every_action_is_valued_under_any_options(preset: str, options: dict[str, Any]) -> None:
    game, dice, draw = family(preset), Dice(3), Random(f"{preset} {options}")
    state: GameState = begun(game, preset, (900, 1_200), dice, **options)
    for _action in range(25):
        if state.over:
            break
        seat = min(state.to_act)
        legal = game.legal_actions(state, seat)
        found = hints(game, state, seat)
        assert {hint.action for hint in found} == set(legal)
        assert all(isfinite(hint.turn_value) for hint in found)
        _events, state = step(game, state, draw.choice(legal), dice)
