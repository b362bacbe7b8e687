"""A line or two of text that a screen sets: a heading, a help, a complaint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.reactive import reactive

from app.views.lines import Line, Run, wrapped
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual.geometry import Size


MOST = 4
"""Lines of the longest sentence."""


class Says(Lines):
    """A sentence in the room there is, with an ellipsis where there is too little of it."""

    text: reactive[str] = reactive("", layout=True)
    role: reactive[str] = reactive("")

    def __init__(self, text: str = "", role: str = "", *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.set_reactive(Says.text, text)
        self.set_reactive(Says.role, role)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the sentence needs."""
        del container, viewport
        return len(wrapped(self.text, width, MOST)) if self.text else 0

    def frame(self) -> object:
        return (self.text, self.role)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        """The sentence, wrapped."""
        return tuple((Run(part, self.role),) for part in wrapped(self.text, width, height))

    def say(self, text: str, role: str = "") -> None:
        """Say something else."""
        self.role = role
        self.text = text
