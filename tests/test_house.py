"""The house itself: what imports what, what may be named where, and that a game is one file."""

from __future__ import annotations

import ast
import importlib
import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app import __version__
from app.referee import Referee
from app.views.lobby_form import preset_items
from engine import games, registry
from engine.registry import DuplicateName, collect
from engine.ruleset import Ruleset
from tests.dropped import twenty

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "app").rglob("*.py")) + sorted((ROOT / "engine").rglob("*.py"))
LONGEST = 400
"""Lines of a file; a longer one has two purposes."""

MEASURE = """
import importlib, json, pkgutil, sys
import pydantic, pydantic.main, pydantic.root_model
before = set(sys.modules)
names = sys.argv[1:]
for name in names:
    module = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(module, "__path__", []), name + "."):
        if not found.name.startswith("engine.strategy.build"):
            importlib.import_module(found.name)
print(json.dumps([sorted(set(sys.modules)), sorted(set(sys.modules) - before)]))
"""


def loaded_by(*modules: str) -> tuple[set[str], set[str]]:
    """What is loaded once these are, and what of it pydantic had not loaded already."""
    command = [sys.executable, "-c", MEASURE, *modules]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=60).stdout
    everything, more = json.loads(printed)
    return set(everything), set(more)


def test_the_engine_loads_nothing_that_acts() -> None:
    everything, more = loaded_by("engine")
    assert "engine.registry" in more
    assert not everything & {"textual", "rich", "numpy", "asyncio", "logging", "click", "app"}
    assert not more & {"random", "secrets", "socket", "sqlite3", "subprocess", "threading", "time"}


def test_rules_tables_views_and_the_referee_load_no_screen() -> None:
    everything, _ = loaded_by("engine", "app.tables", "app.views", "app.referee")
    assert "app.tables.hub" in everything
    assert not everything & {"textual", "numpy", "asyncio"}


def test_the_command_loads_only_what_it_needs() -> None:
    everything, _ = loaded_by("app.cli")
    assert not everything & {"textual", "app.main", "app.referee", "app.tables", "engine.model"}


