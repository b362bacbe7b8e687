"""The table in view: its dice, its four seats as partners, the last throw and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app import texts
from app.views import hall_texts
from app.views.dice_art import LARGE, MEDIUM, SMALL, DieSize
from app.views.hall import HallPicture, holder
from app.views.hall_round import team_names
from app.views.lines import Line, Run, between, cells, padded, wrapped
from app.views.tray import DieShow, die_column
from engine.scene import Scene, SeatView, TableView, ThrowView
from engine.words import number

NARROW = 62
"""Cells below which the teams stand under the dice and not beside them."""


@dataclass(frozen=True, slots=True)
class Member:
    """A seat at the table: its points in the round, and what else there is to know."""

    name: str
    own: int
    holds: bool
    ghost: bool
    notes: str


@dataclass(frozen=True, slots=True)
class Side:
    """A team: its members, its points, and whether it has won the table."""

    members: tuple[Member, ...]
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class FeltShow:
    """The table in view; ``said`` tells the last throw, ``now`` what comes next."""

    name: str = ""
    throws: int = 0
    token: bool = False
    sides: tuple[Side, ...] = ()
    dice: tuple[DieShow, ...] = ()
    said: str = ""
    tone: str = ""
    now: str = ""


def felt_show(picture: HallPicture) -> FeltShow:
    """What the felt shows of a picture."""
    scene, table = picture.scene, picture.table
    said, tone = _said(scene, table)
    return FeltShow(
        name=table.name,
        throws=table.throws,
        token=table.holds_token,
        sides=tuple(_side(scene, table, at) for at in range(len(table.teams))),
        dice=_dice(table),
        said=said,
        tone=tone,
        now=_now(scene, table),
    )


def tossed(show: FeltShow, picture: HallPicture) -> FeltShow:
    """The felt as it was, with the dice in the air: what they are worth is told when they lie."""
    dice = tuple(replace(die, status="rolled", tumbling=True) for die in _dice(picture.table))
    return replace(show, dice=dice, said=texts.ROLLING(count=len(dice)), tone="dim", now="")


def _side(scene: Scene, table: TableView, at: int) -> Side:
    team, up = table.teams[at], holder(table)
    own = dict(zip(table.seats, table.own, strict=True))
    members = tuple(_member(scene.seats[seat], own[seat], seat == up) for seat in team)
    return Side(members, table.points[at], team == table.winners)


def _member(seat: SeatView, own: int, holds: bool) -> Member:
    sheet = f"{texts.SHEET()} {number(seat.score)}"
    return Member(seat.name, own, holds, seat.ghost, " · ".join((sheet, *seat.notes)))


def _dice(table: TableView) -> tuple[DieShow, ...]:
    """The dice as they lie; those that made the points stand out."""
    if table.turn is None:
        faces = table.last.faces if table.last is not None else ()
        return tuple(DieShow(number, face, "held") for number, face in enumerate(faces, 1))
    dice = table.turn.dice
    some = any(die.special for die in dice)
    points = table.last.points if table.last is not None else 0
    return tuple(
        DieShow(
            number=die.number,
            face=die.face,
            status="ready" if die.face is None else "rolled",
            scores=die.special or (bool(points) and not some),
            special=die.special,
        )
        for die in dice
    )


def _said(scene: Scene, table: TableView) -> tuple[str, str]:
    last = table.last
    if last is None:
        return hall_texts.NO_THROW(), "dim"
    return threw(scene, last), "good" if last.points else "dim"


def threw(scene: Scene, last: ThrowView) -> str:
    """The last throw as a sentence."""
    name, faces = scene.seats[last.seat].name, " ".join(map(str, last.faces))
    if not last.points:
        return hall_texts.THREW_NOTHING(name=name, faces=faces, label=last.label)
    text = hall_texts.THREW_WORD if last.label else hall_texts.THREW
    return text(name=name, faces=faces, points=last.points, label=last.label)


def _now(scene: Scene, table: TableView) -> str:
    turn = table.turn
    if turn is None:
        won = [
            name
            for name, team in zip(team_names(scene, table), table.teams, strict=True)
            if team == table.winners
        ]
        return hall_texts.WON(names=won[0]) if won else ""
    name = scene.seats[turn.seat].name
    if not turn.rolls:
        said = hall_texts.UP(name=name)
    elif turn.points:
        said = hall_texts.UP_AGAIN(name=name, points=turn.points)
    else:
        said = hall_texts.UP_MORE(name=name)
    return " ".join((said, *turn.notes))


def felt_lines(show: FeltShow, width: int, height: int) -> tuple[Line, ...]:
    """The felt: a heading, the dice with the two teams, and what was and what comes."""
    if width < NARROW:
        body = _stacked(show, width)
    else:
        size = next(
            (
                one
                for one, wide in ((LARGE, 100), (MEDIUM, NARROW))
                if width >= wide and height >= one.height + 3
            ),
            SMALL,
        )
        body = _body(show, size, width)
    below = _below(show, width, max(1, height - len(body) - 1))
    lines = [_head(show, width), *body, *below]
    above: list[Line] = [()] * min(1, max(0, height - len(lines)))
    return tuple((above + lines)[:height])


def _head(show: FeltShow, width: int) -> Line:
    throws = hall_texts.THROWS(count=show.throws)
    token = [Run(f"◆ {hall_texts.TOKEN()}", "accent"), Run(" · ", "dim")] if show.token else []
    return between((Run(f"  {show.name}", "title"),), (*token, Run(f"{throws}  ", "dim")), width)


def _below(show: FeltShow, width: int, room: int) -> list[Line]:
    """What was thrown, and what comes next; where there is one line only, both in it."""
    if room == 1:
        both: Line = (Run("  "), Run(f"{show.said}  ", show.tone), Run(show.now))
        if cells(both) <= width:
            return [both]
        return [(Run("  "), Run(padded(show.now or show.said, width - 3)))]
    return [
        (Run("  "), Run(padded(show.said, width - 4), show.tone)),
        *((Run("  "), Run(text)) for text in wrapped(show.now, width - 4, room - 1)),
    ]


def _body(show: FeltShow, size: DieSize, width: int) -> list[Line]:
    """The dice in the middle, the first team on their left and the second on their right."""
    gap = 1 if size is SMALL else 2
    dice = _row_of_dice(show, size, gap)
    wide = max(map(cells, dice), default=0)
    room = (width - wide - 8) // 2
    left, right = (
        _team_rows(show.sides[at : at + 1], size.height, cells_)
        for at, cells_ in ((0, room), (1, width - wide - room - 8))
    )
    return [
        (Run("  "), *left[at], Run("  "), *dice[at], Run("  "), *right[at], Run("  "))
        for at in range(size.height)
    ]


def _stacked(show: FeltShow, width: int) -> list[Line]:
    """The dice between the points of the teams, and the teams below, where it is narrow."""
    dice = _row_of_dice(show, SMALL, 1)
    side = (width - max(map(cells, dice), default=0)) // 2
    totals = [Run(" " * side), Run("")]
    if len(show.sides) > 1:
        totals = [
            Run(f"{_total(one):^{room}}", "good" if one.won else "strong")
            for one, room in zip(show.sides, (side, side), strict=False)
        ]
    rows: list[Line] = []
    for at, row in enumerate(dice):
        middle = at == SMALL.height // 2
        rows.append((totals[0] if middle else Run(" " * side), *row, *totals[1:][: int(middle)]))
    half = width // 2 - 1
    for pair in zip(*(one.members for one in show.sides), strict=False):
        rows.append(tuple(run for one in pair for run in (*_member_row(one, half), Run(" "))))
    return rows


def _total(side: Side) -> str:
    return f"★ {number(side.points)}" if side.won else number(side.points)


def _row_of_dice(show: FeltShow, size: DieSize, gap: int) -> list[Line]:
    """All dice side by side."""
    dice = [_die_rows(die, size) for die in show.dice]
    rows: list[Line] = []
    for at in range(size.height):
        row: list[Run] = []
        for index, die in enumerate(dice):
            row += [Run(" " * gap if index else ""), *die[at]]
        rows.append(tuple(row))
    return rows


def _die_rows(die: DieShow, size: DieSize) -> tuple[Line, ...]:
    """A die without the room that it moves in: here none is chosen or set aside."""
    top = 2 * size.lift if die.status == "held" else size.lift
    return die_column(die, size)[top : top + size.height]


def _team_rows(sides: Sequence[Side], height: int, room: int) -> list[Line]:
    """A team in as many rows as a die has; what matters less is left out where it is low."""
    blank: Line = (Run(" " * room),)
    rows: list[Line] = []
    for side in sides:
        for member in side.members:
            rows.append(_member_row(member, room))
            if height >= 5:
                rows.append((Run("  "), Run(padded(member.notes, room - 2), "dim")))
            if height >= 7:
                rows.append(blank)
        star = Run("★ " if side.won else "  ", "accent")
        total, told = number(side.points), padded(hall_texts.TEAM(), max(0, room - 12))
        role = "good" if side.won else "strong"
        rows.append((star, Run(told, "dim"), Run(padded(total, room - 2 - len(told), True), role)))
    return [*rows, *[blank] * height][:height]


def _member_row(member: Member, room: int) -> Line:
    own = number(member.own)
    name = padded(member.name, max(1, room - 3 - len(own)))
    role = "strong" if member.holds else "dim" if member.ghost else ""
    return (Run("▶ " if member.holds else "  ", "accent"), Run(name, role), Run(f" {own}", role))
