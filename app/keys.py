"""Every intent once: its id, keys, label and tooltip.

Bindings, footer, help and palette come from here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from textual.binding import Binding
from textual.keys import _character_to_key, format_key, key_to_character

Group = Literal["dice", "turn", "hall", "pace", "look", "table", "move", "door"]


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing a person can ask for.

    ``keys`` are Textual key names; ``action`` is the kind of engine action it stands for, if any:
    it is legal when the scene lists that kind.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    tooltip: str
    group: Group
    action: str | None = None


def _dice() -> tuple[Intent, ...]:
    return tuple(
        Intent(f"die-{n}", (str(n),), f"Die {n}", f"Choose die {n}, or put it back.", "dice")
        for n in range(1, 7)
    )


def _tables() -> tuple[Intent, ...]:
    return tuple(
        Intent(f"table-{n}", (str(n),), f"Table {n}", f"Look at the hall's table {n}.", "hall")
        for n in range(1, 10)
    )


INTENTS: Final[Mapping[str, Intent]] = {
    intent.id: intent
    for intent in (
        *_dice(),
        Intent("all", ("a",), "All", "Choose all dice that score.", "dice"),
        Intent("clear", ("0", "backspace"), "None", "Put all chosen dice back.", "dice"),
        Intent("keep", ("enter",), "Keep", "Set the chosen dice aside.", "turn", "keep"),
        Intent("roll", ("r",), "Roll", "Keep what is chosen and roll the rest.", "turn", "roll"),
        Intent("bank", ("b",), "Bank", "Keep what is chosen and bank.", "turn", "bank"),
        Intent("draw", ("d",), "Draw", "Turn over the next card.", "turn", "draw"),
        Intent(
            "decline", ("x",), "Decline", "Put the card aside and draw another.", "turn", "decline"
        ),
        Intent(
            "leftovers",
            ("l",),
            "Leftovers",
            "Begin with the dice that were left over.",
            "turn",
            "leftovers",
        ),
        Intent(
            "challenge",
            ("v",),
            "Challenge",
            "Play this turn against another sheet.",
            "turn",
            "challenge",
        ),
        Intent("every", ("a",), "All tables", "Roll once at every table.", "hall"),
        Intent("onward", ("f",), "To the bell", "Go on rolling; any key stops it.", "hall"),
        Intent("faster", ("plus",), "Faster", "Let what moves by itself move faster.", "pace"),
        Intent("slower", ("minus",), "Slower", "Let it move more slowly.", "pace"),
        *_tables(),
        Intent("left", ("left",), "Left", "Move the cursor to the left.", "move"),
        Intent("right", ("right",), "Right", "Move the cursor to the right.", "move"),
        Intent("up", ("up",), "Up", "Move the cursor up, to the dice.", "move"),
        Intent("down", ("down",), "Down", "Move the cursor down, to the buttons.", "move"),
        Intent("go", ("space",), "Go", "Begin the turn, or press what the cursor is on.", "move"),
        Intent("scores", ("s",), "Scores", "Show every sheet and its turns.", "look"),
        Intent("coach", ("c",), "Coach", "Have the coach advise you, or be silent.", "look"),
        Intent("seats", ("p",), "Players", "See who plays, and change it.", "look"),
        Intent("talk", ("m",), "Talk", "Say something to everybody at the table.", "look"),
        Intent("invite", ("g",), "Invite", "Show how others come to this table.", "look"),
        Intent("rules", ("i",), "Rules", "Read the rules of this game.", "look"),
        Intent("review", ("e",), "Review", "Look at every decision of a game again.", "look"),
        Intent("honest", ("h",), "Honest dice", "Compare the dice with what is fair.", "look"),
        Intent("order", ("t",), "Order", "Change the order of the list.", "look"),
        Intent("own", ("o",), "Own rules", "Write rules of your own, or change them.", "look"),
        Intent("code", ("j",), "Join by code", "Come to a table by its code.", "door"),
        Intent("you", ("u",), "You", "Change your name; use it on another device.", "door"),
        Intent("help", ("question_mark", "f1"), "Help", "Show all keys.", "look"),
        Intent("palette", ("ctrl+p",), "Palette", "Find anything by its name.", "look"),
        Intent("theme", ("ctrl+t",), "Light or dark", "Change between light and dark.", "look"),
        Intent("rematch", ("n",), "New game", "Play again at a new table.", "table"),
        Intent("save", ("ctrl+s",), "Save", "Keep what was written.", "table"),
        Intent("lobby", ("escape",), "Lobby", "Leave the table; it can be resumed.", "table"),
        Intent("quit", ("ctrl+q",), "Quit", "Leave the program; every table is kept.", "table"),
    )
}
"""All intents by id, in the order in which help and footer show them."""

DICE: Final = tuple(f"die-{n}" for n in range(1, 7))
TABLES: Final = tuple(f"table-{n}" for n in range(1, 10))
PACE: Final[Mapping[str, int]] = {"faster": 1, "slower": -1}
"""The intents that change how fast things move by themselves, and by how many steps."""
TURN: Final = tuple(i.id for i in INTENTS.values() if i.group == "turn")
SOCIAL: Final = ("talk", "invite")
"""What people do beside the game, at a table that others may come to."""
PAST: Final = ("review", "honest")
"""What can be asked about games that are over and dice that were thrown."""
NEEDED: Final = ("palette", "lobby")
"""What keeps its keys, whatever a person's own are: the ways to everything else, and out."""
ARROWS: Final = ("left", "right", "up", "down")
MOVES: Final = (*ARROWS, "go")
TOGETHER: Final = ((DICE, "Choose"), (TABLES, "Table"))
"""Keys that the footer shows as one, and what it calls them."""

