"""``diceparlour serve`` as a process: opened, watched over, and closed in order."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import aiohttp
import asyncssh
import pexpect
import pytest
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from app.serving.asked import (
    Address,
    Asked,
    CannotOpen,
    addresses,
    listening,
    read_address,
    read_keys,
    read_password,
)
from app.serving.limits import SHUT_SECONDS, Limits, Places, ShutOut, TooMany, grouped
from app.serving.log import Log
from app.serving.running import OPEN_AGAIN
from app.serving.worker import order, read_order
from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.seating import Chair, Hosting
from engine.model import Setup
from tests.app.command import APP, ROOT, environment, run
from tests.serving.parlour import LOBBY, PATIENCE, Guest, Page, Screen, SshTerminal, seen, until

LONG = 60.0


class Serve:
    """A running house, as its host sees it."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.entries: list[dict[str, Any]] = []
        self.other = b""
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.process.stderr is not None
        async for line in self.process.stderr:
            try:
                self.entries.append(json.loads(line))
            except ValueError:
                self.other += line

    def logged(self, event: str) -> list[dict[str, Any]]:
        return [entry for entry in self.entries if entry["event"] == event]

    async def told(self, event: str, count: int = 1) -> list[dict[str, Any]]:
        async with asyncio.timeout(LONG):
            while len(self.logged(event)) < count:
                assert self.process.returncode is None, (self.entries, self.other)
                await asyncio.sleep(0.02)
        return self.logged(event)

    def port(self, door: str) -> int:
        (entry,) = [entry for entry in self.logged("open") if entry["door"] == door]
        port: int = entry["port"]
        return port

    async def stop(self) -> int:
        """Tell it to close; its exit code, once it has."""
        if not self.logged("closing"):
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            await self._reading
            return await self.process.wait()


