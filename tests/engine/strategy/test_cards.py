"""A turn with cards, against recursion and by hand."""

from __future__ import annotations

from functools import cache

import pytest

from engine.family.cards import Card
from engine.family.rules import FamilyRules
from engine.strategy.cards import (
    CardPlan,
    Running,
    cards_for_points,
    chances,
    collecting,
    drawn,
    fill_chances,
)
from engine.strategy.graph import graph, step_of
from engine.strategy.odds import Rest, fill_chance, throw
from engine.strategy.turn import points_payoff
from tests.engine.strategy.play import rules_of

CLASSIC = rules_of("fill-or-bust")
LOTTE = rules_of("volle-lotte")


def card(name: str, rules: FamilyRules = CLASSIC) -> Card:
    found = rules.card(name)
    assert found is not None
    return found


def with_deck(*cards: Card, rules: FamilyRules = CLASSIC, **options: object) -> FamilyRules:
    return rules.altered(**{"deck": cards, **options})


def brute(rules: FamilyRules, most: int) -> float:
    """A turn with cards in which so many points are banked at once, by plain recursion."""
    whole = sum(card.count for card in rules.deck)

    @cache
    def draw(points: int) -> float:
        total = 0.0
        for card in rules.deck:
            if not card.ends_turn:
                total += card.count * roll(card, 6, points)
        return total / whole

    @cache
    def roll(card: Card, dice: int, points: int) -> float:
        thrown = throw(rules, Rest(dice), card.keep_all)
        total = float(thrown.busts * points if card.until_bust else 0)
        for outcome in thrown.outcomes:
            total += outcome.ways * max(
                rest(card, option.rest.dice, points + option.points) for option in outcome.options
            )
        return total / thrown.ways

    def rest(card: Card, left: int, points: int) -> float:
        if points >= most:
            return float(points)
        if card.until_bust:
            return roll(card, left or 6, points)
        if left:
            return max(float(points) if card.bank_early else 0.0, roll(card, left, points))
        points += card.bonus
        return float(points) if points >= most else max(points, draw(points))

    return draw(0)


