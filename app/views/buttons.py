"""What can be done now, as buttons: each says what would happen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from app import texts
from app.views.lines import Line, Run, safe
from app.views.picture import Picture
from engine.scene import ActionView, TurnView


class Button(NamedTuple):
    """A button; ``intent`` is what a click on it asks for, ``key`` the key that does the same."""

    intent: str
    label: str
    key: str = ""


class Placed(NamedTuple):
    """A button in the bar: its row and its columns, the last one exclusive."""

    button: Button
    row: int
    start: int
    end: int


WIDE_GAP: Final = 2


def buttons(picture: Picture) -> tuple[Button, ...]:
    """The buttons of a picture, in the order of use."""
    scene = picture.scene
    if picture.facts.readonly or picture.tumbling:
        return ()
    if picture.stage in ("opening", "handover"):
        seat = next_seat(picture)
        return () if seat is None else (Button("go", texts.BEGIN(name=picture.names[seat])),)
    if picture.stage == "over":
        return ()
    if scene.turn is not None and scene.may("keep"):
        return _keeping(picture, scene.turn)
    return tuple(_standing(picture, action) for action in scene.actions)


def next_seat(picture: Picture) -> int | None:
    """The seat whose turn begins next at this keyboard, None when it is not played here."""
    scene = picture.scene
    acting = [seat.seat for seat in scene.seats if seat.to_act]
    seat = scene.turn.seat if scene.turn is not None else acting[0] if acting else None
    return seat if seat is not None and scene.actions else None


def _keeping(picture: Picture, turn: TurnView) -> tuple[Button, ...]:
    keep = picture.keep
    if keep is None:
        best = picture.best
        if best is None or frozenset(best.dice) == picture.chosen:
            return ()
        return (Button("all", texts.TAKE_ALL(points=best.points)),)
    found = [Button("keep", texts.KEEP_POINTS(points=keep.points))]
    if "roll" in keep.then:
        found.append(Button("roll", texts.ROLL_DICE(count=keep.left)))
    if "draw" in keep.then:
        found.append(Button("draw", texts.DRAW_CARD()))
    if "bank" in keep.then:
        total = picture.scene.seats[turn.seat].score + keep.total
        found.append(Button("bank", texts.BANK_TO(points=keep.total, total=total)))
    return tuple(found)


def _standing(picture: Picture, action: ActionView) -> Button:
    turn = picture.scene.turn
    if action.kind == "bank" and turn is not None and turn.bank_to is not None:
        if turn.points:
            return Button("bank", texts.BANK_TO(points=turn.points, total=turn.bank_to))
        return Button("bank", texts.STOP_TO(total=turn.bank_to))
    return Button(action.kind, action.label)


def laid_out(
    found: Sequence[Button], width: int, height: int, centre: bool = False
) -> tuple[Placed, ...]:
    """Buttons side by side, going on in the next row where one is full."""
    placed: list[Placed] = []
    row, column = 0, 1
    for button in found:
        wide = cell_len(safe(_face(button)))
        if column > 1 and column + wide > width:
            row, column = row + 1, 1
        if row >= height:
            break
        placed.append(Placed(button, row, column, min(column + wide, width)))
        column += wide + WIDE_GAP
    if centre and placed and row == 0:
        shift = max(0, (width - placed[-1].end - 1) // 2)
        return tuple(
            button._replace(start=button.start + shift, end=button.end + shift) for button in placed
        )
    return tuple(placed)


def _face(button: Button) -> str:
    return f" {button.label}  {button.key} " if button.key else f" {button.label} "


def button_lines(
    found: Sequence[Button], cursor: str, width: int, height: int, centre: bool = False
) -> tuple[Line, ...]:
    """The bar of buttons; a sign marks where the cursor is."""
    rows: list[list[Run]] = [[] for _ in range(height)]
    ends = [0] * height
    for button, row, start, end in laid_out(found, width, height, centre):
        on = button.intent == cursor
        rows[row].append(Run(" " * (start - ends[row])))
        sign = "▸" if on else " "
        face = _face(button)[1:]
        rows[row].append(Run(sign + face, "picked" if on else "button"))
        ends[row] = end
    return tuple(tuple(row) for row in rows)
