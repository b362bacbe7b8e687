"""All the tables of a house."""

from __future__ import annotations

import gc
import hashlib
from pathlib import Path

import pytest

from app.tables import hub as hub_module
from app.tables.chance import StreamChance
from app.tables.errors import BadInput, TableTrouble
from app.tables.hub import Hub
from app.tables.ids import LENGTH, SIGNS, new_id, read_id, spoken
from app.tables.recipe import Recipe
from app.tables.verify import verify
from engine.events import Rolled
from engine.model import Setup
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset
from tests.tables.house import SETUP, Watch, act, house, play
from tests.tables.race import lookup


def test_the_house_lists_its_tables_the_last_played_first(tmp_path: Path) -> None:
    watch = Watch()
    hub = house(tmp_path, watch)
    assert hub.tables() == ()
    first = play(hub, 1)
    watch.pass_(60)
    second = play(hub, 0, Recipe(seed=3), Setup(preset="race/short", seats=("Cy",)))
    watch.pass_(60)
    act(first)
    lines = house(tmp_path, watch).tables()
    assert [line.id for line in lines] == [first.id, second.id]
    assert lines[0].title == "Race"
    assert lines[0].seats == ("Ann", "Bo")
    assert lines[0].turn == ("Ann",)
    assert lines[0].last_played == watch.now
    assert (lines[0].over, lines[0].fair, lines[0].readonly, lines[0].notice) == (
        False,
        True,
        False,
        "",
    )
    assert (lines[1].title, lines[1].fair, lines[1].turn) == ("Short race", False, ("Cy",))
    watch.pass_(60)
    while not second.state.over:
        act(second)
    newest = hub.tables()[0]
    assert (newest.id, newest.over, newest.turn) == (second.id, True, ())


def test_a_table_is_taken_up_again_as_it_was(tmp_path: Path) -> None:
    table = play(house(tmp_path), 9)
    again = house(tmp_path).open(table.id)
    assert again.state == table.state
    assert again.events == table.events
    assert again.setup == table.setup
    assert again.commitment == table.commitment
    assert (again.readonly, again.notice, again.saved, again.fair) == (False, "", True, True)


