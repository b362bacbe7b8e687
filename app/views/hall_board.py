"""Every seat of a hall from best to last, with the seat in turn always in sight."""

from __future__ import annotations

from dataclasses import dataclass

from app import texts
from app.views.hall import HallPicture
from app.views.lines import Line, Run, padded
from engine.scene import SeatView
from engine.words import number

MARK, RANK, TABLE, SCORE = 3, 4, 9, 6


@dataclass(frozen=True, slots=True)
class RankRow:
    """A seat: its place, where it sits, and whether it holds the dice in view."""

    seat: int
    rank: int
    name: str
    table: str
    score: int
    leads: bool
    ghost: bool
    up: bool


@dataclass(frozen=True, slots=True)
class RankShow:
    """All seats from best to last."""

    rows: tuple[RankRow, ...] = ()


def rank_show(picture: HallPicture) -> RankShow:
    """What the scoreboard shows of a picture."""
    scene, up = picture.scene, picture.holder
    ranked = sorted(scene.seats, key=lambda seat: (-seat.score, seat.seat))
    better = {seat.score: at for at, seat in reversed(list(enumerate(ranked, 1)))}
    return RankShow(
        tuple(
            RankRow(
                seat=seat.seat,
                rank=better[seat.score],
                name=seat.name,
                table=_table(picture, seat),
                score=seat.score,
                leads=seat.leads,
                ghost=seat.ghost,
                up=seat.seat == up,
            )
            for seat in ranked
        )
    )


def _table(picture: HallPicture, seat: SeatView) -> str:
    return "" if seat.table is None else picture.scene.tables[seat.table].name


def rank_lines(show: RankShow, top: int, width: int, height: int) -> tuple[Line, ...]:
    """The rows from ``top`` on; below them the seat in turn, if it is out of sight."""
    lines: list[Line] = [(Run(f" {texts.SHEETS()}", "title"),), ()]
    room = height - len(lines)
    if len(show.rows) <= room:
        return (*lines, *(_row(row, width) for row in show.rows))
    top = min(top, last_top(len(show.rows), height))
    shown = show.rows[top : top + max(1, room - 2)]
    lines += [_row(row, width) for row in shown]
    up = next((row for row in show.rows if row.up and row not in shown), None)
    lines.append(() if up is None else _row(up, width))
    left = len(show.rows) - top - len(shown)
    sign = texts.MORE_BELOW(count=left) if left else texts.MORE_ABOVE(count=top)
    return (*lines, (Run(f"   {sign}", "dim"),))[:height]


def last_top(count: int, height: int) -> int:
    """How far a list of so many rows can be scrolled."""
    return 0 if count <= height - 2 else count - max(1, height - 4)


def _row(row: RankRow, width: int) -> Line:
    room = max(4, width - MARK - RANK - TABLE - SCORE - 2)
    role = "strong" if row.up else "good" if row.leads else "dim" if row.ghost else ""
    return (
        Run(" ▶ " if row.up else " ★ " if row.leads else "   ", "accent"),
        Run(padded(f"{row.rank}.", RANK - 1, right=True) + " ", "dim"),
        Run(padded(row.name, room), role),
        Run(" " + padded(row.table, TABLE), "dim"),
        Run(padded(number(row.score), SCORE, right=True), "good" if row.leads else "strong"),
    )
