"""A list of games over another screen, to pick one from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from app import keys
from app.screens.house import HouseModal
from app.screens.reworded import reworded
from app.views import lobby_texts as texts
from app.views.lobby_form import preset_items
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget


class PickGame(HouseModal[str]):
    """Every preset with what it is about; answers with the name of the one that was picked."""

    INTENTS: ClassVar[tuple[str, ...]] = ("lobby",)
    AUTO_FOCUS = "Menu"

    def __init__(self, preset: str) -> None:
        super().__init__()
        self.preset = preset

    def content(self) -> Iterable[Widget]:
        yield Says(texts.CHOOSE_GAME(), "title", id="heading")
        menu = Menu(preset_items(), id="games")
        menu.cursor = next(at for at, one in enumerate(menu.items) if one.id == self.preset)
        yield menu

    def offered(self) -> Iterator[keys.Intent]:
        return reworded(super().offered(), {"lobby": (texts.KEY_BACK, texts.TIP_BACK)})

    def called(self, intent: str) -> str:
        return texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.close()

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """The answer."""
        message.stop()
        self.close(message.item.id)
