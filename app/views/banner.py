"""Whose turn it is, what is at risk, and what the sheet would say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from app import texts
from app.views.buttons import next_seat
from app.views.lines import Line, Run, between, cells, padded, wrapped
from app.views.picture import Picture
from engine.words import number

LEAST: Final = 12
"""Cells that facts need beside the headline, so that what is left of them says something."""


@dataclass(frozen=True, slots=True)
class BannerShow:
    """The banner: a headline, standing facts, and the three numbers of the turn.

    ``risk`` are the turn points, ``gain`` what the chosen dice would add to them, ``sheet`` what is
    banked, ``bank_to`` the sheet after a bank, None where none is possible.
    """

    headline: str
    tone: Literal["strong", "good", "bad"] = "strong"
    mark: bool = False
    facts: tuple[str, ...] = ()
    risk: int | None = None
    gain: int = 0
    sheet: int = 0
    bank_to: int | None = None
    line: str = ""


def banner_show(picture: Picture) -> BannerShow:
    """What the banner shows of a picture."""
    scene, turn = picture.scene, picture.scene.turn
    facts = tuple(filter(None, (scene.status, *(turn.notes if turn else ()))))
    if picture.stage == "over":
        return BannerShow(scene.status or texts.NOBODYS_TURN())
    if picture.stage in ("handover", "opening") and picture.aftermath is not None:
        left = picture.aftermath
        if picture.tumbling:
            return BannerShow(texts.TURN_OF(name=picture.names[left.seat]), mark=True)
        return BannerShow(left.headline, left.tone, facts=facts, line=_next(picture))
    if turn is None:
        return BannerShow(scene.status or texts.NOBODYS_TURN())
    keep = None if picture.tumbling else picture.keep
    sheet = scene.seats[turn.seat].score
    bank_to = turn.bank_to
    if keep is not None:
        bank_to = sheet + keep.total if "bank" in keep.then else None
    return BannerShow(
        texts.TURN_OF(name=picture.names[turn.seat]),
        mark=True,
        facts=facts,
        risk=turn.points,
        gain=0 if keep is None else keep.total - turn.points,
        sheet=sheet,
        bank_to=bank_to,
    )


def _next(picture: Picture) -> str:
    seat = next_seat(picture)
    turn = picture.scene.turn
    if seat is None:
        return "" if turn is None else texts.WATCH_NEXT(name=picture.names[turn.seat])
    return texts.NEXT_IS(name=picture.names[seat])


def banner_lines(show: BannerShow, width: int, height: int) -> tuple[Line, ...]:
    """The banner in two lines; the facts stand at the right end of the first, if they fit."""
    if show.tone != "strong":
        band = f"band-{show.tone}"
        said = padded(show.headline, width - 3)
        lines = [(Run("   ", band), Run(said, band)), (Run("   "), Run(show.line))]
        return (*lines, (Run("   "), *_facts(show)))
    head: Line = (Run(" ▶ " if show.mark else "   ", "accent"), Run(show.headline, show.tone))
    facts = _facts(show)
    beside = cells(head) + cells(facts) < width
    rows: list[Line] = [between(head, facts, width) if beside and show.facts else head]
    room = width - cells(head) - 3
    if show.facts and not beside and height < 3 and room >= LEAST:
        rows = [(*head, Run(f"  {''.join(wrapped(facts[0].text, room, 1))}", "dim"))]
    if show.risk is None:
        rows.append((Run("   "), Run(show.line)))
    else:
        rows.append(_numbers(show, width))
    if height > 2 and show.facts and not beside:
        rows.append((Run("   "), Run(padded(facts[0].text, width - 4), "dim")))
    return tuple(rows)


def _facts(show: BannerShow) -> Line:
    return (Run(" · ".join(show.facts) + " ", "dim"),)


def _numbers(show: BannerShow, width: int) -> Line:
    """The turn in numbers: what is at risk, what the choice adds, what the sheet would say.

    Where it is narrow the gaps give way first, then the word for the sheet.
    """
    risk = number(show.risk or 0) + (f" +{number(show.gain)}" if show.gain else "")
    sheet = number(show.sheet)
    if show.bank_to is not None and show.bank_to != show.sheet:
        sheet += f" → {number(show.bank_to)}"
    line: Line = ()
    for left, gap, word in ((3, 4, texts.SHEET()), (3, 2, texts.SHEET()), (1, 2, "")):
        line = (
            Run(" " * left + f"{texts.AT_RISK()} ", "dim"),
            Run(risk, "accent" if show.risk or show.gain else "strong"),
            Run(" " * gap + f"{word} " if word else " " * gap, "dim"),
            Run(sheet, "strong"),
        )
        if cells(line) <= width:
            break
    return line
