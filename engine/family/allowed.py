"""What is not allowed now, and why: one function an action, None where it may be done.

`decide` raises what these return and `legal_actions` lists what they let pass, so the two cannot
disagree (law 2). ``cites`` names the rule of each point in the game at hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.actions import Challenge, Keep
from engine.family.hands import Kept, subsets, value
from engine.family.state import FamilyState, Turn, waiting_roll
from engine.refusal import IllegalAction, RefusalCode
from engine.words import number

Cites = Mapping[str, str]


def refusal(
    cites: Cites, topic: str, code: RefusalCode, message: str, **detail: Any
) -> IllegalAction:
    """A refusal that ends by citing the rule of its topic."""
    rule = cites.get(topic)
    if rule is None:
        return IllegalAction(code, message, **detail)
    return IllegalAction(code, f"{message} ({rule})", rule=rule, **detail)


def turn_of(state: FamilyState) -> Turn:
    """The turn in progress, which every action but a roll-off's needs."""
    assert state.turn is not None
    return state.turn


def no_roll(state: FamilyState, cites: Cites) -> IllegalAction | None:
    """Why the dice may not be thrown now."""
    match turn_of(state).stage:
        case "draw":
            return refusal(cites, "draw", "must_draw", "Draw a card before you roll.")
        case "keep":
            return refusal(cites, "keep", "must_keep", "Keep at least one scoring die first.")
        case "filled" | "safe":
            return refusal(cites, "fill", "must_draw", "Draw a new card before you roll again.")
        case _:
            return None


def no_keep(state: FamilyState, action: Keep, cites: Cites) -> IllegalAction | Kept:
    """Why these dice may not be kept now, or else what they are worth."""
    turn = turn_of(state)
    if turn.stage != "keep":
        if turn.stage == "draw":
            return refusal(cites, "draw", "must_draw", "Draw a card first; no roll waits.")
        return refusal(cites, "keep", "must_roll", "There is no roll to keep dice of.")
    dice = action.dice
    if not dice:
        return refusal(cites, "keep", "nothing_kept", "Choose at least one scoring die.")
    if len(set(dice)) != len(dice):
        return IllegalAction("malformed", "A die was named twice.", dice=dice)
    rolled = turn.rolled
    if max(dice) > len(rolled):
        return IllegalAction("malformed", f"There is no die {max(dice)}.", dice=dice)
    if 0 in [rolled[number - 1] for number in dice]:
        strange = tuple(number for number in dice if not rolled[number - 1])
        message = f"Die {strange[0]} is not part of this roll."
        return refusal(cites, "keep", "not_scoring", message, dice=strange)
    roll = waiting_roll(state, turn, rolled)
    kept = value(state.rules, roll, dice)
    if kept is not None:
        return kept
    if roll.keep_all and value(state.rules, roll._replace(keep_all=False), dice):
        return refusal(cites, "keep_all", "must_keep", "Every die that scores must be kept.")
    if roll.collects:
        return refusal(cites, "collect", "not_scoring", "Keep only faces that are still missing.")
    idle = _idle(state, action)
    faces = " and ".join(str(turn.rolled[number - 1]) for number in idle)
    message = f"The {faces} scores nothing here." if idle else "Those dice do not score together."
    return refusal(cites, "score", "not_scoring", message, dice=idle)


def _idle(state: FamilyState, action: Keep) -> tuple[int, ...]:
    """The dice to drop from a choice for the largest part of it that may be kept."""
    turn = turn_of(state)
    roll = waiting_roll(state, turn, turn.rolled)
    chosen = tuple(face if n in action.dice else 0 for n, face in enumerate(turn.rolled, 1))
    parts = [dice for dice in subsets(chosen) if value(state.rules, roll, dice) is not None]
    largest = max(parts, key=len, default=())
    return tuple(number for number in sorted(action.dice) if number not in largest)


def no_bank(state: FamilyState, cites: Cites) -> IllegalAction | None:
    """Why the turn points may not be banked now."""
    turn = turn_of(state)
    card = state.card
    match turn.stage:
        case "safe":
            return None
        case "keep":
            return refusal(cites, "keep", "must_keep", "Keep at least one scoring die first.")
        case "draw":
            return refusal(cites, "draw", "must_draw", "Draw a card first.")
        case "start":
            return refusal(cites, "keep", "nothing_kept", "There is nothing to bank yet.")
        case "roll" if not turn.rolls:
            return refusal(cites, "keep", "nothing_kept", "There is nothing to bank yet.")
        case "roll" if card is None:
            message = "All the dice are kept: roll them again." if turn.fills else "Roll the dice."
            return refusal(cites, "corner", "must_roll", message)
        case "roll" if card is not None and not turn.fresh and not card.until_bust:
            message = f"{card.title} asks for another fill before you may bank."
            return refusal(cites, "second_fill", "must_fill", message)
        case "roll" if card is not None and not card.until_bust:
            return refusal(cites, "draw", "must_roll", f"{card.title} lies open: roll the dice.")
    if card is not None and card.until_bust:
        return refusal(cites, "until_bust", "must_roll", f"{card.title}: roll on until you bust.")
    if card is not None and turn.stage == "kept" and not card.bank_early:
        message = f"{card.title} forbids banking before the fill."
        return refusal(cites, "no_bank", "must_fill", message)
    return _below(state, turn, cites)


