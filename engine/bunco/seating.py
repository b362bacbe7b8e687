"""Who sits where: seat cards, ghosts, and the moves between rounds (BUN-2, BUN-10 to BUN-12).

Seats at a table stand clockwise; the 1st and 3rd are partners, the 2nd and 4th their opponents. The
head table is the first of a hall.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ruleset import Chance

CHAIRS = 4
HEAD = 0

Four = tuple[int, ...]
"""The four seats of a table, clockwise."""

Seating = tuple[Four, ...]
"""The tables of a hall, head table first."""


def with_ghosts(names: Sequence[str]) -> tuple[str, ...]:
    """The names, and as many ghosts as fill the last table (BUN-12); no name occurs twice."""
    full = list(names)
    taken = {name.casefold() for name in names}
    number = 0
    while len(full) % CHAIRS:
        number += 1
        if f"ghost {number}" not in taken:
            full.append(f"Ghost {number}")
    return tuple(full)


def table_title(table: int) -> str:
    """A table as people call it; so are its seat cards marked."""
    return "Head" if table == HEAD else f"Table {table + 1}"


def in_order(seats: int) -> Seating:
    """Everybody sits in the order of the seats, head table first."""
    return tuple(tuple(range(at, at + CHAIRS)) for at in range(0, seats, CHAIRS))


def draw_cards(seats: int, chance: Chance) -> tuple[str, ...]:
    """The seat card that each seat draws from the shuffled cards, four of each table (BUN-2)."""
    pile = {table_title(table): CHAIRS for table in range(seats // CHAIRS)}
    drawn = []
    for _ in range(seats):
        card = chance.draw(pile)
        pile = {
            title: left - (title == card) for title, left in pile.items() if left > (title == card)
        }
        drawn.append(card)
    return tuple(drawn)


def by_cards(cards: Sequence[str]) -> Seating:
    """Everybody takes the next free chair of the table on their card."""
    return tuple(
        tuple(seat for seat, card in enumerate(cards) if card == table_title(table))
        for table in range(len(cards) // CHAIRS)
    )


def team(four: Four, side: int) -> Four:
    """The partners of a side: 0 is the 1st and 3rd, 1 the 2nd and 4th."""
    return four[side::2]


def after_moves(seating: Seating, sides: Sequence[int]) -> Seating:
    """The next round's seating, from the winning side of each table.

    The losers of the head table go to the last table, the winners of every other table one up, and
    everybody else stays (BUN-10). Those who stayed sit first, the newcomers opposite (BUN-11).
    """
    if len(seating) == 1:
        first, second, third, fourth = seating[HEAD]
        return ((first, fourth, second, third),)
    won = [team(four, side) for four, side in zip(seating, sides, strict=True)]
    lost = [team(four, 1 - side) for four, side in zip(seating, sides, strict=True)]
    stayed = [won[HEAD], *lost[HEAD + 1 :]]
    came = [*won[HEAD + 1 :], lost[HEAD]]
    return tuple((*stay, *new) for stay, new in zip(stayed, came, strict=True))
