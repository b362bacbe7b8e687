"""A card being turned over: the pile it comes from, its face, and what is still to come."""

from __future__ import annotations

from dataclasses import dataclass

from app import texts
from app.views.card import back_lines, face_lines, pile_lines
from app.views.lines import Line, Run, centred
from engine.scene import CardView, PileView


@dataclass(frozen=True, slots=True)
class CardDrawShow:
    """Who drew, which card, and the pile after it."""

    name: str
    card: CardView
    pile: PileView | None
    reshuffled: bool


CARD = (23, 12)
"""Cells of the turned card across and down, where there is room."""


def card_draw_lines(show: CardDrawShow, width: int, height: int, turned: float) -> tuple[Line, ...]:
    """The card in the middle, the pile at its left, what is still to come at its right.

    ``turned`` runs from 0 (its back is up) to 1 (its face is up).
    """
    wide, tall = min(CARD[0], width - 2), min(CARD[1], height - 5)
    head = centred((Run(texts.DRAWS_A_CARD(name=show.name), "title"),), width)
    under = texts.CARD_RESHUFFLED() if show.reshuffled else ""
    left = show.pile.left if show.pile is not None else 0
    card = _turning(show, wide, tall, turned)
    room = (width - wide - 8) // 2
    pile: tuple[Line, ...] = ()
    rest: tuple[Line, ...] = ()
    if room >= 12:
        pile = back_lines(left, min(room, 17), min(tall, 9))
        if show.pile is not None:
            rest = pile_lines(show.pile, room, tall)
    elif show.pile is not None and not under:
        under = texts.CARDS_LEFT(count=left)
    lines: list[Line] = [(), head, ()]
    for row in range(tall):
        line: list[Run] = []
        if room >= 12:
            line.append(Run(" " * (2 + room - min(room, 17))))
            drop = row - (tall - len(pile)) // 2
            line += pile[drop] if 0 <= drop < len(pile) else (Run(" " * min(room, 17)),)
            line.append(Run("  "))
        else:
            line.append(Run(" " * ((width - wide) // 2)))
        line += card[row]
        if room >= 12 and row < len(rest):
            line.append(Run("   "))
            line += rest[row]
        lines.append(tuple(line))
    lines.append(centred((Run(under, "dim"),), width))
    return tuple(lines[:height])


def _turning(show: CardDrawShow, wide: int, tall: int, turned: float) -> tuple[Line, ...]:
    """The card seen narrower and wider again as it turns over."""
    seen = max(3, round(wide * abs(1 - 2 * turned)))
    if turned < 1:
        drawn = back_lines(None, seen, tall) if turned < 0.5 else _blank(seen, tall)
        left = (wide - seen) // 2
        right = wide - seen - left
        return tuple((Run(" " * left), *line, Run(" " * right)) for line in drawn)
    return face_lines(show.card, None, wide, tall)


def _blank(wide: int, tall: int) -> tuple[Line, ...]:
    inside = wide - 2
    return (
        (Run("╭" + "─" * inside + "╮", "card-edge"),),
        *[(Run("│" + " " * inside + "│", "card-edge"),)] * (tall - 2),
        (Run("╰" + "─" * inside + "╯", "card-edge"),),
    )
