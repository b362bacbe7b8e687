"""What a rule set comes to: how often its dice bust, and what telling rolls score."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from app.views import own_texts as texts
from app.views.lines import Line, Run, cells, wrapped
from engine.family.hands import Roll, busts, legal_keeps
from engine.family.rules import FamilyRules
from engine.family.scoring import NOTHING
from engine.strategy.odds import rolls
from engine.words import number

TELLING = (
    (1, 1, 1, 2, 3, 5),
    (1, 2, 3, 4, 5, 6),
    (1, 2, 3, 4, 5, 5),
    (2, 2, 3, 3, 4, 4),
    (4, 4, 4, 4, 6, 6),
    (2, 2, 2, 5, 5, 5),
    (3, 3, 3, 3, 3, 1),
    (6, 6, 6, 6, 6, 6),
    (2, 3, 4, 4, 6, 6),
)
"""Rolls in which rule sets differ; with fewer dice their first ones."""


SAMPLE_CELLS, GAP = 32, 4
"""Cells of a sample, and between two of them side by side."""


class Sample(NamedTuple):
    """A roll, the dice of its best keep (none: it busts), and the points of that."""

    faces: tuple[int, ...]
    kept: tuple[int, ...]
    points: int


class Prospects(NamedTuple):
    """The chance that a roll of one, two … dice busts, and the best keeps of telling rolls."""

    busts: tuple[float, ...]
    samples: tuple[Sample, ...]


def prospects(rules: FamilyRules) -> Prospects:
    """What these rules come to; takes about a tenth of a second.

    The memo of the engine's odds keeps every rule set it ever saw, which suits games but not
    rules that change with each key; the memo used here ends with the rules.
    """
    return Prospects(
        tuple(_bust(rules, dice) for dice in rules.numbers),
        tuple(_sample(rules, faces[: rules.dice.count]) for faces in TELLING),
    )


def _bust(rules: FamilyRules, dice: int) -> float:
    lost = sum(ways for faces, ways in rolls(dice) if busts(rules, _roll(rules, faces)))
    return float(lost / 6**dice)


def _sample(rules: FamilyRules, faces: tuple[int, ...]) -> Sample:
    keeps = legal_keeps(rules, _roll(rules, faces))
    if not keeps:
        return Sample(faces, (), 0)
    best = max(keeps, key=lambda dice: (keeps[dice].points, -len(dice)))
    return Sample(faces, tuple(faces[at - 1] for at in best), keeps[best].points)


def _roll(rules: FamilyRules, faces: tuple[int, ...]) -> Roll:
    placed = faces + (0,) * (rules.dice.count - len(faces))
    return Roll(placed, rules.blank, NOTHING, rules.keep == "all")


def prospect_lines(shown: Prospects | None, width: int, height: int) -> tuple[Line, ...]:
    """The odds and as much of the sample as there is room for."""
    if shown is None:
        return tuple((Run(part, "dim"),) for part in wrapped(texts.NOT_YET(), width, height))
    cell = max(5, min(7, width // len(shown.busts)))
    dice = "".join(f"{count:>{cell}}" for count in range(1, len(shown.busts) + 1))
    odds = "".join(f"{_percent(chance):>{cell}}" for chance in shown.busts)
    lines: list[Line] = [(Run(dice, "dim"),), (Run(odds, "strong"),)]
    if height > len(lines):
        lines.insert(0, (Run(texts.BUSTS(), "title"),))
    if height > len(lines) + 5:
        lines += [(), (Run(texts.SAMPLE(), "title"),)]
    told = [_told(sample) for sample in shown.samples]
    if width >= 2 * SAMPLE_CELLS + GAP:
        half = (len(told) + 1) // 2
        told = [
            (*left, Run(" " * (SAMPLE_CELLS + GAP - cells(left))), *right)
            for left, right in zip_longest(told[:half], told[half:], fillvalue=())
        ]
    return tuple([*lines, *told][:height])


def _percent(chance: float) -> str:
    return f"{chance:.0%}" if chance >= 0.1 or not chance else f"{chance:.1%}"


def _told(sample: Sample) -> Line:
    faces = " ".join(map(str, sample.faces))
    if not sample.kept:
        return (Run(f"{faces}  ", "dim"), Run(texts.NOTHING_SCORES(), "bad"))
    kept = " ".join(map(str, sample.kept)).ljust(len(faces))
    return (Run(f"{faces}  ", "dim"), Run(kept), Run(f"{number(sample.points):>8}", "strong"))
