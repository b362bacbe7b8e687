"""The door for SSH: whoever holds a key is known by it, and nothing but the game is behind it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

import asyncssh

from app.serving import texts
from app.serving.house import Caller, House, Visit
from app.serving.kept import HOST_KEY, kept
from app.serving.limits import TooMany, narrowed
from app.serving.patches import named
from app.serving.terminal import LONGEST, TOLD, over_ssh

WINDOW: Final = 65_536
"""Bytes that a visitor's side may send before it is answered."""

CHANNELS: Final = 4
"""Sessions on one connection, as shared connections have."""

SENTENCE: Final = 0.15
"""Seconds that a sentence has on its way before a refusal follows it."""

LEAVING: Final = 0.5
"""Seconds that visitors' sides have to hang up when the house closes."""

KEEPALIVE: Final = 30
"""Seconds of silence after which a visitor's side is asked whether it is there."""


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that keeps nothing of what is told of the environment but the little it needs.

    What it refuses it refuses a moment later, so that the sentence that says why comes first: a
    client leaves as soon as it is refused.
    """

    def _process_env_request(self, packet: Any) -> bool:
        name = packet.get_string()
        value = packet.get_string()
        packet.check_end()
        if name.decode("ascii", "replace") not in TOLD or len(value) > LONGEST:
            return False
        self._env[name] = value
        return True

    def _start_session(self, command: Any = None, subsystem: Any = None) -> Any:
        if super()._start_session(command, subsystem):
            return True
        asyncio.get_running_loop().call_later(SENTENCE, self._refused)
        return None

    def _refused(self) -> None:
        if self._request_queue:
            self._report_response(False)


def look_at_asyncssh() -> None:
    """See that this asyncssh has what `Channel` is built on.

    Raises:
        PatchGone: it has not.
    """
    for name in ("_process_env_request", "_start_session"):
        named(asyncssh.SSHServerChannel, name)
    for name in ("_report_response", "_service_next_request"):
        named(asyncssh.SSHServerChannel.__mro__[1], name)


class SshWire:
    """The way to a visitor over a channel."""

    def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = channel
        connection = channel.get_connection()
        self._transport: asyncio.WriteTransport = cast(Any, connection)._transport

    def write(self, data: bytes) -> None:
        if not self._channel.is_closing():
            self._channel.write(data)

    def backlog(self) -> int:
        return self._channel.get_write_buffer_size() + self._transport.get_write_buffer_size()

    def hang_up(self, code: int) -> None:
        if not self._channel.is_closing():
            self._channel.exit(code)

    def cut(self) -> None:
        self._channel.abort()


class Shell(asyncssh.SSHServerSession[bytes]):
    """One channel of a connection, on which only the game can be asked for."""

    def __init__(self, door: SshDoor, client: Client) -> None:
        self._door = door
        self._client = client
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._visit: Visit | None = None
        self._paused: asyncio.TimerHandle | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def _refuse(self, why: str, sentence: str) -> bool:
        assert self._channel is not None
        self._door.house.refused("ssh", why, self._client.address)
        self._channel.write_stderr(f"{sentence}\r\n".encode())
        return False

    def exec_requested(self, command: str) -> bool:  # noqa: ARG002
        return self._refuse("exec", texts.NO_SHELL())

    def subsystem_requested(self, subsystem: str) -> bool:  # noqa: ARG002
        return self._refuse("subsystem", texts.NO_SHELL())

    def pty_requested(self, *_: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        channel = self._channel
        assert channel is not None
        if channel.get_terminal_type() is None:
            return self._refuse("no_terminal", texts.NO_TERMINAL())
        width, height, *_ = channel.get_terminal_size()
        terminal = over_ssh(
            channel.get_terminal_type(), (width, height), dict(channel.get_environment())
        )
        if not terminal.usable:
            return self._refuse("dumb_terminal", texts.DUMB_TERMINAL())
        caller = Caller("ssh", self._client.address, self._client.credential, terminal)
        try:
            self._visit = self._door.house.visit(caller, SshWire(channel))
        except TooMany as error:
            channel.write_stderr(f"{error.sentence}\r\n".encode())
            return False
        self._client.used()
        return True

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        if self._visit is None or self._channel is None:
            return
        wait = self._visit.feed(data)
        if wait and self._paused is None:
            self._channel.pause_reading()
            loop = asyncio.get_running_loop()
            self._paused = loop.call_later(wait, self._go_on, self._channel)

    def _go_on(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
        self._paused = None
        if not channel.is_closing():
            channel.resume_reading()

    def terminal_size_changed(self, width: int, height: int, *_: int) -> None:
        if self._visit is not None:
            self._visit.resize(width, height)

    def eof_received(self) -> bool:
        if self._visit is None:
            return False
        self._visit.end("gone")
        return True  # the visit closes the line; half of it, closed here, would stay for ever

    def break_received(self, msec: int) -> bool:  # noqa: ARG002
        return False

    def signal_received(self, signal: str) -> None:  # noqa: ARG002
        return

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self._client.channels -= 1
        if not self._client.channels:
            self._client.unused()
        if self._paused is not None:
            self._paused.cancel()
        if self._visit is not None:
            self._visit.end("gone")
        self._visit = self._channel = None


class Client(asyncssh.SSHServer):
    """One connection: who is at its other end, and no more than that."""

    def __init__(self, door: SshDoor) -> None:
        self._door = door
        self._connection: asyncssh.SSHServerConnection | None = None
        self._half_open = False
        self._unused: asyncio.TimerHandle | None = None
        self.address = "unknown"
        self.credential = ""
        self.channels = 0

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        narrowed(conn.get_extra_info("socket"))
        peer = conn.get_extra_info("peername")
        self.address = str(peer[0]) if peer else "unknown"
        house = self._door.house
        try:
            if house.closing:
                raise TooMany(texts.CLOSING(), "closing")
            house.shut_out.check(self.address)
            house.half_open.take(self.address)
            self._half_open = True
        except TooMany as error:
            house.refused("ssh", f"half_open_{error.reason}", self.address)
            conn.abort()
            return
        self._door.connections.add(conn)
        self.unused()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        self.used()
        if self._connection is not None:
            self._door.connections.discard(self._connection)
        self._connection = None

    def used(self) -> None:
        """Somebody plays on this connection, or it is gone."""
        if self._unused is not None:
            self._unused.cancel()
            self._unused = None
        if self._half_open:
            self._half_open = False
            self._door.house.half_open.free(self.address)

    def unused(self) -> None:
        """Nobody plays on it: it is kept for as long as a visitor has to say who they are."""
        if self._connection is not None and self._unused is None:
            loop = asyncio.get_running_loop()
            seconds = self._door.house.limits.login_seconds
            self._unused = loop.call_later(seconds, self._connection.close)

    # Who: the key that was proven last, and the name that is given counts for nothing.

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        self.credential = ""
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        self.credential = f"ssh:{key.get_fingerprint()}"
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> bool:  # noqa: ARG002
        self.credential = ""  # nothing is asked: a guest
        return True

    # What: sessions, and nothing else. Every kind of forwarding is refused by not being here.

    def session_requested(self) -> Any:
        assert self._connection is not None
        if self.channels >= CHANNELS:
            return False
        self.channels += 1
        made = self._connection.create_server_channel(None, "strict", WINDOW)
        made.__class__ = Channel
        return made, Shell(self._door, self)


class SshDoor:
    """The open door; ``port`` is the one that it got."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.connections: set[asyncssh.SSHServerConnection] = set()
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self.port = 0

    async def open(self, sock: socket.socket, folder: Path) -> None:
        """Listen at a socket, with the host key of a data folder, which is made once.

        Raises:
            OSError: the key cannot be read or made.
            asyncssh.KeyImportError: it is no key.
        """
        look_at_asyncssh()
        made = kept(
            folder / HOST_KEY,
            lambda: asyncssh.generate_private_key("ssh-ed25519").export_private_key(),
        )
        asyncssh.set_log_level("CRITICAL")
        self._acceptor = await asyncssh.listen(
            sock=sock,
            server_factory=lambda: Client(self),
            server_host_keys=[asyncssh.import_private_key(made)],
            server_version="DiceParlour",
            encoding=None,
            line_editor=False,
            allow_pty=True,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            gss_host=None,
            password_auth=False,
            compression_algs=None,
            window=WINDOW,
            login_timeout=self.house.limits.login_seconds,
            keepalive_interval=KEEPALIVE,
            rekey_bytes="1G",
        )
        self.port = self._acceptor.get_port()

    def shut(self) -> None:
        """Let nobody in any more."""
        if self._acceptor is not None:
            self._acceptor.close()

    async def close(self) -> None:
        """End every connection; those who were told to go may go by themselves, in order."""
        self.shut()
        loop = asyncio.get_running_loop()
        until = loop.time() + LEAVING
        while self.connections and loop.time() < until:
            await asyncio.sleep(0.02)
        for connection in tuple(self.connections):
            connection.close()
        if self._acceptor is not None:
            await self._acceptor.wait_closed()


def fingerprints(keys: Sequence[str]) -> frozenset[str]:
    """The credentials of public keys, one a line as in ``authorized_keys``.

    Raises:
        asyncssh.KeyImportError: a line is no key.
    """
    return frozenset(f"ssh:{asyncssh.import_public_key(key).get_fingerprint()}" for key in keys)
