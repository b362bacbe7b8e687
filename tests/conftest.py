"""What every test may rely on."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from app.tables import solved

HERE = Path(__file__).parent

# Started in the background, a shell hands down an ignored SIGINT, and with it every process that a
# test starts would be deaf to the Ctrl-C that the test sends.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests bring their own journals; whoever runs them may have one in a database.
os.environ.pop("DICEPARLOUR_JOURNAL", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The engine is measured by its own tests: what screens do with it proves nothing about it."""
    for item in items:
        if "engine" not in item.path.relative_to(HERE).parts:
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(autouse=True)
def nothing_is_solved(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """No table that a test opens has its rules solved beside it, unless that is what is tested."""
    if "solves" not in request.keywords:
        monkeypatch.setattr(solved, "can_solve", lambda: False)
