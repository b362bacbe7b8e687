"""Volle Lotte (RULES.md section 1): the German sister of Fill or Bust, with a deck of 56 cards."""

from __future__ import annotations

from engine.family.cards import Card
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.family.scoring import Combinations
from engine.ruleset import Preset

DECK = (
    *(
        Card(
            name=f"bonus-{points}",
            title=f"Bonus {points}",
            count=5,
            asks=f"Use all six dice for {points} more, or bank earlier without it.",
            motif="bonus",
            bonus=points,
            bank_early=True,
        )
        for points in (200, 300, 400, 500, 600)
    ),
    Card(
        name="stop",
        title="Stop",
        count=10,
        asks="The turn is over, and its points are lost.",
        motif="stop",
        ends_turn=True,
    ),
    Card(
        name="fireworks",
        title="Fireworks",
        count=5,
        asks="Keep every die that scores and roll until you bust: then all is banked.",
        motif="burst",
        keep_all=True,
        until_bust=True,
    ),
    Card(
        name="straight",
        title="Straight",
        count=5,
        asks="Collect 1 to 6, a new face in every roll, for 2,000; no bank before that.",
        motif="straight",
        collects=True,
        exactly=2000,
    ),
    Card(
        name="plus-minus",
        title="Plus/Minus",
        count=5,
        asks="Use all six dice: exactly 1,000 for you, and the leaders lose 1,000.",
        motif="target",
        exactly=1000,
        takes=1000,
    ),
    Card(
        name="times-two",
        title="×2",
        count=5,
        asks="Use all six dice and the turn counts double, or bank earlier without it.",
        motif="double",
        bank_early=True,
        times=2,
    ),
    Card(
        name="cloverleaf",
        title="Cloverleaf",
        count=1,
        asks="Use all six dice twice in a row and you win the game at once.",
        motif="clover",
        fills=2,
        wins=True,
    ),
)

RULESET = FamilyGame(
    name="volle-lotte",
    title="Volle Lotte",
    summary="A wilder deck: straights, fireworks, and a leaf that wins at once.",
    variants={
        Preset(
            name="volle-lotte",
            title="Volle Lotte",
            summary="56 cards; 6,000 starts the last round.",
        ): FamilyRules(
            combinations=Combinations(),
            hot_dice="draw_card",
            min_score=0,
            deck=DECK,
            goal=6000,
            end="finish_round",
        )
    },
    cites={},
    prose=(
        "Two or more players, six dice and a pile of 56 cards. Each turn begins with a card, which"
        " says what using all six dice is worth.",
        "Before the start each player rolls one die; the highest begins, and play goes clockwise.",
    ),
)
