"""A game of the family: presets as data, prose, and the shared machine behind `Ruleset`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from engine import events as e
from engine.actions import AnyAction
from engine.family.apply import apply
from engine.family.book import rule_book
from engine.family.decide import decide, start
from engine.family.legal import legal_actions
from engine.family.options import agreed, faults, malformed, option_fields, plain
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState
from engine.family.view import scene
from engine.family.wire import wire
from engine.model import Action, Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.ruleset import Chance, OptionField, Preset, Section
from engine.scene import Scene

_ACTIONS: TypeAdapter[Action] = TypeAdapter(AnyAction)
_EVENTS: TypeAdapter[Event] = TypeAdapter(
    Annotated[
        e.Started
        | e.RollOff
        | e.TurnStarted
        | e.Rolled
        | e.Kept
        | e.Filled
        | e.Busted
        | e.CardDrawn
        | e.Declined
        | e.LeftoversTaken
        | e.Challenged
        | e.Penalised
        | e.Banked
        | e.TurnEnded
        | e.LastRound
        | e.TimeIsUp
        | e.ExtraTurns
        | e.GameOver,
        Field(discriminator="kind"),
    ]
)


AGREED = 256
"""Rule sets of tables that are remembered, with all that was worked out for them."""

FAMILY_CITES = {
    "keep_all": "ZIL-5",
    "corner": "ZIL-9",
    "minimum": "ZIL-6",
    "topping": "ZIL-16",
    "challenge": "ZIL-15",
    "leftovers": "SPF-7",
    "draw": "FOB-10",
    "fill": "FOB-16",
    "no_bank": "FOB-15",
    "until_bust": "FOB-20",
    "second_fill": "FOB-21",
    "decline": "FOB-25",
}
"""The rule of each point where a game of the family names none of its own: any option may be set
on any of its games."""


class FamilyGame:
    """One game of the family.

    ``variants`` are its presets with their rules; ``cites`` names the rule-book id for each point
    on which the machine may refuse; ``prose`` opens the rule book, in the game's own words.
    """

    min_seats = 2
    max_seats = 30

    def __init__(
        self,
        name: str,
        title: str,
        summary: str,
        variants: Mapping[Preset, FamilyRules],
        cites: Mapping[str, str],
        prose: tuple[str, ...],
    ) -> None:
        self.name = name
        self.title = title
        self.summary = summary
        self.presets = tuple(variants)
        self._rules = {preset.name: rules for preset, rules in variants.items()}
        self._agreed: dict[tuple[str, str], FamilyRules] = {}
        self._titles = {preset.name: preset.title for preset in variants}
        self._cites = {**FAMILY_CITES, **cites}
        self._prose = prose

    def rules(self, preset: str, options: Mapping[str, Any] | None = None) -> FamilyRules:
        """The rules of a preset with a table's options.

        Raises:
            IllegalAction: ``unknown`` preset, ``unknown_option``, or ``malformed``.
        """
        if preset not in self._rules:
            raise IllegalAction("unknown", f"There is no game called {preset!r}.")
        if not options:
            return self._rules[preset]
        key = (preset, repr(options))
        if key not in self._agreed:
            found = agreed(self._rules[preset], options)
            if len(self._agreed) >= AGREED:
                self._agreed.clear()
            self._agreed[key] = found
        return self._agreed[key]

    def option_fields(self, preset: str) -> tuple[OptionField, ...]:
        """The options of a preset (see `Ruleset`)."""
        return option_fields(self.rules(preset))

    def initial(self, setup: Setup) -> FamilyState:
        """The table as laid (see `Ruleset`)."""
        rules = self.rules(setup.preset, setup.options)
        count = len(setup.seats)
        if not self.min_seats <= count <= self.max_seats:
            message = f"{self.title} is for {self.min_seats} to {self.max_seats} players."
            raise IllegalAction("malformed", message)
        if setup.first is not None and setup.first >= count:
            raise IllegalAction("malformed", "The seat that is to start is not at this table.")
        scores = (0,) * count if setup.scores is None else setup.scores
        if len(scores) != count:
            raise IllegalAction("malformed", "The sheet needs one number for each seat.")
        return FamilyState(
            game=setup.preset,
            seats=setup.seats,
            scores=scores,
            rules=rules,
            starter=setup.first,
            deck=rules.full_deck,
            on_board=tuple(score != 0 for score in scores),
            streaks=(0,) * count,
            challenges=((),) * count,
        )

    def start(self, state: GameState, chance: Chance) -> tuple[Event, ...]:
        """The starting rolls and the first turn (see `Ruleset`)."""
        own = _own(state)
        return start(own, own.starter, chance)

    def decide(self, state: GameState, action: Action, chance: Chance) -> tuple[Event, ...]:
        """The events of an action (see `Ruleset`)."""
        return tuple(decide(_own(state), action, chance, self._cites).events)

    def play(
        self, state: GameState, action: Action, chance: Chance
    ) -> tuple[tuple[Event, ...], GameState]:
        """The events of an action and the state after them (see `engine.ruleset.step`)."""
        story = decide(_own(state), action, chance, self._cites)
        return tuple(story.events), story.state

    def apply(self, state: GameState, event: Event) -> FamilyState:
        """The state after an event (see `Ruleset`)."""
        return apply(_own(state), event)

    def legal_actions(self, state: GameState, seat: int | None) -> tuple[Action, ...]:
        """Exactly what `decide` does not refuse (see `Ruleset`)."""
        return legal_actions(_own(state), seat, self._cites)

    def scene(self, state: GameState, seat: int | None) -> Scene:
        """The picture of the table (see `Ruleset`)."""
        return scene(_own(state), seat, self._title(state.game, _own(state).rules), self._cites)

    def _title(self, preset: str, rules: FamilyRules) -> str:
        return rules.title or self._titles[preset]

    def wire(self, state: GameState) -> dict[str, Any]:
        """The state in the referee's words (see `Ruleset`)."""
        return wire(_own(state))

    def rule_book(self, preset: str, options: Mapping[str, Any]) -> tuple[Section, ...]:
        """The rules in force, written from the data (see `Ruleset`)."""
        rules = self.rules(preset, options)
        return rule_book(self._title(preset, rules), self._prose, rules)

    def options(self, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Every rule in force by its option's name, as plain data (see `Ruleset`)."""
        return plain(self.rules(preset, options))

    def faults(self, preset: str, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """All that is wrong with some options (see `Ruleset`)."""
        return faults(self.rules(preset), options)

    def parse_action(self, data: Mapping[str, Any]) -> Action:
        """An action from plain data (see `Ruleset`)."""
        try:
            return _ACTIONS.validate_python(data)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]["type"]
            if first == "union_tag_invalid":
                raise IllegalAction("unknown", "There is no such kind of action.") from None
            if first == "union_tag_not_found":
                raise IllegalAction("malformed", "An action needs a kind.") from None
            raise malformed(error) from None

    def parse_event(self, data: Mapping[str, Any]) -> Event:
        """An event from plain data (see `Ruleset`)."""
        return _EVENTS.validate_python(data)


def _own(state: GameState) -> FamilyState:
    assert isinstance(state, FamilyState)
    return state
