"""How values become words: the one place that formats numbers and lists for people (law 11)."""

from __future__ import annotations

from collections.abc import Sequence


def number(value: int) -> str:
    """A number as people read it.

    >>> number(-12500)
    '-12,500'
    """
    return f"{value:,}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words as a list in a sentence.

    >>> listed(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(count: int, one: str, many: str) -> str:
    """A count with its noun.

    >>> counted(1, "die", "dice"), counted(3, "die", "dice")
    ('1 die', '3 dice')
    """
    return f"{number(count)} {one if count == 1 else many}"
