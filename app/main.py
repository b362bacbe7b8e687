"""The application: one way to build it for the command line, the servers and the tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.theme import Theme

from app import keys, texts
from app.messages import ShowDice, ShowNewTable, ShowOwnRules, ShowReview, ShowRules
from app.own_keys import read_keymap
from app.screens.entrance import Entrance
from app.tables.errors import Trouble
from app.views.look import Look
from app.widgets.stylesheet import ReadOnce

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import SystemCommand
    from textual.screen import Screen

    from app.tables.hub import Hub
    from app.tables.table import Table
    from app.tables.visitor import Desk, Visitor
    from app.views.lobby_form import Draft
    from app.views.own_form import RuleDraft

HERE = Path(__file__).parent
STYLES = next(
    (path for path in (HERE / "styles.tcss", HERE.parent / "styles.tcss") if path.exists()),
    HERE / "styles.tcss",
)

DARK = Theme(
    name="parlour-dark",
    primary="#7fb8a4",
    secondary="#c8a46a",
    accent="#f2c14e",
    foreground="#e8e4da",
    background="#12181b",
    surface="#1a2226",
    panel="#243036",
    success="#8fcf8a",
    warning="#f2c14e",
    error="#f08a7b",
    dark=True,
    variables={
        "felt": "#17352c",
        "ivory": "#f3ecdc",
        "ivory-dim": "#b9b3a5",
        "ivory-edge": "#8d846f",
        "pip": "#2b2620",
        "chosen": "#f2c14e",
        "pip-dim": "#5f594c",
        "held": "#2b5246",
        "held-pip": "#b5c9bf",
        "card-good": "#8a5a00",
        "card-bad": "#a3271a",
        "card-back": "#243a5e",
        "card-back-line": "#5f7fb3",
        "quiet": "#9aa7a8",
    },
)
LIGHT = Theme(
    name="parlour-light",
    primary="#1f6b55",
    secondary="#7a5a1c",
    accent="#8a5a00",
    foreground="#1e2427",
    background="#f6f3ea",
    surface="#ece7da",
    panel="#dfd8c6",
    success="#1f6b2f",
    warning="#8a5a00",
    error="#a3271a",
    dark=False,
    variables={
        "felt": "#cfe3d6",
        "ivory": "#fffdf6",
        "ivory-dim": "#e6e0d0",
        "ivory-edge": "#8d846f",
        "pip": "#2b2620",
        "chosen": "#f2c14e",
        "pip-dim": "#5f594c",
        "held": "#a9c4b4",
        "held-pip": "#40564b",
        "card-good": "#8a5a00",
        "card-bad": "#a3271a",
        "card-back": "#b9c8e2",
        "card-back-line": "#4a6694",
        "quiet": "#586266",
    },
)
LIGHT_FEW = replace(
    LIGHT,
    name="parlour-light-few",
    background="#eeeeee",
    surface="#e4e4e4",
    panel="#dadada",
    variables={
        **LIGHT.variables,
        "felt": "#d0d0d0",
        "ivory": "#ffffff",
        "ivory-dim": "#e4e4e4",
        "card-back": "#afd7d7",
    },
)
"""The light colours where there are 256: those nearest to the warm ones are pink and yellow."""


class DiceParlourApp(Entrance):
    """One person's session: its screens, its look, and the tables that it may open."""

    TITLE = str(texts.APP)
    CSS_PATH = STYLES
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar = []
    COMMAND_PALETTE_BINDING = "ctrl+p"

    def __init__(
        self,
        hub: Hub | Callable[[], Hub],
        *,
        table: Table | None = None,
        look: Look | None = None,
        keymap: keys.Keymap | None = None,
        notices: tuple[str, ...] = (),
        config: Path | None = None,
        visitor: Visitor | None = None,
        desk: Desk | None = None,
        public_url: str = "",
    ) -> None:
        super().__init__(hub)
        self.visitor = visitor
        self.desk = desk
        self.public_url = public_url
        self.first = table
        self.look = look or Look()
        if self.animation_level == "none":
            self.look = replace(self.look, animation=False)
        self.keymap = keymap or keys.Keymap()
        self.notices = notices
        self.config = config
        self.draft: Draft | None = None
        self.rule_drafts: dict[str, RuleDraft] = {}

        self.register_theme(DARK)
        self.register_theme(LIGHT)
        self.register_theme(LIGHT_FEW)
        # Set without a word to anybody: as a change, it would have all styles read a second time.
        self.set_reactive(App.theme, DARK.name)
        self.stylesheet = ReadOnce(variables=self.get_css_variables())

    def on_mount(self) -> None:
        self.set_keymap(self.keymap.textual())
        # What is drawn before an app has started is thrown away and drawn again a frame later.
        self.call_later(self.begin)

    def begin(self) -> None:
        """Show the first screen."""
        if self.first is None:
            self.push_screen(self.lobby())
            self.code_given(self.visitor.invited if self.visitor is not None else "")
            if self.visitor is not None and self.visitor.back:
                self.come_back()
        else:
            self.play(self.first)
        for notice in self.notices:
            self.tell(notice)

    def get_default_screen(self) -> Screen[object]:
        """The bottom of the pile of screens: never seen, it only carries the others."""
        from textual.screen import Screen

        return Screen(id="_default")

    def on_show_new_table(self, message: ShowNewTable) -> None:
        """Show the form for a new table."""
        from app.screens.new_table import NewTableScreen

        message.stop()
        self.push_screen(NewTableScreen(self.hub, message.setup))

    def on_show_rules(self, message: ShowRules) -> None:
        """Show the rule book."""
        from app.screens.rules import RulesScreen

        message.stop()
        self.push_screen(RulesScreen(message.preset, message.options))

    def on_show_own_rules(self, message: ShowOwnRules) -> None:
        """Show the house rules, or the form to write some."""
        from app.screens.own_rules import OwnRulesScreen
        from app.screens.write_rules import WriteRulesScreen

        message.stop()
        if self.config is not None:
            offer = message.offer
            screen = WriteRulesScreen(self.config, offer) if offer else OwnRulesScreen(self.config)
            self.push_screen(screen)

    def on_show_review(self, message: ShowReview) -> None:
        """Show the review of a finished game, or say why there is none."""
        from app.screens.review import ReviewScreen, no_review

        message.stop()
        try:
            table = self.admitted(message.table_id)
        except Trouble as trouble:
            self.tell(trouble.message, "warning")
            return
        if why := no_review(table):
            self.tell(why, "warning")
        else:
            self.push_screen(ReviewScreen(table))

    def on_show_dice(self, message: ShowDice) -> None:
        """Show whether the dice are fair."""
        from app.screens.dice_report import DiceReportScreen

        message.stop()
        self.push_screen(DiceReportScreen(message.table_id))

    def answer(self, intent: str) -> bool:
        """Do what is the same on every screen; False when it is not of that kind."""
        match intent:
            case "help":
                self.show_help()
            case "palette":
                self.action_command_palette()
            case "theme":
                few = self.console.color_system in ("256", "standard", "windows")
                light = LIGHT_FEW if few else LIGHT
                self.theme = light.name if self.theme == DARK.name else DARK.name
            case "quit":
                self.farewell()
                self.exit()
            case _:
                return False
        return True

    async def action_quit(self) -> None:
        """The library's own way out leads through the house's."""
        self.answer("quit")

    def show_help(self) -> None:
        """Show all keys of the screen in front."""
        from app.screens.help import HelpScreen
        from app.screens.house import HouseScreen

        if isinstance(self.screen, HouseScreen) and not isinstance(self.screen, HelpScreen):
            signs = tuple(text() for text in self.screen.SIGNS)
            self.push_screen(HelpScreen(tuple(self.screen.offered()), self.keymap, signs))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette: every intent of the screen in front, by the words of the one registry."""
        from textual.app import SystemCommand

        from app.screens.house import HouseScreen

        if isinstance(screen, HouseScreen):
            for intent in screen.offered():
                if intent.id != "palette":
                    run = screen.action_intent
                    yield SystemCommand(
                        intent.label, intent.tooltip, lambda run=run, name=intent.id: run(name)
                    )


def make_app(
    hub: Hub | Callable[[], Hub],
    *,
    table: Table | None = None,
    animation: bool = True,
    ascii: bool = False,
    quiet: float = 0.4,
    config: Path | None = None,
    visitor: Visitor | None = None,
    desk: Desk | None = None,
    public_url: str = "",
) -> DiceParlourApp:
    """The app over these tables; with ``table`` it opens there instead of in the lobby.

    ``config`` is the folder that may hold a person's ``keys.toml`` and their house rules; without
    it none are offered, and none can be written. ``quiet`` is how long, in
    seconds, the keyboard must rest before the next player's turn can begin. ``visitor`` is who came
    in at a door of the house; without one it is whoever sits at this machine. ``desk`` is where
    that person's name is kept, ``public_url`` where others find the house in a browser.
    """
    keymap, notices = read_keymap(config / "keys.toml" if config else None)
    look = Look(animation=animation, ascii=ascii, quiet=quiet)
    return DiceParlourApp(
        hub,
        table=table,
        look=look,
        keymap=keymap,
        notices=notices,
        config=config,
        visitor=visitor,
        desk=desk,
        public_url=public_url,
    )
