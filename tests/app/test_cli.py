"""The command line: exit codes, one clear sentence, data on stdout and words on stderr."""

from __future__ import annotations

import json
import os
import pty
import re
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app import __version__, texts
from app.ending import UNREAD
from app.tables.home import JOURNAL, open_store
from app.tables.hub import Hub
from app.tables.ids import spoken
from app.tables.table import Table
from engine.model import Setup
from tests.app.command import APP, ROOT, environment, run

NO_TERMINAL = texts.CLI_NO_TERMINAL() + "\n"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def lay(home: Path, goal: int = 300, seats: tuple[str, ...] = ("Ann", "Bo")) -> Table:
    """A table that is kept."""
    hub = Hub(open_store(home).store)
    return hub.new_table(Setup(preset="zilch-5000", seats=seats, options={"goal": goal}))


def finish(table: Table) -> None:
    """Play to the end, always by the last thing that is legal."""
    while not table.state.over:
        seat = min(table.state.to_act)
        legal = table.game.legal_actions(table.state, seat)
        bank = [action for action in legal if action.kind == "bank"]
        table.submit((bank or list(legal))[-1], table.state.version)


def test_help_says_what_there_is() -> None:
    for flag in ("--help", "-h"):
        shown = run(flag)
        assert (shown.returncode, shown.stderr) == (0, b"")
        for word in (b"referee", b"verify", b"tables", b"--version", b"--no-animation", b"--ascii"):
            assert word in shown.stdout
    for command in ("referee", "verify", "tables"):
        assert run(command, "--help").returncode == 0


def test_help_and_referee_load_no_screen() -> None:
    script = "\n".join(
        [
            "import sys",
            "from app.cli import main",
            "sys.argv[0] = 'diceparlour'",
            "try: main()",
            "except SystemExit: pass",
            "print({name for name in ('textual', 'sqlite3') if name in sys.modules})",
        ]
    )
    for arguments in (["--help"], ["--version"], ["referee"]):
        command = [sys.executable, "-c", script, *arguments]
        done = subprocess.run(
            command, cwd=ROOT, input=b"{}\n", capture_output=True, timeout=60, check=True
        )
        assert done.stdout.endswith(b"\nset()\n"), done


def test_version_is_that_of_the_package() -> None:
    assert run("--version").stdout.split()[-1].decode() == __version__


@pytest.mark.parametrize("wrong", [["dance"], ["--dance"], ["verify"], ["referee", "x"]])
def test_what_it_does_not_know_it_says(wrong: list[str]) -> None:
    done = run(*wrong)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Error: " in done.stderr


# Without a terminal


