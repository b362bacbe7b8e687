"""How the picture of the tray changes: every answer is a new picture, and nothing else happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from app import texts
from app.views.aftermath import Aftermath
from app.views.buttons import buttons
from app.views.picture import Picture, Spot, Stage
from app.views.table_log import more_log
from engine.events import Rolled
from engine.model import Event
from engine.scene import Scene


def settled(picture: Picture) -> Picture:
    """All dice at rest."""
    return replace(picture, tumbling=()) if picture.tumbling else picture


def refused(picture: Picture, sentence: str) -> Picture:
    """The same table with one sentence about why not."""
    return replace(picture, refusal=sentence)


def toggled(picture: Picture, number: int) -> Picture:
    """A die chosen, or put back."""
    if number not in picture.choosable:
        return refused(picture, texts.NOT_YOUR_DIE(number=number))
    return replace(picture, chosen=picture.chosen ^ {number}, refusal="")


def all_taken(picture: Picture) -> Picture:
    """Everything that scores chosen, whatever was chosen before."""
    best = picture.best
    if best is None or not picture.choosable:
        return refused(picture, texts.NOTHING_TO_CHOOSE())
    return replace(picture, chosen=frozenset(best.dice), refusal="")


def cleared(picture: Picture) -> Picture:
    """Nothing chosen."""
    return replace(picture, chosen=frozenset(), refusal="")


def begun(picture: Picture) -> Picture:
    """The next player has the dice."""
    return replace(picture, stage="play", aftermath=None, refusal="", cursor=None)


def arrived(
    picture: Picture,
    scene: Scene,
    events: Sequence[Event],
    left: Aftermath | None,
    animate: bool,
) -> Picture:
    """The table after these events, with nothing chosen any more.

    ``left`` is what a turn left behind; it stays in sight until somebody goes on, and here nobody
    may act for the next player before that player begins.
    """
    rolled = [at for at, event in enumerate(events) if isinstance(event, Rolled)]
    throw = events[rolled[-1]] if rolled else None
    unseen = events[rolled[-1] :] if rolled else ()
    stage: Stage = "play"
    if scene.over:
        stage = "over"
    elif left is not None and not scene.tables:
        stage = "handover"
    return Picture(
        scene=scene,
        facts=picture.facts,
        stage=stage,
        tumbling=throw.numbers if animate and isinstance(throw, Rolled) else (),
        aftermath=left,
        log=more_log(picture.log, events, picture.names),
        held_back=len(more_log((), unseen, picture.names)),
        seconds=picture.seconds,
        solving=picture.solving,
    )


def moved(picture: Picture, direction: str) -> Picture:
    """The arrow cursor one step on: along the dice or the buttons, or from one row to the other."""
    dice, bar = picture.choosable, tuple(button.intent for button in buttons(picture))
    now = picture.cursor
    step = {"left": -1, "right": 1}.get(direction)
    spot: Spot | None = None
    if now is not None and now.die in dice and step is not None:
        spot = Spot(die=dice[(dice.index(now.die) + step) % len(dice)])
    elif now is not None and now.button in bar and step is not None:
        spot = Spot(button=bar[(bar.index(now.button) + step) % len(bar)])
    elif direction == "down" and bar:
        spot = Spot(button=bar[0])
    elif dice:
        spot = Spot(die=dice[0])
    elif bar:
        spot = Spot(button=bar[0])
    return replace(picture, cursor=spot, refusal="")


def pressed(picture: Picture) -> str:
    """What Enter or Space asks for at the cursor; without a cursor, the only button."""
    bar = [button.intent for button in buttons(picture)]
    spot = picture.cursor
    if spot is not None and spot.die in picture.choosable:
        return f"die-{spot.die}"
    if spot is not None and spot.button in bar:
        return spot.button
    if len(bar) == 1 and not picture.scene.may("keep"):
        return bar[0]
    return ""
