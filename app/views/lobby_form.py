"""What the form for a new table asks, and what a person's answers come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import Field
from rich.cells import cell_len

from app.tables.errors import BadInput
from app.tables.names import cut, suggest_name, visible
from app.tables.number import parse_number
from app.tables.seating import Hosting
from app.views import lobby_texts as texts
from app.views.lobby import Item
from app.views.lobby_hosting import computer_titles, hosting_of, house_fields, who_of
from engine.family.game import FamilyGame
from engine.family.options import option_fields
from engine.model import Frozen, Setup
from engine.refusal import IllegalAction
from engine.registry import preset as find_preset
from engine.registry import presets, ruleset
from engine.ruleset import OptionField
from engine.words import number

FEWEST_SHOWN = 2
"""Seats of a fresh form, where the game allows it."""

HIGHEST = 1_000_000_000
"""The highest number that a table may agree on where its game names no limit."""

YES, NO = "yes", "no"

Value = int | bool | str | None


class Draft(Frozen):
    """What stands in the form, as typed: also names of seats that were taken away again.

    ``who`` plays each seat: a person, a computer player by name, or nobody yet (see
    `app.views.lobby_hosting`). ``answers`` are by the names of the options, and only those that the
    person gave; those beside the rules are in ``house``. ``rules`` is
    the offer that was chosen where it is not the preset alone, ``given`` the options it brings, as
    they were then: a file that changes later changes nothing here.
    """

    preset: str
    seats: int
    rules: str = ""
    given: dict[str, Any] = Field(default_factory=dict)
    names: tuple[str, ...] = ()
    who: tuple[str, ...] = ()
    answers: dict[str, str] = Field(default_factory=dict)
    house: dict[str, str] = Field(default_factory=dict)
    words: str = ""
    more: bool = False


class Reading(NamedTuple):
    """A form as read: the set-up, or what stands in the way (``field`` is where, "" the whole)."""

    setup: Setup | None
    problem: str = ""
    field: str = ""
    hosting: Hosting = Hosting()


def first_draft(setup: Setup | None = None) -> Draft:
    """An empty form, or one filled in from a set-up."""
    if setup is None:
        preset = first_preset()
        return Draft(preset=preset, seats=in_range(FEWEST_SHOWN, preset))
    answers = {
        field.name: text_of(setup.options[field.name])
        for field in fields_in_force(setup.preset, setup.options)
        if isinstance(setup.options.get(field.name, ()), int | str | None)
    }
    given = {name: value for name, value in setup.options.items() if name not in answers}
    return Draft(
        preset=setup.preset, seats=len(setup.seats), names=setup.seats, answers=answers, given=given
    )


def fields_in_force(preset: str, given: Mapping[str, Any]) -> tuple[OptionField, ...]:
    """The options of a preset, with those of house rules as their defaults.

    Rules that the game refuses (of a table from another version) change nothing here; the set-up
    is refused with its reason.
    """
    game = ruleset(preset)
    usual = game.option_fields(preset)
    if not given:
        return usual
    try:
        now = game.options(preset, given)
    except IllegalAction:
        return usual
    if isinstance(game, FamilyGame):
        return option_fields(game.rules(preset, given))
    return tuple(
        field.model_copy(update={"default": now.get(field.name, field.default)}) for field in usual
    )


def first_preset() -> str:
    """What a fresh form offers: the first game for two, as it is called without further words."""

    def rank(name: str) -> tuple[bool, bool]:
        game = ruleset(name)
        return (game.min_seats > FEWEST_SHOWN, find_preset(name).title != game.title)

    return min(presets(), key=rank)


def preset_choices() -> tuple[tuple[str, str], ...]:
    """Every preset that can be played, with what people call it."""
    return tuple((name, preset_title(name)) for name in presets())


def preset_items() -> tuple[Item, ...]:
    """Every preset as a list shows it, the games apart from each other."""
    return tuple(Item(name, preset_title(name), detail=preset_summary(name)) for name in presets())


def preset_title(name: str) -> str:
    """A preset as people call it: with the name of its game in front."""
    game, title = ruleset(name).title, find_preset(name).title
    return title if title.startswith(game) else f"{game}: {title}"


def preset_summary(name: str) -> str:
    """What a preset is about, in a sentence."""
    return find_preset(name).summary


def seat_choices(preset: str) -> tuple[tuple[str, str], ...]:
    """How many may play."""
    game = ruleset(preset)
    counts = map(str, range(game.min_seats, game.max_seats + 1))
    return tuple((count, count) for count in counts)


def in_range(seats: int, preset: str) -> int:
    """So many seats, or as near as the game allows."""
    game = ruleset(preset)
    return max(game.min_seats, min(game.max_seats, seats))


def seat_names(typed: Sequence[str], seats: int, who: Sequence[str] = ()) -> tuple[str, ...]:
    """The name of every seat: as typed where there is something to see, numbered where not.

    A computer player brings its own. Nobody is called like somebody else: the later one gets a
    number. Typed names come first, so that an empty seat never takes one away.
    """
    given = [visible(typed[at]) if at < len(typed) else "" for at in range(seats)]
    titles = computer_titles() if who else {}
    names: dict[int, str] = {}
    for at in sorted(range(seats), key=lambda seat: not given[seat]):
        own = titles.get(who_of(who, at)) or texts.SEAT(number=at + 1)
        wanted = given[at] or own
        names[at] = suggest_name(wanted, names.values())
    return tuple(names[at] for at in range(seats))


def name_help(typed: Sequence[str], seats: int, seat: int, who: Sequence[str] = ()) -> str:
    """What there is to say about a name: what it will be where that is not what stands there."""
    raw = typed[seat].strip() if seat < len(typed) else ""
    shown = seat_names(typed, seats, who)[seat]
    if not raw:
        return texts.HELP_NAME(name=shown)
    return texts.HELP_NAMED() if raw == shown else texts.NAME_SHOWN_AS(name=shown)


def as_typed(text: str, cells: int) -> str:
    """What a line of the form takes in of a text: visible, within a width, and still being typed.

    One space may stand at the end, where the next word will come.
    """
    seen = cut(visible(text), cells)
    return f"{seen} " if seen and text.endswith(" ") and cell_len(seen) < cells else seen


def text_of(value: Value) -> str:
    """A value as it stands in the form."""
    if isinstance(value, bool):
        return YES if value else NO
    return "" if value is None else number(value) if isinstance(value, int) else value


def answer(field: OptionField, draft: Draft) -> str:
    """What stands in a field: the person's answer, or the default of the preset."""
    given = draft.answers.get(field.name)
    allowed = [value for value, _ in choices(field)]
    return text_of(field.default) if given is None or (allowed and given not in allowed) else given


