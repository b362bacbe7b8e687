"""The table in play: dice, card, sheets, and every key of a turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Container
from textual.message import Message
from textual.reactive import reactive

from app import keys, texts
from app.messages import DiePicked, GoToLobby, Rematch, Settled
from app.screens.at_table import AtTable, Happened
from app.screens.coach import CoachedScreen
from app.screens.company import ELSEWHERE, Company
from app.tables.errors import Trouble
from app.tables.notes import peopled
from app.views import play
from app.views.aftermath import aftermath, drawn_card
from app.views.banner import BannerShow, banner_show
from app.views.board import BoardShow, board_show
from app.views.buttons import Button, buttons
from app.views.card import CardShow, card_show
from app.views.guard import Guard
from app.views.opening import OpeningShow, opening_show
from app.views.picture import Picture, TableFacts
from app.views.prompt import PromptShow, prompt_show
from app.views.table_log import more_log
from app.views.title import TitleShow, title_show
from app.views.tray import TrayShow, tray_show
from app.widgets.coach import CoachPanel
from app.widgets.parts import (
    ActionBar,
    Banner,
    Board,
    CardPanel,
    Prompt,
    Strip,
    TableLog,
    TitleLine,
)
from app.widgets.tray import Tray

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from app.tables.table import Table


class TableMoved(Message):
    """The table has moved, by whomever; it may come from another thread."""


class DiceTrayScreen(Company, CoachedScreen):
    """A table at one keyboard.

    ``person`` sits here; ``seats`` are those played here (None: all that this person plays). The
    picture is of the one that may act.
    """

    INTENTS: ClassVar[tuple[str, ...]] = (
        *keys.DICE,
        "all",
        "clear",
        *keys.TURN,
        *keys.MOVES,
        "scores",
        "seats",
        "coach",
        "rules",
        *keys.SOCIAL,
        *keys.PAST,
        "lobby",
    )

    picture: reactive[Picture | None] = reactive(None, layout=False, repaint=False)
    head: reactive[TitleShow | None] = reactive(None, layout=False, repaint=False)
    banner: reactive[BannerShow] = reactive(BannerShow(""), layout=False, repaint=False)
    dice: reactive[TrayShow] = reactive(TrayShow(), layout=False, repaint=False)
    opening: reactive[OpeningShow | None] = reactive(None, layout=False, repaint=False)
    card: reactive[CardShow] = reactive(CardShow(), layout=False, repaint=False)
    prompt: reactive[PromptShow] = reactive(PromptShow(""), layout=False, repaint=False)
    bar: reactive[tuple[Button, ...]] = reactive((), layout=False, repaint=False)
    spot: reactive[str] = reactive("", layout=False, repaint=False)
    board: reactive[BoardShow] = reactive(BoardShow(), layout=False, repaint=False)
    told: reactive[tuple[str, ...]] = reactive((), layout=False, repaint=False)

    def __init__(self, table: Table, seats: frozenset[int] | None = None, person: str = "") -> None:
        super().__init__()
        self.at = AtTable(table, seats, person)
        self.coach_allowed = table.hosting.coach
        self.table = table
        self.guard = Guard(quiet=0.4)
        self.ended = False

    # What is on view

    def content(self) -> Iterable[Widget]:
        screen = DiceTrayScreen
        yield TitleLine().data_bind(show=screen.head, standing=screen.standing)
        with Container(id="room"):
            with Container(id="table"):
                yield Banner().data_bind(show=screen.banner)
                yield Strip().data_bind(show=screen.board)
                with Container(id="felt"):
                    yield Tray().data_bind(show=screen.dice, opening=screen.opening)
                    yield CardPanel().data_bind(show=screen.card)
                yield Prompt().data_bind(show=screen.prompt)
                yield ActionBar().data_bind(show=screen.bar, cursor=screen.spot)
                yield CoachPanel().data_bind(show=screen.coaching)
                yield TableLog().data_bind(show=screen.told)
            yield Board().data_bind(show=screen.board)

    def on_mount(self) -> None:
        self.guard = Guard(self.house.look.quiet)
        self._shield(monotonic())
        self.picture = self._first_picture()
        self.set_class(not self.table.fair, "-marked")
        self.call_after_refresh(self._look_for_end)
        self._leave = self.table.subscribe(self._heard)
        self._dismiss = self.house.hub.attend(self.table)
        if self.table.time_left is not None:
            self.set_interval(1.0, self._tick)

    def _heard(self, _: object) -> None:
        self.post_message(TableMoved())

    def on_unmount(self) -> None:
        self._dismiss()
        self._leave()

    def _first_picture(self) -> Picture:
        table, scene = self.table, self.at.scene()
        notice = table.notice
        facts = TableFacts(
            table.id, table.commitment, table.fair, notice if table.readonly else "", notice
        )
        fresh = not table.begun and scene.turn is not None and not table.readonly
        if fresh:
            self.opening = self._opening()
        left = table.time_left
        return Picture(
            scene=scene,
            facts=facts,
            stage="over" if scene.over else "opening" if fresh else "play",
            log=more_log((), table.events, table.names),
            seconds=None if left is None else int(left),
        )

    def _opening(self) -> OpeningShow:
        table = self.table
        return opening_show(table.names, table.events, table.commitment, table.id, table.fair)

    def renamed(self) -> None:
        if self.opening is not None:
            self.opening = self._opening()

    def watch_picture(self, old: Picture | None, new: Picture | None) -> None:
        """Cut the picture into the slices that widgets are bound to; equal ones wake nobody."""
        if new is None:
            return
        keymap = self.house.keymap
        self.head = title_show(new)
        self.banner = banner_show(new)
        self.dice = tray_show(new)
        self.prompt = self.prompted(prompt_show(new, keymap.shown("keep")))
        self.bar = tuple(
            button._replace(key=self._begin_key(button.intent))
            for button in (buttons(new) if not self.waiting else ())
        )
        self.spot = new.cursor.button if new.cursor is not None else ""
        self.told = new.told
        if new.stage != "opening":
            self.opening = None
        settled = old is not None and old.tumbling != new.tumbling
        moved = old is None or old.scene is not new.scene or old.stage != new.stage
        if (settled or moved) and not new.tumbling:
            self.board = board_show(new, keymap.shown("scores"))
            self.card = card_show(new)
            self.set_class(self.card.left is None, "-cardless")
        self.follow(new)
        self.show_keys()

    def _begin_key(self, intent: str) -> str:
        return self.house.keymap.shown("keep" if intent == "go" else intent)

    # Keys

    def legal(self) -> tuple[str, ...]:
        picture = self.picture
        if picture is None:
            return ()
        bar = {button.intent for button in self.bar}
        can = {"scores", *self.elsewhere(), *self.sociable(), *(bar - {"go"}), *self.coach_keys}
        if "go" in bar:
            can.add("keep")
        if picture.choosable and not picture.tumbling:
            can |= {f"die-{number}" for number in picture.choosable} | {"all"}
        if picture.chosen:
            can.add("clear")
        return tuple(name for name in super().legal() if name in can)

    def called(self, intent: str) -> str:
        begins = intent == "keep" and self.picture is not None and self.picture.stage != "play"
        return texts.BEGIN_KEY() if begins else super().called(intent)

    def on_key(self, event: events.Key) -> None:
        self.guard.hear(event.key, event.time)

    def on_click(self, event: events.Click) -> None:
        self.guard.hear("click", event.time)

    def on_die_picked(self, message: DiePicked) -> None:
        message.stop()
        self.intend(f"die-{message.number}")

    def on_settled(self, message: Settled) -> None:
        message.stop()
        self._settle()

    def _settle(self) -> None:
        if self.picture is not None and self.picture.tumbling:
            self.picture = play.settled(self.picture)
            self._look_for_end()

    def intend(self, intent: str) -> None:
        self._settle()
        picture = self.picture
        assert picture is not None
        if intent in ELSEWHERE:
            self.look_elsewhere(intent)
        elif intent == "scores":
            from app.screens.scoreboard import ScoreboardScreen

            self.app.push_screen(ScoreboardScreen(board_show(picture, "")))
        elif intent == "coach":
            self.refuse(self.toggle_coach(picture))
        elif picture.stage in ("opening", "handover"):
            seen = bool(self.bar) or picture.stage == "opening"
            if intent in ("keep", "go") and seen and self.guard.may_begin():
                self.picture = play.begun(picture)
        elif picture.stage == "over":
            self._look_for_end()
        elif intent in keys.DICE:
            self.picture = play.toggled(picture, int(intent.removeprefix("die-")))
        elif intent == "all":
            self.picture = play.all_taken(picture)
        elif intent == "clear":
            self.picture = play.cleared(picture)
        elif intent in ("left", "right", "up", "down"):
            self.picture = play.moved(picture, intent)
        elif intent in ("go", "keep") and (found := play.pressed(picture)) not in ("", intent):
            self.intend(found)
        else:
            self._act(picture, intent)

    # Actions

    def _act(self, picture: Picture, intent: str) -> None:
        """Submit what an intent stands for: the chosen dice first, then the action itself."""
        seat = picture.scene.viewer
        if seat is None or picture.facts.readonly:
            self.refuse(picture.facts.readonly or texts.LOOKING_ON())
        elif intent == "challenge":
            self._challenge(picture, seat)
        elif picture.choosable and not picture.chosen:
            self.refuse(texts.CHOOSE_FIRST(key=self.house.keymap.shown("all")))
        else:
            self._show(self.at.submit(self.at.wanted(picture, seat, intent)))

    def _show(self, happened: Happened) -> None:
        """Show what came of an action: its events, then why not all of it."""
        if happened.events:
            self._arrive(happened)
        if happened.refusal:
            self._catch_up()
            self.refuse(happened.refusal)

    def _catch_up(self) -> None:
        """Show the table as it is, when it has moved on without this screen."""
        missed = self.at.missed()
        if missed.events:
            self._arrive(missed)
        elif self.picture is not None and (scene := self.at.scene()) != self.picture.scene:
            self.picture = replace(self.picture, scene=scene, chosen=frozenset(), cursor=None)

    def on_table_moved(self, message: TableMoved) -> None:
        message.stop()
        self._catch_up()

    def _challenge(self, picture: Picture, seat: int) -> None:
        legal = [action for action in picture.scene.actions if action.kind == "challenge"]
        if not legal:
            self._show(self.at.challenge(seat, seat))
            return
        from app.screens.whom import WhomScreen

        version = self.at.state.version

        def chosen(target: int | None) -> None:
            if target is not None and self.at.state.version == version:
                self._show(self.at.challenge(seat, target))

        names = tuple((target, picture.names[target]) for target in legal[0].targets)
        self.app.push_screen(WhomScreen(names), chosen)

    def refuse(self, sentence: str) -> None:
        """Say why not; it goes away with the next good action."""
        assert self.picture is not None
        self.picture = play.refused(self.picture, sentence)

    def _arrive(self, happened: Happened) -> None:
        """Show what these events made of the table as it was before."""
        assert self.picture is not None
        before, events, _ = happened
        game, scene = self.table.game, self.at.scene()
        people = partial(peopled, seating=self.table.seating)
        left = aftermath(game, before, events, people)
        drawn = drawn_card(game, before, events, people)
        self.picture = play.arrived(
            self.picture,
            scene,
            events,
            left,
            animate=self.house.look.animation,
        )
        if left is not None:
            self.guard.close(monotonic())
        if drawn is not None and drawn[0].seat in self.at.seats:
            from app.screens.card_draw import CardDrawScreen

            event, card, seen = drawn
            self.app.push_screen(
                CardDrawScreen(
                    event=event,
                    card=card,
                    pile=seen.pile,
                    name=seen.seats[event.seat].name,
                    may_decline=scene.may("decline"),
                    may_roll=scene.may("roll") and self.picture.stage == "play",
                ),
                self._card_seen,
            )
        else:
            self._look_for_end()

    def _card_seen(self, answer: str | None) -> None:
        """The card was looked at; what was asked for there is done here."""
        self._shield(monotonic(), close=False)
        if answer in ("roll", "decline") and self.picture is not None:
            self._act(self.picture, answer)
        else:
            self._look_for_end()

    def _shield(self, now: float, close: bool = True) -> None:
        """Whatever key was pressed elsewhere is still warm: it begins no turn here."""
        for intent in ("keep", "go"):
            for key in self.house.keymap.keys(intent):
                self.guard.hear(key, now)
        if close:
            self.guard.close(now)

    # Clock and end

    def _tick(self) -> None:
        left = self.table.time_left
        if left is None or self.picture is None or self.at.state.over:
            return
        if left <= 0:
            try:
                self.table.tick()
            except Trouble as trouble:
                self.refuse(trouble.message)
            self._catch_up()
        self.picture = replace(self.picture, seconds=max(0, int(left)))

    def _look_for_end(self) -> None:
        picture = self.picture
        if picture is None or picture.stage != "over" or picture.tumbling or self.ended:
            return
        from app.screens.game_over import GameOverScreen

        self.ended = True
        self.app.push_screen(
            GameOverScreen(picture.scene, picture.facts, picture.aftermath), self._after_end
        )

    def _after_end(self, answer: str | None) -> None:
        if answer == "rematch":
            self.post_message(Rematch(self.table.id))
        elif answer == "lobby":
            self.post_message(GoToLobby())
        else:
            self.ended = False
