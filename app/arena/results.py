"""A tournament's file: a line that says what is played, then a line a game, in any order.

Lines are only ever added, so that a tournament that was broken off goes on where it was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from app.arena import texts
from app.arena.match import Plan, Result

FORM = 1
"""The form of the file."""


class BadFile(Exception):
    """A file that cannot be gone on with; its argument says why."""


class Results:
    """The games that are done, by number, in memory and in a file where there is one.

    Raises:
        BadFile: the file is of another tournament, damaged, or cannot be read or written.
    """

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self.games: dict[int, Result] = {}
        self._path = path
        self._plan = plan
        if path is not None:
            try:
                self._open(path)
            except OSError as error:
                raise BadFile(_unusable(path, error)) from None

    def _open(self, path: Path) -> None:
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            if data:
                raise BadFile(texts.OTHER_FILE(path=path))
            self._append([self._head()])
            return
        head, *lines = whole.splitlines()
        if _object(head) != self._head():
            raise BadFile(texts.OTHER_FILE(path=path))
        for number, line in enumerate(lines, 2):
            try:
                result = Result.model_validate_json(line)
            except ValidationError:
                raise BadFile(texts.DAMAGED(path=path, number=number)) from None
            if result.game < self._plan.games:
                self.games[result.game] = result
        if len(whole) < len(data):  # the last write was cut off
            os.truncate(path, len(whole))

    def _head(self) -> dict[str, Any]:
        told = self._plan.model_dump(mode="json", exclude={"rounds", "timeout"})
        return {"arena": FORM, **told}

    def keep(self, results: Sequence[Result]) -> None:
        """Take in games that are done.

        Raises:
            BadFile: they could not be written.
        """
        self._append([result.model_dump(mode="json") for result in results])
        self.games |= {result.game: result for result in results}

    def _append(self, lines: Sequence[dict[str, Any]]) -> None:
        if self._path is None or not lines:
            return
        text = "".join(json.dumps(line) + "\n" for line in lines)
        try:
            with self._path.open("ab") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadFile(_unusable(self._path, error)) from None


def _object(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _unusable(path: Path, error: OSError) -> str:
    return texts.UNUSABLE(path=path, reason=error.strerror or "OSError")
