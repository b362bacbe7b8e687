"""House rules: rule sets that people write themselves, as TOML files in their config folder.

A file names the preset it starts from (``base``) and what is different, by the names of the
options; ``title`` is what the table calls it. Nothing in a file can stop the program: what is wrong
is told with its place, and the other files are used.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from app.tables.names import visible
from engine.registry import preset, presets, ruleset

FOLDER = "rules"
"""The folder of the rule files, inside the config folder."""

LARGEST = 256 * 1024
"""Bytes of a rule file at most; nobody writes more by hand."""


class Fault(NamedTuple):
    """Something wrong in a rule file: its line (0: the file as a whole), its place, what it is."""

    line: int
    where: str
    reason: str

    def __str__(self) -> str:
        place = ": ".join(filter(None, [f"line {self.line}" if self.line else "", self.where]))
        return f"{place}: {self.reason}" if place else self.reason


class HouseRules(NamedTuple):
    """A rule set of one's own: its file, its title, the preset under it and what is different."""

    path: Path
    title: str
    base: str
    options: Mapping[str, Any]


class Shelf(NamedTuple):
    """The house rules that can be played, and the files that cannot, with their faults."""

    rules: tuple[HouseRules, ...]
    broken: tuple[tuple[Path, tuple[Fault, ...]], ...]


def shelf(config: Path) -> Shelf:
    """All rule files of a config folder, in the order of their names."""
    rules, broken = [], []
    try:
        files = sorted((config / FOLDER).glob("*.toml"))
    except OSError:
        files = []
    for path in files:
        found = read(path)
        if isinstance(found, HouseRules):
            rules.append(found)
        else:
            broken.append((path, found))
    return Shelf(tuple(rules), tuple(broken))


def read(path: Path) -> HouseRules | tuple[Fault, ...]:
    """One rule file, or everything that is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        return (Fault(0, "", f"The file cannot be read: {error.strerror}."),)
    if len(data) > LARGEST:
        return (Fault(0, "", f"The file is larger than {LARGEST // 1024} KB."),)
    try:
        return parse(data.decode(), path)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        return (Fault(line, "", "This is not UTF-8 text."),)


def parse(text: str, path: Path) -> HouseRules | tuple[Fault, ...]:
    """The rules that a TOML text holds, or everything that is wrong with it."""
    try:
        options = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (_syntax(str(error)),)
    except RecursionError:
        return (Fault(0, "", "The file is nested too deeply."),)
    base = options.pop("base", None)
    if not isinstance(base, str) or base not in presets():
        known = ", ".join(presets())
        return (Fault(_line(text, "base"), "base", f"name the preset to start from: {known}"),)
    title = visible(str(options.pop("title", "") or path.stem))
    if "title" in ruleset(base).options(base, {}):
        options["title"] = title
    faults = ruleset(base).faults(base, options)
    if faults:
        return tuple(Fault(_line(text, where), where, reason) for where, reason in faults)
    return HouseRules(path, title, base, options)


def show(name: str) -> str:
    """A preset as TOML to start from: all of its rules, by the names of their options.

    Raises:
        IllegalAction: ``unknown`` preset.
    """
    import tomlkit

    game, shown = ruleset(name), preset(name)
    document = tomlkit.document()
    document.add(tomlkit.comment(f"{shown.title}: {shown.summary}"))
    document.add(tomlkit.comment("Change what you like; what you leave out stays as it is here."))
    document.add("base", tomlkit.item(name))
    about = {field.name: field for field in game.option_fields(name)}
    plain = {"title": shown.title, **game.options(name, {})}
    flat = {key: value for key, value in plain.items() if not isinstance(value, dict | list)}
    for key, value in flat.items():
        item = tomlkit.item(value or shown.title if key == "title" else value)
        if key in about:
            item.comment(about[key].help)
        document.add(key, item)
    for key, value in plain.items():
        if key not in flat:
            document.add(key, _table(value))
    return tomlkit.dumps(document)


def _table(value: Any) -> Any:
    import tomlkit

    if isinstance(value, dict):
        table = tomlkit.table()
        for key, inner in value.items():
            table.add(key, inner)
        return table
    array = tomlkit.aot()
    for inner in value:
        array.append(_table(inner))
    return array


def _syntax(message: str) -> Fault:
    match = re.search(r"\(at line (\d+), column \d+\)", message)
    line = int(match[1]) if match else 0
    reason = message[: message.rfind("(")].strip() or message
    return Fault(line, "", f"This is not TOML: {reason}.")


def _line(text: str, where: str) -> int:
    """The line on which an entry stands, 0 when it is not found (an entry that is missing)."""
    parts = [part for part in where.split(".") if not part.isdigit()]
    header = ""
    best = 0
    for number, line in enumerate(text.splitlines(), 1):
        table = re.match(r"\s*\[+\s*([\w.-]+)", line)
        key = re.match(r"\s*([\w.-]+)\s*=", line)
        header = table[1] if table else header
        named = table[1] if table else f"{header}.{key[1]}".lstrip(".") if key else ""
        if named and ".".join(parts) == named:
            return number
        if named and ".".join(parts[:1]) == named:
            best = best or number
    return best
