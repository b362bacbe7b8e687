"""What the ends of a turn are worth as a game stands."""

from __future__ import annotations

import pytest

from engine.actions import Bank, Draw, Keep, Roll
from engine.strategy.outlook import for_points_now, for_win_now
from engine.strategy.standing import Standing, competing, serves, strongest
from engine.strategy.table import SCALE, Shape, Table
from engine.strategy.turn import NEVER
from tests.engine.strategy.play import Dice, after, begun, custom, family, rules_of
from tests.engine.strategy.test_hint import slope_table


def test_the_strongest_rival() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (0, 900, 2000, 2000))
    assert strongest(state, 0) == 2
    assert strongest(state, 2) == 3
    assert strongest(state, 3) == 2
    assert competing(state) == (0, 1, 2, 3)
    tied = state.replace(contenders=(0, 1))
    assert strongest(tied, 0) == 1
    assert competing(tied) == (0, 1)


@pytest.mark.parametrize(
    ("preset", "goal", "fits"),
    [
        ("medieval", 4000, True),
        ("medieval", 2000, True),
        ("medieval", 8000, False),
        ("zilch", 4000, False),
        ("fill-or-bust", 4000, True),
        ("fill-or-bust", 2000, False),
    ],
)
def test_one_table_serves_smaller_goals_where_only_distances_matter(
    preset: str, goal: int, fits: bool
) -> None:
    assert serves(slope_table(4000), rules_of(preset, goal=goal)) == fits


def test_a_table_of_other_steps_does_not_serve() -> None:
    table = Table(Shape(step=25, goal=400), [0] * 160_000, {}, [])
    assert not serves(table, rules_of("medieval"))


def test_a_smaller_goal_is_read_further_up() -> None:
    game = custom(rules_of("medieval", goal=2000))
    state = begun(game, "house", (500, 700))
    table = slope_table(4000)
    standing = Standing(state, 0, table)
    assert standing.bank(300) == 1 - table.win(2700, 2800)
    assert standing.bank(1500) == 1.0


def test_without_a_table_only_last_turns_are_known() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (14_000, 15_500))
    assert not Standing(state, 0, None).known
    assert for_win_now(state, 0, None) is None
    last = state.replace(pending=(), ending="goal")
    standing = Standing(last, 0, None)
    assert standing.known
    assert [standing.bank(points) for points in (1450, 1500, 1550)] == [0.0, 0.5, 1.0]
    assert standing.bust() == 0.0
    assert not Standing(state.replace(pending=(1,), ending="goal"), 0, None).known


def test_a_tie_of_three_is_shared() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (14_000, 15_500, 15_500)).replace(pending=(), ending="goal")
    assert Standing(state, 0, None).bank(1500) == pytest.approx(1 / 3)


def test_a_tie_that_is_played_out_has_its_worth_from_the_table() -> None:
    game = family("farkle-boxed")
    state = begun(game, "farkle-boxed", (9000, 10_500)).replace(pending=(), ending="goal")
    assert Standing(state, 0, slope_table(10_000, answer=True)).bank(1500) == 0.55
    assert Standing(state, 0, None).bank(1500) == 0.5


def test_a_goal_reached_may_be_answered() -> None:
    game = family("farkle-boxed")
    state = begun(game, "farkle-boxed", (9000, 9500))
    table = slope_table(10_000, answer=True)
    standing = Standing(state, 0, table)
    assert standing.bank(1500) == pytest.approx(1 - table.last(1000))
    assert standing.bank(100) == 1 - table.win(9500, 9100)
    three = begun(game, "farkle-boxed", (9000, 9500, 9000))
    both = Standing(three, 0, table).bank(1500)
    assert both == pytest.approx((1 - table.last(1000)) * (1 - table.last(1500)))
    pending = state.replace(pending=(1,), ending="time")
    assert Standing(pending, 0, table).bank(100) == 0.0
    assert Standing(pending, 0, table).bank(700) == pytest.approx(1 - table.last(200))


def test_a_round_is_finished_by_those_who_come_after() -> None:
    game = custom(rules_of("farkle-boxed", end="finish_round"))
    table = slope_table(10_000, answer=True)
    state = begun(game, "house", (9000, 9500))
    assert Standing(state, 0, table).bank(1500) == pytest.approx(1 - table.last(1000))
    second = state.replace(starter=1)
    assert Standing(second, 0, table).bank(1500) == 1.0
    assert Standing(second, 0, table).bank(1000) == 1.0


