"""What all screens have in common: intents, the key bar, and room enough to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar, cast

from textual.screen import ModalScreen, Screen
from textual.widgets import Input

from app import keys, texts
from app.messages import Wanted
from app.views import lobby_texts
from app.widgets.enlarge import Enlarge
from app.widgets.key_bar import KeyBar, KeyHint

if TYPE_CHECKING:
    from pathlib import Path

    from textual import events
    from textual.app import ComposeResult
    from textual.widget import Widget

    from app.tables.hub import Hub
    from app.tables.seen import Tables
    from app.tables.visitor import Desk, Visitor
    from app.views.lobby_form import Draft
    from app.views.look import Look
    from app.views.own_form import RuleDraft

SMALLEST = (40, 16)
"""Cells across and down that every screen can do with."""

HOUSE_INTENTS = ("help", "palette", "theme", "quit")
"""What can be asked for everywhere; the app answers."""

STILL: Final = ("theme", "quit", "lobby")
"""What can be asked for in a window that is too small to show it."""

Result = TypeVar("Result")


class House(Protocol):
    """What a screen may ask of the app around it."""

    hub: Hub
    seen: Tables
    """The tables as far as they concern whoever sits here."""
    look: Look
    keymap: keys.Keymap
    person: str
    """Who sits here, by the id that the house knows them by; "" at the machine's own keyboard."""
    token: str
    """What tells this session from another one of the same person."""
    visitor: Visitor | None
    """Who came in at a door of the house; None at the machine's own keyboard."""
    desk: Desk | None
    """Where the visitor's name is kept, None where it is not."""
    codes: set[str]
    """The codes of tables that were given here."""
    public_url: str
    """Where others find the house in a browser, or nothing."""
    draft: Draft | None
    """What was typed into the form for a new table and not used yet."""
    config: Path | None
    """The folder of the person's own settings; None where nothing can be kept for them."""
    rule_drafts: dict[str, RuleDraft]
    """House rules that were being written and not saved yet, by the offer they started from."""

    def answer(self, intent: str) -> bool:
        """Do what is the same on every screen; False when it is not of that kind."""


def of_list(choose: str) -> tuple[KeyHint, ...]:
    """The keys of a list; ``choose`` is what Enter does with what the cursor is on."""
    return (
        KeyHint("open", keys.shown("enter"), choose),
        KeyHint("", "↑↓", lobby_texts.KEY_MOVE()),
    )


class HouseScreen(Screen[Result], Generic[Result]):
    """A screen of the house.

    A subclass lists its ``INTENTS``, yields its widgets from `content`, says in `legal` which
    intents make sense now, and does one in `intend`.
    """

    INTENTS: ClassVar[tuple[str, ...]] = ()
    SIGNS: ClassVar[tuple[texts.Text, ...]] = (texts.HELP_SIGNS, texts.HELP_MOUSE)
    """What help says below the keys."""
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 (the base class declares it)
        (0, "-narrow"),
        (80, "-normal"),
        (116, "-wide"),
        (160, "-huge"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-short"),
        (24, "-tall"),
        (40, "-high"),
    ]

    _left_at: Widget | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        cls.BINDINGS = [*keys.bindings((*cls.INTENTS, *HOUSE_INTENTS))]
        super().__init_subclass__(**options)

    @property
    def house(self) -> House:
        """The app, as far as a screen may know it."""
        return cast("House", self.app)

    def compose(self) -> ComposeResult:
        yield from self.content()
        yield KeyBar()
        yield Enlarge()

    def content(self) -> Iterable[Widget]:
        """The widgets of this screen, above the key bar."""
        return ()

    def legal(self) -> tuple[str, ...]:
        """The intents that make sense now, in the order of the registry."""
        return tuple(name for name in keys.INTENTS if name in self.INTENTS)

    def called(self, intent: str) -> str:
        """What the key bar calls an intent now."""
        return keys.INTENTS[intent].label

    def intend(self, intent: str) -> None:
        """Do what somebody asked for by key, mouse or palette."""

    def offered(self) -> Iterator[keys.Intent]:
        """Every intent of this screen and of the house, for help and palette."""
        for name, intent in keys.INTENTS.items():
            if name in self.INTENTS or name in HOUSE_INTENTS:
                yield intent

    def show_keys(self) -> None:
        """Bring the key bar up to date with what is legal now."""
        legal = self.legal()
        hints: list[KeyHint] = list(self.listing())
        for together, said in keys.TOGETHER:
            if found := [name for name in legal if name in together]:
                ends = dict.fromkeys(map(self.house.keymap.shown, (found[0], found[-1])))
                hints.append(KeyHint(found[0], "–".join(ends), said, near=True))
        for name in legal:
            if name not in (*keys.DICE, *keys.TABLES, *keys.MOVES, "help"):
                near = keys.INTENTS[name].group in ("dice", "turn", "hall")
                hints.append(KeyHint(name, self.house.keymap.shown(name), self.called(name), near))
        hints.append(KeyHint("help", self.house.keymap.shown("help"), self.called("help")))
        self.hint(*hints)

    def listing(self) -> tuple[KeyHint, ...]:
        """The keys of the list on this screen, where it has one; they come first."""
        return ()

    def hint(self, *hints: KeyHint) -> None:
        """Show these keys; a screen that is on its way out has no bar any more to show them."""
        if isinstance(self.focused, Input):
            hints = tuple(map(self._beside_typing, hints))
        for bar in self.query(KeyBar):
            bar.hints = hints

    def _beside_typing(self, hint: KeyHint) -> KeyHint:
        """A hint with a key that is not typed into the line where the cursor is."""
        shown = self.house.keymap.shown
        if hint.intent not in keys.INTENTS or hint.key != shown(hint.intent):
            return hint
        return hint._replace(key=shown(hint.intent, typing=True))

    def on_descendant_focus(self) -> None:
        """What the keys do may depend on where the cursor is."""
        if self.is_mounted:
            self.show_keys()

    def on_mount(self) -> None:
        self.show_keys()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        tiny = width < SMALLEST[0] or height < SMALLEST[1]
        if tiny and not self.tiny:
            self._left_at = self.focused
        self.set_class(tiny, "-tiny")
        if not tiny and self.focused is None:
            self.call_after_refresh(self._go_back)

    @property
    def tiny(self) -> bool:
        """Whether the window is too small to show anything: then nothing may happen unseen."""
        return self.has_class("-tiny")

    def _go_back(self) -> None:
        """To where the cursor was before the window became too small, or where it begins."""
        wanted = [self._left_at] if self._left_at is not None else []
        wanted += list(self.query(self.AUTO_FOCUS)) if self.AUTO_FOCUS else []
        found = next((one for one in wanted if one.is_attached and one.focusable), None)
        if self.focused is None and found is not None:
            found.focus()

    def action_intent(self, intent: str) -> None:
        """Every key of every screen arrives here."""
        if self.tiny and intent not in STILL:
            return
        if not self.house.answer(intent):
            self.intend(intent)

    def on_wanted(self, message: Wanted) -> None:
        """Every click on a key, a button or a palette entry arrives here."""
        message.stop()
        self.action_intent(message.intent)


class HouseModal(HouseScreen[Result], ModalScreen[Result], Generic[Result]):
    """A screen over another one, answered once."""

    def close(self, result: Result | None = None) -> None:
        """Close with an answer; a second answer at the same moment is too late and does nothing."""
        if self.is_current and not getattr(self, "_closed_once", False):
            self._closed_once = True
            self.dismiss(result)
