"""The provable stream and the script."""

from __future__ import annotations

import hashlib
import hmac
import math
from collections import Counter
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tables.chance import (
    Position,
    ScriptedChance,
    SeededChance,
    StreamChance,
    card_at,
    commitment_of,
    face_of,
    place_below,
    secret_from_number,
)
from app.tables.errors import BadInput
from app.tables.recipe import Pledge, Recipe
from engine.refusal import IllegalAction
from tests.tables.house import SETUP, house

SECRET = bytes(range(32))


def stream(label: str, table: str, length: int) -> bytes:
    """The bytes of a label as an outsider computes them from the published description."""
    blocks = (
        hmac.new(SECRET, f"{label}|{table}|{number}".encode(), hashlib.sha256).digest()
        for number in range(length // 32 + 1)
    )
    return b"".join(blocks)[:length]


def test_bytes_give_every_face_equally_often() -> None:
    faces = Counter(face_of(byte) for byte in range(256))
    assert [faces[face] for face in (None, 1, 2, 3, 4, 5, 6)] == [4, 42, 42, 42, 42, 42, 42]


@pytest.mark.parametrize("size", [1, 2, 3, 54, 56, 255, 256])
def test_bytes_give_every_place_equally_often(size: int) -> None:
    places: Counter[int] = Counter()
    for byte in range(256):
        source = BytesIO(bytes([byte, 0]))
        place = place_below(size, source.read)
        if source.tell() == 1:
            places[place] += 1
    assert set(places) == set(range(size))
    assert set(places.values()) == {256 // size}


def test_a_large_pile_takes_two_bytes_and_rejects_the_rest() -> None:
    source = BytesIO(b"\xff\xff\x01\x02\x03")
    assert place_below(300, source.read) == 0x0102 % 300
    assert source.tell() == 4


def test_the_stream_is_the_one_described() -> None:
    chance = StreamChance(SECRET, "k7mqx4rd")
    faces = [byte % 6 + 1 for byte in stream("dice", "k7mqx4rd", 200) if byte < 252]
    rolled = [face for count in (6, 1, 5, 30, 60) for face in chance.roll(count)]
    assert rolled == faces[: len(rolled)]
    pile = {"b": 2, "a": 1, "c": 4}
    kept = [byte for byte in stream("cards", "k7mqx4rd", 50) if byte < 252]
    drawn = [chance.draw(pile) for _ in range(20)]
    assert drawn == [["a", "b", "b", "c", "c", "c", "c"][byte % 7] for byte in kept[:20]]


def test_words_of_players_change_the_stream_as_described() -> None:
    spoken = hashlib.sha256("salt\nläuft\n".encode()).hexdigest()
    faces = [byte % 6 + 1 for byte in stream("dice", f"t|{spoken}", 64) if byte < 252]
    assert list(StreamChance(SECRET, "t", ("salt", "läuft")).roll(40)) == faces[:40]


def test_pinned_dice_never_change_between_versions() -> None:
    chance = SeededChance(7)
    pile = {"bonus-300": 12, "no-dice": 8, "must-bust": 4}
    assert secret_from_number(7) == hashlib.sha256(b"seed|7").digest()
    assert [chance.roll(6), chance.roll(1), chance.draw(pile), chance.draw(pile)] == PINNED


PINNED = [(5, 3, 6, 6, 5, 3), (6,), "bonus-300", "bonus-300"]


@given(st.lists(st.integers(0, 12), max_size=30), st.integers(0, 30))
def test_a_stream_goes_on_where_it_stopped(asked: list[int], cut: int) -> None:
    pile = {"x": 3, "y": 50}
    whole = StreamChance(SECRET, "t")
    results = [whole.roll(count) if count else whole.draw(pile) for count in asked]
    first = StreamChance(SECRET, "t")
    for count in asked[:cut]:
        first.roll(count) if count else first.draw(pile)
    later = StreamChance(SECRET, "t").at(first.position)
    rest = [later.roll(count) if count else later.draw(pile) for count in asked[cut:]]
    assert rest == results[cut:]
    assert later.position == whole.position


def test_a_copy_leaves_the_original_where_it_was() -> None:
    chance = StreamChance(SECRET, "t")
    copy = chance.at(chance.position)
    rolled = copy.roll(100)
    assert chance.position == Position()
    assert chance.roll(100) == rolled


@given(st.dictionaries(st.text(min_size=1, max_size=3), st.integers(0, 5), max_size=6))
def test_cards_do_not_depend_on_the_order_of_the_pile(pile: dict[str, int]) -> None:
    if sum(pile.values()) == 0:
        with pytest.raises(ValueError, match="pile"):
            StreamChance(SECRET, "t").draw(pile)
        return
    backwards = dict(reversed(pile.items()))
    card = StreamChance(SECRET, "t").draw(pile)
    assert card == StreamChance(SECRET, "t").draw(backwards)
    assert pile[card] > 0
    places = Counter(card_at(pile, place) for place in range(sum(pile.values())))
    assert places == {name: count for name, count in pile.items() if count}


def test_a_pile_with_less_than_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="pile"):
        StreamChance(SECRET, "t").draw({"a": 2, "b": -1})
    with pytest.raises(ValueError, match="place"):
        card_at({"a": 2}, 2)


def chi_square(counts: Counter[int], places: int) -> float:
    expected = sum(counts.values()) / places
    return sum((counts[place] - expected) ** 2 / expected for place in range(1, places + 1))


def test_six_hundred_thousand_dice_are_even() -> None:
    chance = SeededChance(2026)
    dice = [chance.roll(6) for _ in range(100_000)]
    faces = Counter(face for roll in dice for face in roll)
    assert sum(faces.values()) == 600_000
    assert chi_square(faces, 6) < 20.5, "p < 0.001 with 5 degrees of freedom"
    pairs = Counter(6 * (roll[0] - 1) + roll[1] for roll in dice)
    assert chi_square(pairs, 36) < 66.6, "p < 0.001 with 35 degrees of freedom"
    straights = sum(len(set(roll)) == 6 for roll in dice)
    chance_of_one = math.factorial(6) / 6**6
    assert abs(straights - 100_000 * chance_of_one) < 4 * math.sqrt(100_000 * chance_of_one)
    assert any(set(roll) == {6} for roll in dice)


def test_every_table_and_rematch_has_its_own_stream() -> None:
    chances = [Recipe().chance(Recipe().new_secret(), "same") for _ in range(1000)]
    assert len({chance.roll(20) for chance in chances}) == 1000


def test_a_rematch_and_its_table_differ(tmp_path: Path) -> None:
    hub = house(tmp_path)
    table = hub.new_table(SETUP)
    again = [hub.rematch(table) for _ in range(20)]
    assert len({one.commitment for one in (table, *again)}) == 21
    assert all(one.setup == table.setup and one.state.scores == (0, 0) for one in again)


def test_one_secret_gives_other_dice_at_another_table() -> None:
    assert StreamChance(SECRET, "a").roll(20) != StreamChance(SECRET, "b").roll(20)


def test_streams_of_two_tables_do_not_touch_each_other() -> None:
    alone = StreamChance(SECRET, "a")
    expected = [alone.roll(3) for _ in range(20)]
    one, other = StreamChance(SECRET, "a"), SeededChance(7)
    mixed = []
    for _ in range(20):
        mixed.append(one.roll(3))
        other.roll(5)
    assert mixed == expected


def test_a_commitment_is_the_hash_of_the_secret_and_hides_it() -> None:
    pledge = Pledge("k7mqx4rd")
    assert pledge.commitment == hashlib.sha256(pledge.secret).hexdigest()
    assert pledge.commitment == commitment_of(pledge.secret)
    assert pledge.secret.hex() not in repr(pledge)


def test_a_script_is_followed_and_then_the_stream() -> None:
    chance = ScriptedChance([[1, 2], [6]], ["ten"], SeededChance(7))
    assert (chance.roll(2), chance.roll(1), chance.draw({"ten": 1})) == ((1, 2), (6,), "ten")
    follow = SeededChance(7)
    assert chance.roll(6) == follow.roll(6)
    assert chance.draw({"a": 2, "b": 3}) == follow.draw({"a": 2, "b": 3})
    assert chance.position == Position(*follow.position[:2], 2, 1)


def test_a_script_goes_on_where_it_stopped() -> None:
    chance = ScriptedChance([[1], [2], [3]], ["a", "b"], SeededChance(7))
    chance.roll(1)
    chance.draw({"a": 1})
    later = ScriptedChance([[1], [2], [3]], ["a", "b"], SeededChance(7)).at(chance.position)
    assert (later.roll(1), later.draw({"b": 1}), later.roll(1)) == ((2,), "b", (3,))
    assert later.roll(9) == SeededChance(7).roll(9)
    assert chance.roll(1) == (2,), "a copy takes nothing from the original"


def test_a_scripted_roll_of_another_length_is_refused_and_stays() -> None:
    chance = ScriptedChance([[1, 2, 3]], [], SeededChance(7))
    with pytest.raises(IllegalAction) as refused:
        chance.roll(6)
    assert refused.value.code == "malformed"
    assert refused.value.message == "The script has 3 dice for this roll, but 6 are thrown."
    assert chance.roll(3) == (1, 2, 3)


def test_a_scripted_card_that_is_gone_is_refused_and_stays() -> None:
    chance = ScriptedChance([], ["ten"], SeededChance(7))
    for pile in ({"ten": 0, "one": 2}, {"one": 2}):
        with pytest.raises(IllegalAction) as refused:
            chance.draw(pile)
        assert refused.value.code == "malformed"
    assert chance.draw({"ten": 1}) == "ten"


@pytest.mark.parametrize("face", [0, 7, -1, True, 1.0, "1", None])
def test_a_script_holds_only_faces_of_dice(face: object) -> None:
    with pytest.raises(BadInput) as refused:
        ScriptedChance([[1, 2], [face]], [], SeededChance(7))  # type: ignore[list-item]
    assert refused.value.code == "script_face"


def test_a_script_holds_only_known_cards() -> None:
    ScriptedChance([], ["ten"], SeededChance(7), known={"ten"})
    for card in ("eleven", 3):
        with pytest.raises(BadInput) as refused:
            ScriptedChance([], [card], SeededChance(7), known={"ten"})  # type: ignore[list-item]
        assert refused.value.code == "script_card"


def test_only_the_operating_system_makes_fair_dice() -> None:
    assert Recipe().fair
    assert Recipe(words=("salt",)).fair
    assert not Recipe(seed=0).fair
    assert not Recipe(dice=((1,),)).fair
    assert not Recipe(cards=("ten",)).fair


def test_no_environment_variable_fixes_the_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SEED", "DICE", "RANDOM_SEED", "PYTHONHASHSEED", "DICEPARLOUR_SEED"):
        monkeypatch.setenv(name, "7")
    assert Recipe().new_secret() != Recipe().new_secret()
