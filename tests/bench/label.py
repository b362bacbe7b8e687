"""The yardstick of the screens: a Textual app with one Label; every key changes its text."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import Label

FIRST = "No key yet"


class OneLabel(App[None]):
    """Nothing but a label."""

    keys = 0

    def compose(self) -> ComposeResult:
        yield Label(FIRST)

    def on_key(self, _event: events.Key) -> None:
        self.keys += 1
        self.query_one(Label).update(f"Keys: {self.keys}")


if __name__ == "__main__":
    OneLabel().run()
