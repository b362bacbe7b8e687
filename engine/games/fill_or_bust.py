"""Fill or Bust (RULES.md section 1): a card before the dice, and all six dice for its prize."""

from __future__ import annotations

from engine.family.cards import Card
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.family.scoring import Combinations
from engine.ruleset import Preset


def _bonus(points: int, count: int) -> Card:
    return Card(
        name=f"bonus-{points}",
        title=f"Bonus {points}",
        count=count,
        asks=f"Use all six dice for {points} more, or bank earlier without it.",
        motif="bonus",
        bonus=points,
        bank_early=True,
    )


NO_DICE = Card(
    name="no-dice",
    title="No Dice",
    count=8,
    asks="The turn is over, and its points are lost.",
    motif="stop",
    ends_turn=True,
)
FILL_1000 = Card(
    name="fill-1000",
    title="Fill 1000",
    count=6,
    asks="Use all six dice for 1,000 more; no bank before that.",
    motif="fill",
    bonus=1000,
)
MUST_BUST = Card(
    name="must-bust",
    title="Must Bust",
    count=4,
    asks="Keep every die that scores and roll until you bust: then all is banked.",
    motif="burst",
    keep_all=True,
    until_bust=True,
)
VENGEANCE = Card(
    name="vengeance-2500",
    title="Vengeance 2500",
    count=4,
    asks="Use all six dice and the leaders lose 2,500; your points are then safe.",
    motif="target",
    takes=2500,
    banks=True,
    declinable=True,
)
DOUBLE_TROUBLE = Card(
    name="double-trouble",
    title="Double Trouble",
    count=2,
    asks="Use all six dice twice: the turn counts double and is safe.",
    motif="double",
    fills=2,
    times=2,
    banks=True,
)
BONUSES = (_bonus(300, 12), _bonus(400, 10), _bonus(500, 8))

CLASSIC = FamilyRules(
    combinations=Combinations(straight=1500),
    hot_dice="draw_card",
    min_score=0,
    deck=(*BONUSES, NO_DICE, FILL_1000, MUST_BUST, VENGEANCE, DOUBLE_TROUBLE),
    goal=5000,
    end="first_to",
)

_STERN_VENGEANCE = {
    "declinable": False,
    "takes_from": "sole_leader",
    "asks": "Use all six dice and a leader who is alone at the top loses 2,500.",
}
_PLAIN_DOUBLE = {"times": 1, "asks": "Use all six dice twice; no bank before that."}

SHEET_000 = FamilyRules(
    combinations=Combinations(straight=1500),
    keep="all",
    hot_dice="turn_ends",
    min_score=0,
    deck=(
        *BONUSES,
        NO_DICE,
        FILL_1000,
        MUST_BUST,
        Card(**{**dict(VENGEANCE), **_STERN_VENGEANCE}),
        Card(**{**dict(DOUBLE_TROUBLE), **_PLAIN_DOUBLE}),
    ),
    goal=5000,
    end="first_to",
)

CITES = {
    "turn": "FOB-5",
    "draw": "FOB-10",
    "score": "FOB-11",
    "keep": "FOB-14",
    "keep_all": "FOB-20",
    "fill": "FOB-16",
    "no_bank": "FOB-15",
    "until_bust": "FOB-20",
    "second_fill": "FOB-21",
    "decline": "FOB-25",
    "tie": "FOB-32",
}

RULESET = FamilyGame(
    name="fill-or-bust",
    title="Fill or Bust",
    summary="A card sets the prize; use all six dice to win it, or bust.",
    variants={
        Preset(
            name="fill-or-bust",
            title="Fill or Bust",
            summary="The classic game with all 54 cards, first to 5,000.",
        ): CLASSIC,
        Preset(
            name="fill-or-bust/sheet-000",
            title="Fill or Bust, short",
            summary="Keep every scoring die; a fill ends the turn and is banked.",
        ): SHEET_000,
    },
    cites=CITES,
    prose=(
        "Two or more players, six dice and a pile of 54 cards. Each turn begins with a card, which"
        " says what using all six dice, a Fill, is worth.",
        "Before the start each player rolls one die; the highest begins, and play goes clockwise.",
    ),
)
