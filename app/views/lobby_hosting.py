"""What the form for a new table asks beside the rules: who plays, and how it is hosted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from app.tables.errors import BadInput
from app.tables.seating import Chair, Hosting
from app.views import lobby_texts as texts
from engine.ruleset import OptionField

PERSON, FREE = "person", "free"
"""Answers to who plays a seat, beside the names of the computer players."""

FEWEST_SECONDS, MOST_SECONDS = 10, 3600
"""What a turn clock may be set to."""


@cache
def who_choices() -> tuple[tuple[str, str], ...]:
    """Who can play a seat: a person, a computer player, or whoever comes."""
    from engine.strategy.players import PLAYERS

    computers = ((one.name, texts.COMPUTER(name=one.title, level=one.level)) for one in PLAYERS)
    return ((PERSON, texts.PERSON()), *computers, (FREE, texts.FREE_SEAT()))


@cache
def computer_titles() -> Mapping[str, str]:
    """What computer players are called, by their names."""
    from engine.strategy.players import PLAYERS

    return {one.name: one.title for one in PLAYERS}


@cache
def computer_help() -> Mapping[str, str]:
    """What each computer player is like, in a sentence, by name."""
    from engine.strategy.players import PLAYERS

    return {one.name: one.about for one in PLAYERS}


def who_help(who: str) -> str:
    """What there is to say about who plays a seat."""
    if who == FREE:
        return texts.HELP_FREE()
    return computer_help().get(who, texts.HELP_PERSON())


def who_of(who: Sequence[str], seat: int) -> str:
    """Who plays a seat, as the form has it."""
    return who[seat] if seat < len(who) else PERSON


def who_from(chairs: Sequence[Chair]) -> tuple[str, ...]:
    """The answers that describe chairs."""
    return tuple(
        FREE if chair.free else chair.computer if chair.computer else PERSON for chair in chairs
    )


def house_fields() -> tuple[OptionField, ...]:
    """What a table may agree on beside its rules."""
    access = (
        ("private", texts.ACCESS_PRIVATE()),
        ("code", texts.ACCESS_CODE()),
        ("open", texts.ACCESS_OPEN()),
    )
    absent = (("wait", texts.ABSENT_WAIT()), ("computer", texts.ABSENT_COMPUTER()))
    return (
        OptionField(
            name="coach", label=texts.COACH(), help=texts.HELP_COACH(), kind="flag", default=True
        ),
        OptionField(
            name="access",
            label=texts.ACCESS(),
            help=texts.HELP_ACCESS(),
            kind="choice",
            default="private",
            choices=access,
        ),
        OptionField(
            name="turn_seconds",
            label=texts.TURN_SECONDS(),
            help=texts.HELP_TURN_SECONDS(),
            kind="number",
            default=None,
            minimum=FEWEST_SECONDS,
            maximum=MOST_SECONDS,
            optional=True,
        ),
        OptionField(
            name="absent",
            label=texts.ABSENT(),
            help=texts.HELP_ABSENT(),
            kind="choice",
            default="wait",
            choices=absent,
        ),
    )


def read_chairs(who: Sequence[str], seats: int) -> tuple[Chair, ...]:
    """The chairs of a table; none where every seat is played at this keyboard.

    Raises:
        BadInput: nobody would ever move.
    """
    played = [who_of(who, seat) for seat in range(seats)]
    if all(one == FREE for one in played):
        raise BadInput("nobody_plays")
    if all(one == PERSON for one in played):
        return ()
    return tuple(
        Chair(free=True) if one == FREE else Chair() if one == PERSON else Chair(computer=one)
        for one in played
    )


def hosting_of(who: Sequence[str], seats: int, values: Mapping[str, object]) -> Hosting:
    """What the form comes to beside the rules; ``values`` are by the names of `house_fields`.

    Raises:
        BadInput: nobody would ever move.
    """
    return Hosting.model_validate({"chairs": read_chairs(who, seats), **values})
