"""Scoring for people at a real table: what may be kept of the dice that lie there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app import texts
from engine.family.game import FamilyGame
from engine.refusal import IllegalAction
from engine.registry import ruleset
from engine.ruleset import Ruleset
from engine.strategy.odds import Worth, keeps_worth


def judged(preset: str, faces: tuple[int, ...], options: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every keep worth considering as plain data, the most points first; empty for a bust.

    ``dice`` are the numbers of the dice in the order given, ``next`` how many are thrown next and
    ``bust`` the chance that none of those scores.

    Raises:
        IllegalAction: an unknown preset or option, a game without keeps, or no such roll.
    """
    game = _with_keeps(ruleset(preset))
    rules = game.rules(preset, options)
    try:
        worth = keeps_worth(rules, faces)
    except ValueError as error:
        raise IllegalAction("malformed", str(error)) from None
    return [_plain(one, rules.dice.count) for one in worth]


def told(faces: tuple[int, ...], keeps: list[dict[str, Any]]) -> list[str]:
    """The same as lines for people."""
    if not keeps:
        return [texts.SCORE_BUST(faces=_row(faces))]
    widest = max(len(_row(one["faces"])) for one in keeps)
    lines = []
    for one in keeps:
        shown = texts.SCORE_FILL if one["left"] == 0 else texts.SCORE_KEEP
        lines.append(
            shown(
                faces=_row(one["faces"]).ljust(widest),
                points=f"{one['points']:>7,}",
                count=one["next"],
                bust=f"{one['bust']:.1%}",
            )
        )
    return lines


def _with_keeps(game: Ruleset) -> FamilyGame:
    if not isinstance(game, FamilyGame):
        raise IllegalAction("unknown", f"In {game.title} no dice are kept.")
    return game


def _plain(worth: Worth, all_dice: int) -> dict[str, Any]:
    return {
        "dice": list(worth.dice),
        "faces": list(worth.faces),
        "points": worth.points,
        "left": worth.left,
        "next": worth.left or all_dice,
        "bust": float(worth.bust),
    }


def _row(faces: list[int] | tuple[int, ...]) -> str:
    return " ".join(map(str, faces))
