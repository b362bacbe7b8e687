"""The list of people that a host reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from app.cli import cli
from app.serving.people import FILE, People
from app.tables.place import HOME_VARIABLE


def test_a_host_reads_who_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    assert CliRunner().invoke(cli, ["people"]).output == ""
    assert not (tmp_path / FILE).exists(), "looking makes nothing"
    book = People(tmp_path)
    ann = book.person_for("ssh:SHA256:abc")
    book.redeem(book.new_code(ann.id), "web:1234")
    book.rename(ann.id, "Ann")
    book.person_for("web:5678")
    book.close()
    lines = CliRunner().invoke(cli, ["people"]).output.splitlines()
    assert lines[0].split("\t")[1] == "Ann"
    assert "2 keys and devices" in lines[0]
    assert "1 key or device" in lines[1]
    assert "abc" not in "".join(lines), "a key is nobody else's business"


def test_a_damaged_list_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    (tmp_path / FILE).write_bytes(b"no database at all, " * 100)
    result = CliRunner().invoke(cli, ["people"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
