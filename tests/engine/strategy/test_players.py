"""Computer players: always legal, each in character."""

from __future__ import annotations

import pytest

from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll
from engine.model import Action, GameState, Setup
from engine.registry import presets, ruleset
from engine.ruleset import begin, step
from engine.strategy.hint import hints
from engine.strategy.players import PLAYERS, choose, player
from engine.strategy.table import Table
from tests.engine.strategy.play import Dice, after, begun, custom, family, rules_of
from tests.engine.strategy.test_hint import slope_table


def test_everybody_has_a_name_a_level_and_a_character() -> None:
    assert len({one.name for one in PLAYERS}) == len(PLAYERS)
    assert {one.character for one in PLAYERS} >= {"cautious", "greedy", "chaser", "exact"}
    assert [one.level for one in PLAYERS] == sorted(one.level for one in PLAYERS)
    assert (PLAYERS[0].level, PLAYERS[-1].level) == (1, 5)
    assert player("pip") is PLAYERS[0]
    with pytest.raises(KeyError):
        player("nobody")


@pytest.mark.slow
@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_table_of_computer_players_plays_to_the_end(preset: str) -> None:
    """Never an illegal action, whoever sits where, and the same again for the same mood."""
    game = ruleset(preset)
    dice = Dice(11)
    table: Table | None = None
    if preset == "medieval":
        table = slope_table(4000)
    names = tuple(one.title for one in PLAYERS)
    _events, state = begin(game, Setup(preset=preset, seats=names), dice)
    for _turn in range(20_000):
        if state.over:
            break
        seat = dice.random.choice(sorted(state.to_act))
        mood = dice.random.random()
        who = PLAYERS[seat % len(PLAYERS)]
        action = choose(game, state, seat, who, mood, table)
        assert action in game.legal_actions(state, seat)
        assert action == choose(game, state, seat, who, mood, table)
        _events, state = step(game, state, action, dice)
    assert state.over


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("zilch", {"challenge": True, "topping": True}),
        ("zilch-5000", {"pyramiding": True, "keep": "all"}),
        ("spicy-farkel", {"single_combination": True}),
        ("fill-or-bust", {"after_safe_fill": "end", "double_scope": "card"}),
        ("medieval", {"exact": True}),
    ],
)
def test_every_option_is_played(preset: str, options: dict[str, object]) -> None:
    game = family(preset)
    dice = Dice(5)
    names = tuple(one.title for one in PLAYERS)
    setup = Setup(preset=preset, seats=names, options=options)
    state: GameState
    _events, state = begin(game, setup, dice)
    for _turn in range(200):
        seat = min(state.to_act, default=None)
        if seat is None:
            break
        action = choose(game, state, seat, PLAYERS[seat], dice.random.random())
        _events, state = step(game, state, action, dice)


def choice(
    name: str, state: GameState, preset: str, mood: float = 0.5, table: Table | None = None
) -> Action:
    game = ruleset(preset)
    return choose(game, state, min(state.to_act), player(name), mood, table)


def test_the_beginner_goes_by_feeling() -> None:
    game = family("farkle-boxed")
    start = begun(game, "farkle-boxed", (1000, 0))
    state = after(game, start, Dice(faces=((1, 1, 5, 2, 3, 3),)), Roll(seat=0))
    keep = choice("pip", state, "farkle-boxed")
    assert keep == Keep(seat=0, dice=(1, 2, 3))
    state = after(game, state, Dice(), keep)
    assert choice("pip", state, "farkle-boxed", mood=0.9) == Roll(seat=0)
    assert choice("pip", state, "farkle-boxed", mood=0.0) == Bank(seat=0)


def test_the_beginner_takes_cards_as_they_come() -> None:
    game = family("fill-or-bust")
    state = begun(game, "fill-or-bust", (0, 0))
    dice = Dice(faces=((1, 2, 3, 4, 5, 6),), cards=("vengeance-2500",))
    state = after(game, state, dice, Draw(seat=0))
    assert choice("pip", state, "fill-or-bust") == Roll(seat=0)
    state = after(game, state, dice, Roll(seat=0), Keep(seat=0, dice=(1, 2, 3, 4, 5, 6)))
    assert choice("pip", state, "fill-or-bust") == Bank(seat=0)


