"""Coming, going, taking a seat, talking and being the host: who may, and what two at once come to.

The journal decides, so that it does not matter which process somebody comes through.
"""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.tables import manners, presence, steward
from app.tables.errors import TableTrouble
from app.tables.hub import Hub
from app.tables.presence import SAY_CELLS, SAY_LINES, SAY_SECONDS, come, go, join, may_act, say
from app.tables.seating import SUBSTITUTE, Access, Chair, Hosting, hosted_by
from app.tables.steward import AWAY_SECONDS, serve
from app.tables.table import Table
from app.tables.verify import verify
from engine.actions import Roll
from engine.model import Setup
from tests.tables.house import SETUP, Watch, act, house

FREE = Chair(free=True)
FOUR = Setup(preset="race", seats=("Ann", "Two", "Three", "Four"), first=2)


def laid(hub: Hub, *chairs: Chair, setup: Setup = SETUP, access: Access = "open") -> Table:
    """A table that Ann has laid and sits at."""
    hosting = Hosting(chairs=chairs or (Chair(), FREE), access=access, absent="computer")
    return hub.new_table(setup, hosting=hosted_by(hosting, "ann", len(setup.seats)))


def code(call: object, *arguments: object) -> str:
    """Why something is refused."""
    assert callable(call)
    with pytest.raises(TableTrouble) as refused:
        call(*arguments)
    return refused.value.code


