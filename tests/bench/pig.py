"""The yardstick of the engine: OpenSpiel's ``pig``, stepped from Python in two ways.

A chance outcome counts as part of the decision that caused it, as a roll carries its dice here.
"""

from __future__ import annotations

import random

import numpy as np
import pyspiel

GAME = pyspiel.load_game("pig")


def fallen(outcomes: list[tuple[int, float]], left: float) -> int:
    """The outcome that a number from 0 to below 1 falls on."""
    for outcome, chance in outcomes:
        left -= chance
        if left < 0:
            return outcome
    return outcomes[-1][0]


def tight(dice: random.Random) -> int:
    """A game by the leanest loop that Python allows; the number of its decisions."""
    state, decisions = GAME.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(fallen(state.chance_outcomes(), dice.random()))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
            decisions += 1
    return decisions


def example(dice: random.Random) -> int:
    """A game as OpenSpiel's own example in Python plays it; the number of its decisions."""
    state, decisions = GAME.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(np.random.choice(outcomes, p=chances))
        else:
            state.apply_action(dice.choice(state.legal_actions(state.current_player())))
            decisions += 1
    return decisions
