"""A card is turned over: everybody looks at it before the dice roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app import texts
from app.screens.house import HouseModal
from app.views.buttons import Button
from app.views.card_draw import CardDrawShow, card_draw_lines
from app.views.lines import Line
from app.widgets.parts import ActionBar, CardPanel

if TYPE_CHECKING:
    from textual.widget import Widget

    from engine.events import CardDrawn
    from engine.scene import CardView, PileView

TURN_FRAMES = 6
"""Pictures of a card that is being turned over."""


class TurnedCard(CardPanel):
    """The pile, the card while it turns, and what is still to come."""

    turning: reactive[int] = reactive(0)
    drawn: reactive[CardDrawShow | None] = reactive(None)

    def frame(self) -> object:
        return self.drawn, self.turning

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        if self.drawn is None:
            return ()
        return card_draw_lines(self.drawn, width, height, self.turning / TURN_FRAMES)


class CardDrawScreen(HouseModal[str]):
    """Answers ``roll``, ``decline``, or nothing: go on to the dice."""

    INTENTS: ClassVar[tuple[str, ...]] = ("keep", "roll", "decline", "go", "lobby")

    def __init__(
        self,
        event: CardDrawn,
        card: CardView,
        pile: PileView | None,
        name: str,
        may_decline: bool,
        may_roll: bool,
    ) -> None:
        super().__init__()
        self.drawn = CardDrawShow(name, card, pile, event.reshuffled)
        self.may_decline = may_decline
        self.may_roll = may_roll

    def content(self) -> Iterable[Widget]:
        panel = TurnedCard(id="drawn")
        panel.set_reactive(TurnedCard.drawn, self.drawn)
        yield panel
        yield ActionBar(id="answers", classes="centred")

    def on_mount(self) -> None:
        panel = self.query_one(TurnedCard)
        if self.house.look.animation:
            self.timer = self.set_interval(1 / 20, self._turn)
        else:
            panel.turning = TURN_FRAMES
        keymap = self.house.keymap
        answers = [Button("keep", self.called("keep"), keymap.shown("keep"))]
        if self.may_roll:
            answers.append(Button("roll", texts.ROLL_NOW(), keymap.shown("roll")))
        if self.may_decline:
            answers.append(Button("decline", texts.CARD_DECLINE(), keymap.shown("decline")))
        self.query_one(ActionBar).show = tuple(answers)

    def _turn(self) -> None:
        panel = self.query_one(TurnedCard)
        panel.turning += 1
        if panel.turning >= TURN_FRAMES:
            self.timer.stop()

    def legal(self) -> tuple[str, ...]:
        can = {"keep"}
        if self.may_roll:
            can.add("roll")
        if self.may_decline:
            can.add("decline")
        return tuple(name for name in super().legal() if name in can)

    def called(self, intent: str) -> str:
        if intent == "keep":
            return texts.CARD_USE() if self.may_decline else texts.CARD_ON()
        return texts.CARD_DECLINE() if intent == "decline" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent in ("keep", "go", "lobby"):
            self.close()
        elif intent in self.legal():
            self.close(intent)
