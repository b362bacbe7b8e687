"""Every sentence that the program itself says, in one place, ready for a catalogue.

A text is a whole sentence with named values, never glued from parts. Calling it fills the values
in, with numbers written for people. Where a count decides the form, ``one`` is the form for one.
Texts of the games come from the engine and are not here.
"""

from __future__ import annotations

from typing import Any, Final

from engine.words import number


class Text:
    """A sentence in English; ``count`` chooses between its two forms where it has two."""

    __slots__ = ("english", "one")

    def __init__(self, english: str, one: str | None = None) -> None:
        self.english = english
        self.one = one

    def __call__(self, **values: Any) -> str:
        form = self.one if self.one is not None and values.get("count") == 1 else self.english
        said = {
            name: number(value) if type(value) is int else value for name, value in values.items()
        }
        return form.format(**said)

    def __str__(self) -> str:
        return self.english

    def __repr__(self) -> str:
        return f"Text({self.english!r})"


# The house

APP: Final = Text("Dice Parlour")
ENLARGE: Final = Text("Please enlarge the window")
ENLARGE_SIZE: Final = Text("{width}×{height} is too small; 40×16 is enough")
ENLARGE_SAFE: Final = Text("The game is safe and waits.")
KEYMAP_UNREADABLE: Final = Text("{path} could not be read ({reason}), so the usual keys are used.")
KEYMAP_UNKNOWN: Final = Text("{path}: there is no key called {name!r}; it is ignored.")
KEYMAP_BAD_KEY: Final = Text("{path}: {name!r} needs a key or a list of keys; it is ignored.")
KEYMAP_CLASH: Final = Text("{path}: {key!r} would do both {first} and {second}; it is ignored.")
KEYMAP_NONE_LEFT: Final = Text(
    "{path} leaves {names} without a key; the palette (Ctrl+P) still finds it."
)

# The table as a whole

FAIR: Final = Text("fair dice, sealed {seal}")
FAIR_SHORT: Final = Text("fair dice")
FAIR_UNSAVED: Final = Text("not saved; fair dice, sealed {seal}")
NOT_FAIR_UNSAVED: Final = Text("not saved; NOT FAIR PLAY")
NOT_FAIR: Final = Text("NOT FAIR PLAY: the dice were given")
NOT_FAIR_SHORT: Final = Text("NOT FAIR PLAY")
TABLE: Final = Text("table {id}")
TIME_LEFT: Final = Text("{minutes}:{seconds} left")
COMPUTER_SEAT: Final = Text("{name} (computer)")
SOLVING: Final = Text("solving {bar} {percent} %")
KEYBOARD: Final = Text("The house")
LOOKING_ON: Final = Text("You are watching.")

# The turn

TURN_OF: Final = Text("{name}'s turn")
NOBODYS_TURN: Final = Text("No turn is being played")
TURN_OVER: Final = Text("{name}'s turn is over.")
NEXT_IS: Final = Text("{name} is next.")
AT_RISK: Final = Text("At risk")
SHEET: Final = Text("Sheet")
ROLL_COUNT: Final = Text("Roll {rolls}")
HELD_COUNT: Final = Text("{count} dice held", one="1 die held")
ROLLING: Final = Text("Rolling {count} dice …", one="Rolling 1 die …")
WORD_KEEP: Final = Text("KEEP")
WORD_HELD: Final = Text("HELD")
WORD_JOINS: Final = Text("joins")
WORD_JOINED: Final = Text("HELD+")
WORD_SPECIAL: Final = Text("red")
CHOICE: Final = Text("{faces} is worth {points}. At risk then: {total}.")
CHOICE_FILLS: Final = Text(
    "{faces} uses all the dice and is worth {points}. At risk then: {total}."
)
CHOICE_UNFINISHED: Final = Text("{faces} is not worth anything yet.")
CHOICE_IDLE: Final = Text("{faces} cannot be kept together: something in it does not score.")
PRESS_TO_BEGIN: Final = Text("{name}: press {key} to begin.")
WATCH_NEXT: Final = Text("{name} is about to begin.")
WAITING_FOR: Final = Text("Waiting for {name}.")

