"""What every form does alike: from field to field, and one sentence about where the cursor is."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widgets import Input

from app import keys
from app.screens.house import HouseScreen
from app.screens.reworded import reworded
from app.views import lobby_texts
from app.widgets.form_choice import Choice
from app.widgets.form_press import Press


class FormScreen(HouseScreen[None]):
    """A screen of fields. A subclass says in `speak` what there is to say about the field."""

    @property
    def here(self) -> str:
        """The id of what the cursor is on."""
        return (self.focused.id or "") if self.focused else ""

    def enter(self) -> None:
        """What enter does where the cursor is: press it, or go on."""
        if isinstance(self.focused, Press):
            self.focused.action_press()
        else:
            self.focus_next()

    def move(self, step: int) -> None:
        """To the field above or below."""
        if step > 0:
            self.focus_next()
        else:
            self.focus_previous()

    def speak(self, aside: str = "") -> None:
        """One sentence: what is wrong here or elsewhere, or else ``aside``, or help."""

    def intend(self, intent: str) -> None:
        match intent:
            case "up":
                self.move(-1)
            case "down":
                self.move(1)
            case "lobby":
                self.dismiss()
            case "enter":
                self.enter()
            case "change" if isinstance(self.focused, Choice):
                self.focused.action_turn(1)

    def on_choice_entered(self, message: Choice.Entered) -> None:
        """Enter on a choice."""
        message.stop()
        self.enter()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Enter in a line."""
        message.stop()
        self.enter()

    def on_descendant_focus(self) -> None:
        """Help for where the cursor is now."""
        if self.is_mounted:
            self.speak()

    def offered(self) -> Iterator[keys.Intent]:
        words = {"lobby": (lobby_texts.KEY_BACK, lobby_texts.TIP_BACK)}
        return reworded(super().offered(), words)
