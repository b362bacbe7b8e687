"""The fields of rules that somebody writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalGroup
from textual.message import Message
from textual.widgets import Input

from app.tables.own_files import TITLE_CELLS
from app.views import lobby_texts
from app.views import own_texts as texts
from app.views.own_fields import Field
from app.views.own_form import RuleDraft, asked, shown, text_in
from app.widgets.form_choice import Choice
from app.widgets.form_line import Line
from app.widgets.form_row import Row
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.app import ComposeResult

FIELD_CELLS = 60
"""Room for numbers: enough to see that far too many are wrong."""

TITLE = "title"


class RuleForm(VerticalGroup):
    """Fields in parts, drawn from a draft; every answer makes a new draft and is told upwards.

    Which fields there are is settled when the form opens; those of a rule that is switched off are
    hidden.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "part(-1)", "Part before", show=False),
        Binding("pagedown", "part(1)", "Next part", show=False),
    ]

    @dataclass
    class Changed(Message):
        """The person gave an answer."""

        draft: RuleDraft

    class LeftOut(Message):
        """Part of an answer could not be taken in; told after the change that it made."""

    def __init__(self, draft: RuleDraft) -> None:
        super().__init__(id="form")
        self.draft = draft
        self.parts = asked(draft)
        self.fields = [field for part in self.parts for field in part.fields]
        self._rows: dict[str, Row] = {}

    def compose(self) -> ComposeResult:
        name = Line(self.draft.title, cells=TITLE_CELLS, id=TITLE)
        self._rows[TITLE] = Row(texts.NAME(), name)
        yield self._rows[TITLE]
        at = 0
        for part in self.parts:
            heading = Says(part.title, "title")
            heading.add_class("part")
            yield heading
            for field in part.fields:
                shown = [label for _, label in field.choices] or [text_in(self.draft, field)]
                row = Row(field.label, self._line(field, at), values=shown)
                self._rows[field.path] = row
                yield self._rows[field.path]
                at += 1
        self._show_asked()

    def _line(self, field: Field, at: int) -> Line | Choice:
        text = text_in(self.draft, field)
        if field.kind == "choice":
            return Choice(field.choices, text, id=f"rule-{at}")
        empty = lobby_texts.NONE() if field.optional else ""
        return Line(text, cells=FIELD_CELLS, placeholder=empty, id=f"rule-{at}")

    def field(self, name: str) -> Field | None:
        """The field of a widget's id; None for the title and what is no field of this form."""
        number = name.removeprefix("rule-")
        return self.fields[int(number)] if number != name else None

    def path(self, name: str) -> str:
        """The path of a widget's id."""
        field = self.field(name)
        return field.path if field is not None else name

    def go_to(self, path: str) -> None:
        """Put the cursor into a field."""
        if path in self._rows:
            self._rows[path].query("Line, Choice").first().focus()

    def mark(self, faults: Mapping[str, str]) -> None:
        """Show where something is wrong."""
        for path, row in self._rows.items():
            row.wrong = path in faults

    def action_part(self, step: int) -> None:
        """To the first field of the next part, or of this one and then the one before."""
        starts = [TITLE, *(part.fields[0].path for part in self.parts)]
        order = [TITLE, *(field.path for field in self.fields)]
        here = self.screen.focused
        now = order.index(self.path(here.id or "")) if here is not None else 0
        places = [order.index(path) for path in starts]
        before = [place for place in places if place < now]
        after = [place for place in places if place > now]
        found = after[:1] if step > 0 else before[-1:]
        if found:
            self.go_to(order[found[0]])

    def _show_asked(self) -> None:
        for path, asked_now in shown(self.draft, self.fields).items():
            self._rows[path].display = asked_now

    def on_input_changed(self, message: Input.Changed) -> None:
        """Keep what was typed."""
        message.stop()
        field = self.field(message.input.id or "")
        if field is not None:
            self._answered(field, message.value)
        elif message.value != self.draft.title:
            self._keep(self.draft.replace(title=message.value))

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Keep what was chosen; it may bring further fields along."""
        message.stop()
        field = self.field(message.choice.id or "")
        assert field is not None
        self._answered(field, message.value)
        self._show_asked()

    def on_line_left_out(self, message: Line.LeftOut) -> None:
        """Tell it once the answer itself was told."""
        message.stop()
        self.post_message(self.LeftOut())

    def _answered(self, field: Field, text: str) -> None:
        if text != text_in(self.draft, field):
            self._keep(self.draft.replace(typed={**self.draft.typed, field.path: text}))

    def _keep(self, draft: RuleDraft) -> None:
        self.draft = draft
        self.post_message(self.Changed(draft))
