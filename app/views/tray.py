"""The dice on the tray: how each one looks, and what stands above them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from app import texts
from app.views.dice_art import LARGE, MEDIUM, SMALL, DieSize, Edge, edge_rows, face_rows
from app.views.lines import Line, Run, between, padded
from app.views.picture import Picture
from engine.scene import DieView

MOST: Final = 6
"""Dice that a tray has places for."""

LABELS: Final = 2
"""Rows under a die: its number and its word."""

LAST_FRAME: Final = 9
"""After so many pictures tumbling dice are at rest."""


@dataclass(frozen=True, slots=True)
class DieShow:
    """One die as it is drawn; ``open`` dice may be chosen now, ``tumbling`` ones are in the air."""

    number: int
    face: int | None
    status: str
    scores: bool = False
    special: bool = False
    joins: bool = False
    joined: bool = False
    chosen: bool = False
    cursor: bool = False
    open: bool = False
    tumbling: bool = False


@dataclass(frozen=True, slots=True)
class TrayShow:
    """All dice, and the two ends of the line above them."""

    dice: tuple[DieShow, ...] = ()
    left: str = ""
    right: str = ""


def tray_show(picture: Picture) -> TrayShow:
    """What the tray shows of a picture."""
    over = picture.cursor.die if picture.cursor else 0
    open_dice = () if picture.tumbling else picture.choosable
    dice = tuple(
        DieShow(
            number=die.number,
            face=die.face,
            status=die.status,
            scores=die.scores,
            special=die.special,
            joins=die.joins,
            joined=die.joined,
            chosen=die.number in picture.chosen,
            cursor=die.number == over,
            open=die.number in open_dice,
            tumbling=die.number in picture.tumbling,
        )
        for die in picture.dice
    )
    return TrayShow(dice, _roll_line(picture), _dice_line(picture.dice))


def _roll_line(picture: Picture) -> str:
    aftermath = picture.aftermath if picture.stage != "play" else None
    turn = picture.scene.turn
    rolls = aftermath.rolls if aftermath else turn.rolls if turn else 0
    return texts.ROLL_COUNT(rolls=rolls) if rolls else ""


def _dice_line(dice: tuple[DieView, ...]) -> str:
    held = [die for die in dice if die.status == "held"]
    return texts.HELD_COUNT(count=len(held)) if held else ""


def header_lines(show: TrayShow, width: int) -> tuple[Line, ...]:
    """The line above the dice: which roll this is, and how many dice are held."""
    left, right = Run(f" {show.left}", "dim"), Run(f"{show.right} ", "dim")
    return (between((left,), (right,), width),)


def tumbled(die: DieShow, frame: int) -> DieShow:
    """A die in the air: a face that means nothing, until it comes to rest, the first one first."""
    if not die.tumbling or frame >= LAST_FRAME - MOST + die.number:
        return DieShow(number=die.number, face=die.face, status="rolled", scores=True)
    face = (frame * 5 + die.number * 7 + frame // 3) % 6 + 1
    return DieShow(die.number, face, "rolled", scores=True, tumbling=True)


def die_lines(die: DieShow, width: int, height: int) -> tuple[Line, ...]:
    """One die in a place of so many cells: the rows it moves in, its number, and its word."""
    size = next(
        (one for one in (LARGE, MEDIUM) if one.width <= width and one.rows <= height), SMALL
    )
    return die_column(die, size)


@lru_cache(maxsize=1024)
def die_column(die: DieShow, size: DieSize) -> tuple[Line, ...]:
    """One die of this size."""
    role, edge = _looks(die)
    mark = "✦" if die.special and die.face is not None else ""
    top, side, bottom = edge_rows(edge, size.width, mark)
    face = face_rows(die.face, size.width - 2, size.height - 2)
    lift = 0 if die.chosen else 2 * size.lift if die.status == "held" else size.lift
    blank: Line = (Run(" " * size.width),)
    rows: list[Line] = [blank] * size.zone
    if die.status != "away":
        drawn = [top, *(side + row + side for row in face), bottom]
        rows[lift : lift + size.height] = [(Run(row, role),) for row in drawn]
    return (*rows, _number(die, size.width), _word(die, size.width))


def _looks(die: DieShow) -> tuple[str, Edge]:
    """The role of a die's cells and the kind of its edge."""
    red = "-red" if die.special and die.face is not None else ""
    if die.chosen:
        return f"die-chosen{red}", "heavy"
    if die.status == "held":
        return "die-held", "round"
    if die.status == "ready":
        return "die-ready", "faint"
    return ("die" if die.scores else "die-idle") + red, "round"


def _number(die: DieShow, width: int) -> Line:
    """The number under a die; brackets say that it may be chosen for points."""
    scores = die.scores and die.open
    text = f"[{die.number}]" if scores else f" {die.number} "
    text = f"▸{text}◂" if die.cursor else text
    return _middle(text, "picked" if die.cursor else "key" if scores else "dim", width)


def _word(die: DieShow, width: int) -> Line:
    """The word under a die: what becomes of it."""
    if die.tumbling:
        return _middle("", "", width)
    if die.chosen:
        return _middle(texts.WORD_KEEP(), "key", width)
    if die.status == "held":
        word, role = (texts.WORD_JOINED(), "good") if die.joined else (texts.WORD_HELD(), "dim")
        return _middle(word, role, width)
    if die.joins:
        return _middle(texts.WORD_JOINS(), "good", width)
    if die.special and die.face is not None:
        return _middle(texts.WORD_SPECIAL(), "bad", width)
    return _middle("", "", width)


def _middle(text: str, role: str, width: int) -> Line:
    left = (width - len(text)) // 2
    return (Run(" " * left), Run(text, role), Run(padded("", width - left - len(text))))
