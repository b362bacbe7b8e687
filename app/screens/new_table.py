"""The form for a new table: a game, the players, what they agree on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from app import keys
from app.messages import OpenTable, ShowOwnRules
from app.screens.form import FormScreen
from app.screens.pick import PickGame
from app.tables.errors import BadInput, StoreTrouble, TableTrouble
from app.tables.recipe import Recipe
from app.tables.seating import hosted_by
from app.views import lobby_texts as texts
from app.views import own_texts
from app.views.key_bar import KeyHint
from app.views.lobby_form import Draft, first_draft, name_help, read_form
from app.views.lobby_hosting import FREE, PERSON, who_help, who_of
from app.views.offers import broken_notes, offers, on_the_shelf, with_played
from app.widgets.form_choice import Choice
from app.widgets.form_line import Line
from app.widgets.form_press import Press
from app.widgets.form_says import Says
from app.widgets.form_table import HOUSE, OPTION, SEAT, WHO, TableForm, seat_of
from engine.model import MAX_SEATS
from engine.refusal import IllegalAction
from engine.registry import ruleset

if TYPE_CHECKING:
    from textual import events
    from textual.css.query import QueryType
    from textual.widget import Widget

    from app.tables.hub import Hub
    from app.tables.seating import Hosting
    from engine.model import Setup

AROUND, AROUND_SHORT, SHORT = 9, 5, 24
"""Lines that the screen needs besides the fields, and fewer of them on a screen that is short."""


class NewTableScreen(FormScreen):
    """Asks for a new table; two names and enter are enough, and so is enter alone.

    What was typed is kept by the app as a `Draft` until the program ends, so that leaving the form
    loses nothing. The dice are sealed when the form opens (a `Pledge`), before the players can say
    their words.
    """

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "lobby")
    AUTO_FOCUS = "#seat-0"

    def __init__(self, hub: Hub, setup: Setup | None = None) -> None:
        super().__init__()
        self.hub = hub
        self.setup = setup
        self.pledge = hub.pledge()
        self.refusal = ""
        self.saving = True
        self.laid = ""

    def content(self) -> Iterable[Widget]:
        yield Says(texts.NEW_TABLE(), "title", id="heading")
        found = on_the_shelf(self.house.config)
        draft, offered = with_played(self._first(), offers(found))
        yield TableForm(draft, offered, broken_notes(found), self.house.config is not None)
        yield Press(texts.START(), id="start")
        yield Says(id="note")

    def _first(self) -> Draft:
        if self.setup is not None:
            return first_draft(self.setup)
        return self.house.draft or self._invites(first_draft())

    def _invites(self, draft: Draft) -> Draft:
        """Somebody who came in at a door of the house sits there, and waits for others, however
        many it will be."""
        visitor = self.house.visitor
        if visitor is None:
            return draft
        free = (FREE,) * (MAX_SEATS - 1)
        return draft.replace(names=(visitor.name,), who=(PERSON, *free))

    @property
    def form(self) -> TableForm:
        """The fields."""
        return self.query_one(TableForm)

    def on_resize(self, event: events.Resize) -> None:
        super().on_resize(event)
        height = event.size.height
        around = AROUND_SHORT if height < SHORT else AROUND
        self.form.styles.max_height = max(1, height - around)

    # What the person does

    def intend(self, intent: str) -> None:
        if intent == "who" and seat_of(self.here) is not None:
            self.query_one(f"#{self.here.replace(SEAT, WHO)}").focus()
        else:
            super().intend(intent)

    def move(self, step: int) -> None:
        """To the line below or above: who plays a seat stands beside its name, in a column."""
        beside = self.here.startswith(WHO)
        seats = [field for field in self.focus_chain if (field.id or "").startswith(WHO)]
        if beside and self.focused in seats:
            place = seats.index(self.focused) + step
            if 0 <= place < len(seats):
                seats[place].focus()
                return
        super().move(step)
        if beside and step < 0:  # the name beside the seat that was left is no line above it
            super().move(step)

    def focus_next(self, selector: str | type[QueryType] = "*") -> Widget | None:
        """To the next field; names follow one another, whoever plays them."""
        found = super().focus_next(selector)
        return super().focus_next(selector) if self.here.startswith(WHO) else found

    def focus_previous(self, selector: str | type[QueryType] = "*") -> Widget | None:
        """To the field before."""
        found = super().focus_previous(selector)
        return super().focus_previous(selector) if self.here.startswith(WHO) else found

    def on_line_beyond(self, message: Line.Beyond) -> None:
        """To what stands to the right of a name: who plays there."""
        message.stop()
        self.intend("who")

    def on_table_form_changed(self, message: TableForm.Changed) -> None:
        """Keep the draft; what was refused before may be right now."""
        message.stop()
        self.house.draft = message.draft
        self.refusal = ""
        self.speak()
        self.show_keys()

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Start, or write rules of one's own."""
        message.stop()
        if message.press.id == "own":
            self.post_message(ShowOwnRules())
        else:
            self.start()

    async def on_screen_resume(self) -> None:
        """House rules may have come, gone or changed meanwhile."""
        found = on_the_shelf(self.house.config)
        await self.form.renew(offers(found), broken_notes(found))

    def on_table_form_left_out(self, message: TableForm.LeftOut) -> None:
        """Say that not everything was taken in, once."""
        message.stop()
        self.speak(texts.LEFT_OUT())

    @property
    def seat(self) -> str:
        """The line of the seat that the cursor is at, where it is at one."""
        return self.here.replace(WHO, SEAT) if self.here.startswith(WHO) else self.here

    def starts(self) -> bool:
        """Whether enter starts the game here: where no seat is left to be named."""
        return self.here == "start" or (
            seat_of(self.seat) is not None and self.form.open_seat(self.seat) is None
        )

    def enter(self) -> None:
        """What enter does where the cursor is."""
        if self.starts():
            self.start()
        elif seat := self.form.open_seat(self.seat):
            seat.focus()
        elif self.here == "game":
            form = self.form
            pick = PickGame(form.offers, form.draft.rules or form.draft.preset, form.broken)
            self.app.push_screen(pick, self.picked)
        else:
            super().enter()

    def picked(self, offer: str | None) -> None:
        """A game was picked from the list, or none."""
        if offer is not None:
            self.query_one("#game", Choice).value = offer

    def start(self) -> None:
        """Lay the table, or say what is in the way; a second press lays no second table."""
        if not self.laid:
            reading = read_form(self.form.draft)
            if reading.setup is None:
                self._refuse(reading.problem, self._field_of(reading.field))
                return
            try:
                self.laid = self._lay(reading.setup, reading.hosting)
            except StoreTrouble as trouble:
                self.saving = False
                self.query_one("#start", Press).label = texts.START_UNSAVED()
                self._refuse(texts.UNSAVED(why=trouble.message), "start")
                return
            except (IllegalAction, BadInput, TableTrouble) as refusal:
                self.pledge = self.hub.pledge()
                self._refuse(refusal.message)
                return
        self.post_message(OpenTable(self.laid))

    def _lay(self, setup: Setup, hosting: Hosting) -> str:
        recipe = Recipe(words=(self.form.draft.words,))
        hosting = hosted_by(hosting, self.house.person, len(setup.seats))
        self.table = self.hub.new_table(
            setup, recipe, self.pledge, keep=self.saving, hosting=hosting
        )
        return self.table.id

    def _field_of(self, name: str) -> str:
        """The field that asks for an option, or for how many play."""
        found = (kind + name for kind in (OPTION, HOUSE) if self.form.option(kind + name))
        return next(found, name)

    def _refuse(self, sentence: str, field: str = "") -> None:
        option = self.form.option(field)
        if option is not None and not option.common:
            self.form.show_more(True)
        if field:
            self.query_one(f"#{field}").focus()
        self.refusal = sentence
        self.speak()

    # What the form says

    def speak(self, aside: str = "") -> None:
        """One sentence: what was refused, what is wrong here or elsewhere, or help."""
        problems = self.form.problems()
        problem = self.refusal or problems.get(self.here) or next(iter(problems.values()), "")
        note = self.query_one("#note", Says)
        if problem:
            note.say(problem, "bad")
        else:
            note.say(aside or self._help(), "dim")

    def _help(self) -> str:
        draft = self.form.draft
        seat, option = seat_of(self.here), self.form.option(self.here)
        if seat is not None:
            return name_help(draft.names, draft.seats, seat, draft.who)
        if self.here.startswith(WHO):
            return who_help(who_of(draft.who, int(self.here.removeprefix(WHO))))
        if option is not None:
            return texts.HELP_OPTION(help=option.help.rstrip("."))
        game = ruleset(draft.preset)
        match self.here:
            case "game":
                return texts.HELP_GAME()
            case "seats":
                return texts.HELP_PLAYERS(least=game.min_seats, most=game.max_seats)
            case "more":
                return texts.HELP_MORE()
            case "own":
                return own_texts.TIP_OWN()
            case "words":
                return texts.HELP_WORDS(commitment=self.pledge.commitment[:16])
            case _:
                return texts.HELP_START()

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        enter = texts.KEY_START() if self.starts() else texts.KEY_ENTER()
        change = [KeyHint("change", "←→", texts.KEY_CHANGE())]
        who = [KeyHint("who", keys.shown("right"), texts.KEY_WHO())]
        self.hint(
            KeyHint("enter", keys.shown("enter"), enter),
            *(change if isinstance(self.focused, Choice) else []),
            *(who if seat_of(self.here) is not None else []),
            KeyHint("lobby", shown("lobby"), texts.KEY_BACK()),
            KeyHint("down", f"{shown('up')}{shown('down')}", texts.KEY_MOVE()),
            KeyHint("help", shown("help"), keys.INTENTS["help"].label),
        )
