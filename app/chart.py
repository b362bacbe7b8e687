"""A chart of lines as an SVG picture that can be read on light and on dark ground."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple
from xml.sax.saxutils import escape

from app import texts

WIDTH, HEIGHT = 960, 440
LEFT, RIGHT, TOP, BOTTOM = 76, 756, 76, 390
"""The edges of the field in which the lines run, in pixels."""

COLOURS = (
    ("#0b62c4", "#6cb6ff"),
    ("#b3440a", "#ffa05a"),
    ("#1a7f37", "#56d364"),
    ("#8a2f8f", "#e29bea"),
    ("#6b5900", "#e3c34d"),
    ("#00707a", "#58d3dd"),
)
"""Of each line on light and on dark ground; the lines differ in their dashes too."""

DASHES = ("none", "9 4", "2 4", "12 4 2 4", "5 5", "1 6")

GROUND, INK, GRID = ("#ffffff", "#0d1117"), ("#1f2328", "#e6edf3"), ("#d0d7de", "#30363d")

FEWEST_TICKS = 4


class Line(NamedTuple):
    """A line with its name and its value at every step."""

    name: str
    values: tuple[float, ...]


class Mark(NamedTuple):
    """A numbered point on a line, and what is said about it."""

    step: int
    line: int
    about: str


def chart(title: str, about: str, lines: Sequence[Line], marks: Sequence[Mark], share: bool) -> str:
    """The picture. A ``share`` runs from 0 to 100 %, other values over what they need.

    Lines that end close together have their names moved apart.
    """
    low, high, ticks = (
        (0.0, 1.0, [0.0, 0.25, 0.5, 0.75, 1.0])
        if share
        else scale([value for line in lines for value in line.values])
    )
    steps = max(1, len(lines[0].values) - 1)

    def x(step: int) -> float:
        return LEFT + (RIGHT - LEFT) * step / steps

    def y(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - low) / (high - low)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{_style()}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        _text(LEFT, 32, title, "title"),
        _text(LEFT, 54, about),
    ]
    for value in ticks:
        shown = f"{value:.0%}" if share else f"{value:,.0f}"
        parts.append(f'<path class="grid" d="M{LEFT} {y(value):.1f}H{RIGHT}"/>')
        parts.append(_text(LEFT - 8, y(value) + 4, shown, "end"))
    parts.append(_text(LEFT, BOTTOM + 24, texts.CHART_STEP(number=0)))
    parts.append(_text(RIGHT, BOTTOM + 24, texts.CHART_STEP(number=steps), "end"))
    for place, line in enumerate(lines):
        points = " ".join(f"{x(step):.1f},{y(value):.1f}" for step, value in enumerate(line.values))
        parts.append(f'<polyline class="line l{place % len(COLOURS)}" points="{points}"/>')
    for place, at in _apart([y(line.values[-1]) for line in lines]):
        kind = f"name n{place % len(COLOURS)}"
        parts.append(_text(RIGHT + 10, at + 4, lines[place].name, kind))
    for number, mark in enumerate(marks, 1):
        left, top = x(mark.step), y(lines[mark.line].values[mark.step])
        parts.append(
            f'<g><title>{escape(mark.about)}</title><circle cx="{left:.1f}" cy="{top:.1f}" r="9"/>'
            f"{_text(left, top + 4, str(number), 'middle')}</g>"
        )
    return "\n".join((*parts, "</svg>\n"))


def scale(values: Sequence[float]) -> tuple[float, float, list[float]]:
    """The ends of a scale that holds these values and 0, and round figures on it."""
    low, high = min(0.0, *values), max(1.0, *values)
    rough = (high - low) / FEWEST_TICKS
    power = 10.0 ** floor(log10(rough))
    step = max(factor * power for factor in (1, 2, 5) if factor * power <= rough)
    first, last = floor(low / step), ceil(high / step)
    return first * step, last * step, [place * step for place in range(first, last + 1)]


def _apart(heights: Sequence[float]) -> list[tuple[int, float]]:
    """Where the names of lines stand, by line: at their ends, but a row apart, and in the field."""
    placed: list[tuple[int, float]] = []
    free = float("-inf")
    for place in sorted(range(len(heights)), key=lambda place: heights[place]):
        free = max(heights[place], free + 17)
        placed.append((place, free))
    lift = max(0.0, placed[-1][1] - HEIGHT + 12)
    return [(place, height - lift) for place, height in placed]


def _text(left: float, top: float, text: str, kind: str = "plain") -> str:
    return f'<text class="{kind}" x="{left:.1f}" y="{top:.1f}">{escape(text)}</text>'


def _style() -> str:
    """The colours on light ground, and those that replace them on dark ground."""
    shape = (
        "text{font:13px system-ui,sans-serif}.title{font-size:17px;font-weight:600}"
        ".end{text-anchor:end}.middle{text-anchor:middle;font-weight:600}.name{font-weight:600}"
        ".line{fill:none;stroke-width:2.5;stroke-linejoin:round}.grid{fill:none}"
    )
    dashes = "".join(f".l{place}{{stroke-dasharray:{dash}}}" for place, dash in enumerate(DASHES))
    return f"{shape}{dashes}{_colours(0)}@media(prefers-color-scheme:dark){{{_colours(1)}}}"


def _colours(ground: int) -> str:
    ink = INK[ground]
    rules = [
        f".ground{{fill:{GROUND[ground]}}}text{{fill:{ink}}}.grid{{stroke:{GRID[ground]}}}",
        f"circle{{fill:{GROUND[ground]};stroke:{ink};stroke-width:1.5}}",
    ]
    for place, pair in enumerate(COLOURS):
        rules.append(f".l{place}{{stroke:{pair[ground]}}}.n{place}{{fill:{pair[ground]}}}")
    return "".join(rules)
