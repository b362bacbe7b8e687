"""What the games of a tournament say about its players, and how surely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from typing import Any

from app.arena import texts
from app.arena.match import Plan, Result
from app.columns import in_columns
from app.statistics import CONFIDENCE, wilson
from app.tables.names import cut, visible
from engine.model import Frozen

NAME_CELLS = 32
"""A program is called by its command line, up to here."""


class Standing(Frozen):
    """A player's games, against everybody or against one.

    A win that is shared counts half. ``share`` has its 95 % interval from ``low`` to ``high``;
    ``points`` is the mean of the final sheets, give or take ``give`` with 95 % confidence (None for
    a single game).
    """

    player: int
    games: int
    wins: float
    share: float
    low: float
    high: float
    points: float
    give: float | None
    forfeits: int


def standing(player: int, results: Iterable[Result]) -> Standing:
    """How a player stands after these games, all of which it has played."""
    games = sorted(results, key=lambda one: one.game)
    count = len(games)
    wins = sum(1 / len(one.winners) for one in games if player in one.winners)
    sheets = [one.scores[one.seats.index(player)] for one in games]
    mean = sum(sheets) / count if count else 0.0
    give = None
    if count > 1:
        spread = sum((sheet - mean) ** 2 for sheet in sheets) / (count - 1)
        give = CONFIDENCE * sqrt(spread / count)
    low, high = wilson(wins, count)
    return Standing(
        player=player,
        games=count,
        wins=wins,
        share=wins / count if count else 0.0,
        low=low,
        high=high,
        points=mean,
        give=give,
        forfeits=sum(one.forfeit == player for one in games),
    )


def standings(plan: Plan, results: Iterable[Result]) -> list[Standing]:
    """Every player against everybody, the one with most wins first."""
    games = list(results)
    found = [
        standing(place, [one for one in games if place in one.seats])
        for place in range(len(plan.players))
    ]
    return sorted(found, key=lambda one: (-one.share, one.player))


def told(plan: Plan, results: Iterable[Result]) -> list[str]:
    """The table, the pairs, and what went wrong, as lines for people."""
    games = list(results)
    names = _names(plan)
    head = texts.COLUMNS
    rows = [[str(word) for word in head]]
    for one in standings(plan, games):
        points = f"{one.points:,.0f}" + ("" if one.give is None else f" ± {one.give:,.0f}")
        share = f"{one.share:.1%}"
        row = [names[one.player], f"{one.games:,}", f"{one.wins:,.10g}", share]
        rows.append([*row, _interval(one), points, str(one.forfeits)])
    lines = in_columns(rows)
    if len(plan.pairs) > 1:
        lines.append("")
        for first, second in plan.pairs:
            one = standing(first, [game for game in games if set(game.seats) == {first, second}])
            lines.append(
                texts.PAIR(
                    first=names[first],
                    second=names[second],
                    share=f"{one.share:.1%}",
                    interval=_interval(one),
                )
            )
    reasons = Counter((one.forfeit, one.reason) for one in games if one.reason)
    for (place, reason), count in sorted(reasons.items(), key=lambda one: -one[1]):
        form = texts.BROKEN if place is None else texts.FORFEIT
        name = "" if place is None else names[place]
        lines.append(form(name=name, count=count, reason=reason))
    return lines


def plain(plan: Plan, results: Iterable[Result]) -> dict[str, Any]:
    """The same as plain data, with every game."""
    games = sorted(results, key=lambda one: one.game)
    return {
        **plan.model_dump(mode="json"),
        "standings": [one.model_dump(mode="json") for one in standings(plan, games)],
        "pairs": [
            standing(a, [one for one in games if set(one.seats) == {a, b}]).model_dump(mode="json")
            | {"against": b}
            for a, b in plan.pairs
        ],
        "results": [one.model_dump(mode="json") for one in games],
    }


def _names(plan: Plan) -> list[str]:
    """The players as they fit into the table; where two look alike, with their numbers."""
    shown = [cut(visible(name), NAME_CELLS) for name in plan.players]
    twice = len(set(shown)) < len(shown)
    return [f"{place}. {name}" if twice else name for place, name in enumerate(shown, 1)]


def _interval(one: Standing) -> str:
    return f"{one.low:.1%} – {one.high:.1%}"
