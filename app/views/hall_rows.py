"""All tables of a hall at a glance, a line each, and the latest news where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from app.views import hall_texts
from app.views.hall import HallPicture, holder
from app.views.hall_round import team_names
from app.views.lines import Line, Run, padded
from app.views.table_log import log_lines
from engine.scene import Scene, TableView
from engine.words import number

NARROW, WIDE = 62, 110
"""Cells below which a line leaves out words, and from which it names the teams."""

KEYS = 9
"""Tables that have a key of their own."""

LAST = 24
"""Cells that the last throw takes in words, where there is room."""


@dataclass(frozen=True, slots=True)
class RowShow:
    """A table in a line; ``won`` is the side that has won it, None while it plays.

    ``word`` says what the last throw was, ``state`` what is out of the ordinary here, ``level``
    how a roll-off stands.
    """

    name: str
    teams: tuple[str, ...]
    points: tuple[int, ...]
    won: int | None
    holder: str
    mine: bool
    faces: tuple[int, ...]
    gain: int
    word: str
    state: str
    level: tuple[int, ...]
    token: bool


@dataclass(frozen=True, slots=True)
class FloorShow:
    """All tables, the one in view, and the log."""

    rows: tuple[RowShow, ...] = ()
    at: int = 0
    log: tuple[str, ...] = ()


def floor_show(picture: HallPicture) -> FloorShow:
    """What the floor of the hall shows of a picture."""
    scene = picture.scene
    rows = tuple(_row(scene, table, picture.seats) for table in scene.tables)
    return FloorShow(rows, picture.at, picture.log)


def _row(scene: Scene, table: TableView, seats: frozenset[int]) -> RowShow:
    up, last = holder(table), table.last
    won = [at for at, team in enumerate(table.teams) if team == table.winners]
    return RowShow(
        name=table.name,
        teams=team_names(scene, table),
        points=table.points,
        won=won[0] if won else None,
        holder="" if up is None else scene.seats[up].name,
        mine=up in seats,
        faces=() if last is None else last.faces,
        gain=0 if last is None else last.points,
        word="" if last is None else last.label,
        state=_state(table),
        level=table.level if table.roll_off else (),
        token=table.holds_token,
    )


def _state(table: TableView) -> str:
    if table.finished:
        return hall_texts.DONE()
    if table.roll_off:
        return hall_texts.ROLL_OFF(first=table.level[0], second=table.level[1])
    return hall_texts.LAST_TURN() if table.last_turn else ""


class Columns(NamedTuple):
    """Cells of the columns whose width depends on the room; ``teams`` is 0 without team names."""

    name: int
    teams: int
    holder: int
    last: int


def columns(rows: tuple[RowShow, ...], width: int) -> Columns:
    """The columns of a floor so wide."""
    name = max((cell_len(row.name) for row in rows), default=0) + 2
    if width < NARROW:
        return Columns(name, 0, max(2, width - name - 21), 0)
    teams = 0
    if width >= WIDE:
        widest = max((cell_len(team) for row in rows for team in row.teams), default=0)
        teams = min(widest, (width - name - 73) // 2)
    free = width - name - 31 - (2 * teams + 4 if teams else 0)
    holder = max(8, min(24, free - LAST))
    return Columns(name, teams, holder, free - holder)


def floor_lines(show: FloorShow, width: int, height: int) -> tuple[Line, ...]:
    """Headings and tables, those around the table in view if not all fit; below them the log."""
    cols = columns(show.rows, width)
    head, shown = _window(show, width, height)
    lines: list[Line] = [_heading(cols)] if head else []
    lines += [_line(show.rows[at], at, at == show.at, cols) for at in shown]
    left = height - len(lines) - 1
    return (*lines, (), *log_lines(show.log, width, left)) if left > 0 else tuple(lines)


def _window(show: FloorShow, width: int, height: int) -> tuple[bool, range]:
    """Whether there is a heading, and which tables are below it."""
    count = len(show.rows)
    head = height > count and width >= NARROW
    room = height - head
    start = max(0, min(show.at - room // 2, count - room))
    return head, range(start, min(count, start + room))


def row_at(show: FloorShow, y: int, width: int, height: int) -> int | None:
    """The table in a row of the floor."""
    head, shown = _window(show, width, height)
    return shown[y - head] if 0 <= y - head < len(shown) else None


def _heading(cols: Columns) -> Line:
    table, points, holds, last = (text() for text in hall_texts.COLUMNS)
    middle = 13 + (2 * cols.teams + 4 if cols.teams else 0)
    said = "     " + padded(table, cols.name) + f"{points:^{middle}}"
    said += "    " + padded(holds, cols.holder) + "  " + padded(last, 7 + cols.last)
    return (Run(said, "dim"),)


def _line(row: RowShow, at: int, in_view: bool, cols: Columns) -> Line:
    """One table; what is over is dim, what waits for this keyboard stands out."""
    over = row.won is not None
    role = "strong" if in_view else "dim" if over else ""
    name = padded(f"{row.name} ◆" if row.token else row.name, cols.name)
    mark = Run(" ▸ " if in_view else "   ", "accent")
    up = Run("▶ " if row.holder else "  ", "accent" if row.mine else "dim")
    held = Run(padded(row.holder or row.state, cols.holder), role if row.mine else "dim")
    faces = padded(" ".join(map(str, row.faces)), 5)
    gain = "good" if row.gain else "dim"
    if not cols.last:
        sign, told = ("=", row.level) if row.level else ("", row.points)
        points = sign + ":".join(map(number, told))
        star = Run("★" if over else " ", "accent")
        score = Run(padded(points, 6, right=True), role)
        return (
            mark,
            Run(name, role),
            score,
            star,
            Run(" "),
            up,
            held,
            Run(f" {faces}{'+' if row.gain else ''}", gain),
        )
    key = Run(padded(str(at + 1) if at < KEYS else "", 2), "dim")
    last = Run(f"  {faces}  {padded(_last(row), cols.last)}", gain)
    return (mark, key, Run(name, role), *_score(row, role, cols), Run("  "), up, held, last)


def _score(row: RowShow, role: str, cols: Columns) -> Line:
    """The points of both teams, the winner marked, between the names where there is room."""
    left, right = ("★" if row.won == side else " " for side in (0, 1))
    first, second = (number(points) for points in row.points)
    roles = ["good" if row.won == side else role for side in (0, 1)]
    names = [Run(padded(team, cols.teams), roles[at]) for at, team in enumerate(row.teams)]
    score = (
        Run(left, "accent"),
        Run(padded(first, 4, right=True), roles[0]),
        Run(" : ", "dim"),
        Run(padded(second, 4), roles[1]),
        Run(right, "accent"),
    )
    return (names[0], Run("  "), *score, Run("  "), names[1]) if cols.teams else score


def _last(row: RowShow) -> str:
    """What is out of the ordinary here, and the last throw in a few words."""
    state = row.state if row.holder else ""
    gain = f"+{number(row.gain)}" if row.gain else ""
    threw = " ".join(filter(None, (gain, row.word)))
    return " · ".join(filter(None, (state, threw if row.gain or not state else "")))