def test_characters_show_in_what_they_do() -> None:
    """450 with three dice left is about even: the cautious stops, the greedy does not."""
    game = family("farkle-boxed")
    dice = Dice(faces=((1, 1, 1, 2, 3, 4),))
    start = begun(game, "farkle-boxed", (1000, 1000))
    state = after(game, start, dice, Roll(seat=0), Keep(seat=0, dice=(1, 2, 3)))
    assert choice("prudence", state, "farkle-boxed") == Bank(seat=0)
    assert choice("max", state, "farkle-boxed") == Roll(seat=0)
    behind = state.replace(scores=(1000, 5000))
    ahead = state.replace(scores=(5000, 1000))
    assert choice("chase", behind, "farkle-boxed") == Roll(seat=0)
    assert choice("chase", ahead, "farkle-boxed") == Bank(seat=0)
    steady = choice("stella", state, "farkle-boxed")
    assert choice("chase", state, "farkle-boxed") == steady
    assert steady == hints(game, state, 0)[0].action


def test_the_cautious_keep_more_dice() -> None:
    game = family("farkle-boxed")
    start = begun(game, "farkle-boxed", (1000, 1000))
    state = after(game, start, Dice(faces=((1, 5, 2, 3, 3, 4),)), Roll(seat=0))
    careful = choice("prudence", state, "farkle-boxed")
    bold = choice("max", state, "farkle-boxed")
    assert isinstance(careful, Keep)
    assert isinstance(bold, Keep)
    assert len(careful.dice) >= len(bold.dice) == 1


def test_leftovers_tempt_the_greedy() -> None:
    game = family("spicy-farkel")
    dice = Dice(faces=((1, 1, 2, 3, 3, 4), (5, 2, 3, 4)))
    state = begun(game, "spicy-farkel", (0, 0))
    state = after(game, state, dice, Roll(seat=0), Keep(seat=0, dice=(1, 2)))
    state = after(game, state, dice, Roll(seat=0), Keep(seat=0, dice=(3,)), Bank(seat=0))
    assert state.leftovers == (4, 5, 6)
    assert choice("max", state, "spicy-farkel") == Leftovers(seat=1)
    assert choice("prudence", state, "spicy-farkel") == Roll(seat=1)


def test_a_card_that_is_worth_little_is_put_aside() -> None:
    game = family("fill-or-bust")
    state = after(
        game,
        begun(game, "fill-or-bust", (0, 0)),
        Dice(cards=("vengeance-2500",)),
        Draw(seat=0),
    )
    assert choice("max", state, "fill-or-bust") == Decline(seat=0)
    assert choice("prudence", state, "fill-or-bust") == Decline(seat=0)


def test_nobody_but_the_exact_one_challenges() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (9000, 9000), challenge=True)
    assert any(isinstance(one, Challenge) for one in game.legal_actions(state, 0))
    for name in ("pip", "prudence", "max", "chase", "stella"):
        assert choice(name, state, "zilch") == Roll(seat=0)


def test_the_last_turn_is_played_to_win() -> None:
    """1,500 behind in the last turn, 450 in hand: to bank is to lose, and all but Pip know it."""
    game = family("farkle-boxed")
    start = begun(game, "farkle-boxed", (9000, 10_500))
    dice = Dice(faces=((2, 2, 2, 1, 3, 4),))
    state = after(game, start, dice, Roll(seat=0), Keep(seat=0, dice=(1, 2, 3, 4)))
    state = state.replace(pending=(), ending="goal")
    for one in PLAYERS[1:]:
        assert choice(one.name, state, "farkle-boxed") == Roll(seat=0)


def test_the_exact_one_plays_by_its_table() -> None:
    game = custom(rules_of("medieval"))
    table = slope_table(4000)
    dice = Dice(faces=((1, 5, 2, 2, 3, 3),))
    state = after(game, begun(game, "house", (500, 3000)), dice, Roll(seat=0))
    best = hints(game, state, 0, table)[0]
    assert best.win is not None
    assert choose(game, state, 0, player("ada"), 0.0, table) == best.action


def test_a_seat_with_nothing_to_do_is_refused() -> None:
    game = family("zilch")
    with pytest.raises(ValueError, match="nothing to do"):
        choose(game, begun(game, "zilch"), 1, player("ada"), 0.0)
