"""What follows from an action: the events, with every consequence in numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine import actions as a
from engine import events as e
from engine.family import allowed
from engine.family.allowed import Cites, refusal, turn_of
from engine.family.apply import apply
from engine.family.hands import Faces, best_points, busts, plain_keeps
from engine.family.rules import LeftoverBonus
from engine.family.state import FamilyState, Turn, waiting_roll
from engine.model import Action, Event, shared
from engine.refusal import IllegalAction
from engine.ruleset import Chance

_turn_started = shared(e.TurnStarted)
_kept = shared(e.Kept)
_busted = shared(e.Busted)
_banked = shared(e.Banked)
_turn_ended = shared(e.TurnEnded)


class Story:
    """Events as they are decided, each folded in so that the next sees what it did."""

    def __init__(self, state: FamilyState, cites: Cites) -> None:
        self.state = state
        self.cites = cites
        self.events: list[Event] = []

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)
        self.state = apply(self.state, event)


def start(state: FamilyState, first: int | None, chance: Chance) -> tuple[Event, ...]:
    """The table is laid; each seat rolls one die, the highest starts, ties again (FOB-5)."""
    story = Story(state, {})
    story.tell(e.Started(seat=first))
    seats = tuple(range(len(state.seats)))
    while first is None:
        story.tell(e.RollOff(seats=seats, reason="start"))
        thrown = {}
        for seat in seats:
            (thrown[seat],) = chance.roll(1)
            story.tell(e.Rolled(seat=seat, numbers=(1,), faces=(thrown[seat],)))
        seats = tuple(seat for seat in seats if thrown[seat] == max(thrown.values()))
        if len(seats) == 1:
            first = seats[0]
    story.tell(_turn_started(seat=first))
    return tuple(story.events)


def decide(state: FamilyState, action: Action, chance: Chance, cites: Cites) -> Story:
    """What an action does.

    Raises:
        IllegalAction: the rules do not allow it now.
    """
    if not state.to_act:
        raise IllegalAction("game_over", "The game is over.")
    story = Story(state, cites)
    seat = action.seat
    if isinstance(action, a.TimeUp):
        _check(allowed.no_time_up(state))
        after = state.turn.seat if state.turn is not None else 0
        story.tell(e.TimeIsUp(seats=() if state.ending else state.rest_of_round(after)))
        return story
    if seat is None or seat >= len(state.seats):
        raise IllegalAction("malformed", "There is no such seat at this table.", seat=seat)
    if seat not in state.to_act:
        up = state.seats[min(state.to_act)]
        raise refusal(cites, "turn", "not_your_turn", f"It is {up}'s turn.", seat=seat)
    if state.turn is None:
        _roll_off(story, action, chance)
        return story
    act = _ACTS.get(type(action))
    if act is None:
        raise IllegalAction("unknown", f"This game has no action called {action.kind!r}.")
    act(story, action, chance)
    return story


def _check(refused: IllegalAction | None) -> None:
    if refused is not None:
        raise refused


def _roll_off(story: Story, action: Action, chance: Chance) -> None:
    """One more roll of all dice for the win, scored at its best (ZIL-12)."""
    state = story.state
    seat = action.seat
    assert seat is not None
    if not isinstance(action, a.Roll):
        raise refusal(story.cites, "tie", "must_roll", "Roll the dice for the win.")
    faces = chance.roll(state.rules.dice.count)
    story.tell(e.Rolled(seat=seat, numbers=state.rules.numbers, faces=faces))
    points = best_points(state.rules, faces)
    story.tell(_banked(seat=seat, points=points) if points else _busted(seat=seat))
    if not story.state.rolling:
        _conclude(story, seat)


def _roll(story: Story, _action: a.Roll, chance: Chance) -> None:
    state = story.state
    _check(allowed.no_roll(state, story.cites))
    turn = turn_of(state)
    rules = state.rules
    pool = turn.pool
    faces = chance.roll(len(pool))
    bust = _busts(state, turn, faces)
    bonus = 0
    if turn.leftover and not bust and isinstance(rules.leftover, LeftoverBonus):
        bonus = rules.leftover.points
    story.tell(e.Rolled(seat=turn.seat, numbers=pool, faces=faces, points=bonus))
    if bust:
        _bust(story)


def _busts(state: FamilyState, turn: Turn, faces: Faces) -> bool:
    """Whether nothing of a roll may be kept; looked up where the faces alone decide that."""
    rules = state.rules
    if rules.plain and turn.card is None:
        return not plain_keeps(rules, tuple(sorted(faces)), rules.keep == "all")
    return busts(rules, waiting_roll(state, turn, rules.placed(turn.pool, faces)))


def _bust(story: Story) -> None:
    """A roll without a scoring die (FOB-13, ZIL-7, SPF-6), and what it costs (SPF-10, ZIL-15)."""
    state = story.state
    turn = turn_of(state)
    seat = turn.seat
    card = state.card
    if card is not None and card.until_bust:
        story.tell(_busted(seat=seat))
        if not _bank(story):
            _end_turn(story, "banked")
        return
    story.tell(_busted(seat=seat, points=turn.points))
    streak = state.rules.bust_streak
    if streak is not None and story.state.streaks[seat] >= streak.n:
        _penalise(story, seat, streak.penalty, "streak")
    if turn.challenge is not None and state.rules.challenge is not None:
        _penalise(story, seat, state.rules.challenge.penalties[turn.window], "challenge")
    _end_turn(story, "busted", turn.points)


def _penalise(story: Story, seat: int, points: int, reason: str) -> None:
    """Take points off a sheet, as far as it may fall (FOB-27)."""
    if story.state.rules.min_score is not None:
        points = min(points, max(story.state.scores[seat], 0))
    if points or reason == "streak":
        story.tell(e.Penalised(seat=seat, points=-points, reason=reason))


def _keep(story: Story, action: a.Keep, _chance: Chance) -> None:
    state = story.state
    turn = turn_of(state)
    kept = allowed.no_keep(state, action, story.cites)
    if isinstance(kept, IllegalAction):
        raise kept
    dice = tuple(sorted(action.dice))
    story.tell(
        _kept(
            seat=turn.seat,
            points=kept.points,
            dice=dice,
            faces=tuple([turn.rolled[number - 1] for number in dice]),
            factor=kept.factor,
            sets=kept.sets if any(kept.sets) else (),
        )
    )
    if not turn_of(story.state).pool:
        _fill(story)


def _fill(story: Story) -> None:
    """All dice kept (FOB-16, SPF-5, ZIL-9), and what the card in force makes of it."""
    state = story.state
    turn = turn_of(state)
    seat = turn.seat
    card = state.card
    if card is None or card.until_bust or turn.card_fills + 1 < card.fills:
        story.tell(e.Filled(seat=seat))
        if card is None and state.rules.hot_dice == "turn_ends" and not _bank(story):
            _end_turn(story, "banked")
        return
    gain = card.bonus if card.exactly is None else card.exactly - turn.card_points
    whole = turn.points if state.rules.double_scope == "turn" else turn.card_points
    gain += (whole + gain) * (card.times - 1)
    story.tell(e.Filled(seat=seat, points=gain))
    if card.takes:
        _take_from_leaders(story, seat, card.takes, alone=card.takes_from == "sole_leader")
    if not (card.banks or card.wins or state.rules.hot_dice == "turn_ends"):
        return
    if _bank(story):
        return
    if card.wins:
        _win(story, seat)
    elif state.rules.hot_dice == "turn_ends" or state.rules.after_safe_fill == "end":
        _end_turn(story, "banked")


def _take_from_leaders(story: Story, seat: int, points: int, alone: bool) -> None:
    """Whoever leads the sheet loses (FOB-24), the drawer never (FOB-25)."""
    scores = story.state.scores
    leaders = [other for other, score in enumerate(scores) if score == max(scores)]
    if alone and len(leaders) > 1:
        return
    for leader in leaders:
        if leader != seat:
            _penalise(story, leader, points, "leader")


def _bank(story: Story) -> bool:
    """Write the turn points on the sheet; True when that ended the turn or the game."""
    state = story.state
    turn = turn_of(state)
    seat, points = turn.seat, turn.points
    if _overshoots(state, turn):
        _end_turn(story, "overshot", points)
        return True
    story.tell(_banked(seat=seat, points=points))
    if turn.challenge is not None:
        _penalise(story, turn.challenge, points, "challenge")
    state = story.state
    first_to = state.rules.end == "first_to" and state.ending is None
    if first_to and state.rules.reaches_goal(state.scores[seat]):
        _win(story, seat)
        return True
    return False


def _overshoots(state: FamilyState, turn: Turn) -> bool:
    """Whether a bank goes beyond a goal that must be landed on, where the goal still matters."""
    goal, card = state.rules.goal, state.card
    if goal is None or not state.rules.exact or state.ending == "tie":
        return False
    wins = card is not None and card.wins and turn.card_fills == card.fills
    return state.scores[turn.seat] + turn.points > goal and not wins


def _win(story: Story, seat: int) -> None:
    """The game ends in the middle of a turn (FOB-30, FOB-31)."""
    story.tell(_turn_ended(seat=seat, points=turn_of(story.state).banked, end="won"))
    points = story.state.scores[seat]
    story.tell(e.GameOver(seat=seat, points=points, winners=(seat,)))


def _stop(story: Story, _action: a.Bank, _chance: Chance) -> None:
    """Bank, and with that end the turn (FOB-15, ZIL-8, SPF-4)."""
    _check(allowed.no_bank(story.state, story.cites))
    if not _bank(story):
        _end_turn(story, "banked")


def _decline(story: Story, action: a.Decline, _chance: Chance) -> None:
    state = story.state
    _check(allowed.no_decline(state, story.cites))
    assert state.card is not None
    story.tell(e.Declined(seat=action.seat, card=state.card.name, title=state.card.title))


def _leftovers(story: Story, action: a.Leftovers, _chance: Chance) -> None:
    state = story.state
    _check(allowed.no_leftovers(state, story.cites))
    taken = e.LeftoversTaken(seat=action.seat, dice=state.leftovers, points=state.inherit)
    story.tell(taken)


def _challenge(story: Story, action: a.Challenge, _chance: Chance) -> None:
    state = story.state
    _check(allowed.no_challenge(state, action, story.cites))
    window = allowed.challenge_window(state, action.seat)
    story.tell(e.Challenged(seat=action.seat, target=action.target, window=window))


def _draw(story: Story, _action: a.Draw, chance: Chance) -> None:
    """Turn over a card; an empty pile is made of the discards first (FOB-29)."""
    state = story.state
    _check(allowed.no_draw(state, story.cites))
    turn = turn_of(state)
    rules = state.rules
    deck = state.deck
    counts = deck.pile
    reshuffled = not deck.left
    if reshuffled:
        counts = deck.discards
        if not sum(counts) and turn.card is not None:
            counts = deck.discarded(rules.card_index[turn.card]).discards
    pile = {card.name: count for card, count in zip(rules.deck, counts, strict=True) if count}
    name = chance.draw(pile)
    card = rules.deck[rules.card_index[name]]
    seat = turn.seat
    story.tell(e.CardDrawn(seat=seat, card=name, title=card.title, reshuffled=reshuffled))
    if card.ends_turn:
        _end_turn(story, "stopped", turn.points)


def _end_turn(story: Story, end: str, lost: int = 0) -> None:
    state = story.state
    turn = turn_of(state)
    seat = turn.seat
    rules = state.rules
    left_over = rules.leftover is not None and end == "banked"
    leave = left_over and 0 < len(turn.pool) < rules.dice.count
    story.tell(
        _turn_ended(
            seat=seat,
            points=turn.banked,
            end=end,
            lost=lost,
            leftovers=turn.pool if leave else (),
            inherit=turn.banked if leave and rules.leftover == "inherit" else 0,
        )
    )
    _go_on(story, seat)


def _go_on(story: Story, seat: int) -> None:
    """Whose turn is next, or what the end is (FOB-30, FOB-32, ZIL-11, SPF-12)."""
    state = story.state
    rules = state.rules
    if (
        state.ending is None
        and rules.end in ("last_turn_each", "finish_round")
        and rules.reaches_goal(state.scores[seat])
    ):
        others = state.clockwise(seat)[:-1]
        seats = others if rules.end == "last_turn_each" else state.rest_of_round(seat)
        story.tell(e.LastRound(seat=seat, points=state.scores[seat], seats=seats))
        state = story.state
    if state.pending is None:
        story.tell(_turn_started(seat=(seat + 1) % len(state.seats)))
    elif state.pending:
        story.tell(_turn_started(seat=state.pending[0]))
    else:
        _conclude(story, seat)


def _conclude(story: Story, last: int) -> None:
    """The highest sheet wins; a tie is played on or shared (FOB-32, ZIL-12, SPF-12)."""
    state = story.state
    competing = state.contenders or tuple(range(len(state.seats)))
    best = max(state.scores[seat] for seat in competing)
    tied = tuple(seat for seat in competing if state.scores[seat] == best)
    if len(tied) == 1 or state.rules.tie == "shared":
        story.tell(e.GameOver(seat=tied[0], points=best, winners=tied))
    elif state.rules.tie == "extra_roll":
        story.tell(e.RollOff(seats=tied, reason="tie"))
    else:
        order = state.clockwise(last, tied)
        story.tell(e.ExtraTurns(seats=order))
        story.tell(_turn_started(seat=order[0]))


_ACTS: dict[type[Action], Callable[[Story, Any, Chance], None]] = {
    a.Roll: _roll,
    a.Keep: _keep,
    a.Bank: _stop,
    a.Draw: _draw,
    a.Decline: _decline,
    a.Leftovers: _leftovers,
    a.Challenge: _challenge,
}
