"""What a rule set asks: its fields, drawn from the rules' own model and not listed by hand.

A field is known by its path, as faults name it: ``combinations.straight``, ``deck.3.count``. Where
a rule is one of several kinds of thing (nothing, a word, a number, a part with fields of its own),
the path itself asks which, and ``#`` after it the rest, shown only ``where`` that was chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from app.tables.errors import BadInput
from app.tables.number import parse_number
from app.views import own_texts as texts
from app.views.lobby_form import HIGHEST, NO, YES, fields_in_force
from engine.family.game import FamilyGame
from engine.family.options import CARD_OPTIONS
from engine.family.rules import FamilyRules
from engine.registry import ruleset
from engine.ruleset import OptionField
from engine.words import number

Kind = Literal["text", "number", "numbers", "choice"]

NONE = "none"
NUMBER, NUMBERS, PART = "#number", "#numbers", "#part"
"""Choices that stand for a value given in further fields."""


class Field(NamedTuple):
    """One thing that a rule set says.

    ``choices`` are pairs of a text and its label, ``meaning`` the value of each text. ``low`` and
    ``high`` bound a number, or each of ``many`` numbers (0: any count); ``optional`` numbers may
    be left empty. ``where`` is the path and the text without which the field is not asked.
    """

    path: str
    label: str
    help: str
    kind: Kind
    default: Any = None
    choices: tuple[tuple[str, str], ...] = ()
    meaning: Mapping[str, Any] = {}
    low: int = 0
    high: int = HIGHEST
    many: int = 0
    optional: bool = False
    where: tuple[str, str] | None = None


class Part(NamedTuple):
    """Fields under one heading."""

    title: str
    fields: tuple[Field, ...]


def parts(base: str, options: Mapping[str, Any]) -> tuple[Part, ...]:
    """All that a rule set from this preset asks, with ``options`` (all in force) to start from."""
    game = ruleset(base)
    known = {field.name: field for field in fields_in_force(base, options)}
    if not isinstance(game, FamilyGame):
        plain = tuple(map(_of_option, known.values()))
        return (Part(texts.PART_GAME(), plain),)
    schema = _schema()
    found: dict[str, list[Field]] = {"game": [], "parts": [], "special": [], "deck": []}
    nested: list[Part] = []
    names = [*known, *(name for name in schema["properties"] if name not in known)]
    for name in names:
        if name not in schema["properties"] or name not in options or name == "title":
            continue
        about = schema["properties"][name]
        if "$ref" in about:
            inner = tuple(_inside(name, about["$ref"]))
            nested.append(Part(texts.part(name), inner))
        elif name == "deck":
            found["deck"] += _deck(options["deck"])
        elif name in CARD_OPTIONS:
            found["deck"] += [
                one._replace(where=("deck", PART)) for one in _fields(name, about, known.get(name))
            ]
        else:
            several = any("$ref" in one for one in about.get("anyOf", ()))
            found["special" if several else "game"] += _fields(name, about, known.get(name))
    return tuple(
        part
        for part in (
            Part(texts.PART_GAME(), tuple(found["game"])),
            *sorted(nested, key=lambda part: part.title),
            Part(texts.PART_SPECIAL(), tuple(found["special"])),
            Part(texts.PART_CARDS(), tuple(found["deck"])),
        )
        if part.fields
    )


@cache
def _schema() -> dict[str, Any]:
    return FamilyRules.model_json_schema()


def _inside(path: str, reference: str) -> Iterator[Field]:
    """The fields of a part of the model."""
    definition = _schema()["$defs"][reference.rsplit("/", 1)[-1]]
    for name, about in definition["properties"].items():
        yield from _fields(f"{path}.{name}", about)


def _fields(
    path: str, about: Mapping[str, Any], known: OptionField | None = None
) -> Iterator[Field]:
    """The field of a property, and those that some of its choices bring along."""
    label, said = texts.field(path)
    if known is not None:
        label, said = known.label, known.help
    words = dict(known.choices) if known is not None else {}
    branches: Sequence[Mapping[str, Any]] = about.get("anyOf", (about,))
    field = Field(path, label, said, "choice", about.get("default"))
    solid = [one for one in branches if one.get("type") != "null"]
    if len(solid) == 1 and (asked := _asked(field, solid[0])) is not None:
        yield asked._replace(optional=len(branches) > 1)
        return
    meaning: dict[str, Any] = {}
    more: list[Field] = []
    if len(solid) < len(branches):
        meaning[NONE] = NONE
    for one in solid:
        if one.get("type") == "boolean":
            meaning |= {YES: True, NO: False}
        elif "enum" in one or "const" in one:
            meaning |= {str(value): value for value in one.get("enum", (one.get("const"),))}
        elif "$ref" in one:
            meaning[PART] = None
            more += [
                inner._replace(where=inner.where or (path, PART))
                for inner in _inside(path, one["$ref"])
            ]
        elif one["type"] == "integer" and one.get("minimum") == one.get("maximum"):
            meaning[str(one["minimum"])] = one["minimum"]
        else:
            sign = NUMBERS if one["type"] == "array" else NUMBER
            meaning[sign] = None
            label, said = texts.field(path + sign)
            asked = _asked(Field(path + sign, label, said, "number", where=(path, sign)), one)
            assert asked is not None
            usual = [asked.low] * asked.many if sign == NUMBERS else asked.low
            more.append(asked._replace(default=usual))
    choices = tuple((text, words.get(text) or texts.choice(path, text)) for text in meaning)
    yield field._replace(choices=choices, meaning=meaning)
    yield from more


def _asked(field: Field, about: Mapping[str, Any]) -> Field | None:
    """A field that is typed into; None for what is chosen."""
    low, high = about.get("minimum", 0), about.get("maximum", HIGHEST)
    match about.get("type"):
        case "integer" if "enum" not in about and low != high:
            return field._replace(kind="number", low=low, high=high)
        case "array" if "$ref" not in about.get("items", {}):
            each = (about.get("prefixItems") or [about["items"]])[0]
            return field._replace(
                kind="numbers",
                low=each.get("minimum", 0),
                high=each.get("maximum", HIGHEST),
                many=len(about.get("prefixItems", ())),
            )
        case _:
            return None


def _deck(deck: Any) -> Iterator[Field]:
    """With cards or without, and how many of each."""
    if not isinstance(deck, list):
        return
    label, said = texts.field("deck")
    meaning = {PART: None, NONE: NONE}
    choices = tuple((text, texts.choice("deck", text)) for text in meaning)
    yield Field("deck", label, said, "choice", choices=choices, meaning=meaning)
    count = _schema()["$defs"]["Card"]["properties"]["count"]
    for at, card in enumerate(deck):
        field = Field(f"deck.{at}.count", card["title"], card["asks"], "number")
        asked = _asked(field, count)
        assert asked is not None
        yield asked._replace(where=("deck", PART))


def _of_option(option: OptionField) -> Field:
    """A field of a game that tells its options and no more."""
    field = Field(option.name, option.label, option.help, "choice", option.default)
    if option.kind == "number":
        low = 0 if option.minimum is None else option.minimum
        high = HIGHEST if option.maximum is None else option.maximum
        return field._replace(kind="number", low=low, high=high, optional=option.optional)
    if option.kind == "flag":
        choices = tuple((text, texts.choice(option.name, text)) for text in (YES, NO))
        return field._replace(choices=choices, meaning={YES: True, NO: False})
    return field._replace(
        choices=option.choices, meaning={text: text for text, _ in option.choices}
    )


# Between values and texts


def text_for(field: Field, value: Any) -> str:
    """What stands in a field for a value; the first choice where the value is of another kind."""
    if field.kind == "numbers":
        found = value if isinstance(value, list | tuple) else field.default
        return " ".join(map(str, found or ()))
    if field.kind == "number":
        found = value if type(value) is int or field.optional else field.default
        return number(found) if type(found) is int else ""
    if field.kind == "text":
        return str(value)
    for text, meant in field.meaning.items():
        if meant is not None and type(meant) is type(value) and meant == value:
            return text
    kinds = {int: NUMBER, list: NUMBERS, tuple: NUMBERS, dict: PART}
    sign = kinds.get(type(value), NONE)
    if sign == NUMBERS and PART in field.meaning:
        sign = PART
    return sign if sign in field.meaning else next(iter(field.meaning))


def value_for(field: Field, text: str) -> Any:
    """The value that a text in a field means; None for one that further fields give.

    Raises:
        BadInput: it is not what the field asks for.
    """
    match field.kind:
        case "text":
            return text
        case "choice":
            return field.meaning.get(text)
        case "number":
            if field.optional and not text.strip():
                return NONE
            return parse_number(text, field.low, field.high)
        case "numbers":
            pieces = text.replace(",", " ").split()
            if field.many and len(pieces) != field.many:
                raise BadInput("numbers", count=field.many)
            return [parse_number(piece, field.low, field.high) for piece in pieces]
