"""The fixed parts of the dice tray screen, each bound to its own slice of the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.reactive import reactive

from app.messages import Wanted
from app.views.banner import BannerShow, banner_lines
from app.views.board import BoardShow, board_lines, strip_lines
from app.views.buttons import Button, button_lines, laid_out
from app.views.card import CardShow, card_lines
from app.views.company import Standing
from app.views.lines import Line
from app.views.prompt import PromptShow, prompt_lines
from app.views.table_log import log_lines
from app.views.title import TitleShow, title_lines
from app.widgets.lines import Shown

if TYPE_CHECKING:
    from textual import events


class TitleLine(Shown):
    """The top line."""

    show: reactive[TitleShow | None] = reactive(None, repaint=False)
    standing: reactive[Standing] = reactive(Standing(), repaint=False)

    def frame(self) -> object:
        return self.show, self.standing

    def watch_standing(self) -> None:
        self.redraw()

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return () if self.show is None else title_lines(self.show, width, self.standing)[:height]


class Banner(Shown):
    """Whose turn it is, and the numbers of the turn."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"band-good", "band-bad"}
    show: reactive[BannerShow] = reactive(BannerShow(""), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return banner_lines(self.show, width, height)


class Prompt(Shown):
    """The one sentence under the dice."""

    show: reactive[PromptShow] = reactive(PromptShow(""), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return prompt_lines(self.show, width, height)


class ActionBar(Shown):
    """What can be done now, to click on."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"button-key"}
    show: reactive[tuple[Button, ...]] = reactive((), repaint=False)
    cursor: reactive[str] = reactive("", repaint=False)

    def frame(self) -> object:
        return self.show, self.cursor

    def watch_cursor(self) -> None:
        self.redraw()

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return button_lines(self.show, self.cursor, width, height, self.has_class("centred"))

    def on_click(self, event: events.Click) -> None:
        for button, row, start, end in laid_out(self.show, *self.size, self.has_class("centred")):
            if row == event.y and start <= event.x < end:
                self.post_message(Wanted(button.intent))


class CardPanel(Shown):
    """The card in force."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "card",
        "card-edge",
        "card-title",
        "card-back",
        "card-accent",
        "card-bad",
    }
    show: reactive[CardShow] = reactive(CardShow(), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return card_lines(self.show, width, height)


class Board(Shown):
    """The scoreboard beside the tray."""

    show: reactive[BoardShow] = reactive(BoardShow(), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return board_lines(self.show, width, height)


class Strip(Shown):
    """All sheets in one line, where there is no room for the board."""

    show: reactive[BoardShow] = reactive(BoardShow(), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return strip_lines(self.show, width)[:height]


class TableLog(Shown):
    """The last things that happened."""

    show: reactive[tuple[str, ...]] = reactive((), repaint=False)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return log_lines(self.show, width, height)