def all_at_once(tables: list[Table]) -> dict[int, str]:
    """What becomes of as many people who take a seat at the same moment."""
    start, told = threading.Barrier(len(tables)), dict[int, str]()

    def take(at: int) -> None:
        start.wait()
        try:
            told[at] = str(join(tables[at], f"p{at}", "Bo"))
        except TableTrouble as trouble:
            told[at] = trouble.code

    threads = [threading.Thread(target=take, args=(at,)) for at in range(len(tables))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def test_of_two_who_take_the_last_seat_at_once_one_gets_it(tmp_path: Path) -> None:
    """R066, R067: whoever is later sees what the first one did, in another process too."""
    for round_ in range(6):
        hubs = [house(tmp_path) for _ in range(4)]
        table = laid(hubs[0])
        seen = [hub.open(table.id) for hub in hubs]
        told = all_at_once(seen)
        assert sorted(told.values()) == ["1", *["seats_taken"] * 3], round_
        for one in seen:
            one.refresh()
        assert len({one.seating for one in seen}) == 1
        (winner,) = (at for at, what in told.items() if what == "1")
        assert seen[0].seating.chairs[1].person == f"p{winner}"
        assert verify(seen[0]).ok


def test_names_at_a_table_are_told_apart(tmp_path: Path) -> None:
    table = laid(house(tmp_path), Chair(), FREE, FREE, Chair(computer="max"), setup=FOUR)
    assert join(table, "bo", "ANN") == 1
    assert join(table, "cy", "\x1b[31m \u202e") == 2
    assert table.names == ("Ann", "ANN 2", "The house", "Four")
    come(table, "eve", "ann", "t1")
    assert table.seating.watching[0].name == "ann 3"
    assert code(join, table, "bo", "Bo") == "seated_already"
    assert code(join, table, "eve", "Eve") == "seats_taken"
    private = laid(house(tmp_path), access="code")
    assert code(join, private, "eve", "Eve") == "no_entry"
    assert join(private, "eve", "Eve", (private.hosting.code,)) == 1


def test_the_second_connection_closes_the_first(tmp_path: Path) -> None:
    """R067: the old session can do nothing any more, even before it has heard of the new one."""
    one, other = house(tmp_path), house(tmp_path)
    table = laid(one, Chair(), Chair(computer="max"))
    come(table, "ann", "Ann", "first")
    again = other.open(table.id)
    come(again, "ann", "Ann", "second")
    version = table.state.version
    seat = min(table.state.to_act)

    def first(seating: object) -> None:
        may_act(seating, "ann", "first", None)  # type: ignore[arg-type]

    # The first process has not read the second one's note: it conflicts with it, and then knows.
    with pytest.raises(TableTrouble, match="another window"):
        table.submit(Roll(seat=seat), version, first)
    assert table.state.version == version
    go(table, "ann", "first")
    assert table.seating.here == {"ann"}, "the first one's leaving says nothing of the second"
    go(table, "ann", "second")
    assert table.seating.here == frozenset()


def test_who_watches_or_is_played_for_cannot_act(tmp_path: Path) -> None:
    """R064, R087: bots' seats and watchers are refused by the table, not only by a screen."""
    table = laid(house(tmp_path), Chair(), Chair(computer="max"))
    for person in ("ann", "eve"):
        come(table, person, person, f"of {person}")
    seating = table.seating
    may_act(seating, "ann", "of ann", 0)
    for person, seat in (("ann", 1), ("eve", 0), ("eve", 1)):
        assert code(may_act, seating, person, f"of {person}", seat) == "watching"
    assert [one.person for one in seating.watching] == ["eve"]
    assert len(table.scene(None).seats) == 2
    assert table.names == ("Ann", "Bo"), "a watcher is in no count"


def test_a_seat_is_kept_played_for_and_handed_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R073–R076: the grace passes, a computer goes on, and who comes back has the same seat."""
    watch = Watch()
    monkeypatch.setattr(steward, "now", lambda: watch.now)
    chairs = (Chair(), FREE, FREE, Chair(computer="max"))
    table = laid(house(tmp_path, watch), *chairs, setup=FOUR)
    for person in ("bo", "cy"):
        join(table, person, person.title())
    for person in ("ann", "bo", "cy"):
        come(table, person, "", f"of {person}")
    while table.state.to_act != {2}:
        act(table)
    watch.pass_(1000)
    go(table, "bo", "of bo", "lost")
    assert table.state.to_act == {2}, "who sits before leaves: it is still the same seat's turn"
    go(table, "cy", "of cy", "lost")
    assert serve(table, lambda: 0.5) == pytest.approx(AWAY_SECONDS), "from the leaving on"
    watch.pass_(AWAY_SECONDS - 1)
    serve(table, lambda: 0.5)
    assert table.seating.computers == {3}
    watch.pass_(1)
    serve(table, lambda: 0.5)
    taken = table.notes[-1]
    assert (taken.kind, taken.seat, taken.who, taken.reason) == (
        "computer", 2, SUBSTITUTE, "away",
    )  # fmt: skip
    assert not table.seating.played_by("cy")
    come(table, "cy", "Cy", "again")
    assert table.notes[-1].kind == "returned"
    assert table.seating.played_by("cy") == {2}
    assert table.state.to_act == {2}
    assert table.names[1:3] == ("Bo", "Cy")
    manners.let_computer_play(table, "cy", 2, "max")
    come(table, "cy", "Cy", "third")
    assert not table.seating.played_by("cy"), "what somebody asked for is not undone by coming"


def test_a_substitute_does_not_take_what_has_just_acted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """R062, R082: a late time-out is looked at once more when it is stored."""
    watch = Watch()
    monkeypatch.setattr(steward, "now", lambda: watch.now)
    one, other = house(tmp_path, watch), house(tmp_path, watch)
    table = laid(one, Chair(), Chair(computer="max"))
    come(table, "ann", "Ann", "t")
    go(table, "ann", "t")
    slow = other.open(table.id)
    watch.pass_(AWAY_SECONDS)
    come(table, "ann", "Ann", "u")
    with pytest.raises(TableTrouble):
        serve(slow, lambda: 0.5)
    assert not slow.seating.chairs[0].computer


@pytest.mark.parametrize("how", ["goes", "kicked", "given up"])
def test_there_is_exactly_one_host(tmp_path: Path, how: str) -> None:
    """R078, R079: the next who is there and sits becomes host, and stays it."""
    table = laid(house(tmp_path), Chair(), FREE, FREE, Chair(computer="max"), setup=FOUR)
    come(table, "eve", "Eve", "e")
    come(table, "ann", "Ann", "a")
    for person in ("bo", "cy"):
        join(table, person, person.title())
        come(table, person, "", person)
    for deed in (manners.kick, manners.mute, manners.hand_over):
        assert code(deed, table, "bo", "eve") == "not_host"
    hosting = table.hosting
    if how == "given up":
        manners.hand_over(table, "ann", "cy")
        assert table.seating.host == "cy"
        assert code(manners.kick, table, "ann", "bo") == "not_host"
        return
    if how == "kicked":
        manners.hand_over(table, "ann", "bo")
        manners.kick(table, "bo", "ann")
        assert table.seating.host == "bo"
        assert code(come, table, "ann", "Ann", "b") == "sent_away"
        assert code(join, table, "ann", "Ann") == "sent_away"
        assert table.seating.free == {0}, "nobody has moved yet: the seat is free"
        return
    go(table, "ann", "a")
    assert table.seating.host == "bo", "not Eve, who came first but only watches"
    come(table, "ann", "Ann", "b")
    assert table.seating.host == "bo"
    assert table.names[0] == "Ann"
    assert table.hosting == hosting
    for person in ("bo", "cy", "ann"):
        go(table, person, table.seating.session(person))
    come(table, "cy", "", "c")
    assert table.seating.host == "cy", "who finds no host there is it"


def test_who_is_sent_away_is_played_for_once_the_game_has_begun(tmp_path: Path) -> None:
    """R073, R086: the turn of somebody who is taken off the table goes on."""
    table = laid(house(tmp_path), Chair(), FREE)
    join(table, "bo", "Bo")
    while table.state.to_act != {1} or not table.begun:
        act(table)
    before = table.state
    manners.kick(table, "ann", "bo")
    assert [note.kind for note in table.notes[-2:]] == ["kicked", "computer"]
    assert table.notes[-1].reason == "kicked"
    serve(table, lambda: 0.5)
    assert table.state.version > before.version
    assert not presence.take_back(table, "bo")
    again = house(tmp_path).rematch(house(tmp_path).open(table.id))
    assert not again.seating.owned_by("bo")
    assert code(manners.kick, table, "ann", "ann") == "not_oneself"
    assert code(manners.kick, table, "ann", "") == "not_keyboard"
    assert code(manners.mute, table, "ann", "nobody") == "not_here"


def test_who_gives_up_a_seat_frees_it_or_is_played_for(tmp_path: Path) -> None:
    """R025: once there are dice, leaving undoes nothing of what they have shown."""
    table = laid(house(tmp_path), Chair(), FREE)
    join(table, "bo", "Bo")
    manners.leave(table, "bo")
    assert table.seating.free == {1}
    join(table, "cy", "Cy")
    act(table)
    events = table.events
    manners.leave(table, "cy")
    assert table.events == events
    assert table.seating.chairs[1].computer == SUBSTITUTE
    assert code(manners.leave, table, "bo") == "not_playing"
    come(table, "cy", "", "t")
    assert table.seating.played_by("cy") == {1}


ATTACKS = (
    "\x1b[2J\x1b[31mred",
    "\x1b]0;owned\x07bell\x07",
    "a\u202eb\u200bc",
    "one\r\ntwo",
    "\x9b31mC1",
    "[red]markup[/] {x} %s",
)


@pytest.mark.parametrize("text", ATTACKS)
def test_what_is_said_is_only_text(tmp_path: Path, text: str) -> None:
    table = laid(house(tmp_path))
    say(table, "ann", text)
    (note,) = table.notes
    assert note.text
    assert note.text.isprintable()
    assert house(tmp_path).open(table.id).notes == table.notes


def test_talk_is_short_and_slow_and_only_for_those_who_are_there(tmp_path: Path) -> None:
    watch = Watch()
    table = laid(house(tmp_path, watch))
    come(table, "eve", "Eve", "e")
    assert code(say, table, "cy", "Hello") == "not_here"
    assert code(say, table, "eve", " \u200b\x1b[0m ") == "nothing_said"
    say(table, "eve", "李" * 1000)
    assert table.notes[-1].text == "李" * (SAY_CELLS // 2)
    for _ in range(SAY_LINES - 1):
        say(table, "eve", "x")
    go(table, "eve", "e")
    come(table, "eve", "Eve", "f")
    assert code(say, table, "eve", "x") == "too_fast", "coming again is no way around it"
    other = house(tmp_path, watch).open(table.id)
    assert code(say, other, "eve", "x") == "too_fast", "nor is another process"
    say(other, "ann", "One flood mutes nobody else")
    watch.pass_(SAY_SECONDS)
    table.refresh()
    say(table, "eve", "x")
    manners.mute(table, "ann", "eve")
    assert code(say, table, "eve", "x") == "muted"
    manners.mute(table, "ann", "eve", False)
    say(table, "eve", "Thank you")
    manners.kick(table, "ann", "eve")
    assert code(say, table, "eve", "x") == "sent_away"


def test_many_come_talk_and_go_at_once(tmp_path: Path) -> None:
    """R068: nobody's note is lost or told twice, whatever the others do meanwhile."""
    hubs = [house(tmp_path) for _ in range(3)]
    table = laid(hubs[0])
    tables = [hub.open(table.id) for hub in hubs]
    heard: list[str] = []
    table.subscribe(lambda outcome: heard.append(outcome.note.text if outcome.note else ""))

    def visit(at: int) -> None:
        for visit in range(5):
            come(tables[at % 3], f"p{at}", f"P{at}", f"{at}-{visit}")
            say(tables[at % 3], f"p{at}", f"{at}-{visit}")
            go(tables[at % 3], f"p{at}", f"{at}-{visit}")

    threads = [threading.Thread(target=visit, args=(at,)) for at in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table.refresh()
    said = [note.text for note in table.notes if note.kind == "said"]
    assert sorted(said) == sorted(f"{at}-{visit}" for at in range(6) for visit in range(5))
    assert [text for text in heard if text] == said
    assert table.seating.here == frozenset()
    assert verify(table).ok


def test_all_who_ask_for_another_game_get_the_same(tmp_path: Path) -> None:
    """R070, R089: of a rematch there is one, and everybody at the old table is told of it."""
    hubs = [house(tmp_path) for _ in range(2)]
    table = laid(hubs[0])
    join(table, "bo", "Bo")
    come(table, "eve", "Eve", "e")
    while not table.state.over:
        act(table)
    tables = [hub.open(table.id) for hub in hubs]
    again = [hub.rematch(one) for hub, one in zip(hubs, tables, strict=True)]
    assert again[0].id == again[1].id
    assert [note.text for note in table.notes if note.kind == "again"] == [again[0].id]
    assert again[0].names == ("Ann", "Bo")
    assert again[0].hosting.code == table.hosting.code
    assert again[0].commitment != table.commitment
    line = hubs[0].find(table.hosting.code)
    assert line is not None
    assert line.id == again[0].id
    assert hubs[0].find("") is None
