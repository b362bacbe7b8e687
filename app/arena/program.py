"""A program that plays: one line of JSON asks it, one line of JSON answers.

It is asked with ``{"seat": N, "state": S, "legal": [...]}``, the state and the actions in the
referee's words, and answers ``{"do": {...}}`` with an action, as it would tell the referee.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from app.arena import texts
from app.json_lines import MAX_LINE, read_request, written
from app.tables.names import visible
from engine.model import Action
from engine.refusal import IllegalAction
from engine.ruleset import Ruleset

REASON = 120
"""Signs of a program's fault that are told."""


class ProgramFault(Exception):
    """A program gave no legal answer; its argument is the reason."""


class Program:
    """A program, started when it is first asked, and started anew after it was stopped.

    ``timeout`` is in seconds for each answer; with ``debug`` what it says on stderr is shown.
    """

    def __init__(self, command: Sequence[str], timeout: float, debug: bool = False) -> None:
        self._command = list(command)
        self._timeout = timeout
        self._debug = debug
        self._process: subprocess.Popen[bytes] | None = None
        self._talk: threading.Thread | None = None

    def decide(self, asked: dict[str, Any], game: Ruleset, legal: Collection[Action]) -> Action:
        """What the program does; it is stopped when that is nothing legal.

        Raises:
            ProgramFault: no answer in time, none at all, or one that is no legal action.
        """
        try:
            return self._legal(self._exchange(written(asked) + b"\n"), game, legal)
        except ProgramFault:
            self.stop()
            raise

    def _exchange(self, line: bytes) -> bytes:
        """Write in a thread too: a program that does not read must not hold us up."""
        try:
            process = self._started()
        except OSError as error:
            reason = error.strerror or "OSError"
            raise ProgramFault(texts.NOT_STARTED(reason=reason)) from None
        answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._talk = threading.Thread(target=_talk, args=(process, line, answers), daemon=True)
        self._talk.start()
        try:
            answer = answers.get(timeout=self._timeout)
        except queue.Empty:
            raise ProgramFault(texts.SLOW(seconds=f"{self._timeout:g}")) from None
        if answer:
            return answer
        with suppress(subprocess.TimeoutExpired):
            process.wait(1)
        code = process.returncode
        raise ProgramFault(texts.ENDED(code="–" if code is None else str(code)))

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if self._debug else subprocess.DEVNULL,
                start_new_session=True,
            )
        return self._process

    def _legal(self, answer: bytes, game: Ruleset, legal: Collection[Action]) -> Action:
        try:
            if len(answer) > MAX_LINE:
                read_request(None)
            said = read_request(answer)
            do = said.get("do")
            if set(said) != {"do"} or not isinstance(do, dict):
                raise IllegalAction("malformed", texts.FORM())
            action = game.parse_action(do)
        except IllegalAction as refusal:
            raise ProgramFault(_short(refusal.message)) from None
        if action.kind == "keep":
            data = action.model_dump()
            action = game.parse_action({**data, "dice": sorted(data["dice"])})
        if action not in legal:
            shown = written(action.model_dump()).decode()
            raise ProgramFault(texts.ILLEGAL(action=_short(shown)))
        return action

    def stop(self) -> None:
        """End the program and all that it started."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            with suppress(OSError):
                if sys.platform == "win32":
                    process.kill()
                else:
                    os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if self._talk is not None:
            self._talk.join(1)
            if self._talk.is_alive():  # something else holds its pipe; closing would wait for that
                return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def _talk(process: subprocess.Popen[bytes], line: bytes, answers: queue.SimpleQueue[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        process.stdin.write(line)
        process.stdin.flush()
    try:
        answers.put(process.stdout.readline(MAX_LINE + 1))
    except (OSError, ValueError):
        answers.put(b"")


def _short(text: str) -> str:
    return visible(text)[:REASON]
