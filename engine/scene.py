"""The neutral picture of a table: everything a screen draws, and nothing about which game it is.

A scene is made for one viewer (a seat or a watcher) and holds what that viewer may see and do.
Views and widgets read it; they never compute a rule. Texts in it are the engine's English defaults.
"""

from __future__ import annotations

from typing import Literal

from engine.model import Frozen

DieStatus = Literal["ready", "rolled", "held", "away"]
"""``ready`` is thrown next, ``rolled`` waits for a keep, ``held`` is set aside, ``away`` is out."""


class DieView(Frozen):
    """One die of the tray. ``face`` is 1 to 6, or None while it has not been thrown this turn.

    At a table of a hall the dice lie as they fell last in the round, whoever threw them.
    """

    number: int
    face: int | None
    status: DieStatus
    scores: bool = False
    """The die is part of at least one keep that is legal now."""
    special: bool = False
    """The face that shows is a marked one (a red face)."""
    joins: bool = False
    """A keep of this die would build on dice already held."""
    joined: bool = False
    """The die is held, and a die of the roll that waits would build on it."""


class CardView(Frozen):
    """A turned-up card: its name for programs, its title and what it asks for people.

    ``motif`` picks the art: bonus, stop, fill, burst, double, target, straight, clover.
    """

    name: str
    title: str
    asks: str
    motif: str
    value: int = 0
    declinable: bool = False
    """It may be put aside unused right now."""


class PileView(Frozen):
    """The cards: how many face down, how many turned up, and what is still to come, by title."""

    left: int
    discarded: int
    remaining: tuple[tuple[str, int], ...]


class KeepView(Frozen):
    """One legal keep of the roll that waits, and where it leads.

    ``points`` it adds, ``total`` the turn points after it, ``left`` the dice to throw next,
    ``fills`` whether no die is left over, ``then`` the kinds of action that are legal after it.
    """

    dice: tuple[int, ...]
    points: int
    total: int
    left: int
    fills: bool
    then: tuple[str, ...]


class TurnView(Frozen):
    """A turn in progress at one set of dice.

    ``rolls`` counts the throws of the turn, so that a new roll shows even with equal faces.
    ``dice_next`` is how many dice a roll would throw now (0 while a roll waits).
    ``bank_to`` is the sheet after banking now, None while banking is not legal.
    ``prompt`` is one sentence: what is asked of the player now.
    """

    seat: int
    points: int
    dice: tuple[DieView, ...]
    rolls: int
    dice_next: int
    fills: int = 0
    card: CardView | None = None
    bank_to: int | None = None
    keeps: tuple[KeepView, ...] = ()
    prompt: str = ""
    notes: tuple[str, ...] = ()
    """Short standing facts of the turn, such as who is challenged."""


class SeatView(Frozen):
    """A line of the scoreboard.

    ``to_goal`` is how many points are missing, None without a goal; ``turns`` the history: what
    each finished turn did to the sheet; ``notes`` short standing facts (on board, busts in a row).
    """

    seat: int
    name: str
    score: int
    to_act: bool = False
    leads: bool = False
    to_goal: int | None = None
    turns: tuple[TurnLine, ...] = ()
    notes: tuple[str, ...] = ()
    last_turn: bool = False
    """The seat still has a turn (or has it now) before the game ends."""
    table: int | None = None
    """Which of the hall's tables (``Scene.tables``) the seat sits at now."""
    ghost: bool = False
    """Nobody sits here: the seat fills up the last table, and the computer plays it."""
    computer: bool = False
    """A computer player plays here. The rules know nothing of that; the table says so."""


class TurnLine(Frozen):
    """A finished turn: points put on the sheet, points lost, the sheet after it, and how it ended.

    ``end`` is a code: banked, busted, stopped, ... ``label`` the word for it.
    """

    points: int
    lost: int
    score: int
    end: str
    label: str


class ThrowView(Frozen):
    """The last throw at a table: by whom, what lies there, its points, and a word for it."""

    seat: int
    faces: tuple[int, ...]
    points: int
    label: str


class TableView(Frozen):
    """One of several tables of a hall that play at the same time.

    ``points`` are each team's in the round, ``own`` each seat's, in the order of ``seats``,
    ``level`` each team's in a roll-off. ``throws`` counts the throws of the round, so that a new
    one shows even with equal faces. ``last_turn``: the dice come to rest after this turn.
    ``finished``: no dice roll here until the next round; ``winners`` then won the table.
    """

    name: str
    seats: tuple[int, ...]
    teams: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    own: tuple[int, ...] = ()
    level: tuple[int, ...] = ()
    turn: TurnView | None = None
    throws: int = 0
    last: ThrowView | None = None
    last_turn: bool = False
    finished: bool = False
    roll_off: bool = False
    winners: tuple[int, ...] = ()
    holds_token: bool = False


class ActionView(Frozen):
    """An action that is legal now for the viewer: what to call it, and whom it may aim at.

    ``kind`` is the action's kind; ``label`` a verb ("Roll 4 dice"); ``hint`` what it would do.
    Keeps are not listed one by one: they are in ``TurnView.keeps``, and one entry stands for all.
    """

    kind: str
    label: str
    hint: str = ""
    targets: tuple[int, ...] = ()


class Scene(Frozen):
    """All that one viewer sees. ``viewer`` is a seat, or None for a watcher."""

    game: str
    title: str
    version: int
    viewer: int | None
    seats: tuple[SeatView, ...]
    goal: str
    """How the game ends, in one short sentence."""
    status: str = ""
    """What is going on when no turn is: a roll-off, the end; or a standing fact (last round)."""
    over: bool = False
    winners: tuple[int, ...] = ()
    turn: TurnView | None = None
    pile: PileView | None = None
    tables: tuple[TableView, ...] = ()
    bell: bool = False
    """The bell has rung: the tables of the hall come to the end of their round."""
    actions: tuple[ActionView, ...] = ()
    prizes: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def may(self, kind: str) -> bool:
        """Whether an action of this kind is legal for the viewer now."""
        return any(action.kind == kind for action in self.actions)


SeatView.model_rebuild()