def choices(field: OptionField) -> tuple[tuple[str, str], ...]:
    """The values to choose from, with their labels; none for a number."""
    if field.kind == "flag":
        return ((YES, texts.YES()), (NO, texts.NO()))
    return field.choices if field.kind == "choice" else ()


def read_option(field: OptionField, text: str) -> Value:
    """The value of a field as it stands in the form.

    Raises:
        BadInput: it has to be a number, and is none that is allowed.
    """
    if field.kind == "flag":
        return text == YES
    if field.kind == "choice":
        return text
    if not text.strip():
        return None if field.optional else field.default
    low = 0 if field.minimum is None else field.minimum
    return parse_number(text, low, HIGHEST if field.maximum is None else field.maximum)


def read_form(draft: Draft) -> Reading:
    """The set-up that the form describes; the game itself has the last word.

    What every table wants to see first is written into the set-up even where it is the default, so
    that the table ends as the form says. Everything else only where it was changed.
    """
    game = ruleset(draft.preset)
    options: dict[str, Value] = {}
    for field in fields_in_force(draft.preset, draft.given):
        try:
            value = read_option(field, answer(field, draft))
        except BadInput as bad:
            problem = texts.WRONG(label=field.label, problem=bad.message)
            return Reading(None, problem, field.name)
        if field.common or value != field.default:
            options[field.name] = value
    house: dict[str, Value] = {}
    for field in house_fields():
        try:
            house[field.name] = read_option(
                field, answer(field, draft.replace(answers=draft.house))
            )
        except BadInput as bad:
            problem = texts.WRONG(label=field.label, problem=bad.message)
            return Reading(None, problem, field.name)
    try:
        hosting = hosting_of(draft.who, draft.seats, house)
    except BadInput as bad:
        return Reading(None, bad.message, "seats")
    seats = seat_names(draft.names, draft.seats, draft.who)
    setup = Setup(preset=draft.preset, seats=seats, options={**draft.given, **options})
    try:
        game.initial(setup)
    except IllegalAction as refusal:
        return Reading(None, refusal.message)
    return Reading(setup, hosting=hosting)
