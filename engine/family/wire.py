"""A state in the referee's words: the stable contract that programs script against."""

from __future__ import annotations

from typing import Any

from engine.family.hands import Faces
from engine.family.state import FamilyState


def wire(state: FamilyState) -> dict[str, Any]:
    """The state as plain data, JSON-ready; ``turn`` is None in roll-offs and at the end."""
    turn = state.turn
    data: dict[str, Any] = {
        "game": state.game,
        "version": state.version,
        "seats": list(state.seats),
        "to_act": sorted(state.to_act),
        "scores": list(state.scores),
        "over": state.over,
        "winners": list(state.winners),
        "goal": state.rules.goal,
        "last_round": state.ending == "goal",
        "turn": None,
    }
    if state.rules.deck:
        data["cards_left"] = state.deck.left
    if state.leftovers:
        data["leftovers"] = list(state.leftovers)
    if turn is not None:
        data["turn"] = {
            "seat": turn.seat,
            "points": turn.points,
            "rolled": by_number(turn.rolled),
            "held": by_number(turn.held),
            "left": len(turn.pool),
            "card": turn.card,
            "fills": turn.fills,
            "challenge": turn.challenge,
        }
    return data


def by_number(faces: Faces) -> dict[str, int]:
    """Faces by the numbers of their dice, without the dice that have none."""
    return {str(number): face for number, face in enumerate(faces, 1) if face}
