"""What a table may agree on, as values, as a form, and read from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from engine.bunco.throw import BELL, MINI
from engine.model import Frozen
from engine.refusal import IllegalAction
from engine.ruleset import OptionField

MAX_SETS = 20
TITLE, TITLE_LENGTH = "title", 40


class Options(Frozen):
    """What a table may agree on; the defaults are the rule book's."""

    end_on: Literal["player", "team"] = "player"
    mini_ends_turn: bool = False
    bell_finish: Literal["turn", "roll"] = "turn"
    traveling: bool = False
    wipeout: bool = False
    wipeout_scope: Literal["player", "team"] = "player"
    sets: int = 1

    @property
    def targets(self) -> tuple[int, ...]:
        """The target of each round of a set (BUN-3, BUN-14)."""
        return (2, 3, 4, 5, 6) if self.wipeout else (1, 2, 3, 4, 5, 6)

    @property
    def called(self) -> str:
        """What players call rules of their own; empty for those of the book."""
        return ""


class Named(Options):
    """Options of a house rule with a title of its own.

    They are a class apart so that a table without a title reads as it was written before titles.
    """

    title: str

    @property
    def called(self) -> str:
        return self.title


_DEFAULTS = Options()

_TURN_OR_ROLL = (("turn", "Finish the turn"), ("roll", "One last roll"))
_PLAYER_OR_TEAM = (("player", "One player's points"), ("team", "The team's points"))

FIELDS = (
    OptionField(
        name="sets",
        label="Sets of rounds",
        help="How many sets of rounds the evening has.",
        kind="number",
        default=_DEFAULTS.sets,
        minimum=1,
        maximum=MAX_SETS,
        common=True,
    ),
    OptionField(
        name="end_on",
        label="The bell rings on",
        help=f"Whose {BELL} points at the head table end the round.",
        kind="choice",
        default=_DEFAULTS.end_on,
        choices=_PLAYER_OR_TEAM,
        common=True,
    ),
    OptionField(
        name="bell_finish",
        label="At the bell, others",
        help="What the player who holds the dice at the bell may still do.",
        kind="choice",
        default=_DEFAULTS.bell_finish,
        choices=_TURN_OR_ROLL,
    ),
    OptionField(
        name="mini_ends_turn",
        label=f"{MINI} points end the turn",
        help="Three of a kind of another number scores, but passes the dice on.",
        kind="flag",
        default=_DEFAULTS.mini_ends_turn,
    ),
    OptionField(
        name="traveling",
        label="Traveling token",
        help="Whoever rolls a Bunco holds the token until the next Bunco.",
        kind="flag",
        default=_DEFAULTS.traveling,
        common=True,
    ),
    OptionField(
        name="wipeout",
        label="Wipeout",
        help="Five rounds, from 2 to 6; three 1s lose the points of the round and the turn.",
        kind="flag",
        default=_DEFAULTS.wipeout,
        common=True,
    ),
    OptionField(
        name="wipeout_scope",
        label="A wipeout takes",
        help="Whose points of the round three 1s lose.",
        kind="choice",
        default=_DEFAULTS.wipeout_scope,
        choices=_PLAYER_OR_TEAM,
    ),
)
"""The form: what it accepts is what the game accepts."""

_BY_NAME = {field.name: field for field in FIELDS}


def read(options: Mapping[str, Any]) -> Options:
    """The options of a table.

    Raises:
        IllegalAction: ``unknown_option``, or ``malformed`` with the reason.
    """
    for name in options:
        if name not in _BY_NAME and name != TITLE:
            raise IllegalAction(
                "unknown_option", f"Bunco has no option called {name!r}.", option=name
            )
    for name, reason in faults(options):
        raise IllegalAction("malformed", f"The option {name!r}: {reason}.", option=name)
    return Named(**options) if options.get(TITLE) else Options(**_untitled(options))


def in_force(options: Options) -> dict[str, Any]:
    """Every option by its name, the title too."""
    return {**options.model_dump(), TITLE: options.called}


def _untitled(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name != TITLE}


def faults(options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Everything that is wrong with some options: the name, and what is asked there."""
    found = [
        (name, _fault(_BY_NAME.get(name), value)) for name, value in _untitled(options).items()
    ]
    title = options.get(TITLE, "")
    if not isinstance(title, str) or len(title) > TITLE_LENGTH:
        found.append((TITLE, f"a text of at most {TITLE_LENGTH} characters is needed"))
    return tuple((name, reason) for name, reason in found if reason)


def _fault(field: OptionField | None, value: object) -> str:
    if field is None:
        return "there is no such option"
    if field.kind == "flag":
        return "" if isinstance(value, bool) else "true or false is needed"
    if field.kind == "choice":
        choices = [choice for choice, _ in field.choices]
        return "" if value in choices else f"it must be one of {', '.join(choices)}"
    if type(value) is int and 1 <= value <= MAX_SETS:
        return ""
    return f"a whole number from 1 to {MAX_SETS} is needed"
