"""What the program itself says in a hall of tables; the game's own words come from its scene."""

from __future__ import annotations

from typing import Final

from app.texts import Text

SIGNS: Final = Text(
    "▶ holds the dice · ✦ counts · ★ has won the table, or leads · ◆ the token · = a roll-off"
)
MOUSE: Final = Text("The mouse works too: click a table, a button or a key in the bottom line.")
ROLL: Final = Text("Roll for {name}")
EVERY: Final = Text("All tables")
ON: Final = Text("To the bell")
ON_BELL: Final = Text("Finish the round")
STOP: Final = Text("Stop")
NEXT: Final = Text("Next roll")
BEGIN: Final = Text("Begin the round")
ROLL_HERE: Final = Text("Roll for the table in view.")
NEXT_LONG: Final = Text(
    "Roll for the table in view, then for the next one, round and round; begin a round."
)
GO: Final = Text("Begin a round, or roll at the next table.")
TO_BEGIN: Final = Text("Press {key} to begin.")
NO_THROW: Final = Text("No throw yet in this round.")
AGAINST: Final = Text("against")
WAIT: Final = Text("{name} rolls at {table}.")
GHOST: Final = Text("{name} holds the dice here; the computer rolls.")
FINISHED: Final = Text("{table} has finished this round and waits for the others.")
NOBODY: Final = Text("Nobody here holds dice now.")
RUNNING: Final = Text("Rolling, {pace} ({faster} {slower}). Any other key stops.")
NO_TABLE: Final = Text("There are {count} tables here.", one="There is one table here.")
PACE: Final = Text("The tables now roll by themselves at this pace: {pace}.")
PACES: Final = (
    Text("slow"),
    Text("easy"),
    Text("brisk"),
    Text("fast"),
    Text("fastest"),
)
LEADS: Final = Text("{name} leads with {points}", one="{name} leads with 1 point")
LEAD: Final = Text("{names} lead with {points}")
THROWS: Final = Text("{count} throws", one="1 throw")
TOKEN: Final = Text("token")
THREW: Final = Text("{name} rolled {faces} for {points}")
THREW_WORD: Final = Text("{name} rolled {faces} for {points}: {label}")
THREW_NOTHING: Final = Text("{name} rolled {faces}: {label}")
UP: Final = Text("{name} holds the dice.")
UP_AGAIN: Final = Text("{name} rolls on; {points} so far in this turn.")
UP_MORE: Final = Text("{name} rolls on.")
TEAM: Final = Text("together")
WON: Final = Text("{names} win this table.")
DONE: Final = Text("done")
ROLL_OFF: Final = Text("roll-off {first} : {second}")
LAST_TURN: Final = Text("last turn")
COLUMNS: Final = (Text("table"), Text("points"), Text("holds the dice"), Text("last throw"))
ROUND_OVER: Final = Text("Next: {status}")
RESULTS: Final = Text("Who won")
SEATING: Final = Text("Who sits where")
CHAIR: Final = Text("{name} → chair {number}")
