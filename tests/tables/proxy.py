"""A line to a server that can be cut at a chosen moment."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

Moment = Literal["before", "after"]


class Proxy:
    """Stands between a client and a server on loopback; made anew, a line works again.

    While ``moving`` is cleared it stands still: nothing is cut, and nothing comes through.
    `cut` loses the next thing that is said: ``before`` it comes to the server, or ``after`` the
    server did it, so that only its answer is lost. ``then`` is called when that has happened.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        assert parts.hostname is not None
        self._server = (parts.hostname, parts.port or 5432)
        self._door = socket.create_server(("127.0.0.1", 0))
        port = self._door.getsockname()[1]
        who, at, _ = parts.netloc.rpartition("@")
        self.address = urlunsplit(parts._replace(netloc=f"{who}{at}127.0.0.1:{port}"))
        self._moment: Moment | None = None
        self.moving = threading.Event()
        self.moving.set()
        self.cuts = 0
        threading.Thread(target=self._let_in, daemon=True).start()

    def cut(self, moment: Moment) -> None:
        """Lose the next thing that is said."""
        self._moment = moment

    def _let_in(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket.create_connection(self._server)
                for ends in ((client, server, "before"), (server, client, "after")):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, goal: socket.socket, moment: Moment) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if self._moment == moment:
                    self._moment = None
                    self.cuts += 1
                    break
                self.moving.wait()
                goal.sendall(data)
        for end in (source, goal):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def close(self) -> None:
        """Let nobody in any more."""
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
