"""Who plays at a table, over its screen: and who plays a seat from now on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Container

from app import keys
from app.screens.house import HouseModal, of_list
from app.screens.reworded import reworded
from app.tables import manners
from app.tables.errors import Trouble, sentence
from app.views import company_texts, seats
from app.views import lobby_texts as texts
from app.views.key_bar import KeyHint
from app.views.lobby_hosting import PERSON
from app.views.seats import WATCHER, deed_items, seat_items, who_items
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget

    from app.tables.table import Table
    from app.views.lobby import Item


class SeatsScreen(HouseModal[None]):
    """The seats of a table as a list; Enter on one asks who plays it.

    Those who watch come after them. What may be done with a person is asked in the same way.
    """

    INTENTS: ClassVar[tuple[str, ...]] = (*keys.PACE, "lobby")
    AUTO_FOCUS = "Menu"

    def __init__(self, table: Table, person: str) -> None:
        super().__init__()
        self.table = table
        self.person = person
        self.seat: int | None = None
        self.whom: str | None = None

    def content(self) -> Iterable[Widget]:
        with Container(id="sheet"):
            yield Says(texts.SEATS(), "title", id="heading")
            yield Menu(self._seats(), id="seats")
            yield Says(texts.SEATS_HELP(), "dim", id="note")

    def _seats(self) -> tuple[Item, ...]:
        return seat_items(self.table.names, self.table.seating, self.person)

    def offered(self) -> Iterator[keys.Intent]:
        return reworded(super().offered(), {"lobby": (texts.KEY_BACK, texts.TIP_BACK)})

    def called(self, intent: str) -> str:
        return texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def listing(self) -> tuple[KeyHint, ...]:
        return of_list(texts.KEY_CHOOSE())

    def legal(self) -> tuple[str, ...]:
        paced = self.seat is None and self.whom is None and self.table.seating.computers
        return tuple(name for name in super().legal() if paced or name not in keys.PACE)

    def intend(self, intent: str) -> None:
        if intent in keys.PACE:
            self._change_pace(keys.PACE[intent])
        elif intent == "open":
            self.query_one(Menu).action_choose()
        elif intent == "lobby":
            self._back()

    def _change_pace(self, by: int) -> None:
        try:
            self._say(manners.pace_changed(self.table, self.person, by))
        except Trouble as trouble:
            self._say(trouble.message, "bad")

    def _back(self) -> None:
        if self.seat is None and self.whom is None:
            self.close()
        else:
            self._list_seats()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """A seat or a person was picked, or what is to be done."""
        message.stop()
        chosen = message.item.id
        if self.seat is not None or self.whom is not None:
            self._do(chosen)
        elif chosen.startswith(WATCHER):
            self._ask_about(chosen.removeprefix(WATCHER))
        else:
            self._ask(int(chosen))

    def _ask(self, seat: int) -> None:
        seating = self.table.seating
        if not manners.may_change(seating, self.person, seat):
            self._say(sentence("not_yours"), "bad")
            return
        chair = seating.chairs[seat]
        self.seat, self.whom = seat, "" if chair.free else chair.person
        self.query_one("#heading", Says).say(texts.WHO_PLAYS(name=self.table.names[seat]), "title")
        deeds = deed_items(seating, self.person, self.whom, True)
        self._list((*deeds, *who_items()), chair.computer or PERSON)
        self._say("")

    def _ask_about(self, whom: str) -> None:
        deeds = deed_items(self.table.seating, self.person, whom, False)
        if not deeds:
            self._say(sentence("not_yours"), "bad")
            return
        self.whom = whom
        name = manners.name_of(self.table, whom)
        self.query_one("#heading", Says).say(company_texts.SEAT_OF(name=name), "title")
        self._list(deeds, "")
        self._say("")

    def _do(self, chosen: str) -> None:
        """Have a seat played by somebody from now on, or do something with its person."""
        told, tone = texts.SEATS_HELP(), "dim"
        table, person, whom = self.table, self.person, self.whom or ""
        try:
            match chosen:
                case seats.LEAVE:
                    manners.leave(table, person)
                case seats.KICK:
                    manners.kick(table, person, whom)
                case seats.MUTE | seats.UNMUTE:
                    manners.mute(table, person, whom, chosen == seats.MUTE)
                case seats.HOST:
                    manners.hand_over(table, person, whom)
                case who if self.seat is not None and who == PERSON:
                    manners.play_again(table, person, self.seat)
                case who if self.seat is not None:
                    manners.let_computer_play(table, person, self.seat, who)
        except Trouble as trouble:
            told, tone = trouble.message, "bad"
        self._list_seats()
        self._say(told, tone)

    def _list_seats(self) -> None:
        at = WATCHER + (self.whom or "") if self.seat is None else str(self.seat)
        self.seat = self.whom = None
        self.query_one("#heading", Says).say(texts.SEATS(), "title")
        self._list(self._seats(), at)
        self._say(texts.SEATS_HELP())

    def _list(self, items: tuple[Item, ...], at: str) -> None:
        menu = self.query_one(Menu)
        menu.items = items
        menu.cursor = next((place for place, one in enumerate(menu.items) if one.id == at), 0)
        self.show_keys()

    def _say(self, sentence: str, tone: str = "dim") -> None:
        self.query_one("#note", Says).say(sentence, tone)
