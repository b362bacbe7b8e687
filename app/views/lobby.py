"""What the lobby lists, and how a list becomes lines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from app.tables.ids import spoken
from app.tables.names import fit
from app.views import lobby_texts as texts
from app.views.lines import Line, Run, padded, wrapped

if TYPE_CHECKING:
    from app.tables.hub import TableLine

BESIDE = 60
"""From this many cells on, an item's note stands at the right end of its own line."""

DETAIL_LINES = 3
"""Lines that what is said about an item may take."""


class Item(NamedTuple):
    """Something to pick: ``key`` is the letter for it, ``note`` and ``detail`` say more about it.

    ``warning`` is a sentence below it; ``heading`` stands above the item and those after it.
    """

    id: str
    label: str
    key: str = ""
    note: str = ""
    detail: str = ""
    warning: str = ""
    heading: str = ""


class MenuLine(NamedTuple):
    """A line of a list and the place of the item that it belongs to (None: a heading)."""

    line: Line
    item: int | None


def leave_item(kept: bool) -> Item:
    """The way out, and what becomes of the tables then."""
    note = texts.LEAVE_NOTE() if kept else texts.LEAVE_NOTE_UNSAVED()
    return Item("quit", texts.LEAVE(), "q", note)


def lobby_items(
    tables: Sequence[TableLine],
    now: datetime,
    new_key: str = "n",
    rules_key: str = "i",
    kept: bool = True,
) -> tuple[Item, ...]:
    """All that can be done in the lobby: the house's own things, then the tables, newest first.

    ``kept`` is whether tables outlive the program.
    """
    running = [line for line in tables if not line.over]
    finished = [line for line in tables if line.over]
    return (
        Item("new", texts.NEW_TABLE(), new_key, texts.NEW_TABLE_NOTE()),
        Item("rules", texts.READ_RULES(), rules_key, texts.READ_RULES_NOTE()),
        leave_item(kept),
        *(
            table_item(line, now, str(at + 1) if at < 9 else "", "" if at else texts.RESUME())
            for at, line in enumerate(running)
        ),
        *(
            table_item(line, now, "", "" if at else texts.FINISHED())
            for at, line in enumerate(finished)
        ),
    )


def table_item(
    line: TableLine,
    now: datetime,
    key: str,
    heading: str,
    word: str = "",
    people: Sequence[str] = (),
) -> Item:
    """A table in a list; ``word`` says what can be done with it, ``people`` more about who is
    there."""
    match () if line.readonly or line.seating.free else line.turn:
        case ():
            turn = ""
        case (name,):
            turn = texts.TO_MOVE(name=name)
        case several:
            turn = texts.SEVERAL_TO_MOVE(count=len(several))
    names = ", ".join(name for at, name in enumerate(line.seats) if at not in line.seating.free)
    facts = (turn, names, *people, "" if line.fair or not line.seats else texts.NOT_FAIR())
    when = ago(line.last_played, now) if line.last_played else ""
    return Item(
        id=f"table-{line.id}",
        label=line.title or texts.TABLE(id=spoken(line.id)),
        key=key,
        note=" · ".join(filter(None, (when, word))),
        detail=" · ".join(filter(None, facts)),
        warning=line.notice,
        heading=heading,
    )


def menu_lines(
    items: Sequence[Item], room: int, cursor: int, focused: bool = True
) -> tuple[MenuLine, ...]:
    """The list in lines of ``room`` cells; a sign and not colour alone shows the cursor."""
    keyed = any(item.key for item in items)
    lines: list[MenuLine] = []
    for at, item in enumerate(items):
        if item.heading:
            if lines:
                lines.append(MenuLine((), None))
            heading = "  " + fit(item.heading, room - 3).rstrip()
            lines.append(MenuLine((Run(heading, "title"),), None))
        mark = "▸ " if at == cursor else "  "
        key = f"{item.key:<2} " if keyed else ""
        space = max(0, room - len(mark) - len(key) - 1)
        beside = room >= BESIDE and bool(item.note)
        note = f"  {fit(item.note, space // 2).rstrip()}" if beside else ""
        label = padded(item.label, max(0, space - cell_len(note)))
        if at == cursor and focused:
            line: Line = (Run(f"{mark}{key}{label}{note} ", "picked"),)
        else:
            line = (Run(mark, "key"), Run(key, "key"), Run(label, "strong"), Run(note, "dim"))
        lines.append(MenuLine(line, at))
        indent = " " * (len(mark) + len(key))
        when = "" if beside or (item.key and not item.detail) else item.note
        for text, role in ((item.detail, "dim"), (when, "dim"), (item.warning, "bad")):
            for part in wrapped(text, space, DETAIL_LINES):
                lines.append(MenuLine((Run(indent + part, role),), at))
    return tuple(lines)


def window(lines: Sequence[MenuLine], cursor: int, top: int, height: int) -> int:
    """The first line to show, so that all of the item under the cursor is to be seen."""
    mine = [at for at, line in enumerate(lines) if line.item == cursor]
    if mine:
        first = 0 if cursor == 0 else mine[0]
        top = min(max(top, mine[-1] - height + 1), first)
    return max(0, min(top, len(lines) - height))


def ago(when: datetime, now: datetime) -> str:
    """How long ago that was, in the words and the time zone of ``now``."""
    local = when.astimezone(now.tzinfo)
    minutes = int((now - local).total_seconds() // 60)
    if minutes < 1:
        return texts.JUST_NOW()
    if minutes < 60:
        return texts.MINUTES_AGO(count=minutes)
    if local.date() == now.date():
        return texts.TODAY(time=f"{local:%H:%M}")
    if local.date() == now.date() - timedelta(days=1):
        return texts.YESTERDAY(time=f"{local:%H:%M}")
    return f"{local.day} {local:%B}" if local.year == now.year else f"{local.day} {local:%B %Y}"
