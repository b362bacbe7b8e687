"""The little statistics that dice and tournaments need, exact and without a library."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, lgamma, log, sqrt

CONFIDENCE = 1.959963984540054
"""Standard deviations on each side that hold 95 % of a normal distribution."""


def chi_square_p(statistic: float, degrees: int) -> float:
    """The chance of a chi-square at least this large, with so many degrees of freedom (1 or more).

    It is the upper regularised gamma function at half of both, for which whole and half numbers
    have a finite sum: Q(a + 1, x) = Q(a, x) + x**a * exp(-x) / Γ(a + 1).
    """
    half = statistic / 2
    if half <= 0:
        return 1.0
    at, chance = (0.5, erfc(sqrt(half))) if degrees % 2 else (1.0, exp(-half))
    while at < degrees / 2:
        chance += exp(at * log(half) - half - lgamma(at + 1))
        at += 1
    return min(1.0, chance)


def chi_square(counts: Sequence[int], expected: Sequence[float]) -> float:
    """How far counts lie from what was expected (all above 0), as a chi-square."""
    pairs = zip(counts, expected, strict=True)
    return sum((count - mean) ** 2 / mean for count, mean in pairs)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins, after Wilson; a win that is shared counts in part."""
    if not games:
        return 0.0, 1.0
    share = wins / games
    square = CONFIDENCE**2 / games
    middle = (share + square / 2) / (1 + square)
    reach = CONFIDENCE * sqrt(share * (1 - share) / games + square / (4 * games)) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)
