"""One seat out of several, by arrows or mouse: whom to challenge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app import texts
from app.screens.house import HouseModal
from app.views.lines import Line, Run, padded
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget


class Names(Lines):
    """Names, one of them under the cursor."""

    at: reactive[int] = reactive(0)

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self.names = names

    def frame(self) -> object:
        return self.names, self.at

    def top(self, height: int) -> int:
        """The first name on view."""
        room = max(1, height - 2)
        return max(0, min(self.at - room // 2, len(self.names) - room))

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        top = self.top(height)
        shown = list(enumerate(self.names))[top : top + max(1, height - 2)]
        return (
            (Run(f" {texts.CHALLENGE_WHOM()}", "title"),),
            (),
            *(
                (
                    Run(" ▸ " if index == self.at else "   ", "accent"),
                    Run(padded(name, width - 4), "picked" if index == self.at else ""),
                )
                for index, name in shown
            ),
        )


class WhomScreen(HouseModal[int]):
    """Answers the seat that was chosen, or nothing."""

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "keep", "go", "lobby")

    def __init__(self, seats: tuple[tuple[int, str], ...]) -> None:
        super().__init__()
        self.seats = seats

    def content(self) -> Iterable[Widget]:
        yield Names(tuple(name for _, name in self.seats))

    def legal(self) -> tuple[str, ...]:
        return ("keep", "up", "down", "lobby")

    def called(self, intent: str) -> str:
        if intent == "lobby":
            return texts.CLOSE()
        return texts.CHALLENGE() if intent == "keep" else super().called(intent)

    def intend(self, intent: str) -> None:
        names = self.query_one(Names)
        if intent in ("up", "down"):
            names.at = (names.at + (-1 if intent == "up" else 1)) % len(self.seats)
        elif intent == "lobby":
            self.close()
        else:
            self.close(self.seats[names.at][0])

    def on_click(self, event: events.Click) -> None:
        names = self.query_one(Names)
        if event.widget is names:
            index = names.top(names.size.height) + event.y - names.region.y - 2
            if 0 <= index < len(self.seats):
                self.close(self.seats[index][0])
