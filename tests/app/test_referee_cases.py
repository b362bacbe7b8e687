"""Every row of the case files comes out as it says, within the process and through a real one."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from app.referee import Referee
from engine.registry import presets
from tests.app.cases import Case, Talk, play, read
from tests.app.command import Running

SHARED = read("rules.jsonl")
MORE = read("more.jsonl")


def talk_here() -> Talk:
    referee = Referee()

    def talk(request: dict[str, Any]) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(referee.answer(json.dumps(request).encode()))
        return answer

    return talk


@pytest.mark.parametrize("case", SHARED + MORE, ids=lambda case: case.id)
def test_a_case_comes_out_as_it_says(case: Case) -> None:
    play(case, talk_here())


def test_no_row_is_lost() -> None:
    count = Counter(case.new for case in SHARED)
    assert count == {"fill-or-bust": 19, "zilch": 7, "spicy-farkel": 5}
    more = Counter(case.new for case in MORE)
    assert more["fill-or-bust"] >= 167
    assert more["fill-or-bust/sheet-000"] >= 17
    assert count.keys() | more.keys() == presets().keys(), (
        "each preset needs rows, and each row one"
    )
    names = [case.id for case in SHARED + MORE]
    assert len(set(names)) == len(names)


def test_all_cases_through_one_process_of_its_own() -> None:
    with Running("referee") as referee:

        def talk(request: dict[str, Any]) -> dict[str, Any]:
            answer: dict[str, Any] = json.loads(referee.ask(json.dumps(request).encode()))
            return answer

        for case in SHARED + MORE:
            play(case, talk)
        referee.stdin.close()
        assert referee.ended() == (0, b"")
