"""A screen with a coach: it thinks beside the keyboard, and is silent until somebody asks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.message import Message
from textual.reactive import reactive

from app.screens.thinking import GivenUp, Thinker, ThinkingScreen
from app.views import coach_texts as texts
from app.views.coach import CoachShow, asked, coach_show

if TYPE_CHECKING:
    from app.screens.at_table import AtTable
    from app.tables.solved import Job
    from app.views.coach_course import Advice
    from app.views.picture import Picture
    from engine.model import GameState

BEFOREHAND: Final = 0.5
"""Seconds after which a table that was opened is got ready for questions."""


class Solving(Message):
    """The chances to win are worked out further, or wholly; it comes from another thread."""


class CoachedScreen(ThinkingScreen[None]):
    """A table whose players may ask the coach, unless ``coach_allowed`` is false.

    A subclass has the table in ``at``, calls `follow` with each new picture, and lays the panel
    that is bound to ``coaching``. Nothing is advised while nobody wants it, and an answer that
    comes after the table has moved on is dropped.
    """

    coaching: reactive[CoachShow] = reactive(CoachShow(), layout=False, repaint=False)
    at: AtTable
    picture: reactive[Picture | None]
    coach_allowed = True

    _on = False
    _wanted: tuple[int, int] | None = None
    _advice: Advice | None = None
    _trouble = False
    _work: Job | None = None

    @property
    def coach_keys(self) -> tuple[str, ...]:
        """The intents of the coach, where the table wants it."""
        return ("coach",) if self.coach_allowed else ()

    def on_mount(self) -> None:
        if self.coach_allowed:
            self.set_timer(BEFOREHAND, self._get_ready)

    def _get_ready(self) -> None:
        """Solve beforehand what every question needs, beside the keyboard."""
        state = self.at.state
        wanted = self._on or bool(self.at.table.seating.computers)

        def ready() -> None:
            from app.tables.wins import solve
            from app.views.coach_advice import prepared

            prepared(state)
            if wanted:
                self._work = solve(state, lambda: self.post_message(Solving()))

        self.run_worker(ready, thread=True, exit_on_error=False)

    def on_solving(self, message: Solving) -> None:
        """Show how far it is; once it is done the choice on view is valued anew."""
        message.stop()
        if self._work is None or self.picture is None:
            return
        percent = None if self._work.over else int(self._work.done * 100)
        if percent != self.picture.solving:
            self.picture = replace(self.picture, solving=percent)
        if percent is None:
            self._work = self._wanted = None
            self._again()

    def toggle_coach(self, picture: Picture) -> str:
        """Have the coach speak or be silent; a sentence where the table does not want it."""
        if not self.coach_allowed:
            return texts.FORBIDDEN()
        self._on = not self._on
        self.set_class(self._on, "-coached")
        if self._on and self._work is None:
            self._get_ready()
        self.follow(picture)
        return ""

    def follow(self, picture: Picture) -> None:
        """Advise on the choice in this picture, if there is one and the coach is on."""
        if not self._on:
            return
        viewer = picture.scene.viewer
        wanted = None
        if asked(picture) and viewer is not None and viewer in self.at.seats:
            wanted = picture.scene.version, viewer
        if wanted != self._wanted:
            self._wanted, self._advice, self._trouble = wanted, None, False
            self.give_up()
            if wanted is not None and self.at.state.version == wanted[0]:
                think = partial(self._think, self.at.state, wanted[1], picture.names)
                self.ask(think, self._advised, self._puzzled)
        self.coaching = coach_show(picture, self._advice, self._trouble)

    def _think(
        self, state: GameState, seat: int, names: tuple[str, ...], thinker: Thinker
    ) -> Advice:
        from app.views.coach_advice import Stopped, advise

        try:
            return advise(self.at.table.game, state, seat, names, thinker.given_up)
        except Stopped:
            raise GivenUp from None

    def _advised(self, advice: Advice) -> None:
        self._advice = advice
        self._again()

    def _puzzled(self, _: str) -> None:
        """A question that the solver fails at is answered too: that it cannot be worked out."""
        self._trouble = True
        self._again()

    def _again(self) -> None:
        if self.picture is not None:
            self.follow(self.picture)