def _below(state: FamilyState, turn: Turn, cites: Cites) -> IllegalAction | None:
    minimum = state.minimum(turn.seat)
    if turn.points < minimum:
        aim = "to bank" if state.on_board[turn.seat] else "to get on the board"
        message = f"You need {number(minimum)} {aim} and have {number(turn.points)}."
        detail = {"minimum": minimum, "points": turn.points}
        return refusal(cites, "minimum", "below_minimum", message, **detail)
    if state.rules.topping and turn.points <= state.last_bank:
        before, now = number(state.last_bank), number(turn.points)
        message = f"You must beat the {before} banked before you and have {now}."
        detail = {"minimum": state.last_bank, "points": turn.points}
        return refusal(cites, "topping", "below_minimum", message, **detail)
    return None


def no_draw(state: FamilyState, cites: Cites) -> IllegalAction | None:
    """Why no card may be drawn now."""
    if not state.rules.deck:
        return IllegalAction("unknown", "This game has no cards.")
    match turn_of(state).stage:
        case "keep":
            return refusal(cites, "keep", "must_keep", "Keep at least one scoring die first.")
        case "roll":
            return refusal(cites, "draw", "must_roll", "A card lies open: roll the dice.")
        case "kept":
            return refusal(cites, "fill", "must_fill", "A new card comes only after a fill.")
        case _:
            return None


def no_decline(state: FamilyState, cites: Cites) -> IllegalAction | None:
    """Why no card may be declined now."""
    turn = turn_of(state)
    card = state.card
    if card is None:
        return refusal(cites, "decline", "cannot_decline", "There is no card to decline.")
    if not card.declinable:
        message = f"{card.title} cannot be declined."
        return refusal(cites, "decline", "cannot_decline", message)
    if not turn.fresh:
        message = "A card can be declined only before the dice are rolled."
        return refusal(cites, "decline", "cannot_decline", message)
    return None


def no_leftovers(state: FamilyState, cites: Cites) -> IllegalAction | None:
    """Why the previous player's dice may not be taken up now (SPF-7)."""
    turn = turn_of(state)
    if turn.stage not in ("start", "draw") or turn.rolls or turn.fills or turn.leftover:
        message = "Leftover dice can be taken only at the start of a turn."
        return refusal(cites, "leftovers", "no_leftovers", message)
    if not state.leftovers:
        message = "There are no leftover dice to take."
        return refusal(cites, "leftovers", "no_leftovers", message)
    return None


def challenge_window(state: FamilyState, seat: int) -> int:
    """Which of the two challenge windows a seat is in (ZIL-15)."""
    rule = state.rules.challenge
    return 1 if rule is not None and state.scores[seat] >= rule.threshold else 0


def no_challenge(state: FamilyState, action: Challenge, cites: Cites) -> IllegalAction | None:
    """Why this seat may not be challenged now (ZIL-15)."""
    turn = turn_of(state)
    seat = turn.seat
    if state.rules.challenge is None:
        return IllegalAction("unknown", "Challenges are not part of this game.")
    if action.target == seat or action.target >= len(state.seats):
        message = "Challenge another player at this table."
        return refusal(cites, "challenge", "bad_target", message, target=action.target)
    if turn.rolls:
        message = "A challenge is declared before the first roll."
        code: RefusalCode = "must_keep" if turn.stage == "keep" else "must_roll"
        return refusal(cites, "challenge", code, message)
    if turn.challenge is not None:
        message = f"You are challenging {state.seats[turn.challenge]} already."
        return refusal(cites, "challenge", "bad_target", message)
    if not state.on_board[seat]:
        message = "You must be on the board before you challenge anybody."
        return refusal(cites, "challenge", "below_minimum", message)
    if challenge_window(state, seat) in state.challenges[seat]:
        message = "You have used up your challenge at this stage of the game."
        return refusal(cites, "challenge", "bad_target", message)
    return None


def no_time_up(state: FamilyState) -> IllegalAction | None:
    """Why the clock may not end the game now (FOB-32)."""
    if state.rules.minutes is None:
        return IllegalAction("unknown", "This table has no time limit.")
    if state.timed:
        return IllegalAction("stale", "Time is up already.")
    return None
