"""People at a table: they come, sit, talk, watch and go, and everybody sees the same."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from app.messages import OpenTable
from app.screens.company import Company
from app.screens.game_over import GameOverScreen
from app.screens.lobby import LobbyScreen
from app.tables import manners, presence
from app.tables.errors import StoreTrouble, TableTrouble
from app.tables.home import open_store
from app.tables.hub import Hub, TableLine
from app.tables.journal import Row
from app.tables.presence import SAY_LINES
from app.tables.seating import Chair
from app.tables.table import Table
from app.tables.visitor import DeskTrouble, Visitor
from app.views.company import said_code
from engine.events import Rolled
from tests.app.company_house import ANN, BO, EVE, FREE, listening, visiting, waiting
from tests.app.lobby_house import HOSTILE
from tests.app.tray_house import Kept, scripted
from tests.tables.test_presence import ATTACKS

ROLL = ((1, 5, 2, 3, 4, 6), (2, 3, 4, 6))


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A house in memory that tells its news."""
    house = listening()
    yield house
    house.close()


@pytest.fixture
def two_hubs(tmp_path: Path) -> Iterator[tuple[Hub, Hub]]:
    """Two processes' houses over one folder."""
    stores = [open_store(tmp_path).store for _ in range(2)]
    hubs = [Hub(store).listen() for store in stores]
    yield hubs[0], hubs[1]
    for hub, store in zip(hubs, stores, strict=True):
        hub.close()
        store.close()


async def test_two_meet_by_a_code_and_play_with_the_same_dice(two_hubs: tuple[Hub, Hub]) -> None:
    """From the form to the first roll, in two houses; dice end on the journal's faces."""
    async with visiting(two_hubs[0], ANN) as ann, visiting(two_hubs[1], BO, animation=True) as bo:
        await ann.press("n")
        await ann.sees("free for a guest")
        await ann.press("enter")
        await ann.sees("Invite somebody", "The code of this table is", "One seat is free.")
        table = ann.company.table
        await ann.press("escape")
        code = table.hosting.code
        await ann.sees(f"The table waits for 1 player; the code is {said_code(code)}.")
        await ann.press("enter", "d", "r")
        assert not table.begun
        assert "Player 2" in ann.text()
        assert "waits" in ann.text() or "free" in ann.text()
        assert "join" not in bo.text(), "a table with a code is in nobody's lobby"
        await bo.press("j", *said_code(code), "enter")
        await bo.sits(table)
        await ann.sees("Bo takes a seat.", "Bo has come.")
        await ann.until(lambda: not ann.company.waiting)
        table = waiting(two_hubs[0], Chair(), Chair(person="bo"), dice=ROLL)
        for guest in (ann, bo):
            guest.app.post_message(OpenTable(table.id))
            await guest.until(lambda guest=guest: guest.company.table.id == table.id)  # type: ignore[misc]
        await bo.press("enter", "r")
        assert not table.begun, "it is not their turn"
        await ann.press("enter", "r")
        here, there = ann.company, bo.company
        await bo.until(lambda: there.at.state == here.at.state and there.at.table.begun)
        await bo.until(lambda: not there.picture.tumbling)
        faces = [[die.face for die in one.picture.dice] for one in (here, there)]
        assert faces == [list(ROLL[0])] * 2


