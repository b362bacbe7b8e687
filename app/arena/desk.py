"""Where tournaments are entered and read off: what the command ``arena`` asks for and tells."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from math import isnan
from pathlib import Path
from typing import Any

from app.arena import by_heart, exactly, standings, texts
from app.arena.contestant import PERFECT, POINTS, command_of
from app.arena.exactly import Exact
from app.arena.match import Plan, Result
from app.arena.options import Asked
from app.arena.results import BadFile, Results
from app.arena.tournament import run
from app.columns import in_columns
from app.tables.wins import win_table
from engine.family.game import FamilyGame
from engine.family.rules import FamilyRules
from engine.model import Setup
from engine.refusal import IllegalAction
from engine.registry import ruleset
from engine.strategy.players import PLAYERS

Bar = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how something goes on, by a label and its length; what it yields is told how much more."""


def listed() -> list[str]:
    """The players of the house, one a line."""
    told = [[one.name, texts.LEVEL(level=one.level), one.about] for one in PLAYERS]
    told.append([POINTS, "", texts.POINTS()])
    heads = in_columns([row[:2] for row in told])
    width = max(map(len, heads))
    return [f"{head:{width}}  {row[2]}" for head, row in zip(heads, told, strict=True)]


def planned(
    preset: str,
    options: Mapping[str, Any],
    players: tuple[str, ...],
    asked: Asked,
) -> Plan:
    """A tournament that can be played.

    Raises:
        IllegalAction: it cannot, and why.
    """
    if len(players) < 2:
        raise IllegalAction("malformed", texts.TWO())
    for name in players:
        try:
            command_of(name)
        except ValueError:
            raise IllegalAction("unknown", texts.WHO(name=name)) from None
    own = {**options, **dict(map(_option, asked.changes))}
    ruleset(preset).initial(Setup(preset=preset, seats=("A", "B"), options=own, first=0))
    if isnan(asked.timeout):
        raise IllegalAction("malformed", texts.NO_TIME())
    return Plan(
        preset=preset,
        options=own,
        players=players,
        seed=asked.seed,
        rounds=asked.games,
        timeout=asked.timeout,
    )


def _option(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise IllegalAction("malformed", texts.WHICH_OPTION(text=text))
    try:
        return name, json.loads(value)
    except (ValueError, RecursionError):
        return name, value


def remarks(plan: Plan) -> list[str]:
    """What has to be known before the games."""
    rules = _perfect(plan)
    return [texts.NO_TABLE()] if rules is not None and win_table(rules) is None else []


def _perfect(plan: Plan) -> FamilyRules | None:
    """The rules that the perfect player is to play by, None where it is not there."""
    game = ruleset(plan.preset)
    if PERFECT not in plan.players or not isinstance(game, FamilyGame):
        return None
    return game.rules(plan.preset, plan.options)


def learn(plan: Plan, left: int, bar: Bar) -> str:
    """Let the perfect player learn by heart what so many games will ask, if that is worth it.

    What is to be said about it, which is nothing where all went well.
    """
    rules = _perfect(plan)
    if rules is None or not by_heart.worth_learning(rules, left):
        return ""
    try:
        with bar(texts.LEARNING(), 1000) as more:
            told = 0

            def heard(done: float) -> None:
                nonlocal told
                more(int(done * 1000) - told)
                told = int(done * 1000)

            by_heart.learn(rules, heard)
    except (OSError, OverflowError) as error:
        return texts.NOT_LEARNT(reason=getattr(error, "strerror", None) or error)
    return ""


def opened(plan: Plan, path: Path | None) -> Results:
    """The results so far.

    Raises:
        IllegalAction: the file cannot be gone on with.
    """
    try:
        return Results(plan, path)
    except BadFile as fault:
        raise IllegalAction("malformed", str(fault)) from None


def played(
    plan: Plan, found: Results, progress: Callable[[int], None], workers: int, debug: bool
) -> bool:
    """Play what is left, and keep it; False when somebody broke it off.

    Raises:
        IllegalAction: the results could not be written.
    """

    def keep(results: Sequence[Result]) -> None:
        found.keep(results)
        progress(len(results))

    try:
        run(plan, found.games.keys(), keep, workers, debug)
    except KeyboardInterrupt:
        return False
    except BadFile as fault:
        raise IllegalAction("malformed", str(fault)) from None
    return True


def exact(plan: Plan) -> Exact | None:
    """The exact comparison, None where there is none for these players and rules."""
    if not exactly.comparable(plan.players):
        return None
    return exactly.compared(plan.preset, plan.options)


def exactly_told(found: Exact | None) -> str:
    """The exact comparison as a sentence."""
    if found is None:
        return texts.NOT_EXACT()
    return texts.EXACT(
        both=f"{found.both:.4%}", first=f"{found.first:.4%}", second=f"{found.second:.4%}"
    )


def told(plan: Plan, found: Results) -> list[str]:
    """The table of a tournament as lines for people."""
    return standings.told(plan, found.games.values())


def plain(plan: Plan, found: Results, comparison: Exact | None) -> dict[str, Any]:
    """A tournament as plain data."""
    told = None if comparison is None else comparison._asdict() | {"both": comparison.both}
    return {**standings.plain(plan, found.games.values()), "exact": told}
