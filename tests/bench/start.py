"""From starting the process to the first paint of the lobby, in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.house import TABLES, used_house
from tests.bench.label import FIRST
from tests.bench.table import Goal, Line, in_turns, ms
from tests.bench.terminal import Watched

ROUNDS = 20
GOAL = Goal(at_most=1.4)
MENU = "Help"
"""The last word of the lobby's first whole picture, in its bottom line."""
LISTED = "Resume a table"


def started(command: str, home: Path, *texts: str) -> list[float]:
    """When each of these texts was there."""
    with Watched(command, home=home) as terminal:
        return [terminal.shown(text) for text in texts]


def started_anew(command: str, *texts: str) -> list[float]:
    """The same with an empty folder."""
    with TemporaryDirectory() as empty:
        return started(command, Path(empty), *texts)


def first_paint() -> Iterator[Line]:
    """The lobby beside a Textual app with one Label, started the same way; the best of each."""
    with TemporaryDirectory() as used:
        used_house(Path(used))
        label, fresh, lived_in = in_turns(
            ROUNDS,
            partial(started_anew, "tests.bench.label", FIRST),
            partial(started_anew, "app", MENU),
            partial(started, "app", Path(used), MENU, LISTED),
        )
    ((yardstick,), (new,), (old, listed)) = (
        [min(times) for times in zip(*runs, strict=True)] for runs in (label, fresh, lived_in)
    )
    for what, ours, goal in (
        ("no journal yet", new, GOAL),
        (f"a journal of {TABLES} tables", old, GOAL),
        (f"... and the {TABLES} tables listed", listed, None),
    ):
        yield Line(what, ms(ours), ms(yardstick), ours / yardstick, goal)
