"""Rules being written: what stands in the fields, and what it comes to."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import Field as Entry

from app.tables.errors import BadInput
from app.tables.names import visible
from app.views import own_texts as texts
from app.views.offers import Offer
from app.views.own_fields import (
    NONE,
    NUMBER,
    NUMBERS,
    PART,
    Field,
    Part,
    parts,
    text_for,
    value_for,
)
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.model import Frozen
from engine.refusal import IllegalAction
from engine.registry import ruleset

WHOLE = ""
"""The place of a fault that concerns the rules as a whole."""


class RuleDraft(Frozen):
    """Rules as they are being written: the offer they started from, and what was typed since.

    ``options`` are all rules in force at the start, ``typed`` what stands in fields that were
    touched, by their paths. ``seen`` is the text of the file when it was opened ("" for new rules).
    """

    start: str
    base: str
    options: dict[str, Any]
    title: str
    typed: dict[str, str] = Entry(default_factory=dict)
    seen: str = ""


class Reading(NamedTuple):
    """What the fields come to: the options, and what is wrong, by the path of its field."""

    options: dict[str, Any]
    faults: dict[str, str]


def begun(offer: Offer, new: bool, seen: str = "") -> RuleDraft:
    """Rules to write that start as an offer is; ``new`` ones have no name yet.

    An offer that the game refuses (of a table from another version) starts as its preset is.
    """
    game = ruleset(offer.preset)
    try:
        options = game.options(offer.preset, offer.options)
    except IllegalAction:
        options = game.options(offer.preset, {})
    options.pop("title", None)
    title = "" if new else offer.title
    return RuleDraft(start=offer.id, base=offer.preset, options=options, title=title, seen=seen)


def asked(draft: RuleDraft) -> tuple[Part, ...]:
    """All fields, those of a part that is switched off included."""
    return parts(draft.base, draft.options)


def text_in(draft: RuleDraft, field: Field) -> str:
    """What stands in a field."""
    typed = draft.typed.get(field.path)
    return text_for(field, _value_at(draft.options, field)) if typed is None else typed


def _value_at(options: Mapping[str, Any], field: Field) -> Any:
    """The value in force, or the usual one of a field whose part is switched off."""
    value: Any = options
    for part in field.path.partition("#")[0].split("."):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return field.default
    return value


def shown(draft: RuleDraft, fields: Sequence[Field]) -> dict[str, bool]:
    """Which fields are asked now, by path."""
    by_path = {field.path: field for field in fields}
    found: dict[str, bool] = {}
    for field in fields:
        if field.where is None:
            found[field.path] = True
            continue
        path, text = field.where
        found[field.path] = found.get(path, True) and text_in(draft, by_path[path]) == text
    return found


def read(draft: RuleDraft) -> Reading:
    """The options that the fields say, with every fault at its field.

    What cannot be read at all is left as it was in the options, so that the game can judge the
    rest.
    """
    fields = [field for part in asked(draft) for field in part.fields]
    asked_now = shown(draft, fields)
    options: dict[str, Any] = copy.deepcopy(draft.options)
    faults: dict[str, str] = {}
    for field in fields:
        if not asked_now[field.path]:
            if field.path in options and field.where is not None and "." not in field.path:
                del options[field.path]
            continue
        text = text_in(draft, field)
        try:
            value = value_for(field, text)
        except BadInput as bad:
            faults[field.path] = bad.message
            continue
        if field.kind == "choice" and value is None:
            _make_room(options, field.path, text)
        else:
            _put(options, field.path.partition("#")[0], value)
    title = visible(draft.title)
    if not title:
        faults["title"] = texts.NEEDS_NAME()
    if is_family(draft.base):
        options["title"] = title
    paths = ["title", *(field.path for field in fields if asked_now[field.path])]
    for where, reason in ruleset(draft.base).faults(draft.base, options):
        faults.setdefault(_field_at(where, paths), reason)
    return Reading(options, faults)


def _field_at(where: str, paths: Sequence[str]) -> str:
    """The field of a fault: the nearest one around the place, or the first one inside it."""
    if not where:
        return WHOLE
    around = [path for path in paths if f"{where}.".startswith(f"{path.partition('#')[0]}.")]
    if around:
        return max(around, key=len)
    return next((path for path in paths if path.startswith(f"{where}.")), WHOLE)


def _make_room(options: dict[str, Any], path: str, text: str) -> None:
    """Where further fields give the value: something for them to go into."""
    empty: Any = {PART: {}, NUMBERS: [], NUMBER: NONE}[text]
    *outer, name = path.split(".")
    inside: Any = options
    for part in outer:
        inside = inside[part]
    if not isinstance(inside.get(name), type(empty)) and not (
        text == PART and isinstance(inside.get(name), list)
    ):
        inside[name] = empty


def _put(options: dict[str, Any], path: str, value: Any) -> None:
    *outer, name = path.split(".")
    inside: Any = options
    for part in outer:
        inside = inside[int(part)] if isinstance(inside, list) else inside.setdefault(part, {})
    inside[name] = value


def label_of(draft: RuleDraft, path: str) -> str:
    """What a field is called, with its part where the name alone would not do."""
    for part in asked(draft):
        for field in part.fields:
            if field.path == path:
                return field.label.removeprefix(texts.INSIDE())
    return texts.NAME()


def is_family(base: str) -> bool:
    """Whether dice of this preset are kept and may bust, and its rules have a title."""
    return isinstance(ruleset(base), FamilyGame)


def family_rules(draft: RuleDraft) -> FamilyRules | None:
    """The rules as the odds need them; None where dice are not kept, or the rules are wrong.

    They need no name for that.
    """
    game = ruleset(draft.base)
    reading = read(draft)
    if not isinstance(game, FamilyGame) or reading.faults.keys() - {"title"}:
        return None
    options = {**reading.options, "title": ""}
    # Validated anew, and so with a memo of their own.
    return FamilyRules.model_validate(dict(game.rules(draft.base, options)))
