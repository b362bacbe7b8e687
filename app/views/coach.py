"""The coach's panel: why the best course is best, and the few courses worth considering."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from app.views import coach_texts as texts
from app.views.coach_course import Advice, Course, Worth
from app.views.coach_why import percent
from app.views.lines import Line, Run, cells, padded, wrapped
from app.views.picture import Picture
from engine.actions import Challenge
from engine.model import Action
from engine.words import number

MOST: Final = 4
"""Courses that are shown at most."""

WIDE: Final = 62
"""From this many cells on points and chances to win stand side by side."""

SIGNS: Final = 4
"""Cells for the signs before a course and the margin."""

LABEL, CELL, NARROW_CELL = 18, 9, 8


class Cell(NamedTuple):
    """A figure and what it means: nothing special, or the better one of its row."""

    text: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class CoachRow:
    """A course: its name and figures, and signs where it is the best or is the one chosen."""

    label: str
    cells: tuple[Cell, ...]
    best: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class CoachShow:
    """The panel. ``said`` is its sentence; ``head`` stands above the figures.

    ``narrow`` are the columns to show where there is no room for all of them, and what they are
    called then.
    """

    said: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[CoachRow, ...] = ()
    narrow: tuple[tuple[int, str], ...] = ()

    def columns(self, width: int) -> tuple[tuple[int, str], ...]:
        """The columns that are shown in this width, each with its heading."""
        return self.narrow if self.narrow and width < WIDE else tuple(enumerate(self.head))


def coach_show(picture: Picture, advice: Advice | None, trouble: bool = False) -> CoachShow:
    """What the coach shows of an advice (None: not worked out yet) at this picture."""
    if not asked(picture):
        return CoachShow("" if picture.scene.over else texts.NOT_NOW())
    if trouble:
        return CoachShow(texts.UNKNOWN())
    if advice is None or advice.version != picture.scene.version or picture.tumbling:
        return CoachShow(texts.THINKING())
    return advised(picture, advice)


def advised(
    picture: Picture, advice: Advice, done: Action | None = None, most: int = MOST
) -> CoachShow:
    """An advice in figures, at most so many courses; the chosen dice, or what was done, marked."""
    if not advice.courses:
        return CoachShow(texts.NOTHING())
    shown = _choices(picture, advice, most) if advice.keeps else _actions(picture, advice, done)
    return replace(shown, said=advice.why)


def asked(picture: Picture) -> bool:
    """Whether somebody at this keyboard has to choose now."""
    scene = picture.scene
    if picture.stage != "play" or picture.facts.readonly or not scene.actions:
        return False
    return scene.viewer is not None and not scene.seats[scene.viewer].computer


def _win(picture: Picture) -> str:
    return texts.WIN() if len(picture.scene.seats) == 2 else texts.WIN_OF_MANY()


def _choices(picture: Picture, advice: Advice, most: int) -> CoachShow:
    """Keeps, each with what stopping and going on would be worth after it."""
    win = _win(picture)
    shown = _worth_a_look(advice.courses, picture.chosen, most)
    rows = tuple(
        CoachRow(
            " ".join(map(str, one.faces)),
            _both(one),
            one is advice.courses[0],
            picture.chosen in one.dice,
        )
        for one in shown
    )
    points_only = all(one.worth.win is None for one in shown)
    if not any(one.bank or one.onward is None for one in shown):
        head: tuple[str, ...] = (texts.ONWARD(), win, texts.BUST())
        rows = tuple(replace(row, cells=row.cells[2:]) for row in rows)
        return _without_wins(head, rows) if points_only else CoachShow("", head, rows)
    head = (texts.BANK(), win, texts.ONWARD(), win, texts.BUST())
    narrow = ((1, texts.BANK()), (3, texts.ONWARD()), (4, texts.BUST()))
    return _without_wins(head, rows) if points_only else CoachShow("", head, rows, narrow)


def _without_wins(head: tuple[str, ...], rows: tuple[CoachRow, ...]) -> CoachShow:
    """Only points, and the chance to bust."""
    return CoachShow("", head[::2], tuple(replace(row, cells=row.cells[::2]) for row in rows))


def _worth_a_look(courses: tuple[Course, ...], chosen: frozenset[int], most: int) -> list[Course]:
    """The best keeps, no faces twice; the chosen one is always among them."""
    mine = next((one for one in courses if chosen in one.dice), None)
    found: list[Course] = []
    for one in courses:
        same = [at for at, other in enumerate(found) if other.faces == one.faces]
        if same and one is mine:
            found[same[0]] = one
        elif not same:
            found.append(one)
    shown = found[:most]
    if mine is not None and mine not in shown:
        shown[-1] = mine
    return shown


def _both(course: Course) -> tuple[Cell, ...]:
    bank, onward = course.bank, course.onward
    if bank is None and onward is None:
        return (*_pair(course.worth, "strong"), *_pair(None), _bust(None))
    going = bank is None or (onward is not None and _rank(onward) > _rank(bank))
    return (
        *_pair(bank, "" if going else "strong"),
        *_pair(onward, "strong" if going else ""),
        _bust(onward),
    )


def _rank(worth: Worth) -> tuple[float, float]:
    return (-1.0 if worth.win is None else worth.win, worth.points)


def _pair(worth: Worth | None, role: str = "") -> tuple[Cell, Cell]:
    if worth is None:
        return Cell(texts.NONE(), "dim"), Cell(texts.NONE(), "dim")
    win = texts.NONE() if worth.win is None else percent(worth.win, 1)
    return Cell(number(round(worth.points)), role), Cell(win, role)


def _bust(worth: Worth | None) -> Cell:
    if worth is None or worth.bust is None:
        return Cell(texts.NONE(), "dim")
    return Cell(percent(worth.bust))


def _actions(picture: Picture, advice: Advice, done: Action | None) -> CoachShow:
    """Actions of a turn in which no roll waits."""
    head = (texts.POINTS(), _win(picture), texts.BUST())
    best = advice.courses[0]
    rows = tuple(
        CoachRow(
            _label(picture, one),
            (*_pair(one.worth, "strong" if one is best else ""), _bust(one.worth)),
            one is best and len(advice.courses) > 1,
            one.action == done,
        )
        for one in advice.courses[:MOST]
    )
    known = any(one.worth.win is not None for one in advice.courses)
    return CoachShow("", head, rows) if known else _without_wins(head, rows)


def _label(picture: Picture, course: Course) -> str:
    action = course.action
    if isinstance(action, Challenge):
        return texts.CHALLENGE_OF(name=picture.names[action.target])
    labels = (view.label for view in picture.scene.actions if view.kind == action.kind)
    return next(labels, action.kind)


def coach_lines(show: CoachShow, width: int, height: int, title: str = "") -> tuple[Line, ...]:
    """As many courses as there is room for beside the sentence, which is never left out."""
    said = wrapped(show.said, max(1, width - 4), min(height, 3))
    free = height - 1 - len(said)
    if not show.rows or free < 1:
        return _plainly(show.said, width, height)
    rows = show.rows[:free]
    mine = next((row for row in show.rows if row.chosen), None)
    if mine is not None and mine not in rows:
        rows = (*rows[:-1], mine)
    columns = show.columns(width)
    cell = CELL if width >= WIDE else NARROW_CELL
    room = max(4, min(LABEL, width - SIGNS - len(columns) * cell - 1))
    head = [Run(padded(name, cell, right=True), "dim") for _, name in columns]
    return (
        (Run(" "), Run(padded(title or texts.COACH(), room + SIGNS - 1), "title"), *head),
        *(_row(row, columns, room, cell) for row in rows),
        *((Run("   "), Run(line)) for line in said),
    )


def _plainly(said: str, width: int, height: int) -> tuple[Line, ...]:
    """The sentence alone, after the coach's name."""
    name = f" {texts.COACH()}  "
    room = width - cells((Run(name),)) - 1
    lines = wrapped(said, room, height) or ("",)
    rest = (Run(" " * cells((Run(name),))),)
    return tuple(
        (*(rest if at else (Run(name, "title"),)), Run(line)) for at, line in enumerate(lines)
    )


def _row(row: CoachRow, columns: tuple[tuple[int, str], ...], room: int, cell: int) -> Line:
    shown = [row.cells[at] for at, _ in columns]
    return (
        Run(f" {'▸' if row.chosen else ' '}{'★' if row.best else ' '} ", "key"),
        Run(padded(row.label, room), "strong" if row.chosen else ""),
        *(Run(padded(one.text, cell, right=True), one.role) for one in shown),
    )
