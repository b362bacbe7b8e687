"""The fields of the form for a new table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.containers import VerticalGroup
from textual.message import Message
from textual.widgets import Input

from app.tables.errors import BadInput
from app.tables.names import NAME_CELLS
from app.views import lobby_texts as texts
from app.views import own_texts
from app.views.lobby_form import (
    Draft,
    answer,
    choices,
    fields_in_force,
    in_range,
    read_option,
    seat_choices,
    seat_names,
    text_of,
)
from app.views.lobby_hosting import PERSON, house_fields, who_choices, who_of
from app.views.offers import Offer
from app.widgets.form_choice import Choice
from app.widgets.form_line import Line
from app.widgets.form_press import Press
from app.widgets.form_row import Row
from app.widgets.form_says import Says
from engine.ruleset import OptionField

if TYPE_CHECKING:
    from textual.app import ComposeResult

NUMBER_CELLS = 24
"""Room for a number: enough to see that a far too long one is wrong."""

WORDS_CELLS = 60
"""Room for the players' own words."""

SEAT, WHO, OPTION, HOUSE = "seat-", "who-", "option-", "house-"


class TableForm(VerticalGroup):
    """Fields drawn from a draft; every answer makes a new draft and is told upwards.

    Fields are known by their ids: ``game``, ``seats``, ``seat-0`` ..., ``who-0`` ...,
    ``option-goal`` ..., ``more``, ``words``, ``house-coach`` .... ``offers`` are what can be
    played, ``broken`` says what of the house rules cannot, and ``writing`` whether own ones can be
    written.
    """

    @dataclass
    class Changed(Message):
        """The person gave an answer."""

        draft: Draft

    class LeftOut(Message):
        """Part of an answer could not be taken in; told after the change that it made."""

    def __init__(
        self, draft: Draft, offers: tuple[Offer, ...], broken: str = "", writing: bool = False
    ) -> None:
        super().__init__(id="form")
        self.draft = draft
        self.offers = offers
        self.broken = broken
        self.writing = writing

    def compose(self) -> ComposeResult:
        draft = self.draft
        game = Choice(self._games(), draft.rules or draft.preset, id="game")
        yield Row(texts.GAME(), game)
        yield Says(self._summary(), "dim", id="summary")
        broken = Says(self.broken, "dim", id="broken")
        broken.display = bool(self.broken)
        yield broken
        seats = Choice(seat_choices(draft.preset), str(draft.seats), id="seats")
        yield Row(texts.PLAYERS(), seats)
        yield VerticalGroup(*map(self._seat, range(draft.seats)), id="names")
        yield VerticalGroup(*self._options(common=True), id="common")
        yield Press(self._more_label(), id="more")
        yield VerticalGroup(*self._extra(), id="extra")
        if self.writing:
            yield Press(own_texts.OWN_RULES(), id="own")

    def on_mount(self) -> None:
        self.query_one("#extra").display = self.draft.more

    def fields(self) -> tuple[OptionField, ...]:
        """What a table of this game may agree on."""
        return fields_in_force(self.draft.preset, self.draft.given)

    def option(self, name: str) -> OptionField | None:
        """The option that a field of the form asks for, if it is one."""
        return self._asked().get(name)

    def _asked(self) -> dict[str, OptionField]:
        """Every option of the rules and of the house, by the field of the form."""
        rules = {OPTION + field.name: field for field in self.fields()}
        return rules | {HOUSE + field.name: field for field in house_fields()}

    def _answer(self, name: str, field: OptionField) -> str:
        given = self.draft.house if name.startswith(HOUSE) else self.draft.answers
        return answer(field, self.draft.replace(answers=given))

    def open_seat(self, name: str) -> Line | None:
        """The next person's seat without a name, seen from a seat that needs none."""
        seat = seat_of(name)
        if seat is None or self._nameless(seat):
            return None
        later = filter(self._nameless, range(seat + 1, self.draft.seats))
        return next((self.query_one(f"#{SEAT}{at}", Line) for at in later), None)

    def _nameless(self, seat: int) -> bool:
        """Whether a person plays here who has given no name."""
        typed = self.query_one(f"#{SEAT}{seat}", Line).value.strip()
        return not typed and who_of(self.draft.who, seat) == PERSON

    def problems(self) -> dict[str, str]:
        """What cannot stand as it is typed, by field."""
        wrong: dict[str, str] = {}
        for name, field in self._asked().items():
            try:
                read_option(field, self._answer(name, field))
            except BadInput as bad:
                wrong[name] = texts.WRONG(label=field.label, problem=bad.message)
        return wrong

    def show_more(self, more: bool) -> None:
        """Show or hide what few tables want to change."""
        self.query_one("#extra").display = more
        self._keep(more=more)
        self.query_one("#more", Press).label = self._more_label()

    def _seat(self, seat: int) -> Row:
        typed = self.draft.names[seat] if seat < len(self.draft.names) else ""
        who = who_of(self.draft.who, seat)
        line = Line(
            typed, cells=NAME_CELLS, placeholder=self._placeholder(seat), id=f"{SEAT}{seat}"
        )
        return Row(f"{seat + 1}", line, Choice(who_choices(), who, id=f"{WHO}{seat}"))

    def _placeholder(self, seat: int) -> str:
        return seat_names((), self.draft.seats, self.draft.who)[seat]

    def _words(self) -> Row:
        return Row(texts.WORDS(), Line(self.draft.words, cells=WORDS_CELLS, id="words"))

    def _extra(self) -> list[Row]:
        house = [self._option(HOUSE, field) for field in house_fields()]
        return [*self._options(common=False), self._words(), *house]

    def _options(self, common: bool) -> list[Row]:
        return [self._option(OPTION, field) for field in self.fields() if field.common == common]

    def _option(self, kind: str, field: OptionField) -> Row:
        name = kind + field.name
        text = self._answer(name, field)
        if values := choices(field):
            shown = [label for _, label in values]
            return Row(field.label, Choice(values, text, id=name), values=shown)
        empty = texts.NONE() if field.optional else text_of(field.default)
        return Row(field.label, Line(text, cells=NUMBER_CELLS, placeholder=empty, id=name))

    def _more_label(self) -> str:
        return texts.FEWER() if self.draft.more else texts.MORE()

    def _keep(self, **changes: object) -> None:
        draft = self.draft.replace(**changes)
        if draft != self.draft:
            self.draft = draft
            self.post_message(self.Changed(draft))

    def on_input_changed(self, message: Input.Changed) -> None:
        """Keep what was typed."""
        message.stop()
        name, text = message.input.id or "", message.value
        seat, field = seat_of(name), self.option(name)
        if seat is not None:
            names = [*self.draft.names, *[""] * (seat + 1 - len(self.draft.names))]
            names[seat] = text
            self._keep(names=tuple(names))
        elif field is not None:
            self._answered(name, field, text)
        else:
            self._keep(words=text)

    async def on_choice_changed(self, message: Choice.Changed) -> None:
        """Keep what was chosen; another game asks for other things."""
        message.stop()
        name = message.choice.id or ""
        field = self.option(name)
        if field is not None:
            self._answered(name, field, message.value)
        elif name.startswith(WHO):
            self._seated(int(name.removeprefix(WHO)), message.value)
        elif name == "seats":
            self._keep(seats=int(message.value))
            await self._show_seats()
        else:
            await self._other_game(message.value)

    def on_line_left_out(self, message: Line.LeftOut) -> None:
        """Tell it once the answer itself was told."""
        message.stop()
        self.post_message(self.LeftOut())

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Show more, or less."""
        if message.press.id == "more":
            message.stop()
            self.show_more(not self.draft.more)

    async def renew(self, offers: tuple[Offer, ...], broken: str) -> None:
        """Other things can be played now; rules that are gone stay as long as they are chosen."""
        before = self._offer(self.draft.rules or self.draft.preset)
        if before.id not in {one.id for one in offers}:
            offers = (*offers, before)
        if (offers, broken) == (self.offers, self.broken):
            return
        self.offers, self.broken = offers, broken
        note = self.query_one("#broken", Says)
        note.say(broken, "dim")
        note.display = bool(broken)
        self.query_one("#game", Choice).set_choices(self._games(), before.id)
        if self._offer(before.id) != before:
            await self._other_game(before.id)

    def _offer(self, id: str) -> Offer:
        return next(one for one in self.offers if one.id == id)

    def _games(self) -> tuple[tuple[str, str], ...]:
        return tuple((one.id, one.label) for one in self.offers)

    def _summary(self) -> str:
        return self._offer(self.draft.rules or self.draft.preset).summary

    def _seated(self, seat: int, who: str) -> None:
        before = [who_of(self.draft.who, at) for at in range(max(len(self.draft.who), seat + 1))]
        before[seat] = who
        self._keep(who=tuple(before))
        for at in range(self.draft.seats):
            self.query_one(f"#{SEAT}{at}", Line).placeholder = self._placeholder(at)

    def _answered(self, name: str, field: OptionField, text: str) -> None:
        if text != self._answer(name, field):
            given = "house" if name.startswith(HOUSE) else "answers"
            self._keep(**{given: {**getattr(self.draft, given), field.name: text}})
        self.query_one(f"#{name}").query_ancestor(Row).wrong = name in self.problems()

    async def _other_game(self, id: str) -> None:
        offer = self._offer(id)
        preset = offer.preset
        seats = in_range(self.draft.seats, preset)
        rules = id if offer.own else ""
        self._keep(preset=preset, seats=seats, rules=rules, given=dict(offer.options))
        self.query_one("#summary", Says).say(self._summary(), "dim")
        self.query_one("#seats", Choice).set_choices(seat_choices(preset), str(seats))
        await self._show_seats()
        for group, rows in (
            ("#common", self._options(common=True)),
            ("#extra", self._extra()),
        ):
            box = self.query_one(group)
            await box.remove_children()
            await box.mount(*rows)

    async def _show_seats(self) -> None:
        box = self.query_one("#names")
        rows = list(box.query_children(Row))
        for seat, row in enumerate(rows):
            row.display = seat < self.draft.seats
        await box.mount(*map(self._seat, range(len(rows), self.draft.seats)))


def seat_of(name: str) -> int | None:
    """The seat that a field asks the name of."""
    return int(name.removeprefix(SEAT)) if name.startswith(SEAT) else None