# Buttons

TAKE_ALL: Final = Text("Take all: {points}")
KEEP_POINTS: Final = Text("Keep {points}")
ROLL_DICE: Final = Text("Roll {count} dice", one="Roll 1 die")
BANK_TO: Final = Text("Bank {points} → {total}")
DRAW_CARD: Final = Text("Draw a card")
BEGIN: Final = Text("Begin {name}'s turn")
STOP_TO: Final = Text("Stop at {total}")

# The end of a turn

BUST: Final = Text("BUST! {name} loses {points}.")
BUST_NOTHING: Final = Text("BUST! {name} had nothing to lose.")
BUST_BANKED: Final = Text("BUST! {name} banks {points} and has {total}.")
BANKED: Final = Text("{name} banks {points} and has {total}.")

# Cards

CARDS_LEFT: Final = Text("{count} cards left", one="1 card left")
CARDS_SHORT: Final = Text("{count} left")
NO_CARD: Final = Text("No card yet")
DRAWN_BY: Final = Text("{name} draws")
PILE: Final = Text("Pile")
DISCARDS: Final = Text("Discards")
STILL_TO_COME: Final = Text("Still in the pile")
CARD_USE: Final = Text("Use it")
CARD_ON: Final = Text("Go on")
CARD_DECLINE: Final = Text("Draw another")
CARD_RESHUFFLED: Final = Text("The discards were shuffled into a new pile.")

# Sheets

SHEETS: Final = Text("Sheets")
TO_GO: Final = Text("{points} to go")
REACHED: Final = Text("goal reached")
LAST_TURN: Final = Text("last turn")
MORE_SEATS: Final = Text("{count} more: press {key}", one="1 more: press {key}")
MORE_BELOW: Final = Text("↓ {count} more below", one="↓ 1 more below")
MORE_ABOVE: Final = Text("↑ {count} more above", one="↑ 1 more above")
NO_TURNS: Final = Text("no turn yet")
TURNS_OF: Final = Text("Turns of {name}")
LOST: Final = Text("lost {points}")

# The end of the game

WON: Final = Text("{names} won!")
WITH_POINTS: Final = Text("with {points} points")
VERIFY: Final = Text("Every roll and card can be checked:")
VERIFY_COMMAND: Final = Text("diceparlour verify {id}")
REMATCH_READY: Final = Text("{key} for a new game, {lobby} for the lobby")
REMATCH_AGAIN: Final = Text("Press {key} once more to lay a new table for the same players.")
FINAL_SHEETS: Final = Text("Final sheets")

# Help

HELP: Final = Text("Keys")
HELP_GROUPS: Final = {
    "dice": Text("Dice"),
    "turn": Text("Your turn"),
    "hall": Text("The hall"),
    "pace": Text("What moves by itself"),
    "door": Text("At the door"),
    "move": Text("Arrows and mouse"),
    "look": Text("Looking"),
    "table": Text("Table"),
}
HELP_DICE: Final = Text("Choose a die by its number, or put it back.")
HELP_TABLES: Final = Text("Look at one of the hall's tables.")
HELP_ARROWS: Final = Text("Move the cursor over dice and buttons, or through a list.")
HELP_MOUSE: Final = Text("The mouse works too: click a die, a button or a key in the bottom line.")
HELP_SIGNS: Final = Text(
    "[3] scores · KEEP is chosen · HELD is set aside · HELD+ would be joined · ✦ is a red face"
)

# Refusals that the screen words itself

CHOOSE_FIRST: Final = Text("Choose the dice to keep first; {key} takes all that score.")
NOT_NOW: Final = Text("{label} is not possible now.")
NOT_AFTER_KEEP: Final = Text("After this keep you cannot do that.")
NOT_YOUR_DIE: Final = Text("Die {number} is not in this roll.")
WAIT_FOR_BEGIN: Final = Text("{name} begins with {key}.")
CHALLENGE_WHOM: Final = Text("Challenge whom?")

# The command line

