"""A turned card drawn in cells, and the pile that it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from app import texts
from app.views.lines import Line, Run, padded, wrapped
from app.views.picture import Picture
from engine.scene import CardView, PileView

ART: Final[dict[str, tuple[str, str, str]]] = {
    "bonus": ("★     ★", "   ★   ", "★     ★"),
    "stop": ("╱─────╲", "│ ━━━ │", "╲─────╱"),
    "fill": ("● ● ●", "", "● ● ●"),
    "burst": ("╲ │ ╱", "── ✸ ──", "╱ │ ╲"),
    "double": ("╭───╮ ╭───╮", "│ ● │×│ ● │", "╰───╯ ╰───╯"),
    "target": ("╭──┴──╮", "──┤  ●  ├──", "╰──┬──╯"),
    "straight": ("1 · 2 · 3", "", "4 · 5 · 6"),
    "clover": ("♣ ♣", "♣ ♣", "│"),
}
"""Three rows of art by motif; a motif that is new here is drawn as its title alone."""

TONES: Final = {"stop": "bad", "burst": "bad", "target": "bad"}


@dataclass(frozen=True, slots=True)
class CardShow:
    """The card in force, if any, and how many lie face down; None without a deck."""

    card: CardView | None = None
    left: int | None = None


def card_show(picture: Picture) -> CardShow:
    """What the card panel shows of a picture."""
    scene = picture.scene
    if scene.pile is None:
        return CardShow()
    left = scene.pile.left
    if picture.stage != "play" and picture.aftermath is not None:
        return CardShow(picture.aftermath.card, left)
    return CardShow(scene.turn.card if scene.turn else None, left)


def card_lines(show: CardShow, width: int, height: int) -> tuple[Line, ...]:
    """The card: as a panel where there is room for art, else as sentences."""
    if show.left is None:
        return ()
    if height < 8 or width > 60:
        return _sentences(show, width, height)
    if show.card is None:
        return back_lines(show.left, width, height)
    return face_lines(show.card, show.left, width, height)


def face_lines(card: CardView, left: int | None, width: int, height: int) -> tuple[Line, ...]:
    """The face of a card in a box of exactly this size; cards left stand in its lower edge."""
    inside, rows = width - 2, height - 2
    tone = TONES.get(card.motif, "accent")
    asks = wrapped(card.asks, inside - 1, max(1, rows - 1))
    art = ART.get(card.motif, ())
    if 1 + len(art) + len(asks) > rows:
        art = ()
    body: list[Run] = [Run(_centre(card.title, inside), "card-title")]
    spare = max(0, rows - 1 - len(art) - len(asks))
    blank = [Run(" " * inside, "card")]
    if spare > 3:
        body = blank + body
        spare -= 1
    body += blank * (spare // 2)
    body += [Run(_centre(row, inside), f"card-{tone}") for row in art]
    body += blank * (spare - spare // 2)
    body += [Run(_centre(line, inside), "card") for line in asks]
    low = "" if left is None else f" {texts.CARDS_SHORT(count=left)} "
    return _boxed(body[:rows], inside, low)


def back_lines(left: int | None, width: int, height: int) -> tuple[Line, ...]:
    """The back of a card; ``left`` are the cards face down, if they are to be told."""
    inside, rows = width - 2, height - 2
    pattern = [("╱╲" * inside)[:inside], ("╲╱" * inside)[:inside]]
    body = [Run(pattern[row % 2], "card-back") for row in range(rows)]
    return _boxed(body, inside, "" if left is None else f" {texts.CARDS_SHORT(count=left)} ")


def _boxed(body: list[Run], inside: int, low: str) -> tuple[Line, ...]:
    edge = "card-edge"
    left, right = (inside - cell_len(low)) // 2, inside - (inside - cell_len(low)) // 2
    return (
        (Run("╭" + "─" * inside + "╮", edge),),
        *((Run("│", edge), run, Run("│", edge)) for run in body),
        (Run("╰" + "─" * left + low + "─" * (right - cell_len(low)) + "╯", edge),),
    )


def _sentences(show: CardShow, width: int, height: int) -> tuple[Line, ...]:
    left = texts.CARDS_LEFT(count=show.left or 0)
    if show.card is None:
        return ((Run("   "), Run(f"{texts.NO_CARD()} · {left}", "dim")),)
    lines: list[Line] = []
    title = show.card.title
    head: Line = (Run("   "), Run(title, "accent"), Run(f" · {left}", "dim"))
    for line in wrapped(show.card.asks, width - 4, height - 1):
        lines.append((Run("   "), Run(line)))
    return (head, *lines)


def _centre(text: str, room: int) -> str:
    free = max(0, room - cell_len(text))
    return (
        padded(" " * (free // 2) + text, room)
        if free == 0
        else (" " * (free // 2) + text + " " * (free - free // 2))
    )


def pile_lines(pile: PileView, width: int, height: int) -> tuple[Line, ...]:
    """What is still in the pile, by title and count."""
    lines: list[Line] = [(Run(padded(texts.STILL_TO_COME(), width), "dim"),)]
    for title, count in pile.remaining[: max(0, height - 1)]:
        role = "" if count else "dim"
        lines.append(
            (Run(padded(f"{count:>2} ", 4), "strong" if count else "dim"), Run(title, role))
        )
    return tuple(lines)
