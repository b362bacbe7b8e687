"""A person's own keys, read from a file that may be wrong in any way without stopping anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app import keys, texts
from engine.words import listed


def _listed(value: Any) -> tuple[str, ...] | None:
    """Keys as a file may write them: one, several with commas, or a list."""
    parts = value.split(",") if isinstance(value, str) and len(value) > 1 else value
    parts = [parts] if isinstance(parts, str) else parts
    if not isinstance(parts, list) or not parts:
        return None
    if not all(isinstance(part, str) and part.strip() for part in parts):
        return None
    return tuple(keys.long_name(part.strip()) for part in parts)


def read_keymap(path: Path | None) -> tuple[keys.Keymap, tuple[str, ...]]:
    """The keys in force, and a sentence for each thing in the file that could not be used."""
    if path is None or not path.exists():
        return keys.Keymap(), ()
    import tomllib  # most people have no such file, and everybody waits for the first picture

    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        reason = str(error).splitlines()[0]
        return keys.Keymap(), (texts.KEYMAP_UNREADABLE(path=path.name, reason=reason),)
    section = table.get("keys", table)
    if not isinstance(section, dict):
        return keys.Keymap(), (texts.KEYMAP_BAD_KEY(path=path.name, name="keys"),)
    own: dict[str, tuple[str, ...]] = {}
    told: list[str] = []
    for name, value in section.items():
        wanted = _listed(value)
        if name not in keys.INTENTS:
            told.append(texts.KEYMAP_UNKNOWN(path=path.name, name=name))
        elif wanted is None:
            told.append(texts.KEYMAP_BAD_KEY(path=path.name, name=name))
        else:
            own[name] = wanted
    kept: dict[str, tuple[str, ...]] = {}
    for name, wanted in own.items():
        if clash := _clash(name, wanted, kept, own):
            key, other = clash
            told.append(
                texts.KEYMAP_CLASH(path=path.name, key=keys.shown(key), first=other, second=name)
            )
        else:
            kept[name] = wanted
    displaced = _displaced(kept)
    kept |= displaced
    if bare := [keys.INTENTS[name].label for name, left in displaced.items() if not left]:
        told.append(texts.KEYMAP_NONE_LEFT(path=path.name, names=listed(bare)))
    return keys.Keymap(kept), tuple(told)


def _clash(
    name: str,
    wanted: tuple[str, ...],
    kept: Mapping[str, tuple[str, ...]],
    own: Mapping[str, tuple[str, ...]],
) -> tuple[str, str] | None:
    """A key that another own intent has, or one that the house cannot do without, and whose it is;
    it stays there."""
    needed = {one: keys.INTENTS[one].keys for one in keys.NEEDED if one not in own}
    for other, taken in (*kept.items(), *needed.items()):
        for key in wanted:
            if key in taken and keys.meet(other, name):
                return key, other
    return None


def _displaced(own: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """The intents that lose a usual key to somebody's own, with those that they have left."""
    found: dict[str, tuple[str, ...]] = {}
    for name, intent in keys.INTENTS.items():
        if name not in own:
            taken = {key for other in own if keys.meet(other, name) for key in own[other]}
            left = tuple(key for key in intent.keys if key not in taken)
            if left != intent.keys:
                found[name] = left
    return found