CLI_HELP: Final = Text("Dice games in the terminal. Without a command the lobby opens.")
CLI_NO_ANIMATION: Final = Text("Show dice at once, without rolling them on the screen.")
CLI_ASCII: Final = Text("Draw with plain ASCII signs only.")
CLI_NO_TERMINAL: Final = Text(
    "Dice Parlour needs a terminal to draw on; for programs there is `diceparlour referee`."
)
CLI_REFEREE: Final = Text("Play by JSON Lines on stdin and stdout: the engine for programs.")
CLI_KEEP: Final = Text("Keep every game as a table of its own, to verify or to go on with.")
CLI_DEBUG: Final = Text("Write faults of the program itself to stderr.")
CLI_NO_STREAMS: Final = Text("The referee needs both stdin and stdout.")
CLI_TABLES: Final = Text("List the tables that are kept, the one played last first.")
CLI_NO_TABLES: Final = Text("There are no tables yet; `diceparlour` opens the lobby.")
CLI_VERIFY: Final = Text("Recompute every roll and card of TABLE from its seed.")
CLI_EVIDENCE: Final = Text(
    "Print all that an outsider needs to recompute a finished table, as JSON on stdout."
)
CLI_TURN: Final = Text("to move: {names}")
CLI_OVER: Final = Text("finished")

# The opening

STARTING_ROLLS: Final = Text("Starting rolls")
SEATED: Final = Text("At this table")
STARTS: Final = Text("starts")
SEALED: Final = Text(
    "The dice are sealed: {seal}. After the game, diceparlour verify {id} proves it."
)
NOT_FAIR_LONG: Final = Text("The dice of this table were given beforehand. This is not fair play.")
NOTHING_TO_CHOOSE: Final = Text("There are no dice to choose now.")
BEGIN_KEY: Final = Text("Begin")
DRAWS_A_CARD: Final = Text("{name} draws a card")
ROLL_NOW: Final = Text("Roll")
CLOSE: Final = Text("Close")
CHALLENGE: Final = Text("Challenge")
NEW_GAME: Final = Text("New game")

# Rules and scores from the command line

CLI_SCORE: Final = Text(
    "What may be kept of the dice on your own table: PRESET, then the faces of one to six dice."
)
CLI_JSON: Final = Text("Print JSON.")
CLI_RULES: Final = Text("House rules as files: print a preset to start from, check a file.")
CLI_RULES_SHOW: Final = Text("Print a preset as TOML: all of its rules, to change as you like.")
CLI_RULES_CHECK: Final = Text("Say what is wrong in a rule file, and where.")
CLI_RULES_LIST: Final = Text("List every game that can be played, house rules included.")
RULES_FINE: Final = Text("{path}: these rules can be played as {title}.")
RULES_FAULT: Final = Text("{path}: {fault}")
RULES_BROKEN: Final = Text("The rule file {name} is not used. {fault}")
SCORE_BUST: Final = Text("{faces}: nothing scores, a bust.")
SCORE_KEEP: Final = Text(
    "{faces}  {points}   then {count} dice, {bust} bust",
    one="{faces}  {points}   then {count} die, {bust} bust",
)
SCORE_FILL: Final = Text("{faces}  {points}   all used; then {count} dice, {bust} bust")


# Dice, reviews and tournaments from the command line

