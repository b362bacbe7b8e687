"""From a key to the last byte of what it repaints, at a table in a terminal, without animation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.table import Table
from engine.actions import Keep
from engine.model import Setup
from engine.scene import Scene
from tests.bench.label import FIRST
from tests.bench.recorded import Recorder, sensible
from tests.bench.table import Goal, Line, ms, p95
from tests.bench.terminal import Repaint, Watched

SIZES = ((80, 24), (120, 36))
CHOICES = 120
"""Dice chosen or put back at each size; all else comes as often as the game brings it."""
HANDS_OFF = 1.0
"""Seconds without a key, so that the next player can begin."""
ENTER = "\r"

KINDS = ("die", "roll", "keep", "bank", "draw", "help")
MS = Goal(at_most=16, unit="ms")
BYTES = Goal(at_most=1500, unit="B")

Repaints = dict[str, list[Repaint]]


class AtTable:
    """Plays at a table by keys; what is on the table is read in its journal, as stored."""

    def __init__(self, terminal: Watched, table: Table) -> None:
        self.terminal = terminal
        self.table = table
        self.repaints: Repaints = defaultdict(list)

    def press(self, what: str, key: str) -> None:
        """Press a key and note what it brought."""
        self.repaints[what].append(self.terminal.press(key))

    @property
    def scene(self) -> Scene:
        """The table as whoever is to move sees it."""
        self.table.refresh()
        return self.table.scene(min(self.table.state.to_act))

    def go_on(self) -> None:
        """Do the next thing that a player does."""
        scene = self.scene
        if scene.may("draw") and not scene.may("bank"):
            self.terminal.rest(HANDS_OFF)
            self.unmeasured(ENTER)
            self.press("draw", "d")
            self.unmeasured(ENTER)
        elif scene.may("keep"):
            self.choose()
        elif scene.may("bank"):
            self.press("bank", "b")
        else:
            self.press("roll", "r")

    def choose(self) -> None:
        """Look at every die, then keep the best."""
        state = self.table.state
        keep = sensible(self.table.game, state, min(state.to_act), Recorder(0))
        assert isinstance(keep, Keep)
        turn = self.scene.turn
        assert turn is not None
        thrown = [die.number for die in turn.dice if die.status == "rolled"]
        for number in (*thrown, *thrown, *keep.dice):
            self.press("die", str(number))
        self.press("help", "?")
        self.unmeasured(ENTER)
        self.press("keep", ENTER)

    def unmeasured(self, key: str) -> None:
        """Press a key that may bring nothing."""
        with suppress(TimeoutError):
            self.terminal.press(key, patience=2.0)


def measured(columns: int, rows: int) -> tuple[Repaints, list[Repaint]]:
    """What keys brought at a table of this size, and in turns with them, at the one label."""
    with (
        TemporaryDirectory() as folder,
        closing(open_store(Path(folder)).store) as store,
        Watched("tests.bench.label", home=Path(folder), columns=columns, rows=rows) as label,
    ):
        setup = Setup(preset="fill-or-bust", seats=("Ann", "Bo", "Cy", "Di"), first=0)
        table = Hub(store).new_table(setup)
        label.shown(FIRST)
        label.rest()
        label_repaints = []
        app = ("app", "--no-animation")
        with Watched(*app, home=Path(folder), columns=columns, rows=rows) as terminal:
            terminal.shown("Resume a table")
            terminal.rest()
            terminal.press("1")
            play = AtTable(terminal, table)
            while len(play.repaints["die"]) < CHOICES and not table.state.over:
                play.go_on()
                label_repaints += [label.press("x") for _ in range(4)]
        return play.repaints, label_repaints


def keys() -> Iterator[Line]:
    """Every kind of key at each size, beside a key that changes the text of the one label."""
    for columns, rows in SIZES:
        repaints, label = measured(columns, rows)
        yardstick = p95([repaint.seconds for repaint in label])
        for kind in KINDS:
            found = repaints[kind]
            times = [repaint.seconds for repaint in found]
            slow = p95(times)
            usual = f"{len(found)} keys, median {ms(median(times))}"
            what = f"{kind} at {columns}x{rows}, p95 ({usual})"
            yield Line(what, ms(slow), ms(yardstick), slow / yardstick, MS, 1000 * slow)
        written = p95([float(repaint.written) for repaint in repaints["die"]])
        theirs = p95([float(repaint.written) for repaint in label])
        what = f"die at {columns}x{rows}, p95 of bytes written"
        yield Line(what, f"{written:,.0f} B", f"{theirs:,.0f} B", written / theirs, BYTES, written)
