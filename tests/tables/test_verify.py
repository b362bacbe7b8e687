"""Verification finds every change to a die, a card, the points, the seed or a row."""

from __future__ import annotations

import hashlib
import hmac
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.tables.errors import TableTrouble
from app.tables.hub import Hub
from app.tables.journal import first_chain, link, written
from app.tables.recipe import Recipe
from app.tables.table import Table
from app.tables.verify import evidence, verify
from tests.tables.house import SETUP, act, house, journal_of, play

SHORT = SETUP.replace(preset="race/short")


def finished(hub: Hub, recipe: Recipe | None = None) -> Table:
    table = play(hub, 99, recipe, SHORT)
    assert table.state.over
    return table


def test_a_finished_table_is_verified_and_its_seed_revealed(tmp_path: Path) -> None:
    table = finished(house(tmp_path))
    verdict = verify(house(tmp_path).open(table.id))
    assert (verdict.ok, verdict.over, verdict.fair) == (True, True, True)
    assert verdict.seed is not None
    assert hashlib.sha256(bytes.fromhex(verdict.seed)).hexdigest() == table.commitment
    kinds = [event.kind for event in table.events]
    assert (verdict.rolls, verdict.cards) == (kinds.count("rolled"), kinds.count("card_drawn"))
    assert verdict.cards > 0
    assert verdict.sentences == (
        f"The seed fits the commitment {table.commitment}.",
        f"Recomputed from the seed: rolls {verdict.rolls}, cards {verdict.cards}; "
        "every one is as the journal says.",
        f"Entries replayed: {table.entries}; they give the same table.",
        f"The seed is {verdict.seed}.",
    )


def test_before_the_end_the_seed_is_kept_back(tmp_path: Path) -> None:
    table = play(house(tmp_path), 5)
    secret = table.store.secret(table.id)
    assert secret is not None
    verdict = verify(table)
    assert (verdict.ok, verdict.over, verdict.seed) == (True, False, None)
    assert verdict.sentences[-1].startswith("The game is not over: the seed stays secret")
    assert secret.hex() not in verdict.model_dump_json()
    with pytest.raises(TableTrouble) as no:
        evidence(table)
    assert no.value.code == "not_over"


def test_an_outsider_can_recompute_every_die_from_the_evidence(tmp_path: Path) -> None:
    table = finished(house(tmp_path), Recipe(words=("salt", "pepper")))
    proof: dict[str, Any] = json.loads(json.dumps(evidence(table)))
    seed = bytes.fromhex(proof["seed"])
    assert hashlib.sha256(seed).hexdigest() == proof["commitment"]
    words = hashlib.sha256(b"salt\npepper\n").hexdigest()
    stream = b"".join(
        hmac.new(seed, f"dice|{proof['table']}|{words}|{block}".encode(), "sha256").digest()
        for block in range(9)
    )
    faces = [byte % 6 + 1 for byte in stream if byte < 252]
    told = [
        face
        for entry in proof["entries"]
        for event in entry["events"]
        if event["kind"] == "rolled"
        for face in event["faces"]
    ]
    assert told == faces[: len(told)]
    assert len(told) >= 6


@pytest.mark.parametrize(
    "recipe", [Recipe(seed=3), Recipe(dice=((3,), (4,), (6, 6))), Recipe(seed=1, cards=("ten",))]
)
def test_given_dice_are_verified_and_called_unfair(recipe: Recipe, tmp_path: Path) -> None:
    verdict = verify(finished(house(tmp_path), recipe))
    assert (verdict.ok, verdict.fair) == (True, False)
    assert verdict.sentences[-1] == (
        "These dice were given by a script or a number: this is not fair play."
    )


Edit = Callable[[list[dict[str, Any]]], object]


def rewritten(folder: Path, table: Table, edit: Edit) -> Table:
    """The table after somebody changed its journal and chained it anew."""
    rows = table.store.read(table.id)
    entries = [json.loads(row.body) for row in rows]
    edit(entries)
    db = sqlite3.connect(journal_of(folder), isolation_level=None)
    chain = first_chain(table.id)
    for seq, entry in enumerate(entries):
        body = written(entry)
        chain = link(chain, body)
        db.execute("UPDATE journal SET body = ?, chain = ? WHERE seq = ?", (body, chain, seq))
    db.execute("DELETE FROM journal WHERE seq >= ?", (len(entries),))
    db.close()
    return house(folder).open(table.id)


def set_die(entries: list[dict[str, Any]]) -> None:
    entries[1]["events"][0]["faces"] = (
        [6, 6] if entries[1]["events"][0]["faces"] != [6, 6] else [1, 1]
    )


def set_card(entries: list[dict[str, Any]]) -> None:
    event = entries[3]["events"][0]
    event["card"] = "ten" if event["card"] != "ten" else "one"


