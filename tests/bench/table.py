"""The common yardstick: rounds that take turns, and the lines of the table that is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import quantiles
from typing import NamedTuple, TypeVar

T = TypeVar("T")

WIDTHS = (56, 13, 14, 9, 11)


class Goal(NamedTuple):
    """What a figure should reach, or not exceed, in its own unit (`x` for a ratio)."""

    at_least: float | None = None
    at_most: float | None = None
    unit: str = "x"

    def __str__(self) -> str:
        sign, value = (">=", self.at_least) if self.at_most is None else ("<=", self.at_most)
        return f"{sign} {value:,g} {self.unit}"

    def met(self, value: float) -> bool:
        """Whether a value is good enough."""
        enough = self.at_least is None or value >= self.at_least
        return enough and (self.at_most is None or value <= self.at_most)


class Line(NamedTuple):
    """One figure beside its yardstick; the goal is for ``ratio`` unless ``judged`` is given."""

    what: str
    ours: str
    yardstick: str
    ratio: float
    goal: Goal | None = None
    judged: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the goal is met, in plain words."""
        if self.goal is None:
            return ""
        return "met" if self.goal.met(self.judged or self.ratio) else "not met"


def in_turns(rounds: int, *measures: Callable[[], T]) -> list[list[T]]:
    """What each measure gave, round by round; they take turns, so that noise hits all alike."""
    found: list[list[T]] = [[] for _ in measures]
    for _ in range(rounds):
        for results, measure in zip(found, measures, strict=True):
            results.append(measure())
    return found


def p95(values: list[float]) -> float:
    """The value that 95 of 100 do not exceed."""
    return quantiles(values, n=20, method="inclusive")[-1]


def ms(seconds: float) -> str:
    """Seconds, in milliseconds."""
    return f"{1000 * seconds:,.1f} ms"


def rate(number: float) -> str:
    """So many a second."""
    return f"{number:,.0f} /s"


def show(title: str, lines: Iterable[Line], *notes: str) -> None:
    """Print a part of the table, each line as soon as it is known."""
    print(f"\n{title}")
    for note in notes:
        print(f"  {note}")
    _print(("", "measured", "yardstick", "ratio", "goal"))
    for line in lines:
        goal = "" if line.goal is None else str(line.goal)
        ratio = f"{line.ratio:.2f} x"
        _print((line.what, line.ours, line.yardstick, ratio, goal), line.verdict)


def _print(cells: tuple[str, ...], verdict: str = "") -> None:
    what, *figures = cells
    shown = [f"  {what:<{WIDTHS[0]}}"]
    shown += [f"{cell:>{width}}" for cell, width in zip(figures, WIDTHS[1:], strict=True)]
    print(f"{''.join(shown)}  {verdict}".rstrip(), flush=True)
