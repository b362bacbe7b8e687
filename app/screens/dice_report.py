"""Honest dice on show: at a table, and over all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message
from textual.reactive import reactive
from textual.worker import Worker, WorkerState, get_current_worker

from app import keys
from app.screens.house import HouseScreen
from app.screens.reworded import reworded
from app.tables.errors import Trouble
from app.tables.ids import spoken
from app.views import dice_report_texts as texts
from app.views import lobby_texts
from app.views.dice_report import Busts, DiceShow, Side, report_lines
from app.views.key_bar import KeyHint
from app.views.lines import Line
from app.widgets.form_says import Says
from app.widgets.page import Page

if TYPE_CHECKING:
    from textual.widget import Widget

    from app.dice import Gathered, Tally


class Counted(Message):
    """The dice of a table (empty: of all games) have been counted."""

    def __init__(self, table: str, show: DiceShow) -> None:
        super().__init__()
        self.table = table
        self.show = show


class Counting(Message):
    """So many of so many tables have been counted."""

    def __init__(self, done: int, total: int) -> None:
        super().__init__()
        self.done = done
        self.total = total


class _GivenUp(Exception):
    """Nobody waits for the figures any more."""


class DicePage(Page):
    """The figures, to scroll through."""

    show: reactive[DiceShow | None] = reactive(None)

    def shown(self) -> object:
        return self.show

    def text(self, width: int) -> tuple[Line, ...]:
        return () if self.show is None else report_lines(self.show, width)


class DiceReportScreen(HouseScreen[None]):
    """The dice of ``table`` (empty: of all games); they are counted beside the keyboard."""

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "honest", "lobby")

    def __init__(self, table: str = "") -> None:
        super().__init__()
        self.table = table
        self.asked = table

    def content(self) -> Iterable[Widget]:
        yield Says("", "title", id="heading")
        yield Says("", "accent", id="caption")
        yield DicePage()

    def on_mount(self) -> None:
        self._count()

    def _count(self) -> None:
        """Count the dice that are asked for."""
        heading = texts.HEADING_TABLE(table=spoken(self.asked)) if self.asked else ""
        self.query_one("#heading", Says).say(heading or texts.HEADING_ALL(), "title")
        self._caption(texts.BEGINNING())
        self.query_one(DicePage).show = None
        work = partial(self._counted, self.asked)
        self._worker = self.run_worker(
            work, "dice", "dice", thread=True, exclusive=True, exit_on_error=False
        )

    def _counted(self, table: str) -> None:
        """Count them, in a thread of its own."""
        from app.dice import gathered

        worker = get_current_worker()

        def progress(done: int, total: int) -> None:
            if worker.is_cancelled:
                raise _GivenUp
            if done % 10 == 0:
                self.post_message(Counting(done, total))

        try:
            found = gathered(self.house.seen, table or None, progress)
        except _GivenUp:
            return
        self.post_message(Counted(table, side_by_side(found)))

    def on_counting(self, message: Counting) -> None:
        message.stop()
        if self.query_one(DicePage).show is None:
            self._caption(texts.COUNTING(done=message.done + 1, total=message.total))

    def on_counted(self, message: Counted) -> None:
        message.stop()
        if message.table == self.asked:
            self._caption("")
            self.query_one(DicePage).show = message.show

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What cannot be counted is one sentence."""
        if event.state is WorkerState.ERROR and event.worker is self._worker:
            error = event.worker.error
            self._caption(error.message if isinstance(error, Trouble) else texts.FAILED(), "bad")

    def _caption(self, said: str, role: str = "accent") -> None:
        caption = self.query_one("#caption", Says)
        caption.say(said, role)
        caption.display = bool(said)

    # Keys

    def _other(self) -> str:
        return texts.KEY_ALL() if self.asked else texts.KEY_TABLE()

    def offered(self) -> Iterator[keys.Intent]:
        words = {"lobby": (texts.KEY_BACK, texts.TIP_BACK)}
        if self.table:
            words["honest"] = texts.KEY_ALL if self.asked else texts.KEY_TABLE, texts.TIP_OTHER
        for intent in reworded(super().offered(), words):
            if self.table or intent.id != "honest":
                yield intent

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        other = (KeyHint("honest", shown("honest"), self._other()),) if self.table else ()
        self.hint(
            KeyHint("lobby", shown("lobby"), texts.KEY_BACK()),
            KeyHint("", "↑↓", lobby_texts.KEY_MOVE()),
            *other,
            KeyHint("help", shown("help"), keys.INTENTS["help"].label),
        )

    def intend(self, intent: str) -> None:
        if intent in ("up", "down"):
            self.query_one(DicePage).scrolled(-1 if intent == "up" else 1)
        elif intent == "honest" and self.table:
            self.asked = "" if self.asked else self.table
            self._count()
            self.show_keys()
        elif intent == "lobby":
            self._worker.cancel()
            self.dismiss()


def side_by_side(found: Gathered) -> DiceShow:
    """People and the computer beside each other, then everybody by name, most dice first."""
    from app.dice import together

    people = {name: one for name, one in found.players.items() if name not in found.computers}
    machines = {name: one for name, one in found.players.items() if name in found.computers}
    sides: list[Side] = []
    if people and machines:
        sides = [
            _side(texts.PEOPLE(), together(people.values())),
            _side(texts.COMPUTER(), together(machines.values())),
        ]
    if len(found.players) > 1:
        sides.append(_side(texts.EVERYBODY(), together(found.players.values())))
    named = sorted(found.players.items(), key=lambda pair: -pair[1].dice)
    sides += [_side(name, tally) for name, tally in named]
    return DiceShow(tuple(sides), found.sentences)


def _side(name: str, tally: Tally) -> Side:
    return Side(
        name=name,
        dice=tally.dice,
        faces=tuple(tally.faces[face] for face in range(1, 7)),
        faces_p=tally.faces_p,
        busts=tuple(
            Busts(dice, row.throws, row.busts, row.expected)
            for dice, row in sorted(tally.busts.items())
        ),
        busts_p=tally.busts_p,
        pairs=tally.pairs,
        repeats=tally.repeats,
        repeats_p=tally.repeats_p,
    )
