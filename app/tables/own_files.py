"""Writing house rules: what is different from the preset, as a file that a person can read.

What a person wrote by hand stays: the order, the comments and the entries that were there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app.tables.errors import BadInput, Trouble
from app.tables.house_rules import FOLDER, HouseRules, parse
from app.tables.names import cut, same_name, visible
from app.tables.whole import put
from engine.refusal import IllegalAction
from engine.registry import presets, ruleset

TITLE_CELLS = 40
"""The widest title of a rule set, in terminal cells."""

DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)")
"""Names that are no files on some systems."""


def path_for(config: Path, title: str) -> Path:
    """Where rules of this title are kept: a file name that every system takes."""
    name = re.sub(r"[\W_]+", "-", same_name(cut(visible(title), TITLE_CELLS))).strip("-") or "rules"
    if name in presets() or DEVICES.fullmatch(name):
        name = f"{name}-own"
    return config / FOLDER / f"{name}.toml"


def lean(base: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Of some options only what makes them different from the preset, meaning the same.

    Raises:
        IllegalAction: the options are refused.
    """
    game = ruleset(base)
    full, usual = game.options(base, options), game.options(base, {})
    full.pop("title", None)
    kept = {
        name: _different(value, usual.get(name))
        for name, value in full.items()
        if value != usual.get(name)
    }
    for whole in (False, True):
        try:
            now = game.options(base, kept)
        except IllegalAction:
            now = {}
        if all(now.get(name) == value for name, value in full.items()):
            break
        kept |= {name: full[name] for name in full if whole or full[name] != now.get(name)}
    return kept


def _different(value: Any, usual: Any) -> Any:
    if isinstance(value, dict) and isinstance(usual, dict):
        return {name: inner for name, inner in value.items() if inner != usual.get(name)}
    return value


def as_toml(base: str, title: str, options: Mapping[str, Any], before: str = "") -> str:
    """A rule file; with ``before``, the text of one, it is changed only where it must be.

    Raises:
        IllegalAction: the options are refused.
        BadInput: the file would not say what was meant.
    """
    wanted = lean(base, options)
    meant = ruleset(base).options(base, options)
    faults: tuple[object, ...] = ()
    for text in filter(None, (before, "\n")):
        written = _written(text, {"base": base, "title": title, **wanted})
        found = parse(written, Path())
        if isinstance(found, HouseRules):
            if _same(meant, ruleset(base).options(base, found.options)):
                return written
        else:
            faults = found
    raise BadInput("rules_wrong", fault=faults[0] if faults else title)


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return {**one, "title": ""} == {**other, "title": ""}


def _written(before: str, wanted: Mapping[str, Any]) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(before.strip() + "\n" if before.strip() else "")
        _update(document, wanted)
        return tomlkit.dumps(document)
    except (TOMLKitError, TypeError, ValueError, RecursionError):
        return ""


def _update(table: Any, wanted: Mapping[str, Any]) -> None:
    """Bring a table to what is wanted, entry by entry."""
    import tomlkit

    for name in [name for name in table if name not in wanted]:
        del table[name]
    for name, value in wanted.items():
        if isinstance(value, dict) and isinstance(table.get(name), dict):
            _update(table[name], value)
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            array = tomlkit.aot()
            for one in value:
                array.append(tomlkit.item(one))
            table.pop(name, None)
            table.append(name, array)
        elif name not in table or table[name] != value:
            table[name] = value


def save(path: Path, text: str) -> None:
    """Put a rule file in its place as a whole or not at all.

    Raises:
        Trouble: ``rules_unsaved``; what was there before is still there.
    """
    path = path.resolve() if path.is_symlink() else path
    try:
        put(path, text.encode())
    except OSError as error:
        reason = error.strerror or str(error)
        raise Trouble("rules_unsaved", folder=path.parent, reason=reason) from None


def delete(path: Path) -> None:
    """Take a rule file away; one that is gone already is no trouble.

    Raises:
        Trouble: ``rules_kept``.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Trouble("rules_kept", name=path.name, reason=reason) from None


def text_of(path: Path) -> str:
    """What a rule file says now; nothing where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
