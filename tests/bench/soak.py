"""``python -m tests.bench.soak [minutes] [visitors]``: a house that is lived in, and how it ages.

Visitors come over SSH and over the web, play every game by keys at tables of two, go and come
again. At the end the memory is compared with that of minute two, the log is looked through, and
every journal is verified. The exit code says whether all was well.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import closing, suppress
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
import asyncssh

from app.serving.kept import cookie_secret, signed
from app.serving.people import People
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.seating import PACES, Chair, Hosting, Note
from app.tables.verify import verify
from engine.model import Setup
from engine.registry import presets
from tests.bench.procs import own_memory
from tests.serving.hands import Hands
from tests.serving.parlour import LOBBY, Guest, Page, SshTerminal
from tests.serving.test_serve import Serve, serve

COMPUTER = "stella"
PACE = (0.3, 1.2)
"""Seconds between two keys of a visitor."""

STAYS = (60, 200)
"""Keys that a visitor presses before they go and come again."""


def lay(folder: Path, persons: list[str]) -> None:
    """A table for each two of these, of every game in turn."""
    with closing(open_store(folder).store) as store:
        hub = Hub(store)
        games = cycle(presets())
        for pair, preset in zip(zip(persons[::2], persons[1::2], strict=True), games, strict=False):
            seats = 4 if "bunco" in preset else 2
            people = tuple(Chair(person=one) for one in pair)
            chairs = (*people, *(Chair(computer=COMPUTER),) * (seats - 2))
            setup = Setup(preset=preset, seats=tuple(f"P{at}" for at in range(seats)), first=0)
            table = hub.new_table(setup, hosting=Hosting(chairs=chairs, host=pair[0]))
            table.note(Note(kind="pace", pace=len(PACES) - 1))


class Guestbook:
    """What went wrong, and how much was done."""

    def __init__(self) -> None:
        self.keys = 0
        self.visits = 0
        self.trouble: list[str] = []


async def press(hands: Hands, noise: random.Random, book: Guestbook, until: float) -> None:
    """Play for a while: now and then a key that has nothing to do with the game."""
    for _ in range(noise.randrange(*STAYS)):
        if time.monotonic() > until:
            return
        text = hands.screen.text
        if LOBBY in text:
            key = "1"
        elif "n  New game" in text or "New game" in text:
            key = "n"
        else:
            key = hands.next_key() if noise.random() < 0.9 else noise.choice("?s3\x1b\x14")
        await hands.type(key)
        book.keys += 1
        await asyncio.sleep(noise.uniform(*PACE))


async def over_web(
    house: Serve, cookie: str, noise: random.Random, book: Guestbook, until: float
) -> None:
    """One visit in a browser's wire form."""
    headers = {"Cookie": f"diceparlour={cookie}"}
    base = f"http://127.0.0.1:{house.port('web')}"
    async with (
        aiohttp.ClientSession(base) as client,
        client.ws_connect("/ws?width=80&height=24", headers=headers) as socket,
    ):
        page = Page(socket)

        async def type_(key: str) -> None:
            await page.send("stdin", "\r" if key == "Enter" else key)

        await press(Hands(page.screen, type_, set()), noise, book, until)
        page.reading.cancel()


async def over_ssh(
    house: Serve, key: asyncssh.SSHKey, noise: random.Random, book: Guestbook, until: float
) -> None:
    """One visit over SSH."""
    client, _ = await asyncssh.create_connection(
        Guest, "127.0.0.1", house.port("ssh"), username="x", known_hosts=None, client_keys=[key],
        agent_path=None, config=None,
    )  # fmt: skip
    async with client:
        terminal = SshTerminal()
        await terminal.open(client, env={})

        async def type_(key: str) -> None:
            terminal.type(b"\r" if key == "Enter" else key.encode())

        await press(Hands(terminal.screen, type_, set()), noise, book, until)


async def live(
    house: Serve, number: int, proof: str | asyncssh.SSHKey, book: Guestbook, until: float
) -> None:
    """One visitor, who comes again and again."""
    noise = random.Random(number)
    await asyncio.sleep(noise.uniform(0, 10))
    while time.monotonic() < until:
        book.visits += 1
        try:
            if isinstance(proof, str):
                await over_web(house, proof, noise, book, until)
            else:
                await over_ssh(house, proof, noise, book, until)
        except (OSError, asyncssh.Error, aiohttp.ClientError) as error:
            book.trouble.append(f"{type(error).__name__}: {error}")
        await asyncio.sleep(noise.uniform(0.1, 2))


async def soak(minutes: float, visitors: int) -> bool:
    """Let them live in a house for so long; whether all was well."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        people, secret = People(folder), cookie_secret(folder)
        proofs: list[str | asyncssh.SSHKey] = []
        persons = []
        for number in range(visitors):
            if number % 2:
                proofs.append(signed(secret, f"soak{number}"))
                persons.append(people.person_for(f"web:soak{number}").id)
            else:
                key = asyncssh.generate_private_key("ssh-ed25519")
                proofs.append(key)
                persons.append(people.person_for(f"ssh:{key.get_fingerprint()}").id)
        people.close()
        lay(folder, persons)
        most = str(visitors * 2 + 20)
        options = ("--web", "127.0.0.1:0", "--ssh", "127.0.0.1:0", "--sessions", most)
        async with serve(folder, *options, "--per-address", most) as house:
            book = Guestbook()
            began = time.monotonic()
            until = began + minutes * 60
            lives = [
                asyncio.create_task(live(house, number, proof, book, until))
                for number, proof in enumerate(proofs)
            ]
            early = 0.0
            while (now := time.monotonic()) < until:
                await asyncio.sleep(min(15.0, max(0.1, until - now)))
                used = own_memory(house.process.pid)
                passed = (time.monotonic() - began) / 60
                if not early and passed >= min(2.0, minutes / 2):
                    early = used
                print(f"{passed:5.1f} min  {used:6.1f} MB  {book.keys} keys  {book.visits} visits",
                      flush=True)  # fmt: skip
            late = own_memory(house.process.pid)
            for task in lives:
                with suppress(TimeoutError):
                    await asyncio.wait_for(task, 10)
            code = await house.stop()
            turned = Counter(each["why"] for each in house.logged("refused"))
            errors = [each for each in house.entries if is_error(each)]
        bad, tables = faults(folder)
    grown = late / early if early else 1.0
    print(f"memory at the end {grown:.2f} x of before; {tables} tables, {len(bad)} do not verify")
    print(f"{len(errors)} errors in the log, {len(book.trouble)} visits failed, exit code {code}")
    print(f"turned away: {dict(turned)}")
    for each in (*errors[:5], *book.trouble[:5], *bad[:5]):
        print(f"  {each}")
    return grown <= 1.1 and not bad and not errors and not book.trouble and code == 0


def is_error(entry: Mapping[str, Any]) -> bool:
    """Whether an entry of the log tells of a fault; an app that failed on its way out is one."""
    return bool(entry["level"] == "error" or entry["event"] == "stumbled")


def faults(folder: Path) -> tuple[list[str], int]:
    """The tables that do not verify, and how many there are."""
    with closing(open_store(folder).store) as store:
        hub = Hub(store)
        names = [line.id for line in hub.tables()]
        return [name for name in names if not verify(hub.open(name)).ok], len(names)


if __name__ == "__main__":
    given = [*sys.argv[1:3], *("10", "60")[len(sys.argv) - 1 :]]
    sys.exit(0 if asyncio.run(soak(float(given[0]), int(given[1]))) else 1)
