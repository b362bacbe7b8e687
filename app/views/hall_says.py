"""The sentences and buttons of a hall: what is going on, what is asked, what can be done."""

from __future__ import annotations

from collections.abc import Callable

from app.views import hall_texts
from app.views.banner import BannerShow
from app.views.buttons import Button
from app.views.hall import HallPicture
from app.views.prompt import PromptShow
from engine.words import listed

Shown = Callable[[str], str]
"""The key of an intent, as people read it."""


def hall_banner(picture: HallPicture) -> BannerShow:
    """What round it is, whether the bell has rung, and who leads."""
    scene = picture.scene
    if picture.stage == "break":
        return BannerShow(hall_texts.ROUND_OVER(status=scene.status), "good")
    return BannerShow(
        scene.status,
        "good" if scene.bell and not scene.over else "strong",
        facts=() if scene.over else _leaders(picture),
    )


def _leaders(picture: HallPicture) -> tuple[str, ...]:
    leading = [seat for seat in picture.scene.seats if seat.leads]
    if not leading or len(leading) > 3:
        return ()
    names, points = listed([seat.name for seat in leading]), leading[0].score
    if len(leading) > 1:
        return (hall_texts.LEAD(names=names, points=points),)
    return (hall_texts.LEADS(name=names, points=points, count=points),)


def hall_prompt(picture: HallPicture, shown: Shown) -> PromptShow:
    """The one sentence under the dice."""
    if picture.refusal:
        return PromptShow(picture.refusal, "bad")
    if picture.facts.readonly:
        return PromptShow(picture.facts.readonly, "bad")
    if picture.running:
        pace = hall_texts.PACES[picture.pace]()
        keys = {name: shown(name) for name in ("faster", "slower")}
        return PromptShow(hall_texts.RUNNING(pace=pace, **keys), "accent")
    if picture.stage in ("opening", "break"):
        return PromptShow(hall_texts.TO_BEGIN(key=shown("keep")), "accent")
    if picture.said or picture.stage == "over":
        return PromptShow(picture.said)
    if not picture.may_roll:
        return PromptShow(waits(picture), "dim")
    turn = picture.table.turn
    return PromptShow("" if turn is None else turn.prompt, "dim")


def waits(picture: HallPicture) -> str:
    """Why nobody at this keyboard rolls for the table in view."""
    seat = picture.holder
    if seat is None:
        return hall_texts.FINISHED(table=picture.table.name)
    name = picture.names[seat]
    if picture.scene.seats[seat].ghost:
        return hall_texts.GHOST(name=name)
    return hall_texts.WAIT(name=name, table=picture.table.name)


def hall_buttons(picture: HallPicture, shown: Shown) -> tuple[Button, ...]:
    """The buttons of a picture, in the order of use."""
    if picture.facts.readonly or picture.stage == "over":
        return ()
    if picture.stage != "play":
        return (Button("keep", hall_texts.BEGIN(), shown("keep")),)
    if picture.running:
        return (Button("onward", hall_texts.STOP(), shown("onward")),)
    found = []
    if picture.may_roll:
        name = picture.names[picture.holder or 0]
        found.append(Button("roll", hall_texts.ROLL(name=name), shown("roll")))
    if picture.may_go_on:
        if len(picture.scene.tables) > 1:
            found.append(Button("every", hall_texts.EVERY(), shown("every")))
        found.append(Button("onward", onward_label(picture), shown("onward")))
    return tuple(found)


def onward_label(picture: HallPicture) -> str:
    """How far the tables would roll by themselves."""
    return hall_texts.ON_BELL() if picture.scene.bell else hall_texts.ON()
