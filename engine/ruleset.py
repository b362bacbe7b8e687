"""What a game is to the rest of the house, and the two ways to move one along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from engine.model import Action, Event, Frozen, GameState, Setup
from engine.scene import Scene


class Chance(Protocol):
    """Where dice and cards come from; the engine never makes any itself."""

    def roll(self, count: int) -> tuple[int, ...]:
        """Faces of ``count`` dice, each 1 to 6, in die-number order."""

    def draw(self, pile: Mapping[str, int]) -> str:
        """One card off a shuffled pile, given as how many of each it holds (at least one)."""


class Preset(Frozen):
    """One way to play a game that can be chosen by name."""

    name: str
    title: str
    summary: str


class OptionField(Frozen):
    """One thing that a table may agree on, as a form or a manual shows it.

    ``kind`` says how it is asked: a number (``None`` allowed where ``optional``), yes or no, or one
    of ``choices``. ``common`` marks what every table wants to see first.
    """

    name: str
    label: str
    help: str
    kind: Literal["number", "flag", "choice"]
    default: int | bool | str | None
    choices: tuple[tuple[str, str], ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False
    common: bool = False


class Section(Frozen):
    """A heading and its paragraphs or table rows in the rule book of a game."""

    title: str
    paragraphs: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Ruleset(Protocol):
    """A game: pure functions over frozen values.

    `decide` may refuse and may use chance; `apply` may do neither. A whole game is
    ``initial(setup)`` with the events of ``start`` and of each ``decide`` folded in by ``apply``.
    """

    name: str
    title: str
    summary: str
    min_seats: int
    max_seats: int
    presets: tuple[Preset, ...]

    def option_fields(self, preset: str) -> tuple[OptionField, ...]:
        """The options of a preset, with its own defaults, in the order a form shows them."""

    def initial(self, setup: Setup) -> GameState:
        """The table as laid, before anything happened.

        Raises:
            IllegalAction: ``unknown`` preset, ``unknown_option``, ``malformed`` value or seats.
        """

    def start(self, state: GameState, chance: Chance) -> tuple[Event, ...]:
        """What happens between laying the table and the first turn (starting rolls, seat cards)."""

    def decide(self, state: GameState, action: Action, chance: Chance) -> tuple[Event, ...]:
        """The events of an action, with all their consequences.

        Raises:
            IllegalAction: the rules do not allow it now.
        """

    def apply(self, state: GameState, event: Event) -> GameState:
        """The state after an event: total and deterministic."""

    def legal_actions(self, state: GameState, seat: int | None) -> tuple[Action, ...]:
        """Exactly what `decide` does not refuse from this seat (None: from the table's clock)."""

    def scene(self, state: GameState, seat: int | None) -> Scene:
        """The neutral picture of the table as this seat (None: a watcher) may see it."""

    def wire(self, state: GameState) -> dict[str, Any]:
        """The state in the referee's words, JSON-ready."""

    def rule_book(self, preset: str, options: Mapping[str, Any]) -> tuple[Section, ...]:
        """The rules in force, written from the data that the engine follows."""

    def options(self, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every rule in force by its option's name, as plain data without a null.

        What it gives may be passed as options again and means the same.

        Raises:
            IllegalAction: as `initial` does.
        """

    def faults(self, preset: str, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """All that is wrong with some options: where it stands, and what it is."""

    def parse_action(self, data: Mapping[str, Any]) -> Action:
        """An action from plain data.

        Raises:
            IllegalAction: ``unknown`` kind, or ``malformed``.
        """

    def parse_event(self, data: Mapping[str, Any]) -> Event:
        """An event from plain data, as a journal holds it.

        Raises:
            ValueError: no event of this game.
        """


Play = Callable[[GameState, Action, Chance], tuple[tuple[Event, ...], GameState]]
"""What `decide` says, together with the state that `apply` makes of it."""


def fold(game: Ruleset, state: GameState, events: Iterable[Event]) -> GameState:
    """The state after all these events."""
    for event in events:
        state = game.apply(state, event)
    return state


def begin(game: Ruleset, setup: Setup, chance: Chance) -> tuple[tuple[Event, ...], GameState]:
    """Lay a table and start it: the first events and the state in which somebody may act.

    Raises:
        IllegalAction: the set-up is refused.
    """
    state = game.initial(setup)
    events = game.start(state, chance)
    return events, fold(game, state, events)


def step(
    game: Ruleset, state: GameState, action: Action, chance: Chance
) -> tuple[tuple[Event, ...], GameState]:
    """Decide an action and apply its events.

    A game whose deciding folds the events in anyway may offer that as ``play``, so that it is not
    done twice; the law tests hold both ways to the same result.

    Raises:
        IllegalAction: the action is refused.
    """
    play: Play | None = getattr(game, "play", None)
    if play is not None:
        return play(state, action, chance)
    events = game.decide(state, action, chance)
    return events, fold(game, state, events)


def replay(game: Ruleset, setup: Setup, events: Sequence[Event]) -> GameState:
    """The state that a journal tells: the set-up with every event applied (law 1)."""
    return fold(game, game.initial(setup), events)
