"""The sentences of the rules that people write themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from app.texts import Text

OWN_RULES: Final = Text("Write own rules")
OWN_RULES_NOTE: Final = Text("change a game to your taste")
OWN_TITLE: Final = Text("Own rules")
HOUSE_RULES: Final = Text("House rules")
OF_THE_HOUSE: Final = Text("{title} · house rules")
FROM: Final = Text("from {title}")
YOURS: Final = Text("Your rules")
START_FROM: Final = Text("New rules, starting from")
UNSAVED: Final = Text("not saved yet")
BROKEN: Final = Text("{name} cannot be used: {fault}")
TIP_OWN: Final = Text("Write rules of your own, or change them.")
TIP_SAVE: Final = Text("Keep these rules in the folder of house rules.")
NO_RULES_YET: Final = Text("There are no house rules yet.")

# The form

EDIT: Final = Text("House rules: {title}")
NEW: Final = Text("New house rules, from {title}")
NAME: Final = Text("Name")
HELP_NAME: Final = Text("What these rules are called, at the table too.")
SAVE: Final = Text("Save")
SAVE_AS_NEW: Final = Text("Save new")
DELETE: Final = Text("Delete")
FRESH: Final = Text("Undo")
HELP_SAVE: Final = Text("Tables that are already laid keep the rules that they have.")
HELP_SAVE_AS_NEW: Final = Text("Keeps what was there and makes another file by this name.")
HELP_DELETE: Final = Text("Tables that are already laid go on as they are.")
HELP_FRESH: Final = Text("Forgets what was typed here since the last save.")
KEY_PART: Final = Text("Part")
NEEDS_NAME: Final = Text("Give these rules a name.")
WRONG: Final = Text("{label}: {problem}")
KEPT: Final = Text("What you typed before is still here.")
SAVED: Final = Text("Saved as {name}.")
DELETED: Final = Text("{title} is deleted.")
ASK_REPLACE: Final = Text("There is already a file {name}. Replace it?")
ASK_CHANGED: Final = Text("{name} was changed meanwhile. Replace it?")
ASK_DELETE: Final = Text("Delete {title}? The file {name} will be gone.")
REPLACE: Final = Text("Replace")
DELETE_IT: Final = Text("Delete")
LEAVE_IT: Final = Text("Leave it as it is")
GONE: Final = Text("These rules are no longer there.")

# Odds and sample

BUSTS: Final = Text("Chance to bust")
SAMPLE: Final = Text("Best keep of")
NOTHING_SCORES: Final = Text("nothing scores")
NOT_YET: Final = Text("Odds come once the rules are right.")

# Parts and fields of the rules

INSIDE: Final = Text("· ")
"""What the label of a field begins with that belongs to the one above it."""

PART_GAME: Final = Text("The game")
PART_SPECIAL: Final = Text("Special rules")
PART_CARDS: Final = Text("Cards")
PARTS: Final[Mapping[str, Text]] = {
    "dice": Text("Dice"),
    "combinations": Text("Combinations"),
}

FIELDS: Final[Mapping[str, tuple[Text, Text]]] = {
    "hot_dice": (Text("All dice kept"), Text("What happens when every die was kept.")),
    "compare": (Text("Reached"), Text("Whether the goal itself is enough.")),
    "exact": (Text("Exactly"), Text("A bank beyond the goal scores nothing.")),
    "bust_streak": (Text("Busts in a row"), Text("Whether several busts in a row cost points.")),
    "leftover": (Text("Leftover dice"), Text("Whether the next player may use what was left.")),
    "doubling": (Text("Red doubles"), Text("Whether red faces double points.")),
    "deck": (Text("Cards"), Text("Whether a turn begins with a card.")),
    "dice.count": (Text("How many"), Text("How many dice are thrown.")),
    "dice.red": (
        Text("Red faces"),
        Text("The red face of each die in turn, like 1 2 3 4 5 6; empty for plain dice."),
    ),
    "combinations.singles": (
        Text("Single dice"),
        Text("Points of one 1, 2, 3, 4, 5 and 6; 0 where it scores nothing."),
    ),
    "combinations.triples": (Text("Triples"), Text("Points of three 1s, 2s, 3s, 4s, 5s and 6s.")),
    "combinations.kinds": (Text("Four and more"), Text("What more than three equal dice score.")),
    "combinations.kinds#number": (
        Text("· how many times"),
        Text("By how much each die after the third multiplies the points."),
    ),
    "combinations.kinds#numbers": (
        Text("· four, five, six"),
        Text("Points of four, five and six equal dice of any face."),
    ),
    "combinations.straight": (Text("Straight 1–6"), Text("Points; 0 for none.")),
    "combinations.straight_low": (Text("Straight 1–5"), Text("Points; 0 for none.")),
    "combinations.straight_high": (Text("Straight 2–6"), Text("Points; 0 for none.")),
    "combinations.three_pairs": (Text("Three pairs"), Text("Points; 0 for none.")),
    "combinations.four_two": (
        Text("· four and a pair"),
        Text("Whether four equal dice with a pair count as three pairs."),
    ),
    "combinations.six_as_pairs": (
        Text("· six equal dice"),
        Text("Whether six equal dice count as three pairs."),
    ),
    "combinations.two_triplets": (Text("Two triplets"), Text("Points; 0 for none.")),
    "combinations.full_house": (
        Text("Full house"),
        Text("What a pair adds to a triple; 0 for none."),
    ),
    "combinations.nothing": (Text("Nothing"), Text("Points of six dice of which none scores.")),
    "challenge.threshold": (Text("· windows part at"), Text("The sheet that parts the windows.")),
    "challenge.penalties": (
        Text("· a bust costs"),
        Text("Points in the lower window, and in the upper one."),
    ),
    "bust_streak.n": (Text("· how many"), Text("Busts in a row that cost points.")),
    "bust_streak.penalty": (Text("· they cost"), Text("Points off the sheet.")),
    "bust_streak.reset": (Text("· counted anew"), Text("Whether the count restarts after that.")),
    "leftover.points": (Text("· the bonus"), Text("Points when the first roll with them scores.")),
    "doubling.trigger": (Text("· a red face doubles"), Text("When a red face counts.")),
    "doubling.scope": (Text("· it doubles"), Text("What a red face doubles.")),
    "doubling.stack": (Text("· several"), Text("How often red faces double together.")),
}

CHOICES: Final[Mapping[str, Text]] = {
    "yes": Text("yes"),
    "no": Text("no"),
    "none": Text("no"),
    "#part": Text("yes"),
    "end=timed": Text("time alone decides"),
    "hot_dice=may_roll": Text("roll on, or bank"),
    "hot_dice=must_roll": Text("roll on"),
    "hot_dice=draw_card": Text("a new card"),
    "hot_dice=turn_ends": Text("the turn ends"),
    "compare=>=": Text("at the goal"),
    "compare=>": Text("only beyond the goal"),
    "combinations.kinds=none": Text("no more than the triple"),
    "combinations.kinds=add_triple": Text("each adds the triple"),
    "combinations.kinds=double": Text("each doubles"),
    "combinations.kinds=#number": Text("each multiplies"),
    "combinations.kinds=#numbers": Text("their own points"),
    "leftover=inherit": Text("with the points left over"),
    "leftover=#part": Text("for a bonus"),
    "doubling.trigger=rolled": Text("when it is rolled"),
    "doubling.trigger=set_aside": Text("when it is kept"),
    "doubling.scope=roll": Text("the whole roll"),
    "doubling.scope=combination": Text("its combination"),
    "doubling.stack=once": Text("double once"),
    "doubling.stack=per_red": Text("double once each"),
}


def part(name: str) -> str:
    """The heading of a part of the rules."""
    return PARTS[name]() if name in PARTS else _worded(name)


def field(path: str) -> tuple[str, str]:
    """What a field is called and what it is about; its own name where nobody worded it."""
    if path in FIELDS:
        label, said = FIELDS[path]
        return label(), said()
    return _worded(path), _worded(path)


def choice(path: str, text: str) -> str:
    """What a choice is called."""
    said = CHOICES.get(f"{path}={text}") or CHOICES.get(text)
    return said() if said is not None else text.replace("_", " ")


def _worded(path: str) -> str:
    return path.rsplit(".", 1)[-1].replace("#", " ").replace("_", " ").capitalize()
