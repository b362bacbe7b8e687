"""A rule book to scroll through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.geometry import Size, clamp
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from app.views.lines import safe
from app.views.lobby_rules import Page, lay_out, section_at
from engine.ruleset import Section


class RulePage(ScrollView, can_focus=True):
    """Sections one under another, wrapped to the width there is; left and right go from one to the
    next."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"page--title", "page--text", "page--row"}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "section(-1)", "Previous section", show=False),
        Binding("right", "section(1)", "Next section", show=False),
        Binding("space", "page_down", "Page down", show=False),
    ]

    sections: reactive[tuple[Section, ...]] = reactive(tuple)
    current: reactive[int] = reactive(0)
    """The section that is being read."""

    class Turned(Message):
        """Another section is being read."""

        def __init__(self, section: int) -> None:
            super().__init__()
            self.section = section

    def __init__(self, sections: Sequence[Section], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._page = Page((), ())
        self._width = 0
        self.set_reactive(RulePage.sections, tuple(sections))

    def watch_sections(self) -> None:
        """Another book starts at its beginning."""
        self._lay_out()
        self.scroll_to(y=0, animate=False)

    def on_resize(self) -> None:
        """Wrap anew, and stay at the section that was being read."""
        section, inside = self.current, self.scroll_offset.y - self._start(self.current)
        self._lay_out()
        if self.scroll_offset.y:
            self.scroll_to(y=self._start(section) + max(0, inside), animate=False)

    def _lay_out(self) -> None:
        self._width = self.scrollable_content_region.width
        self._page = lay_out(self.sections, self._width)
        last = self._page.starts[-1] + self.size.height if self._page.starts else 0
        self.virtual_size = Size(self._width, max(len(self._page.lines), last))
        self.refresh()

    def _start(self, section: int) -> int:
        starts = self._page.starts
        return starts[clamp(section, 0, len(starts) - 1)] if starts else 0

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Reading on may come to another section."""
        super().watch_scroll_y(old_value, new_value)
        self.current = section_at(self._page, round(new_value))

    def watch_current(self, current: int) -> None:
        """Tell the screen."""
        self.post_message(self.Turned(current))

    def render_line(self, y: int) -> Strip:
        """One line of the book."""
        at = self.scroll_offset.y + y
        width = self.size.width
        if at >= len(self._page.lines) or not self._page.lines[at].text:
            return Strip.blank(width, self.rich_style)
        line = self._page.lines[at]
        style = self.get_component_rich_style(f"page--{line.kind}")
        return Strip([Segment(safe(line.text), style)]).adjust_cell_length(width, self.rich_style)

    def go_to(self, section: int) -> None:
        """Show a section from its heading on."""
        self.scroll_to(y=self._start(section), animate=False)

    def action_section(self, step: int) -> None:
        """To the next section, or to the beginning of this one and then the one before."""
        back = step < 0 and self.scroll_offset.y > self._start(self.current)
        self.go_to(self.current if back else self.current + step)
