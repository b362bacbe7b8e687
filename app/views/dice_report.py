"""Honest dice on show: what was thrown beside what fair dice do, and what that means in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from app.texts import Text
from app.views import dice_report_texts as texts
from app.views.lines import Line, Run, padded, wrapped
from engine.words import number

RARE, ODD = 0.05, 0.001
"""A p below the first is called unusual, one below the second odd."""

LABEL, CELL, LEAST = 15, 15, 12
NARROW: Final = 60
"""Cells for what a row is about, for a column, and for one where it is narrow."""


class Busts(NamedTuple):
    """Throws of so many dice (0: of any): how many, how many busted, what fair dice do."""

    dice: int
    throws: int
    busts: int
    expected: float


class Side(NamedTuple):
    """The dice of somebody. A ``p`` is None where there are too few to tell."""

    name: str
    dice: int
    faces: tuple[int, ...]
    faces_p: float | None
    busts: tuple[Busts, ...]
    busts_p: float | None
    pairs: int
    repeats: int
    repeats_p: float | None

    @property
    def all_busts(self) -> Busts:
        """All throws together."""
        rows = self.busts
        total = sum(row.throws for row in rows), sum(row.busts for row in rows)
        return Busts(0, *total, sum(row.expected for row in rows))


class DiceShow(NamedTuple):
    """Everybody whose dice are shown, and what has to be said about where they come from."""

    sides: tuple[Side, ...] = ()
    notes: tuple[str, ...] = ()


def report_lines(show: DiceShow, width: int) -> tuple[Line, ...]:
    """A table with a column for everybody, then a sentence for each figure that was judged."""
    notes: list[Line] = [
        (Run("   "), Run(line, "dim"))
        for note in show.notes
        for line in wrapped(note, width - 4, 3)
    ]
    if not show.sides:
        return (*notes, (Run("   "), Run(texts.NONE())))
    label = LABEL if width >= NARROW else LEAST
    free = width - label - 4
    room = min(CELL, max(LEAST, free // len(show.sides)))
    sides = show.sides[: max(1, free // room)]
    lines: list[Line] = [(Run("   "), Run(line)) for line in wrapped(_sum(sides), width - 4, 3)]
    lines += [
        (),
        _row("", [side.name for side in sides], label, room, "strong"),
        _row(texts.DICE(), [number(side.dice) for side in sides], label, room),
        (),
        _title(texts.FACES()),
    ]
    for face in range(1, 7):
        shares = [_against(side.faces[face - 1], side.dice / 6, side.dice) for side in sides]
        lines.append(_row(f"  {texts.FACE(face=face)}", shares, label, room))
    lines += [_verdicts([side.faces_p for side in sides], label, room), ()]
    sizes = sorted({row.dice for side in sides for row in side.busts})
    if sizes:
        lines.append(_title(texts.BUSTS()))
        for size in sizes:
            rows = [next((row for row in side.busts if row.dice == size), None) for side in sides]
            said = [_busts(row) for row in rows]
            lines.append(_row(f"  {texts.BUSTS_OF(count=size)}", said, label, room))
        lines.append(
            _row(f"  {texts.BUSTS_ALL()}", [_busts(s.all_busts) for s in sides], label, room)
        )
        lines += [_verdicts([side.busts_p for side in sides], label, room), ()]
    lines.append(_title(texts.REPEATS()))
    again = [_against(side.repeats, side.pairs / 6, side.pairs) for side in sides]
    lines += [_row(f"  {texts.PAIRS()}", again, label, room)]
    lines += [_verdicts([side.repeats_p for side in sides], label, room), ()]
    brackets = wrapped(texts.IN_BRACKETS(), width - 4, 2)
    lines += [(Run("   "), Run(line, "dim")) for line in brackets]
    lines.append(())
    said = [line for side in sides for line in in_words(side, 3 * len(sides))]
    lines += [
        (Run("   " if not at else "     "), Run(part))
        for sentence in said
        for at, part in enumerate(wrapped(sentence, width - 6, 3))
    ]
    return (*lines, (), *notes)


def _sum(sides: Sequence[Side]) -> str:
    """All figures in one sentence."""
    judged = [p for side in sides for p in (side.faces_p, side.busts_p, side.repeats_p)]
    known = [p for p in judged if p is not None]
    odd, rare = (sum(p < limit for p in known) for limit in (ODD, RARE))
    if not known:
        return texts.NOTHING_YET()
    if odd:
        return texts.SOME_ODD(odd=odd, count=len(known))
    if rare:
        return texts.SOME_RARE(rare=rare, count=len(known))
    return texts.ALL_FAIR()


def in_words(side: Side, count: int) -> tuple[str, ...]:
    """What each of the three figures of a side means; ``count`` are looked at in all."""
    busts = side.all_busts
    judged: list[tuple[Text, float | None, str]] = [
        (texts.SUBJECT_FACES, side.faces_p, texts.SIZE_DICE(count=side.dice)),
        (texts.SUBJECT_REPEATS, side.repeats_p, texts.SIZE_PAIRS(count=side.pairs)),
    ]
    if busts.throws:
        size = texts.SIZE_THROWS(count=busts.throws)
        judged.insert(1, (texts.SUBJECT_BUSTS, side.busts_p, size))
    return tuple(_sentence(side.name, subject(), p, size, count) for subject, p, size in judged)


def _sentence(name: str, subject: str, p: float | None, size: str, count: int) -> str:
    if p is None:
        return texts.SAYS_TOO_FEW(name=name, subject=subject, size=size)
    form = texts.SAYS_ODD if p < ODD else texts.SAYS_RARE if p < RARE else texts.SAYS_FAIR
    shown = f"{p:.3f}" if p >= ODD else f"{p:.1g}"
    share = f"{p:.0%}" if p >= 0.01 else f"{p:.1%}"
    return form(name=name, subject=subject, share=share, p=shown, size=size, count=count)


def _title(text: str) -> Line:
    return (Run(f"   {text}", "title"),)


def _row(name: str, cells: Sequence[str], label: int, room: int, role: str = "") -> Line:
    return (
        Run("   "),
        Run(name.ljust(label), "dim"),
        *(Run(padded(cell, room, right=True), role) for cell in cells),
    )


def _against(found: int, expected: float, of: int) -> str:
    if not of:
        return texts.NOTHING()
    return texts.AGAINST(found=found, expected=f"{expected:,.1f}")


def _busts(row: Busts | None) -> str:
    return texts.NOTHING() if row is None else _against(row.busts, row.expected, row.throws)


def _verdicts(chances: Sequence[float | None], label: int, room: int) -> Line:
    runs = [Run("   "), Run(f"  {texts.VERDICT()}".ljust(label), "dim")]
    for p in chances:
        text, role = _verdict(p)
        runs.append(Run(padded(text(), room, right=True), role))
    return tuple(runs)


def _verdict(p: float | None) -> tuple[Callable[[], str], str]:
    if p is None:
        return texts.TOO_FEW, "dim"
    if p < ODD:
        return texts.ODD, "bad"
    return (texts.RARE, "accent") if p < RARE else (texts.AS_FAIR, "good")