def test_one_process_has_one_object_for_a_table(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = play(hub, 1)
    assert hub.open(table.id) is table
    act(house(tmp_path).open(table.id))
    assert hub.open(spoken(table.id)) is table
    assert table.entries == 3, "it has caught up with the other process"
    name, number = table.id, id(table)
    del table
    gc.collect()
    assert number not in {id(one) for one in hub._tables.values()}
    assert hub.open(name).entries == 3


def test_a_table_is_found_by_its_exact_name_only(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = play(hub, 1)
    for text in (spoken(table.id), f" {table.id.upper()} ", f"{table.id[:4]} {table.id[4:]}"):
        assert house(tmp_path).open(text).state == table.state
    wrong = table.id[:-1] + next(sign for sign in SIGNS if sign != table.id[-1])
    for text in (wrong, "%", "_" * 8, table.id[:-1] + "_", table.id[:7], "", "' OR 1=1 --", "\x1b"):
        with pytest.raises(TableTrouble) as no:
            hub.open(text)
        assert no.value.code == "no_such_table"
        assert "\x1b" not in no.value.message


def test_names_of_tables_can_be_said_and_not_guessed() -> None:
    names = {new_id() for _ in range(1000)}
    assert len(names) == 1000
    assert {len(name) for name in names} == {LENGTH}
    assert set("".join(names)) == set(SIGNS)
    assert not set(SIGNS) & set("aeiou01lyI_%-")
    assert len(SIGNS) ** LENGTH > 2**38
    assert all(read_id(spoken(name)) == name for name in names)


def test_names_of_seats_are_cleaned_at_the_door(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = hub.new_table(SETUP.replace(seats=(" \x1b[31mAnn\x1b[0m ", "[red]Bo[/]")))
    assert table.state.seats == ("Ann", "[red]Bo[/]")
    assert house(tmp_path).open(table.id).state == table.state
    for seats in (("Ann", "ANN"), ("Ann", "\u200b")):
        with pytest.raises(BadInput):
            hub.new_table(SETUP.replace(seats=seats))


def test_a_set_up_that_the_game_refuses_leaves_no_table(tmp_path: Path) -> None:
    hub = house(tmp_path)
    for setup, code in (
        (SETUP.replace(preset="ludo"), "unknown"),
        (SETUP.replace(options={"speed": 3}), "unknown_option"),
        (SETUP.replace(options={"goal": "far"}), "malformed"),
    ):
        with pytest.raises(IllegalAction) as no:
            hub.new_table(setup)
        assert no.value.code == code
    with pytest.raises(BadInput):
        hub.new_table(SETUP, Recipe(dice=((9,),)))
    with pytest.raises(IllegalAction):
        hub.new_table(SETUP, Recipe(dice=((1, 2, 3),)))
    assert hub.tables() == ()


def test_players_throw_words_into_dice_that_were_pledged(tmp_path: Path) -> None:
    hub = house(tmp_path)
    pledge = hub.pledge()
    table = hub.new_table(SETUP, Recipe(words=("salt", " ", "\x1b[1mpepper")), pledge)
    assert table.id == pledge.table
    assert table.commitment == pledge.commitment
    assert table.opening.recipe.words == ("salt", "pepper")
    stream = StreamChance(pledge.secret, pledge.table, ("salt", "pepper"))
    act(table)
    rolled = [event.faces for event in table.events if isinstance(event, Rolled)]
    assert rolled == [stream.roll(1), stream.roll(1), stream.roll(2)]
    assert verify(house(tmp_path).open(table.id)).ok
    with pytest.raises(TableTrouble) as no:
        hub.new_table(SETUP, pledge=pledge)
    assert no.value.code == "pledge_used"
    with pytest.raises(TableTrouble) as no:
        hub.new_table(SETUP, Recipe(seed=1), hub.pledge())
    assert no.value.code == "pledge_seeded"


def test_a_name_that_is_taken_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = house(tmp_path)
    taken = play(hub, 1)
    names = iter([taken.id, taken.id, "k7mqx4rd"])
    monkeypatch.setattr(hub_module, "new_id", lambda: next(names))
    table = hub.new_table(SETUP)
    assert table.id == "k7mqx4rd"
    assert verify(table).ok
    assert verify(taken).ok


def test_a_seed_gives_the_same_game_at_every_table(tmp_path: Path) -> None:
    hub = house(tmp_path)
    one, other, third = (play(hub, 12, Recipe(seed=seed)) for seed in (4, 4, 5))
    assert one.id != other.id
    assert one.events == other.events
    assert one.events != third.events
    assert not one.fair
    assert not house(tmp_path).open(one.id).fair


def test_a_rematch_starts_from_nothing_and_is_fair(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = play(hub, 99, Recipe(seed=4), SETUP.replace(preset="race/short"))
    assert table.state.over
    again = hub.rematch(table)
    assert again.setup == table.setup
    assert again.state.scores == (0, 0)
    assert again.fair
    assert again.opening.recipe == Recipe()


def test_a_game_that_is_gone_leaves_its_table_in_the_list(tmp_path: Path) -> None:
    table = play(house(tmp_path), 2)

    def nothing(_: str) -> Ruleset:
        raise IllegalAction("unknown", "There is no such game.")

    hub = Hub(house(tmp_path).store, ruleset=nothing)
    assert [line.title for line in hub.tables()] == ["race"]
    with pytest.raises(TableTrouble) as no:
        hub.open(table.id)
    assert no.value.code == "unreadable"


def test_a_secret_is_not_in_what_players_see(tmp_path: Path) -> None:
    table = play(house(tmp_path), 3)
    secret = table.store.secret(table.id)
    assert secret is not None
    told = "".join(row.body for row in table.store.read(table.id))
    assert secret.hex() not in told
    assert table.commitment == hashlib.sha256(secret).hexdigest()
    assert table.commitment in told


def test_times_are_stored_in_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    watch = Watch()
    local = Hub(house(tmp_path).store, ruleset=lookup, clock=lambda: watch().astimezone())
    table = play(local, 1)
    assert '"at":"2026-03-29T00:30:00Z"' in table.store.read(table.id)[1].body
    assert house(tmp_path).tables()[0].last_played == watch.now
