"""The referee as a process: what other programs meet."""

from __future__ import annotations

import json
import signal
import subprocess
from typing import Any

import pytest

from engine.registry import presets, ruleset
from tests.app.command import APP, ROOT, Running, run

REQUESTS: list[dict[str, Any]] = [
    {"new": "fill-or-bust", "seats": ["Ann", "Bo"], "seed": 7},
    {"legal": 0},
    {"legal": 1},
    {"do": {"seat": 0, "kind": "draw"}},
    {"do": {"seat": 1, "kind": "draw"}},
    {"state": True},
    {"nothing": 1},
]


def as_lines(requests: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(request).encode() + b"\n" for request in requests)


def whole_games() -> bytes:
    """A beginning of every game, with what is legal at each step."""
    requests: list[dict[str, Any]] = []
    for preset in sorted(presets()):
        seats = [f"P{number}" for number in range(max(ruleset(preset).min_seats, 5))]
        requests.append({"new": preset, "seats": seats, "seed": 11})
        for kind in ("draw", "roll", "bank", "decline", "leftovers"):
            requests += [{"do": {"seat": seat, "kind": kind}} for seat in range(len(seats))]
            requests += [{"legal": seat} for seat in range(len(seats))]
        requests.append({"state": True})
    return as_lines(requests)


def test_the_answers_do_not_depend_on_the_process() -> None:
    asked = whole_games()
    answers = {run("referee", stdin=asked, PYTHONHASHSEED=seed).stdout for seed in "0123"}
    (answer,) = answers
    assert answer.count(b"\n") == asked.count(b"\n")
    assert answer.isascii()


def test_the_end_of_the_requests_is_the_end() -> None:
    ended = run("referee", stdin=as_lines(REQUESTS))
    assert (ended.returncode, ended.stderr) == (0, b"")
    said = [json.loads(line)["ok"] for line in ended.stdout.splitlines()]
    assert len(said) == len(REQUESTS)
    nothing = run("referee")
    assert (nothing.returncode, nothing.stdout, nothing.stderr) == (0, b"", b"")


def test_a_last_line_without_its_end_is_answered() -> None:
    ended = run("referee", stdin=b'{"state": true}')
    assert json.loads(ended.stdout)["error"]["code"] == "unknown"


def test_each_answer_comes_before_the_next_request() -> None:
    with Running("referee") as referee:
        for request in REQUESTS:
            assert referee.ask(json.dumps(request).encode()).endswith(b"}\n")
        referee.stdin.close()
        assert referee.ended() == (0, b"")


def test_an_interrupt_is_quiet() -> None:
    with Running("referee") as referee:
        referee.ask(b"{}")
        referee.process.send_signal(signal.SIGINT)
        code, said = referee.ended()
    assert code == 130
    assert said.strip() == b""


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    with Running("referee") as referee:
        referee.stdout.close()
        referee.stdin.write(b"{}\n{}\n{}\n")
        referee.stdin.flush()
        code, said = referee.ended()
    assert code in (0, 141)
    assert said == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_without_its_streams_it_ends_at_once(closed: str) -> None:
    command = f'"$0" -m app referee {closed}'
    shell = ["/bin/sh", "-c", command, APP[0]]
    ended = subprocess.run(shell, cwd=ROOT, capture_output=True, timeout=30, check=False)
    assert ended.returncode in (0, 1, 2)
    assert b"Traceback" not in ended.stdout + ended.stderr
