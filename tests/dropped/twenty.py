"""Twenty: a whole game in one file, which a test drops among the others to see it found.

Each in turn rolls one die and writes it down at once; the first sheet at the goal wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from engine import events as e
from engine.actions import Roll
from engine.model import Action, Event, GameState, Setup
from engine.refusal import IllegalAction
from engine.ruleset import Chance, OptionField, Preset, Section
from engine.scene import ActionView, DieView, Scene, SeatView, TurnView

GOAL = OptionField(
    name="goal",
    label="Goal",
    help="The sheet that wins.",
    kind="number",
    default=20,
    minimum=1,
    maximum=1000,
    common=True,
)
EVENTS: TypeAdapter[Event] = TypeAdapter(
    Annotated[
        e.Started | e.TurnStarted | e.Rolled | e.Banked | e.GameOver, Field(discriminator="kind")
    ]
)


class TwentyState(GameState):
    """The last face is all that lies on the table."""

    goal: int
    face: int | None = None
    rolls: int = 0


class Twenty:
    """The game."""

    name = "twenty"
    title = "Twenty"
    summary = "One die each; the first to the goal wins."
    min_seats = 2
    max_seats = 10
    presets: tuple[Preset, ...] = (Preset(name="twenty", title="Twenty", summary=summary),)

    def option_fields(self, preset: str) -> tuple[OptionField, ...]:
        """The goal is all that can be agreed on."""
        return (GOAL,)

    def initial(self, setup: Setup) -> TwentyState:
        """The table as laid."""
        goal = self.options(setup.preset, setup.options)["goal"]
        count = len(setup.seats)
        scores = (0,) * count if setup.scores is None else setup.scores
        if len(scores) != count or (setup.first or 0) >= count:
            raise IllegalAction("malformed", "There is no such seat.")
        if not self.min_seats <= count <= self.max_seats:
            raise IllegalAction("malformed", "Twenty is for 2 to 10 players.")
        return TwentyState(game=setup.preset, seats=setup.seats, scores=scores, goal=goal)

    def start(self, state: GameState, chance: Chance) -> tuple[Event, ...]:
        """The first seat begins."""
        return (e.Started(), e.TurnStarted(seat=0))

    def decide(self, state: GameState, action: Action, chance: Chance) -> tuple[Event, ...]:
        """A roll, and what it leads to."""
        seat = action.seat
        if seat is None or state.over:
            raise IllegalAction("game_over" if state.over else "unknown", "Nothing can be done.")
        if seat not in state.to_act:
            raise IllegalAction("not_your_turn", "It is somebody else's turn.")
        (face,) = chance.roll(1)
        score = state.scores[seat] + face
        assert isinstance(state, TwentyState)
        rolled = (
            e.Rolled(seat=seat, numbers=(1,), faces=(face,)),
            e.Banked(seat=seat, points=face),
        )
        if score >= state.goal:
            return (*rolled, e.GameOver(seat=seat, points=score, winners=(seat,)))
        return (*rolled, e.TurnStarted(seat=(seat + 1) % len(state.seats)))

    def apply(self, state: GameState, event: Event) -> GameState:
        """One event further."""
        state = state.replace(version=state.version + 1)
        match event:
            case e.TurnStarted():
                return state.replace(to_act=frozenset({event.seat}))
            case e.Rolled():
                assert isinstance(state, TwentyState)
                return state.replace(face=event.faces[0], rolls=state.rolls + 1)
            case e.Banked():
                scores = list(state.scores)
                scores[event.seat] += event.points
                return state.replace(scores=tuple(scores))
            case e.GameOver():
                return state.replace(to_act=frozenset(), winners=event.winners)
        return state

    def legal_actions(self, state: GameState, seat: int | None) -> tuple[Action, ...]:
        """A roll, for the seat in turn."""
        return (Roll(seat=seat),) if seat is not None and seat in state.to_act else ()

    def scene(self, state: GameState, seat: int | None) -> Scene:
        """One die, and the sheets."""
        assert isinstance(state, TwentyState)
        sheets = tuple(
            SeatView(
                seat=place,
                name=name,
                score=state.scores[place],
                to_act=place in state.to_act,
                to_goal=max(0, state.goal - state.scores[place]),
            )
            for place, name in enumerate(state.seats)
        )
        turn = None
        if not state.over:
            turn = TurnView(
                seat=min(state.to_act),
                points=0,
                dice=(DieView(number=1, face=state.face, status="ready"),),
                rolls=state.rolls,
                dice_next=1,
                prompt="Roll the die.",
            )
        may = bool(self.legal_actions(state, seat))
        return Scene(
            game=state.game,
            title=self.title,
            version=state.version,
            viewer=seat,
            seats=sheets,
            goal=f"The first to {state.goal} wins.",
            over=state.over,
            winners=state.winners,
            turn=turn,
            actions=(ActionView(kind="roll", label="Roll the die"),) if may else (),
        )

    def wire(self, state: GameState) -> dict[str, Any]:
        """The state in the referee's words."""
        assert isinstance(state, TwentyState)
        turn = None
        if not state.over:
            seat = min(state.to_act)
            turn = {"seat": seat, "points": 0, "rolled": {}, "held": {}, "left": 1}
            turn |= {"card": None, "fills": 0}
        return {
            "game": state.game,
            "version": state.version,
            "seats": list(state.seats),
            "to_act": sorted(state.to_act),
            "scores": list(state.scores),
            "over": state.over,
            "winners": list(state.winners),
            "turn": turn,
        }

    def rule_book(self, preset: str, options: Mapping[str, Any]) -> tuple[Section, ...]:
        """All the rules."""
        return (Section(title="Twenty", paragraphs=(self.summary,)),)

    def options(self, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The goal that is agreed on."""
        if options.keys() - {"goal"}:
            raise IllegalAction("unknown_option", "There is no such option.")
        goal = options.get("goal", 20)
        if type(goal) is not int or not 1 <= goal <= 1000:
            raise IllegalAction("malformed", "The goal is a number from 1 to 1,000.")
        return {"goal": goal}

    def faults(self, preset: str, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
        """What is wrong with a goal."""
        try:
            self.options(preset, options)
        except IllegalAction as refused:
            return (("goal", refused.message),)
        return ()

    def parse_action(self, data: Mapping[str, Any]) -> Action:
        """A roll from plain data."""
        if data.get("kind") != "roll":
            raise IllegalAction("unknown", "There is no such action.")
        try:
            return Roll.model_validate(dict(data))
        except ValidationError:
            raise IllegalAction("malformed", "This is no roll.") from None

    def parse_event(self, data: Mapping[str, Any]) -> Event:
        """An event from plain data."""
        return EVENTS.validate_python(dict(data))


RULESET: Twenty = Twenty()
