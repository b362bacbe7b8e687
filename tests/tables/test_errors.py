"""What the tables say: every sentence is whole, is used, and names what it is about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import app
from app.tables.errors import SENTENCES, BadInput, StoreTrouble, TableTrouble, Trouble, sentence

HOUSE = Path(app.__file__).parent
SOURCES = "".join(
    file.read_text() for file in HOUSE.rglob("*.py") if file != HOUSE / "tables" / "errors.py"
)

VALUES = {
    **dict.fromkeys(["low", "high", "rolls", "cards", "entries", "count", "cells", "entry"], 1234),
    **dict.fromkeys(["file", "folder", "reason", "table", "name", "commitment", "seed"], "x"),
    "face": 7,
    "card": "ten",
    "given": 3,
    "example": "abcd-efgh",
    "why": "The disk is full.",
    "fault": "The goal is missing.",
}


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_whole_and_used(code: str) -> None:
    text = sentence(code, **VALUES)
    assert re.fullmatch(r"[A-Z0-9].*[.]", text), text
    assert "{" not in text
    assert f'"{code}"' in SOURCES, "a sentence that nobody says"


@pytest.mark.parametrize("kind", [Trouble, StoreTrouble, TableTrouble, BadInput])
def test_trouble_has_a_code_a_sentence_and_its_values(kind: type[Trouble]) -> None:
    trouble = kind("number", low=1, high=5000)
    assert trouble.code == "number"
    assert trouble.message == str(trouble) == "Please give a whole number from 1 to 5,000."
    assert trouble.detail == {"low": 1, "high": 5000}


def test_a_sentence_needs_its_values_and_its_code() -> None:
    for code, values in (("number", {"low": 1}), ("nonsense", {})):
        with pytest.raises(KeyError):
            sentence(code, **values)
