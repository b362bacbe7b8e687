"""Doorbells: how a process tells the others on its machine that there is something to read.

Every process that wants to hear has a Unix datagram socket in one folder; whoever has stored
something sends a word to all of them. A bell is a hint and nothing more: one that is not heard
loses nothing, because its owner looks for itself now and then.
"""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

LONGEST_WORD = 512
"""Bytes of a word that are heard; the rest is cut off."""


class Doorbell:
    """A bell of this process's own.

    Raises:
        OSError: there can be none: no such sockets here, a path that is too long, a folder that
            takes no file.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        for path in folder.iterdir():
            _reach(path, None)
        self.path = folder / f"{os.getpid()}-{secrets.token_hex(4)}"
        self._socket = _socket()
        try:
            self._socket.bind(str(self.path))
        except BaseException:
            self._socket.close()
            raise

    def wait(self, seconds: float) -> set[str]:
        """The words that were rung, as soon as there is one; none when the time is over."""
        words: set[str] = set()
        self._socket.settimeout(seconds)
        with suppress(OSError):
            while True:
                words.add(self._socket.recv(LONGEST_WORD).decode("utf-8", "replace"))
                self._socket.setblocking(False)
        return words

    def ring(self, word: str) -> None:
        """Ring this bell alone."""
        _reach(self.path, word)

    def close(self) -> None:
        """Take the bell off its door."""
        self.path.unlink(missing_ok=True)
        self._socket.close()


def ring(folder: Path, word: str) -> None:
    """Ring every bell of a folder; this never waits and never fails."""
    with suppress(OSError):
        for path in folder.iterdir():
            _reach(path, word)


def _reach(path: Path, word: str | None) -> None:
    """Send a word to a bell, or see whether it is one; a bell without its process is removed."""
    with suppress(OSError), _sender() as sender:
        try:
            sender.connect(str(path))
            if word is not None:
                sender.send(word.encode())
        except ConnectionRefusedError:
            if path.is_socket():
                path.unlink(missing_ok=True)


@contextmanager
def _sender() -> Iterator[socket.socket]:
    with _socket() as sender:
        sender.setblocking(False)
        yield sender


def _socket() -> socket.socket:
    family = getattr(socket, "AF_UNIX", None)
    if family is None:
        raise OSError("this system has no Unix sockets")
    return socket.socket(family, socket.SOCK_DGRAM)
