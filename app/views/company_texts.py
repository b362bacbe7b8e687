"""The sentences about people at a table: who comes and goes, talks, and is invited."""

from __future__ import annotations

from typing import Final

from app.texts import Text

# What the table's log tells

CAME: Final = Text("{name} has come.")
CAME_TO_WATCH: Final = Text("{name} has come to watch.")
WENT: Final = Text("{name} has left the table.")
WENT_WATCHING: Final = Text("{name} does not watch any more.")
WENT_LOST: Final = Text("The connection of {name} was lost.")
SAT: Final = Text("{name} takes a seat.")
LEFT: Final = Text("{name} has given up a seat; it is free.")
LEFT_KICKED: Final = Text("The seat of {name} is free.")
PLAYS_ASKED: Final = Text("{computer} plays for {name} from now on.")
PLAYS_AWAY: Final = Text("{computer} plays for {name}, who is away.")
PLAYS_LATE: Final = Text("{computer} plays for {name}, who took too long.")
PLAYS_LOST: Final = Text("{computer} plays for {name}, whose connection was lost.")
PLAYS_KICKED: Final = Text("{computer} plays for {name}, whom the host has sent away.")
RETURNED: Final = Text("{name} plays again.")
RETURNED_BACK: Final = Text("{name} is back and plays again.")
HOST: Final = Text("{name} is the host now.")
KICKED: Final = Text("The host has sent {name} away.")
MUTED: Final = Text("The host has muted {name}.")
UNMUTED: Final = Text("{name} may talk again.")
SAID: Final = Text("{name}: {text}")
AGAIN: Final = Text("A new game is laid at table {id}.")

# The title and the prompt

WATCHING: Final = Text("{count} watching", one="1 watching")
TURN_CLOCK: Final = Text("{name} {minutes}:{seconds}")
TURN_HURRY: Final = Text("! {name} {minutes}:{seconds} !")
TURN_AWAY: Final = Text("{name} away {minutes}:{seconds}")
WAITS_CODE: Final = Text(
    "The table waits for {count} players; the code is {code}.",
    one="The table waits for 1 player; the code is {code}.",
)
WAITS: Final = Text("The table waits for {count} players.", one="The table waits for 1 player.")
BACK_AGAIN: Final = Text("You play again.")
CLOSED_AGAIN: Final = Text("The parlour is open again.")

# Talking

TALK: Final = Text("Say something to everybody")
TALK_HELP: Final = Text("Enter says what you typed or chose; a number says a phrase at once.")
TALK_LINE: Final = Text("type here")
KEY_SAY: Final = Text("Say")
PHRASES: Final = (
    Text("Good evening!"),
    Text("Good luck!"),
    Text("Well rolled!"),
    Text("Oh no!"),
    Text("One moment, please."),
    Text("It is your turn."),
    Text("Thank you, that was fun."),
    Text("Goodbye!"),
)

# Inviting

INVITE: Final = Text("Invite somebody")
INVITE_CODE: Final = Text("The code of this table is {code}.")
INVITE_OPEN: Final = Text("Everybody in the parlour sees this table; its code is {code}.")
INVITE_FREE: Final = Text("{count} seats are free.", one="One seat is free.")
INVITE_FULL: Final = Text("No seat is free; guests can watch.")
INVITE_HOW: Final = Text("Guests press {key} in their lobby and type the code.")
INVITE_URL: Final = Text("In a browser: {url}")
INVITE_PRIVATE: Final = Text("This table is only for those who sit here; it has no code.")
INVITE_SMALL: Final = Text("A larger window shows a picture of the address to photograph.")

# Codes and oneself

CODE_HEADING: Final = Text("The code of a table")
CODE_HELP: Final = Text("Type the code that you were given, such as {example}.")
YOU: Final = Text("You")
YOU_NOTE: Final = Text("your name, your other devices")
YOU_GUEST: Final = Text("You are a guest: the house will not know you again.")
YOU_ARE: Final = Text("Others see you as {name}.")
YOU_NAME: Final = Text("Your name")
YOU_NEW_CODE: Final = Text("Get a code for another device")
YOU_CODE: Final = Text("Code from another device")
YOU_SHOWN: Final = Text(
    "Type {code} on the other device within ten minutes; it works once. "
    "It makes that device you: show it to nobody."
)
YOU_RENAMED: Final = Text("Others see you as {name} from now on.")
YOU_LINKED: Final = Text("This device belongs to {name} now.")
YOU_HELP: Final = Text("Enter keeps what was typed.")

# The lobby of a served parlour

JOIN_BY_CODE: Final = Text("Join by code")
JOIN_BY_CODE_NOTE: Final = Text("you were invited to a table")
TIP_CODE: Final = Text("Type the code of a table that you were invited to.")
TIP_YOU: Final = Text("Change your name, or use this name on another device.")
YOUR_SEAT: Final = Text("Your seat waits")
SEATS_FREE: Final = Text("Seats free")
IN_PLAY: Final = Text("In play")
WAY_RETURN: Final = Text("return")
WAY_JOIN: Final = Text("join")
WAY_WATCH: Final = Text("watch")
FREE_SEATS: Final = Text("{count} seats free", one="1 seat free")
PRESENT: Final = Text("here: {names}")
HOSTED_BY: Final = Text("host: {name}")

# What the host may do with somebody, in the list of seats

SEAT_OF: Final = Text("{name}: what shall be done?")
LEAVE_SEAT: Final = Text("give up the seat")
KICK: Final = Text("send away")
MUTE: Final = Text("mute")
UNMUTE: Final = Text("let talk again")
MAKE_HOST: Final = Text("make the host")
IS_HOST: Final = Text("host")
WATCHES: Final = Text("watches")
IS_MUTED: Final = Text("muted")
WATCHERS: Final = Text("Watching")
