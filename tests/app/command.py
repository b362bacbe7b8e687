"""Runs the command ``diceparlour`` as a user would, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parent.parent.parent
APP = (sys.executable, "-m", "app")


def environment(home: Path | None = None, **more: str) -> dict[str, str]:
    """What the command needs to know, and nothing of the person who runs the tests."""
    names = ("PATH", "HOME", "SYSTEMROOT", "LANG", "LC_ALL")
    known = {name: os.environ[name] for name in names if name in os.environ}
    place = {} if home is None else {"DICEPARLOUR_HOME": str(home)}
    return {**known, **place, **more}


def run(
    *arguments: str, home: Path | None = None, stdin: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """The command with its output, from the first byte to the exit code."""
    return subprocess.run(
        [*APP, *arguments],
        input=stdin,
        capture_output=True,
        cwd=ROOT,
        env=environment(home, **more),
        timeout=60,
        check=False,
    )


class Running:
    """The command while it runs, with a pipe at each of its streams; a context manager."""

    def __init__(self, *arguments: str, home: Path | None = None) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [*APP, *arguments],
            cwd=ROOT,
            env=environment(home),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
        )
        stdin, stdout, stderr = self.process.stdin, self.process.stdout, self.process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self.stdin, self.stdout, self.stderr = stdin, stdout, stderr

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout, self.stderr):
            with suppress(BrokenPipeError):
                stream.close()

    def ask(self, line: bytes) -> bytes:
        """The answer to a line, which must come before the next one is sent."""
        self.stdin.write(line + b"\n")
        self.stdin.flush()
        return self.stdout.readline()

    def ended(self) -> tuple[int, bytes]:
        """The exit code and what was said on stderr, once the program has ended by itself."""
        said = self.stderr.read()
        return self.process.wait(20), said
