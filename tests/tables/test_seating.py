"""Who sits where: notes beside the game, and what they do to a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.tables import manners
from app.tables.errors import TableTrouble
from app.tables.seating import (
    PACES,
    USUAL_PACE,
    Chair,
    Hosting,
    Note,
    NoteKind,
    first_seating,
    hosted_by,
    seated,
)
from app.tables.steps import steps_of
from app.tables.table import Outcome, Table
from app.tables.verify import verify
from engine.actions import Roll
from engine.refusal import IllegalAction
from tests.tables.house import SETUP, act, house, play


def laid(folder: Path, hosting: Hosting) -> Table:
    """A table of two with this hosting."""
    return house(folder).new_table(SETUP, hosting=hosting)


ADA = Hosting(chairs=(Chair(person="ann"), Chair(computer="ada")), host="ann")


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        (Note(kind="sat", seat=1, who="bo", name="Bo"), Chair(person="bo", name="Bo")),
        (Note(kind="left", seat=1), Chair(free=True)),
        (
            Note(kind="computer", seat=1, who="max", reason="late"),
            Chair(computer="max", why="late"),
        ),
        (Note(kind="returned", seat=1), Chair()),
    ],
)
def test_a_note_changes_one_chair(note: Note, wanted: Chair) -> None:
    before = first_seating(ADA, 2)
    after = seated(before, note)
    assert after.chairs == (ADA.chairs[0], wanted)
    assert after.replace(chairs=before.chairs) == before


@pytest.mark.parametrize("kind", ["sat", "left", "computer", "returned"])
@pytest.mark.parametrize("seat", [None, -1, 2, 99])
def test_a_note_about_no_seat_of_the_table_changes_nothing(
    kind: NoteKind, seat: int | None
) -> None:
    before = first_seating(ADA, 2)
    assert seated(before, Note(kind=kind, seat=seat, who="max")) == before


def test_people_come_and_go_and_the_host_has_a_say() -> None:
    seating = first_seating(ADA, 2)
    for note in (
        Note(kind="came", who="ann"),
        Note(kind="came", who="eve"),
        Note(kind="muted", who="eve"),
        Note(kind="said", who="ann", text="Good evening"),
        Note(kind="host", who="eve"),
        Note(kind="pace", pace=99),
    ):
        seating = seated(seating, note)
    assert seating.here == {"ann", "eve"}
    assert seating.muted == {"eve"}
    assert (seating.host, seating.pace) == ("eve", len(PACES) - 1)
    seating = seated(seated(seating, Note(kind="unmuted", who="eve")), Note(kind="went", who="ann"))
    assert seating.here == {"eve"}
    assert not seating.muted
    seating = seated(seating, Note(kind="kicked", who="eve"))
    assert not seating.here
    assert seating.kicked == {"eve"}


def test_seats_belong_to_keyboards() -> None:
    chairs = (Chair(person="ann"), Chair(person="ann", computer="max"), Chair(free=True), Chair())
    seating = first_seating(Hosting(chairs=chairs), 4)
    assert seating.played_by("ann") == {0}
    assert seating.owned_by("ann") == {0, 1}
    assert seating.played_by("") == {3}
    assert seating.computers == {1}
    assert seating.free == {2}
    assert seating.people == {"ann", ""}


def test_a_table_without_chairs_is_played_at_the_keyboard() -> None:
    seating = first_seating(Hosting(), 3)
    assert seating.played_by("") == {0, 1, 2}
    assert seating.played_by("ann") == frozenset()


def test_who_lays_a_table_sits_at_it() -> None:
    own = hosted_by(Hosting(), "ann", 2)
    assert own.chairs == (Chair(person="ann"),) * 2
    assert (own.host, own.access) == ("ann", "private")
    free = hosted_by(Hosting(chairs=(Chair(), Chair(free=True), Chair(computer="max"))), "ann", 3)
    assert free.chairs == (Chair(person="ann"), Chair(free=True), Chair(computer="max"))
    assert free.access == "code", "nobody could ever take a free seat of a private table"
    assert hosted_by(Hosting(), "", 2) == Hosting()


def test_notes_outlive_the_program_and_change_no_die(tmp_path: Path) -> None:
    table = laid(tmp_path, ADA)
    heard: list[Outcome] = []
    table.subscribe(heard.append)
    version = table.state.version
    act(table)
    table.note(Note(kind="computer", seat=0, who="max", by="ann"))
    table.note(Note(kind="said", who="ann", text="Back soon"))
    assert [outcome.note and outcome.note.kind for outcome in heard] == [None, "computer", "said"]
    assert table.state.version > version
    act(table)
    again = house(tmp_path).open(table.id)
    assert (again.seating, again.state, again.notes) == (table.seating, table.state, table.notes)
    assert again.seating.computers == {0, 1}
    assert again.hosting == ADA
    line = house(tmp_path).tables()[0]
    assert (line.seating, line.hosting) == (table.seating, ADA), "the list need not read it all"
    assert verify(again).ok
    assert len(steps_of(again)) == 3, "the laying and two actions"


def test_a_note_between_makes_no_action_stale(tmp_path: Path) -> None:
    table = laid(tmp_path, Hosting())
    other = house(tmp_path).open(table.id)
    other.note(Note(kind="said", who="", text="Hello"))
    seat = min(table.state.to_act)
    outcome = table.submit(Roll(seat=seat), table.state.version)
    assert outcome.events
    assert [note.kind for note in table.notes] == ["said"]
    with pytest.raises(IllegalAction) as refusal:
        other.submit(Roll(seat=seat), other.state.version)
    assert refusal.value.code == "stale"
    other.note(Note(kind="said", who="", text="I see"))
    table.refresh()
    assert table.notes == other.notes
    assert verify(table).ok


def test_nobody_moves_while_a_seat_is_free(tmp_path: Path) -> None:
    table = laid(tmp_path, Hosting(chairs=(Chair(person="ann"), Chair(free=True)), host="ann"))
    with pytest.raises(TableTrouble, match="waits for players"):
        act(table)
    table.note(Note(kind="sat", seat=1, who="bo", name="Bobby"))
    assert table.names == ("Ann", "Bobby")
    assert [seat.name for seat in table.scene(None).seats] == ["Ann", "Bobby"]
    assert act(table).events


def test_who_plays_is_said_by_those_whose_seat_it_is(tmp_path: Path) -> None:
    table = laid(tmp_path, ADA.replace(chairs=(*ADA.chairs[:1], Chair(person="bo")), host="ann"))
    with pytest.raises(TableTrouble, match="Only whose seat"):
        manners.let_computer_play(table, "eve", 1, "max")
    manners.let_computer_play(table, "bo", 1, "max")
    assert table.scene(None).seats[1].computer
    manners.play_again(table, "bo", 1)
    assert table.seating.played_by("bo") == {1}
    manners.let_computer_play(table, "ann", 1, "max")
    with pytest.raises(TableTrouble, match="Only whose seat"):
        manners.play_again(table, "eve", 1)
    assert [note.by for note in table.notes] == ["bo", "bo", "ann"]


def test_the_pace_has_ends(tmp_path: Path) -> None:
    table = laid(tmp_path, ADA)
    said = [manners.pace_changed(table, "ann", 1) for _ in range(len(PACES))]
    assert table.seating.pace == len(PACES) - 1
    assert len(table.notes) == len(PACES) - 1 - USUAL_PACE, "at the end nothing is written"
    assert said[-1] == said[-2] != said[0]
    with pytest.raises(TableTrouble, match="Only those who play"):
        manners.pace_changed(table, "eve", -1)


def test_a_rematch_seats_everybody_where_they_are(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = hub.new_table(SETUP, hosting=ADA)
    table.note(Note(kind="sat", seat=0, who="bo", name="Bobby"))
    table.note(Note(kind="host", who="bo"))
    again = hub.rematch(table)
    assert again.names == ("Bobby", "Bo")
    assert again.seating.played_by("bo") == {0}
    assert again.seating.host == "bo"
    assert again.seating.computers == {1}


def test_a_note_of_a_later_program_harms_nothing(tmp_path: Path) -> None:
    table = play(house(tmp_path), 1)
    entry = table._last.replace(
        seq=table.entries, action=None, opening=None, events=(), note={"kind": "sang", "seat": 0}
    )
    from app.tables.journal import to_row

    table.store.append(table.id, to_row(entry, table._chain))
    act(table)
    again = house(tmp_path).open(table.id)
    assert (again.notes, again.readonly, again.state) == ((), False, table.state)
    assert verify(again).ok
