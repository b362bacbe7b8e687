"""Names and numbers of people: literal, visible, as wide as they look."""

from __future__ import annotations

import sys
import time
import unicodedata

import pytest
import wcwidth
from hypothesis import event, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len, split_graphemes
from rich.text import Text

from app.tables.errors import BadInput
from app.tables.names import (
    LONGEST,
    MARKS,
    NAME_CELLS,
    clean_name,
    clusters,
    cut,
    fit,
    same_name,
    suggest_name,
    visible,
)
from app.tables.number import parse_number

FAMILY = "👩‍👩‍👧‍👦"

ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=60)
NASTY = st.lists(
    st.sampled_from(
        [
            *"\x1b[]31m;/\x07\x9b\x9d\\ \n\r\t\x00\x7fab",
            *"\u200b\u200d\u200e\u202e\u2066\ufeff\ufe0f\u20e3\u0301\u0327\u093f\u094d\u1161\u3164",
            *"李👩🏽🇸🇪\ud83d\ue000\u0378é1ᄒ\u115fｱﾞ\ufdfaﬁß",
        ]
    ),
    max_size=40,
).map("".join)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("Ann", "Ann"),
        ("  Ann \t  Lee ", "Ann Lee"),
        ("\u3000Ａｎｎ\u00a0Lee", "Ann Lee"),
        ("[red]Bob", "[red]Bob"),
        ("[/]", "[/]"),
        ("[@click=app.exit]hi[/]", "[@click=app.exit]hi[/]"),
        ("\x1b[31mRed\x1b[0m", "Red"),
        ("\x1b]0;title\x07Ann", "Ann"),
        ("\x1b]8;;http://x\x1b\\Ann\x1b]8;;\x1b\\", "Ann"),
        ("\x1bP1$r0m\x1b\\Ann", "Ann"),
        ("\x9b31mAnn", "Ann"),
        ("\x1bcAnn", "Ann"),
        ("Ann\x1b[", "Ann"),
        ("Ann\x1b]0;never ended", "Ann"),
        ("A\x00n\x08n\x7f", "Ann"),
        ("\u202eAnn\u2066\u200b\ufeff", "Ann"),
        ("A\u00adn\u034fn\u2060", "Ann"),
        ("\U000e0041Ann\ue000\U0010ffff\u0378", "Ann"),
        ("\ud800Ann\udfff", "Ann"),
        (FAMILY, "👩👩👧👦"),
        ("👍🏽", "👍"),
        ("1️⃣", "1"),
        ("🇸🇪🇸", "🇸🇪"),
        ("🇸-🇪", "-"),
        ("e\u0301", "é"),
        ("e\u200d\u0301", "é"),
        ("Z" + "\u0317" * 50, "Z" + "\u0317" * 2),
        ("\u0301Ann", "Ann"),
        ("a \u0301b", "a b"),
        ("क्षि", "क्षि"),
        ("李雷", "李雷"),
        ("\u3164\u115f\uffa0\u2800", ""),
        ("\n\n Ann\nBo", "Ann"),
        ("Ann\u2028Bo", "Ann"),
        ("\u200b\u200d", ""),
        ("", ""),
        ("...", "..."),
    ],
)
def test_what_is_seen_of_a_text(text: str, seen: str) -> None:
    assert visible(text) == seen


def hidden(text: str) -> list[str]:
    """Signs that must never be drawn."""
    gone = {"Cc", "Cf", "Cs", "Co", "Cn", "Me", "Zl", "Zp"}
    return [sign for sign in text if unicodedata.category(sign) in gone]


@settings(max_examples=300)
@given(ANY | NASTY)
def test_what_is_seen_is_one_calm_line(text: str) -> None:
    seen = visible(text)
    assert visible(seen) == seen
    assert hidden(seen) == []
    assert seen == " ".join(seen.split())
    assert unicodedata.normalize("NFKC", seen) == seen
    assert sum(cell_len(sign) for sign in seen) == cell_len(seen), "no sign changes another's width"
    seen.encode()


