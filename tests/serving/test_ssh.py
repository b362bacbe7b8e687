"""The door for SSH: a key is a person, a name is nothing, and only the game is behind it."""

from __future__ import annotations

import asyncio
import stat
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from app.serving.gate import Rules
from app.serving.limits import Limits
from app.serving.ssh import fingerprints
from tests.serving.parlour import LOBBY, PATIENCE, Guest, Parlour, SshTerminal, parlour, seen, until


def a_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def came(house: Parlour, count: int) -> list[dict[str, object]]:
    await until(lambda: len(house.logged("came")) == count)
    return house.logged("came")


async def visit(house: Parlour, name: str, *keys: object, **how: object) -> SshTerminal:
    terminal = SshTerminal()
    await terminal.open(await house.connect(name, *keys), **how)
    return terminal


async def test_a_key_is_the_person_and_a_name_is_nothing(tmp_path: Path) -> None:
    ann, mallory = a_key(), a_key()
    async with parlour(tmp_path) as house:
        for name, key in (("ann", ann), ("root", ann), ("ann", mallory), ("ann", None)):
            terminal = await visit(house, name, *([key] if key else []))
            await seen(terminal.screen, LOBBY)
            terminal.type(b"q")
            assert await terminal.end() == 0
            assert "Goodbye" in terminal.screen
        people = await came(house, 4)
        ids = [entry["person"] for entry in people]
        assert ids[0] == ids[1], "one key under two names is one person"
        assert len(set(ids)) == 3, "another key under her name is somebody else"
        assert [entry["guest"] for entry in people] == [False, False, False, True]
        assert house.number("starts_total", door="ssh") == 4
        assert house.number("sessions", door="ssh") == 0
        assert await until(lambda: len(house.logged("left")) == 4)
        credentials = {person.credentials for person in house.people.list_people()}
        assert credentials == {(f"ssh:{key.get_fingerprint()}",) for key in (ann, mallory)}


async def test_a_key_that_is_only_shown_is_not_proven(tmp_path: Path) -> None:
    """Mallory asks whether Ann's public key would do, and then comes in without any."""
    ann = a_key()

    class Shows(Guest):
        def __init__(self) -> None:
            self.shown = False

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair | None:
            if self.shown:
                return None
            self.shown = True
            (pair,), (other,) = (asyncssh.load_keypairs([key]) for key in (ann, a_key()))
            # Her public key, and somebody else's signature.
            pair.sign = other.sign  # type: ignore[method-assign]
            return pair

    async with parlour(tmp_path) as house:
        client, _ = await asyncssh.create_connection(
            Shows, "127.0.0.1", house.ssh.port, username="ann", client_keys=None,
            known_hosts=None, agent_path=None, config=None,
        )  # fmt: skip
        house.clients.append(client)
        await SshTerminal().open(client)
        (entry,) = await came(house, 1)
        assert entry["guest"] is True
        assert house.people.list_people() == ()


