"""A finished game looked at again: its course, luck and skill, and every decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal

from app import keys
from app import texts as house_texts
from app.screens.reworded import reworded
from app.screens.thinking import Thinker, ThinkingScreen
from app.views import lobby_texts
from app.views import review_texts as texts
from app.views.key_bar import KeyHint
from app.views.review import Moment, ReviewShow
from app.widgets.form_says import Says
from app.widgets.review import Beside, LuckAndSkill, Moments

if TYPE_CHECKING:
    from textual.widget import Widget

    from app.review import Seen
    from app.tables.table import Table
    from app.widgets.review_chart import Chart


def no_review(table: Table) -> str:
    """The sentence that says why a table has no review, empty where it has one."""
    return "" if table.state.over else texts.NOT_OVER()


class ReviewScreen(ThinkingScreen[None]):
    """The review of a table; it is worked out beside the keyboard, and Esc gives it up."""

    INTENTS: ClassVar[tuple[str, ...]] = ("order", "save", "lobby")
    AUTO_FOCUS = "Moments"

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table
        self.seen: Seen | None = None
        self.worst_first = True
        self.chart: Chart | None = None

    def content(self) -> Iterable[Widget]:
        yield Says("", "title", id="heading")
        yield Horizontal(id="course")
        yield Says(texts.BEGINNING(), "accent", id="caption")
        yield LuckAndSkill(id="seats")
        yield Moments((), id="moments")

    def on_mount(self) -> None:
        self.ask(self._look, self._looked, self._failed_to)

    def _look(self, thinker: Thinker) -> Seen | None:
        """Work the review out; in a thread of its own."""
        from app.review import looked_at

        told, total = -1, self.table.entries

        def progress(step: int) -> None:
            nonlocal told
            percent = 100 * step // total
            if percent != told or thinker.given_up():
                told = percent
                said = texts.LOOKING(done=step + 1, total=total)
                thinker.tell(lambda: self._caption(said, "accent"))

        return looked_at(self.table, progress)

    def _looked(self, seen: Seen | None) -> None:
        self.seen = seen
        if seen is None:
            self._caption(house_texts.REVIEW_NOTHING(), "bad")
        else:
            self._lay(seen)
        self.show_keys()

    def _failed_to(self, why: str) -> None:
        """What cannot be reviewed is one sentence."""
        self._caption(why or texts.FAILED(), "bad")

    def _caption(self, said: str, role: str = "") -> None:
        self.query_one("#caption", Says).say(said, role)

    def _lay(self, seen: Seen) -> None:
        """Show a review."""
        from app.screens.review_show import course
        from app.widgets.review_chart import Chart, ChartShow

        self.query_one("#heading", Says).say(seen.title, "title")
        drawn = course(seen)
        chart, beside = Chart(), Beside()
        chart.show = ChartShow(drawn.lines, drawn.low, drawn.high, drawn.ticks, drawn.marks)
        beside.show = drawn.ends, drawn.low, drawn.high
        self.chart = chart
        self.query_one("#course").mount(chart, beside)
        self._list(seen)
        self._moved()

    def _list(self, seen: Seen) -> None:
        from app.screens.review_show import shown

        show = shown(seen, self.worst_first)
        self.query_one(LuckAndSkill).show = show
        self.query_one(Moments).show = show

    @property
    def _list_shown(self) -> ReviewShow:
        return self.query_one(Moments).show

    @property
    def moment(self) -> Moment | None:
        """What the cursor is on."""
        found, at = self._list_shown.moments, self.query_one(Moments).cursor
        return found[at] if at < len(found) else None

    def on_moments_moved(self, message: Moments.Moved) -> None:
        message.stop()
        self._moved()

    def _moved(self) -> None:
        """Mark the step under the cursor, and say where everybody stood after it."""
        from app.screens.review_show import standing

        moment = self.moment
        if self.seen is None or self.chart is None:
            return
        if moment is None:
            self._caption(texts.NO_DECISIONS())
            return
        names = self.seen.names
        lines = self.chart.show.lines
        front = names.index(moment.name) if len(lines) > 1 else 0
        self.chart.show = self.chart.show._replace(step=moment.step, front=front)
        self._caption(standing(self.seen, moment.step), "dim")

    def on_menu_chosen(self, message: Moments.Chosen) -> None:
        """Show the position under the cursor."""
        message.stop()
        if self.seen is not None and self.moment is not None:
            from app.screens.position import PositionScreen

            self.app.push_screen(PositionScreen(self.seen, self.moment))

    # Keys

    def offered(self) -> Iterator[keys.Intent]:
        return reworded(
            super().offered(),
            {
                "order": (texts.KEY_ORDER, texts.TIP_ORDER),
                "save": (texts.KEY_EXPORT, texts.TIP_EXPORT),
                "lobby": (texts.KEY_BACK, texts.TIP_BACK),
            },
        )

    def show_keys(self) -> None:
        shown = self.house.keymap.shown
        hints = [KeyHint("lobby", shown("lobby"), texts.KEY_BACK())]
        if self.seen is not None:
            hints += [
                KeyHint("", "↑↓", lobby_texts.KEY_MOVE()),
                KeyHint("open", keys.shown("enter"), texts.KEY_LOOK()),
                KeyHint("order", shown("order"), texts.KEY_ORDER()),
                KeyHint("save", shown("save"), texts.KEY_EXPORT()),
            ]
        hints.append(KeyHint("help", shown("help"), keys.INTENTS["help"].label))
        self.hint(*hints)

    def intend(self, intent: str) -> None:
        if intent == "lobby":
            self.give_up()
            self.dismiss()
        elif intent == "open":
            self.query_one(Moments).action_choose()
        elif self.seen is not None and intent == "order":
            self._turn_round(self.seen)
        elif self.seen is not None and intent == "save":
            self._export(self.seen)

    def _turn_round(self, seen: Seen) -> None:
        """The other order; the cursor stays with its moment."""
        moment = self.moment
        self.worst_first = not self.worst_first
        self._list(seen)
        if moment is not None:
            self.query_one(Moments).cursor = self._list_shown.moments.index(moment)

    def _export(self, seen: Seen) -> None:
        from app.screens.review_files import FOLDER, export

        config = self.house.config
        if config is None:
            self._caption(texts.NO_FOLDER(id=self.table.id), "bad")
            return
        try:
            data, picture = export(seen, config)
        except OSError as error:
            reason = error.strerror or str(error)
            folder = str(config / FOLDER)
            self._caption(texts.NOT_WRITTEN(folder=folder, reason=reason), "bad")
        else:
            self._caption(texts.EXPORTED(json=str(data), svg=picture.name), "good")
