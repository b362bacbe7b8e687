"""The root of all that the dice tray screen shows: one frozen value, exchanged whole."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from app.views.aftermath import Aftermath
from engine.scene import DieView, KeepView, Scene

Stage = Literal["opening", "play", "handover", "over"]
"""``opening``: the starting rolls are on view. ``handover``: a turn has ended and the next player
has not begun. ``over``: the game has ended."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the arrow cursor is: on a die (by number) or on a button (by intent)."""

    die: int = 0
    button: str = ""


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What does not change while a table is on view.

    ``commitment`` is the dice's seal in hexadecimal; ``fair`` is False for dice that somebody gave;
    ``readonly`` is the sentence that says why the table can only be looked at; ``notice`` what else
    has to stay in sight.
    """

    id: str
    commitment: str = ""
    fair: bool = True
    readonly: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the screen.

    ``chosen`` are die numbers; ``tumbling`` the dice that still roll on the screen only;
    ``refusal`` is one sentence until the next good action; ``log`` the latest events, oldest first,
    of which the last ``held_back`` are not told while dice tumble;
    ``seconds`` what is left on the table's clock, None without one; ``solving`` how much of the
    chances to win is worked out, in percent, while that goes on.
    """

    scene: Scene
    facts: TableFacts
    stage: Stage = "play"
    chosen: frozenset[int] = frozenset()
    cursor: Spot | None = None
    refusal: str = ""
    tumbling: tuple[int, ...] = ()
    aftermath: Aftermath | None = None
    log: tuple[str, ...] = ()
    held_back: int = 0
    seconds: int | None = None
    solving: int | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.scene.seats)

    @property
    def told(self) -> tuple[str, ...]:
        """The events that may be told already."""
        return self.log[: -self.held_back] if self.tumbling and self.held_back else self.log

    @property
    def dice(self) -> tuple[DieView, ...]:
        """The dice on the tray: of the turn that ended until the next one begins."""
        if self.stage != "play" and self.aftermath is not None:
            return self.aftermath.dice
        return self.scene.turn.dice if self.scene.turn is not None else ()

    @property
    def choosable(self) -> tuple[int, ...]:
        """The numbers of the dice that may be chosen now."""
        if self.stage != "play" or not self.scene.may("keep"):
            return ()
        return tuple(die.number for die in self.dice if die.status == "rolled")

    @property
    def keep(self) -> KeepView | None:
        """The legal keep that the chosen dice make."""
        turn = self.scene.turn
        if turn is None or not self.chosen:
            return None
        return next((keep for keep in turn.keeps if frozenset(keep.dice) == self.chosen), None)

    @property
    def best(self) -> KeepView | None:
        """The keep that takes all that scores: most points, then most dice."""
        turn = self.scene.turn
        if turn is None or not turn.keeps:
            return None
        return max(turn.keeps, key=lambda keep: (keep.points, len(keep.dice)))
