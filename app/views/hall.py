"""The root of all that the hall screen shows, and how it changes: one frozen value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from app.views import hall_texts
from app.views.hall_round import RoundShow
from app.views.picture import TableFacts
from app.views.table_log import more_log
from engine.model import Event
from engine.scene import Scene, TableView

Stage = Literal["opening", "play", "break", "over"]
"""``opening``: who drew which table is on view. ``break``: a round has ended, and the next has not
been begun at this keyboard. ``over``: the game has ended."""


class Pace(NamedTuple):
    """How fast tables roll by themselves, in seconds: ``ghost`` from one roll of the computer to
    the next, ``onward`` from one time round all tables to the next when somebody lets them run."""

    ghost: float
    onward: float


PACES: Final = (
    Pace(2.0, 0.6),
    Pace(1.2, 0.3),
    Pace(0.7, 0.12),
    Pace(0.35, 0.06),
    Pace(0.15, 0.02),
)
"""From slow to fast, as `hall_texts.PACES` calls them."""


@dataclass(frozen=True, slots=True)
class HallPicture:
    """Everything on the screen.

    ``scene`` is made for the seat that may act at the table in view, ``at``; ``fresh`` until
    somebody rolled there since it came into view; ``seats`` are played at this keyboard;
    ``tumbling`` while dice roll on the screen only; ``running`` while the tables roll by
    themselves; ``round`` what the panel between two rounds tells.
    """

    scene: Scene
    facts: TableFacts
    seats: frozenset[int]
    stage: Stage = "play"
    at: int = 0
    fresh: bool = True
    tumbling: bool = False
    running: bool = False
    pace: int = 2
    refusal: str = ""
    said: str = ""
    round: RoundShow | None = None
    log: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.scene.seats)

    @property
    def table(self) -> TableView:
        """The table in view."""
        return self.scene.tables[self.at]

    @property
    def holder(self) -> int | None:
        """The seat that holds the dice at the table in view."""
        return holder(self.table)

    @property
    def here(self) -> tuple[int, ...]:
        """The tables at which somebody may act at this keyboard, by their place in the hall."""
        tables = enumerate(self.scene.tables)
        return tuple(at for at, table in tables if holder(table) in self.seats)

    @property
    def may_roll(self) -> bool:
        """Whether the table in view waits for this keyboard."""
        return self.stage == "play" and self.at in self.here and not self.facts.readonly

    @property
    def may_go_on(self) -> bool:
        """Whether any table waits for this keyboard."""
        return self.stage == "play" and bool(self.here) and not self.facts.readonly

    @property
    def ghosts(self) -> frozenset[int]:
        """The seats that no person plays."""
        return frozenset(seat.seat for seat in self.scene.seats if seat.ghost or seat.computer)


def holder(table: TableView) -> int | None:
    """The seat that holds the dice at a table."""
    return table.turn.seat if table.turn is not None else None


def settled(picture: HallPicture) -> HallPicture:
    """All dice at rest."""
    return replace(picture, tumbling=False) if picture.tumbling else picture


def refused(picture: HallPicture, sentence: str) -> HallPicture:
    """The same hall with one sentence about why not; what ran by itself stops."""
    return replace(picture, refusal=sentence, said="", running=False)


def looked(picture: HallPicture, at: int, scene: Scene) -> HallPicture:
    """Another table in view."""
    return replace(picture, at=at, scene=scene, fresh=True, refusal="", said="", tumbling=False)


def begun(picture: HallPicture) -> HallPicture:
    """Everybody sits, and the round begins."""
    return replace(picture, stage="play", round=None, refusal="", said="", fresh=True)


def seated(picture: HallPicture, scene: Scene, seats: frozenset[int]) -> HallPicture:
    """Other people or computer players sit there, and nothing else has happened."""
    return replace(picture, scene=scene, seats=seats)


def set_running(picture: HallPicture, running: bool) -> HallPicture:
    """The tables roll by themselves, or stop."""
    return replace(picture, running=running, tumbling=False, refusal="", said="")


def paced(picture: HallPicture, by: int) -> HallPicture:
    """Faster or slower, as far as there are paces."""
    pace = max(0, min(len(PACES) - 1, picture.pace + by))
    said = "" if picture.running else hall_texts.PACE(pace=hall_texts.PACES[pace]())
    return replace(picture, pace=pace, said=said, refusal="")


def next_stop(picture: HallPicture) -> int | None:
    """The table where the next roll is made when one goes round the hall.

    It is the table in view, until somebody has rolled there; then the next one that waits.
    """
    here = picture.here
    if not here:
        return None
    if picture.fresh and picture.at in here:
        return picture.at
    return next((at for at in here if at > picture.at), here[0])


def arrived(
    picture: HallPicture,
    scene: Scene,
    events: Sequence[Event],
    ended: RoundShow | None,
    animate: bool,
) -> HallPicture:
    """The hall after these events; ``ended`` is the round that they brought to its end."""
    stage: Stage = "over" if scene.over else "break" if ended is not None else picture.stage
    rolled = stage == "play" and scene.tables[picture.at].throws != picture.table.throws
    bell = scene.bell and not picture.scene.bell
    on = picture.running and stage == "play" and not bell
    return replace(
        picture,
        scene=scene,
        stage=stage,
        at=picture.at if ended is None else 0,
        fresh=picture.fresh and not rolled,
        tumbling=stage == "play" and (picture.tumbling or (animate and rolled and not on)),
        running=on,
        refusal="",
        said="",
        round=ended if ended is not None and not scene.over else picture.round,
        log=more_log(picture.log, events, picture.names),
    )