def test_import_contracts_are_the_plan_of_the_house() -> None:
    lint = "from importlinter.cli import lint_imports_command as lint; lint()"
    command = [sys.executable, "-c", lint, "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout.decode()


# No game has a name outside the engine


def names_of_games() -> set[str]:
    """What the games and their presets and cards are called.

    Cards of one plain word are left out: "Stop" is also what a button may say.
    """
    found: set[str] = {"farkle", "Farkle", "farkel", "Farkel"}
    for game in registry.all_games():
        found |= {game.name, game.title}
        for preset in game.presets:
            found |= {preset.name, preset.title}
            rules = getattr(game, "rules", None)
            cards = rules(preset.name).deck if rules else ()
            found |= {name for card in cards for name in (card.name, card.title)
                      if not name.isalpha()}  # fmt: skip
    return found | {name.replace("-", "_") for name in found}


def words_in(path: Path) -> Iterator[str]:
    """Every name and every string in a source file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Constant(value=str(text)):
                yield text


def test_no_game_is_named_in_the_program() -> None:
    names = names_of_games()
    assert {"Fill or Bust", "fill_or_bust", "must-bust", "Vengeance 2500"} <= names
    patterns = [re.compile(rf"\b{re.escape(name)}\b") for name in sorted(names)]
    named = [
        (path.name, pattern.pattern)
        for path in sorted((ROOT / "app").rglob("*.py"))
        for word in words_in(path)
        for pattern in patterns
        if pattern.search(word)
    ]
    assert named == []
    styles = (ROOT / "styles.tcss").read_text(encoding="utf-8")
    assert not [pattern.pattern for pattern in patterns if pattern.search(styles)]


# A game is one file


@pytest.fixture
def dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a game of its own, searched like the folder of games."""
    shutil.copy(ROOT / "tests" / "dropped" / "twenty.py", tmp_path / "twenty.py")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    registry.presets.cache_clear()
    yield tmp_path
    registry.presets.cache_clear()
    for name in ("twenty", "again"):
        sys.modules.pop(f"engine.games.{name}", None)


def ask(referee: Referee, request: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(referee.answer(json.dumps(request).encode()))
    assert answer["ok"], answer
    return answer


@pytest.mark.usefixtures("dropped")
def test_a_game_dropped_in_is_found_listed_and_played() -> None:
    assert "twenty" in registry.presets()
    assert "Twenty" in {game.title for game in registry.all_games()}
    assert "twenty" in {item.id for item in preset_items()}
    referee = Referee()
    seats = {"new": "twenty", "seats": ["Ann", "Bo"], "seed": 4}
    state = ask(referee, {**seats, "options": {"goal": 30}})["state"]
    while not state["over"]:
        (action,) = ask(referee, {"legal": state["to_act"][0]})["legal"]
        state = ask(referee, {"do": action})["state"]
    (winner,) = state["winners"]
    assert state["scores"][winner] >= 30


def test_without_its_file_there_is_no_such_game() -> None:
    assert "twenty" not in registry.presets()


def test_two_files_with_one_game_are_refused(dropped: Path) -> None:
    shutil.copy(dropped / "twenty.py", dropped / "again.py")
    with pytest.raises(DuplicateName, match="two games are called twenty"):
        registry.presets()


def test_two_games_with_one_preset_are_refused() -> None:
    class Thirty(twenty.Twenty):
        name = "thirty"

    with pytest.raises(DuplicateName, match="two presets are called twenty"):
        collect([twenty.RULESET, Thirty()])


def test_every_game_is_a_ruleset() -> None:
    for game in registry.all_games():
        wanted = [name for name in vars(Ruleset) if not name.startswith("_")]
        assert not [name for name in wanted if not hasattr(game, name)], game.name
        module = importlib.import_module(f"engine.games.{game.name.replace('-', '_')}")
        assert module.RULESET is game


# The repository


def test_the_top_of_the_repository_is_as_it_should_be() -> None:
    passing = {"build", "dist", "snapshot_report.html"}
    found = {path.name for path in ROOT.iterdir()} - passing
    assert {name for name in found if not name.startswith(".")} == {
        "CHANGELOG.md", "LICENSE", "Makefile", "README.md", "app", "engine", "pyproject.toml",
        "styles.tcss", "tests",
    }  # fmt: skip


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_has_one_purpose(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST
    assert ast.get_docstring(ast.parse(text)), "what is this file?"


def test_no_file_names_the_machine_that_made_it() -> None:
    private = [str(ROOT.parent) + "/", "/root" + "/", "/home" + "/"]
    kinds = {".py", ".toml", ".md", ".tcss", ".jsonl", ".svg", ""}
    texts = [
        path
        for name in ("app", "engine", "tests", ".ci", "README.md", "Makefile", "pyproject.toml")
        for path in ([ROOT / name] if (ROOT / name).is_file() else (ROOT / name).rglob("*"))
        if path.is_file() and path.suffix in kinds
    ]
    assert len(texts) > 100
    named = [
        str(path.relative_to(ROOT))
        for path in texts
        if any(place in path.read_text(encoding="utf-8") for place in private)
    ]
    assert named == []


def test_the_wheel_is_whole_and_works_in_an_empty_venv(tmp_path: Path) -> None:
    wheels, venv = tmp_path / "wheels", tmp_path / "venv"
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = wheels.iterdir()
    create = [sys.executable, "-m", "venv", "--without-pip", str(venv)]
    subprocess.run(create, check=True, timeout=120)
    python = venv / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "-qq"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True, timeout=120)
    # The libraries are those of this Python; a path file would also bring its editable installs.
    (packages,) = (venv / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

    installed = {path.relative_to(packages) for path in packages.rglob("*.py")}
    assert {path.relative_to(ROOT) for path in SOURCES} <= installed
    styles = (ROOT / "styles.tcss").read_bytes()
    assert (packages / "app" / "styles.tcss").read_bytes() == styles
    assert not (packages / "tests").exists()

    def run(*command: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command, input=stdin, cwd=tmp_path, capture_output=True, timeout=60, check=False
        )

    diceparlour = str(venv / "bin" / "diceparlour")
    assert b"referee" in run(diceparlour, "--help").stdout
    assert run(diceparlour, "--version").stdout.split()[-1].decode() == __version__
    refused = run(diceparlour, "referee", stdin=b'{"state": true}\n')
    assert json.loads(refused.stdout)["error"]["code"] == "unknown"
    assert run(diceparlour).returncode == 2
    where = "import app.main as m; print(m.STYLES.read_bytes() == open(m.STYLES, 'rb').read())"
    shown = run(str(python), "-c", where + "; print(m.__file__)").stdout.decode()
    assert shown.splitlines() == ["True", str(packages / "app" / "main.py")]