async def test_the_lobby_is_live_and_keeps_its_cursor(
    two_hubs: tuple[Hub, Hub], monkeypatch: pytest.MonkeyPatch
) -> None:
    """R080: what is listed is what there is, people are counted as people, and moves are followed
    a few times a second at most."""
    first = waiting(two_hubs[1])
    async with visiting(two_hubs[0], BO) as bo:
        await bo.sees("Seats free", "join", "1 seat free", "host: Ann")
        await bo.press("down", "down", "down", "down", "down")
        second = waiting(two_hubs[1], Chair(), Chair(person="cy"), preset="fill-or-bust")
        await bo.sees("In play", "watch", "Fill or Bust")
        lobby = bo.app.screen
        assert isinstance(lobby, LobbyScreen)
        menu = lobby.query_one("Menu")
        assert menu.items[menu.cursor].id == f"table-{first.id}"  # type: ignore[attr-defined]
        looks = list[int]()
        tables = two_hubs[0].tables

        def counted() -> tuple[TableLine, ...]:
            looks.append(1)
            return tables()

        monkeypatch.setattr(two_hubs[0], "tables", counted)
        for at in range(40):
            presence.come(second, f"p{at}", f"P{at}", f"t{at}")
        await bo.sees("40 watching")
        assert len(looks) <= 12
        for at in range(40):
            presence.go(second, f"p{at}", f"t{at}")
        await bo.until(lambda: "watching" not in bo.text())
        presence.join(first, "cy", "Cy")
        await bo.until(lambda: "Seats free" not in bo.text())
        await bo.sees("Ann, Cy")


async def test_who_is_too_late_for_a_seat_is_told(hub: Hub) -> None:
    table = waiting(hub)
    async with visiting(hub, BO) as bo:
        await bo.sees("join")
        hub.close()  # the news does not come in time
        presence.join(table, "cy", "Cy")
        await bo.press("1")
        assert any("Somebody was quicker" in said for said in bo.told())
        assert bo.front == "LobbyScreen"
        assert table.seating.owned_by("bo") == frozenset()


async def test_a_second_window_closes_the_first(two_hubs: tuple[Hub, Hub]) -> None:
    """R067, R077: the seat goes with its person, and the old window never acts again."""
    table = waiting(two_hubs[0], Chair(), Chair(person="bo"))
    async with visiting(two_hubs[0], ANN) as first:
        await first.press("1")
        await first.sits(table)
        old = first.company
        async with visiting(two_hubs[1], ANN) as second:
            await second.sees("Your seat waits", "return")
            await second.press("1")
            await second.sits(table)
            await first.until(lambda: first.front == "LobbyScreen")
            assert any("in another window" in said for said in first.told())
            version = table.state.version
            old.action_intent("roll")
            old.action_intent("talk")
            assert (table.state.version, first.front) == (version, "LobbyScreen")
            await second.press("enter", "r")
            await second.until(lambda: second.company.table.begun)
            assert second.company.table.seating.here == {"ann"}
        await first.until(lambda: not _refreshed(table).seating.here)
        assert table.notes[-1].reason == "lost", "the second window was not left, it ended"
        assert table.seating.owned_by("ann") == {0}


def _refreshed(table: Table) -> Table:
    table.refresh()
    return table


async def test_who_watches_sees_all_and_can_do_nothing(hub: Hub) -> None:
    """R087, R088: in a window of another size, which may change; in no count whatever."""
    table = waiting(hub, Chair(), Chair(person="bo"), dice=ROLL)
    async with visiting(hub, ANN, table) as ann, visiting(hub, EVE, size=(120, 40)) as eve:
        await eve.press("1")
        await eve.sits(table)
        await ann.sees("1 watching")
        await ann.press("enter", "r")
        for key in ("r", "b", "1", "a", "0", "enter", "space", "d", "l", "x", "v"):
            await eve.press(key)
            assert "You are watching." in eve.text(), key
        await eve.pilot.resize_terminal(40, 24)
        await eve.press("r")
        assert "You are watching." in eve.text()
        await eve.press("p")
        await eve.sees("Watching", "Eve")
        await eve.press("enter", "escape", "escape")
        assert table.names == ("Ann", "Player 2")
        assert [seat.name for seat in table.scene(None).seats] == ["Ann", "Player 2"]
        assert sum(isinstance(event, Rolled) for event in table.events) == 1
        assert all(note.by in ("ann", "guest-1") for note in table.notes)
        assert {note.kind for note in table.notes} == {"came", "went"}
        await eve.until(lambda: eve.front == "LobbyScreen")
        await eve.press("up", "down")
        await ann.until(lambda: "watching" not in ann.text().splitlines()[0])


