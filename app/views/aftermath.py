"""What a turn left behind: shown until the next player begins, so that everybody sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from app import texts
from app.views.say import told
from engine.events import Banked, Busted, CardDrawn, Rolled, TurnEnded
from engine.model import Event, GameState
from engine.ruleset import Ruleset, fold
from engine.scene import CardView, DieView, Scene


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The end of a turn: its headline, what it meant, and its dice and card as they last lay."""

    seat: int
    headline: str
    tone: Literal["strong", "good", "bad"]
    dice: tuple[DieView, ...]
    card: CardView | None = None
    rolls: int = 0


_QUIET = frozenset({"rolled", "turn_started", "kept", "card_drawn", "declined", "game_over"})


Peopled = Callable[[Scene], Scene]
"""Puts into a scene who sits at the table now."""


def aftermath(
    game: Ruleset, state: GameState, events: Sequence[Event], people: Peopled = lambda scene: scene
) -> Aftermath | None:
    """What the turn that ended in these events left, or None if none did.

    ``state`` is the table before them.
    """
    closing = frozenset({"turn_ended", "game_over"})
    first = list(takewhile(lambda event: event.kind not in closing, events))
    last = people(game.scene(fold(game, state, first), None))
    ended = next((event for event in events if event.kind in closing), None)
    if ended is None or last.turn is None:
        return _lone_roll(events, last)
    seat = last.turn.seat
    busted = next((event for event in events if isinstance(event, Busted)), None)
    return Aftermath(
        seat=seat,
        headline=_headline(events, seat, busted, last),
        tone="bad" if busted or _in_vain(ended) else "good",
        dice=tuple(die.replace(scores=False, joins=False, joined=False) for die in last.turn.dice),
        card=last.turn.card,
        rolls=last.turn.rolls,
    )


def _in_vain(ended: Event) -> bool:
    """Whether a turn ended with nothing, or with less than it had."""
    return isinstance(ended, TurnEnded) and (ended.lost > 0 or not ended.points)


def _headline(events: Sequence[Event], seat: int, busted: Busted | None, last: Scene) -> str:
    names = [view.name for view in last.seats]
    name = names[seat]
    banked = sum(e.points for e in events if isinstance(e, Banked) and e.seat == seat)
    if busted is not None and not banked:
        if busted.points:
            return texts.BUST(name=name, points=busted.points)
        return texts.BUST_NOTHING(name=name)
    if banked:
        text = texts.BUST_BANKED if busted is not None else texts.BANKED
        return text(name=name, points=banked, total=last.seats[seat].score)
    said = [told(event, names) for event in events if event.kind not in _QUIET]
    return said[0] if said else texts.TURN_OVER(name=name)


def _lone_roll(events: Sequence[Event], last: Scene) -> Aftermath | None:
    """A throw outside of any turn, as in a roll-off."""
    rolled = [event for event in events if isinstance(event, Rolled)]
    if not rolled or last.turn is not None:
        return None
    event = rolled[-1]
    dice = tuple(
        DieView(number=number, face=face, status="rolled")
        for number, face in zip(event.numbers, event.faces, strict=True)
    )
    names = [view.name for view in last.seats]
    return Aftermath(event.seat, told(event, names), "strong", dice)


def drawn_card(
    game: Ruleset, state: GameState, events: Sequence[Event], people: Peopled = lambda scene: scene
) -> tuple[CardDrawn, CardView, Scene] | None:
    """The last card turned over in these events, as its drawer saw it, and the table with it."""
    at = [index for index, event in enumerate(events) if isinstance(event, CardDrawn)]
    if not at:
        return None
    event = events[at[-1]]
    assert isinstance(event, CardDrawn)
    scene = people(game.scene(fold(game, state, events[: at[-1] + 1]), None))
    card = scene.turn.card if scene.turn is not None else None
    return None if card is None else (event, card, scene)
