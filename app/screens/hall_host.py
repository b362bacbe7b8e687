"""What moves a hall along: rolls by key, tables that roll by themselves, and the ghosts."""

from __future__ import annotations

from collections import deque
from time import monotonic
from typing import TYPE_CHECKING

from textual.message import Message
from textual.reactive import reactive

from app import texts
from app.messages import GoToLobby, Rematch, Settled
from app.screens.at_hall import AtHall
from app.screens.at_table import Happened
from app.screens.company import Company
from app.views import hall, hall_texts
from app.views.guard import Guard
from app.views.hall import PACES, HallPicture
from app.views.hall_round import opening_round
from app.views.hall_says import waits
from app.views.picture import TableFacts
from app.views.table_log import REMEMBERED, more_log

if TYPE_CHECKING:
    from textual.timer import Timer

    from app.tables.table import Table

BREATH = 0.005
"""Seconds between two portions of the rolls that one key asked for."""


class HallMoved(Message):
    """The hall has moved, by whomever; it may come from another thread."""


class HallHost(Company):
    """A hall at one keyboard.

    ``person`` sits here; ``seats`` are those played here (None: all that this person plays). The
    host rolls for computer players and ghosts too, unless the house does (``served``). Everything
    that rolls by itself takes little time at once and submits each roll through the table's one
    door.
    """

    in_log = False
    at: AtHall
    picture: reactive[HallPicture | None] = reactive(None, layout=False, repaint=False)

    def __init__(
        self,
        table: Table,
        seats: frozenset[int] | None = None,
        person: str = "",
        served: bool = False,
    ) -> None:
        super().__init__()
        self.at = AtHall(table, seats, person)
        self.table = table
        self.served = served
        self.host = seats is None and not served and table.seating.host == person
        self.guard = Guard(quiet=0.4)
        self.ended = False
        self._due: deque[int] = deque()
        self._onward_due: deque[int] = deque()
        self._troubled = False
        self._onward: Timer | None = None
        self._ghosts: Timer | None = None

    @property
    def hall(self) -> HallPicture:
        """What is shown; there is one as soon as there is a screen."""
        assert self.picture is not None
        return self.picture

    def on_mount(self) -> None:
        now = monotonic()
        self.guard = Guard(self.house.look.quiet)
        for intent in ("keep", "go"):  # whatever key opened this screen is still warm
            for key in self.house.keymap.keys(intent):
                self.guard.hear(key, now)
        self.guard.close(now)
        self.picture = self._first_picture()
        self.call_after_refresh(self._look_for_end)
        self._leave = self.table.subscribe(self._heard)
        self._dismiss = self.house.hub.attend(self.table) if self.served else lambda: None
        self._wake_ghosts()

    def on_unmount(self) -> None:
        self._dismiss()
        self._leave()

    def _first_picture(self) -> HallPicture:
        table, scene = self.table, self.at.scene_at(0)
        notice = table.notice
        facts = TableFacts(
            table.id, table.commitment, table.fair, notice if table.readonly else "", notice
        )
        fresh = not table.begun and not scene.over and not table.readonly
        seal = texts.SEALED(seal=table.commitment, id=table.id)
        opening = opening_round(scene, seal if table.fair else texts.NOT_FAIR_LONG(), table.fair)
        return HallPicture(
            scene=scene,
            facts=facts,
            seats=self.at.seats,
            stage="over" if scene.over else "opening" if fresh else "play",
            round=opening if fresh else None,
            log=more_log((), table.events[-REMEMBERED:], [seat.name for seat in scene.seats]),
        )

    # Rolls that somebody asked for

    def roll(self, at: int | None) -> None:
        """Roll at a table, which comes into view."""
        picture = self.hall
        if at is None:
            self.refuse(hall_texts.NOBODY() if picture.here == () else waits(picture))
            return
        if at != picture.at:
            self.look_at(at)
        if not self.hall.may_roll:
            self.refuse(waits(self.hall))
            return
        self._show(self.at.roll_at(self.hall.scene, at))

    def roll_everywhere(self) -> None:
        """Roll once at every table that waits for this keyboard."""
        if not self.hall.may_go_on:
            self.refuse(hall_texts.NOBODY())
        elif not self._due:
            self._due.extend(self.at.due(self.hall.scene, self.at.seats))
            self._serve_due()

    def _serve_due(self) -> None:
        if self.hall.stage != "play":
            self._due.clear()
            return
        self._show(self.at.serve(self.hall.scene, self._due, self.at.seats))
        if self._due:
            self.set_timer(BREATH, self._serve_due)

    def look_at(self, at: int) -> None:
        """Bring a table into view."""
        self.picture = hall.looked(self.hall, at, self.at.scene_at(at))

    # What rolls by itself

    def run_on(self) -> None:
        """Let all tables roll, ghosts too, until the bell or the end of the round."""
        if not self.hall.may_go_on:
            self.refuse(hall_texts.NOBODY())
            return
        self._onward_due.clear()
        self.picture = hall.set_running(self.hall, True)
        self._run()

    def stop_running(self) -> bool:
        """Stop what rolls by itself; whether anything did."""
        running = self.hall.running
        if running:
            self.picture = hall.set_running(self.hall, False)
        return running

    def change_pace(self, by: int) -> None:
        """Faster or slower."""
        self.picture = hall.paced(self.hall, by)
        self._wake_ghosts()

    def _wake_ghosts(self) -> None:
        """Let the computer roll at the present pace."""
        if self._ghosts is not None:
            self._ghosts.stop()
        if self.host and self.hall.ghosts:
            self._ghosts = self.set_interval(PACES[self.hall.pace].ghost, self._roll_ghosts)

    def _run(self) -> None:
        """One portion of what rolls by itself, and the next one after a while."""
        if self._onward is not None:
            self._onward.stop()
        picture = self.hall
        if not picture.running:
            return
        everybody = self.at.seats | (picture.ghosts if self.host else frozenset())
        if not self._onward_due:
            self._onward_due.extend(self.at.due(picture.scene, everybody))
        if not self._onward_due:
            self.stop_running()
            return
        self._show(self.at.serve(picture.scene, self._onward_due, everybody))
        if self.hall.running:
            self._onward = self.set_timer(PACES[self.hall.pace].onward, self._run)

    def _roll_ghosts(self) -> None:
        """The computer's rolls; after a fault they wait until somebody has pressed a key."""
        picture = self.hall
        if picture.stage != "play" or picture.running or self._troubled or picture.facts.readonly:
            return
        due = deque(self.at.due(picture.scene, picture.ghosts))
        if due:
            happened = self.at.serve(picture.scene, due, picture.ghosts)
            self._troubled = bool(happened.refusal)
            self._show(happened)

    # What came of it

    def refuse(self, sentence: str) -> None:
        """Say why not; it goes away with the next good action."""
        self.picture = hall.refused(self.hall, sentence)

    def _show(self, happened: Happened) -> None:
        if happened.events:
            self._arrive(happened)
        if happened.refusal:
            self._catch_up()
            self.refuse(happened.refusal)

    def _arrive(self, happened: Happened) -> None:
        """Show what these events made of the hall as it was before."""
        picture = self.hall
        scene = self.at.scene_at(picture.at)
        ended = self.at.round_of(happened, scene)
        if ended is not None and picture.at:
            scene = self.at.scene_at(0)
        animate = self.house.look.animation
        self.picture = hall.arrived(picture, scene, happened.events, ended, animate)
        if ended is not None:
            self.guard.close(monotonic())
        self._look_for_end()

    def _catch_up(self) -> None:
        """Show the hall as it is, when it has moved on without this screen."""
        missed = self.at.missed()
        if missed.events:
            self._arrive(missed)
        elif (scene := self.at.scene_at(self.hall.at)) != self.hall.scene:
            self.picture = hall.seated(self.hall, scene, self.at.seats)
            self._wake_ghosts()

    def on_hall_moved(self, message: HallMoved) -> None:
        message.stop()
        self._catch_up()

    def _heard(self, _: object) -> None:
        self.post_message(HallMoved())

    def on_settled(self, message: Settled) -> None:
        message.stop()
        self.picture = hall.settled(self.hall)

    # The end

    def _look_for_end(self) -> None:
        if self.hall.stage != "over" or self.ended:
            return
        from app.screens.game_over import GameOverScreen

        self.ended = True
        self.app.push_screen(
            GameOverScreen(self.hall.scene, self.hall.facts, None), self._after_end
        )

    def _after_end(self, answer: str | None) -> None:
        if answer == "rematch":
            self.post_message(Rematch(self.table.id))
        elif answer == "lobby":
            self.post_message(GoToLobby())
        else:
            self.ended = False
