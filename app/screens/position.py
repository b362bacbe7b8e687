"""One position of a finished game: the dice, the sheets, and everything that could be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message
from textual.reactive import reactive
from textual.worker import get_current_worker

from app import texts as house_texts
from app.review import Seen
from app.screens.house import HouseModal
from app.screens.review_show import action_at, told_of
from app.views.lines import Line
from app.views.picture import Picture, TableFacts
from app.views.position import PositionShow, position_lines
from app.views.review import Moment
from app.widgets.lines import Lines
from app.widgets.tray import Die
from engine.actions import Keep

if TYPE_CHECKING:
    from textual.widget import Widget

    from app.views.coach_course import Advice


class Valued(Message):
    """The courses of the position have been worked out."""

    def __init__(self, advice: Advice) -> None:
        super().__init__()
        self.advice = advice


class Position(Lines):
    """The position as it was."""

    COMPONENT_CLASSES: ClassVar[set[str]] = Die.COMPONENT_CLASSES
    show: reactive[PositionShow | None] = reactive(None)

    def frame(self) -> object:
        return self.show

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return () if self.show is None else position_lines(self.show, width, height)


class PositionScreen(HouseModal[None]):
    """The position before a step of a review, with what was done marked."""

    INTENTS: ClassVar[tuple[str, ...]] = ("keep", "go", "lobby")

    def __init__(self, seen: Seen, moment: Moment) -> None:
        super().__init__()
        self.seen = seen
        self.before = seen.before[moment.step]
        self.action = action_at(seen, moment.step)
        scene = seen.table.game.scene(self.before, self.action.seat)
        chosen = frozenset(self.action.dice if isinstance(self.action, Keep) else ())
        picture = Picture(scene=scene, facts=TableFacts(seen.table.id), chosen=chosen)
        said = told_of(seen, moment)
        self.shown = PositionShow(moment.turn, moment.name, picture, self.action, said)

    def content(self) -> Iterable[Widget]:
        position = Position()
        position.set_reactive(Position.show, self.shown)
        yield position

    def on_mount(self) -> None:
        self.run_worker(self._value, "position", "position", thread=True, exit_on_error=False)

    def _value(self) -> None:
        from app.views.coach_advice import Stopped, advise

        worker, seat = get_current_worker(), self.action.seat
        assert seat is not None
        game, names = self.seen.table.game, self.seen.names
        try:
            advice = advise(game, self.before, seat, names, lambda: worker.is_cancelled)
        except Stopped:
            return
        self.post_message(Valued(advice))

    def on_valued(self, message: Valued) -> None:
        message.stop()
        self.shown = self.shown._replace(advice=message.advice)
        self.query_one(Position).show = self.shown

    def legal(self) -> tuple[str, ...]:
        return ("lobby",)

    def called(self, intent: str) -> str:
        return house_texts.CLOSE() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        del intent
        self.close()
