"""A game looked at again: mistakes are found, luck and choices add up."""

from __future__ import annotations

import pytest

from engine.actions import Bank, Keep, Roll, TimeUp
from engine.model import Action, GameState, Setup
from engine.registry import ruleset
from engine.strategy.build_table import solve_table
from engine.strategy.hint import hints
from engine.strategy.players import choose, player
from engine.strategy.review import Decision, Review, review
from engine.strategy.table import Table
from tests.dropped.twenty import Twenty
from tests.engine.strategy.play import Dice, custom, recorded, rules_of

RULES = rules_of("medieval", goal=1500)
GAME = custom(RULES)
SETUP = Setup(preset="house", seats=("Ann", "Bo"), first=0)


@pytest.fixture(scope="module")
def table() -> Table:
    found = solve_table(RULES)
    assert found is not None
    return found


def blunderer(table: Table, at: int) -> object:
    """Plays exactly, but for one decision of seat 0: it banks or rolls where that is worst."""
    done: list[int] = []

    def act(state: GameState, seat: int) -> Action:
        found = hints(GAME, state, seat, table)
        kinds = {hint.action.kind for hint in found}
        if seat == 0 and not done and kinds == {"roll", "bank"}:
            cost = (found[0].win or 0) - (found[-1].win or 0)
            if cost > 0.05 and state.version > at:
                done.append(state.version)
                return found[-1].action
        return found[0].action

    return act


def looked_at(table: Table | None, act: object, seed: int = 3) -> tuple[Review, GameState, int]:
    steps, state = recorded(GAME, SETUP, Dice(seed), act)
    told: list[int] = []
    found = review(GAME, SETUP, steps, table, told.append)
    assert told == list(range(len(steps)))
    assert len(found.chart) == len(steps)
    return found, state, len(steps)


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_planted_blunder_is_the_worst_mistake(table: Table, seed: int) -> None:
    found, _state, _steps = looked_at(table, blunderer(table, 0), seed)
    worst = found.worst
    assert isinstance(worst, Decision)
    assert worst.seat == 0
    assert worst.cost > 0.05
    assert worst.action != worst.best
    assert [seat.mistakes for seat in found.seats] == [1, 0]
    assert found.seats[0].cost == pytest.approx(worst.cost)
    assert found.seats[1].cost == 0


def test_an_exact_game_has_no_mistakes(table: Table) -> None:
    found, state, _steps = looked_at(table, lambda s, seat: hints(GAME, s, seat, table)[0].action)
    assert found.worst is None
    assert all(one.cost == 0 and one.action == one.best for one in found.decisions)
    assert found.chart[-1] == tuple(float(seat in state.winners) for seat in (0, 1))


@pytest.mark.parametrize("seed", range(4))
def test_luck_and_choices_add_up_to_the_result(table: Table, seed: int) -> None:
    def act(state: GameState, seat: int) -> Action:
        return choose(GAME, state, seat, player(("pip", "max")[seat]), (state.version % 9) / 9)

    found, _state, steps = looked_at(table, act, seed)
    assert found.unit == "win"
    one, two = found.seats
    assert found.chart[0][0] + one.luck - one.cost - two.luck + two.cost == pytest.approx(
        found.chart[-1][0], abs=1e-9
    )
    assert all(sum(stand) == pytest.approx(1) for stand in found.chart)
    assert one.mistakes + two.mistakes > 0
    assert len(found.turning_points) == 3
    assert [swing.step for swing in found.turning_points] == sorted(
        swing.step for swing in found.turning_points
    )
    assert {swing.kind for swing in found.turning_points} <= {"luck", "choice"}
    assert all(0 < swing.step < steps for swing in found.turning_points)


def test_without_a_table_points_are_counted() -> None:
    """A turn's luck and choices add up to what it banked, over what it began with."""

    def act(state: GameState, seat: int) -> Action:
        return choose(GAME, state, seat, player("pip"), (state.version % 7) / 7)

    found, state, _steps = looked_at(None, act)
    assert found.unit == "points"
    assert found.chart[-1] == tuple(map(float, state.scores))
    start = hints(GAME, GAME.initial(SETUP).replace(to_act=frozenset()), 0)
    assert start == ()
    mean = found.decisions[0].value
    assert mean > 400
    for seat in found.seats:
        turns = sum(record.seat == seat.seat for record in state.records)  # type: ignore[attr-defined]
        begun = hints(GAME, _at_start(), 0)[0].turn_value
        assert turns * begun + seat.luck - seat.cost == pytest.approx(state.scores[seat.seat])


