"""What a tournament says; see `app.texts`."""

from __future__ import annotations

from typing import Final

from app.texts import Text

LEVEL: Final = Text("level {level}")
POINTS: Final = Text(
    "Plays every turn for its points alone, but banks what reaches the goal: a measure for others."
)
TWO: Final = Text("A tournament needs two players or more.")
WHICH_GAME: Final = Text("Say what is played with --game; 'rules list' tells what there is.")
WHO: Final = Text("There is no player called {name!r}, and no such program to start.")
WHICH_OPTION: Final = Text("{text!r} is no rule; write it as NAME=VALUE.")
NO_TIME: Final = Text("The time for an answer is a number of seconds.")
NO_TABLE: Final = Text(
    "No table of chances to win ships for these rules: the exact player plays for points."
)
PLAYING: Final = Text("Playing")
LEARNING: Final = Text("Learning by heart")
NOT_LEARNT: Final = Text("ada works out every turn anew: what it learnt cannot be kept ({reason}).")
GONE_ON: Final = Text("{count} games were played already.", one="One game was played already.")
STOPPED: Final = Text(
    "Broken off after {count} games; with --results the same command goes on from there."
)
SIMULATED: Final = Text("These are simulated games; the intervals hold 95 % of what chance does.")
EXACT: Final = Text(
    "Exactly, ada wins {both} against points: {first} when it begins, {second} when not."
)
NOT_EXACT: Final = Text(
    "There is no exact comparison for these players and rules: it takes ada against points, in a "
    "race that the goal wins at once, and numpy."
)
COLUMNS: Final = (
    Text("player"),
    Text("games"),
    Text("wins"),
    Text("share"),
    Text("95 % interval"),
    Text("mean points"),
    Text("forfeits"),
)
PAIR: Final = Text("{first} against {second}: {share} ({interval})")
FORFEIT: Final = Text(
    "{name} forfeited {count} games: {reason}", one="{name} forfeited one game: {reason}"
)
BROKEN: Final = Text(
    "{count} games were won by nobody: {reason}", one="One game was won by nobody: {reason}"
)
ENDLESS: Final = Text("there was no end after {count} decisions")
NOT_STARTED: Final = Text("the program could not be started ({reason})")
SLOW: Final = Text("no answer within {seconds} seconds")
ENDED: Final = Text("the program ended (exit code {code})")
FORM: Final = Text('an answer is {{"do": {{...}}}} and nothing else')
ILLEGAL: Final = Text("not legal now: {action}")
OTHER_FILE: Final = Text("{path} does not hold results of this tournament.")
DAMAGED: Final = Text("{path} is damaged in line {number}.")
UNUSABLE: Final = Text("{path} cannot be used ({reason}).")