@settings(max_examples=300)
@given(ANY | NASTY)
def test_marks_sit_on_a_base_and_are_few(text: str) -> None:
    run = MARKS + 1
    for sign in visible(text):
        if cell_len(sign) == 0:
            run += 1
            assert run <= MARKS
        else:
            run = 0 if sign != " " else MARKS


@settings(max_examples=300)
@given(ANY | NASTY)
def test_clusters_are_never_parted(text: str) -> None:
    seen = visible(text)
    pieces = list(clusters(seen))
    assert "".join(pieces) == seen
    ours = borders(pieces)
    assert ours <= borders(list(wcwidth.iter_graphemes(seen))) | leaning(seen)
    spans, _ = split_graphemes(seen)
    assert ours <= {end for _, end, _ in spans} | {0}


def borders(pieces: list[str]) -> set[int]:
    """Where pieces of a text end."""
    found = {0}
    for piece in pieces:
        found.add(max(found) + len(piece))
    return found


def leaning(text: str) -> set[int]:
    """Borders after signs that by Unicode lean on the next one, but are drawn in their own cells.

    The screen library parts them too: Korean initials, and the prepended signs of a few scripts.
    """
    return {
        place
        for place, sign in enumerate(text, 1)
        if unicodedata.name(sign, "").startswith("HANGUL CHOSEONG") or sign in PREPENDED
    }


PREPENDED = "\u0d4e\u1cf5\u1cf6\U000111c2\U000111c3\U0001193f\U00011941\U00011a3a" + "".join(
    map(chr, (0x11A84, 0x11A85, 0x11A86, 0x11A87, 0x11A88, 0x11A89, 0x11D46))
)


@settings(max_examples=300)
@given(ANY | NASTY, st.lists(st.sampled_from(["Ann", "ANN 2", "Bo", "ＡＮＮ"]), max_size=4))
def test_a_clean_name_is_short_seen_and_free(text: str, taken: list[str]) -> None:
    try:
        name = clean_name(text, taken)
    except BadInput as refused:
        event(refused.code)
        return
    assert 1 <= cell_len(name) <= NAME_CELLS
    assert clean_name(name) == name
    assert visible(name) == name
    assert same_name(name) not in {same_name(other) for other in taken}


@settings(max_examples=300)
@given(ANY | NASTY, st.integers(-3, 60))
def test_a_fitted_text_has_exactly_its_cells(text: str, cells: int) -> None:
    fitted = fit(text, cells)
    assert cell_len(fitted) == max(0, cells)
    assert hidden(fitted) == []


@settings(max_examples=300)
@given(ANY | NASTY, st.integers(0, 60))
def test_a_cut_is_the_longest_whole_beginning(text: str, cells: int) -> None:
    seen = visible(text)
    kept = cut(seen, cells)
    assert seen.startswith(kept)
    assert cell_len(kept) <= cells
    rest = list(clusters(seen[len(kept) :]))
    assert not rest or cell_len(kept + rest[0]) > cells


def test_every_sign_of_unicode_is_harmless() -> None:
    for number in range(sys.maxunicode + 1):
        sign = chr(number)
        if unicodedata.category(sign) in ("Co", "Cn") and number % 997:
            continue  # large empty stretches
        if unicodedata.name(sign, "").startswith(("CJK UNIFIED", "HANGUL SYLL")) and number % 29:
            continue  # large even ones
        seen = visible.__wrapped__(f"a{sign}b")
        assert unicodedata.normalize("NFD", seen)[0] == "a", hex(number)
        assert not hidden(seen), hex(number)
        assert cell_len(seen) == sum(map(cell_len, seen)), hex(number)


def test_a_long_name_is_cut_between_clusters() -> None:
    assert fit("李雷" + FAMILY, 10) == "李雷👩👩… "
    assert fit("李雷" + FAMILY, 12) == "李雷👩👩👧👦"
    assert fit("Bartholomew", 5) == "Bart…"
    assert fit("Bartholomew", 1) == "…"
    assert fit("Ann Bo", 5) == "Ann… "
    assert fit("Ann", 5) == "Ann  "
    assert fit("Ann", 0) == ""
    assert clean_name("x" * 300) == "x" * 24
    assert clean_name("李" * 300) == "李" * 12
    assert clean_name("x" * 23 + "李") == "x" * 23
    assert clean_name("x" * 23 + " y") == "x" * 23


