"""What a table may agree on: any rule of the family, by the names of the rule book."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from engine.family.rules import FamilyRules
from engine.faults import wrong
from engine.model import Frozen
from engine.refusal import IllegalAction
from engine.ruleset import OptionField

CARD_OPTIONS = frozenset({"double_scope", "after_safe_fill"})
"""Options that say something only where there is a deck."""

ALIASES = {"four_two_as_three_pairs": ("combinations", "four_two")}
"""Options that the rule book names, though they are part of a bigger field."""

PARTIAL = ("combinations", "dice")
"""Fields of which an option may give a part; the rest stays as the preset has it."""


def agreed(rules: FamilyRules, options: Mapping[str, Any]) -> FamilyRules:
    """A preset with a table's options.

    A number of minutes without a goal means that there is none (FOB-32), as does ``end = timed``.
    With a deck, all dice kept means a new card, without one another roll (section 5), unless an
    option says otherwise. A deck may be given whole, or as how many of each card of the preset.

    Raises:
        IllegalAction: ``unknown_option``, or ``malformed`` with the reason.
    """
    try:
        return FamilyRules.model_validate(_merged(rules, options))
    except ValidationError as error:
        raise malformed(error) from None


def faults(rules: FamilyRules, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Everything that is wrong with a table's options: where it stands, and what it is."""
    found = []
    known = {}
    for name, value in options.items():
        try:
            _merged(rules, {"deck": options.get("deck", rules.deck), name: value})
            known[name] = value
        except IllegalAction as refused:
            found.append((name, refused.message.removeprefix(f"{name}: ")))
    try:
        FamilyRules.model_validate(_merged(rules, known))
    except ValidationError as error:
        found += wrong(error)
    return tuple(found)


def plain(rules: FamilyRules) -> dict[str, Any]:
    """Rules as plain data by the names of their options, without a null: "none" stands for it.

    What it gives is accepted as options again, by any preset of the family.
    """
    data = rules.model_dump(
        mode="json", exclude={"deck"} if rules.deck else {"deck", *CARD_OPTIONS}
    )
    deck = [card.model_dump(mode="json", exclude_defaults=True) for card in rules.deck]
    return {name: "none" if value is None else value for name, value in data.items()} | {
        "deck": deck or "none"
    }


def _merged(rules: FamilyRules, options: Mapping[str, Any]) -> dict[str, Any]:
    data = {name: getattr(rules, name) for name in FamilyRules.model_fields}
    cards = options.get("deck", rules.deck) not in (None, "none", ())
    for name, value in options.items():
        if name in ALIASES:
            field, part = ALIASES[name]
            data[field] = _joined(data[field], {part: value})
        elif name not in data or (name in CARD_OPTIONS and not cards):
            raise IllegalAction("unknown_option", f"There is no option called {name!r} here.")
        elif name in PARTIAL and isinstance(value, Mapping):
            data[name] = _joined(data[name], value)
        elif name == "deck" and isinstance(value, Mapping):
            data[name] = _counted(rules, value)
        else:
            data[name] = value
    if "hot_dice" not in options and bool(cards) != bool(rules.deck):
        data["hot_dice"] = "draw_card" if cards else "may_roll"
    if "doubling" in options and "dice" not in options and not rules.dice.red:
        _check_doubling(options["doubling"])
        data["doubling"] = None
    timed = options.get("minutes") not in (None, "none") and "goal" not in options
    if timed or data["end"] == "timed":
        data["goal"] = None
    return data


def _check_doubling(asked: Any) -> None:
    """Plain dice double nothing; what is asked for must be sound all the same."""
    try:
        FamilyRules.model_validate({"dice": {"red": (1, 2, 3, 4, 5, 6)}, "doubling": asked})
    except ValidationError as error:
        raise malformed(error) from None


def malformed(error: ValidationError) -> IllegalAction:
    """The first thing wrong with some data, as a refusal."""
    where, reason = wrong(error)[0]
    if not where:
        return IllegalAction("malformed", f"These rules do not fit together: {reason}.")
    return IllegalAction("malformed", f"{where}: {reason}.", where=where)