def test_without_a_terminal_one_sentence_and_no_wait(home: Path) -> None:
    done = run(home=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == NO_TERMINAL
    assert not home.exists()


def test_options_need_the_terminal_too() -> None:
    assert run("--ascii", "--no-animation").stderr.decode() == NO_TERMINAL


def with_terminal(streams: set[str], term: str = "xterm") -> tuple[int, bytes]:
    """The exit code and stderr when only these streams are a terminal (R092, R095)."""
    master, slave = pty.openpty()
    try:
        with subprocess.Popen(
            APP,
            cwd=ROOT,
            env=environment(TERM=term),
            stdin=slave if "stdin" in streams else subprocess.DEVNULL,
            stdout=slave if "stdout" in streams else subprocess.DEVNULL,
            stderr=slave if "stderr" in streams else subprocess.PIPE,
            start_new_session=True,
        ) as process:
            code = process.wait(30)
            if process.stderr is not None:
                return code, process.stderr.read()
            os.set_blocking(master, False)
            with suppress(BlockingIOError):
                return code, os.read(master, 4096)
            return code, b""
    finally:
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_each_stream_must_be_a_terminal(missing: str) -> None:
    code, said = with_terminal({"stdin", "stdout", "stderr"} - {missing})
    assert code == 2
    assert said.replace(b"\r", b"").decode() == NO_TERMINAL


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_draw_is_none(term: str) -> None:
    code, said = with_terminal({"stdin", "stdout", "stderr"}, term)
    assert code == 2
    assert said.replace(b"\r", b"").decode() == NO_TERMINAL


# Tables


def test_no_tables_yet(home: Path) -> None:
    done = run("tables", home=home)
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode() == texts.CLI_NO_TABLES() + "\n"


def test_tables_are_listed_one_a_line(home: Path) -> None:
    running, over = lay(home), lay(home, seats=("Çelik", "[red]Bo[/]", "🎲"))
    finish(over)
    done = run("tables", home=home, PYTHONIOENCODING="utf-8")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [line.split("\t") for line in done.stdout.decode().splitlines()]
    assert [line[0] for line in lines] == [spoken(over.id), spoken(running.id)]
    assert lines[0][2:4] == ["Çelik, [red]Bo[/], 🎲", texts.CLI_OVER()]
    mover = running.setup.seats[min(running.state.to_act)]
    assert lines[1][2:4] == ["Ann, Bo", texts.CLI_TURN(names=mover)]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", lines[0][4])


def test_an_output_without_the_letters_is_no_crash(home: Path) -> None:
    lay(home, seats=("Çelik", "🎲"))
    done = run("tables", home=home, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Çelik, \\U0001f3b2".encode("latin-1") in done.stdout


# Verify


def test_a_finished_table_is_proved_and_its_seed_revealed(home: Path) -> None:
    table = lay(home)
    finish(table)
    for name in (table.id, spoken(table.id), spoken(table.id).upper()):
        done = run("verify", name, home=home)
        assert (done.returncode, done.stderr) == (0, b"")
        assert table.commitment in done.stdout.decode()
        assert re.search(r"seed is [0-9a-f]{64}", done.stdout.decode())


def test_before_the_end_the_seed_stays_secret(home: Path) -> None:
    table = lay(home, goal=5000)
    done = run("verify", table.id, home=home)
    assert done.returncode == 0
    assert b"the seed stays secret until then" in done.stdout
    secret = table.store.secret(table.id)
    assert secret is not None
    assert secret.hex().encode() not in done.stdout + done.stderr
    refused = run("verify", "--evidence", table.id, home=home)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert b"secret until the game is over" in refused.stderr


def test_the_evidence_is_data(home: Path) -> None:
    table = lay(home)
    finish(table)
    done = run("verify", "--evidence", table.id, home=home)
    assert done.returncode == 0
    evidence = json.loads(done.stdout)
    assert evidence["table"] == table.id
    assert len(evidence["entries"]) == table.entries
    assert b"The seed fits" in done.stderr


def test_a_changed_journal_fails_and_says_where(home: Path) -> None:
    table = lay(home)
    finish(table)
    with closing(sqlite3.connect(home / JOURNAL)) as journal, journal:
        (name,) = journal.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%body%'"
        ).fetchone()
        changed = journal.execute(
            f"UPDATE {name} SET body = replace(body, '\"points\":', '\"points\":1')"
            " WHERE seq > 0 AND body LIKE '%\"points\":%'"
        )
        assert changed.rowcount > 0
    done = run("verify", table.id, home=home)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert re.search(rb"[Ee]ntry \d+", done.stdout + done.stderr)


@pytest.mark.parametrize("name", ["bcdfghjk", "", "no such table", "\x1b[31m", "x" * 5000, "%"])
def test_a_table_that_is_not_there(home: Path, name: str) -> None:
    lay(home)
    done = run("verify", name, home=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"There is no table called ")
    assert b"\x1b" not in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_journal_that_is_none_is_told_and_survived(home: Path) -> None:
    home.mkdir()
    (home / JOURNAL).write_bytes(b"this is no journal" * 100)
    done = run("tables", home=home)
    assert done.returncode == 0
    assert b"could not be read" in done.stderr
    assert b"Traceback" not in done.stderr


UNTOLD = (
    ("--help",),
    ("--version",),
    ("tables",),
    ("dice",),
    ("rules", "list"),
    ("rules", "show", "zilch"),
    ("score", "zilch", "1", "5"),
    ("referee",),
    ("arena",),
)
"""Commands that have something to tell on stdout."""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("arguments", UNTOLD, ids=" ".join)
def test_where_nothing_fits_the_command_says_so(home: Path, arguments: tuple[str, ...]) -> None:
    lay(home)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*APP, *arguments],
            cwd=ROOT,
            env=environment(home),
            input=b'{"state": true}\n',
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    said = done.stderr.decode()
    assert said.endswith("Not all could be written (No space left on device).\n")
    assert "Traceback" not in said


def test_a_reader_of_the_list_that_goes_away(home: Path) -> None:
    for _ in range(3):
        lay(home)
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [*APP, "tables"],
        cwd=ROOT,
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=writes,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writes)
    assert done.returncode == UNREAD
    assert done.stderr == b""
