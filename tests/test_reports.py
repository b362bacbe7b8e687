"""Every fault that people reported in programs like this one is proved absent, or its day is named.

``tests/cases/reports.jsonl`` holds the reports. Most are cited by their ids where their kind is
tested; `PROVED` names the test of the others, and `LATER` says what they need first.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
REPORTS = [
    json.loads(line)["id"] for line in (TESTS / "cases" / "reports.jsonl").read_text().splitlines()
]

PROVED = {
    "R006": "engine/test_scoring.py::test_every_roll",
    "R008": "engine/test_bunco.py",
    "R028": "tables/test_chance.py::test_six_hundred_thousand_dice_are_even",
    "R029": "tables/test_chance.py::test_bytes_give_every_face_equally_often",
    "R030": "tables/test_chance.py::test_every_table_and_rematch_has_its_own_stream",
    "R031": "tables/test_chance.py::test_a_commitment_is_the_hash_of_the_secret_and_hides_it",
    "R038": "engine/test_bunco_laws.py",
    "R051": "tables/test_names.py::test_a_long_name_is_cut_between_clusters",
    "R052": "tables/test_names.py::test_a_clean_name_is_short_seen_and_free",
    "R054": "tables/test_hub.py::test_a_table_is_found_by_its_exact_name_only",
    "R055": "tables/test_names.py::test_names_are_compared_after_they_were_cut",
    "R056": "tables/test_names.py::test_what_is_no_number_gets_one_sentence",
    "R057": "tables/test_names.py::test_a_huge_paste_costs_nothing",
    "R062": "app/test_play_motion.py::test_any_key_ends_the_tumbling_and_acts",
    "R066": "engine/test_bunco.py",
    "R068": "tables/test_table.py::test_many_come_and_go_while_news_is_told",
    "R069": "engine/test_bunco.py",
    "R084": "app/test_pty_play.py::test_a_crash_in_the_middle_of_a_roll_loses_nothing",
    "R098": "tables/test_verify.py::test_every_change_is_found",
    "R100": "tables/test_torn.py::test_a_table_of_a_newer_program_can_be_looked_at",
    "R103": "tables/test_damage.py::test_any_damage_leaves_whole_beginnings_and_a_message",
    "R107": "test_house.py::test_the_wheel_is_whole_and_works_in_an_empty_venv",
    "R108": "test_house.py::test_the_wheel_is_whole_and_works_in_an_empty_venv",
    "R109": "test_house.py::test_the_wheel_is_whole_and_works_in_an_empty_venv",
    "R113": "tables/test_hub.py::test_times_are_stored_in_utc",
    "R116": "engine/test_bunco_setup.py",
}
"""Where a report's whole kind is tested, if the test does not cite it itself."""

_WEB = "the web door at every size of a window"
_UNDO = "taking back what was done"
_PLAYERS = "computer players"
_RECORDS = "records over many games: results, ranks and their days"
_CLUB = "a club evening that is arranged or corrected by hand"

LATER = {
    **dict.fromkeys(("R020", "R032", "R117", "R120"), _PLAYERS),
    "R085": _WEB,
    "R099": _UNDO,
    **dict.fromkeys(("R071", "R111", "R112", "R114"), _RECORDS),
    **dict.fromkeys(("R102", "R119"), _CLUB),
}
"""Reports about what the program does not do yet, and what that is."""


def cited() -> set[str]:
    """The ids that tests name where they prove them, ranges such as R048–R053 included."""
    found = set()
    for path in (*TESTS.rglob("*.py"), *(TESTS / "cases").glob("more.jsonl")):
        if path == Path(__file__):
            continue
        for first, last in re.findall(r"\bR(\d{3})(?:\s?[–-]\s?R?(\d{3}))?\b", path.read_text()):
            found |= {f"R{number:03}" for number in range(int(first), int(last or first) + 1)}
    return found


@pytest.mark.parametrize("report", REPORTS)
def test_every_report_has_its_test_or_its_day(report: str) -> None:
    assert report in cited() | PROVED.keys() | LATER.keys()


@pytest.mark.parametrize("place", sorted(set(PROVED.values())))
def test_the_tests_that_prove_a_report_are_there(place: str) -> None:
    file, _, name = place.partition("::")
    text = (TESTS / file).read_text()
    assert f"def {name or 'test_'}" in text
