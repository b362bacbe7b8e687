"""Who is who: a person is the same on each of their keys and devices, and on nobody else's."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import pytest

from app.serving.kept import cookie_secret, kept, read_signed, signed
from app.serving.people import CODE_SECONDS, CODES_OPEN, TRIES, People, PeopleTrouble
from app.tables.errors import BadInput


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def people(tmp_path: Path, clock: Clock) -> People:
    return People(tmp_path / "data", clock)


def refusal(people: People, code: str, credential: str) -> str:
    with pytest.raises(PeopleTrouble) as refused:
        people.redeem(code, credential)
    return refused.value.code


def test_a_credential_is_one_person_and_another_is_another(people: People, tmp_path: Path) -> None:
    ann = people.person_for("ssh:A")
    assert people.person_for("ssh:A") == ann
    bo = people.person_for("web:B")
    assert (ann.name, bo.name) == ("Player 1", "Player 2")
    assert ann.id != bo.id
    assert people.known("web:C") is None
    again = People(tmp_path / "data")
    assert again.person_for("ssh:A") == ann
    assert [person.id for person in again.list_people()] == [ann.id, bo.id]
    again.close()


def test_the_list_of_people_is_for_its_owner_alone(people: People, tmp_path: Path) -> None:
    assert people.list_people() == ()
    for path in (tmp_path / "data").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name


def test_many_at_once_are_each_one_person(people: People, tmp_path: Path) -> None:
    def come(numbers: range) -> None:
        own = People(tmp_path / "data")
        for number in numbers:
            own.person_for(f"ssh:{number % 20}")
        own.close()

    threads = [threading.Thread(target=come, args=(range(start, 60),)) for start in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everybody = people.list_people()
    assert len(everybody) == len({person.name for person in everybody}) == 20


def test_a_name_is_cleaned_and_nobody_elses(people: People) -> None:
    ann, bo = people.person_for("ssh:A"), people.person_for("ssh:B")
    assert people.rename(ann.id, "\x1b[31m Ann\u202e ").name == "Ann"
    for name in ("ANN", "", "\x1b[2J"):
        with pytest.raises(BadInput):
            people.rename(bo.id, name)
    assert people.person_for("ssh:B").name == "Player 2"
    assert people.rename(ann.id, "ann").name == "ann"
    with pytest.raises(PeopleTrouble, match="does not know"):
        people.rename("nobody", "Zoe")
    people.rename(bo.id, "Player 3")
    assert people.person_for("ssh:C").name == "Player 4"


def test_a_code_joins_another_key_to_a_person_once(people: People) -> None:
    ann, bo = people.person_for("ssh:A"), people.person_for("web:B")
    code = people.new_code(ann.id)
    assert len(code) == 9
    joined = people.redeem(f" {code.upper().replace('-', ' ')} ", "web:B")
    assert (joined.id, joined.credentials) == (ann.id, ("ssh:A", "web:B"))
    assert people.person_for("web:B").id == ann.id
    assert refusal(people, code, "web:C") == "wrong"
    assert people.known("web:C") is None
    assert [person.credentials for person in people.list_people() if person.id == bo.id] == [()]


def test_a_code_is_good_for_ten_minutes(people: People, clock: Clock) -> None:
    ann = people.person_for("ssh:A")
    early, late = people.new_code(ann.id), people.new_code(ann.id)
    clock.now += CODE_SECONDS - 1
    assert people.redeem(early, "web:B").id == ann.id
    clock.now += 1
    assert refusal(people, late, "web:C") == "wrong"


def test_codes_are_not_to_be_guessed(people: People, clock: Clock) -> None:
    ann = people.person_for("ssh:A")
    code = people.new_code(ann.id)
    assert [refusal(people, "bbbb-bbbb", "web:X") for _ in range(TRIES)] == ["wrong"] * TRIES
    assert refusal(people, code, "web:X") == "too_often"
    for number in range(99 * TRIES):
        assert refusal(people, "", f"web:{number}") == "wrong"
    assert refusal(people, code, "web:new") == "too_often"
    clock.now += CODE_SECONDS
    assert people.redeem(people.new_code(ann.id), "web:X").id == ann.id


def test_codes_are_not_made_without_end(people: People, clock: Clock) -> None:
    ann = people.person_for("ssh:A")
    codes = {people.new_code(ann.id) for _ in range(CODES_OPEN)}
    assert len(codes) == CODES_OPEN
    for person, code in ((ann.id, "too_many"), ("nobody", "unknown")):
        with pytest.raises(PeopleTrouble) as refused:
            people.new_code(person)
        assert refused.value.code == code
    clock.now += CODE_SECONDS
    assert people.new_code(ann.id) not in codes


def test_the_file_holds_no_code_and_no_password(people: People, tmp_path: Path) -> None:
    ann = people.person_for("ssh:A")
    code = people.new_code(ann.id)
    people.admit(ann.id, "open sesame")
    assert people.admitted(ann.id, "open sesame")
    assert not people.admitted(ann.id, "open")
    assert not people.admitted("nobody", "open sesame")
    kept_ = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert code.replace("-", "").encode() not in kept_
    assert b"sesame" not in kept_


def test_a_list_that_cannot_be_used_says_so(tmp_path: Path) -> None:
    (tmp_path / "people.sqlite").write_bytes(b"no database, but long enough to be looked at" * 99)
    with pytest.raises(PeopleTrouble, match="cannot be used"):
        People(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(PeopleTrouble, match="cannot be used"):
        People(tmp_path / "file")


# What the house keeps secret


def test_a_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    found: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: found.append(cookie_secret(folder))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found[0]) == 32
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    file.chmod(0o644)
    assert kept(file, lambda: b"another") == found[0]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_only_what_the_house_signed_is_a_cookie() -> None:
    secret, other = b"s" * 32, b"t" * 32
    cookie = signed(secret, "abc123")
    assert read_signed(secret, cookie) == "abc123"
    forged = [
        "", "abc123", "abc123.", "abd123." + cookie.partition(".")[2], cookie[:-1], cookie + "0",
        signed(other, "abc123"), signed(secret, "../x"), signed(secret, "a" * 65), "é.é", "." * 99,
    ]  # fmt: skip
    assert [read_signed(secret, text) for text in forged] == [None] * len(forged)
