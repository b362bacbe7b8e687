"""What visitors try with each other: nothing of it reaches another one's terminal or seat."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncssh
import pytest

from app.messages import OpenTable
from app.serving.gate import Rules
from app.serving.people import People, PeopleTrouble
from app.serving.texts import PEOPLE_FAIL
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import Chair, Hosting, Note
from app.tables.store import MemoryStore
from engine.model import Setup
from tests.serving.parlour import (
    ANN,
    LOBBY,
    PATIENCE,
    SshTerminal,
    parlour,
    plain_make,
    seen,
    session,
)

EVIL = "\x1b]0;EVIL\x07\x1b[6n\x9b5n\u202eEVIL\x1b[2J\x1bP+q\x1b\\[b]EVIL[/b]"
OBEYED = (b"EVIL\x07", b"\x1b[6n", "\x9b".encode(), "\u202e".encode(), b"\x1bP", b"\x1b\\")
"""What a terminal would obey and the game has no use for."""

POINTER = b"22"
"""The one command of its kind that the game gives itself: the shape of the pointer."""


async def test_no_escape_of_one_visitor_reaches_another(tmp_path: Path) -> None:
    """Names, chat and terminal types (R066 to R072 are about actions; these are about words)."""
    async with parlour(tmp_path) as house:
        ann = SshTerminal()
        await ann.open(await house.connect("ann", asyncssh.generate_private_key("ssh-ed25519")))
        await seen(ann.screen, LOBBY)
        (person,) = house.people.list_people()
        table = house.hub.new_table(
            Setup(preset="fill-or-bust", seats=("Ann", f"Bo{EVIL}"), first=0),
            Recipe(seed=1, words=(EVIL,)),
            hosting=Hosting(chairs=(Chair(person=person.id), Chair(person="bo", name=EVIL))),
        )
        # Told by another process, which cleans nothing.
        table.note(Note(kind="came", who="bo", name=EVIL, token=EVIL))
        table.note(Note(kind="said", by="bo", name=EVIL, text=f"a word {EVIL}"))
        mallory = SshTerminal()
        await mallory.open(await house.connect("mallory"), term_type="xterm-256color")
        await seen(mallory.screen, LOBBY)
        for name in (EVIL, "xterm\x1b]0;EVIL\x07"):
            with pytest.raises(asyncssh.Error):
                await SshTerminal().open(await house.connect("x"), term_type=name)
        ann.type(b"\x1b")
        for app in [visit._runs.app for visit in house.house.sessions]:  # type: ignore[union-attr]
            app.post_message(OpenTable(table.id))
        await seen(ann.screen, "a word")
        await seen(ann.screen, "EVIL")
        found = [code for code in OBEYED if code in bytes(ann.screen.raw)]
        assert found == []
        commands = set(re.findall(rb"\x1b\](\d+)", bytes(ann.screen.raw)))
        assert commands <= {POINTER}
        assert b"a word" in ann.screen.raw
        assert "\\u001b" not in house.stream.getvalue()
        assert "\x1b" not in house.stream.getvalue()


async def test_two_sessions_of_one_person_act_once() -> None:
    """R058, R059, R067: the same key on two devices at the same moment draws one card."""
    hub = Hub(MemoryStore())
    table = hub.new_table(
        Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0),
        Recipe(seed=1),
        hosting=Hosting(chairs=(Chair(person=ANN.id), Chair(person="bo")), host=ANN.id),
    )
    make = plain_make(hub)
    async with session(make) as (one, first, _), session(make) as (two, second, _):
        for made, wire in ((one, first), (two, second)):
            await seen(wire.screen, LOBBY)
            assert made.app is not None
            made.app.post_message(OpenTable(table.id))
            await seen(wire.screen, "Ann")

        def drawn() -> int:
            return sum(event.kind == "card_drawn" for event in table.events)

        async with asyncio.timeout(PATIENCE):
            while not drawn():
                for keys in (b"\r", b"d"):
                    one.feed(keys)
                    two.feed(keys)
                    await asyncio.sleep(0.3)
        await asyncio.sleep(0.5)
        assert drawn() == 1
        assert table.state.to_act == {0}


async def test_a_list_of_people_that_fails_shuts_the_gate_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bool:
        raise PeopleTrouble("unusable", PEOPLE_FAIL, reason="database is locked")

    monkeypatch.setattr(People, "admitted", fails)
    async with parlour(tmp_path, rules=Rules("sesame")) as house:
        terminal = SshTerminal()
        await terminal.open(await house.connect("a", asyncssh.generate_private_key("ssh-ed25519")))
        assert await terminal.end() == 1
        assert "cannot be looked up now" in terminal.screen
        assert house.logged("came") == []
        assert [entry["why"] for entry in house.logged("refused")] == ["gate"]
        assert house.logged("visit_failed") == []
