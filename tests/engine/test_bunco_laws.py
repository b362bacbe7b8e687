"""The laws of the house in whole evenings of Bunco, and the odds of a throw."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import Roll
from engine.bunco.state import BuncoState
from engine.bunco.throw import read_throw
from engine.games.bunco import RULESET
from engine.model import Event, GameState
from engine.refusal import IllegalAction
from engine.ruleset import fold, replay
from tests.engine.bunco_halls import Hall, Script, Warm

THROWS = list(product(range(1, 7), repeat=3))


@pytest.mark.parametrize("target", range(1, 7))
def test_the_odds_of_a_throw(target: int) -> None:
    """1 Bunco, 5 minis, 15 twos, 75 ones and 120 misses among the 216 throws (BUN-4)."""
    worth = Counter(read_throw(faces, target, wipeout=False).points for faces in THROWS)
    assert worth == {21: 1, 5: 5, 2: 15, 1: 75, 0: 120}


@pytest.mark.parametrize("target", range(2, 7))
def test_the_odds_with_wipeouts(target: int) -> None:
    """A wipeout takes the place of one mini, and of nothing else (BUN-14)."""
    kinds = Counter(read_throw(faces, target, wipeout=True).kind for faces in THROWS)
    assert kinds == {"bunco": 1, "mini": 4, "targets": 90, "wipeout": 1, "miss": 120}


@pytest.mark.parametrize("target", range(1, 7))
def test_a_throw_is_worth_what_the_rule_says(target: int) -> None:
    for faces in THROWS:
        if len(set(faces)) == 1:
            worth = 21 if faces[0] == target else 5
        else:
            worth = sum(face == target for face in faces)
        assert read_throw(faces, target, wipeout=False).points == worth


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "end_on": st.sampled_from(["player", "team"]),
        "mini_ends_turn": st.booleans(),
        "bell_finish": st.sampled_from(["turn", "roll"]),
        "traveling": st.booleans(),
        "wipeout": st.booleans(),
        "wipeout_scope": st.sampled_from(["player", "team"]),
        "sets": st.integers(1, 3),
    },
)


@pytest.mark.slow
@settings(max_examples=35, deadline=None)
@given(
    people=st.integers(4, 48),
    options=OPTIONS,
    seed=st.integers(0, 2**32),
    heat=st.sampled_from([0.2, 0.5]),
    drawn=st.booleans(),
)
def test_evenings(
    people: int, options: dict[str, Any], seed: int, heat: float, drawn: bool
) -> None:
    play_an_evening(people, options, Warm(seed, heat), None if drawn else 0)


@pytest.mark.parametrize("people", [4, 7, 12, 29, 48])
def test_evenings_with_fair_dice(people: int) -> None:
    play_an_evening(people, {}, Warm(people), None)


def play_an_evening(people: int, options: dict[str, Any], chance: Warm, first: int | None) -> None:
    """A whole evening in which the tables take their rolls in any order."""
    hall = Hall(people, options, first=first, chance=chance)
    witness = Witness(hall.state)
    chairs = [tuple(table["seats"]) for table in hall.at("tables")]
    bound = 400_000
    while not hall.state.over:
        bound -= 1
        assert bound
        before = hall.state
        seat = chance.random.choice(sorted(before.to_act))
        check_turns(before, chance.random)
        events = hall.roll(seat, chance)
        witness.see(events, before)
        assert hall.state.scores == tuple(witness.scores)
        assert before.version + len(events) == hall.state.version
        if any(event.kind == "round_started" for event in events):
            chairs = check_moves(chairs, hall, witness)
    check_prizes(hall, witness)
    check_replay(hall)


def check_turns(state: GameState, pick: random.Random) -> None:
    """One seat acts at each table that plays; what is legal is what is accepted (law 2)."""
    assert isinstance(state, BuncoState)
    seats = range(len(state.seats))
    assert sorted(seat for table in state.tables for seat in table.seats) == list(seats)
    acting = Counter(table.to_act for table in state.tables if table.phase != "done")
    assert acting == Counter(state.to_act)
    legal = {seat for seat in seats if RULESET.legal_actions(state, seat)}
    assert legal == state.to_act
    assert RULESET.legal_actions(state, None) == ()
    seat = pick.choice(seats)
    if seat in legal:
        assert RULESET.legal_actions(state, seat) == (Roll(seat=seat),)
        assert RULESET.decide(state, Roll(seat=seat), Script("123"))
    else:
        with pytest.raises(IllegalAction) as refused:
            RULESET.decide(state, Roll(seat=seat), Script("123"))
        assert refused.value.code == "not_your_turn"


class Witness:
    """Counts what the events say, and nothing else."""

    def __init__(self, state: GameState) -> None:
        nobody = [0] * len(state.seats)
        self.scores = list(state.scores)
        self.buncos, self.wipeouts = nobody[:], nobody[:]
        self.wins, self.losses = nobody[:], nobody[:]
        self.first: int | None = None
        self.won: set[int] = set()

    def see(self, events: Sequence[Event], before: GameState) -> None:
        """Takes in the events of one action."""
        for event in events:
            said = event.model_dump()
            seat = event.seat
            if seat is not None and event.kind in ("rolled", "wipeout", "penalised"):
                assert event.kind != "rolled" or seat in before.to_act
                self.scores[seat] += 0 if said.get("roll_off") else event.points
            if event.kind == "bunco":
                assert seat is not None
                self.buncos[seat] += 1
                self.first = seat if self.first is None else self.first
            if event.kind == "wipeout":
                assert seat is not None
                self.wipeouts[seat] += 1
            if event.kind == "round_ended":
                self.won = set(said["winners"])
                assert self.won.isdisjoint(said["losers"])
                for one in said["winners"]:
                    self.wins[one] += 1
                for one in said["losers"]:
                    self.losses[one] += 1
                assert len(self.won) * 2 == len(self.scores)
                assert len({w + lost for w, lost in zip(self.wins, self.losses, strict=True)}) == 1


def check_moves(
    before: list[tuple[int, ...]], hall: Hall, witness: Witness
) -> list[tuple[int, ...]]:
    """Everybody goes where BUN-10 sends them, and sits as BUN-11 says."""
    after = [tuple(table["seats"]) for table in hall.at("tables")]
    assert [table["to_act"] for table in hall.at("tables")] == [four[0] for four in after]
    if len(before) == 1:
        a, b, c, d = before[0]
        assert after == [(a, d, b, c)]
        return after
    was = {seat: at for at, four in enumerate(before) for seat in four}
    for at, four in enumerate(after):
        for seat in four:
            if was[seat] == 0:
                assert at == (0 if seat in witness.won else len(before) - 1)
            else:
                assert at == was[seat] - (seat in witness.won)
        stayed = [was[seat] == at for seat in four]
        assert stayed == [True, True, False, False]
        for pair in (four[:2], four[2:]):
            old = before[was[pair[0]]]
            assert was[pair[0]] == was[pair[1]]
            assert old.index(pair[1]) - old.index(pair[0]) == 2
    return after


def check_prizes(hall: Hall, witness: Witness) -> None:
    """Each prize goes to all who have most of it, and to nobody when there was none (BUN-15)."""
    counts = {
        "most_buncos": witness.buncos,
        "most_round_wins": witness.wins,
        "most_round_losses": witness.losses,
        "most_wipeouts": witness.wipeouts,
    }
    expected = {
        name: [seat for seat, count in enumerate(by_seat) if count and count == max(by_seat)]
        for name, by_seat in counts.items()
    }
    best = max(witness.scores)
    expected["highest_score"] = [at for at, score in enumerate(witness.scores) if score == best]
    expected["first_bunco"] = [] if witness.first is None else [witness.first]
    assert hall.at("prizes") == expected
    assert hall.at("winners") == expected["highest_score"]
    rounds = 5 if hall.setup.options.get("wipeout") else 6
    assert witness.wins[0] + witness.losses[0] == rounds * hall.setup.options.get("sets", 1)


def check_replay(hall: Hall) -> None:
    """The journal tells the same evening (law 1), and cheap values equal validated ones (law 3)."""
    journal = [json.loads(event.model_dump_json()) for event in hall.events]
    events = [RULESET.parse_event(entry) for entry in journal]
    assert events == hall.events
    assert replay(RULESET, hall.setup, events) == hall.state
    assert BuncoState.model_validate(hall.state.model_dump()) == hall.state
    assert BuncoState.model_validate_json(hall.state.model_dump_json()) == hall.state


def test_the_order_of_the_tables_does_not_matter() -> None:
    """What tables throw until the bell comes to the same in any order."""
    throws = {0: "123 112 236", 4: "444 145 111 236", 8: "236"}
    entries = [[f"{seat}:{roll}" for roll in rolls.split()] for seat, rolls in throws.items()]
    seen = set()
    for seed in range(30):
        pick, left = random.Random(seed), [entry[:] for entry in entries]
        hall = Hall(12)
        while any(left):
            hall.play(pick.choice([queue for queue in left if queue]).pop(0))
        seen.add(hall.state)
    assert len({json.dumps(RULESET.wire(state)) for state in seen}) == 1


def test_an_event_that_only_tells_changes_nothing_but_the_version() -> None:
    hall = Hall(4).play("0:111")
    told = [event for event in hall.events if event.kind in ("started", "moved")]
    assert told
    state = fold(RULESET, hall.state, told)
    assert state.replace(version=hall.state.version) == hall.state
