"""What the coach says: whole sentences with named values."""

from __future__ import annotations

from typing import Final

from app.texts import Text

# The panel

COACH: Final = Text("Coach")
BANK: Final = Text("bank")
ONWARD: Final = Text("go on")
POINTS: Final = Text("points")
WIN: Final = Text("win")
WIN_OF_MANY: Final = Text("v. rival")
BUST: Final = Text("bust")
NONE: Final = Text("–")

# When there is nothing to advise

THINKING: Final = Text("Working it out …")
UNKNOWN: Final = Text("This choice cannot be worked out.")
NOT_NOW: Final = Text("The coach speaks when it is your turn.")
NOTHING: Final = Text("There is nothing to decide here: only the dice do.")
FORBIDDEN: Final = Text("At this table the players have agreed to play without the coach.")

# There is only one thing to do

FREE_ROLL: Final = Text(
    "Roll: nothing is at risk yet. {count} dice bust {bust} of the time.",
    one="Roll: nothing is at risk yet. One die busts {bust} of the time.",
)
SAFE_ROLL: Final = Text("Roll: {count} dice cannot bust.", one="Roll: one die cannot bust.")
BELOW_MINIMUM: Final = Text(
    "Roll: a bank needs {minimum}. {count} dice bust {bust} of the time.",
    one="Roll: a bank needs {minimum}. One die busts {bust} of the time.",
)
MUST_ROLL: Final = Text(
    "Roll: the rules ask for it. {count} dice bust {bust} of the time.",
    one="Roll: the rules ask for it. One die busts {bust} of the time.",
)
MUST_DRAW: Final = Text("Draw: a card comes first. This turn brings {points} in the mean.")
LAST_ROLL: Final = Text("Roll: it is one roll for the win, and it wins {win} of the time.")
ENDS_TURN: Final = Text("Keep it: the turn then ends by itself.")

# Stop or go on

WINS: Final = Text("Bank: {points} win the game.")
REACHES: Final = Text("Bank: {points} reach the goal, and that wins {win} of the time.")
NEEDS_ROLL: Final = Text("Roll: a bank of {points} loses the game, a roll still wins {win}.")
NEEDS_DRAW: Final = Text("Draw: a bank of {points} loses the game, a card still wins {win}.")
LOST: Final = Text("Nothing wins any more: play as you like.")
EVEN: Final = Text("As you like: banking {points} and going on are worth the same here.")
CHASE_ROLL: Final = Text(
    "Roll: a bank of {points} is more in the mean, but too little against {rival}."
)
CHASE_DRAW: Final = Text(
    "Draw: a bank of {points} is more in the mean, but too little against {rival}."
)
AHEAD: Final = Text(
    "Bank: going on brings more points in the mean, but {points} for sure win more often."
)
ROLL_BRINGS: Final = Text(
    "Roll: {count} dice bust only {bust} of the time and bring {gain} more in the mean.",
    one="Roll: one die busts only {bust} of the time and brings {gain} more in the mean.",
)
ROLL_DARES: Final = Text(
    "Roll: {count} dice bust {bust} of the time, and still that is worth {gain} more.",
    one="Roll: one die busts {bust} of the time, and still that is worth {gain} more.",
)
ROLL_WINS: Final = Text(
    "Roll: {count} dice bust {bust} of the time, but {points} are too few to stop with.",
    one="Roll: one die busts {bust} of the time, but {points} are too few to stop with.",
)
BANK_SAFER: Final = Text(
    "Bank: {count} dice bust {bust} of the time, and {points} at risk are more than a roll brings.",
    one="Bank: one die busts {bust} of the time, and {points} at risk are more than a roll brings.",
)
DRAW_BRINGS: Final = Text("Draw: the next card is worth the risk and brings {gain} in the mean.")
DRAW_WINS: Final = Text("Draw: {points} are too few to stop with, and a card is worth the risk.")
BANK_BEFORE_CARD: Final = Text("Bank: {points} at risk are more than the next card brings.")

# What to keep

FEWER: Final = Text(
    "Keep {faces}: {count} dice to go on with are worth more than {points} more points now.",
    one="Keep {faces}: one die to go on with is worth more than {points} more points now.",
)

# What else a turn may begin with

DECLINE: Final = Text("Decline: another card is worth more than this one.")
USE_CARD: Final = Text("Use this card: another one is worth less.")
LEFTOVERS: Final = Text(
    "Take the {count} dice that were left: what lies there is worth more than a fresh start.",
    one="Take the die that was left: what lies there is worth more than a fresh start.",
)
FRESH: Final = Text("Start afresh: that is worth more than what was left.")
CHALLENGE: Final = Text("Challenge {name}: what it may win is worth more than what it may cost.")
NO_CHALLENGE: Final = Text("Play for yourself: a challenge costs more than it wins now.")
CHALLENGE_OF: Final = Text("Challenge {name}")
