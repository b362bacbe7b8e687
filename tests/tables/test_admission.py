"""Who may come to a table, and as what; codes, and how often they may be wrong."""

from __future__ import annotations

import pytest

from app.tables.admission import TRIES, TRY_SECONDS, Tries, Way, is_shared, read_code, way
from app.tables.seating import Access, Chair, Hosting, Note, first_seating, hosted_by, seated

CODE = "k7mqx4rd"
ANN, BO, FREE, ADA = (
    Chair(person="ann"),
    Chair(person="bo"),
    Chair(free=True),
    Chair(computer="ada"),
)


def table(*chairs: Chair, access: Access, host: str = "ann") -> Hosting:
    return Hosting(chairs=chairs, host=host, access=access, code=CODE)


@pytest.mark.parametrize(
    ("person", "codes", "access", "over", "wanted"),
    [
        ("ann", (), "private", False, "return"),
        ("ann", (), "private", True, "watch"),
        ("eve", (), "private", False, None),
        ("eve", (CODE,), "private", False, None),
        ("eve", (), "private", True, None),
        ("eve", (), "code", False, None),
        ("eve", ("bbbbbbbb", ""), "code", False, None),
        ("eve", (CODE,), "code", False, "join"),
        ("eve", (CODE,), "code", True, "watch"),
        ("eve", (), "open", False, "join"),
        ("eve", (), "open", True, "watch"),
        ("", (), "private", False, "join"),
        ("", (), "private", True, "watch"),
    ],
)
def test_what_a_person_may_do(
    person: str, codes: tuple[str, ...], access: Access, over: bool, wanted: Way | None
) -> None:
    hosting = table(ANN, FREE, access=access)
    assert way(hosting, first_seating(hosting, 2), over, person, codes) == wanted
    full = table(ANN, BO, access=access)
    expected = "watch" if wanted == "join" else wanted
    assert way(full, first_seating(full, 2), over, person, codes) == expected


def test_a_seat_waits_for_its_person_whoever_plays_it_meanwhile() -> None:
    """R076, R077: who comes back is a player with the same seat, who watches still watches."""
    hosting = table(ANN, BO, access="open")
    seating = seated(
        first_seating(hosting, 2), Note(kind="computer", seat=1, who="stella", reason="lost")
    )
    assert way(hosting, seating, False, "bo") == "return"
    assert way(hosting, seating, False, "eve") == "watch"
    gone = seated(seating, Note(kind="kicked", who="bo"))
    assert way(hosting, gone, False, "bo", (CODE,)) is None
    assert way(hosting, gone, True, "bo") is None


def test_a_computers_seat_is_nobodys() -> None:
    hosting = table(ANN, ADA, access="private")
    seating = first_seating(hosting, 2)
    assert way(hosting, seating, False, "") == "watch", "the house sees it, but has no seat there"
    own = table(ADA, ADA, access="private", host="")
    assert way(own, first_seating(own, 2), False, "") == "return"


@pytest.mark.parametrize(
    ("hosting", "shared"),
    [
        (Hosting(), False),
        (Hosting(chairs=(Chair(), ADA)), False),
        (Hosting(chairs=(Chair(), FREE)), True),
        (Hosting(chairs=(Chair(), BO)), True),
        (Hosting(access="open"), True),
        (Hosting(host="ann"), True),
    ],
)
def test_a_table_of_one_keyboard_is_not_shared(hosting: Hosting, shared: bool) -> None:
    assert is_shared(hosting, first_seating(hosting, 2)) is shared


def test_a_table_that_others_may_come_to_has_a_code_nobody_can_guess() -> None:
    laid = [hosted_by(Hosting(chairs=(Chair(), FREE)), "ann", 2) for _ in range(200)]
    codes = {one.code for one in laid}
    assert len(codes) == len(laid)
    assert all(read_code(code) == code for code in codes)
    assert not set("".join(codes)) & set("aeiouyl01")
    assert hosted_by(Hosting(), "ann", 2).code == ""
    assert hosted_by(Hosting(access="open"), "", 2).code
    assert hosted_by(Hosting(), "", 2) == Hosting()


def test_codes_are_read_however_they_are_written() -> None:
    for text in (" K7MQ-X4RD ", "k7mqx4rd", "k7mq x4rd", "K7-MQ-X4-RD"):
        assert read_code(text) == CODE
    for text in ("", "k7mq", "k7mq-x4rd-", "k7mq-x4ra", "K7MQ-X4RD" * 100, "\x1b[31mk7mqx4rd"):
        assert read_code(text) in (None, CODE if text == "k7mq-x4rd-" else None)


def test_wrong_codes_run_out_for_a_while() -> None:
    tries = Tries()
    for _ in range(TRIES):
        assert not tries.exhausted(0.0)
        tries.failed(0.0)
    assert tries.exhausted(TRY_SECONDS - 1)
    assert not tries.exhausted(TRY_SECONDS)
