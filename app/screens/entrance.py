"""The way from screen to screen as far as tables are concerned: who may come to which, and as what.

Whatever a screen asks for is checked here once more: a list may be old, and a code may be wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Any

from app.messages import (
    AskCode,
    FollowTable,
    GoToLobby,
    JoinTable,
    OpenTable,
    Rematch,
    ShowYou,
    ThrownOut,
)
from app.tables.errors import Trouble
from app.type_ahead import OneKeyAtATime
from app.views.lines import safe
from engine.refusal import IllegalAction

if TYPE_CHECKING:
    from textual.screen import Screen

    from app.tables.admission import Tries
    from app.tables.hub import Hub
    from app.tables.seen import Seen
    from app.tables.table import Table
    from app.tables.visitor import Desk, Visitor


class Entrance(OneKeyAtATime):
    """One person's session, as far as it comes to tables and leaves them."""

    visitor: Visitor | None = None
    desk: Desk | None = None
    public_url = ""

    def __init__(self, hub: Hub | Callable[[], Hub]) -> None:
        super().__init__()
        self._hub = hub
        self.codes: set[str] = set()

    @cached_property
    def hub(self) -> Hub:
        """The tables; where they are still to be opened, this opens them.

        The lobby asks for them after its first paint: what they import takes as long as that.
        """
        return self._hub() if callable(self._hub) else self._hub

    @cached_property
    def token(self) -> str:
        """What tells this session from another one of the same person."""
        return self.hub.new_token()

    @cached_property
    def tries(self) -> Tries:
        """The codes that were wrong."""
        from app.tables.admission import Tries

        return Tries()

    @property
    def person(self) -> str:
        """Who sits here, by the id that the house knows them by; "" at the machine's keyboard."""
        return self.visitor.id if self.visitor is not None else ""

    @property
    def called(self) -> str:
        """What the person is called; nothing at the machine's keyboard."""
        return self.visitor.name if self.visitor is not None else ""

    @property
    def seen(self) -> Seen:
        """The tables as far as they concern whoever sits here."""
        from app.tables.seen import Seen

        return Seen(self.hub, self.person, self.codes)

    def lobby(self) -> Screen[None]:
        """A fresh lobby."""
        from app.screens.lobby import LobbyScreen

        return LobbyScreen()

    def play(self, table: Table) -> None:
        """Show a table, or a hall of them, in place of whatever was there."""
        self.home()
        if table.scene(None).tables:
            from app.screens.hall import HallScreen

            self.push_screen(HallScreen(table, person=self.person, served=self.visitor is not None))
        else:
            from app.screens.dice_tray import DiceTrayScreen

            self.push_screen(DiceTrayScreen(table, person=self.person))

    def farewell(self) -> None:
        """Take leave of every table on view, before its screen is gone."""
        for screen in self.screen_stack:
            leave: Callable[[], Any] | None = getattr(screen, "farewell", None)
            if leave is not None:
                leave()

    def home(self) -> None:
        """Take away every screen down to the bottom one."""
        self.farewell()
        while len(self.screen_stack) > 1:
            self.pop_screen()

    def tell(self, sentence: str, severity: str = "information") -> None:
        """A short notice over any screen; whatever is in it is only text."""
        self.notify(
            safe(sentence),
            severity="warning" if severity == "warning" else "information",
            markup=False,
        )

    def play_if_found(self, find: Callable[[], Table]) -> None:
        """Play at a table, or say why it cannot be had."""
        try:
            table = find()
        except (IllegalAction, Trouble) as trouble:
            self.tell(trouble.message, "warning")
        else:
            self.play(table)

    def admitted(self, name: str, join: bool = False) -> Table:
        """A table that this person may come to; with ``join`` a free seat of it is taken.

        Raises:
            TableTrouble: there is none, they may not, or somebody was quicker.
            StoreTrouble: the store cannot be read or written now.
        """
        table = self.seen.open(name)
        if join:
            from app.tables.presence import join as take_a_seat

            take_a_seat(table, self.person, self.called, self.codes)
        return table

    def on_open_table(self, message: OpenTable) -> None:
        """Open a table that exists."""
        message.stop()
        self.play_if_found(lambda: self.admitted(message.table_id))

    def on_join_table(self, message: JoinTable) -> None:
        """Take a free seat and play."""
        message.stop()
        self.play_if_found(lambda: self.admitted(message.table_id, join=True))

    def on_rematch(self, message: Rematch) -> None:
        """Lay a new table like a finished one; those who only watched it cannot."""
        from app.tables.errors import TableTrouble

        message.stop()

        def again() -> Table:
            table = self.admitted(message.table_id)
            seating = table.seating
            if not seating.owned_by(self.person) and seating.host != self.person:
                raise TableTrouble("watching")
            return self.hub.rematch(table)

        self.play_if_found(again)

    def on_follow_table(self, message: FollowTable) -> None:
        """Go on at the table where everybody goes on."""
        message.stop()
        self.play_if_found(lambda: self.hub.open(message.table_id))

    def on_thrown_out(self, message: ThrownOut) -> None:
        """Leave a table where this session may not be any more."""
        message.stop()
        self.home()
        self.push_screen(self.lobby())
        self.tell(message.sentence, "warning")

    def on_go_to_lobby(self, message: GoToLobby) -> None:
        """Leave the table."""
        message.stop()
        self.home()
        self.push_screen(self.lobby())

    def come_back(self) -> None:
        """Return to the seat from which a torn line took this person, if there is one."""
        with suppress(Trouble):  # the lobby says it
            table = self.seen.torn_from()
            if table is not None:
                self.play(table)

    def on_ask_code(self, message: AskCode) -> None:
        """Ask for the code of a table."""
        from app.screens.code import CodeScreen

        message.stop()
        self.push_screen(CodeScreen(), self.code_given)

    def code_given(self, code: str | None) -> None:
        """Go to the table of a code: to a free seat if there is one, else to watch."""
        if code:
            self.play_if_found(lambda: self.invited(code))

    def invited(self, text: str) -> Table:
        """The table that a code invites to.

        Raises:
            TableTrouble: there is none, or too many codes were wrong.
            StoreTrouble: the store cannot be read or written now.
        """
        from app.tables.admission import read_code, way
        from app.tables.errors import TableTrouble

        now = monotonic()
        if self.tries.exhausted(now):
            raise TableTrouble("codes_too_often")
        code = read_code(text)
        line = self.hub.find(code) if code is not None else None
        if code is None or line is None:
            self.tries.failed(now)
            raise TableTrouble("no_such_code")
        self.codes.add(code)
        found = way(line.hosting, line.seating, line.over, self.person, self.codes)
        return self.admitted(line.id, join=found == "join")

    def on_show_you(self, message: ShowYou) -> None:
        """Show who this person is to others."""
        from app.screens.you import YouScreen

        message.stop()
        if self.visitor is not None:
            self.push_screen(YouScreen(self.visitor), self.became)

    def became(self, visitor: Visitor | None) -> None:
        """The person has another name, or is somebody whom the house knew already."""
        if visitor is None or self.visitor is None:
            return
        other = visitor.id != self.visitor.id
        self.visitor = visitor
        if other:
            self.home()
            self.push_screen(self.lobby())
