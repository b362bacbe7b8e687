"""One turn played for points, against recursion and the published values."""

from __future__ import annotations

from functools import cache

import pytest

from engine.family.rules import FamilyRules
from engine.family.scoring import NOTHING, Combinations
from engine.strategy.graph import graph, step_of
from engine.strategy.odds import Rest, throw
from engine.strategy.turn import (
    NEVER,
    for_points,
    length,
    points_payoff,
    reach_bank,
    solve,
    top_of,
)
from tests.engine.strategy.play import PLAIN, rules_of


def bank_from(rules: FamilyRules) -> list[int]:
    """The turn points from which banking is at least as good as throwing 6, 5 … 1 dice."""
    solved = for_points(rules)
    step = step_of(rules)
    found = []
    for dice in range(6, 0, -1):
        row = solved.throws[solved.graph.place[Rest(dice)]]
        found.append(next(p * step for p in range(1, len(row)) if p * step >= row[p]))
    return found


def test_the_plain_dice_of_fill_or_bust() -> None:
    assert for_points(PLAIN).throws[0][0] == pytest.approx(470.185532, abs=5e-7)


def test_spicy_without_doubling() -> None:
    rules = rules_of("spicy-farkel", doubling=None, combinations={"six_as_pairs": False})
    assert for_points(rules).throws[0][0] == pytest.approx(576.677, abs=5e-4)


def test_six_equal_dice_as_three_pairs_are_worth_a_little() -> None:
    """SPF-3: what our Spicy Farkel adds to the table above."""
    rules = rules_of("spicy-farkel", doubling=None)
    assert for_points(rules).throws[0][0] == pytest.approx(576.7566, abs=5e-5)


def test_the_published_turn_of_farkle_social() -> None:
    rules = rules_of("farkle-social")
    assert for_points(rules).throws[0][0] == pytest.approx(548.8576, abs=5e-5)
    assert bank_from(rules) == [16400, 3050, 1050, 450, 250, 300]


def test_a_minimum_costs_a_little() -> None:
    rules = rules_of("farkle-social")
    assert for_points(rules, 300).throws[0][0] == pytest.approx(548.7363, abs=5e-5)


def brute(rules: FamilyRules, minimum: int, most: int, cost: float = 0.0) -> float:
    """A turn in which nobody may hold more than so many points, worked out by plain recursion."""
    hot = rules.hot_dice

    @cache
    def roll(dice: int, points: int) -> float:
        thrown = throw(rules, Rest(dice))
        total = thrown.busts * cost
        for outcome in thrown.outcomes:
            total += outcome.ways * max(
                rest(option.rest.dice, points + option.points) for option in outcome.options
            )
        return total / thrown.ways

    @cache
    def rest(left: int, points: int) -> float:
        bank = float(points) if points >= minimum else NEVER
        if points >= most:
            return float(points)
        if left:
            return max(bank, roll(left, points))
        if hot == "turn_ends":
            return float(points)
        return roll(6, points) if hot == "must_roll" else max(bank, roll(6, points))

    return roll(6, 0)


@pytest.mark.parametrize("hot", ["may_roll", "must_roll", "turn_ends"])
@pytest.mark.parametrize(("minimum", "cost"), [(0, 0.0), (500, -500.0)])
def test_a_turn_is_what_recursion_makes_of_it(hot: str, minimum: int, cost: float) -> None:
    rules = PLAIN.altered(hot_dice=hot)
    most = 3000
    step = step_of(rules)
    top = most // step - 1
    payoff = points_payoff(rules, minimum, cost)
    reach = reach_bank(graph(rules), True, None if hot == "must_roll" else 1.0)
    solved = solve(graph(rules), rules.hot_dice, payoff, top)
    # Above the top the programme banks as soon as it may; so does the recursion where it may.
    if hot == "must_roll":
        assert reach[0] < 1.0
        assert solved.throws[0][0] == pytest.approx(brute(rules, minimum, most, cost), abs=1.0)
    else:
        assert reach[0] == 1.0
        assert solved.throws[0][0] == pytest.approx(brute(rules, minimum, most, cost), abs=1e-9)


def test_where_a_corner_must_be_turned_a_bank_is_reached_by_luck() -> None:
    """ZIL-9: from "all frozen" one must throw all dice, and may be thrown back there."""
    reach = reach_bank(graph(rules_of("zilch")), True, None)
    assert reach[1:] == (1.0,) * 5
    assert 1 - 5 / 216 - 0.02 < reach[0] < 1 - 5 / 216


def test_red_faces_double_by_an_independent_sixth() -> None:
    plain = for_points(rules_of("spicy-farkel", doubling=None)).throws[0][0]
    spicy = for_points(rules_of("spicy-farkel")).throws[0][0]
    assert plain < spicy < 2 * plain
    place = graph(rules_of("spicy-farkel")).place[Rest(1)]
    one = graph(rules_of("spicy-farkel")).sums[place][1]
    assert sum(one) == pytest.approx(1 / 3)


@pytest.mark.parametrize("trigger", ["rolled", "set_aside"])
@pytest.mark.parametrize("scope", ["roll", "combination"])
@pytest.mark.parametrize("stack", ["once", "per_red"])
def test_every_kind_of_doubling_is_worth_something(trigger: str, scope: str, stack: str) -> None:
    doubling = {"trigger": trigger, "scope": scope, "stack": stack}
    value = for_points(rules_of("spicy-farkel", doubling=doubling)).throws[0][0]
    assert value > 600
    for busts, (_nodes, chances) in zip(
        graph(rules_of("spicy-farkel", doubling=doubling)).busts,
        graph(rules_of("spicy-farkel", doubling=doubling)).sums,
        strict=True,
    ):
        assert busts + sum(chances) == pytest.approx(1)


def test_pyramiding_is_worth_something() -> None:
    with_sets = rules_of("zilch-5000", pyramiding=True)
    without = for_points(rules_of("zilch-5000")).throws[0][0]
    assert for_points(with_sets).throws[0][0] > without
    assert Rest(5, (0, 0, 0, 0, 1, 0)) in graph(with_sets).place
    assert Rest(5, NOTHING) in graph(with_sets).place


def test_steps_divide_everything_a_turn_can_score() -> None:
    assert step_of(rules_of("fill-or-bust")) == 50
    odd = FamilyRules(combinations=Combinations(singles=(70, 0, 0, 0, 30, 0)))
    assert step_of(odd) == 10
    assert top_of(odd) == 2000
    assert length(odd, 10) == 10 + graph(odd).jump + 1
    assert step_of(rules_of("spicy-farkel", leftover={"points": 1010})) == 10
