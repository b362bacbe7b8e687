"""Zilch (RULES.md section 2): freeze counters, turn the corner, and get on the board first."""

from __future__ import annotations

from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.family.scoring import Combinations
from engine.ruleset import Preset

CLASSIC = FamilyRules(
    combinations=Combinations(
        kinds=(4000, 5000, 6000), two_triplets=3000, three_pairs=2000, straight=1500
    ),
    hot_dice="must_roll",
    entry_min=500,
    bank_min=350,
    goal=15_000,
    compare=">",
    tie="extra_roll",
)

TO_10000 = FamilyRules.model_validate(
    {
        **dict(CLASSIC),
        "goal": 10_000,
        "combinations": Combinations(two_triplets=3000, three_pairs=2000, straight=1500),
    }
)

TO_5000 = FamilyRules.model_validate(
    {**dict(CLASSIC), "goal": 5_000, "combinations": Combinations(straight=1500)}
)

RULESET = FamilyGame(
    name="zilch",
    title="Zilch",
    summary="Big sets and a hard start: 500 to get on the board.",
    variants={
        Preset(
            name="zilch",
            title="Zilch",
            summary="The full table, to more than 15,000.",
        ): CLASSIC,
        Preset(
            name="zilch-10000",
            title="Zilch to 10,000",
            summary="Without four, five and six of a kind.",
        ): TO_10000,
        Preset(
            name="zilch-5000",
            title="Zilch to 5,000",
            summary="A short game with triples and the straight.",
        ): TO_5000,
    },
    cites={
        "turn": "ZIL-10",
        "score": "ZIL-2",
        "keep": "ZIL-5",
        "keep_all": "ZIL-5",
        "corner": "ZIL-9",
        "minimum": "ZIL-6",
        "topping": "ZIL-16",
        "challenge": "ZIL-15",
        "tie": "ZIL-12",
    },
    prose=(
        "Two or more players with six dice. Dice that score are counters; a player freezes some of"
        " them and rolls the others. A roll without a counter is a Zilch.",
        "Before the start each player rolls one die; the highest begins, and play goes clockwise.",
    ),
)
