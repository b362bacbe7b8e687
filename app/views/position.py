"""A position of a finished game: its dice and sheets, and what could be done there."""

from __future__ import annotations

from itertools import chain
from typing import Final, NamedTuple

from app.views import coach_texts
from app.views import review_texts as texts
from app.views.board import BoardShow, strip_lines
from app.views.coach import CoachShow, advised, coach_lines
from app.views.coach_course import Advice
from app.views.dice_art import MEDIUM, SMALL
from app.views.lines import Line, Run, between, wrapped
from app.views.picture import Picture
from app.views.tray import TrayShow, die_column, tray_show
from engine.model import Action

COURSES: Final = 8
"""Courses that are shown at most."""

ROOMY: Final = 20
"""Rows from which on the dice are drawn with pips."""


class PositionShow(NamedTuple):
    """Where the game stood, whose turn it was, what was done, and what is said about it."""

    turn: int
    name: str
    picture: Picture
    action: Action
    said: tuple[str, ...]
    advice: Advice | None = None


def position_lines(show: PositionShow, width: int, height: int) -> tuple[Line, ...]:
    """The position from top to bottom: whose, the sheets, the dice, the courses, what came."""
    picture = show.picture
    title = Run(f" {texts.POSITION(turn=show.turn, name=show.name)}", "title")
    turn = picture.scene.turn
    risk = () if turn is None else (Run(f"{texts.AT_RISK(points=turn.points)} ", "dim"),)
    lines: list[Line] = [between((title,), risk, width)]
    lines += strip_lines(BoardShow(picture.scene.seats, turn.seat if turn else None), width)
    lines += [(), *_dice(tray_show(picture), width, height), ()]
    said = list(chain.from_iterable(wrapped(one, width - 4, 3) for one in show.said))
    if show.advice is None:
        courses = CoachShow(coach_texts.THINKING())
    else:
        courses = advised(picture, show.advice, show.action, COURSES)
    free = height - len(lines) - len(said) - 1
    table = coach_lines(courses, width, min(max(1, free), COURSES + 4), texts.CHOICES())
    below: list[Line] = [(Run("   "), Run(line)) for line in said]
    return tuple([*lines, *table, (), *below][:height])


def _dice(show: TrayShow, width: int, height: int) -> list[Line]:
    """The dice side by side, as large as there is room for."""
    if not show.dice:
        return []
    roomy = height >= ROOMY and width >= len(show.dice) * (MEDIUM.width + 1)
    size = MEDIUM if roomy else SMALL
    columns = [die_column(die, size) for die in show.dice]
    left = " " * max(0, (width - len(columns) * (size.width + 1)) // 2)
    return [
        (Run(left), *chain.from_iterable((*cell, Run(" ")) for cell in row))
        for row in zip(*columns, strict=True)
    ]