@pytest.mark.parametrize("size", [(80, 24), (40, 24)])
async def test_what_people_are_called_and_say_is_only_text(hub: Hub, size: tuple[int, int]) -> None:
    names = [*HOSTILE, *ATTACKS]
    table = waiting(hub, Chair(), *[FREE] * 5)
    async with visiting(hub, ANN, table, size) as ann:
        await ann.press("escape")
        for at, name in enumerate(names[:5]):
            presence.join(table, f"p{at}", name)
        for at, name in enumerate(names):
            presence.come(table, f"p{at}", name, f"t{at}")
            presence.say(table, f"p{at}", name)
            await ann.pilot.pause()
        for key in ("p", "escape", "s", "escape"):
            await ann.press(key)
            assert not odd_signs(ann.text())
        assert "[red]markup[/] {x} %s" in ann.text() or size[0] == 40
        await ann.press("escape")
        await ann.until(lambda: ann.front == "LobbyScreen")
        assert not odd_signs(ann.text())


def odd_signs(text: str) -> str:
    """What a terminal would obey, or nobody would see."""
    return "".join(
        sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf") and sign != "\n"
    )


async def test_talk_is_heard_by_all_and_moves_nothing(hub: Hub) -> None:
    table = waiting(hub, Chair(), Chair(person="bo"), dice=ROLL)
    async with visiting(hub, ANN, table) as ann, visiting(hub, BO, table) as bo:
        await ann.press("enter", "r", "1")
        before = ann.text().splitlines()
        await bo.press("m", "2")
        await bo.press("m", *"Hi", "space", *"4", "enter")
        await ann.sees("Player 2: Good luck!", "Player 2: Hi 4")
        await bo.sees("Player 2: Good luck!", "Player 2: Hi 4")
        after = ann.text().splitlines()
        moved = [at for at, (one, other) in enumerate(zip(before, after, strict=True))
                 if one != other]  # fmt: skip
        assert min(moved) >= 20, "only the log has changed"
        assert ann.company.picture.chosen == {1}, "nothing that was chosen is lost"
        for _ in range(SAY_LINES):
            await bo.press("m", "1")
        await bo.sees("wait a moment")
        await ann.press("m", "escape", "m", "down", "down", "enter")
        await bo.sees("Ann: Good luck!")


async def test_the_host_sends_away_mutes_and_hands_over(hub: Hub) -> None:
    table = waiting(hub, Chair(), Chair(person="bo"))
    async with AsyncExitStack() as stack:
        ann, bo, eve = [
            await stack.enter_async_context(visiting(hub, who, table)) for who in (ANN, BO, EVE)
        ]
        await bo.press("p", "enter")
        await bo.sees("Only whose seat it is, or the host")
        await bo.press("escape")
        await ann.press("p", "end", "enter")
        await ann.sees("Eve: what shall be done?", "mute", "send away")
        await ann.press("enter")
        await eve.press("m", "1")
        await eve.sees("The host has muted you.")
        await ann.press("enter", "end", "enter")
        await eve.until(lambda: eve.front == "LobbyScreen")
        assert any("sent you away" in said for said in eve.told())
        assert "Zilch" not in eve.text()
        await bo.sees("The host has sent Eve away.")
        await ann.press("home", "down", "enter")
        await ann.sees("make the host")
        items = [item.id for item in ann.app.screen.query_one("Menu").items]  # type: ignore[attr-defined]
        await ann.press("home", *["down"] * items.index("host"), "enter")
        await bo.sees("Player 2 is the host now.")
        assert table.seating.host == "bo"
        await ann.press("escape")


async def test_who_took_too_long_plays_again_with_the_next_key(hub: Hub) -> None:
    """R075: a time-out is told to all, with who and why."""
    table = waiting(hub, Chair(), Chair(person="bo"), turn_seconds=3600)
    async with visiting(hub, ANN, table) as ann, visiting(hub, BO, table) as bo:
        assert "Ann 59:" in ann.text() or "Ann 60:" in ann.text()
        manners.let_computer_play(table, "ann", 0, "stella")
        hub.open(table.id).note(table.notes[-1].replace(reason="late", by=""))
        for guest in (ann, bo):
            await guest.sees("Stella plays for Ann, who took too long.")
        assert not ann.company.at.seats
        await ann.press("r")
        await bo.sees("Ann is back and plays again.")
        assert ann.company.at.seats == {0}