EDITS: dict[str, tuple[Edit, str]] = {
    "a die": (set_die, "Entry 1: the dice"),
    "a card": (set_card, "Entry 3: the dice"),
    "a starting roll": (lambda e: e[0]["events"][1].update(faces=[0]), "Entry 0: the dice"),
    "an event more": (lambda e: e[1]["events"].append(e[1]["events"][0]), "Entry 1: the dice"),
    "an event less": (lambda e: e[1]["events"].pop(), "Entry 1: the dice"),
    "an action": (lambda e: e[2]["action"].update(kind="draw"), "Entry 2: the dice"),
    "an unknown action": (lambda e: e[2]["action"].update(kind="fly"), "Entry 2: the rules"),
    "no action": (lambda e: e[2].update(action=None), "Entry 2: the rules"),
    "a seat": (lambda e: e[2]["action"].update(seat=0), "Entry 2: the rules"),
    "the stream's place": (lambda e: e[4]["position"].__setitem__(0, 0), "Entry 4: the place"),
    "the fingerprint": (lambda e: e[4].update(state="0" * 64), "Entry 4: the table"),
    "who may act": (lambda e: e[4].update(to_act=[5]), "Entry 4: the table"),
    "the version": (lambda e: e[4].update(version=1), "Entry 4: the table"),
    "the words": (lambda e: e[0]["opening"]["recipe"].update(words=["x"]), "Entry "),
    "a seed": (lambda e: e[0]["opening"]["recipe"].update(seed=1), "The table that was opened"),
    "the fairness": (lambda e: e[0]["opening"].update(fair=False), "The table that was opened"),
    "a script": (
        lambda e: e[0]["opening"]["recipe"].update(dice=[[7]]),
        "The table that was opened",
    ),
    "a name": (lambda e: e[0]["opening"]["setup"].update(seats=["Ann"]), "Entry 0: the"),
    "the sheet": (lambda e: e[0]["opening"]["setup"].update(scores=[9, 0]), "Entry 0: the table"),
    "the set-up": (lambda e: e[0]["opening"]["setup"].update(options={"goal": 9999}), "Entry "),
    "the commitment": (lambda e: e[0]["opening"].update(commitment="0" * 64), "The seed does not"),
}


@pytest.mark.parametrize(("edit", "said"), EDITS.values(), ids=EDITS.keys())
@pytest.mark.parametrize("opened", ["before", "after"])
def test_every_change_is_found(edit: Edit, said: str, opened: str, tmp_path: Path) -> None:
    table = finished(house(tmp_path))
    assert verify(table).ok
    try:
        changed = rewritten(tmp_path, table, edit)
    except TableTrouble:
        changed = table  # these rules cannot even lay it
    verdict = verify(table if opened == "before" else changed)
    assert not verdict.ok
    assert verdict.seed is None
    if opened == "after" and changed is not table:
        assert verdict.sentences[0].startswith(said), verdict.sentences


def test_rows_that_were_taken_off_the_end_are_found_while_the_table_is_open(tmp_path: Path) -> None:
    table = finished(house(tmp_path))
    rewritten(tmp_path, table, lambda entries: entries.pop())
    assert verify(table).sentences[0].startswith("The table that was opened is not the one")


def test_another_seed_is_found(tmp_path: Path) -> None:
    table = finished(house(tmp_path))
    db = sqlite3.connect(journal_of(tmp_path), isolation_level=None)
    db.execute("UPDATE secret SET seed = ?", (bytes(32),))
    db.close()
    for one in (table, house(tmp_path).open(table.id)):
        verdict = verify(one)
        assert not verdict.ok
        assert verdict.sentences == (f"The seed does not fit the commitment {table.commitment}.",)


def test_a_garbled_row_is_found_by_its_number(tmp_path: Path) -> None:
    table = finished(house(tmp_path))
    db = sqlite3.connect(journal_of(tmp_path), isolation_level=None)
    db.execute("UPDATE journal SET body = body || ' ' WHERE seq = 3")
    db.close()
    verdict = verify(table)
    assert verdict.sentences == ("Entry 3 of the journal is damaged or was changed.",)


def test_what_the_table_holds_in_memory_is_not_believed(tmp_path: Path) -> None:
    table = finished(house(tmp_path))
    table.state = table.state.replace(scores=(999, 0))
    verdict = verify(table)
    assert verdict.ok, "the stored journal is what is verified"
    assert house(tmp_path).open(table.id).state.scores != (999, 0)


def test_a_table_kept_in_memory_is_verified_too(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = hub.new_table(SHORT, keep=False)
    while not table.state.over:
        act(table)
    assert verify(table).ok
    assert evidence(table)["seed"] == verify(table).seed
