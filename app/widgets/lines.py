"""The one way in which lines of a view become cells: a widget of fixed size that draws them."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.dom import DOMNode
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from app.views.lines import Line, cells, safe, safe_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.views.look import Look


class Lines(Widget):
    """Draws `lines`, one a row; what each run means decides its style (``Lines > .dim`` and so on).

    Text is only ever text here: no markup, and nothing that a terminal would obey.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "strong",
        "dim",
        "accent",
        "good",
        "bad",
        "key",
        "button",
        "picked",
        "title",
    }

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        """What to draw in this much room."""
        raise NotImplementedError  # abstract: ABC and Textual's metaclass do not mix

    @classmethod
    @cache
    def _get_component_classes(cls) -> frozenset[str]:
        """None for Textual: it would read the whole stylesheet for each role of each widget, at
        every change of a class, though few of them are drawn. `style_of` reads when one is."""
        return frozenset()

    def notify_style_update(self) -> None:
        self._component_styles.clear()
        super().notify_style_update()

    def style_of(self, role: str) -> Style:
        """The style of a role over this widget's own colours."""
        if not role:
            return self.visual_style.rich_style
        if role not in self._component_styles:
            part = DOMNode(classes=role)
            part._attach(self)
            self.app.stylesheet.apply(part)
            self._component_styles[role] = part.styles
        return self.get_component_rich_style(role)

    @cached_property
    def _draw(self) -> Callable[[str], str]:
        """How text is drawn in this session."""
        look: Look | None = getattr(self.app, "look", None)
        return safe_plain if look is not None and look.ascii else safe

    def render_line(self, y: int) -> Strip:
        width, height = self.size
        drawn = self.laid(width, height)
        draw, segments = self._draw, list[Segment]()
        for text, role in drawn[y] if y < len(drawn) else ():
            if text:
                add(segments, draw(text), self.style_of(role))
        room = width - sum(segment.cell_length for segment in segments)
        if room < 0:
            return Strip(segments).crop(0, width)
        if room:
            add(segments, " " * room, self.style_of(""))
        return Strip(segments, width)

    def redraw(self) -> None:
        """Repaint only what differs from what was drawn last."""
        width, height = self.size
        before = getattr(self, "_laid_for", None)
        if before is None or before[1:] != (width, height):
            self.refresh()
            return
        old, new = self._laid, self.laid(width, height)
        regions = [
            Region(start, y, end - start, 1)
            for y in range(max(len(old), len(new)))
            for start, end in changes(old[y : y + 1], new[y : y + 1])
        ]
        if regions:
            self.refresh(*regions)

    def laid(self, width: int, height: int) -> tuple[Line, ...]:
        """`lines`, made once for all rows of a frame."""
        key = (self.frame(), width, height)
        if getattr(self, "_laid_for", None) != key:
            self._laid = self.lines(width, height)
            self._laid_for = key
        return self._laid

    def frame(self) -> object:
        """What the drawing depends on besides its size."""
        raise NotImplementedError  # abstract: ABC and Textual's metaclass do not mix


class Shown(Lines):
    """Lines of one slice, ``show``: a new slice repaints only what it changes."""

    show: Any

    def frame(self) -> object:
        return self.show

    def watch_show(self) -> None:
        self.redraw()


def add(segments: list[Segment], text: str, style: Style) -> None:
    """Draw on, in as few segments as can be told apart: each costs bytes on the wire."""
    if segments:
        before, its, _ = segments[-1]
        if its is style or (text.isspace() and same_ground(its, style)):
            segments[-1] = Segment(before + text, its)
            return
        if before.isspace() and same_ground(its, style):
            segments[-1] = Segment(before + text, style)
            return
    segments.append(Segment(text, style))


def same_ground(one: Style | None, other: Style | None) -> bool:
    """Whether spaces look the same in both styles."""
    return (
        one is not None
        and other is not None
        and one.bgcolor == other.bgcolor
        and not (one.reverse or other.reverse or one.underline or other.underline)
    )


def changes(old: tuple[Line, ...], new: tuple[Line, ...]) -> tuple[tuple[int, int], ...]:
    """The columns, if any, from the first to the last difference of two lines, as start and end."""
    before, after = (lines[0] if lines else () for lines in (old, new))
    if before == after:
        return ()
    start = 0
    for was, now in zip(before, after, strict=False):
        if was != now:
            break
        start += cell_len(now.text)
    end, was_end = cells(after), cells(before)
    if end == was_end:
        for was, now in zip(reversed(before), reversed(after), strict=False):
            if was != now:
                break
            end -= cell_len(now.text)
    else:
        end = max(end, was_end)
    return ((start, end),) if end > start else ()
