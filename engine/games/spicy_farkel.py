"""Spicy Farkel (RULES.md section 3): red faces double a roll, and leftovers tempt."""

from __future__ import annotations

from engine.family.game import FamilyGame
from engine.family.rules import BustStreak, Dice, Doubling, FamilyRules, LeftoverBonus
from engine.family.scoring import Combinations
from engine.ruleset import Preset

CLASSIC = FamilyRules(
    dice=Dice(red=(1, 2, 3, 4, 5, 6)),
    combinations=Combinations(straight=3000, three_pairs=1500, four_two=True, six_as_pairs=True),
    bust_streak=BustStreak(n=3, penalty=1000),
    leftover=LeftoverBonus(points=1000),
    doubling=Doubling(),
)

RULESET = FamilyGame(
    name="spicy-farkel",
    title="Spicy Farkel",
    summary="Red faces double the roll; leftover dice are worth a gamble.",
    variants={
        Preset(
            name="spicy-farkel",
            title="Spicy Farkel",
            summary="To 10,000 with red faces, leftovers and the price of three Farkels.",
        ): CLASSIC,
    },
    cites={
        "turn": "SPF-4",
        "score": "SPF-2",
        "keep": "SPF-4",
        "keep_all": "SPF-4",
        "leftovers": "SPF-7",
        "tie": "SPF-12",
    },
    prose=(
        "Two or more players, best three to eight, with six dice that each show one face in red."
        " A roll in which nothing scores is a Farkel.",
        "Before the start each player rolls one die; the highest begins, and play goes clockwise.",
    ),
)