def _at_start() -> GameState:
    steps, _state = recorded(GAME, SETUP, Dice(1), _quick)
    state: GameState = GAME.initial(SETUP)
    for event in steps[0][1]:
        state = GAME.apply(state, event)
    return state


def _quick(state: GameState, seat: int) -> Action:
    legal = GAME.legal_actions(state, seat)
    return next((one for one in legal if isinstance(one, Bank)), legal[0])


def test_dice_may_be_named_in_any_order(table: Table) -> None:
    def act(state: GameState, seat: int) -> Action:
        action = hints(GAME, state, seat, table)[0].action
        if isinstance(action, Keep):
            return Keep(seat=seat, dice=action.dice[::-1])
        return action

    found, _state, _steps = looked_at(table, act)
    assert found.worst is None
    assert any(isinstance(one.action, Keep) for one in found.decisions)


def test_a_tie_that_is_rolled_off_and_a_shared_win(table: Table) -> None:
    """Both play one turn of 300 each and time is up; the tie is rolled off, or shared."""
    faces = ((1, 1, 1, 2, 3, 4), (1, 1, 1, 2, 3, 4))
    for tie in ("extra_roll", "shared"):
        rules = rules_of("pocket-farkel", minutes=5, tie=tie, goal=5000)
        game = custom(rules)
        setup = Setup(preset="house", seats=("A", "B"), first=0)
        dice = Dice(faces=(*faces, (1, 2, 3, 3, 4, 4), (2, 2, 3, 3, 4, 4)))
        timed = iter([TimeUp()])

        def act(state: GameState, seat: int, timed: object = timed, game: object = game) -> Action:
            late = next(timed, None) if state.version > 3 else None  # type: ignore[call-overload]
            if late is not None:
                return late  # type: ignore[no-any-return]
            legal = game.legal_actions(state, seat)  # type: ignore[attr-defined]
            keeps = [one for one in legal if isinstance(one, Keep)]
            if keeps:
                return max(keeps, key=lambda keep: len(keep.dice))
            bank = [one for one in legal if isinstance(one, Bank)]
            return bank[0] if bank else Roll(seat=seat)

        steps, state = recorded(game, setup, dice, act)
        assert state.winners == ((0,) if tie == "extra_roll" else (0, 1))
        for known in (table, None):
            found = review(game, setup, steps, known)
            if known is not None:
                assert found.chart[-1] == ((1.0, 0.0) if tie == "extra_roll" else (0.5, 0.5))
            else:
                assert found.chart[-1] == tuple(map(float, state.scores))


def test_three_players_are_counted_in_points(table: Table) -> None:
    setup = Setup(preset="house", seats=("A", "B", "C"), first=0)
    steps, _state = recorded(GAME, setup, Dice(2), _quick)
    found = review(GAME, setup, steps, table)
    assert found.unit == "points"
    assert len(found.seats) == 3


@pytest.mark.parametrize("preset", ["bunco", "twenty"])
def test_games_without_decisions_have_a_chart_at_least(preset: str) -> None:
    game = Twenty() if preset == "twenty" else ruleset(preset)
    setup = Setup(preset=preset, seats=("A", "B", "C", "D"), first=0)
    dice = Dice(1)
    steps, state = recorded(
        game,
        setup,
        dice,
        lambda s, seat: game.legal_actions(s, seat)[0],
    )
    found = review(game, setup, steps)
    assert found.chart[-1] == tuple(map(float, state.scores))
    assert found.decisions == ()
    assert found.turning_points == ()


def test_an_empty_record_is_an_empty_review(table: Table) -> None:
    found = review(GAME, SETUP, [], table)
    assert found.chart == ((0.5, 0.5),)
    assert found.worst is None