async def test_nothing_but_the_game_is_behind_the_door(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        client = await house.connect("ann", a_key())
        for how in (
            {"command": "id"},
            {"command": "scp -t /"},
            {"subsystem": "sftp"},
            {"subsystem": "netconf", "term_type": "xterm"},
        ):
            with pytest.raises(asyncssh.ChannelOpenError):
                await client.create_process(**how)
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.create_process(request_pty=False)
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.create_process(term_type="dumb")
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.open_connection("127.0.0.1", house.web.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await client.open_unix_connection("/nowhere")
        for listener in (
            client.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1),
            client.forward_remote_path("/nowhere", "/nowhere"),
        ):
            with pytest.raises((asyncssh.ChannelListenError, OSError)):
                await listener
        reasons = {entry["why"] for entry in house.logged("refused")}
        assert reasons == {"exec", "subsystem", "no_terminal", "dumb_terminal"}
        assert house.logged("came") == []


async def test_of_an_environment_only_the_look_is_taken(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        env = {"LANG": "C", "NO_COLOR": "1", "LD_PRELOAD": "/evil", "DICEPARLOUR_HOME": "/evil"}
        env |= {f"JUNK{number}": "x" * 1000 for number in range(200)}
        terminal = await visit(house, "ann", term_type="xterm-256color", env=env)
        await seen(terminal.screen, LOBBY)
        assert terminal.screen.text.isascii()
        (now,) = house.house.sessions
        assert now.caller.terminal.no_colour
        assert now.caller.terminal.colours == "256"
        connection = next(iter(house.ssh.connections))
        (channel,) = connection._channels.values()
        assert set(channel.get_environment()) == {"LANG", "NO_COLOR"}


async def test_windows_of_every_size_and_floods_of_them(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        for size in ((0, 0), (5000, 5000)):
            terminal = await visit(house, "ann", term_size=size)
            await seen(terminal.screen, "")
            await came(house, 1 if size == (0, 0) else 2)
            assert terminal.process is not None
            terminal.process.change_terminal_size(5000, 0)
            terminal.process.change_terminal_size(80, 24)
            await seen(terminal.screen, LOBBY)
        fine = terminal
        wild = await visit(house, "bo")
        assert wild.process is not None
        for number in range(600):
            wild.process.change_terminal_size(80 + number % 9, 24)
        await wild.end()
        assert [entry["why"] for entry in house.logged("left")] == ["fast"]
        fine.type(b"n")
        await seen(fine.screen, "Players")


async def test_ten_thousand_keys_are_too_many_and_harm_nobody(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        fine, wild = await visit(house, "ann"), await visit(house, "bo")
        await until(lambda: LOBBY in fine.screen and LOBBY in wild.screen)
        assert wild.process is not None
        for _ in range(300):
            if house.logged("left"):
                break
            with suppress(OSError):  # the house may hang up between
                wild.type(b"x" * 10_000)
            await asyncio.sleep(0.01)
        assert [entry["why"] for entry in house.logged("left")] == ["fast"]
        fine.type(b"n")
        await seen(fine.screen, "Players")


async def test_there_are_so_many_places_and_no_more(tmp_path: Path) -> None:
    limits = Limits(per_address=2, half_open_per_address=3, login_seconds=4)
    async with parlour(tmp_path, limits=limits) as house:
        terminals = [await visit(house, "ann") for _ in range(2)]
        with pytest.raises(asyncssh.ChannelOpenError):
            await visit(house, "bo")
        house.clients.pop().abort()
        await until(lambda: house.house.half_open.count == 0)
        await until(lambda: all(LOBBY in terminal.screen for terminal in terminals))
        terminals[0].type(b"q")
        await terminals[0].end()
        await until(lambda: house.house.places.count == 1)
        await visit(house, "bo")
        # Those who say nothing are put out, and meanwhile they are few.
        silent = [await asyncio.open_connection("127.0.0.1", house.ssh.port) for _ in range(5)]
        async with asyncio.timeout(PATIENCE):
            for reader, writer in silent:
                await reader.read(-1)
                writer.close()
        assert house.house.half_open.count == 0
        reasons = [entry["why"] for entry in house.logged("refused")]
        assert reasons == ["full_address", "half_open_full_address", "half_open_full_address"]


async def test_one_connection_has_few_channels(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        client = await house.connect("ann", a_key())
        for _ in range(4):
            await SshTerminal().open(client)
        with pytest.raises(asyncssh.ChannelOpenError, match="refused"):
            await SshTerminal().open(client)


async def test_the_host_key_is_made_once_and_kept(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        async with parlour(tmp_path) as house:
            client = await house.connect()
            key = client.get_server_host_key()
            assert key is not None
            keys.append(key.get_fingerprint())
    assert keys[0] == keys[1]
    file = tmp_path / "ssh_host_ed25519_key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_everybody_is_told_when_the_house_closes(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        terminal = await visit(house, "ann")
        await seen(terminal.screen, LOBBY)
        await house.house.close()
        assert await terminal.end() == 0
        assert "The house closes now" in terminal.screen
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.ConnectionLost, OSError)):
            await visit(house, "bo")


# A house that does not let everybody in


async def test_a_password_is_asked_for_once_of_a_key_and_always_of_a_guest(tmp_path: Path) -> None:
    key = a_key()
    async with parlour(tmp_path, rules=Rules("sesame")) as house:
        for name, keys, asked in (("ann", [key], True), ("ann", [key], False), ("bo", [], True)):
            terminal = await visit(house, name, *keys)
            if asked:
                await seen(terminal.screen, "The password of this house")
                assert LOBBY not in terminal.screen
                terminal.type(b"sesamf\x7fe\r")
            await seen(terminal.screen, LOBBY)
            assert b"sesam" not in terminal.screen.raw
        assert "sesam" not in house.stream.getvalue()


async def test_wrong_passwords_shut_the_door(tmp_path: Path) -> None:
    async with parlour(tmp_path, rules=Rules("sesame")) as house:
        for _ in range(4):
            terminal = await visit(house, "ann", a_key())
            for word in (b"one", b"", b"two", b"three"):
                terminal.type(word + b"\r")
            assert await terminal.end() == 1
            assert "wrong too often" in terminal.screen
        terminal = await visit(house, "ann", a_key())
        assert await terminal.end() == 1
        assert "The password" not in terminal.screen
        assert house.logged("came") == []


async def test_a_list_lets_in_its_keys_and_what_is_joined_to_them(tmp_path: Path) -> None:
    ann, laptop, mallory = a_key(), a_key(), a_key()
    listed = fingerprints([ann.export_public_key().decode()])
    async with parlour(tmp_path, rules=Rules(keys=listed)) as house:
        terminal = await visit(house, "x", ann)
        await seen(terminal.screen, LOBBY)
        terminal = await visit(house, "ann", mallory)
        await seen(terminal.screen, "lets in only whom it knows")
        terminal.type(b"\x04")
        assert await terminal.end() == 1
        person = house.people.person_for(f"ssh:{ann.get_fingerprint()}")
        code = house.people.new_code(person.id)
        terminal = await visit(house, "ann", laptop)
        await seen(terminal.screen, "A code")
        terminal.type(code.encode() + b"\r")
        await seen(terminal.screen, LOBBY)
        ids = [entry["person"] for entry in house.logged("came")]
        assert ids == [person.id, person.id]


async def test_who_does_not_answer_is_put_out(tmp_path: Path) -> None:
    limits = Limits(login_seconds=0.5)
    async with parlour(tmp_path, rules=Rules("sesame"), limits=limits) as house:
        terminal = await visit(house, "ann")
        assert await terminal.end() == 1
        assert "took too long" in terminal.screen
        assert house.house.places.count == 0


async def test_who_has_nothing_to_type_from_is_not_kept(tmp_path: Path) -> None:
    async with parlour(tmp_path) as house:
        terminal = await visit(house, "ann", a_key(), stdin=asyncssh.DEVNULL)
        assert await terminal.end() == 1
        await until(lambda: not house.house.sessions)