_NAMES: Final = {
    "enter": "Enter",
    "space": "Space",
    "escape": "Esc",
    "backspace": "Backspace",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "question_mark": "?",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "home": "Home",
    "end": "End",
    "tab": "Tab",
    "delete": "Del",
}
_FUNCTION_KEY: Final = re.compile(r"f\d+")


def meet(first: str, second: str) -> bool:
    """Whether one screen can know both intents: where dice are chosen nothing rolls by itself, and
    at the door nobody plays."""
    groups = {INTENTS[first].group, INTENTS[second].group}
    apart = groups in ({"dice", "hall"}, {"dice", "pace"})
    return not apart and not ("door" in groups and groups & {"dice", "turn", "hall", "pace"})


def long_name(key: str) -> str:
    """A key as Textual names it: ``?`` is ``question_mark``."""
    return _character_to_key(key) if len(key) == 1 else key


def shown(key: str) -> str:
    """A key as people read it: ``question_mark`` is ``?``, ``ctrl+p`` is ``Ctrl+P``."""
    if key in _NAMES:
        return _NAMES[key]
    if key.startswith("ctrl+"):
        return f"Ctrl+{key[5:].upper()}"
    return key.upper() if _FUNCTION_KEY.fullmatch(key) else format_key(key)


def _is_sign(key: str) -> bool:
    """Whether a key is typed as text."""
    return (key_to_character(key) or "\0").isprintable()


class Keymap:
    """The keys in force: the registry's, with a person's own in their place."""

    def __init__(self, own: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self.own: Mapping[str, tuple[str, ...]] = dict(own or {})

    def keys(self, intent: str) -> tuple[str, ...]:
        """The keys of an intent, as Textual names them; none where a person's own took them."""
        return self.own.get(intent, INTENTS[intent].keys)

    def shown(self, intent: str, typing: bool = False) -> str:
        """The first key of an intent, as people read it; nothing where it has none.

        While somebody is ``typing``, a key that is a sign becomes part of their text.
        """
        found = (key for key in self.keys(intent) if not (typing and _is_sign(key)))
        return next(map(shown, found), "")

    def textual(self) -> dict[str, str]:
        """The person's own keys in the form of `textual.app.App.set_keymap`."""
        return {intent: ",".join(keys) for intent, keys in self.own.items()}


def bindings(intents: Iterable[str]) -> list[Binding]:
    """Textual bindings of these intents; every screen that uses them has ``action_intent``."""
    return [
        Binding(
            ",".join(INTENTS[name].keys),
            f"intent({name!r})",
            INTENTS[name].label,
            show=False,
            tooltip=INTENTS[name].tooltip,
            id=name,
        )
        for name in intents
    ]
