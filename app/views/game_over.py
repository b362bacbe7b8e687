"""The end of a game: who won, all sheets, and how to check the dice."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len

from app import texts
from app.views.board import BoardShow, pinned, seat_line
from app.views.lines import Line, Run, centred, padded, wrapped
from app.views.picture import TableFacts
from engine.scene import Scene
from engine.words import listed

FEWEST = 3
"""Sheets that there must be room for beside the prizes; else there are none."""


@dataclass(frozen=True, slots=True)
class GameOverShow:
    """The last scene, the table's facts, how the last turn ended, whether a rematch is armed."""

    scene: Scene
    facts: TableFacts
    last: str = ""
    armed: bool = False
    key: str = ""


def game_over_lines(show: GameOverShow, width: int, height: int) -> tuple[Line, ...]:
    """The winner on top, the sheets from best to last, then what can be done."""
    scene = show.scene
    ranked = tuple(sorted(scene.seats, key=lambda seat: (-seat.score, seat.seat)))
    lines: list[Line] = [centred((Run("★  ", "accent"), *_winners(scene)), width)]
    if scene.winners:
        points = texts.WITH_POINTS(points=scene.seats[scene.winners[0]].score)
        lines.append(centred((Run(points, "dim"),), width))
    if show.last:
        lines += [centred((Run(line, "dim"),), width) for line in wrapped(show.last, width - 4, 2)]
    below = _below(show, width)
    room = height - len(lines) - len(below) - 2
    if scene.prizes and room < FEWEST:
        return tuple([*lines, *filter(None, below)][:height])
    lines.append(())
    rows = range(len(ranked)) if len(ranked) <= room else pinned(len(ranked), None, 0, max(1, room))
    winners = BoardShow(scene.seats)
    wide = min(width, 44)
    left = (width - wide) // 2
    for place in rows:
        seat = ranked[place].replace(to_act=False, last_turn=False, to_goal=None)
        better = sum(other.score > seat.score for other in ranked)
        rank = Run(padded(f"{better + 1}.", 4, right=True), "dim")
        lines.append((Run(" " * left), rank, *seat_line(seat, winners, wide - 5, goal=False)))
    lines.append(())
    lines += below
    above: list[Line] = [()] * (max(0, height - len(lines)) // 2)
    return tuple((above + lines)[:height])


def _prizes(scene: Scene, width: int) -> list[Line]:
    """Every prize that somebody took, in two columns."""
    won = [(title, seats) for title, seats in scene.prizes if seats]
    wide = max((cell_len(title) for title, _ in won), default=0)
    rows: list[tuple[str, str]] = []
    for title, seats in won:
        names = listed([scene.seats[seat].name for seat in seats])
        rows += [
            ("" if at else title, text)
            for at, text in enumerate(wrapped(names, width - wide - 6, 2))
        ]
    room = wide + 2 + max((cell_len(names) for _, names in rows), default=0)
    left = " " * (max(0, width - room) // 2)
    lines: list[Line] = [
        (Run(f"{left}{padded(title, wide, right=True)}  ", "dim"), Run(names, "strong"))
        for title, names in rows
    ]
    return [*lines, ()] if lines else []


def _winners(scene: Scene) -> Line:
    names = [scene.seats[seat].name for seat in scene.winners]
    if not names:
        return (Run(scene.status, "strong"),)
    return (Run(texts.WON(names=listed(names)), "strong"), Run("  ★", "accent"))


def _below(show: GameOverShow, width: int) -> list[Line]:
    lines = _prizes(show.scene, width)
    if show.facts.fair:
        lines.append(centred((Run(texts.VERIFY(), "dim"),), width))
        lines.append(centred((Run(texts.VERIFY_COMMAND(id=show.facts.id)),), width))
    else:
        said = wrapped(texts.NOT_FAIR_LONG(), width - 4, 2)
        lines += [centred((Run(line, "bad"),), width) for line in said]
    lines.append(())
    if show.armed:
        again = texts.REMATCH_AGAIN(key=show.key)
        lines += [centred((Run(line, "accent"),), width) for line in wrapped(again, width - 4, 2)]
    return lines
