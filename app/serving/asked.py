"""What a host asks of the house, read and checked before anything is opened."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from ipaddress import ip_address
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from app.serving import texts
from app.serving.limits import Limits
from app.texts import Text

WEB: str = "127.0.0.1:8080"
SSH: str = "127.0.0.1:8022"

BACKLOG = 128
"""Lines that wait to be taken."""


class CannotOpen(Exception):
    """What was asked for cannot be done; ``message`` says why."""

    def __init__(self, sentence: Text, **values: object) -> None:
        self.message = sentence(**values)
        super().__init__(self.message)


class Address(NamedTuple):
    """Where a door opens."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Whether only this machine can come to it."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False


class Asked(NamedTuple):
    """All that the command was told. An address that is None keeps its door shut."""

    web: Address | None
    ssh: Address | None
    folder: Path
    limits: Limits = Limits()
    workers: int = 1
    isolate: bool = False
    origins: frozenset[str] = frozenset()
    proxies: frozenset[str] = frozenset()
    public_url: str = ""
    password: str = ""
    keys: tuple[str, ...] | None = None


def read_address(text: str) -> Address:
    """An address as a host writes it: HOST:PORT, [v6]:PORT, or a port of this machine alone.

    Raises:
        CannotOpen: it is none.
    """
    host, _, port = text.strip().rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    if not (port.isascii() and port.isdigit() and int(port) < 65536) or not host.isprintable():
        raise CannotOpen(texts.BAD_ADDRESS, text=text)
    return Address(host, int(port))


def addresses(web: str | None, ssh: str | None) -> tuple[Address | None, Address | None]:
    """The doors to open: those asked for, or both for this machine alone.

    Raises:
        CannotOpen: an address is none.
    """
    if web is None and ssh is None:
        web, ssh = WEB, SSH
    return (
        None if web is None else read_address(web),
        None if ssh is None else read_address(ssh),
    )


def listening(address: Address, many: int = 1) -> list[socket.socket]:
    """Sockets that listen at one address: several share it, one for each process.

    Raises:
        CannotOpen: another program has it, or the system does not give it.
    """
    with ExitStack() as undo:
        made: list[socket.socket] = []
        try:
            family, _, _, _, where = socket.getaddrinfo(
                address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            if many > 1:
                _free(family, where)
            for _ in range(many):
                sock = undo.enter_context(socket.socket(family, socket.SOCK_STREAM))
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if many > 1:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
                if family == socket.AF_INET6:
                    sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                sock.bind((where[0], made[0].getsockname()[1], *where[2:]) if made else where)
                sock.listen(BACKLOG)
                sock.setblocking(False)
                made.append(sock)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotOpen(texts.PORT_BUSY, address=address) from error
            reason = error.strerror or str(error)
            raise CannotOpen(texts.PORT_FAILS, address=address, reason=reason) from error
        undo.pop_all()
        return made


def _free(family: int, where: tuple[object, ...]) -> None:
    """Sharing an address hides that another house has it already: ask without sharing first."""
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        probe.bind(where)


def read_password(path: Path) -> str:
    """The password of the house: the first line of a file.

    Raises:
        CannotOpen: there is none.
    """
    password = next(_lines(path), "").strip()
    if not password:
        raise CannotOpen(texts.PASSWORD_EMPTY, path=path)
    return password


def read_keys(path: Path) -> tuple[str, ...]:
    """The public keys of a file such as ``authorized_keys``; options before a key are left out.

    Raises:
        CannotOpen: there is none, or a line is something else.
    """
    keys: list[str] = []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key = _key_in(line.split())
        if key is None:
            raise CannotOpen(texts.BAD_KEY, path=path, line=number)
        keys.append(key)
    if not keys:
        raise CannotOpen(texts.NO_KEYS, path=path)
    return tuple(keys)


def _key_in(words: Sequence[str]) -> str | None:
    """The kind and the body of a key, wherever options end."""
    for kind, body in pairwise(words):
        if kind.startswith(("ssh-", "ecdsa-", "sk-")) and body.startswith("AAAA"):
            return f"{kind} {body}"
    return None


def _lines(path: Path) -> Iterator[str]:
    try:
        yield from path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotOpen(texts.FILE_FAILS, path=path, reason=reason) from error


def read_origins(given: Sequence[str]) -> frozenset[str]:
    """Origins as browsers write them.

    Raises:
        CannotOpen: one is none.
    """
    from app.serving.origin import origin_of

    read = {text: origin_of(text) for text in given}
    for text, origin in read.items():
        if origin is None:
            raise CannotOpen(texts.BAD_ORIGIN, text=text)
    return frozenset(origin for origin in read.values() if origin)


OWN_LOOK = (
    "NO_COLOR",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "TERM_PROGRAM",
    "LC_TERMINAL",
)


def forget_own_terminal() -> None:
    """What this process's own terminal is like says nothing about those of its visitors."""
    for name in tuple(os.environ):
        if name in OWN_LOOK or name.startswith("TEXTUAL"):
            del os.environ[name]