def test_names_are_compared_after_they_were_cut() -> None:
    first = clean_name("n" * 50 + "a")
    with pytest.raises(BadInput) as refused:
        clean_name("n" * 50 + "b", [first])
    assert refused.value.code == "name_taken"


@pytest.mark.parametrize("second", ["Ann", "ann", "ＡＮＮ", " Ann ", "A\u200bnn", "\x1b[1mAnn"])
def test_two_names_that_look_alike_are_one(second: str) -> None:
    with pytest.raises(BadInput) as refused:
        clean_name(second, ["Ann"])
    assert refused.value.message.startswith("There is already a player called ")
    assert suggest_name(second, ["Ann"]).endswith(" 2")


def test_a_name_is_compared_by_what_its_letters_fold_to() -> None:
    assert same_name("STRASSE") == same_name("straße")
    assert same_name("Σ") == same_name("ς")


def test_a_free_name_is_found_within_its_width() -> None:
    assert suggest_name("Ann") == "Ann"
    assert suggest_name("Ann", ["ann", "Ann 2"]) == "Ann 3"
    taken = ["x" * 24, *(f"{'x' * 22} {number}" for number in range(2, 10))]
    assert suggest_name("x" * 99, taken) == f"{'x' * 21} 10"
    for text in ("", "\u200b", "\x1b[31m"):
        with pytest.raises(BadInput):
            suggest_name(text)


def test_a_huge_paste_costs_nothing() -> None:
    paste = "\n".join([FAMILY * 30, *("Zeile" * 50 for _ in range(10_000))])
    started = time.process_time()
    assert visible(paste).startswith("👩👩")
    assert cell_len(visible("\ufdfa" * 100_000)) <= LONGEST
    visible("\x1b]" * 100_000)
    visible("a" + "\u0301" * 100_000)
    assert time.process_time() - started < 0.5


def test_markup_is_only_text() -> None:
    for text in ("[/", "[link=http://x]y", "[#zzzzzz]q[/]", "a\\[b]"):
        assert Text(visible(text)).plain == text


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("5000", 5000),
        ("5,000", 5000),
        ("5 000", 5000),
        ("5\u00a0000", 5000),
        ("5\u202f000", 5000),
        (" 10 000 ", 10_000),
        ("1,000,000", 1_000_000),
        ("５０００", 5000),
        ("٥٠٠٠", 5000),
        ("0050", 50),
    ],
)
def test_numbers_that_people_type(text: str, number: int) -> None:
    assert parse_number(text, 50, 1_000_000) == number


@pytest.mark.parametrize(
    "text",
    [
        *("-5", "0", "1e9", "99999999999999999999", "9" * 5000, "", " ", "abc", "+5000", "5.000"),
        *("5,00", "50,0", ",500", "5,,000", "5, 000", "5000.0", "0x64", "½", "²", "5 000,000"),
        *("1_000", "nan", "5000\n6000", "\x1b[31m5000", "١ab", "49", "1,000,001"),
    ],
)
def test_what_is_no_number_gets_one_sentence(text: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_number(text, 50, 1_000_000)
    assert refused.value.message == "Please give a whole number from 50 to 1,000,000."


@given(st.text(max_size=80))
def test_a_number_is_in_its_range_or_refused(text: str) -> None:
    try:
        number = parse_number(text, 1, 99)
    except BadInput:
        return
    assert 1 <= number <= 99


@given(st.integers(0, 10**9))
def test_a_number_is_read_however_it_is_grouped(number: int) -> None:
    for text in (str(number), f"{number:,}", f"{number:,}".replace(",", " ")):
        assert parse_number(text, 0, 10**9) == number
