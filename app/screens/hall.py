"""The hall in play: all tables at a glance, one of them in view, and every key of an evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from textual.containers import Container
from textual.reactive import reactive

from app import keys, texts
from app.screens.company import ELSEWHERE
from app.screens.hall_host import HallHost
from app.screens.house import HOUSE_INTENTS
from app.views import coach_texts, hall, hall_texts
from app.views.banner import BannerShow
from app.views.board import BoardShow
from app.views.buttons import Button
from app.views.hall import HallPicture
from app.views.hall_board import RankShow, rank_show
from app.views.hall_felt import FeltShow, felt_show, tossed
from app.views.hall_round import RoundShow
from app.views.hall_rows import FloorShow, floor_show
from app.views.hall_says import hall_banner, hall_buttons, hall_prompt, onward_label
from app.views.prompt import PromptShow
from app.views.title import TitleShow, title_of
from app.widgets.hall import HallBoard, HallFelt, HallFloor, HallRound
from app.widgets.key_bar import KeyBar
from app.widgets.parts import ActionBar, Banner, Prompt, TableLog, TitleLine

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

MANY: Final = 8
"""Tables from which the list of them needs the room of bigger dice."""

BOUNCE: Final = 0.15
"""Seconds within which a second press of a rolling key is the same press."""

TABLE: Final = "table-"
ROLLING: Final = ("keep", "go", "roll", "every")
STEPS: Final = {"left": -1, "up": -1, "right": 1, "down": 1}


class HallScreen(HallHost):
    """A hall at one keyboard: what is on view, and what each key asks for."""

    INTENTS: ClassVar[tuple[str, ...]] = (
        "keep",
        "roll",
        "every",
        "onward",
        *keys.PACE,
        *keys.TABLES,
        *keys.MOVES,
        "scores",
        "coach",
        "seats",
        "rules",
        *keys.SOCIAL,
        *keys.PAST,
        "lobby",
    )
    SIGNS: ClassVar[tuple[texts.Text, ...]] = (hall_texts.SIGNS, hall_texts.MOUSE)

    head: reactive[TitleShow | None] = reactive(None, layout=False, repaint=False)
    banner: reactive[BannerShow] = reactive(BannerShow(""), layout=False, repaint=False)
    felt: reactive[FeltShow] = reactive(FeltShow(), layout=False, repaint=False)
    round: reactive[RoundShow | None] = reactive(None, layout=False, repaint=False)
    prompt: reactive[PromptShow] = reactive(PromptShow(""), layout=False, repaint=False)
    bar: reactive[tuple[Button, ...]] = reactive((), layout=False, repaint=False)
    floor: reactive[FloorShow] = reactive(FloorShow(), layout=False, repaint=False)
    ranks: reactive[RankShow] = reactive(RankShow(), layout=False, repaint=False)

    rolled = float("-inf")
    """When a rolling key was heard last, in seconds of the monotonic clock."""

    # What is on view

    def content(self) -> Iterable[Widget]:
        screen = HallScreen
        yield TitleLine().data_bind(show=screen.head, standing=screen.standing)
        with Container(id="hall"):
            with Container(id="tables"):
                yield Banner().data_bind(show=screen.banner)
                yield HallFelt().data_bind(show=screen.felt)
                yield HallRound().data_bind(show=screen.round)
                yield Prompt().data_bind(show=screen.prompt)
                yield ActionBar().data_bind(show=screen.bar)
                yield HallFloor().data_bind(show=screen.floor)
                yield TableLog().data_bind(show=screen.gossip)
            yield HallBoard().data_bind(show=screen.ranks)

    def watch_picture(self, old: HallPicture | None, new: HallPicture | None) -> None:
        """Cut the picture into the slices that widgets are bound to; equal ones wake nobody."""
        if new is None:
            return
        if new.tumbling:
            self.felt = tossed(self.felt, new)
            return
        shown = self.house.keymap.shown
        self.prompt = self.prompted(hall_prompt(new, shown))
        self.bar = hall_buttons(new, shown) if not self.waiting else ()
        if old is None or old.tumbling or old.scene is not new.scene or old.stage != new.stage:
            self.head = title_of(new.scene, new.facts)
            self.banner = hall_banner(new)
            self.felt = felt_show(new)
            self.floor = floor_show(new)
            self.ranks = rank_show(new)
            self.round = new.round
            self.set_class(new.round is not None, "-between")
            self.set_class(len(new.scene.tables) >= MANY, "-many")
        self.show_keys()

    # Keys

    def offered(self) -> Iterator[keys.Intent]:
        """Every intent of this screen; those that it shares with others say what they do here."""
        said = {
            "keep": (hall_texts.NEXT(), hall_texts.NEXT_LONG()),
            "roll": (keys.INTENTS["roll"].label, hall_texts.ROLL_HERE()),
            "go": (keys.INTENTS["go"].label, hall_texts.GO()),
        }
        for intent in super().offered():
            label, tooltip = said.get(intent.id, (intent.label, intent.tooltip))
            yield replace(intent, label=label, tooltip=tooltip)

    def legal(self) -> tuple[str, ...]:
        picture = self.picture
        if picture is None:
            return ()
        can = {
            "scores",
            *self.elsewhere(),
            *self.sociable(),
            *(button.intent for button in self.bar),
        }
        if picture.may_go_on:
            can.add("keep")
        if picture.stage in ("play", "over") and len(picture.scene.tables) > 1:
            can |= set(keys.TABLES[: len(picture.scene.tables)])
        if picture.running or (self.host and picture.ghosts and picture.stage == "play"):
            can |= set(keys.PACE)
        return tuple(name for name in super().legal() if name in can)

    def called(self, intent: str) -> str:
        picture = self.picture
        if intent == "keep":
            waiting = picture is not None and picture.stage in ("opening", "break")
            return texts.BEGIN_KEY() if waiting else hall_texts.NEXT()
        if intent == "onward" and picture is not None:
            return hall_texts.STOP() if picture.running else onward_label(picture)
        return super().called(intent)

    def on_key(self, event: events.Key) -> None:
        """Any key stops what rolls by itself, and does nothing else then but what it must."""
        self.guard.hear(event.key, event.time)
        kept = (key for name in HOUSE_INTENTS for key in self.house.keymap.keys(name))
        paced = (key for name in keys.PACE for key in self.house.keymap.keys(name))
        if event.key not in paced and self.stop_running() and event.key not in kept:
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """A click beside the buttons is like any key."""
        self.guard.hear("click", event.time)
        clicked, _ = self.get_widget_at(event.screen_x, event.screen_y)
        if not isinstance(clicked, ActionBar | KeyBar):
            self.stop_running()

    def intend(self, intent: str) -> None:
        self._troubled = False
        if intent in keys.PACE:
            self.change_pace(keys.PACE[intent])
        elif self.stop_running():
            return
        elif intent in ELSEWHERE:
            self.look_elsewhere(intent)
        elif intent == "scores":
            from app.screens.scoreboard import ScoreboardScreen

            scene, seat = self.hall.scene, self.hall.holder
            self.app.push_screen(ScoreboardScreen(BoardShow(scene.seats, seat)))
        elif intent == "coach":
            self.refuse(coach_texts.NOTHING())
        elif intent in ROLLING and self._bounces():
            self.picture = hall.settled(self.hall)
        elif self.hall.stage in ("opening", "break"):
            self._between(intent)
        else:
            self.picture = hall.settled(self.hall)
            self._play(intent)

    def _bounces(self) -> bool:
        """Whether a rolling key was only pressed twice: dice that still roll come to rest first."""
        now, before = monotonic(), self.rolled
        self.rolled = now
        return self.hall.tumbling or now - before < min(BOUNCE, self.house.look.quiet)

    def _between(self, intent: str) -> None:
        """Before a round: read, and begin it."""
        if intent in ("up", "down"):
            self.query_one(HallRound).scrolled(STEPS[intent])
        elif intent not in ("keep", "go"):
            key = self.house.keymap.shown("keep")
            self.refuse(hall_texts.TO_BEGIN(key=key))
        elif self.guard.may_begin():
            self.picture = hall.begun(self.hall)

    def _play(self, intent: str) -> None:
        picture, count = self.hall, len(self.hall.scene.tables)
        if intent in STEPS:
            self.look_at((picture.at + STEPS[intent]) % count)
        elif intent.startswith(TABLE):
            at = int(intent.removeprefix(TABLE)) - 1
            if at < count:
                self.look_at(at)
            else:
                self.refuse(hall_texts.NO_TABLE(count=count))
        elif picture.stage == "over":
            self._look_for_end()
        elif picture.facts.readonly:
            self.refuse(picture.facts.readonly)
        elif intent == "roll":
            self.roll(picture.at)
        elif intent == "every":
            self.roll_everywhere()
        elif intent == "onward":
            self.run_on()
        else:
            self.roll(hall.next_stop(picture))
