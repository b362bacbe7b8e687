"""The people at a table, beside its game: who is there, who talks, and who is waited for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.message import Message
from textual.reactive import reactive

from app import keys, texts
from app.messages import FollowTable, GoToLobby, ShowDice, ShowReview, ShowRules, ThrownOut
from app.screens.house import HouseScreen
from app.tables import presence
from app.tables.admission import is_shared
from app.tables.errors import StoreTrouble, TableTrouble, Trouble, sentence
from app.tables.table import utc_now
from app.views.company import Standing, added, note_told, standing_of, story, waits_for
from app.views.prompt import PromptShow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.screens.at_table import AtTable
    from app.tables.notes import Noted
    from app.tables.seating import Reason
    from app.tables.table import Outcome, Table

ACTS: Final = frozenset({*keys.DICE, *keys.TURN, "all", "clear", "every", "onward", "go"})
"""Intents of those who play; those who watch are told that they do."""

ELSEWHERE: Final = ("seats", "rules", *keys.PAST, "lobby")
"""Intents that lead away from the table, the same at every kind of it."""

GOSSIP: Final = 20
"""Sentences about people that a screen holds where it has no log of the game."""

BEAT: Final = 1.0
"""Seconds between two looks at the clock."""


class CompanyMoved(Message):
    """Somebody has come, gone or talked; it may come from another thread."""


class Company(HouseScreen[None]):
    """A table where others may come in; at one of a single keyboard it does nothing.

    A subclass has the ``table``, its side of it in ``at``, a ``picture`` with a log, and `refuse`.
    It shows ``standing`` in its title, ``waiting`` as its prompt, and asks `sociable` what can be
    done.
    """

    table: Table
    at: AtTable
    picture: Any

    standing: reactive[Standing] = reactive(Standing(), layout=False, repaint=False)
    gossip: reactive[tuple[str, ...]] = reactive((), layout=False, repaint=False)

    SOCIAL: ClassVar[tuple[str, ...]] = keys.SOCIAL

    in_log: ClassVar[bool] = True
    """Whether the log of the game tells of people too; else ``gossip`` alone does."""

    shared = False
    waiting = ""
    _known = 0
    _gone = False
    _arrived = True
    _unheard: Callable[[], None] | None = None

    def refuse(self, sentence: str) -> None:
        """Say why not."""
        raise NotImplementedError  # abstract: ABC and Textual's metaclass do not mix

    def watch_picture(self, old: Any, new: Any) -> None:
        """Draw the picture."""
        raise NotImplementedError  # abstract: ABC and Textual's metaclass do not mix

    # Coming and going

    def on_mount(self) -> None:
        table = self.table
        self.at.token = self.house.token
        self.shared = is_shared(table.hosting, table.seating)
        self.set_class(self.shared, "-shared")
        fresh = not table.notes
        if self.shared:
            self._unheard = table.subscribe(self._heard_note)
            self._come()
            self._retell()
        if self.shared or table.hosting.turn_seconds is not None:
            self.set_interval(BEAT, self._beat)
            self.set_class(table.hosting.turn_seconds is not None, "-clocked")
        self._look_round()
        if fresh and self.waiting and table.seating.host == self.at.person:
            self.call_after_refresh(self._invite)

    def on_unmount(self) -> None:
        if self._unheard is not None:
            self._unheard()
        self._leave_company("lost")

    def farewell(self) -> None:
        """Leave the table because the person wants to."""
        self._leave_company("asked")

    def _leave_company(self, reason: Reason) -> None:
        if self.shared and not self._gone:
            self._gone = True
            with suppress(Trouble):  # it will be seen that nobody is there
                presence.go(self.table, self.at.person, self.at.token, reason)

    def _come(self) -> None:
        """Be at the table; while that cannot be stored it is tried again."""
        visitor = self.house.visitor
        self._arrived = False
        try:
            name = visitor.name if visitor is not None else ""
            presence.come(self.table, self.at.person, name, self.at.token)
        except StoreTrouble as trouble:
            self.refuse(trouble.message)
        except TableTrouble as trouble:
            self._throw_out(trouble.message)
        else:
            self._arrived = True

    def _throw_out(self, why: str) -> None:
        """This session may not be here any more, and does nothing from now on."""
        if not self._gone:
            self._gone = True
            self.post_message(ThrownOut(why))

    # What others do

    def _heard_note(self, outcome: Outcome) -> None:
        if outcome.note is not None:
            self.post_message(CompanyMoved())

    def on_company_moved(self, message: CompanyMoved) -> None:
        message.stop()
        noted = self.table.noted
        new, self._known = noted[self._known :], len(noted)
        if self._gone or not new:
            return
        self._look_for_oneself(new)
        if any(one.note.kind in ("sat", "left") for one in new):
            self._retell()
        else:
            said = [note_told(one.note, self.table.names) for one in new]
            if self.in_log:
                picture = self.picture
                held_back = picture.held_back if picture.tumbling else 0
                self.picture = replace(picture, log=added(picture.log, said, held_back))
            self.gossip = (*self.gossip, *said)[-GOSSIP:]
        self._look_round()

    def _look_for_oneself(self, new: tuple[Noted, ...]) -> None:
        """See whether something of it is about this session, or leads on from here."""
        person = self.at.person
        for _, _, note in new:
            if note.kind == "again":
                self.post_message(FollowTable(note.text))
            elif not person or note.who != person:
                continue
            elif note.kind == "kicked":
                self._throw_out(sentence("sent_away"))
            elif note.kind == "came" and note.token != self.at.token:
                self._throw_out(sentence("elsewhere"))

    def _retell(self) -> None:
        """Tell the log anew: somebody is called something else, or there is a past to tell."""
        table = self.table
        self._known = len(table.noted)
        behind = table.state.version - self.at.state.version
        events = table.events[: len(table.events) - behind]
        self.gossip = tuple(note_told(one.note, table.names) for one in table.noted[-GOSSIP:])
        noted = table.noted if self.in_log else ()
        self.picture = replace(self.picture, log=story(events, noted, table.names))
        self.renamed()

    def renamed(self) -> None:
        """Somebody at the table is called something else than before."""

    def _beat(self) -> None:
        if not self._gone:
            if not self._arrived:
                self._come()
            self._look_round()

    def _look_round(self) -> None:
        """Bring up to date who is waited for, and how long."""
        table = self.table
        self.standing = standing_of(table, self.at.seats, utc_now())
        waiting = "" if table.state.over else waits_for(table.hosting, table.seating)
        if waiting != self.waiting:
            self.waiting = waiting
            self.watch_picture(self.picture, self.picture)

    def prompted(self, usual: PromptShow) -> PromptShow:
        """The sentence under the dice: that the table waits for players, before all but refusals.

        While it does nobody can move.
        """
        return PromptShow(self.waiting, "accent") if self.waiting and usual.tone != "bad" else usual

    # What this person does

    def sociable(self) -> tuple[str, ...]:
        """The intents about people that make sense now."""
        if not self.shared or self._gone:
            return ()
        return self.SOCIAL if self.table.hosting.code else ("talk",)

    def offered(self) -> Iterator[keys.Intent]:
        return (
            one
            for one in super().offered()
            if (one.id not in self.SOCIAL or one.id in self.sociable())
            and (one.id != "review" or self.table.state.over)
        )

    def action_intent(self, intent: str) -> None:
        if intent in self.SOCIAL:
            self._be_social(intent)
        elif not (intent in ACTS and self._looks_on(intent)):
            super().action_intent(intent)

    def _be_social(self, intent: str) -> None:
        if intent not in self.sociable():
            return
        if intent == "invite":
            self._invite()
            return
        from app.screens.talk import TalkScreen

        self.app.push_screen(TalkScreen(), self._say)

    def _say(self, text: str | None) -> None:
        if text and not self._gone:
            try:
                presence.say(self.table, self.at.person, text)
            except Trouble as trouble:
                self.refuse(trouble.message)

    def _invite(self) -> None:
        from app.screens.invite import InviteScreen

        self.app.push_screen(InviteScreen(self.table))

    def _looks_on(self, intent: str) -> bool:
        """Whether this person cannot act now, and was told so, or has their seat back first."""
        stage = self.picture.stage
        if self._gone:
            return True
        if not self.shared or self.at.seats or stage == "over" or self.table.readonly:
            return False
        try:
            if presence.take_back(self.table, self.at.person):
                return True
        except Trouble as trouble:
            self.refuse(trouble.message)
            return True
        if intent in ("keep", "go") and stage in ("opening", "break"):
            return False
        self.refuse(texts.LOOKING_ON())
        return True

    def elsewhere(self) -> tuple[str, ...]:
        """Those of them that belong into the key bar now: what is past, when the game is."""
        over = self.table.state.over
        return tuple(name for name in ELSEWHERE if over or name not in keys.PAST)

    def look_elsewhere(self, intent: str) -> None:
        """Do what leads away from the table, if only for a moment."""
        if intent == "seats":
            from app.screens.seats import SeatsScreen

            self.app.push_screen(SeatsScreen(self.table, self.at.person))
        elif intent == "rules":
            setup = self.table.setup
            self.post_message(ShowRules(setup.preset, setup.options))
        elif intent == "review":
            self.post_message(ShowReview(self.table.id))
        elif intent == "honest":
            self.post_message(ShowDice(self.table.id))
        else:
            self.post_message(GoToLobby())
