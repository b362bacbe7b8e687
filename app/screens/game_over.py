"""The end of a game, over the table that it was played at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app import texts
from app.messages import ShowDice, ShowReview
from app.screens.house import HouseModal
from app.views.board import BoardShow
from app.views.buttons import Button
from app.views.game_over import GameOverShow, game_over_lines
from app.views.guard import Guard
from app.views.lines import Line
from app.widgets.lines import Lines
from app.widgets.parts import ActionBar

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from app.views.aftermath import Aftermath
    from app.views.picture import TableFacts
    from engine.scene import Scene


class Ending(Lines):
    """The winner, the final sheets, and how to check the dice."""

    show: reactive[GameOverShow | None] = reactive(None)

    def frame(self) -> object:
        return self.show

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return () if self.show is None else game_over_lines(self.show, width, height)


class GameOverScreen(HouseModal[str]):
    """Answers ``rematch`` or ``lobby``.

    A rematch takes its own key twice, with a pause before: no key of a turn leads to it.
    """

    INTENTS: ClassVar[tuple[str, ...]] = (
        "rematch",
        "review",
        "scores",
        "honest",
        "lobby",
    )

    def __init__(self, scene: Scene, facts: TableFacts, last: Aftermath | None) -> None:
        super().__init__()
        self.shown = GameOverShow(scene, facts, last.headline if last is not None else "")
        self.guard = Guard(0.4)

    def content(self) -> Iterable[Widget]:
        ending = Ending()
        ending.set_reactive(Ending.show, self.shown)
        yield ending
        yield ActionBar(id="answers", classes="centred")

    def on_mount(self) -> None:
        self.guard = Guard(self.house.look.quiet)
        self.guard.close(monotonic())
        self.set_class(bool(self.shown.scene.prizes), "-prizes")
        self.query_one(ActionBar).show = tuple(
            Button(name, self.called(name), self.house.keymap.shown(name))
            for name in self.INTENTS
            if name != "honest"
        )

    def on_key(self, event: events.Key) -> None:
        self.guard.hear(event.key, event.time)

    def on_click(self, event: events.Click) -> None:
        self.guard.hear("click", event.time)

    def called(self, intent: str) -> str:
        return texts.NEW_GAME() if intent == "rematch" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent == "rematch":
            self._rematch()
        elif intent == "scores":
            from app.screens.scoreboard import ScoreboardScreen

            self.app.push_screen(ScoreboardScreen(BoardShow(self.shown.scene.seats)))
        elif intent == "review":
            self.post_message(ShowReview(self.shown.facts.id))
        elif intent == "honest":
            self.post_message(ShowDice(self.shown.facts.id))
        elif intent == "lobby":
            self.close("lobby")

    def _rematch(self) -> None:
        if not self.guard.may_begin():
            return
        if self.shown.armed:
            self.close("rematch")
            return
        self.shown = replace(self.shown, armed=True, key=self.house.keymap.shown("rematch"))
        self.query_one(Ending).show = self.shown
