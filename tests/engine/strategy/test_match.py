"""Races of two, by hand."""

from __future__ import annotations

import pytest

from engine.strategy.graph import Choice, Graph, assemble
from engine.strategy.match import (
    Race,
    after_bank,
    ends,
    fingerprint,
    hit_by,
    race_of,
    reach,
    reference,
)
from engine.strategy.odds import Rest
from tests.engine.strategy.play import rules_of

Throw = tuple[float, dict[Choice, float]]


def pig() -> Graph:
    """One die: 1 loses the turn, anything else is added to it."""
    throw: Throw = (1 / 6, {((face, 0),): 1 / 6 for face in range(2, 7)})
    return assemble({Rest(0): 0, Rest(1): 0}, [throw])


SMALL = Race(pig(), "may_roll", goal=20)


def coin() -> Graph:
    """Half the throws bust, half score one step: simple enough to solve by hand."""
    return assemble({Rest(0): 0, Rest(1): 0}, [(0.5, {((1, 0),): 0.5})])


def test_one_step_to_go() -> None:
    """Both need one step: the first wins half at once, and else the other is the first."""
    (row,) = reference(Race(coin(), "may_roll", goal=1))
    assert row == [pytest.approx(2 / 3)]


def test_two_steps_to_go() -> None:
    """W(1,1) = 2/3; W(1,0) and W(0,1) answer each other by equations solved by hand."""
    table = reference(Race(coin(), "may_roll", goal=2))
    behind, ahead = table[0][1], table[1][0]
    assert table[1][1] == pytest.approx(2 / 3)
    assert ahead == pytest.approx(0.5 + 0.5 * (1 - behind))
    bank = 1 - 2 / 3
    bust = 1 - ahead
    on = 0.5 + 0.5 * bust
    assert behind == pytest.approx(0.5 * max(bank, on) + 0.5 * bust)


def test_a_last_turn_by_hand() -> None:
    """One step a throw: from d behind one needs d + 1 throws, or d and the tie."""
    race = Race(coin(), "may_roll", goal=2, answer=True, over=3)
    assert reach(race, 0, 0.25) == pytest.approx(0.5 + 0.5 * 0.25)
    assert reach(race, 2, 0.0) == pytest.approx(1 / 8)
    assert reach(race, 2, 0.75) == pytest.approx(0.75 / 4)


def test_a_tie_is_half_or_played_out() -> None:
    race = SMALL._replace(answer=True, over=10)
    assert ends(race).tie == 0.5
    played = ends(race._replace(replay=True))
    assert 0.5 < played.tie < 1.0
    # The seat that begins the extra turns wins the rest: its best turn against those chances.
    assert played.chances[0] > played.chances[1] > played.chances[2]


def test_after_a_bank_the_other_may_answer() -> None:
    race = Race(coin(), "may_roll", goal=2, answer=True, over=3)
    last = ends(race)
    table = reference(race)
    assert after_bank(table, race, last, 1, 0) == 1 - table[0][1]
    assert after_bank(table, race, last, 3, 1) == 1 - last.chances[2]
    assert after_bank(table, race, last, 99, 1) == 1 - last.chances[-1]
    assert after_bank(table, race._replace(answer=False), last, 2, 0) == 1.0


@pytest.mark.slow
def test_minimums_hold_by_sheet() -> None:
    race = SMALL._replace(goal=40, entry=35, minimum=3)
    assert race.least(0) == 35
    assert race.least(5) == 3
    assert reference(race)[0][0] < reference(SMALL._replace(goal=40))[0][0] - 0.002


def test_a_race_is_read_off_the_rules() -> None:
    zilch = race_of(rules_of("zilch"))
    assert zilch is not None
    assert (zilch.goal, zilch.entry, zilch.minimum) == (301, 10, 7)
    assert (zilch.hot, zilch.answer, zilch.replay) == ("must_roll", True, False)
    spicy = race_of(rules_of("spicy-farkel"))
    assert spicy is not None
    assert (spicy.floor, spicy.streak, spicy.penalty, spicy.bonus) == (-50, 3, 20, 20)
    assert spicy.replay
    floored = race_of(rules_of("spicy-farkel", min_score=0))
    assert floored is not None
    assert floored.floor == 0


@pytest.mark.parametrize("preset", ["fill-or-bust", "zilch"])
@pytest.mark.parametrize("options", [{"minutes": 30}, {"exact": True}])
def test_some_games_are_no_race(preset: str, options: dict[str, object]) -> None:
    assert race_of(rules_of(preset, **options)) is None


def test_fingerprints_tell_rules_apart_by_what_they_do() -> None:
    base = fingerprint(rules_of("zilch"))
    assert fingerprint(rules_of("zilch", title="Ours", goal=3000)) == base
    assert fingerprint(rules_of("zilch", keep="all")) != base
    cards = rules_of("fill-or-bust")
    renamed = tuple(card.replace(title="X", asks="Y", motif="Z") for card in cards.deck)
    assert fingerprint(rules_of("fill-or-bust", deck=renamed)) == fingerprint(cards)


def test_vengeance_hits_a_leader_who_is_not_the_drawer() -> None:
    rules = rules_of("fill-or-bust")
    vengeance = next(card for card in rules.deck if card.takes)
    bonus = rules.deck[0]
    assert hit_by(rules, vengeance, 1000, 4000) == 1500
    assert hit_by(rules, vengeance, 1000, 1000) == 0
    assert hit_by(rules, vengeance, 1000, 900) == 900
    assert hit_by(rules, bonus, 0, 4000) == 4000
    free = rules_of("fill-or-bust", min_score="none")
    assert hit_by(free, vengeance, 1000, 1000) == -1500
    stern = rules_of("fill-or-bust/sheet-000")
    alone = next(card for card in stern.deck if card.takes)
    assert hit_by(stern, alone, 1000, 1000) == 1000
