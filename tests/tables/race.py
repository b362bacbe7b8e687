"""A little game for the tests of tables: roll two dice or draw a card, first to the goal wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from engine.actions import Draw, Roll, TimeUp
from engine.events import CardDrawn, GameOver, Rolled, Started, TimeIsUp
from engine.model import Action, Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.ruleset import Chance, OptionField, Preset, Ruleset, Section
from engine.scene import Scene, SeatView

DECK = {"ten": 3, "twenty": 2, "one": 40}
POINTS = {"ten": 10, "twenty": 20, "one": 1}

_ACTION: TypeAdapter[Roll | Draw | TimeUp] = TypeAdapter(
    Annotated[Roll | Draw | TimeUp, Field(discriminator="kind")]
)
_Told = Started | Rolled | CardDrawn | TimeIsUp | GameOver
_EVENT: TypeAdapter[_Told] = TypeAdapter(Annotated[_Told, Field(discriminator="kind")])


class RaceState(GameState):
    """The sheets, the pile and whose turn it is; ``tags`` is a set of texts, for its order."""

    kind: Literal["race"] = "race"
    goal: int
    minutes: int | None
    pile: tuple[tuple[str, int], ...]
    tags: frozenset[str] = frozenset()


class Race:
    """The game itself."""

    name = "race"
    title = "Race"
    summary = "Roll two dice or draw a card; the first at the goal wins."
    min_seats = 1
    max_seats = 6
    presets: tuple[Preset, ...] = (
        Preset(name="race", title="Race", summary=""),
        Preset(name="race/short", title="Short race", summary=""),
    )

    def option_fields(self, preset: str) -> tuple[OptionField, ...]:
        goal = 40 if preset == "race/short" else 200
        return (
            OptionField(name="goal", label="Goal", help="", kind="number", default=goal),
            OptionField(
                name="minutes", label="Minutes", help="", kind="number", default=None, optional=True
            ),
        )

    def options(self, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        fields = {field.name: field.default for field in self.option_fields(preset)}
        if unknown := sorted(options.keys() - fields.keys()):
            raise IllegalAction("unknown_option", f"There is no option {unknown[0]}.")
        values = {**fields, **options}
        if type(values["goal"]) is not int:
            raise IllegalAction("malformed", "The goal is a number.")
        return {name: value for name, value in values.items() if value is not None}

    def faults(self, preset: str, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        try:
            self.options(preset, options)
        except IllegalAction as no:
            return (("options", no.message),)
        return ()

    def initial(self, setup: Setup) -> RaceState:
        values = self.options(setup.preset, setup.options)
        return RaceState(
            game=self.name,
            seats=setup.seats,
            scores=setup.scores or (0,) * len(setup.seats),
            goal=values["goal"],
            minutes=values.get("minutes"),
            pile=tuple(sorted(DECK.items())),
        )

    def start(self, state: GameState, chance: Chance) -> tuple[Event, ...]:
        return (Started(), *(self._rolled(seat, chance, 1) for seat in range(len(state.seats))))

    def _rolled(self, seat: int, chance: Chance, count: int) -> Rolled:
        numbers = tuple(range(1, count + 1))
        return Rolled(seat=seat, numbers=numbers, faces=chance.roll(count))

    def decide(self, state: GameState, action: Action, chance: Chance) -> tuple[Event, ...]:
        assert isinstance(state, RaceState)
        if state.over:
            raise IllegalAction("game_over", "The race is over.")
        if isinstance(action, TimeUp):
            if state.minutes is None:
                raise IllegalAction("unknown", "There is no clock.")
            return (TimeIsUp(seats=()), self._won(state.scores))
        if action.seat not in state.to_act:
            raise IllegalAction("not_your_turn", "It is another's turn.")
        assert action.seat is not None
        event: Event
        if isinstance(action, Roll):
            event = self._rolled(action.seat, chance, 2)
        else:
            pile = {name: count for name, count in state.pile if count}
            if not pile:
                raise IllegalAction("unknown", "The pile is empty.")
            card = chance.draw(pile)
            event = CardDrawn(seat=action.seat, card=card, title=card.title())
        after = self.apply(state, event)
        won = max(after.scores) >= state.goal
        return (event, self._won(after.scores)) if won else (event,)

    def _won(self, scores: tuple[int, ...]) -> GameOver:
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores) if score == best)
        return GameOver(winners=winners, points=best)

    def apply(self, state: GameState, event: Event) -> RaceState:
        assert isinstance(state, RaceState)
        version = state.version + 1
        if isinstance(event, Started):
            return state.replace(version=version, to_act=frozenset({0}))
        if isinstance(event, GameOver):
            return state.replace(version=version, to_act=frozenset(), winners=event.winners)
        if event.seat is None:
            return state.replace(version=version)
        gain, pile, tags = 0, dict(state.pile), state.tags
        if isinstance(event, Rolled) and len(event.faces) == 2:
            gain = sum(event.faces)
            tags |= {f"roll {gain}"}
        if isinstance(event, CardDrawn):
            gain = POINTS[event.card]
            pile[event.card] -= 1
            tags |= {event.card}
        if not gain:
            return state.replace(version=version)
        scores = list(state.scores)
        scores[event.seat] += gain
        return state.replace(
            version=version,
            scores=tuple(scores),
            pile=tuple(sorted(pile.items())),
            tags=tags,
            to_act=frozenset({(event.seat + 1) % len(state.seats)}),
        )

    def legal_actions(self, state: GameState, seat: int | None) -> tuple[Action, ...]:
        assert isinstance(state, RaceState)
        if state.over or (seat is None and state.minutes is None):
            return ()
        if seat is None:
            return (TimeUp(),)
        if seat not in state.to_act:
            return ()
        left = any(count for _, count in state.pile)
        return (Roll(seat=seat), Draw(seat=seat)) if left else (Roll(seat=seat),)

    def scene(self, state: GameState, seat: int | None) -> Scene:
        seats = tuple(
            SeatView(seat=place, name=name, score=state.scores[place])
            for place, name in enumerate(state.seats)
        )
        return Scene(
            game=self.name,
            title=self.title,
            version=state.version,
            viewer=seat,
            seats=seats,
            goal="First at the goal wins.",
        )

    def wire(self, state: GameState) -> dict[str, Any]:
        return {"game": self.name, "scores": list(state.scores)}

    def rule_book(self, preset: str, options: Mapping[str, Any]) -> tuple[Section, ...]:
        return (Section(title=f"{preset} {len(options)}"),)

    def parse_action(self, data: Mapping[str, Any]) -> Action:
        try:
            return _ACTION.validate_python(dict(data))
        except ValidationError:
            raise IllegalAction("malformed", "That is no action of this game.") from None

    def parse_event(self, data: Mapping[str, Any]) -> Event:
        return _EVENT.validate_python(dict(data))


RACE: Ruleset = Race()


def lookup(preset: str) -> Ruleset:
    """The race by its presets, as the registry would find it."""
    if preset not in {one.name for one in RACE.presets}:
        raise IllegalAction("unknown", f"There is no game called {preset!r}.")
    return RACE
