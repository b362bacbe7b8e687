"""What every test may rely on."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from app.tables import solved

HERE = Path(__file__).parent

# Started in the background, a shell hands down an ignored SIGINT, and with it every process that a
# test starts would be deaf to the Ctrl-C that the test sends.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests bring their own journals; whoever runs them may have one in a database.
os.environ.pop("DICEPARLOUR_JOURNAL", None)

# Pictures are the same whatever terminal the tests run in.
os.environ["COLORTERM"] = "truecolor"

BEFORE = pytest.StashKey[Any]()
"""What was measured before the tests: the engine as it was imported."""


def pytest_xdist_auto_num_workers() -> int:
    """Two workers a core: a test of a screen waits for half of its time."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker pytest-cov begins as in a run without workers, and then as their worker.

    Measured twice the engine takes twice as long, and the first cannot be paused.
    """
    measuring = session.config.pluginmanager.getplugin("_cov")
    if measuring and measuring.cov_controller and hasattr(session.config, "workerinput"):
        session.config.stash[BEFORE] = measuring.cov_controller.cov
        session.config.stash[BEFORE].stop()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """What was measured first is written last: a worker that starts removes what others wrote."""
    if BEFORE in session.config.stash:
        session.config.stash[BEFORE].save()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The engine is measured by its own tests: what screens do with it proves nothing about it.

    Being measured makes the engine three times as slow, so its longest tests are not: no line
    may be without a shorter one.
    """
    for item in items:
        engine = "engine" in item.path.relative_to(HERE).parts
        if not engine or "slow" in item.keywords:
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(autouse=True)
def nothing_is_solved(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No table that a test opens has its rules solved beside it, unless that is what is tested."""
    if "solves" not in request.keywords:
        monkeypatch.setattr(solved, "can_solve", lambda: False)
