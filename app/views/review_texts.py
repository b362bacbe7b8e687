"""What the review screen says: whole sentences with named values."""

from __future__ import annotations

from typing import Final

from app.texts import Text

LOOKING: Final = Text("Looking at every decision: {done} of {total}")
BEGINNING: Final = Text("Looking at every decision …")
CANCEL: Final = Text("{key} goes back.")
NOT_OVER: Final = Text("This game is still being played; it can be reviewed when it is over.")
FAILED: Final = Text("This game cannot be reviewed.")

LUCK: Final = Text("luck")
COST: Final = Text("cost of choices")
COST_SHORT: Final = Text("cost")
MISTAKES: Final = Text("mistakes")
MISTAKES_OF: Final = Text("{mistakes} of {count}")
MORE_SEATS: Final = Text("{count} more in a higher window", one="1 more in a higher window")

IN_WIN: Final = Text("in chances to win")
IN_POINTS: Final = Text("in points a turn")
IN_WIN_SHORT: Final = Text("chances")
IN_POINTS_SHORT: Final = Text("points")

TURNING: Final = Text("Turning points")
WORST_FIRST: Final = Text("Decisions, the worst first")
IN_ORDER: Final = Text("Decisions, in the order of play")
NO_DECISIONS: Final = Text("Nobody had anything to decide.")
TURN: Final = Text("turn {turn}")
BEST: Final = Text("best")
BETTER: Final = Text("{did}; best: {best}")
STANDING: Final = Text("{name} {value}")

KEY_ORDER: Final = Text("Order")
TIP_ORDER: Final = Text("Show the worst decisions first, or all in the order of play.")
KEY_EXPORT: Final = Text("Export")
TIP_EXPORT: Final = Text("Write the review as JSON and its chart as SVG.")
KEY_LOOK: Final = Text("Position")
TIP_LOOK: Final = Text("Show the dice, the sheets and what else could have been done.")
KEY_BACK: Final = Text("Back")
TIP_BACK: Final = Text("Go back.")
EXPORTED: Final = Text("Written: {json} and {svg}")
NOT_WRITTEN: Final = Text("The review could not be written to {folder}: {reason}.")
NO_FOLDER: Final = Text("Nothing can be written for you here; diceparlour review {id} --json can.")

CHOICES: Final = Text("Choices")
POSITION: Final = Text("Turn {turn} of {name}")
AT_RISK: Final = Text("at risk {points}")
DID_BEST: Final = Text("Done: {did}. There was nothing better.")
DID: Final = Text("Done: {did}. It cost {cost}; the best was: {best}.")
HAPPENED: Final = Text("Then: {told}")
