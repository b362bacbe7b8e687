"""What holds in every state of every game, as functions that assert it of one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from engine import actions as a
from engine.events import Told
from engine.family.hands import subsets, value
from engine.family.state import FamilyState, waiting_roll
from engine.model import Action, Event, GameState, Setup
from engine.refusal import CODES, IllegalAction
from engine.ruleset import Ruleset, fold, replay, step
from engine.scene import KeepView, Scene
from tests.engine.chance import Seeded

DICE = (1, 2, 3, 4, 5, 6)
SUBSETS = tuple(dice for size in range(7) for dice in combinations(DICE, size))
"""Every choice of six dice, the empty one included."""


def candidates(state: GameState, seat: int) -> Iterator[Action]:
    """Everything that this seat could ask for, in every kind and with every choice of dice."""
    yield from (a.Roll(seat=seat), a.Bank(seat=seat), a.Draw(seat=seat))
    yield from (a.Decline(seat=seat), a.Leftovers(seat=seat))
    for target in range(len(state.seats) + 1):
        yield a.Challenge(seat=seat, target=target)
    for dice in SUBSETS:
        yield a.Keep(seat=seat, dice=dice)


def asked(state: GameState, seat: int) -> Iterator[Action]:
    """One action of each kind, for a seat that may do nothing."""
    yield from (a.Roll(seat=seat), a.Bank(seat=seat), a.Draw(seat=seat))
    yield from (a.Decline(seat=seat), a.Leftovers(seat=seat))
    yield a.Challenge(seat=seat, target=(seat + 1) % len(state.seats))
    yield from (a.Keep(seat=seat, dice=(1,)), a.Keep(seat=seat, dice=DICE))


def accepted(game: Ruleset, state: GameState, action: Action) -> tuple[Event, ...] | None:
    """The events of an action, None when it is refused, which may not cost any chance."""
    chance = Seeded(1)
    try:
        return game.decide(state, action, chance)
    except IllegalAction as fault:
        refused = fault
    assert chance.asked == 0, action
    assert refused.code in CODES
    assert refused.message.strip()
    assert refused.message[-1] in ".)", refused.message
    assert "{" not in refused.message
    return None


def legal_is_what_is_accepted(game: Ruleset, state: GameState) -> None:
    """Law 2: for everybody in turn, nobody else, every choice of dice, and the clock."""
    before = state.model_dump_json()
    for seat in range(len(state.seats) + 1):
        legal = game.legal_actions(state, seat)
        assert bool(legal) == (seat in state.to_act), seat
        assert len(set(legal)) == len(legal)
        wanted = candidates(state, seat) if seat in state.to_act else asked(state, seat)
        took = {action for action in wanted if accepted(game, state, action) is not None}
        assert took == set(legal), (took ^ set(legal), state)
    clock = game.legal_actions(state, None)
    assert clock == ((a.TimeUp(),) if accepted(game, state, a.TimeUp()) is not None else ())
    assert state.model_dump_json() == before


def every_choice_of_dice(game: Ruleset, state: GameState) -> None:
    """Law 2 for the roll that waits, if one does: all subsets of its dice, by what decides on each.

    Asking `decide` itself would word a refusal for every one of them; `everything` does that.
    """
    turn = state.turn if isinstance(state, FamilyState) else None
    if turn is None or turn.stage != "keep":
        return
    assert isinstance(state, FamilyState)
    roll = waiting_roll(state, turn, turn.rolled)
    legal = {one.dice for one in game.legal_actions(state, turn.seat) if isinstance(one, a.Keep)}
    choices = subsets(turn.rolled)
    assert legal == {dice for dice in choices if value(state.rules, roll, dice) is not None}
    thrown = sum(1 for face in turn.rolled if face)
    assert len(set(choices)) == 2**thrown - 1


def keeps_in_any_order(game: Ruleset, state: GameState, dice: random.Random) -> None:
    """The order in which dice are named says nothing; a die named twice is refused."""
    for action in game.legal_actions(state, min(state.to_act)):
        if isinstance(action, a.Keep):
            mixed = tuple(dice.sample(action.dice, len(action.dice)))
            same = a.Keep(seat=action.seat, dice=mixed)
            assert accepted(game, state, same) == accepted(game, state, action)
            twice = a.Keep(seat=action.seat, dice=(*action.dice, action.dice[0]))
            assert accepted(game, state, twice) is None


def over_is_over(game: Ruleset, state: GameState) -> None:
    """The game is over exactly when nobody may act, and then somebody has won."""
    assert state.over == (not state.to_act)
    anybody = any(game.legal_actions(state, seat) for seat in range(len(state.seats)))
    assert anybody != state.over
    assert bool(state.winners) == state.over


def as_validated(state: GameState) -> None:
    """The state is what validating its data yields, in every type."""
    data = state.model_dump()
    again = type(state).model_validate(data)
    assert again == state
    assert repr(again) == repr(state)
    assert type(state).model_validate_json(state.model_dump_json()) == state


def cards_are_all_there(state: GameState) -> None:
    """Pile, discards and the card in force are the deck, card by card (FOB-29)."""
    if isinstance(state, FamilyState):
        force = state.turn.card if state.turn is not None else None
        for card, pile, gone in zip(
            state.rules.deck, state.deck.pile, state.deck.discards, strict=True
        ):
            assert min(pile, gone) >= 0
            assert pile + gone + (card.name == force) == card.count, card.name
        assert state.deck.left == sum(state.deck.pile)


def sheets_change_as_told(game: Ruleset, before: GameState, events: Sequence[Event]) -> GameState:
    """Only ``banked`` and ``penalised`` change a sheet, by their points; the version counts.

    Gives the state after the events.
    """
    state = before
    for event in events:
        after = game.apply(state, event)
        assert after.version == state.version + 1
        if isinstance(after, FamilyState):
            told = event.points if event.kind in ("banked", "penalised") else 0
            assert event.kind != "banked" or event.points >= 0
            assert event.kind != "penalised" or event.points <= 0
            wanted = list(state.scores)
            if told:
                assert event.seat is not None
                wanted[event.seat] += told
            assert after.scores == tuple(wanted), event
            if after.rules.min_score is not None:
                assert min(after.scores) >= min(0, *state.scores)
        state = after
    return state


def events_travel(game: Ruleset, events: Sequence[Event]) -> None:
    """Every event is JSON and back; its sentence is one."""
    names = tuple(f"N{seat}" for seat in range(60))
    for event in events:
        again = game.parse_event(json.loads(event.model_dump_json()))
        assert again == event
        assert type(again) is type(event)
        assert game.parse_event(event.model_dump()) == event
        assert isinstance(event, Told)
        text = event.say(names)
        assert text.strip() == text != ""
        assert not {"{", "}"} & set(text), text
        assert text[-1] in ".!", text
        assert "--" not in text, text


def actions_travel(game: Ruleset, actions: Sequence[Action]) -> None:
    """Every action is JSON and back."""
    for action in actions:
        again = game.parse_action(json.loads(action.model_dump_json()))
        assert again == action
        assert type(again) is type(action)


def wire_is_json(game: Ruleset, state: GameState) -> None:
    """The state in the referee's words is JSON as it stands, and holds what the contract says."""
    wire = game.wire(state)
    assert json.loads(json.dumps(wire)) == wire
    assert wire["game"] == state.game
    assert wire["version"] == state.version
    assert wire["to_act"] == sorted(state.to_act)
    assert wire["over"] == state.over
    assert wire["winners"] == list(state.winners)
    turn = wire["turn"]
    if state.over:
        assert turn is None
    if turn is not None:
        names = {"seat", "points", "rolled", "held", "left", "card", "fills"}
        assert names <= set(turn)
        assert turn["left"] == 0 or not turn["rolled"]
        assert not set(turn["rolled"]) & set(turn["held"])