async def test_leaving_and_losing_the_line_are_told_apart(hub: Hub) -> None:
    table = waiting(hub, Chair(), Chair(person="bo"))
    async with visiting(hub, ANN, table) as ann:
        for key, told in (("escape", "left the table"), ("ctrl+q", "left the table"), ("", "lost")):
            async with visiting(hub, BO, table) as bo:
                await ann.sees("Player 2 has come.")
                if key:
                    await bo.press(key)
            await ann.until(lambda: table.notes[-1].kind == "went")
            assert (table.notes[-1].reason == "lost") == (told == "lost")
            await ann.sees("was lost." if told == "lost" else told)


async def test_everybody_goes_on_at_the_same_new_table(hub: Hub) -> None:
    """R089: a rematch takes the watchers along; nobody but the players can ask for it."""
    table = waiting(hub, Chair(), Chair(person="bo"))
    async with AsyncExitStack() as stack:
        ann, bo, eve = [
            await stack.enter_async_context(visiting(hub, who, table)) for who in (ANN, BO, EVE)
        ]
        from app.tables.steward import choice

        while not table.state.over:
            seat = min(table.state.to_act)
            table.submit(choice(table, seat, 0.5), table.state.version)
        for guest in (ann, bo, eve):
            await guest.until(lambda guest=guest: isinstance(guest.app.screen, GameOverScreen))  # type: ignore[misc]
        await eve.press("n", "n")
        assert any("watching" in said for said in eve.told())
        await bo.press("n", "n")
        for guest in (bo, ann, eve):
            await guest.until(
                lambda guest=guest: (
                    isinstance(guest.app.screen, Company)  # type: ignore[misc]
                    and guest.company.table.id != table.id
                )
            )
        new = ann.company.table
        assert bo.company.table is eve.company.table is new
        assert new.seating.owned_by("bo") == {1}
        await eve.until(lambda: new.seating.here == {"ann", "bo", "guest-1"})
        assert len(hub.tables()) == 2


async def test_a_hall_has_company_too(hub: Hub) -> None:
    chairs = (Chair(), Chair(person="bo"), Chair(computer="ada"), Chair(computer="max"))
    table = waiting(hub, *chairs, preset="bunco")
    async with visiting(hub, ANN, table) as ann, visiting(hub, EVE, table) as eve:
        await ann.sees("1 watching", "Eve has come to watch.")
        await eve.press("enter", "enter", "r")
        await eve.sees("You are watching.")
        await eve.press("m", "3")
        await ann.sees("Eve: Well rolled!")
        await ann.press("g")
        await ann.sees("No seat is free; guests can watch.")
        await ann.press("g", "enter", "r")
        await ann.until(lambda: ann.company.table.begun)
        assert eve.company.at.seats == frozenset()


async def test_at_a_table_of_one_keyboard_nothing_is_noted(hub: Hub) -> None:
    table = scripted(ROLL, preset="zilch", hub=hub)
    async with visiting(hub, None) as local:
        assert "Resume a table" in local.text()
        for word in ("return", "watch", "Join by code", "host:"):
            assert word not in local.text()
        await local.press("1")
        await local.sits(table)
        assert "Talk" not in local.text()
        await local.press("m", "g", "j", "u", "enter", "r")
        await local.press("escape")
    assert not table.notes
    async with visiting(hub, EVE) as eve:
        assert "Zilch" not in eve.text()
        with pytest.raises(TableTrouble, match="invited"):
            eve.app.admitted(table.id)
        assert eve.app.seen.tables() == ()