def _counted(rules: FamilyRules, counts: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cards of a preset by their names, as often as an option says."""
    known = {card.name: dict(card) for card in rules.deck}
    for name in counts:
        if name not in known:
            raise IllegalAction("malformed", f"There is no card called {name!r} here.")
    return [{**known[name], "count": count} for name, count in counts.items()]


def _joined(old: Any, new: Mapping[str, Any]) -> Any:
    """Data with some entries exchanged; what has no entries stays for validation to refuse."""
    if isinstance(old, Frozen):
        old = {name: getattr(old, name) for name in type(old).model_fields}
    return {**old, **new} if isinstance(old, Mapping) else old


def option_fields(rules: FamilyRules) -> tuple[OptionField, ...]:
    """The options that a form asks for, with the preset's own values as defaults."""
    return tuple(
        field
        for field, wanted in (
            (_goal(rules), True),
            (_minutes(rules), True),
            (_end(rules), True),
            (_choice(rules, "keep", "Keep", _KEEP, "What of a roll must be set aside"), True),
            (_minimum(rules, "entry_min", "To get on the board"), True),
            (_minimum(rules, "bank_min", "Smallest bank"), True),
            (_flag(rules, "topping", "Topping", "A bank must beat the one before it"), True),
            (_flag(rules, "challenge", "Challenges", "Play a turn against a rival's sheet"), True),
            (_flag(rules, "pyramiding", "Pyramiding", "Build on dice set aside before"), True),
            (
                _flag(rules, "single_combination", "One combination", "Keep only one at a time"),
                True,
            ),
            (_four_two(rules), bool(rules.combinations.three_pairs)),
            (_flag(rules, "doubling", "Red doubles", "A red face doubles a roll"), _reds(rules)),
            (_choice(rules, "double_scope", "Doubling", _SCOPE, "What is doubled"), _deck(rules)),
            (
                _choice(rules, "after_safe_fill", "After a safe fill", _SAFE, "What comes next"),
                _deck(rules),
            ),
            (_floor_field(rules), True),
            (_choice(rules, "tie", "A tie", _TIE, "How equal sheets are parted"), True),
        )
        if wanted
    )


_KEEP = (("at_least_one", "at least one scoring die"), ("all", "every scoring die"))
_SCOPE = (("turn", "the whole turn"), ("card", "the points under the card"))
_SAFE = (("continue", "draw on, or stop"), ("end", "the turn ends"))
_TIE = (
    ("extra_turn", "one more turn each"),
    ("extra_roll", "one more roll each"),
    ("shared", "the win is shared"),
)
_END = (
    ("first_to", "the first to reach the goal wins"),
    ("last_turn_each", "everybody else has one more turn"),
    ("finish_round", "the round is finished"),
)
_FLOOR = (("0", "never below 0"), ("none", "may fall below 0"))


def _goal(rules: FamilyRules) -> OptionField:
    return OptionField(
        name="goal",
        label="Goal",
        help="Points to reach; leave it empty to play for time alone",
        kind="number",
        default=rules.goal,
        minimum=1,
        maximum=1_000_000,
        optional=True,
        common=True,
    )


def _minutes(rules: FamilyRules) -> OptionField:
    return OptionField(
        name="minutes",
        label="Minutes",
        help="When time is up the round is finished; empty for no limit",
        kind="number",
        default=rules.minutes,
        minimum=1,
        maximum=24 * 60,
        optional=True,
        common=True,
    )


def _end(rules: FamilyRules) -> OptionField:
    return _choice(rules, "end", "At the goal", _END, "What happens when the goal is reached")


def _choice(
    rules: FamilyRules, name: str, label: str, choices: tuple[tuple[str, str], ...], text: str
) -> OptionField:
    default = getattr(rules, name)
    return OptionField(
        name=name, label=label, help=text, kind="choice", default=default, choices=choices
    )


def _floor_field(rules: FamilyRules) -> OptionField:
    default = "none" if rules.min_score is None else "0"
    return OptionField(
        name="min_score",
        label="Sheets",
        help="How far a sheet may fall",
        kind="choice",
        default=default,
        choices=_FLOOR,
    )


def _minimum(rules: FamilyRules, name: str, label: str) -> OptionField:
    return OptionField(
        name=name,
        label=label,
        help="Turn points needed; 0 for none",
        kind="number",
        default=getattr(rules, name),
        minimum=0,
        maximum=1_000_000,
    )


def _flag(rules: FamilyRules, name: str, label: str, text: str) -> OptionField:
    return OptionField(
        name=name, label=label, help=text, kind="flag", default=bool(getattr(rules, name))
    )


def _four_two(rules: FamilyRules) -> OptionField:
    return OptionField(
        name="four_two_as_three_pairs",
        label="Four and a pair",
        help="Four of a kind with a pair counts as three pairs",
        kind="flag",
        default=rules.combinations.four_two,
    )


def _reds(rules: FamilyRules) -> bool:
    return bool(rules.dice.red)


def _deck(rules: FamilyRules) -> bool:
    return bool(rules.deck)
