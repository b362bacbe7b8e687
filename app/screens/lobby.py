"""The lobby: lay a new table, resume one, read the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from app import keys
from app.messages import OpenTable, ShowNewTable, ShowRules
from app.screens.house import HouseScreen
from app.screens.reworded import reworded
from app.tables.errors import StoreTrouble
from app.views import lobby_texts as texts
from app.views.key_bar import KeyHint
from app.views.lines import Line
from app.views.lobby import Item, lobby_items
from app.views.lobby_sign import sign
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says
from app.widgets.key_bar import KeyBar
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from app.tables.hub import TableLine


def local_now() -> datetime:
    """This moment, in the time zone of this computer."""
    return datetime.now().astimezone()


class Sign(Lines):
    """The name of the house beside two dice."""

    def __init__(self, plain: bool) -> None:
        super().__init__(id="sign")
        self._plain = plain

    def frame(self) -> object:
        return self._plain

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        return sign(width, height, self._plain)


class LobbyScreen(HouseScreen[None]):
    """What a person sees first, and in between two tables.

    It imports nothing of the games or the tables: they come after the first paint, and the other
    screens when they are asked for. ``now`` gives the time that "5 minutes ago" is reckoned from.
    """

    INTENTS: ClassVar[tuple[str, ...]] = ("rematch", "rules")
    AUTO_FOCUS = "Menu"

    def __init__(self, now: Callable[[], datetime] = local_now) -> None:
        super().__init__()
        self.now = now
        self.seen = False
        self.looked = False

    def content(self) -> Iterable[Widget]:
        yield Sign(self.house.look.ascii)
        standing = Says("", "bad", id="standing")
        standing.display = False
        yield standing
        yield Menu(self._items(()), id="menu")

    def _items(self, tables: Sequence[TableLine]) -> tuple[Item, ...]:
        shown = self.house.keymap.shown
        return lobby_items(tables, self.now(), shown("rematch"), shown("rules"))

    def on_menu_drawn(self) -> None:
        """The first paint is done: now there is time for the tables."""
        self.seen = True
        self.app.call_later(self.call_after_refresh, self.look_round)

    def on_screen_resume(self) -> None:
        """Tables may have moved on while another screen was in front."""
        if self.seen:
            self.look_round()

    def look_round(self) -> None:
        """Show the tables that there are, and what is the matter with the place of theirs."""
        self.looked = True
        hub = self.house.hub
        trouble: tuple[str, ...] = ()
        try:
            self.query_one(Menu).items = self._items(hub.tables())
        except StoreTrouble as error:
            trouble = (error.message,)
        said = " ".join((*hub.notices, *trouble))
        standing = self.query_one("#standing", Says)
        standing.say(said, "bad")
        standing.display = bool(said)

    def offered(self) -> Iterator[keys.Intent]:
        return reworded(
            super().offered(),
            {
                "rematch": (texts.NEW_TABLE, texts.TIP_NEW),
                "rules": (texts.READ_RULES, texts.TIP_RULES),
            },
        )

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        self.query_one(KeyBar).hints = (
            KeyHint("open", keys.shown("enter"), texts.KEY_OPEN()),
            KeyHint("", "↑↓", texts.KEY_MOVE()),
            *(KeyHint(name, shown(name), keys.INTENTS[name].label) for name in ("theme", "help")),
        )

    def intend(self, intent: str) -> None:
        match intent:
            case "open":
                self.query_one(Menu).action_choose()
            case "rematch":
                self.post_message(ShowNewTable())
            case "rules":
                self.post_message(ShowRules())

    def on_key(self, event: events.Key) -> None:
        """Somebody may know the digit of a table before it is shown."""
        if not self.looked and event.character and event.character.isdigit():
            self.look_round()
            self.query_one(Menu).pick_key(event.character)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """Do what was picked."""
        message.stop()
        match message.item.id:
            case "new":
                self.action_intent("rematch")
            case "rules" | "quit" as intent:
                self.action_intent(intent)
            case table:
                self.post_message(OpenTable(table.removeprefix("table-")))
