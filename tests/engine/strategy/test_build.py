"""The numpy solvers against the plain ones, and against the numbers that are published."""

from __future__ import annotations

import numpy as np
import pytest

from engine.strategy.build import Throws
from engine.strategy.build_cards import playable, solve_cards
from engine.strategy.build_duel import duel
from engine.strategy.build_fixed import Fixed
from engine.strategy.build_race import RaceSolver, last_turn
from engine.strategy.build_reds import solve_reds
from engine.strategy.build_table import solve_table
from engine.strategy.cards import CardPlan
from engine.strategy.graph import graph
from engine.strategy.match import Race, ends, race_of, reference
from engine.strategy.odds import Rest
from engine.strategy.standing import Standing
from engine.strategy.turn import Payoff, for_points, solve, top_of
from tests.engine.strategy.play import PLAIN, begun, custom, family, rules_of
from tests.engine.strategy.test_match import pig


def solved(race: Race, within: float = 1e-8) -> RaceSolver:
    solver = RaceSolver(race)
    solver.solve(within=within)
    return solver


def test_the_published_chance_of_optimal_pig() -> None:
    solver = solved(Race(pig(), "may_roll", goal=100))
    assert solver.table[0, 0, 0, 0, 0] == pytest.approx(0.530593, abs=5e-7)
    ahead = solver.table[0, 0, 0, 80:, 80:]
    assert ahead == pytest.approx(np.array(reference(Race(pig(), "may_roll", goal=20))), abs=1e-10)


@pytest.mark.parametrize("hot", ["may_roll", "must_roll", "turn_ends"])
@pytest.mark.parametrize(("entry", "minimum"), [(0, 0), (5, 3)])
def test_a_small_race_is_what_the_plain_solver_finds(hot: str, entry: int, minimum: int) -> None:
    base = race_of(PLAIN.altered(goal=300))
    assert base is not None
    race = base._replace(hot=hot, entry=entry, minimum=minimum)  # type: ignore[arg-type]
    assert solved(race).table[0, 0, 0] == pytest.approx(np.array(reference(race)), abs=1e-10)


@pytest.mark.parametrize("replay", [False, True])
def test_a_small_race_with_an_answer(replay: bool) -> None:
    base = race_of(PLAIN.altered(goal=150, end="last_turn_each"))
    assert base is not None
    race = base._replace(replay=replay, over=8, minimum=2)
    plain = ends(race)
    chances, tie = last_turn(race, Throws(race.cycle, race.hot))
    assert tie == pytest.approx(plain.tie, abs=1e-10)
    assert chances[0] == pytest.approx(np.array(plain.chances), abs=1e-10)
    assert solved(race).table[0, 0, 0] == pytest.approx(np.array(reference(race)), abs=1e-10)


def test_busts_in_a_row_are_answered_by_what_they_lead_to() -> None:
    """Every value of a race with a memory is one turn's worth over the others."""
    base = race_of(PLAIN.altered(goal=300))
    assert base is not None
    race = base._replace(streak=2, penalty=2, floor=-6)
    solver = solved(race, 1e-10)
    forgetful = solved(base).table[0, 0, 0]
    assert not np.allclose(solver.table[0, 0, 0, 6:, 6:], forgetful, atol=1e-6)
    table = solver.table.copy()
    for total in (0, 7, 16):
        solver._diagonal(total)
    assert solver.table == pytest.approx(table, abs=1e-9)
    # One bust from the price it is worse to stand there, and better that the rival does.
    assert table[1, 0, 0, 6, 6] < table[0, 0, 0, 6, 6] < table[0, 1, 0, 6, 6]


def test_a_count_that_does_not_restart_costs_more() -> None:
    base = race_of(PLAIN.altered(goal=200))
    assert base is not None
    race = base._replace(streak=2, penalty=2, floor=-4)
    once = solved(race).table[1, 0, 0, 4, 4]
    ever = solved(race._replace(reset=False)).table[1, 0, 0, 4, 4]
    assert ever < once


def test_dice_left_over_are_an_offer() -> None:
    base = race_of(PLAIN.altered(goal=300))
    assert base is not None
    table = solved(base._replace(bonus=3)).table[0, 0]
    assert (table[1:] >= table[0] - 1e-12).all()
    assert table[5, 0, 0] > table[0, 0, 0] + 0.01
    # Five dice bust less often than four, and so on: more dice are the better offer.
    assert (table[5] >= table[4]).all()
    assert (table[4] >= table[3]).all()


