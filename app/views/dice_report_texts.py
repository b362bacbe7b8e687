"""What the screen of honest dice says: whole sentences with named values."""

from __future__ import annotations

from typing import Final

from app.texts import Text

HEADING_TABLE: Final = Text("Honest dice: table {table}")
HEADING_ALL: Final = Text("Honest dice: all games")
COUNTING: Final = Text("Counting the dice: table {done} of {total}")
BEGINNING: Final = Text("Counting the dice …")
FAILED: Final = Text("The dice cannot be counted.")
NONE: Final = Text("No dice have been thrown yet.")

PEOPLE: Final = Text("people")
COMPUTER: Final = Text("computer")
EVERYBODY: Final = Text("all")

DICE: Final = Text("Dice thrown")
FACES: Final = Text("Faces")
FACE: Final = Text("{face}")
BUSTS: Final = Text("Busts")
BUSTS_OF: Final = Text("{count} dice", one="1 die")
BUSTS_ALL: Final = Text("all throws")
PAIRS: Final = Text("all pairs")
REPEATS: Final = Text("Same face as the die before")
VERDICT: Final = Text("verdict")
AGAINST: Final = Text("{found} ({expected})")
NOTHING: Final = Text("–")

AS_FAIR: Final = Text("fair")
RARE: Final = Text("unusual")
ODD: Final = Text("odd")
TOO_FEW: Final = Text("too few")

ALL_FAIR: Final = Text("Nothing here is further off than fair dice often are.")
SOME_RARE: Final = Text(
    "{rare} of {count} figures: a little off, as may happen with fair dice among so many."
)
SOME_ODD: Final = Text("{odd} of {count} figures: further off than luck explains.")
NOTHING_YET: Final = Text("There are too few dice yet to say anything.")
IN_BRACKETS: Final = Text("In brackets: what fair dice do in the mean.")
SAYS_FAIR: Final = Text(
    "{name}, {subject}: fair dice are at least this far off {share} of the time (p = {p}, {size})."
)
SAYS_RARE: Final = Text(
    "{name}, {subject}: fair dice are this far off only {share} of the time (p = {p}, {size}); "
    "of {count} figures looked at, some are."
)
SAYS_ODD: Final = Text(
    "{name}, {subject}: fair dice are hardly ever this far off (p = {p}, {size}): worth a question."
)
SAYS_TOO_FEW: Final = Text("{name}, {subject}: too few yet to say anything ({size}).")
SUBJECT_FACES: Final = Text("faces")
SUBJECT_BUSTS: Final = Text("busts")
SUBJECT_REPEATS: Final = Text("repeats")
SIZE_DICE: Final = Text("{count} dice", one="1 die")
SIZE_THROWS: Final = Text("{count} throws", one="1 throw")
SIZE_PAIRS: Final = Text("{count} pairs", one="1 pair")

KEY_ALL: Final = Text("All games")
KEY_TABLE: Final = Text("This table")
TIP_OTHER: Final = Text("Change between this table and all games.")
KEY_BACK: Final = Text("Back")
TIP_BACK: Final = Text("Go back.")
