"""A person's own keys, read from a file that may be wrong in any way without stopping anything."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from app import keys, texts


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
    while (clash := _clash(own)) is not None:
        key, first, second = clash
        told.append(
            texts.KEYMAP_CLASH(path=path.name, key=keys.shown(key), first=first, second=second)
        )
        del own[second if second in own else first]
    return keys.Keymap(own), tuple(told)


def _clash(own: Mapping[str, tuple[str, ...]]) -> tuple[str, str, str] | None:
    """A key that would stand for two intents, and which; the second one gives way."""
    taken: dict[str, list[str]] = {}
    for name in (*own, *(name for name in keys.INTENTS if name not in own)):
        for key in own.get(name) or keys.INTENTS[name].keys:
            others = taken.setdefault(key, [])
            for first in others:
                if first != name and keys.meet(first, name):
                    return key, first, name
            others.append(name)
    return None
