"""How a table opens: the starting rolls, and the seal on the dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from app import texts
from app.views.lines import Line, Run, padded, wrapped
from engine.events import Rolled, TurnStarted
from engine.model import Event


@dataclass(frozen=True, slots=True)
class OpeningShow:
    """Each seat with the faces of its starting rolls, the seat that begins, and the seal."""

    throws: tuple[tuple[str, tuple[int, ...]], ...]
    starter: int | None
    seal: str
    table: str
    fair: bool


def opening_show(
    names: Sequence[str], events: Sequence[Event], seal: str, table: str, fair: bool
) -> OpeningShow:
    """What the events before the first turn tell."""
    thrown: dict[int, tuple[int, ...]] = dict.fromkeys(range(len(names)), ())
    starter = None
    for event in events:
        if isinstance(event, TurnStarted):
            starter = event.seat
            break
        if isinstance(event, Rolled):
            thrown[event.seat] = (*thrown[event.seat], *event.faces)
    throws = tuple((names[seat], faces) for seat, faces in thrown.items())
    return OpeningShow(throws, starter, seal, table, fair)


def opening_lines(show: OpeningShow, width: int, height: int) -> tuple[Line, ...]:
    """The opening in aligned columns: name, faces, who begins; then the seal."""
    inside = width - 6
    seal = texts.SEALED(seal=show.seal, id=show.table) if show.fair else texts.NOT_FAIR_LONG()
    tight = height < 10
    if tight and show.fair:
        seal = texts.FAIR(seal=show.seal[:16])
    below = wrapped(seal, inside, 1 if tight else max(3, height - 3 - len(show.throws)))
    rolled = any(faces for _, faces in show.throws)
    room = height - len(below) - (1 if tight else 3)
    rounds = max((len(faces) for _, faces in show.throws), default=0)
    seats = list(enumerate(show.throws))
    columns = 1 if len(seats) <= room else 2
    per = -(-len(seats) // columns)
    wide = inside // columns
    head = texts.STARTING_ROLLS() if rolled else texts.SEATED()
    lines: list[Line] = [] if tight else [()]
    lines.append((Run("   "), Run(head, "title")))
    for row in range(min(per, max(1, room))):
        line: list[Run] = [Run("   ")]
        for column in range(columns):
            index = column * per + row
            if index < len(seats):
                line += _seat(*seats[index], show.starter, wide, rounds)
        lines.append(tuple(line))
    if not tight:
        lines.append(())
    lines += [(Run("   "), Run(text, "dim" if show.fair else "bad")) for text in below]
    return tuple(lines)


def _seat(
    seat: int, throw: tuple[str, tuple[int, ...]], starter: int | None, room: int, rounds: int
) -> list[Run]:
    """A seat in ``room`` cells: its name, a face for each round it rolled in, and who starts."""
    name, faces = throw
    word = texts.STARTS() if room > 26 else "◀"
    starts = word if seat == starter else ""
    chips = 4 * rounds
    wide = max(4, min(24, room - chips - cell_len(word) - 3))
    line = [Run(padded(name, wide), "strong" if starts else ""), Run("  ")]
    for face in faces:
        line += [Run(f" {face} ", "die"), Run(" ")]
    line += [Run(" " * (chips - 4 * len(faces))), Run(starts, "accent")]
    return [*line, Run(" " * max(0, room - wide - 2 - chips - cell_len(starts)))]
