"""The wider family (RULES.md section 5): well-known tables of the same game, as data."""

from __future__ import annotations

from engine.family.game import FamilyGame
from engine.family.rules import BustStreak, FamilyRules
from engine.family.scoring import Combinations
from engine.ruleset import Preset

_LOW_ONES = (300, 200, 300, 400, 500, 600)

RULESET = FamilyGame(
    name="farkle",
    title="Farkle",
    summary="The tables that people know from boxes, pubs and screens.",
    variants={
        Preset(
            name="zilch-online",
            title="Farkle, online table",
            summary="Further equal dice double; 500 for nothing at all; bank from 300.",
        ): FamilyRules(
            combinations=Combinations(
                kinds="double",
                straight=1500,
                three_pairs=1500,
                four_two=True,
                six_as_pairs=True,
                nothing=500,
            ),
            bank_min=300,
            bust_streak=BustStreak(n=3, penalty=500),
        ),
        Preset(
            name="farkle-social",
            title="Farkle, social table",
            summary="Further equal dice add the triple; bank from 300.",
        ): FamilyRules(
            combinations=Combinations(kinds="add_triple", straight=1500, three_pairs=750),
            bank_min=300,
            bust_streak=BustStreak(n=3, penalty=500),
        ),
        Preset(
            name="farkle-boxed",
            title="Farkle, from the box",
            summary="Flat values for big sets; 500 to get on the board.",
        ): FamilyRules(
            combinations=Combinations(
                triples=_LOW_ONES,
                kinds=(1000, 2000, 3000),
                straight=1500,
                three_pairs=1500,
                four_two=True,
                two_triplets=2500,
            ),
            entry_min=500,
        ),
        Preset(
            name="pocket-farkel",
            title="Pocket Farkel",
            summary="Ones, fives and triples, and nothing else.",
        ): FamilyRules(combinations=Combinations(triples=_LOW_ONES)),
        Preset(
            name="ten-thousand",
            title="Ten Thousand",
            summary="1,000 to begin; the next player may go on with your dice and points.",
        ): FamilyRules(
            combinations=Combinations(kinds="double", straight=1500, three_pairs=750),
            entry_min=1000,
            leftover="inherit",
        ),
        Preset(
            name="medieval",
            title="Medieval dice",
            summary="Short straights count; the first to 4,000 wins at once.",
        ): FamilyRules(
            combinations=Combinations(
                kinds="double", straight=1500, straight_low=500, straight_high=750
            ),
            goal=4000,
            end="first_to",
        ),
    },
    cites={},
    prose=(
        "Two or more players with six dice.",
        "Before the start each player rolls one die; the highest begins, and play goes clockwise.",
    ),
)
