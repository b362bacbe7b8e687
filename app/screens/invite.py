"""How others come to a table: its code, the address, and a picture of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from app import keys, texts
from app.screens.house import HouseModal
from app.views import company_texts
from app.views.invite import InviteShow, address, invite_lines
from app.views.lines import Line, Run
from app.widgets.lines import Shown

if TYPE_CHECKING:
    from textual.widget import Widget

    from app.tables.table import Table


class Invitation(Shown):
    """The invitation, as large as the window lets it be."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"qr"}

    def __init__(self, show: InviteShow) -> None:
        super().__init__()
        self.show = show

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        heading: Line = (Run(company_texts.INVITE(), "title"),)
        gap = () if height < 24 else ((),)
        return (heading, *gap, *invite_lines(self.show, width, height - 1 - len(gap)))


class InviteScreen(HouseModal[None]):
    """Shows how others come to a table; any of its keys closes it."""

    INTENTS: ClassVar[tuple[str, ...]] = ("keep", "go", "invite", "lobby")

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def content(self) -> Iterable[Widget]:
        house, hosting = self.house, self.table.hosting
        yield Invitation(
            InviteShow(
                code=hosting.code,
                url=address(house.public_url, hosting.code) if hosting.code else "",
                free=len(self.table.seating.free),
                open=hosting.access == "open",
                key=keys.shown(keys.INTENTS["code"].keys[0]),
                drawable=not house.look.ascii,
                dark_ground=self.app.no_color or self.app.console.color_system is None,
            )
        )

    def legal(self) -> tuple[str, ...]:
        return ("lobby",)

    def called(self, intent: str) -> str:
        return texts.CLOSE() if intent == "lobby" else super().called(intent)

    def intend(self, intent: str) -> None:
        if intent in self.INTENTS:
            self.close()
