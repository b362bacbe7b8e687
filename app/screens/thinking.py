"""Work beside the keyboard: a thread thinks; its screen hears how far it is and what it found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from textual.message import Message
from textual.worker import Worker, WorkerState, get_current_worker

from app.screens.house import HouseScreen
from app.tables.errors import Trouble

THINKING: Final = "thinking"
"""The group of the workers that think; a new one ends the one before."""

Result = TypeVar("Result")
Answer = TypeVar("Answer")


class GivenUp(Exception):
    """Nobody waits for the answer any more."""


@dataclass
class Heard(Message):
    """A thread has something to say to the screen that asked it."""

    thinker: Thinker
    say: Callable[[], None]


class Thinker:
    """The thread, as far as its work may know it; made in the thread itself."""

    def __init__(self, screen: ThinkingScreen[Any], question: object) -> None:
        self._screen = screen
        self._worker = get_current_worker()
        self.question = question

    def given_up(self) -> bool:
        """Whether nobody waits any more."""
        return self._worker.is_cancelled

    def tell(self, say: Callable[[], None]) -> None:
        """Have the screen do something, unless it has asked anew by then.

        Raises:
            GivenUp: nobody waits any more.
        """
        if self.given_up():
            raise GivenUp
        self._screen.post_message(Heard(self, say))


class ThinkingScreen(HouseScreen[Result], Generic[Result]):
    """A screen that asks one question at a time; what is said to an earlier one is dropped."""

    _question: object | None = None
    _working: Worker[None] | None = None
    _failed: Callable[[str], None]

    def ask(
        self,
        work: Callable[[Thinker], Answer],
        found: Callable[[Answer], None],
        failed: Callable[[str], None],
    ) -> None:
        """Have a thread do some work.

        Its answer goes to ``found``; to ``failed`` goes the sentence of a trouble, or nothing where
        there is none to tell.
        """
        question = self._question = object()
        self._failed = failed

        def think() -> None:
            thinker = Thinker(self, question)
            try:
                answer = work(thinker)
                thinker.tell(lambda: found(answer))
            except GivenUp:
                return

        self._working = self.run_worker(
            think, THINKING, THINKING, thread=True, exclusive=True, exit_on_error=False
        )

    def give_up(self) -> None:
        """Nobody waits for the answer any more."""
        self._question = None
        if self._working is not None:
            self._working.cancel()
            self._working = None

    def on_heard(self, message: Heard) -> None:
        message.stop()
        if message.thinker.question is self._question:
            message.say()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Work that failed is an answer too."""
        if event.state is WorkerState.ERROR and event.worker is self._working:
            error = event.worker.error
            self._failed(error.message if isinstance(error, Trouble) else "")
