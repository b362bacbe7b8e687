"""The form in which house rules are written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.containers import HorizontalGroup, VerticalGroup

from app import keys
from app.screens.ask import AskScreen
from app.screens.form import FormScreen
from app.screens.reworded import reworded
from app.tables import own_files
from app.tables.errors import Trouble
from app.tables.house_rules import FOLDER
from app.tables.names import visible
from app.views import lobby_texts, own_odds
from app.views import own_texts as texts
from app.views.key_bar import KeyHint
from app.views.offers import AS_PLAYED, Offer
from app.views.own_form import WHOLE, RuleDraft, begun, family_rules, is_family, label_of, read
from app.widgets.form_choice import Choice
from app.widgets.form_press import Press
from app.widgets.form_rules import TITLE, RuleForm
from app.widgets.form_says import Says
from app.widgets.odds import Odds
from engine.refusal import IllegalAction

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.widget import Widget

    from engine.family.rules import FamilyRules

REST = 0.3
"""Seconds without a key after which the odds are worked out anew."""

DEEDS = {
    "save": texts.HELP_SAVE,
    "save-new": texts.HELP_SAVE_AS_NEW,
    "delete": texts.HELP_DELETE,
    "fresh": texts.HELP_FRESH,
}


class WriteRulesScreen(FormScreen):
    """New rules that start from a preset, or house rules to be changed.

    What was typed is kept by the app as a `RuleDraft` until it is saved or undone, so that leaving
    loses nothing. Faults show while typing; odds follow when the keyboard rests.
    """

    INTENTS: ClassVar[tuple[str, ...]] = ("up", "down", "save", "lobby")
    AUTO_FOCUS = f"#{TITLE}"

    def __init__(self, config: Path, offer: Offer) -> None:
        super().__init__()
        self.config = config
        self.offer = offer
        self.path: Path | None = None
        if offer.own and offer.id != AS_PLAYED:
            self.path = config / FOLDER / f"{offer.id.removeprefix(':')}.toml"
        self.refusal = ""
        self._rest: Timer | None = None

    def content(self) -> Iterable[Widget]:
        before = self.house.rule_drafts.get(self.offer.id)
        new = self.path is None
        said = texts.NEW(title=self.offer.title) if new else texts.EDIT(title=self.offer.title)
        yield Says(said, "title", id="heading")
        form = RuleForm(before or self._begun())
        yield VerticalGroup(form, Odds(id="odds"), id="writing")
        deeds = [Press(texts.SAVE(), id="save")]
        if not new:
            deeds += [
                Press(texts.SAVE_AS_NEW(), id="save-new"),
                Press(texts.DELETE(), id="delete"),
            ]
        yield HorizontalGroup(*deeds, Press(texts.FRESH(), id="fresh"), id="deeds")
        yield Says(texts.KEPT() if before else "", "dim", id="note")

    def _begun(self) -> RuleDraft:
        seen = own_files.text_of(self.path) if self.path else ""
        return begun(self.offer, self.path is None, seen)

    def on_mount(self) -> None:
        super().on_mount()
        self._reckon()

    @property
    def form(self) -> RuleForm:
        """The fields."""
        return self.query_one(RuleForm)

    # What the person does

    def intend(self, intent: str) -> None:
        if intent == "save":
            self.save()
        else:
            super().intend(intent)

    def on_rule_form_changed(self, message: RuleForm.Changed) -> None:
        """Keep the draft, show its faults at once, and its odds when the keyboard rests."""
        message.stop()
        self.house.rule_drafts[self.offer.id] = message.draft
        self.refusal = ""
        self.speak()
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(REST, self._reckon)

    def on_rule_form_left_out(self, message: RuleForm.LeftOut) -> None:
        """Say that not everything was taken in, once."""
        message.stop()
        self.speak(lobby_texts.LEFT_OUT())

    def on_press_pressed(self, message: Press.Pressed) -> None:
        """Save, delete, or undo."""
        message.stop()
        match message.press.id:
            case "save":
                self.save()
            case "save-new":
                self.save(new=True)
            case "delete":
                self.ask_to_delete()
            case "fresh":
                self.run_worker(self.start_again(), exclusive=True, group="fresh")

    async def start_again(self) -> None:
        """The rules as they were before anything was typed."""
        self.house.rule_drafts.pop(self.offer.id, None)
        await self.form.remove()
        await self.query_one("#writing").mount(RuleForm(self._begun()), before=0)
        self.form.go_to(TITLE)
        self.speak()
        self._reckon()

    # Files

    def save(self, new: bool = False) -> None:
        """Keep the rules, or say what is in the way; nothing is replaced without asking."""
        draft = self.form.draft
        faults = read(draft).faults
        if faults:
            self.refusal = self._fault(next(iter(faults)), faults)
            self.form.go_to(next(iter(faults)))
            self.speak()
            return
        path = self.path if self.path and not new else own_files.path_for(self.config, draft.title)
        question = ""
        if path != self.path and path.exists():
            question = texts.ASK_REPLACE(name=path.name)
        elif path == self.path and path.exists() and own_files.text_of(path) != draft.seen:
            question = texts.ASK_CHANGED(name=path.name)
        if question:
            ask = AskScreen(question, texts.REPLACE())
            self.app.push_screen(ask, lambda yes: self._write(path) if yes else None)
        else:
            self._write(path)

    def _write(self, path: Path) -> None:
        draft = self.form.draft
        before = own_files.text_of(path) if path == self.path else ""
        try:
            title = visible(draft.title)
            text = own_files.as_toml(draft.base, title, read(draft).options, before)
            own_files.save(path, text)
        except (IllegalAction, Trouble) as trouble:
            self.refusal = trouble.message
            self.speak()
            return
        self._done(texts.SAVED(name=path.name))

    def ask_to_delete(self) -> None:
        """Delete the file, once that was confirmed."""
        if self.path is not None:
            question = texts.ASK_DELETE(title=self.offer.title, name=self.path.name)
            self.app.push_screen(AskScreen(question, texts.DELETE_IT()), self._delete)

    def _delete(self, yes: bool | None) -> None:
        if not yes or self.path is None:
            return
        try:
            own_files.delete(self.path)
        except Trouble as trouble:
            self.refusal = trouble.message
            self.speak()
        else:
            self._done(texts.DELETED(title=self.offer.title))

    def _done(self, sentence: str) -> None:
        self.house.rule_drafts.pop(self.offer.id, None)
        self.notify(sentence, markup=False)
        self.dismiss()

    # What the form says

    def _reckon(self) -> None:
        """Work out the odds beside the keyboard's way."""
        draft = self.form.draft
        rules = family_rules(draft)
        self.query_one(Odds).display = is_family(draft.base)
        self.run_worker(self._work_out(rules), exclusive=True, group="odds")

    async def _work_out(self, rules: FamilyRules | None) -> None:
        shown = None if rules is None else await asyncio.to_thread(own_odds.prospects, rules)
        self.query_one(Odds).show = shown

    def speak(self, aside: str = "") -> None:
        """One sentence: what was refused, what is wrong here or elsewhere, or help."""
        faults = read(self.form.draft).faults
        if not self.form.draft.typed and not self.form.draft.title:
            faults.pop(TITLE, None)  # nobody has begun yet
        self.form.mark(faults)
        here = self.form.path(self.here)
        place = here if here in faults else next(iter(faults), None)
        problem = self.refusal or ("" if place is None else self._fault(place, faults))
        self.query_one("#note", Says).say(
            problem or aside or self._help(), "bad" if problem else "dim"
        )

    def _fault(self, path: str, faults: dict[str, str]) -> str:
        if path in (WHOLE, TITLE):
            return faults[path]
        return texts.WRONG(label=label_of(self.form.draft, path), problem=faults[path])

    def _help(self) -> str:
        if self.here in DEEDS:
            return DEEDS[self.here]()
        field = self.form.field(self.here)
        return texts.HELP_NAME() if field is None else field.help

    def offered(self) -> Iterator[keys.Intent]:
        return reworded(super().offered(), {"save": (texts.SAVE, texts.TIP_SAVE)})

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        change = [KeyHint("change", "←→", lobby_texts.KEY_CHANGE())]
        self.hint(
            KeyHint("save", shown("save"), texts.SAVE()),
            KeyHint("lobby", shown("lobby"), lobby_texts.KEY_BACK()),
            *(change if isinstance(self.focused, Choice) else []),
            KeyHint("down", f"{shown('up')}{shown('down')}", lobby_texts.KEY_MOVE()),
            KeyHint("", "PgUp PgDn", texts.KEY_PART()),
            KeyHint("help", shown("help"), keys.INTENTS["help"].label),
        )
