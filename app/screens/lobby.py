"""The lobby: lay a new table, resume one, read the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual.message import Message

from app import keys
from app.messages import (
    AskCode,
    JoinTable,
    OpenTable,
    ShowDice,
    ShowNewTable,
    ShowReview,
    ShowRules,
    ShowYou,
)
from app.screens.house import HouseScreen
from app.screens.reworded import reworded
from app.tables.errors import StoreTrouble
from app.views import lobby_texts as texts
from app.views import past_texts as past
from app.views.key_bar import KeyHint
from app.views.lines import Line
from app.views.lobby import Item, lobby_items
from app.views.lobby_sign import sign
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events
    from textual.timer import Timer
    from textual.widget import Widget

    from app.tables.admission import Way
    from app.tables.hub import TableLine

BREATH: Final = 0.25
"""Seconds from one look at the tables to the next, however many of them move meanwhile."""

DOORS: Final = ("code", "you")
"""What only those can ask for who came in at a door of the house."""


def local_now() -> datetime:
    """This moment, in the time zone of this computer."""
    return datetime.now().astimezone()


class TablesMoved(Message):
    """Tables have moved; it comes from another thread."""


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

    INTENTS: ClassVar[tuple[str, ...]] = ("rematch", "code", "rules", "review", "honest", "you")
    AUTO_FOCUS = "Menu"

    def __init__(self, now: Callable[[], datetime] = local_now) -> None:
        super().__init__()
        self.now = now
        self.seen = False
        self.looked = False
        self.finished = ""
        self.played = False
        self.ways: dict[str, Way] = {}
        self._unheard: Callable[[], None] | None = None
        self._due: Timer | None = None
        self._looked_at = 0.0

    def content(self) -> Iterable[Widget]:
        yield Sign(self.house.look.ascii)
        standing = Says("", "bad", id="standing")
        standing.display = False
        yield standing
        yield Menu(self._items(()), id="menu")

    def _items(self, tables: Sequence[TableLine], kept: bool = True) -> tuple[Item, ...]:
        shown, visiting = self.house.keymap.shown, self.house.visitor is not None
        if tables or visiting:
            from app.views.lobby_live import is_live, live_room

            if visiting or is_live(tables):
                own = {name: shown(name) for name in self.INTENTS}
                person, codes = self.house.person, self.house.codes
                room = live_room(tables, self.now(), person, codes, own, visiting, kept)
                self.ways = dict(room.ways)
                return room.items
        self.ways = {}
        return lobby_items(tables, self.now(), shown("rematch"), shown("rules"), kept)

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
        if not self.is_current:  # covered, it looks when it is seen again; or it is on its way out
            return
        self.looked = True
        self._looked_at = monotonic()
        hub = self.house.hub
        if self._unheard is None:
            self._unheard = hub.news.add(self._heard)
        trouble: tuple[str, ...] = ()
        try:
            tables = hub.tables()
            self._list(self._items(tables, hub.keeps))
            over = (line.id for line in tables if line.over)
            self.played = any(line.seats for line in tables)
            self.finished = next((one for one in over if one in self.ways or not self.ways), "")
        except StoreTrouble as error:
            trouble = (error.message,)
        said = " ".join((*hub.notices, *trouble))
        standing = self.query_one("#standing", Says)
        standing.say(said, "bad")
        standing.display = bool(said)
        self.show_keys()

    def _list(self, items: tuple[Item, ...]) -> None:
        """Show these; the cursor stays on what it was on."""
        menu = self.query_one(Menu)
        here = menu.items[menu.cursor].id if menu.items else ""
        menu.items = items
        menu.cursor = next((at for at, one in enumerate(items) if one.id == here), menu.cursor)

    def _heard(self, _: str) -> None:
        self.post_message(TablesMoved())

    def on_tables_moved(self, message: TablesMoved) -> None:
        """Look again soon; what moves until then is seen with it."""
        message.stop()
        if self._due is None and self.is_current:
            wait = self._looked_at + BREATH - monotonic()
            self._due = self.set_timer(max(wait, 0.01), self._look_again)

    def _look_again(self) -> None:
        self._due = None
        if self.is_current:
            self.look_round()

    def on_unmount(self) -> None:
        if self._unheard is not None:
            self._unheard()

    def offered(self) -> Iterator[keys.Intent]:
        visiting = self.house.visitor is not None
        return reworded(
            (
                one
                for one in super().offered()
                if (visiting or one.id not in DOORS)
                and (one.id not in keys.PAST or one.id in self._past())
            ),
            {
                "rematch": (texts.NEW_TABLE, texts.TIP_NEW),
                "rules": (texts.READ_RULES, texts.TIP_RULES),
                "review": (past.REVIEW, past.TIP_REVIEW),
                "honest": (past.HONEST, past.TIP_HONEST),
            },
        )

    def _past(self) -> tuple[str, ...]:
        """What of the past there is to look at."""
        return (*(("review",) if self.finished else ()), *(("honest",) if self.played else ()))

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        doors = DOORS if self.house.visitor is not None else ()
        self.hint(
            KeyHint("open", keys.shown("enter"), texts.KEY_OPEN()),
            KeyHint("", "↑↓", texts.KEY_MOVE()),
            *(
                KeyHint(name, shown(name), keys.INTENTS[name].label)
                for name in (*doors, *self._past(), "theme", "help")
            ),
        )

    def intend(self, intent: str) -> None:
        match intent:
            case "open":
                self.query_one(Menu).action_choose()
            case "rematch":
                self.post_message(ShowNewTable())
            case "rules":
                self.post_message(ShowRules())
            case "review":
                self._review()
            case "honest":
                self.post_message(ShowDice())
            case "code" if self.house.visitor is not None:
                self.post_message(AskCode())
            case "you" if self.house.visitor is not None:
                self.post_message(ShowYou())

    def _review(self) -> None:
        """Look again at the game under the cursor, or at the last one that is over."""
        menu = self.query_one(Menu)
        here = menu.items[menu.cursor].id
        if here.startswith("table-"):
            self.post_message(ShowReview(here.removeprefix("table-")))
        elif self.finished:
            self.post_message(ShowReview(self.finished))
        else:
            self.app.notify(past.NO_GAME(), markup=False)

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
            case "rules" | "quit" | "code" | "you" as intent:
                self.action_intent(intent)
            case item:
                table = item.removeprefix("table-")
                join = self.ways.get(table) == "join"
                self.post_message(JoinTable(table) if join else OpenTable(table))