def test_a_turn_with_cards_is_what_recursion_makes_of_it() -> None:
    deck = (
        card("bonus-300").replace(count=2),
        card("no-dice").replace(count=1),
        card("must-bust").replace(count=1),
    )
    rules = with_deck(*deck)
    most = 1500
    plan = CardPlan(rules, points_payoff(rules), most // step_of(rules) - 1)
    assert plan.draws[0] == pytest.approx(brute(rules, most), abs=1e-9)


def test_the_turn_of_fill_or_bust() -> None:
    """Pinned: the whole deck, drawing on after a safe fill counted."""
    plan = cards_for_points(CLASSIC)
    assert plan.draws[0] == pytest.approx(405.3088, abs=1e-4)
    assert next(p * 50 for p in range(200) if p * 50 >= plan.draws[p]) == 1200


def test_drawing_on_after_a_safe_fill_is_the_same_turn_again() -> None:
    again = cards_for_points(CLASSIC)
    ended = cards_for_points(rules_of("fill-or-bust", after_safe_fill="end"))
    assert again.payoff.safe(card("vengeance-2500"), 10) == pytest.approx(500 + again.draws[0])
    assert ended.payoff.safe(card("vengeance-2500"), 10) == 500
    assert again.draws[0] > ended.draws[0]


def test_no_dice_is_worth_nothing_and_must_bust_cannot_lose() -> None:
    plan = cards_for_points(CLASSIC)
    assert plan.card(card("no-dice"), 20, 6) == 0
    assert plan.card(card("must-bust"), 20, 6) > 1000
    assert plan.card(card("bonus-500"), 0, 6) > plan.card(card("bonus-300"), 0, 6)


def test_a_card_that_may_be_declined_is_worth_no_less_than_another_draw() -> None:
    plan = cards_for_points(CLASSIC)
    pile = chances(CLASSIC, tuple(one.count for one in CLASSIC.deck))
    value = drawn(plan, pile, 0)
    others = {one: chance for one, chance in pile.items() if not one.declinable}
    share = sum(others.values())
    declining = sum(chance * plan.card(one, 0, 6) for one, chance in others.items()) / share
    assert value == pytest.approx(declining)
    only = {card("vengeance-2500"): 1.0}
    assert drawn(plan, only, 0) == pytest.approx(plan.card(card("vengeance-2500"), 0, 6))


def test_a_good_card_is_not_declined() -> None:
    plan = cards_for_points(CLASSIC)
    half = {card("no-dice"): 0.5, card("vengeance-2500"): 0.5}
    assert drawn(plan, half, 0) == pytest.approx(0.5 * plan.card(card("vengeance-2500"), 0, 6))


def test_two_fills_are_rarer_than_one() -> None:
    cycle = graph(CLASSIC)
    first, second = fill_chances(cycle, False, 2)
    assert second == 1.0
    assert first == pytest.approx(float(fill_chance(CLASSIC, Rest(6))))


def test_a_straight_is_collected() -> None:
    """One face missing: a sixth; two missing with two dice: worked out by hand."""
    payoff = points_payoff(LOTTE)
    straight = card("straight", LOTTE)
    filled = list(payoff.forced)
    after = 2000.0
    one = collecting(LOTTE, payoff, straight, 0, 1, 0, filled)
    assert one == pytest.approx(after / 6)
    both, either = 2 / 36, 18 / 36
    two = collecting(LOTTE, payoff, straight, 0, 2, 0, filled)
    assert two == pytest.approx(both * after + either * one)


def test_a_straight_may_be_banked_early_or_asked_twice() -> None:
    payoff = points_payoff(LOTTE)
    straight = card("straight", LOTTE)
    filled = list(payoff.forced)
    early = straight.replace(bank_early=True)
    assert collecting(LOTTE, payoff, early, 0, 2, 100, filled) > 100 * 50 * 0.5
    twice = straight.replace(fills=2)
    once = collecting(LOTTE, payoff, straight, 0, 6, 0, filled)
    assert collecting(LOTTE, payoff, twice, 0, 6, 0, filled) < once
    assert collecting(LOTTE, payoff, twice, 1, 6, 0, filled) == pytest.approx(once)
    bust = straight.replace(until_bust=True)
    assert collecting(LOTTE, payoff, bust, 0, 6, 7, filled) == payoff.forced[7]


def test_exactly_a_thousand_is_a_matter_of_filling() -> None:
    plan = cards_for_points(LOTTE)
    exact = card("plus-minus", LOTTE)
    chance = float(fill_chance(LOTTE, Rest(6)))
    assert plan.card(exact, 10, 6) == pytest.approx(chance * plan.filled[30])


def test_the_card_in_force_counts_its_own_points() -> None:
    """Under Plus/Minus a fill is worth exactly 1,000 over what was carried in."""
    plan = cards_for_points(LOTTE)
    running = Running(plan, LOTTE.full_deck.pile, card("plus-minus", LOTTE), 10)
    for points in (14, 20, 60):
        assert running.rest(0, Rest(0), points) == running.filled[30]
    assert running.throw(0, Rest(1), 15) == pytest.approx(running.filled[30] / 3)


def test_doubling_the_card_alone() -> None:
    rules = rules_of("fill-or-bust", double_scope="card")
    plan = cards_for_points(rules)
    double = card("double-trouble", rules)
    running = Running(plan, rules.full_deck.pile, double, 20)
    # 500 carried in, 300 made under the card: the fill banks 500 and twice 300.
    safe = running.rest(1, Rest(0), 26)
    assert safe == pytest.approx(plan.payoff.safe(double, 32))
    turn = cards_for_points(CLASSIC)
    whole = Running(turn, CLASSIC.full_deck.pile, double, 20).rest(1, Rest(0), 26)
    assert whole == pytest.approx(turn.payoff.safe(double, 52))
    assert 0 < plan.card(double, 20, 6) < turn.card(double, 20, 6)


def test_the_next_draw_is_from_what_remains() -> None:
    plan = cards_for_points(CLASSIC)
    no_dice = tuple(one.count if one.name == "no-dice" else 0 for one in CLASSIC.deck)
    safe = tuple(0 if one.name == "no-dice" else one.count for one in CLASSIC.deck)
    assert Running(plan, no_dice).draw(20, 6) == 0
    assert Running(plan, safe).draw(20, 6) > plan.draws[20] > 0
    # One step before the fill the bonus card sees the same.
    force = card("bonus-300")
    bad = Running(plan, no_dice, force, 0)
    good = Running(plan, safe, force, 0)
    assert bad.rest(0, Rest(0), 5) == 550
    assert good.rest(0, Rest(0), 5) > 550
    assert good.throw(0, Rest(2), 5) > bad.throw(0, Rest(2), 5)


def test_must_bust_goes_round_for_ever() -> None:
    plan = cards_for_points(CLASSIC)
    running = Running(plan, CLASSIC.full_deck.pile, card("must-bust"), 0)
    assert running.rest(3, Rest(0), 20) == pytest.approx(running.throw(3, Rest(6), 20))


def test_a_straight_in_force() -> None:
    plan = cards_for_points(LOTTE)
    straight = card("straight", LOTTE)
    running = Running(plan, LOTTE.full_deck.pile, straight, 5)
    assert running.rest(0, Rest(0), 5) == running.filled[45]
    assert running.rest(0, Rest(2), 5) == running.throw(0, Rest(2), 5)
    early = Running(plan, LOTTE.full_deck.pile, straight.replace(bank_early=True), 5)
    assert early.rest(0, Rest(1), 5) == max(250.0, early.throw(0, Rest(1), 5))
    twice = Running(plan, LOTTE.full_deck.pile, straight.replace(fills=2), 5)
    assert twice.rest(0, Rest(0), 5) == twice.throw(1, Rest(6), 5)
    assert twice.rest(1, Rest(0), 5) == twice.filled[45]


def test_the_leaf_wins_and_ends_the_turn() -> None:
    plan = cards_for_points(LOTTE)
    leaf = card("cloverleaf", LOTTE)
    assert plan.payoff.safe(leaf, 30) == 1500
    assert 0 < plan.card(leaf, 20, 6) < plan.card(card("bonus-200", LOTTE), 20, 6)
