"""The written form of a table: one row an accepted action, chained by hashes.

The first entry (seq 0) tells how the table was laid, every later one an action and what came of
it. A row's chain is SHA-256 in hex of the chain before it and its own text; the first one follows
on the table's name. So a row that was torn, garbled, exchanged or taken out is noticed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from app.tables.chance import Position
from app.tables.recipe import Recipe
from app.tables.seating import Hosting
from engine.model import Frozen, Setup

FORMAT = 1
"""The form of entries that this program writes."""


class Row(NamedTuple):
    """What a store keeps of one entry. A row that cannot be read has an empty ``body``."""

    seq: int
    body: str
    chain: str


class Written(Frozen):
    """Read back leniently: a newer program may have written more."""

    model_config = ConfigDict(extra="ignore")


class Opening(Written):
    """How a table was laid. ``game`` is the game's own name, beside its preset in ``setup``.

    ``hosting`` is what it agreed on beside the rules.
    """

    format: int
    table: str
    game: str
    setup: Setup
    recipe: Recipe
    fair: bool
    commitment: str
    hosting: Hosting = Hosting()


class Entry(Written):
    """One accepted action, a note beside the game, or the laying of the table.

    ``note`` is kept as it was written, so that a kind from a later version harms nothing;
    ``seating`` is who sits where after it, for the list of tables, where it is not all at one
    keyboard.
    ``at`` is UTC; ``played`` the seconds that the table had been open before; ``position`` what of
    the dice and cards is used after it; ``to_act`` and ``state`` (`digest`) the table after it.
    """

    seq: int
    at: AwareDatetime
    played: float
    opening: Opening | None = None
    action: dict[str, Any] | None = None
    note: dict[str, Any] | None = None
    seating: dict[str, Any] | None = None
    events: tuple[dict[str, Any], ...]
    position: Position
    to_act: tuple[int, ...]
    version: int
    state: str


class Reading(NamedTuple):
    """The entries up to the first row that is not whole, and the chain to go on from.

    ``fault`` is None, ``torn`` or ``newer``.
    """

    entries: tuple[Entry, ...]
    chain: str
    fault: str | None


def plain(value: Any) -> Any:
    """A frozen value as JSON knows it; sets are sorted, so that equal values read equal (R101)."""
    if isinstance(value, BaseModel):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted((plain(one) for one in value), key=written)
    return value


def written(value: Any) -> str:
    """Plain data as the one text that stands for it."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: Frozen) -> str:
    """A value's fingerprint: SHA-256 in hex of its written form."""
    return hashlib.sha256(written(plain(value)).encode()).hexdigest()


def first_chain(table: str) -> str:
    """What the first row's chain follows on."""
    return hashlib.sha256(f"table|{table}".encode()).hexdigest()


def link(chain: str, body: str) -> str:
    """The chain of a row."""
    return hashlib.sha256(f"{chain}|{body}".encode()).hexdigest()


def to_row(entry: Entry, chain: str) -> Row:
    """An entry as it is stored after the row with this chain."""
    told = entry.model_dump(mode="json", exclude={"opening", "action", "note", "seating", "events"})
    told |= {name: plain(getattr(entry, name)) for name in ("opening", "action", "events")}
    told |= {
        name: plain(value)
        for name in ("note", "seating")
        if (value := getattr(entry, name)) is not None
    }
    body = written(told)
    return Row(entry.seq, body, link(chain, body))


def read_rows(rows: Iterable[Row], start: int, chain: str) -> Reading:
    """The entries in rows that follow on the one before ``start`` with this chain."""
    entries: list[Entry] = []
    for seq, row in enumerate(rows, start):
        if row.seq != seq or not row.body or row.chain != link(chain, row.body):
            return Reading(tuple(entries), chain, "torn")
        entry = read_entry(row.body)
        if entry is None or entry.seq != seq or (entry.opening is None) != (seq > 0):
            return Reading(tuple(entries), chain, "torn")
        entries.append(entry)
        chain = row.chain
    newer = start == 0 and bool(entries) and is_newer(entries[0])
    return Reading(tuple(entries), chain, "newer" if newer else None)


def read_entry(body: str) -> Entry | None:
    """The entry in a row's text, or None when it holds none."""
    try:
        return Entry.model_validate_json(body)
    except (ValidationError, RecursionError):
        return None


def is_newer(entry: Entry) -> bool:
    """Whether an opening was written by a later form of this program."""
    return entry.opening is not None and entry.opening.format > FORMAT
