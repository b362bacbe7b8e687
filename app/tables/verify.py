"""Whether a table's dice, cards and points are what its seed and the rules give.

Everything is computed anew from what is stored: the commitment from the seed, every roll and card
from the stream, every event from the rules. Nothing that the table holds in memory is believed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.tables.chance import Position, Source, commitment_of
from app.tables.errors import BadInput, TableTrouble, sentence
from app.tables.journal import Entry, digest, first_chain, plain, read_rows
from app.tables.table import Table
from engine.model import Event, Frozen, GameState
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset, begin, step


class Verdict(Frozen):
    """What a verification found: whole sentences, and how much was recomputed.

    ``rolls`` counts throws and ``cards`` draws. ``seed`` is the secret in hex, revealed only when
    the game is over and everything fits.
    """

    ok: bool
    over: bool
    fair: bool
    commitment: str
    seed: str | None
    rolls: int
    cards: int
    sentences: tuple[str, ...]


class Flaw(Exception):
    """Something that does not fit; its argument is the sentence."""


class Counted:
    """A chance that counts what it gives."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.rolls = 0
        self.cards = 0

    @property
    def position(self) -> Position:
        """What the chance has used so far."""
        return self.source.position

    def roll(self, count: int) -> tuple[int, ...]:
        """A throw, counted."""
        faces = self.source.roll(count)
        self.rolls += 1
        return faces

    def draw(self, pile: Mapping[str, int]) -> str:
        """A draw, counted."""
        card = self.source.draw(pile)
        self.cards += 1
        return card


def verify(table: Table) -> Verdict:
    """Check a table from its stored journal and seed.

    Before the end everything is checked too, but the seed is kept back, so that it is only the
    house's word; the verdict says so.

    Raises:
        StoreTrouble: the store cannot be read now.
    """
    said: list[str] = []
    ok, over, seed, chance = False, False, None, None
    try:
        entries = _entries(table)
        secret = _secret(table)
        said.append(sentence("proof_commitment", commitment=table.commitment))
        chance = Counted(table.opening.recipe.chance(secret, table.id))
        state = _recompute(table.game, entries, chance)
        said.append(sentence("proof_dice", rolls=chance.rolls, cards=chance.cards))
        said.append(sentence("proof_replay", entries=len(entries)))
        over = state.over
        seed = secret.hex() if over else None
    except (Flaw, BadInput) as flaw:
        said = [str(flaw)]
    else:
        ok = True
        said.append(sentence("proof_seed", seed=seed) if over else sentence("proof_running"))
    if not table.fair:
        said.append(sentence("proof_unfair"))
    return Verdict(
        ok=ok,
        over=over,
        fair=table.fair,
        commitment=table.commitment,
        seed=seed,
        rolls=chance.rolls if chance else 0,
        cards=chance.cards if chance else 0,
        sentences=tuple(said),
    )


def evidence(table: Table) -> dict[str, Any]:
    """All that an outsider needs to recompute a finished table, JSON-ready.

    The stream is described at the head of `app.tables.chance`.

    Raises:
        TableTrouble: ``not_over``: the seed is still secret.
        StoreTrouble: the store cannot be read now.
    """
    secret = table.store.secret(table.id)
    if not table.state.over or secret is None:
        raise TableTrouble("not_over")
    return {
        "table": table.id,
        "commitment": table.commitment,
        "seed": secret.hex(),
        "recipe": plain(table.opening.recipe),
        "setup": plain(table.setup),
        "entries": [entry.model_dump(mode="json") for entry in _entries(table)],
    }


def _entries(table: Table) -> tuple[Entry, ...]:
    """The stored entries, every row of them whole and chained."""
    rows = table.store.read(table.id)
    reading = read_rows(rows, 0, first_chain(table.id))
    if len(reading.entries) != len(rows):
        raise Flaw(sentence("wrong_row", entry=len(reading.entries)))
    opening = reading.entries[0].opening if rows else None
    honest = opening == table.opening and table.opening.fair == table.opening.recipe.fair
    if not honest or len(rows) < table.entries:
        raise Flaw(sentence("wrong_opening"))
    return reading.entries


def _secret(table: Table) -> bytes:
    secret = table.store.secret(table.id)
    if secret is None or commitment_of(secret) != table.commitment:
        raise Flaw(sentence("wrong_commitment", commitment=table.commitment))
    return secret


def _recompute(game: Ruleset, entries: tuple[Entry, ...], chance: Counted) -> GameState:
    """Play every entry again with the dice of the seed; the table at the end."""
    opening = entries[0].opening
    assert opening is not None
    try:
        events, state = begin(game, opening.setup, chance)
    except IllegalAction:
        raise Flaw(sentence("wrong_action", entry=0)) from None
    _compare(entries[0], events, state, chance)
    for entry in entries[1:]:
        if entry.note is not None:
            _compare(entry, (), state, chance)
            continue
        try:
            action = game.parse_action(entry.action or {})
            events, state = step(game, state, action, chance)
        except IllegalAction:
            raise Flaw(sentence("wrong_action", entry=entry.seq)) from None
        _compare(entry, events, state, chance)
    return state


def _compare(entry: Entry, events: tuple[Event, ...], state: GameState, chance: Counted) -> None:
    if [plain(event) for event in events] != list(entry.events):
        raise Flaw(sentence("wrong_events", entry=entry.seq))
    if chance.position != entry.position:
        raise Flaw(sentence("wrong_position", entry=entry.seq))
    fits = entry.state == digest(state) and entry.version == state.version
    if not fits or entry.to_act != tuple(sorted(state.to_act)):
        raise Flaw(sentence("wrong_state", entry=entry.seq))