@pytest.mark.slow
def test_cards_agree_with_the_turn_programme() -> None:
    """Bellman: every chance is one turn with cards, valued by the chances after it."""
    rules = rules_of("fill-or-bust", goal=1000)
    table = solve_table(rules, within=1e-9)
    assert table is not None
    game = family("fill-or-bust")
    for own, other in ((0, 0), (300, 500), (500, 300), (700, 950), (0, 900), (950, 0)):
        state = begun(game, "fill-or-bust", (own, other), goal=1000)
        payoff, top = Standing(state, 0, table).payoff(0)
        plan = CardPlan(rules, payoff, top)
        assert plan.draws[0] == pytest.approx(table.win(own, other), abs=3e-5)


def test_cards_that_end_the_turn_at_a_fill() -> None:
    rules = rules_of("fill-or-bust/sheet-000", goal=1000)
    table = solve_table(rules, within=1e-9)
    assert table is not None
    game = family("fill-or-bust/sheet-000")
    for own, other in ((0, 0), (200, 700), (700, 200)):
        state = begun(game, "fill-or-bust/sheet-000", (own, other), goal=1000)
        payoff, top = Standing(state, 0, table).payoff(0)
        plan = CardPlan(rules, payoff, top)
        assert plan.draws[0] == pytest.approx(table.win(own, other), abs=3e-5)


def test_cards_tell_how_far_they_are() -> None:
    told: list[float] = []
    solve_cards(rules_of("fill-or-bust", goal=400), told.append, within=1e-4)
    assert told == sorted(told)
    assert told[-1] == 1.0


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("volle-lotte", {}),
        ("fill-or-bust", {"double_scope": "card"}),
        ("fill-or-bust", {"end": "finish_round"}),
        ("fill-or-bust", {"bank_min": 300}),
        ("fill-or-bust", {"topping": True}),
        ("fill-or-bust", {"pyramiding": True}),
    ],
)
def test_rules_that_the_solver_of_cards_does_not_know(
    preset: str, options: dict[str, object]
) -> None:
    rules = rules_of(preset, **options)
    assert not playable(rules)
    assert solve_table(rules) is None


def test_a_table_without_a_goal_is_not_to_be_had() -> None:
    assert solve_table(rules_of("zilch", minutes=20)) is None


def test_a_table_holds_what_was_solved() -> None:
    rules = rules_of("spicy-farkel", goal=100, min_score=0)
    told: list[float] = []
    table = solve_table(rules, told.append, within=1e-3)
    assert table is not None
    assert max(told) == 1.0
    assert table.shape.levels == 3
    assert table.shape.lefts == 6
    assert table.shape.floor == 0
    assert table.win(0, 0, left=5) > table.win(0, 0)
    assert table.win(50, 50, busts=2) < table.win(50, 50)
    assert table.last(1000, 5) > table.last(1000)
    assert table.tells_dice_apart
    assert table.throw((1, 2, 3, 4, 5, 6), 0) == pytest.approx(959.6952, abs=0.03)


def test_all_sets_of_dice_agree_where_no_face_is_red() -> None:
    """All 31 throws of five single dice against the turn programme, two ways to one number."""
    rules = rules_of("medieval", dice={"count": 5})
    worths = solve_reds(rules, top_of(rules))
    assert len(worths) == 31
    plain = for_points(rules)
    for dice, row in worths.items():
        place = plain.graph.place[Rest(len(dice))]
        assert row == pytest.approx(np.array(plain.throws[place]), abs=1e-9)


@pytest.mark.slow
def test_red_faces_tell_dice_apart() -> None:
    """Pinned, and by hand: two dice, of which a scoring red doubles what is kept."""
    rules = rules_of("spicy-farkel")
    top = top_of(rules)
    told: list[float] = []
    worths = solve_reds(rules, top, told.append)
    assert told[-1] == 1.0
    assert worths[1, 2, 3, 4, 5, 6][0] == pytest.approx(959.6952, abs=5e-5)
    # Far up one throws on only from all dice kept, where die 1 leads: its 1 doubles, a 5 does not.
    high = 390
    full = max(worths[1, 2, 3, 4, 5, 6][min(high + 4, top)], (high + 4) * 50.0)
    five = max(worths[1, 2, 3, 4, 5, 6][high + 1], (high + 1) * 50.0)
    assert worths[(1,)][high] == pytest.approx(full / 6 + five / 6)
    assert worths[(1,)][high] > worths[(2,)][high]


