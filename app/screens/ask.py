"""A question before something is replaced or gone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from app.screens.house import HouseModal
from app.views import lobby_texts
from app.views import own_texts as texts
from app.views.lobby import Item
from app.widgets.form_menu import Menu
from app.widgets.form_says import Says

if TYPE_CHECKING:
    from textual.widget import Widget


class AskScreen(HouseModal[bool]):
    """Answers whether to do it; the cursor starts on leaving everything as it is."""

    INTENTS: ClassVar[tuple[str, ...]] = ("lobby",)
    AUTO_FOCUS = "Menu"

    def __init__(self, question: str, deed: str) -> None:
        super().__init__()
        self.question = question
        self.deed = deed

    def content(self) -> Iterable[Widget]:
        yield Says(self.question, "title", id="question")
        yield Menu((Item("no", texts.LEAVE_IT()), Item("yes", self.deed)), id="answers")

    def called(self, intent: str) -> str:
        return lobby_texts.KEY_BACK() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.close(False)

    def on_menu_chosen(self, message: Menu.Chosen) -> None:
        """The answer."""
        message.stop()
        self.close(message.item.id == "yes")