def scene_is_total(game: Ruleset, state: GameState) -> None:
    """Every seat and a watcher has a picture; its buttons are what is legal, and no more."""
    watched = game.scene(state, None)
    assert watched.actions == ()
    assert [view.name for view in watched.seats] == list(state.seats)
    assert [view.score for view in watched.seats] == list(state.scores)
    assert {view.seat for view in watched.seats if view.to_act} == set(state.to_act)
    assert watched.over == state.over
    assert watched.winners == state.winners
    for seat in range(len(state.seats)):
        seen = game.scene(state, seat)
        assert Scene.model_validate(seen.model_dump()) == seen
        legal = game.legal_actions(state, seat)
        assert {view.kind for view in seen.actions} == {action.kind for action in legal}
        assert len({view.kind for view in seen.actions}) == len(seen.actions)
        assert all(view.label for view in seen.actions)
        targets = {action.target for action in legal if isinstance(action, a.Challenge)}
        assert {target for view in seen.actions for target in view.targets} == targets
        own: dict[str, Any] = {"viewer": None, "actions": ()}
        if seen.tables:
            own |= {"turn": watched.turn, "status": watched.status}
        assert Scene.model_validate({**dict(seen), **own}) == watched, "nothing is hidden"
        if seen.turn is not None and seen.turn.seat == seat:
            keeps = {view.dice: view for view in seen.turn.keeps}
            assert set(keeps) == {one.dice for one in legal if isinstance(one, a.Keep)}
            scoring = {die for dice in keeps for die in dice}
            assert {die.number for die in seen.turn.dice if die.scores} == scoring
            for keep in keeps.values():
                keep_is_as_shown(game, state, keep)


def keep_is_as_shown(game: Ruleset, state: GameState, keep: KeepView) -> None:
    """Keeping does what its picture said it would."""
    seat = min(state.to_act)
    events, after = step(game, state, a.Keep(seat=seat, dice=keep.dice), Seeded(1))
    gains = {event.kind: event.points for event in events if event.kind in ("kept", "filled")}
    assert keep.points == gains["kept"]
    assert keep.fills == ("filled" in gains)
    own = seat in after.to_act
    then = {action.kind for action in game.legal_actions(after, seat)} if own else set()
    assert set(keep.then) == then
    assert isinstance(state, FamilyState)
    assert isinstance(after, FamilyState)
    assert state.turn is not None
    assert keep.total == state.turn.points + sum(gains.values())
    on_sheet = after.scores[seat] - state.scores[seat]
    if own and after.turn is not None:
        assert keep.total == after.turn.points + on_sheet
        assert keep.left == len(after.turn.pool)
    else:
        assert keep.left == state.rules.dice.count
        assert on_sheet in (0, keep.total)


def the_journal_tells_it(
    game: Ruleset, setup: Setup, events: Sequence[Event], state: GameState
) -> None:
    """Law 1: the set-up with the events is the game, also when both were written and read."""
    assert replay(game, setup, events) == state
    read = [game.parse_event(json.loads(event.model_dump_json())) for event in events]
    again = Setup.model_validate_json(setup.model_dump_json())
    assert fold(game, game.initial(again), read) == state


def everything(game: Ruleset, state: GameState, dice: random.Random) -> None:
    """All that holds of one state."""
    legal_is_what_is_accepted(game, state)
    over_is_over(game, state)
    as_validated(state)
    cards_are_all_there(state)
    wire_is_json(game, state)
    scene_is_total(game, state)
    if not state.over:
        keeps_in_any_order(game, state, dice)
        seats: Any = [game.legal_actions(state, seat) for seat in state.to_act]
        actions_travel(game, [action for legal in seats for action in legal])
