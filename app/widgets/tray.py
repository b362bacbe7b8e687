"""The tray with its dice; each die is a small widget, so that only those that change are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import Container
from textual.reactive import reactive

from app.messages import DiePicked, Settled
from app.views.lines import Line
from app.views.opening import OpeningShow, opening_lines
from app.views.tray import (
    LAST_FRAME,
    MOST,
    DieShow,
    TrayShow,
    die_lines,
    header_lines,
    tumbled,
)
from app.widgets.lines import Shown

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.timer import Timer

FRAME: Final = 1 / 15
"""Seconds that a picture of the tumbling dice lasts."""


class Die(Shown):
    """One place of the tray; a click picks the die in it."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "die",
        "die-idle",
        "die-chosen",
        "die-held",
        "die-ready",
        "die-red",
        "die-idle-red",
        "die-chosen-red",
    }
    show: reactive[DieShow | None] = reactive(None, repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return () if self.show is None else die_lines(self.show, width, height)

    def on_click(self) -> None:
        if self.show is not None:
            self.post_message(DiePicked(self.show.number))


class TrayHeader(Shown):
    """The line above the dice."""

    show: reactive[TrayShow] = reactive(TrayShow(), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return header_lines(self.show, width)[:height]


class Opening(Shown):
    """The starting rolls, in place of the dice until the game begins."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"die"}
    show: reactive[OpeningShow | None] = reactive(None, repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return () if self.show is None else opening_lines(self.show, width, height)


class Tray(Container):
    """Six dice or fewer. Tumbling dice come to rest by themselves, and the tray says so."""

    show: reactive[TrayShow] = reactive(TrayShow(), repaint=False)
    opening: reactive[OpeningShow | None] = reactive(None, repaint=False)

    _frame = 0
    _timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield TrayHeader().data_bind(show=Tray.show)
        yield Opening().data_bind(show=Tray.opening)
        with Container(id="dice"):
            for _ in range(MOST):
                yield Die()

    def on_mount(self) -> None:
        self._dice = list(self.query(Die))
        self._lay(self.show)

    def watch_opening(self, opening: OpeningShow | None) -> None:
        self.set_class(opening is not None, "-opening")

    def watch_show(self, old: TrayShow, new: TrayShow) -> None:
        if not self.is_mounted:
            return
        tumbling = any(die.tumbling for die in new.dice)
        if tumbling and [die.tumbling for die in old.dice] != [die.tumbling for die in new.dice]:
            self._frame = 0
            self._stop()
            self._timer = self.set_interval(FRAME, self._next_frame)
        elif not tumbling:
            self._stop()
        self._lay(new)

    def _lay(self, show: TrayShow) -> None:
        """Give every place its die; places without one are not there."""
        for index, place in enumerate(self._dice):
            die = show.dice[index] if index < len(show.dice) else None
            place.show = tumbled(die, self._frame) if die is not None and die.tumbling else die
            if bool(show.dice) and place.display != (die is not None):
                place.display = die is not None

    def _next_frame(self) -> None:
        self._frame += 1
        self._lay(self.show)
        if self._frame >= LAST_FRAME:
            self._stop()
            self.post_message(Settled())

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
