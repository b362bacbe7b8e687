"""Finds every game by its existing: a module in ``engine/games/`` with a ``RULESET``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from engine import games
from engine.refusal import IllegalAction
from engine.ruleset import Preset, Ruleset


class DuplicateName(Exception):
    """Two games, or two presets, claim one name."""


def collect(rulesets: list[Ruleset]) -> Mapping[str, Ruleset]:
    """Games by the names of their presets.

    Raises:
        DuplicateName: a game's or a preset's name is taken.
    """
    found: dict[str, Ruleset] = {}
    names: set[str] = set()
    for ruleset in rulesets:
        if ruleset.name in names:
            raise DuplicateName(f"two games are called {ruleset.name}")
        names.add(ruleset.name)
        for preset in ruleset.presets:
            if preset.name in found:
                raise DuplicateName(f"two presets are called {preset.name}")
            found[preset.name] = ruleset
    return MappingProxyType(found)


@cache
def presets() -> Mapping[str, Ruleset]:
    """Every preset that can be played, by name, with the game it belongs to."""
    modules = sorted(module.name for module in pkgutil.iter_modules(games.__path__))
    return collect([importlib.import_module(f"engine.games.{name}").RULESET for name in modules])


def all_games() -> tuple[Ruleset, ...]:
    """Every game once, in the order of their names."""
    return tuple({game.name: game for game in presets().values()}.values())


def ruleset(preset: str) -> Ruleset:
    """The game of a preset.

    Raises:
        IllegalAction: ``unknown``.
    """
    try:
        return presets()[preset]
    except KeyError:
        raise IllegalAction("unknown", f"There is no game called {preset!r}.") from None


def preset(name: str) -> Preset:
    """A preset by its name.

    Raises:
        IllegalAction: ``unknown``.
    """
    return next(one for one in ruleset(name).presets if one.name == name)
