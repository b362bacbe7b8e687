"""What the tests of tables do in other processes: ``python -m tests.tables.workers NAME ...``."""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

from app.tables.errors import StoreTrouble
from app.tables.hub import Hub
from app.tables.journal import Row
from app.tables.recipe import Recipe
from app.tables.store import Conflict, MemoryStore
from app.tables.verify import verify
from engine.model import Setup
from engine.registry import presets
from tests.tables.house import SETUP, act, house, journal_of, play

LONG = SETUP.replace(options={"goal": 10**6})


def place(where: str) -> Path | str:
    """A folder, or the address of a database."""
    return where if "://" in where else Path(where)


def append_many(where: str, name: str, count: str) -> None:
    """Append rows to one journal, against others that do the same."""
    store = house(place(where)).store
    assert store.lasting
    done = seen = 0
    while done < int(count):
        seen += len(store.read("contest", seen))
        try:
            store.append("contest", Row(seen, f"{name} {done}", "-"))
            done += 1
        except Conflict:
            pass
        except StoreTrouble as trouble:
            if trouble.code != "locked":
                raise
    store.close()


def killed_appending(where: str, times: str, seed: str) -> None:
    """Kill whoever appends at random moments, and look at the end what all of them left."""
    chance = random.Random(int(seed))
    house(place(where)).store.close()  # loads what the workers would load each for themselves
    accepted = []
    for turn in range(int(times)):
        told, tell = os.pipe()
        worker = os.fork()
        if not worker:
            append_for_ever(where, turn, tell)
        os.close(tell)
        first = os.read(told, 65_536)
        time.sleep(chance.uniform(0, 0.01))
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)
        accepted.append(len((first + read_all(told)).split()))
    rows = house(place(where)).store.read("contest")
    assert [row.seq for row in rows] == list(range(len(rows)))
    for turn, count in enumerate(accepted):
        stored = [row.body for row in rows if row.body.split()[0] == str(turn)]
        assert stored == [f"{turn} {number}" for number in range(len(stored))], "none twice"
        assert 0 < count <= len(stored) <= count + 1, "only one may not yet be told"
    print(len(accepted))


def append_for_ever(where: str, name: int, tell: int) -> None:
    """Append until killed, and tell after every row that was accepted."""
    try:
        store = house(place(where)).store
        seen = len(store.read("contest"))
        number = 0
        while True:
            try:
                store.append("contest", Row(seen, f"{name} {number}", "-"))
                os.write(tell, b"1\n")
                number += 1
            except Conflict:  # of the one before, who was killed while its row was stored
                pass
            seen += len(store.read("contest", seen))
    finally:
        os._exit(1)


def killed(where: str, times: str, seed: str) -> None:
    """Kill players at random moments, and look at what they leave, again and again."""
    chance = random.Random(int(seed))
    home = place(where)
    name, seen = "", 0
    for turn in range(int(times)):
        if turn % 5 == 0:
            table = house(home).new_table(LONG)
            name, seen = table.id, table.entries
            table.store.close()
        told, tell = os.pipe()
        player = os.fork()
        if not player:
            play_for_ever(home, name, tell)
        os.close(tell)
        first = os.read(told, 65_536)
        time.sleep(chance.uniform(0, 0.02))
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
        accepted = int((first + read_all(told)).split()[-1])
        again = house(home).open(name)
        assert not again.readonly, again.notice
        assert seen < accepted <= again.entries <= accepted + 1, "only one may not yet be told"
        assert verify(again).ok
        seen = again.entries
        again.store.close()
    print(times)


def play_for_ever(home: Path | str, name: str, tell: int) -> None:
    """Play until killed, and tell after every accepted action how many there are."""
    try:
        table = house(home).open(name)
        while True:
            act(table)
            os.write(tell, f"{table.entries:9}\n".encode())
    finally:
        os._exit(1)


def read_all(pipe: int) -> bytes:
    """What is left in a pipe whose writer is gone."""
    with os.fdopen(pipe, "rb") as end:
        return end.read()


def small_disk(folder: str, apart: str) -> None:
    """Play on a disk that fills up: a little one in a mount namespace, or a limit on files."""
    home = Path(folder)
    home.mkdir()
    if apart == "apart":
        mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "none", folder]
        subprocess.run(mount, check=True)
    else:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, resource.RLIM_INFINITY))
    hub = house(home)
    assert hub.notices == (), hub.notices
    table = hub.new_table(LONG)
    said = ""
    while not said:
        before = table.state
        try:
            act(table)
        except StoreTrouble as trouble:
            said = trouble.message
            if trouble.code not in ("disk_full", "disk_fails"):
                raise
            assert table.state is before
    again = house(home).open(table.id)
    assert again.state == table.state, "nothing that was accepted is lost"
    assert verify(again).ok
    del again
    table.play_unsaved()
    for _ in range(20):
        act(table)
    assert verify(table).ok
    full = house(home / "inner")
    inner = play(full, 5)
    assert inner.entries == 6
    print(said, *full.notices, sep="\n")


def dice_of_every_game(seed: str) -> None:
    """Play every game there is by a seed, through a journal, and print what came of it."""
    store = MemoryStore()
    for name, game in presets().items():
        seats = tuple(f"Seat {seat}" for seat in range(max(2, game.min_seats)))
        table = Hub(store).new_table(Setup(preset=name, seats=seats), Recipe(seed=int(seed)))
        chance = random.Random(seed)
        while not table.state.over and table.entries < 25:
            seat = min(table.state.to_act)
            actions = sorted(game.legal_actions(table.state, seat), key=str)
            table.submit(chance.choice(actions), table.state.version)
        again = Hub(store).open(table.id)
        assert not again.readonly, again.notice
        assert again.state == table.state
        assert verify(again).ok
        bodies = [row.body for row in store.read(table.id)]
        print(name, *[body.partition('"state":')[2][:66] for body in bodies])


def lock(folder: str) -> None:
    """Hold the journal locked until the parent has seen enough."""
    import sqlite3

    db = sqlite3.connect(journal_of(Path(folder)), isolation_level=None)
    db.execute("BEGIN EXCLUSIVE")
    print("locked", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
