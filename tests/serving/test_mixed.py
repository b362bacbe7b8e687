"""One game at one table, over SSH, in a browser and at the machine's own keyboard."""

from __future__ import annotations

import asyncio
import os
import shutil
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from app.serving.kept import cookie_secret, signed
from app.serving.people import People
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.seating import PACES, SUBSTITUTE, Chair, Hosting, Note
from app.tables.table import Table
from engine.model import Setup
from tests.app.command import APP, ROOT, environment, run
from tests.serving.chromium import Shown, browser
from tests.serving.hands import Hands, Pty
from tests.serving.parlour import seen, until
from tests.serving.test_serve import BOTH, serve

PEOPLE = ("Ann", "Bo", "Cy")
SLOW_START = Recipe(seed=1, dice=((2, 3, 4, 6, 6, 2),) * 2, cards=("bonus-300",) * 3)
"""Two who bust, so that nobody has won before the third has played."""

FEW = Setup(preset="fill-or-bust", seats=PEOPLE, first=0, options={"goal": 400})
HALL = Setup(
    preset="bunco",
    seats=(*PEOPLE, *(f"C{number}" for number in range(9))),
    options={"end_on": "team", "bell_finish": "roll"},
)


def to_last_round(table: Table) -> None:
    """An evening has about a thousand throws: the people come when its last round begins.

    The tables throw in turns: no round ends while the head table is not let to its dice.
    """
    game = table.game
    while game.wire(table.state)["round"] < 6:
        for seat in sorted(table.state.to_act):
            if seat in table.state.to_act:
                action = game.legal_actions(table.state, seat)[0]
                table.submit(action, table.state.version)


@pytest.mark.parametrize("setup", [FEW, HALL], ids=["few", "hall"])
async def test_three_doors_lead_to_one_table(setup: Setup, tmp_path: Path) -> None:
    ssh = shutil.which("ssh")
    if ssh is None:
        pytest.skip("install an SSH client (openssh-client) to have this tested with it")
    key = tmp_path / "key"
    made = asyncssh.generate_private_key("ssh-ed25519")
    made.write_private_key(key)
    key.chmod(0o600)
    async with serve(tmp_path, *BOTH) as house, browser() as context:
        people = People(tmp_path)
        with closing(people), closing(open_store(tmp_path).store) as store:
            ann = people.person_for(f"ssh:{made.get_fingerprint()}").id
            bo = people.person_for("web:bo").id
            hub = Hub(store).listen()
            computers = (Chair(computer=SUBSTITUTE),) * (len(setup.seats) - len(PEOPLE))
            chairs = (Chair(person=ann), Chair(person=bo), Chair(), *computers)
            hosting = Hosting(chairs=chairs, host=ann, access="open")
            table = hub.new_table(setup, None if computers else SLOW_START, hosting=hosting)
            if computers:
                to_last_round(table)
                table.note(Note(kind="pace", pace=len(PACES) - 1))

            url = f"http://127.0.0.1:{house.port('web')}/"
            cookie = signed(cookie_secret(tmp_path), "bo")
            await context.add_cookies([{"name": "diceparlour", "value": cookie, "url": url}])
            shown = Shown(await context.new_page())
            await shown.page.goto(url)
            words = ("StrictHostKeyChecking=no", f"UserKnownHostsFile={tmp_path}/hosts",
                     "LogLevel=ERROR", "SetEnv=TEXTUAL_ANIMATIONS=none")  # fmt: skip
            options = [word for each in words for word in ("-o", each)]
            over_ssh = Pty(
                [ssh, "-F", "none", "-p", str(house.port("ssh")), "-i", str(key), *options,
                 "ann@127.0.0.1"],
                {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "HOME": str(tmp_path)},
            )  # fmt: skip
            here = Pty(
                [*APP, "--no-animation"],
                environment(tmp_path, TERM="xterm-256color", LANG="C.UTF-8"), str(ROOT),
            )  # fmt: skip
            try:
                players = [
                    Hands(over_ssh.screen, over_ssh.type, {0}),
                    Hands(shown.screen, shown.type, {1}),
                    Hands(here.screen, here.type, {2}),
                ]
                for player in players:
                    await seen(player.screen, "return")
                    await player.type("1")
                    await seen(player.screen, PEOPLE[0])
                await asyncio.gather(*(player.play(table) for player in players))
                assert all(player.pressed for player in players)
                winner = table.names[min(table.state.winners)]
                await until(lambda: all(winner in player.screen for player in players))
                await shown.page.screenshot(path=tmp_path / "over.png")
            finally:
                over_ssh.close()
                here.close()
                hub.close()
        assert await house.stop() == 0
        assert {entry["door"] for entry in house.logged("came")} == {"ssh", "web"}
        assert house.logged("crashed") == []
    verified = await asyncio.to_thread(run, "verify", table.id, home=tmp_path)
    assert verified.returncode == 0
    assert b"The seed is " in verified.stdout
