"""Everything a seat may do now, and nothing else (law 2)."""

from __future__ import annotations

from functools import cache

from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll, TimeUp
from engine.family import allowed
from engine.family.allowed import Cites
from engine.family.hands import legal_keeps
from engine.family.state import FamilyState, waiting_roll
from engine.model import Action


@cache
def _keep(seat: int, dice: tuple[int, ...]) -> Keep:
    """The one value of this keep: there are only 63 for each seat, asked for after every roll."""
    return Keep(seat=seat, dice=dice)


def legal_actions(state: FamilyState, seat: int | None, cites: Cites) -> tuple[Action, ...]:
    """Exactly what `decide` does not refuse from this seat (None: from the table's clock)."""
    if state.over:
        return ()
    if seat is None:
        return () if allowed.no_time_up(state) else (TimeUp(),)
    if seat not in state.to_act:
        return ()
    turn = state.turn
    if turn is None:
        return (Roll(seat=seat),)
    if turn.stage == "keep":
        keeps = legal_keeps(state.rules, waiting_roll(state, turn, turn.rolled))
        return tuple([_keep(seat, dice) for dice in keeps])
    actions: list[Action] = []
    if allowed.no_roll(state, cites) is None:
        actions.append(Roll(seat=seat))
    if allowed.no_bank(state, cites) is None:
        actions.append(Bank(seat=seat))
    if state.rules.deck:
        if allowed.no_draw(state, cites) is None:
            actions.append(Draw(seat=seat))
        if allowed.no_decline(state, cites) is None:
            actions.append(Decline(seat=seat))
    if state.leftovers and allowed.no_leftovers(state, cites) is None:
        actions.append(Leftovers(seat=seat))
    if state.rules.challenge is not None:
        rivals = (Challenge(seat=seat, target=rival) for rival in range(len(state.seats)))
        actions.extend(one for one in rivals if not allowed.no_challenge(state, one, cites))
    return tuple(actions)
