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
LEAVE_NOTE_UNSAVED: Final = Text("tables end with the program")
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
KEY_CHOOSE: Final = Text("Choose")
KEY_WHO: Final = Text("Person or computer")
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

# Who plays, and how a table is hosted

PERSON: Final = Text("a person")
COMPUTER: Final = Text("{name}, level {level}")
FREE_SEAT: Final = Text("free for a guest")
HELP_PERSON: Final = Text("Left and right: a person, a computer player or a guest plays here.")
HELP_FREE: Final = Text("The table waits until somebody has taken this seat from the lobby.")
COACH: Final = Text("Coach")
HELP_COACH: Final = Text("Whether players may ask the coach for the odds")
ACCESS: Final = Text("Who may come")
ACCESS_OPEN: Final = Text("everybody")
ACCESS_CODE: Final = Text("who has the code")
ACCESS_PRIVATE: Final = Text("nobody else")
HELP_ACCESS: Final = Text("Who finds this table in a served parlour; its code leads to free seats")
TURN_SECONDS: Final = Text("Seconds for a turn")
HELP_TURN_SECONDS: Final = Text("After so many seconds a computer player takes over; empty: never")
ABSENT: Final = Text("Who is away")
ABSENT_WAIT: Final = Text("is waited for")
ABSENT_COMPUTER: Final = Text("a computer plays")
HELP_ABSENT: Final = Text("What happens to the seat of somebody who has left the table")

# The seats of a table in play

SEATS: Final = Text("Who plays")
SEATS_HELP: Final = Text("Enter changes who plays a seat from now on.")
WHO_PLAYS: Final = Text("Who plays for {name}?")
SEAT_FREE: Final = Text("free")
SEAT_HERE: Final = Text("played here")
SEAT_PERSON: Final = Text("a person")
SEAT_AWAY: Final = Text("a person, away")
SEAT_COMPUTER: Final = Text("{name} plays")
SEAT_AWAY_COMPUTER: Final = Text("away; {name} plays")
SEAT_LATE_COMPUTER: Final = Text("took too long; {name} plays")
SEAT_LOST_COMPUTER: Final = Text("connection lost; {name} plays")