def test_leftover_dice_and_busts_in_a_row_are_looked_up() -> None:
    game = family("spicy-farkel")
    shape = Shape(50, 200, -50, 3, 6, True)
    size = shape.size
    coarse = len(shape.coarse) ** 2
    planes = {(0, 0, 4): [600] * coarse, (1, 0, 0): [-300] * coarse, (0, 1, 0): [200] * coarse}
    planes |= {(1, 1, 0): [50] * coarse}
    table = Table(shape, [SCALE // 2] * size**2, planes, [[0] * 300] * 6)
    state = begun(game, "spicy-farkel", (1000, 1000))
    half = (SCALE // 2) / SCALE
    standing = Standing(state, 0, table)
    assert standing.bank(300) == pytest.approx(1 - half)
    assert standing.bank(300, 4) == pytest.approx(1 - half - 600 / SCALE)
    assert standing.bust() == pytest.approx(1 - half - 200 / SCALE)
    behind = Standing(state.replace(streaks=(0, 1)), 0, table)
    assert behind.bank(300) == pytest.approx(1 - half + 300 / SCALE)
    assert behind.bust() == pytest.approx(1 - half - 50 / SCALE)
    payoff, top = standing.payoff(0)
    assert payoff.leaving
    assert payoff.leaving[2][6] == standing.bank(300, 4)
    assert top >= 100
    outlook = for_win_now(state, 0, table)
    assert outlook is not None


def test_a_third_bust_costs_as_far_as_a_sheet_may_fall() -> None:
    table = slope_table(10_000, answer=True)
    game = family("farkle-social")
    state = begun(game, "farkle-social", (300, 1000)).replace(streaks=(2, 0))
    assert Standing(state, 0, table).bust() == 1 - table.win(1000, 0)
    floored = begun(game, "farkle-social", (700, 1000), min_score=0).replace(streaks=(2, 0))
    assert Standing(floored, 0, table).bust() == 1 - table.win(1000, 200)


def test_a_challenge_moves_both_sheets() -> None:
    game = family("zilch")
    table = slope_table(15_050, answer=True)
    state = begun(game, "zilch", (6000, 7000), challenge=True)
    assert state.turn is not None
    under = state.replace(turn=state.turn.replace(challenge=1, window=1))
    standing = Standing(under, 0, table)
    assert standing.bank(500) == 1 - table.win(6500, 6500)
    assert standing.bust() == 1 - table.win(7000, 4000)


def test_an_overshoot_scores_nothing_where_the_goal_is_exact() -> None:
    table = slope_table(4000)
    game = custom(rules_of("medieval", exact=True))
    standing = Standing(begun(game, "house", (3900, 100)), 0, table)
    assert standing.bank(150) == standing.stop() == 1 - table.win(100, 3900)
    assert standing.bank(100) == 1.0


def test_minimums_and_topping_forbid_a_bank() -> None:
    table = slope_table(5050, answer=True)
    game = family("zilch-5000")
    state = begun(game, "zilch-5000", (0, 1000), topping=True).replace(last_bank=700)
    payoff, _top = Standing(state, 0, table).payoff(0)
    allowed = [index * 50 for index, value in enumerate(payoff.bank) if value > NEVER]
    assert allowed[0] == 750
    plain, _top = Standing(begun(game, "zilch-5000", (0, 1000)), 0, table).payoff(0)
    assert next(i * 50 for i, value in enumerate(plain.bank) if value > NEVER) == 500


def test_safe_fills_strike_the_leader_and_go_on() -> None:
    game = family("fill-or-bust")
    rules = rules_of("fill-or-bust")
    vengeance = rules.card("vengeance-2500")
    assert vengeance is not None
    table = slope_table(5000)
    standing = Standing(begun(game, "fill-or-bust", (1000, 4000)), 0, table)
    assert standing.safe(vengeance, 500) == max(1 - table.win(1500, 1500), table.win(1500, 1500))
    assert standing.safe(vengeance, 4000) == 1.0
    ended = begun(game, "fill-or-bust", (1000, 4000), after_safe_fill="end")
    assert Standing(ended, 0, table).safe(vengeance, 500) == 1 - table.win(1500, 1500)
    leaf = rules_of("volle-lotte").card("cloverleaf")
    assert leaf is not None
    assert standing.safe(leaf, 100) == 1.0
    last = begun(game, "fill-or-bust", (1000, 4000), minutes=9, goal=5000)
    timed = last.replace(pending=(), ending="time", timed=True)
    assert Standing(timed, 0, None).safe(vengeance, 600) == 1.0


def test_a_game_without_cards_has_none_to_draw() -> None:
    state = begun(family("zilch"), "zilch")
    with pytest.raises(AssertionError):
        for_points_now(state, 0).draw(6, 0)


def test_turns_are_solved_once_for_all_their_decisions() -> None:
    game = family("fill-or-bust")
    table = slope_table(5000)
    dice = Dice(faces=((1, 5, 2, 3, 3, 4),), cards=("bonus-300",))
    state = after(game, begun(game, "fill-or-bust", (100, 0)), dice, Draw(seat=0), Roll(seat=0))
    one = Standing(state, 0, table)
    two = Standing(after(game, state, dice, Keep(seat=0, dice=(1,))), 0, table)
    assert one == two
    assert hash(one) == hash(two)
    assert one != Standing(state, 0, None)
    assert one != 3
    other = after(game, state, dice, Keep(seat=0, dice=(1,)), Bank(seat=0))
    assert Standing(other, 1, table) != one
