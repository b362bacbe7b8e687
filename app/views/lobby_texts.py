"""The sentences of the lobby, the form for a new table and the rule reader."""

from __future__ import annotations

from typing import Final

from app.texts import Text

# The lobby

TAGLINE: Final = Text("Fair dice that anyone can check")
NEW_TABLE: Final = Text("New table")
NEW_TABLE_NOTE: Final = Text("choose a game, seat the players")
READ_RULES: Final = Text("Rules")
READ_RULES_NOTE: Final = Text("read how each game is played")
LEAVE: Final = Text("Quit")
LEAVE_NOTE: Final = Text("every table is kept")
RESUME: Final = Text("Resume a table")
FINISHED: Final = Text("Finished")
TO_MOVE: Final = Text("{name} to move")
SEVERAL_TO_MOVE: Final = Text("{count} players to move")
TABLE: Final = Text("Table {id}")
NOT_FAIR: Final = Text("not fair play")

# When

JUST_NOW: Final = Text("just now")
MINUTES_AGO: Final = Text("{count} minutes ago", one="1 minute ago")
TODAY: Final = Text("today at {time}")
YESTERDAY: Final = Text("yesterday at {time}")

# The form for a new table

GAME: Final = Text("Game")
PLAYERS: Final = Text("Players")
SEAT: Final = Text("Player {number}")
MORE: Final = Text("More options")
FEWER: Final = Text("Fewer options")
START: Final = Text("Start the game")
YES: Final = Text("yes")
NO: Final = Text("no")
NONE: Final = Text("none")
WORDS: Final = Text("Your words")
START_UNSAVED: Final = Text("Play without saving")
UNSAVED: Final = Text("{why} Press again to play without saving.")

HELP_GAME: Final = Text("Left and right go through the games; Enter shows them as a list.")
HELP_PLAYERS: Final = Text("How many play at this table, {least} to {most}.")
HELP_NAME: Final = Text("Names go round the table in turn. An empty one becomes “{name}”.")
HELP_NAMED: Final = Text("Names go round the table in turn.")
HELP_START: Final = Text("Enter lays the table.")
HELP_MORE: Final = Text("What else this table may agree on.")
HELP_WORDS: Final = Text(
    "The dice are sealed as {commitment}…; anything you type here is mixed into them, "
    "so that nobody controls them alone."
)
HELP_OPTION: Final = Text("{help}.")

NAME_SHOWN_AS: Final = Text("This name will be shown as “{name}”.")
WRONG: Final = Text("{label}: {problem}")
LEFT_OUT: Final = Text("Only what fits and can be seen was taken in.")
KEY_START: Final = Text("Start")
KEY_ENTER: Final = Text("Go on")
KEY_CHANGE: Final = Text("Change")
KEY_MOVE: Final = Text("Move")
TIP_BACK: Final = Text("Go back one step; what was typed is kept.")
TIP_NEW: Final = Text("Choose a game and seat the players.")
TIP_RULES: Final = Text("Read how each game is played.")
KEY_OPEN: Final = Text("Open")
KEY_BACK: Final = Text("Back")
KEY_SCROLL: Final = Text("Scroll")
KEY_SECTION: Final = Text("Section")

# The rule reader

RULES_OF: Final = Text("Rules: {title}")
CHOOSE_GAME: Final = Text("Which game?")
