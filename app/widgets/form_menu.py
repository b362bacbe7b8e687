"""A list of things to pick from: arrows and enter, a letter each, or the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from app.views.lines import Line
from app.views.lobby import Item, MenuLine, menu_lines, window
from app.widgets.lines import Lines

if TYPE_CHECKING:
    from textual import events


class Menu(Lines, can_focus=True):
    """Items one under another, in a window that follows the cursor.

    One widget draws them all: a list of a hundred tables costs what fits on the screen.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("home", "jump(0)", "First", show=False),
        Binding("end", "jump(-1)", "Last", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("enter,space", "choose", "Open", show=False),
    ]

    items: reactive[tuple[Item, ...]] = reactive(tuple)
    cursor: reactive[int] = reactive(0)

    @dataclass
    class Chosen(Message):
        """An item was picked."""

        menu: Menu
        item: Item

        @property
        def control(self) -> Menu:
            """The menu it happened in."""
            return self.menu

    class Drawn(Message):
        """The list is on the screen for the first time."""

    def __init__(self, items: Sequence[Item] = (), *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._top = 0
        self._drawn_once = False
        self.set_reactive(Menu.items, tuple(items))

    def validate_cursor(self, cursor: int) -> int:
        """The cursor stays on an item."""
        return max(0, min(cursor, len(self.items) - 1))

    def watch_items(self) -> None:
        """There may be fewer items than before."""
        self.cursor = self.validate_cursor(self.cursor)

    def frame(self) -> object:
        return (self.items, self.cursor, self.has_focus)

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        """What of the list is in the window."""
        if not self._drawn_once:
            self._drawn_once = True
            self.post_message(self.Drawn())
        return tuple(line.line for line in self._shown(width, height))

    def _shown(self, width: int, height: int) -> tuple[MenuLine, ...]:
        lines = menu_lines(self.items, width, self.cursor, self.has_focus)
        self._top = window(lines, self.cursor, self._top, height)
        return lines[self._top : self._top + height]

    def action_move(self, step: int) -> None:
        """To the next item or the one before, and round at the ends."""
        self.cursor = (self.cursor + step) % max(1, len(self.items))

    def action_jump(self, to: int) -> None:
        """To the first item (0) or the last (-1)."""
        self.cursor = to % max(1, len(self.items))

    def action_page(self, step: int) -> None:
        """A window further, and no further than the ends."""
        seen = {line.item for line in self._shown(*self.size)} - {None}
        self.cursor += step * max(1, len(seen) - 1)

    def action_choose(self) -> None:
        """Pick the item under the cursor."""
        if self.items:
            self.post_message(self.Chosen(self, self.items[self.cursor]))

    def pick(self, at: int) -> None:
        """Pick the item at a place of the list."""
        self.cursor = at
        self.action_choose()

    def pick_key(self, key: str | None) -> bool:
        """Pick the item with this letter; False where there is none."""
        for at, item in enumerate(self.items):
            if item.key and item.key == key:
                self.pick(at)
                return True
        return False

    def on_key(self, event: events.Key) -> None:
        """A letter picks its item."""
        if self.pick_key(event.character):
            event.stop()

    def on_click(self, event: events.Click) -> None:
        """A click picks the item under the pointer."""
        shown = self._shown(*self.size)
        item = shown[event.y].item if 0 <= event.y < len(shown) else None
        if item is not None:
            self.pick(item)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel moves the cursor."""
        event.stop()
        self.cursor -= 1

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel moves the cursor."""
        event.stop()
        self.cursor += 1