def test_a_table_may_leave_busts_in_a_row_out() -> None:
    rules = rules_of("farkle-social", goal=300, min_score=0)
    table = solve_table(rules, streaks=False)
    full = solve_table(rules)
    assert table is not None
    assert full is not None
    assert (table.shape.levels, full.shape.levels) == (1, 3)
    assert table.win(0, 0) == pytest.approx(full.win(0, 0), abs=0.01)


def test_perfect_pig_against_hold_at_twenty() -> None:
    """Published: the perfect player wins 58.74 % when it begins, hold at 20 wins 47.76 % then."""
    cycle = pig()
    forced = [float(points) for points in range(300)]
    payoff = Payoff(forced, forced, 0.0, 0.0, lambda _card, points: float(points))
    held = solve(cycle, "may_roll", payoff, 200)
    first, second = duel(Race(cycle, "may_roll", goal=100), held, 1)
    assert first == pytest.approx(0.5874, abs=5e-5)
    assert second == pytest.approx(1 - 0.4776, abs=5e-5)


def test_nobody_beats_perfect_play() -> None:
    rules = PLAIN.altered(goal=600)
    race = race_of(rules)
    assert race is not None
    first, second = duel(race, for_points(rules), 50)
    fair = float(solved(race).table[0, 0, 0, 0, 0])
    assert first > fair
    assert second > 1 - fair


def test_throws_know_their_levels() -> None:
    cycle = graph(rules_of("fill-or-bust"))
    throws = Throws(cycle, "may_roll")
    assert throws.levels[0][:2] == (0, cycle.roots)
    assert throws.levels[-1][1] == len(cycle.tree)
    rows = np.random.default_rng(1).random((cycle.jump + 3, 6, 2))
    found = throws.at(rows, 2)
    plain = cycle.worths([list(rows[:, place, 0]) for place in range(6)], 2)
    assert found[:, 0] == pytest.approx(plain)


def test_house_rules_are_solved_like_any() -> None:
    rules = PLAIN.altered(goal=150)
    table = solve_table(rules)
    assert table is not None
    state = begun(custom(rules), "house")
    assert Standing(state, 0, table).known
    assert table.win(0, 0) > 0.6


@pytest.mark.slow
@pytest.mark.parametrize(("goal", "start"), [(5_000, 0.549309659), (10_000, 0.535283546)])
def test_the_basic_table_to_its_goals(goal: int, start: float) -> None:
    """What the seat that begins wins with perfect play on both sides, as published."""
    race = race_of(PLAIN.altered(goal=goal))
    assert race is not None
    assert solved(race).table[0, 0, 0, 0, 0] == pytest.approx(start, abs=5e-10)


def test_simulated_turns_agree_with_the_exact_ones() -> None:
    """The mean of many turns lies within four standard errors of the solved one; seeds repeat."""
    layer = for_points(PLAIN)
    fixed = Fixed(graph(PLAIN), layer, 50, 300)
    banked = fixed.simulate(200_000, seed=3) * 50
    error = banked.std() / np.sqrt(banked.size)
    assert abs(banked.mean() - layer.throws[0][0]) < 4 * error
    assert (banked == fixed.simulate(200_000, seed=3) * 50).all()
    assert (banked[:1000] != fixed.simulate(1000, seed=4) * 50).any()
    busts = float((banked == 0).mean())
    assert 0.2 < busts < 0.6


@pytest.mark.parametrize(("goal", "gain"), [(500, 0.038685), (1000, 0.040050)])
def test_what_perfect_play_gains_on_play_for_points(goal: int, gain: float) -> None:
    """Half of both chances, above one half; the bench tells it for 10,000 too: 2.46 points."""
    rules = PLAIN.altered(goal=goal)
    race = race_of(rules)
    assert race is not None
    assert sum(duel(race, for_points(rules), 50)) / 2 - 0.5 == pytest.approx(gain, abs=1e-6)
