"""The stylesheet, read once a process: every further session finds it read."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from textual.css.stylesheet import Stylesheet

if TYPE_CHECKING:
    from textual.css.model import RuleSet

READ = 256
"""Texts that are remembered: those of the house and of every widget, for both themes."""


class ReadOnce(Stylesheet):
    """A stylesheet that shares what it reads with all others of the process.

    What is read depends on the text and on the colours of the theme alone; rules are never changed
    afterwards, so that any number of apps can use the same ones.
    """

    def _parse_rules(self, *told: Any, **more: Any) -> list[RuleSet]:
        key = (told, tuple(sorted(more.items())), tuple(sorted(self._variables.items())))
        return _rules(_Key(self, key))


class _Key:
    """A request, equal to all others for the same rules whichever app it comes from."""

    def __init__(self, sheet: ReadOnce, key: tuple[Any, ...]) -> None:
        self.sheet: ReadOnce | None = sheet
        self.key = key
        self._hash = hash(key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.key == other.key


@lru_cache(READ)
def _rules(request: _Key) -> list[RuleSet]:
    sheet, request.sheet = request.sheet, None
    assert sheet is not None
    told, more, _ = request.key
    return Stylesheet._parse_rules(sheet, *told, **dict(more))
