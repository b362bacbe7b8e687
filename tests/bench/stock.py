"""The yardstick of a key: the same table out of the widgets that Textual brings.

It shows what ours shows, each thing in the widget that one would take first: a header and a
footer, the sheet of scores, the log, six framed dice, and lines for what is at stake.
"""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import DataTable, Footer, Header, RichLog, Static

FACES = (1, 5, 1, 3, 4, 6)
WORTH = {1: 100, 5: 50}
FIRST = "At stake"
NAMES = ("Ann", "Bo")


class Table(App[None]):
    """One player's turn; 1 to 6 choose a die."""

    CSS = """
    .die { border: round white; width: 7; height: 5; content-align: center middle; margin: 0 1; }
    .chosen { border: heavy yellow; }
    #scores { width: 30; height: 1fr; }
    #dice { height: 7; }
    #stake { height: 1; }
    """
    BINDINGS: ClassVar = [
        *(Binding(f"{each}", f"die({each})", "Choose", show=each == 1) for each in range(1, 7)),
        Binding("enter", "keep", "Keep"),
        Binding("r", "roll", "Roll"),
        Binding("b", "bank", "Bank"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.chosen: set[int] = set()

    def compose(self) -> ComposeResult:
        yield Header()
        with Horizontal():
            with Vertical():
                yield Static(FIRST, id="stake")
                with Horizontal(id="dice"):
                    for number, face in enumerate(FACES, 1):
                        yield Static(f"{face}\n\n{number}", classes="die", id=f"die{number}")
                yield RichLog()
            yield DataTable(id="scores")
        yield Footer()

    def on_mount(self) -> None:
        scores: DataTable[str] = self.query_one(DataTable)
        scores.add_columns("Player", "Score", "This turn")
        for name in NAMES:
            scores.add_row(name, "0", "0", key=name)
        for number in range(20):
            self.query_one(RichLog).write(f"{NAMES[number % 2]} rolled.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Only what is legal stands in the footer."""
        return bool(self.chosen) if action in ("keep", "bank") else True

    def action_die(self, number: int) -> None:
        """Choose a die, or put it back."""
        self.chosen ^= {number}
        die = self.query_one(f"#die{number}", Static)
        mark = "*" if number in self.chosen else " "
        die.update(f"{FACES[number - 1]}\n{mark}\n{number}")
        die.set_class(number in self.chosen, "chosen")
        points = sum(WORTH.get(FACES[each - 1], 0) for each in self.chosen)
        self.query_one("#stake", Static).update(f"{FIRST}: {points}")
        scores: DataTable[str] = self.query_one(DataTable)
        columns = list(scores.columns)
        scores.update_cell(NAMES[0], columns[2], str(points))
        self.refresh_bindings()


if __name__ == "__main__":
    Table().run()
