"""One line of a form that holds one of several values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from app.tables.names import fit
from app.views.lines import Line, Run
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events


class Choice(Lines, can_focus=True):
    """``‹ value ›``: left and right go through the values, a typed letter or digit jumps to one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,minus", "turn(-1)", "Previous", show=False),
        Binding("right,space,plus", "turn(1)", "Next", show=False),
        Binding("enter", "enter", "Next field", show=False),
    ]

    choices: reactive[tuple[tuple[str, str], ...]] = reactive(tuple)
    value: reactive[str] = reactive("")

    @dataclass
    class Changed(Message):
        """Another value shows."""

        choice: Choice
        value: str

        @property
        def control(self) -> Choice:
            """The choice it happened in."""
            return self.choice

    @dataclass
    class Entered(Message):
        """Enter was pressed on the choice."""

        choice: Choice

    def __init__(
        self, choices: Sequence[tuple[str, str]], value: str, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self.set_reactive(Choice.choices, tuple(choices))
        self.set_reactive(Choice.value, value)
        self._typed = ""

    @property
    def at(self) -> int:
        """The place of the value among the choices."""
        return next((at for at, one in enumerate(self.choices) if one[0] == self.value), 0)

    @property
    def shown(self) -> str:
        """The label of the value."""
        return self.choices[self.at][1] if self.choices else ""

    def frame(self) -> object:
        return (self.shown, self.has_focus)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        """The value between its arrows."""
        label = self._label(width)
        line: Line = (Run("‹ ", "dim"), Run(label, "strong"), Run(" ›", "dim"))
        if self.has_focus:
            line = (Run(f"‹ {label} ›", "picked"),)
        return (line,)[:height]

    def _label(self, width: int) -> str:
        return fit(self.shown, width - 4).rstrip()

    def set_choices(self, choices: Sequence[tuple[str, str]], value: str) -> None:
        """Other values to choose from; nobody is told of a change that a form makes itself."""
        with self.prevent(Choice.Changed):
            self.choices = tuple(choices)
            self.value = value

    def watch_value(self, old: str, new: str) -> None:
        """Tell the form."""
        if old != new:
            self.post_message(self.Changed(self, new))

    def action_turn(self, step: int) -> None:
        """To the next value or the one before, and round at the ends."""
        self._typed = ""
        if self.choices:
            self.value = self.choices[(self.at + step) % len(self.choices)][0]

    def action_enter(self) -> None:
        """The person is done here."""
        self.post_message(self.Entered(self))

    def on_key(self, event: events.Key) -> None:
        """Letters and digits go to the first value that begins with what was typed so far."""
        if event.character is None or not event.character.isalnum():
            return
        for typed in (self._typed + event.character.casefold(), event.character.casefold()):
            for value, label in self.choices:
                if label.casefold().startswith(typed):
                    self._typed = typed
                    self.value = value
                    event.stop()
                    return

    def on_blur(self) -> None:
        """What was typed ends with the visit."""
        self._typed = ""

    def on_click(self, event: events.Click) -> None:
        """The left arrow goes back, anything else on."""
        if event.x < cell_len(self._label(self.size.width)) + 4:
            self.action_turn(-1 if event.x <= 1 else 1)