@asynccontextmanager
async def serve(home: Path, *options: str, workers: int = 1) -> AsyncIterator[Serve]:
    process = await asyncio.create_subprocess_exec(
        *APP, "serve", *options, cwd=ROOT, env=environment(home),
        stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    house = Serve(process)
    try:
        await house.told("ready", workers)
        yield house
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await house._reading


BOTH = ("--web", "127.0.0.1:0", "--ssh", "127.0.0.1:0")


async def test_a_real_ssh_client_plays_and_the_house_closes_in_order(tmp_path: Path) -> None:
    ssh = shutil.which("ssh")
    if ssh is None:
        pytest.skip("install an SSH client (openssh-client) to have this tested with it")
    async with serve(tmp_path, *BOTH) as house:
        port = house.port("ssh")
        options = (
            "StrictHostKeyChecking=no",
            f"UserKnownHostsFile={tmp_path}/hosts",
            "LogLevel=ERROR",
        )
        own = ["-F", "none", "-p", str(port)]
        own += [word for option in options for word in ("-o", option)]
        key = tmp_path / "key"
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
        key.chmod(0o600)  # OpenSSH leaves out a key that others could read

        def play() -> None:
            child = pexpect.spawn(
                ssh, [*own, "-i", str(key), "ann@127.0.0.1"], dimensions=(24, 80), timeout=20,
                env={"TERM": "xterm-256color", "PATH": os.environ["PATH"], "HOME": str(tmp_path)},
            )  # fmt: skip
            child.expect("New table")
            child.send("n")
            child.expect("Players")
            child.setwinsize(30, 100)
            child.send("\x1b")
            child.expect("Quit")
            os.kill(house.process.pid, signal.SIGTERM)
            child.expect("The house closes now")
            child.expect(pexpect.EOF)
            child.close()
            assert child.exitstatus == 0

        for refused in (["ann@127.0.0.1", "id"], ["-s", "ann@127.0.0.1", "sftp"],
                        ["-T", "ann@127.0.0.1"]):  # fmt: skip
            done = await asyncio.create_subprocess_exec(
                ssh, *own, *refused, stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            )  # fmt: skip
            out, said = await done.communicate()
            assert done.returncode == 255
            assert b"game" in said
            assert out == b""
        busy = await asyncio.to_thread(run, "serve", "--ssh", f"127.0.0.1:{port}", home=tmp_path)
        assert (busy.returncode, busy.stdout) == (2, b"")
        assert busy.stderr.decode() == f"127.0.0.1:{port} is in use by another program.\n"
        await asyncio.to_thread(play)
        assert await house.stop() == 0
        (entry,) = house.logged("came")
        assert (entry["guest"], entry["door"]) == (False, "ssh")
        assert house.logged("left")[0]["why"] == "closing"
        assert house.logged("open")[0]["to"] == "this machine alone"
        assert house.other == b""
    for name in ("ssh_host_ed25519_key", "cookie_secret", "people.sqlite"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


async def guest(port: int) -> tuple[asyncssh.SSHClientConnection, SshTerminal]:
    client, _ = await asyncssh.create_connection(
        Guest, "127.0.0.1", port, username="x", known_hosts=None, client_keys=None,
        agent_path=None, config=None,
    )  # fmt: skip
    terminal = SshTerminal()
    await terminal.open(client)
    return client, terminal


def lay(folder: Path) -> str:
    """A table that everybody may watch."""
    with closing(open_store(folder).store) as store:
        setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo"), first=0)
        chairs = (Chair(person="ann"), Chair(person="bo"))
        hosting = Hosting(chairs=chairs, host="ann", access="open")
        return Hub(store).new_table(setup, hosting=hosting).id


def present(folder: Path, table: str) -> frozenset[str]:
    """Who counts as being at a table."""
    with closing(open_store(folder).store) as store:
        return Hub(store).open(table).seating.here


async def test_workers_share_the_doors_and_a_lost_one_is_replaced(tmp_path: Path) -> None:
    table = lay(tmp_path)
    async with serve(tmp_path, *BOTH, "--workers", "2", workers=2) as house:
        clients = []
        while {entry["worker"] for entry in house.logged("came")} != {0, 1}:
            client, terminal = await guest(house.port("ssh"))
            await seen(terminal.screen, "watch")
            terminal.type(b"1")
            await seen(terminal.screen, "At this table")
            clients.append(client)
            assert len(clients) < 40, "one worker gets nobody"
        base = f"http://127.0.0.1:{house.port('web')}"
        async with aiohttp.ClientSession(base) as web:

            async def sessions() -> float:
                async with web.get("/metrics") as answer:
                    lines = (await answer.text()).splitlines()
                found = [
                    line for line in lines if line.startswith('diceparlour_sessions{door="ssh"')
                ]
                return float(found[0].split()[-1])

            assert await sessions() == len(clients), "workers count together"
            first = house.logged("worker")[0]
            os.kill(first["pid"], signal.SIGKILL)
            await house.told("worker_lost")
            await house.told("ready", 3)
            await asyncio.sleep(0.1)
            lost = [entry for entry in house.logged("came") if entry["worker"] == 0]
            assert await sessions() == len(clients) - len(lost)
            everybody = {entry["person"] for entry in house.logged("came")}
            here = everybody - {entry["person"] for entry in lost}
            assert present(tmp_path, table) == here, "the lost are seen off"
            assert [entry["count"] for entry in house.logged("seen_off")] == [len(lost)]
            for _ in range(4):
                client, terminal = await guest(house.port("ssh"))
                await seen(terminal.screen, LOBBY)
                clients.append(client)
        began = asyncio.get_running_loop().time()
        assert await house.stop() == 0
        assert asyncio.get_running_loop().time() - began < PATIENCE
        assert len(house.logged("closed")) == 2
        for client in clients:
            client.abort()
        pids = [entry["pid"] for entry in house.logged("worker")]
        assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
        assert house.other == b""


async def test_a_worker_whose_house_is_gone_closes(tmp_path: Path) -> None:
    async with serve(tmp_path, *BOTH, "--workers", "2", workers=2) as house:
        pids = [entry["pid"] for entry in house.logged("worker")]
        house.process.kill()
        await until(lambda: not any(_alive(pid) for pid in pids))


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_house_whose_journal_was_replaced_is_opened_again(
    tmp_path: Path, workers: int
) -> None:
    home = tmp_path / "home"
    with closing(open_store(home).store) as store:
        Hub(store).new_table(Setup(preset="zilch", seats=("A", "B"), first=0))
    kept = str(tmp_path / "backup")
    assert run("backup", kept, home=home).returncode == 0
    async with serve(home, *BOTH, "--workers", str(workers), workers=workers) as house:
        done = await asyncio.to_thread(run, "restore", "--over", kept, home=home)
        assert b"started again" in done.stderr
        if workers > 1:  # it watches over them itself
            await house.told("ready", 2 * workers)
            house.process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(LONG):
                assert await house.process.wait() == 0
            return
        async with asyncio.timeout(LONG):
            assert await house.process.wait() == OPEN_AGAIN
        (said,) = [entry for entry in house.logged("journal") if entry["level"] == "error"]
        assert "replaced" in said["notice"]
    async with serve(home, *BOTH) as house:
        assert await house.stop() == 0


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_visitor_in_a_process_of_their_own(tmp_path: Path) -> None:
    async with serve(tmp_path, *BOTH, "--isolate") as house:
        client, terminal = await guest(house.port("ssh"))
        await seen(terminal.screen, LOBBY)
        base = f"http://127.0.0.1:{house.port('web')}"
        async with aiohttp.ClientSession(base) as web, web.ws_connect("/ws") as socket:
            shown = Page(socket)
            await seen(shown.screen, LOBBY)
            await shown.send("resize", {"width": 100, "height": 30})
            assert terminal.process is not None
            terminal.process.change_terminal_size(5000, 5000)
            terminal.process.change_terminal_size(80, 24)
            terminal.type(b"n")
            await seen(terminal.screen, "Players")
            terminal.type(b"\x1b")
            await seen(terminal.screen, "Quit")
            terminal.type(b"q")
            assert await terminal.end() == 0
            assert "Goodbye" in terminal.screen
            assert await house.stop() == 0
            async with asyncio.timeout(PATIENCE):
                await shown.reading
            assert "The house closes now" in shown.screen
        client.abort()
        assert [entry["why"] for entry in house.logged("left")] == ["left", "closing"]


async def test_nobody_plays_on_in_a_house_that_was_killed(tmp_path: Path) -> None:
    """The processes of visitors end with it; alone, each would read a torn terminal for ever."""
    table = lay(tmp_path)
    async with serve(tmp_path, *BOTH, "--isolate") as house:
        guests = [await guest(house.port("ssh")) for _ in range(2)]
        for _client, terminal in guests:
            await seen(terminal.screen, "watch")
            terminal.type(b"1")
            await seen(terminal.screen, "At this table")
        told = Path(f"/proc/{house.process.pid}/task/{house.process.pid}/children")
        if not told.exists():
            pytest.skip("only Linux tells the children of a process")
        below = [int(pid) for pid in told.read_text().split()]
        while more := [
            int(pid)
            for parent in below
            for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            if int(pid) not in below
        ]:
            below += more
        assert below
        assert len(present(tmp_path, table)) == 2
        os.kill(below[0], signal.SIGKILL)
        await house.told("seen_off")
        assert len(present(tmp_path, table)) == 1, "whose process was killed is seen off"
        os.kill(house.process.pid, signal.SIGKILL)
        await until(lambda: not any(map(_alive, below)))
        for client, _terminal in guests:
            client.abort()


async def test_plain_textual_serve_shows_the_game_too(tmp_path: Path) -> None:
    """The stock server with the stock driver, one process a visitor: it must go on working."""
    screen, ended = Screen(), asyncio.Event()

    async def draw(data: bytes) -> None:
        screen.feed(data)

    async def close() -> None:
        ended.set()

    async def said(_: str) -> None:
        return

    command = " ".join(APP)
    service = AppService(
        command, write_bytes=draw, write_str=said, close=close, download_manager=DownloadManager()
    )
    build = service._build_environment
    service._build_environment = lambda **size: {  # type: ignore[method-assign]
        **{name: value for name, value in build(**size).items() if name != "NO_COLOR"},
        **environment(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    await service.start(80, 24)
    await until(lambda: LOBBY in screen)
    await service.send_bytes(b"q")
    async with asyncio.timeout(PATIENCE):
        await ended.wait()
        await service.stop()
        assert service._process is not None
        assert await service._process.wait() == 0
    service._process._transport.close()  # type: ignore[attr-defined]


# What is asked for, read before anything opens


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:8080", Address("127.0.0.1", 8080)),
        ("0.0.0.0:80", Address("0.0.0.0", 80)),
        ("[::1]:22", Address("::1", 22)),
        (":8080", Address("127.0.0.1", 8080)),
        ("8080", Address("127.0.0.1", 8080)),
        ("dice.example.org:443", Address("dice.example.org", 443)),
    ],
)
def test_an_address_is_read(text: str, address: Address) -> None:
    assert read_address(text) == address


@pytest.mark.parametrize(
    "text", ["", "host", "host:", "host:port", "host:65536", "a\x1b:1", "h:-1"]
)
def test_what_is_no_address_is_told(text: str) -> None:
    with pytest.raises(CannotOpen, match="is no address"):
        read_address(text)


def test_loopback_is_the_default_and_everything_else_is_asked_for() -> None:
    assert addresses(None, None) == (Address("127.0.0.1", 8080), Address("127.0.0.1", 8022))
    assert addresses("0.0.0.0:1", None) == (Address("0.0.0.0", 1), None)
    assert addresses(None, "[::]:1") == (None, Address("::", 1))
    hosts = ("127.0.0.1", "127.9.9.9", "::1", "localhost", "0.0.0.0", "::", "10.0.0.1", "x.org")
    assert [Address(host, 1).loopback for host in hosts] == [True] * 4 + [False] * 4
    assert str(Address("::1", 22)) == "[::1]:22"


def test_a_shared_address_is_refused_to_another_house() -> None:
    socks = listening(Address("127.0.0.1", 0), 3)
    port = socks[0].getsockname()[1]
    assert {sock.getsockname()[1] for sock in socks} == {port}
    for many in (1, 2):
        with pytest.raises(CannotOpen, match="in use by another program"):
            listening(Address("127.0.0.1", port), many)
    for sock in socks:
        sock.close()
    with pytest.raises(CannotOpen, match="cannot be opened"):
        listening(Address("192.0.2.1", port))


def test_keys_and_a_password_are_read_from_files(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().strip()
    file = tmp_path / "allow"
    file.write_text(f'# friends\n\n{key}\nrestrict,command="x y" {key}\n')
    bare = " ".join(key.split()[:2])
    assert read_keys(file) == (bare, bare)
    for text, said in (("", "holds no public key"), (f"{key}\nrubbish\n", "Line 2 of")):
        file.write_text(text)
        with pytest.raises(CannotOpen, match=said):
            read_keys(file)
    file.write_text("sesame\nsecond line\n")
    assert read_password(file) == "sesame"
    file.write_text("\nsesame\n")
    with pytest.raises(CannotOpen, match="no password"):
        read_password(file)
    with pytest.raises(CannotOpen, match="cannot be read"):
        read_password(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--web", "nowhere"], "'nowhere' is no address; write it as HOST:PORT."),
        (["--ssh", ":1", "--origin", "https://x.org"], "which stays shut"),
        (["--web", ":1", "--origin", "x"], "'x' is no origin"),
        (["--web", ":1", "--password-file", "nowhere"], "nowhere cannot be read"),
        (["--workers", "0"], "0 is not in the range"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(options: list[str], said: str, tmp_path: Path) -> None:
    done = run("serve", *options, home=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_a_worker_is_told_all_that_was_asked(tmp_path: Path) -> None:
    asked = Asked(
        Address("::", 1), None, tmp_path, Limits(sessions=3), 4, True, frozenset({"https://x.org"}),
        frozenset({"10.0.0.1"}), "https://y.org", "sesame", ("ssh-ed25519 AAAA",),
    )  # fmt: skip
    assert read_order(order(asked, 2, {"web": 7})) == (asked, 2, {"web": 7})
    bare = Asked(None, Address("h", 2), tmp_path)
    assert read_order(order(bare, 0, {}))[0] == bare


# Small parts


def test_places_are_counted_by_address_and_a_network_is_one() -> None:
    places = Places(3, 2)
    places.take("2001:db8::1")
    places.take("2001:db8::2")
    with pytest.raises(TooMany) as refused:
        places.take("2001:db8::3")
    assert refused.value.reason == "full_address"
    with places.place("2001:db8:0:1::1"), pytest.raises(TooMany) as refused:
        places.take("192.0.2.1")
    assert refused.value.reason == "full"
    places.free("2001:db8::9")
    assert places.count == 1
    assert grouped("::ffff:192.0.2.1") == grouped("192.0.2.1") == "192.0.2.1"
    assert grouped("fe80::1%eth0") == "fe80::/64"
    assert grouped("unknown") == "unknown"


def test_doors_stay_shut_to_an_address_for_a_while() -> None:
    now = [0.0]
    shut = ShutOut(lambda: now[0])
    shut.check("192.0.2.1")
    shut.add("2001:db8::1")
    for address in ("2001:db8::1", "2001:db8::2"):
        with pytest.raises(TooMany) as refused:
            shut.check(address)
        assert refused.value.reason == "shut"
    shut.check("192.0.2.1")
    now[0] = SHUT_SECONDS
    shut.check("2001:db8::1")
    shut.add("192.0.2.1")
    assert len(shut._until) == 1, "what is over is forgotten"


def test_the_log_holds_nothing_that_a_terminal_obeys(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log(worker=1)
    log("came", name="\x1b[31mred\r\n\u202eevil", size=[80, 24], none=None, odd=Path("x"))
    try:
        raise ValueError("a secret") from KeyError("another secret")
    except ValueError as error:
        log.error("crashed", error)
    log("long", text="x" * 9999)
    out, err = capsys.readouterr()
    assert out == ""
    first, crash, long = map(json.loads, err.splitlines())
    assert first["name"] == "red"
    assert (first["worker"], first["size"], first["none"], first["odd"]) == (1, [80, 24], None, "x")
    assert "secret" not in err
    assert crash["error"] == "ValueError"
    assert len(long["text"]) < 999
    assert "\x1b" not in err
    assert err.isascii()


def test_a_log_that_takes_nothing_stops_nothing(tmp_path: Path) -> None:
    stream = (tmp_path / "log").open("w")
    stream.close()
    Log(stream)("came")
