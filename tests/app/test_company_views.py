"""What is told of people, as plain views: sentences, the turn clock, invitations, the lobby."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import segno
from rich.cells import cell_len

from app.tables import presence
from app.tables.seating import SUBSTITUTE, Chair, Hosting, Note, NoteKind, Presence, Seating
from app.tables.table import Table
from app.views import company_texts as texts
from app.views.company import (
    HURRY_SECONDS,
    Standing,
    added,
    note_told,
    standing_of,
    story,
    waits_for,
)
from app.views.invite import HALVES, QUIET, InviteShow, address, invite_lines, qr_lines
from app.views.lines import cells
from app.views.lobby_live import live_room
from app.views.seats import deed_items, seat_items
from app.views.table_log import REMEMBERED
from app.views.title import TitleShow, title_lines
from tests.tables.house import SETUP, Watch, act, house

NAMES = ("Ann", "Bo")
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        (Note(kind="came", seat=1, who="bo", name="Bo"), "Bo has come."),
        (Note(kind="came", who="eve", name="Eve"), "Eve has come to watch."),
        (Note(kind="went", seat=1, name="Bo"), "Bo has left the table."),
        (Note(kind="went", name="Eve"), "Eve does not watch any more."),
        (Note(kind="went", seat=1, name="Bo", reason="lost"), "The connection of Bo was lost."),
        (Note(kind="sat", seat=1, who="bo", name="Bo"), "Bo takes a seat."),
        (Note(kind="left", seat=1, name="Bo"), "Bo has given up a seat; it is free."),
        (Note(kind="left", seat=1, name="Bo", reason="kicked"), "The seat of Bo is free."),
        (Note(kind="computer", seat=1, who="max"), "Max plays for Bo from now on."),
        (
            Note(kind="computer", seat=1, who=SUBSTITUTE, reason="late"),
            "Stella plays for Bo, who took too long.",
        ),
        (
            Note(kind="computer", seat=1, who=SUBSTITUTE, reason="away"),
            "Stella plays for Bo, who is away.",
        ),
        (Note(kind="computer", seat=1, who="gone", reason="lost"),
         "gone plays for Bo, whose connection was lost."),
        (Note(kind="returned", seat=1), "Bo plays again."),
        (Note(kind="returned", seat=1, reason="away"), "Bo is back and plays again."),
        (Note(kind="host", who="bo", name="Bo"), "Bo is the host now."),
        (Note(kind="kicked", who="bo", name="Bo"), "The host has sent Bo away."),
        (Note(kind="muted", who="bo", name="Bo"), "The host has muted Bo."),
        (Note(kind="unmuted", who="bo", name="Bo"), "Bo may talk again."),
        (Note(kind="said", name="Bo", text="{name} 100%"), "Bo: {name} 100%"),
        (Note(kind="pace", pace=0), "The computer players take their time."),
        (Note(kind="again", text="k7mqx4rd"), "A new game is laid at table k7mq-x4rd."),
    ],
)  # fmt: skip
def test_every_note_is_a_whole_sentence(note: Note, wanted: str) -> None:
    assert note_told(note, NAMES) == wanted


def test_no_kind_of_note_is_left_without_words() -> None:
    for kind in NoteKind.__args__:  # type: ignore[attr-defined]
        assert note_told(Note(kind=kind, seat=0, who="max", name="Ann", text="x"), NAMES)


def test_the_log_tells_in_the_order_of_events(tmp_path: Path) -> None:
    table = house(tmp_path).new_table(SETUP)
    act(table)
    presence.say(table, "", "Between")
    act(table)
    presence.say(table, "", "After")
    log = story(table.events, table.noted, table.names)
    said = [at for at, line in enumerate(log) if line.startswith("The house")]
    assert len(said) == 2
    assert 0 < said[0] < said[1] - 1
    assert log[-1].endswith("After")
    again = house(tmp_path).open(table.id)
    assert story(again.events, again.noted, again.names) == log


def test_what_is_said_while_dice_tumble_comes_before_what_they_show() -> None:
    assert added(("a", "b", "c"), ["x"], 2) == ("a", "x", "b", "c")
    assert added(("a", "b"), ["x"], 0) == ("a", "b", "x")
    assert len(added(("a",) * REMEMBERED, ["x"], 0)) == REMEMBERED


def clocked(folder: Path, watch: Watch) -> Table:
    hosting = Hosting(
        chairs=(Chair(person="ann"), Chair(person="bo")),
        host="ann",
        turn_seconds=60,
        absent="computer",
    )
    table = house(folder, watch).new_table(SETUP, hosting=hosting)
    for person in ("ann", "bo", "eve"):
        presence.come(table, person, person, f"of {person}")
    return table


def test_the_turn_clock_counts_down_and_warns(tmp_path: Path) -> None:
    watch = Watch()
    table = clocked(tmp_path, watch)
    start = table.waits_since(0)

    def after(seconds: float) -> Standing:
        return standing_of(table, frozenset({0}), start + timedelta(seconds=seconds))

    assert after(0) == Standing(1, "Ann 1:00", False)
    assert after(35) == Standing(1, "Ann 0:25", False)
    assert after(60 - HURRY_SECONDS) == Standing(1, "! Ann 0:10 !", True)
    assert after(99).clock == "! Ann 0:00 !"
    watch.pass_(10)
    presence.go(table, "ann", "of ann", "lost")
    assert after(15).clock == "Ann away 0:25", "the grace of somebody who has gone is in sight"
    table.note(Note(kind="computer", seat=0, who="max"))
    assert after(15) == Standing(1), "nobody waits long for a computer"


@pytest.mark.parametrize("width", [200, 80, 60, 40, 24])
def test_the_clock_is_the_last_to_give_way(width: int) -> None:
    show = TitleShow("A Game with a Long Name", "first to 10,000", "fair dice, sealed 1234", True)
    (line,) = title_lines(show, width, Standing(3, "! Ann 0:08 !", True))
    text = "".join(run.text for run in line)
    assert cell_len(text) <= width
    if width >= 14:
        assert "! Ann 0:08 !" in text
        assert next(run.role for run in line if "0:08" in run.text) == "bad"
    (unfair,) = title_lines(
        TitleShow("Game", "", "NOT FAIR PLAY: given", False), width, Standing(1)
    )
    assert "NOT FAIR PLAY" in "".join(run.text for run in unfair)


def test_a_table_that_waits_says_for_whom() -> None:
    chairs = (Chair(person="ann"), Chair(free=True), Chair(free=True))
    hosting = Hosting(chairs=chairs, access="code", code="k7mqx4rd")
    assert waits_for(hosting, Seating(chairs=chairs)) == texts.WAITS_CODE(count=2, code="K7MQ-X4RD")
    assert waits_for(hosting, Seating(chairs=chairs[:2])).endswith(
        "1 player; the code is K7MQ-X4RD."
    )
    assert waits_for(hosting.replace(code=""), Seating(chairs=chairs)) == texts.WAITS(count=2)
    assert waits_for(hosting, Seating(chairs=chairs[:1])) == ""


# Invitations

URL = address("https://dice.example.org/parlour/", "k7mqx4rd")


@pytest.mark.parametrize("dark_ground", [False, True])
def test_the_picture_is_the_code_of_the_address(dark_ground: bool) -> None:
    """Read back out of the half blocks, module by module."""
    drawn = {sign: halves for halves, sign in HALVES.items()}
    rows: list[list[bool]] = []
    for line in qr_lines(URL, dark_ground):
        rows += [[drawn[sign][half] for sign in line] for half in (0, 1)]
    dark = [[bit is not dark_ground for bit in row] for row in rows]
    matrix = segno.make_qr(URL, error="l").matrix
    side = len(matrix)
    inside = [row[QUIET : QUIET + side] for row in dark[QUIET : QUIET + side]]
    assert inside == [[bool(bit) for bit in row] for row in matrix]
    assert not any(any(row) for row in dark[:QUIET])
    assert not any(any(row[:QUIET]) or any(row[QUIET + side :]) for row in dark[: side + QUIET])


@pytest.mark.parametrize(
    ("size", "picture"),
    [((72, 22), True), ((38, 23), True), ((72, 40), True), ((38, 14), False), ((60, 20), True),
     ((30, 40), False)],
)  # fmt: skip
def test_an_invitation_fits_every_window(size: tuple[int, int], picture: bool) -> None:
    width, height = size
    lines = invite_lines(InviteShow("k7mqx4rd", URL, 2, key="j"), width, height)
    said = " ".join("".join(run.text for run in line) for line in lines)
    assert len(lines) <= height
    assert all(cells(line) <= width for line in lines)
    assert "K7MQ-X4RD" in said
    assert ("█" in said) == picture
    assert URL == "https://dice.example.org/parlour/?table=k7mq-x4rd"
    plain = invite_lines(InviteShow("k7mqx4rd", URL, 2, drawable=False), width, height)
    assert all(ord(sign) < 128 for line in plain for run in line for sign in run.text)
    assert invite_lines(InviteShow(""), 60, 20)[0][0].text == texts.INVITE_PRIVATE()


# Lists

HERE = (Presence(person="ann", name="Ann"), Presence(person="eve", name="Eve"))
SEATED = Seating(
    chairs=(Chair(person="ann"), Chair(person="bo")), host="ann", present=HERE,
    muted=frozenset({"eve"}),
)  # fmt: skip


def test_seats_and_watchers_are_listed_with_what_they_are() -> None:
    items = seat_items(NAMES, SEATED, "ann")
    assert [(item.label, item.note) for item in items] == [
        ("Ann", "played here · host"), ("Bo", "a person, away"), ("Eve", "watches · muted"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("person", "who", "seated", "deeds"),
    [
        ("ann", "eve", False, ["unmute", "host", "kick"]),
        ("ann", "bo", True, ["mute", "kick"]),
        ("ann", "ann", True, ["leave"]),
        ("bo", "bo", True, ["leave"]),
        ("bo", "ann", True, []),
        ("eve", "bo", True, []),
        ("ann", "", True, []),
    ],
)
def test_only_the_host_has_powers(person: str, who: str, seated: bool, deeds: list[str]) -> None:
    assert [item.id for item in deed_items(SEATED, person, who, seated)] == deeds


def test_the_lobby_stands_in_four_parts(tmp_path: Path) -> None:
    hub = house(tmp_path)
    free = (Chair(person="ann"), Chair(free=True))
    full = (Chair(person="ann"), Chair(person="bo"))

    def lay(chairs: tuple[Chair, ...], host: str = "ann", access: str = "open") -> Table:
        code = "" if access == "private" else "k7mqx4rd"
        hosting = Hosting.model_validate(
            {"chairs": chairs, "host": host, "access": access, "code": code}
        )
        return hub.new_table(SETUP, hosting=hosting)

    lay(full, access="private")
    over = lay(full)
    while not over.state.over:
        act(over)
    watched = lay(full)
    presence.come(watched, "ann", "Ann", "a")
    presence.come(watched, "cy", "Cy", "c")
    lay(free)
    lay((Chair(person="eve"), Chair(person="bo")), host="eve")
    keys = {"rematch": "n", "rules": "i", "code": "j", "you": "u"}
    room = live_room(hub.tables(), NOW, "eve", (), keys, True)
    tables = [item for item in room.items if item.id.startswith("table-")]
    assert [item.heading for item in tables] == [
        "Your seat waits",
        "Seats free",
        "In play",
        "Finished",
    ]
    words = [item.note.rsplit(" · ")[-1] for item in tables]
    assert words[:3] == ["return", "join", "watch"]
    assert [item.key for item in tables] == ["1", "2", "3", ""]
    assert "1 seat free · host: Ann" in tables[1].detail
    assert "here: Ann · 1 watching · host: Ann" in tables[2].detail
    assert "Bo" not in tables[1].detail, "a free seat has no player"
    assert [item.id for item in room.items[:5]] == ["new", "code", "rules", "you", "quit"]
    assert room.ways[tables[1].id.removeprefix("table-")] == "join"
    assert len(room.ways) == 4, "nothing is told of a private table"
