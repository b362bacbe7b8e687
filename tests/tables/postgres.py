"""A real PostgreSQL for the tests: on loopback, of a package that ships it, gone at the end."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

NOBODY = 65_534
"""Who runs the server when the tests are run by root, for whom it would refuse."""


class Server:
    """One server in a folder of its own, that may be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._programs = self._found_programs()
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        # What outlives a kill of ours need not outlive a power cut.
        self._run(
            "initdb", "-A", "trust", "-U", "postgres", "--no-sync", "-E", "utf8", "--locale=C"
        )
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        """Where the server is, with the database that every server has."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = f"-h 127.0.0.1 -p {self.port} -k {self.folder} -c fsync=off"
        self._run("pg_ctl", "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it: ``immediate`` as a crash does, ``fast`` with a word to everybody."""
        self._run("pg_ctl", "-w", "-m", how, "stop")

    def _found_programs(self) -> Path:
        found = importlib.util.find_spec("pgserver")
        assert found is not None
        assert found.origin is not None
        programs = Path(found.origin).parent / "pginstall"
        if os.geteuid() == 0:
            self.folder.chmod(0o755)
            look = [str(programs / "bin" / "postgres"), "--version"]
            try:
                subprocess.run(look, check=True, capture_output=True, user=NOBODY, group=NOBODY)
            except (OSError, subprocess.CalledProcessError):  # not for everybody to look at
                programs = Path(shutil.copytree(programs, self.folder / "programs"))
        return programs / "bin"

    def _run(self, program: str, *arguments: str) -> None:
        apart = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        done = subprocess.run(
            [self._programs / program, "-D", self.data, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            timeout=60,
            check=False,
            **apart,  # type: ignore[call-overload]
        )
        log = self.folder / "log"
        told = log.read_text() if log.exists() else ""
        assert done.returncode == 0, f"{done.stderr.decode()}\n{told}"


@contextmanager
def server() -> Iterator[Server]:
    """A server that is gone at the end, and its folder with it."""
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as name:
        started = Server(Path(name))
        try:
            yield started
        finally:
            started.stop()


@contextmanager
def database(address: str) -> Iterator[str]:
    """The address of a database that is new, and gone at the end."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    try:
        yield urlunsplit(urlsplit(address)._replace(path=f"/{name}"))
    finally:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