async def test_the_machines_own_keyboard_meets_visitors(hub: Hub) -> None:
    """The local keyboard joins a visitor's table, and sees every table of its folder."""
    table = waiting(hub, access="code")
    async with visiting(hub, None) as local, visiting(hub, ANN, table) as ann:
        await ann.press("escape")
        await local.sees("Seats free", "join")
        assert "Join by code" not in local.text()
        await local.press("1")
        await local.sits(table)
        await ann.sees("Player 2 takes a seat.")
        assert table.seating.played_by("") == {1}


class Shut(Kept):
    """A store that can be shut for a moment."""

    shut = False

    def append(self, table: str, row: Row, secret: bytes | None = None) -> None:
        if self.shut:
            raise StoreTrouble("closed")
        super().append(table, row, secret)


async def test_a_parlour_that_is_closed_for_a_moment_goes_on() -> None:
    """R083: keys do nothing that is not stored, and the same keys work when it is open again."""
    store = Shut()
    hub = Hub(store)
    table = waiting(hub, Chair(), Chair(person="bo"), dice=ROLL)
    store.shut = True
    async with visiting(hub, ANN, table, size=(120, 36)) as ann:
        await ann.sees("The parlour is closed for a moment")
        await ann.press("enter", "r")
        await ann.press("m", "1")
        assert not table.begun
        assert not table.notes
        store.shut = False
        await ann.until(lambda: table.seating.here == {"ann"})
        await ann.press("r")
        assert table.begun
        assert "closed" not in ann.text()
        store.shut = True
    assert table.seating.here == {"ann"}, "leaving could not be stored, and harmed nothing"


class Desk:
    """A desk with one other person behind it."""

    def __init__(self) -> None:
        self.visitor = ANN

    async def rename(self, name: str) -> Visitor:
        if name == "Bo":
            raise DeskTrouble("Somebody else is called that.")
        self.visitor = self.visitor._replace(name=name)
        return self.visitor

    async def new_code(self) -> str:
        return "bcdf-2345"

    async def redeem(self, code: str) -> Visitor:
        if code != "good":
            raise DeskTrouble("Nobody has this code.")
        self.visitor = self.visitor._replace(id="old", name="Old Ann")
        return self.visitor


async def test_who_one_is_can_be_changed_and_joined(hub: Hub) -> None:
    async with visiting(hub, ANN, desk=Desk()) as ann:
        await ann.press("u", *["backspace"] * 3, *"Bo", "enter")
        await ann.sees("Somebody else is called that.")
        await ann.press(*["backspace"] * 2, *"Anna", "enter")
        await ann.sees("Others see you as Anna from now on.")
        await ann.press("down", *"bad", "enter")
        await ann.sees("Nobody has this code.")
        await ann.press("down", "enter")
        await ann.sees("bcdf-2345")
        await ann.press("up", *["backspace"] * 3, *"good", "enter")
        await ann.sees("This device belongs to Old Ann now.")
        await ann.press("escape")
        await ann.until(lambda: ann.app.person == "old" and ann.front == "LobbyScreen")
        await ann.press("j", *"nothing", "enter")
        await ann.sees("A code has eight signs")
        await ann.press(*["backspace"] * 7, *"bcdf2345", "enter")
        assert any("No table has this code." in said for said in ann.told())
    async with visiting(hub, EVE) as eve:
        await eve.press("u")
        await eve.sees("You are a guest")
        await eve.press(*["backspace"] * 3, *"Eva", "enter", "escape")
        assert eve.app.called == "Eva"


async def test_an_address_leads_to_its_table(hub: Hub) -> None:
    table = waiting(hub, access="code")
    async with visiting(hub, BO._replace(invited=table.hosting.code)) as bo:
        await bo.sits(table)
        assert table.seating.owned_by("bo") == {1}


async def test_more_seats_at_a_visitors_table_are_free_for_guests(hub: Hub) -> None:
    async with visiting(hub) as ann:
        await ann.press("n", "right", "down", "left", "right", "up", "up", "right", "right")
        await ann.until(lambda: "‹ 4 ›" in ann.text())
        rows = [line for line in ann.text().splitlines() if "Player " in line]
        assert ["free for a guest" in row for row in rows] == [True] * 3
        assert "a person" not in "".join(rows)