CLI_DICE: Final = Text(
    "What the dice of TABLE have done, or those of every table that is kept: faces, busts and "
    "repeated faces against what fair dice do."
)
DICE_ALL: Final = Text("all")
DICE_OTHERS: Final = Text("{count} others", one="1 other")
DICE_COUNT: Final = Text("dice thrown")
DICE_FACE: Final = Text("face {face}")
DICE_P: Final = Text("  p")
DICE_BUSTS: Final = Text("busts of {count} dice", one="busts of 1 die")
DICE_ALL_BUSTS: Final = Text("busts in all")
DICE_REPEATS: Final = Text("same face as before")
DICE_OF: Final = Text("{busts}/{throws} ({expected})")
DICE_AGAINST: Final = Text("{times} ({expected})")
DICE_SHARE: Final = Text("{times} ({share})")
DICE_TOO_FEW: Final = Text("too few")
DICE_NONE: Final = Text("No dice have been thrown yet.")
DICE_MEANING: Final = Text(
    "In brackets stands what fair dice do in the mean. p is the chance that fair dice are at "
    "least as far from it: a p below 0.001 is worth a question, one of 0.03 is not."
)
DICE_TABLES: Final = Text("{count} tables.", one="One table.")
DICE_LEFT_OUT: Final = Text(
    "{count} tables with dice that were given are left out.",
    one="One table with dice that were given is left out.",
)
CLI_REVIEW: Final = Text(
    "What was luck and what was choice at TABLE: each seat's luck, what its decisions cost, the "
    "turning points and the worst decisions. A game in progress is reviewed as far as it went."
)
CLI_SVG: Final = Text("Print the chart of the game as an SVG picture.")
CLI_LOOKING: Final = Text("Looking at every decision")
REVIEW_ONE_FORM: Final = Text("Choose either --json or --svg.")
REVIEW_NOTHING: Final = Text(
    "There is nothing to review: at this table only the dice have decided so far."
)
REVIEW_TITLE: Final = Text("{title}, table {table}: {names}")
REVIEW_RUNNING: Final = Text("The game is not over; this is what there is so far.")
REVIEW_IN_WIN: Final = Text("Luck and cost are in chances to win.")
REVIEW_IN_POINTS: Final = Text("Luck and cost are in points of the turn.")
REVIEW_SEAT: Final = Text(
    "{name}: luck {luck}, decisions cost {cost}; {mistakes} of {count} were mistakes.",
    one="{name}: luck {luck}, decisions cost {cost}; {mistakes} of 1 was a mistake.",
)
REVIEW_TURNING: Final = Text("Turning points")
REVIEW_LUCK: Final = Text("turn {turn} of {name}, luck {change}: {told}")
REVIEW_CHOICE: Final = Text("turn {turn} of {name}, choice {change}: {told}")
REVIEW_WORST: Final = Text("The decisions that cost most")
REVIEW_FLAWLESS: Final = Text("Nobody has made a mistake.")
REVIEW_COST: Final = Text("turn {turn} of {name}, {cost}: {did}; the best was: {best}")
REVIEW_POINTS: Final = Text("{points} points")
REVIEW_KEEP: Final = Text("keep {faces}")
REVIEW_CHALLENGE: Final = Text("challenge {name}")
CHART_WIN: Final = Text("Chances to win, step by step")
CHART_POINTS: Final = Text("Points on the sheets, step by step")
CHART_STEP: Final = Text("step {number}")
CHART_TURNING: Final = Text("turning point {number}: {told}")
CLI_ARENA: Final = Text(
    """Tournaments: every two PLAYERS play each other at --game and take turns to begin.

A player is one of the house (without PLAYERS they are listed) or a program with its arguments, in
quotes. For each decision a program gets a line of JSON on stdin,

{"seat": 0, "state": {...}, "legal": [{...}, ...]}

with the state and the actions in the referee's words, and answers with a line on stdout:

{"do": {"seat": 0, "kind": "roll"}}

It must answer from that line alone: games follow each other and may be interrupted. No answer in
time, an end, or anything but a legal action loses the game, and the table says why. Dice depend
on --seed and the number of the game only, so a tournament can be repeated."""
)
CLI_GAME: Final = Text("What is played: a preset or a house rule.")
CLI_GAMES: Final = Text("Games of each pair.")
CLI_SEED: Final = Text("The number that gives all the dice.")
CLI_OPTION: Final = Text("A rule that differs from the preset's; may be given several times.")
CLI_RESULTS: Final = Text("A file to keep every game in, and to go on from.")
CLI_WORKERS: Final = Text("Processes that play; as many as this machine can run by default.")
CLI_NOT_TOLD: Final = Text("Not all could be written ({reason}).")
CLI_TIMEOUT: Final = Text("Seconds that a program has for each answer.")
CLI_EXACT: Final = Text(
    "Also work out exactly what ada wins against points, where the rules are a plain race; this "
    "may take minutes."
)
CLI_ARENA_DEBUG: Final = Text("Show what programs say on stderr.")
