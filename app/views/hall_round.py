"""Between two rounds of a hall: who won where, who moves, and who sits where now."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.cells import cell_len

from app.views import hall_texts
from app.views.lines import Line, Run, cells, padded, wrapped
from engine.scene import Scene, TableView
from engine.words import number

WIDE = 110
"""Cells from which a table's result is told in one line."""

SEAL = 6
"""Lines that the sentence about the dice may take; the panel scrolls."""

Seating = tuple[tuple[str, tuple[str, ...]], ...]
"""Tables by name, each with the names of its teams."""


class SideResult(NamedTuple):
    """A team at the end of a round; ``to`` is the table that it goes to, empty where it stays."""

    names: str
    points: int
    won: bool
    to: str = ""


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a table's round ended; ``level`` how its roll-off went, if there was one; ``chairs`` who
    only takes another chair."""

    name: str
    sides: tuple[SideResult, ...]
    level: str = ""
    chairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundShow:
    """The panel: how a round ended, if one did, and how everybody sits in the next.

    ``seating`` is each table's name with the names of its teams; ``seal`` a sentence about the
    dice, at the opening only.
    """

    results: tuple[TableResult, ...] = ()
    seating: Seating = ()
    seal: str = ""
    fair: bool = True


def opening_round(scene: Scene, seal: str, fair: bool) -> RoundShow:
    """How everybody sits at the beginning."""
    return RoundShow(seating=_seating(scene), seal=seal, fair=fair)


def ended_round(closing: Scene, scene: Scene) -> RoundShow:
    """What came of a round: ``closing`` is the hall just before its end, ``scene`` after it."""
    results = tuple(_result(closing, scene, table) for table in closing.tables)
    return RoundShow(results, () if scene.over else _seating(scene))


def together(names: Iterable[str]) -> str:
    """Partners."""
    return " & ".join(names)


def team_names(scene: Scene, table: TableView) -> tuple[str, ...]:
    """The teams of a table."""
    return tuple(together(scene.seats[seat].name for seat in team) for team in table.teams)


def _seating(scene: Scene) -> Seating:
    return tuple((table.name, team_names(scene, table)) for table in scene.tables)


def _result(closing: Scene, scene: Scene, table: TableView) -> TableResult:
    sides = tuple(
        SideResult(names, points, team == table.winners, _to(closing, scene, team))
        for names, points, team in zip(
            team_names(closing, table), table.points, table.teams, strict=True
        )
    )
    level = ""
    if len(set(table.points)) == 1 and len(table.level) > 1:
        level = hall_texts.ROLL_OFF(first=table.level[0], second=table.level[1])
    return TableResult(table.name, sides, level, _chairs(closing, scene, table))


def _to(closing: Scene, scene: Scene, team: Sequence[int]) -> str:
    """Where a team goes, if anywhere; partners move together."""
    before, after = (hall.seats[team[0]].table for hall in (closing, scene))
    moves = not scene.over and after is not None and after != before
    return scene.tables[after].name if moves and after is not None else ""


def _chairs(closing: Scene, scene: Scene, table: TableView) -> tuple[str, ...]:
    """Who takes another chair of the only table."""
    if scene.over or len(closing.tables) > 1:
        return ()
    now = scene.tables[0].seats
    return tuple(
        hall_texts.CHAIR(name=closing.seats[seat].name, number=now.index(seat) + 1)
        for chair, seat in enumerate(table.seats)
        if now.index(seat) != chair
    )


def round_lines(show: RoundShow, width: int) -> tuple[Line, ...]:
    """The panel, in as many lines as it takes."""
    lines: list[Line] = []
    if show.results:
        lines += [(), (Run(f"  {hall_texts.RESULTS()}", "title"),)]
        cols = _columns(show.results, width)
        for result in show.results:
            lines += _result_lines(result, cols, width)
    if show.seating:
        lines += [(), (Run(f"  {hall_texts.SEATING()}", "title"),)]
        lines += _seating_lines(show.seating, width)
    if show.seal:
        tone = "dim" if show.fair else "bad"
        lines.append(())
        lines += [(Run("  "), Run(text, tone)) for text in wrapped(show.seal, width - 4, SEAL)]
    return tuple(lines)


class Columns(NamedTuple):
    """Cells for the name of a table, the names of a team, and its points."""

    name: int
    team: int
    points: int


def _columns(results: Sequence[TableResult], width: int) -> Columns:
    sides = [side for result in results for side in result.sides]
    name = max(cell_len(result.name) for result in results) + 2
    points = max(len(number(side.points)) for side in sides) + 2
    moves = max(cell_len(_goes(side)) for side in sides)
    free = width - name - (36 + 2 * points if width >= WIDE else 5 + moves + points)
    team = min(max(cell_len(side.names) for side in sides), free // 2 if width >= WIDE else free)
    return Columns(name, max(8, team), points)


def _seating_lines(seating: Seating, width: int) -> list[Line]:
    """Who sits where: the teams side by side, or one below the other where it is narrow."""
    name = max(cell_len(place) for place, _ in seating) + 2
    team = max(cell_len(team) for _, teams in seating for team in teams)
    against = Run(f"  {hall_texts.AGAINST()}  ", "dim")
    beside = name + 2 * team + cells((against,)) + 3 <= width
    lines: list[Line] = []
    for place, teams in seating:
        head, blank = Run(f"  {padded(place, name)}", "strong"), Run(" " * (name + 2))
        if beside and len(teams) > 1:
            lines.append((head, Run(padded(teams[0], team)), against, Run(teams[1])))
        else:
            lines += [(blank if at else head, Run(side)) for at, side in enumerate(teams)]
    return lines


def _result_lines(result: TableResult, cols: Columns, width: int) -> list[Line]:
    """A table's result: in one line where there is room, else a line for each team."""
    head, blank = Run(padded(result.name, cols.name), "strong"), Run(" " * cols.name)
    more = " · ".join(filter(None, (result.level, *result.chairs)))
    if width >= WIDE:
        sides = [run for side in result.sides for run in _side(side, cols, 14)]
        return [(Run("  "), head, *sides, Run(more, "dim"))]
    rows = [
        (Run("  "), blank if at else head, *_side(side, cols, 0))
        for at, side in enumerate(result.sides)
    ]
    said = wrapped(more, width - cols.name - 6, 3)
    return [*rows, *((Run("    "), blank, Run(text, "dim")) for text in said)]


def _side(side: SideResult, cols: Columns, room: int) -> Line:
    """A team, its points and where it goes; ``room`` is what the last takes at least."""
    star, role = ("★ ", "good") if side.won else ("  ", "")
    said = padded(number(side.points), cols.points, right=True)
    to = _goes(side)
    return (
        Run(star, "accent"),
        Run(padded(side.names, cols.team), role),
        Run(said, "strong"),
        Run(to + " " * max(0, room - cell_len(to)), "dim"),
    )


def _goes(side: SideResult) -> str:
    return f"  → {side.to}" if side.to else ""
