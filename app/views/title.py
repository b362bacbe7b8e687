"""The top line: the game, how it ends, and whether the dice are fair."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app import texts
from app.views import company_texts as texts_of_people
from app.views.company import Standing
from app.views.lines import Line, Run, between, cells
from app.views.picture import Picture, TableFacts
from engine.scene import Scene

SEAL_SHOWN = 8
"""Digits of the seal that the top line shows; the whole seal is on the opening panel."""


@dataclass(frozen=True, slots=True)
class TitleShow:
    """The game's title, its end, the state of the dice, the time left, and what is worked out."""

    title: str
    goal: str
    dice: str
    fair: bool
    clock: str = ""
    solving: str = ""
    kept: bool = True


BAR = 8
"""Cells of the bar that shows how far the chances to win are worked out."""


def title_show(picture: Picture) -> TitleShow:
    """What the top line shows of a picture."""
    clock = ""
    if picture.seconds is not None and picture.stage != "over":
        minutes, seconds = divmod(max(0, picture.seconds), 60)
        clock = texts.TIME_LEFT(minutes=minutes, seconds=f"{seconds:02}")
    return replace(title_of(picture.scene, picture.facts, clock), solving=solving(picture.solving))


def solving(percent: int | None) -> str:
    """How far the chances to win are worked out, as a bar and a number; nothing when they are."""
    if percent is None:
        return ""
    done = percent * BAR // 100
    return texts.SOLVING(bar="▰" * done + "▱" * (BAR - done), percent=percent)


def title_of(scene: Scene, facts: TableFacts, clock: str = "") -> TitleShow:
    """The top line of a table."""
    kept = not facts.notice or bool(facts.readonly)
    fair = texts.FAIR if kept else texts.FAIR_UNSAVED
    given = texts.NOT_FAIR if kept else texts.NOT_FAIR_UNSAVED
    dice = fair(seal=facts.commitment[:SEAL_SHOWN]) if facts.fair else given()
    return TitleShow(scene.title, scene.goal, dice, facts.fair, clock, kept=kept)


def title_lines(show: TitleShow, width: int, people: Standing | None = None) -> tuple[Line, ...]:
    """The top line; what matters less gives way first, dice that are not fair never do.

    Nor does how long somebody is waited for.
    """
    people = people or Standing()
    title = Run(f" {show.title}", "title")
    watching = f" {texts_of_people.WATCHING(count=people.watching)} " if people.watching else ""
    turn = f" {people.clock} " if people.clock else ""
    clock = (
        Run(watching or (f" {show.solving} " if show.solving else ""), "dim"),
        Run(turn, "bad" if people.hurry else "accent"),
        Run(f"{show.clock} " if show.clock else "", "accent"),
    )
    dice = Run(f"{show.dice} ", "dim" if show.fair else "bad")
    short = Run(f"{texts.NOT_FAIR_SHORT()} ", "bad")
    brief = Run(f"{texts.FAIR_SHORT()} ", "dim") if show.fair and show.kept else dice
    goal = Run(f"  {show.goal}", "dim")
    for left, right in (
        ((title, goal), (dice, *clock)),
        ((title, goal), (brief, *clock)),
        ((title,), (dice, *clock)),
        ((title, goal), clock if show.fair else (short, *clock)),
        ((title,), clock if show.fair else (short, *clock)),
        ((title,), clock[1:] if show.fair else (short, *clock[1:])),
        ((), clock[1:2] if show.fair else (short, clock[1])),
        ((title,), () if show.fair else (short,)),
    ):
        if cells(left) + cells(right) < width:
            return (between(left, right, width),)
    return ((title,) if show.fair else (short,),)
