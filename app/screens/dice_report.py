"""Honest dice on show: at a table, and over all games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app import keys
from app.screens.reworded import reworded
from app.screens.thinking import Thinker, ThinkingScreen
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


class DicePage(Page):
    """The figures, to scroll through."""

    show: reactive[DiceShow | None] = reactive(None)

    def shown(self) -> object:
        return self.show

    def text(self, width: int) -> tuple[Line, ...]:
        return () if self.show is None else report_lines(self.show, width)


class DiceReportScreen(ThinkingScreen[None]):
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
        self.ask(self._counted, self._show, self._failed_to)

    def _counted(self, thinker: Thinker) -> DiceShow:
        """Count them, in a thread of its own."""
        from app.dice import gathered

        def progress(done: int, total: int) -> None:
            if thinker.given_up() or done % 10 == 0:
                thinker.tell(lambda: self._caption(texts.COUNTING(done=done + 1, total=total)))

        return side_by_side(gathered(self.house.seen, self.asked or None, progress))

    def _show(self, show: DiceShow) -> None:
        self._caption("")
        self.query_one(DicePage).show = show

    def _failed_to(self, why: str) -> None:
        """What cannot be counted is one sentence."""
        self._caption(why or texts.FAILED(), "bad")

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
            self.give_up()
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
