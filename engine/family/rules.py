"""One validated model for every rule set of the family (RULES.md section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from engine.family.cards import Card, Deck
from engine.family.scoring import Combinations, Flag, Points
from engine.model import Frozen

Face = Annotated[int, Field(strict=True, ge=1, le=6)]
KeepTable = dict[tuple[int, ...], dict[tuple[int, ...], int]]
End = Literal["first_to", "last_turn_each", "finish_round", "timed"]


class Dice(Frozen):
    """How many dice, and the red face of each die (empty: none has one)."""

    count: Literal[5, 6] = 6
    red: tuple[Face, ...] = ()

    @model_validator(mode="after")
    def _one_red_face_a_die(self) -> Self:
        if self.red and len(self.red) != self.count:
            raise ValueError("name one red face for each die, or none at all")
        return self


class Doubling(Frozen):
    """When a red face doubles points (SPF-8)."""

    trigger: Literal["rolled", "set_aside"] = "rolled"
    scope: Literal["roll", "combination"] = "roll"
    stack: Literal["once", "per_red"] = "once"


class ChallengeRule(Frozen):
    """Challenge turns (ZIL-15): the sheet that parts the two windows, and what a bust costs."""

    threshold: Points = 5000
    penalties: tuple[Points, Points] = (600, 2000)


class BustStreak(Frozen):
    """What ``n`` busts in a row cost; with ``reset`` the count then restarts (SPF-10)."""

    n: Annotated[int, Field(strict=True, ge=1, le=10)] = 3
    penalty: Points = 1000
    reset: Flag = True


class LeftoverBonus(Frozen):
    """Points for a scoring first roll with the previous player's dice (SPF-7)."""

    points: Points = 1000


def _none(value: Any) -> Any:
    return None if isinstance(value, str) and value == "none" else value


def _floor(value: Any) -> Any:
    return {"none": None, "0": 0}.get(value, value) if isinstance(value, str) else value


def _no_deck(value: Any) -> Any:
    return () if value is None or value == "none" else value


def _switched(model: type[Frozen], word: str = "yes") -> BeforeValidator:
    """Let true, or a word, stand for a rule with its usual numbers, and false for none.

    Its own numbers may stand behind the word.
    """

    def read(value: Any) -> Any:
        if isinstance(value, Mapping) and set(value) == {word}:
            value = value[word]
        if value is True or value == word:
            return model()
        return None if value is False or value == "none" else value

    return BeforeValidator(read)


class FamilyRules(Frozen):
    """Everything that can differ between the games of the family.

    ``goal`` is reached by ``compare``; with ``exact`` a bank beyond it scores nothing. ``end`` says
    what then happens. ``entry_min`` is the first bank of a seat, ``bank_min`` every later one.
    ``minutes`` is a time limit for the whole game. ``title`` is what players call rules of their
    own; without it they go by the name of the preset that they came from.
    """

    title: Annotated[str, Field(max_length=40)] = ""
    dice: Dice = Dice()
    combinations: Combinations = Combinations()
    keep: Literal["at_least_one", "all"] = "at_least_one"
    single_combination: Flag = False
    pyramiding: Flag = False
    hot_dice: Literal["may_roll", "must_roll", "draw_card", "turn_ends"] = "may_roll"
    entry_min: Points = 0
    bank_min: Points = 0
    topping: Flag = False
    challenge: Annotated[ChallengeRule | None, _switched(ChallengeRule)] = None
    bust_streak: Annotated[BustStreak | None, _switched(BustStreak)] = None
    min_score: Annotated[
        Annotated[int, Field(strict=True, ge=0, le=0)] | None, BeforeValidator(_floor)
    ] = None
    leftover: Annotated[
        Literal["inherit"] | LeftoverBonus | None, _switched(LeftoverBonus, "bonus")
    ] = None
    doubling: Annotated[Doubling | None, _switched(Doubling)] = None
    deck: Annotated[tuple[Card, ...], BeforeValidator(_no_deck)] = ()
    double_scope: Literal["turn", "card"] = "turn"
    after_safe_fill: Literal["continue", "end"] = "continue"
    goal: Annotated[
        Annotated[int, Field(strict=True, ge=1, le=1_000_000)] | None, BeforeValidator(_none)
    ] = 10_000
    compare: Literal[">=", ">"] = ">="
    exact: Flag = False
    end: End = "last_turn_each"
    tie: Literal["extra_roll", "extra_turn", "shared"] = "extra_turn"
    minutes: Annotated[
        Annotated[int, Field(strict=True, ge=1, le=24 * 60)] | None, BeforeValidator(_none)
    ] = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.deck and self.hot_dice not in ("draw_card", "turn_ends"):
            raise ValueError("with a deck, hot_dice is draw_card")
        if not self.deck and self.hot_dice == "draw_card":
            raise ValueError("hot_dice = draw_card needs a deck")
        if self.deck and all(card.ends_turn or not card.count for card in self.deck):
            raise ValueError("the deck needs a card that lets the dice roll")
        if len({card.name for card in self.deck}) != len(self.deck):
            raise ValueError("each card of the deck needs a name of its own")
        if self.doubling and not self.dice.red:
            raise ValueError("doubling needs red faces on the dice")
        if self.goal is None and self.minutes is None:
            raise ValueError("a game needs a goal or a number of minutes")
        if self.end == "timed" and self.minutes is None:
            raise ValueError("end = timed needs a number of minutes")
        if not any(self.combinations.singles) and not any(self.combinations.triples):
            raise ValueError("some single die or triple must score")
        return self

    def altered(self, **changes: Any) -> FamilyRules:
        """The same rules with some exchanged, and nothing of what was worked out for these."""
        fields = {name: getattr(self, name) for name in FamilyRules.model_fields}
        return FamilyRules.model_validate({**fields, **changes})

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers under the dice."""
        return tuple(range(1, self.dice.count + 1))

    @cached_property
    def card_index(self) -> dict[str, int]:
        """Where each card stands in the deck, by name."""
        return {card.name: index for index, card in enumerate(self.deck)}

    @cached_property
    def full_deck(self) -> Deck:
        """All cards in the pile."""
        counts = tuple(card.count for card in self.deck)
        return Deck(pile=counts, discards=(0,) * len(counts))

    @cached_property
    def blank(self) -> tuple[int, ...]:
        """No faces at all, with one place a die."""
        return (0,) * self.dice.count

    def placed(self, numbers: tuple[int, ...], faces: tuple[int, ...]) -> tuple[int, ...]:
        """Faces of the dice with these numbers, with one place a die, 0 for the others."""
        if len(numbers) == self.dice.count:
            return faces
        shown = dict(zip(numbers, faces, strict=True))
        return tuple([shown.get(number, 0) for number in self.numbers])

    @cached_property
    def plain(self) -> bool:
        """Whether neither held dice nor single red dice have a say in what a keep is worth."""
        by_roll = self.doubling is None or self.doubling.scope == "roll"
        return by_roll and not self.pyramiding

    @cached_property
    def keep_tables(self) -> tuple[KeepTable, KeepTable]:
        """A memo for `engine.family.hands`: legal keeps by sorted faces, filled as rolls come.

        The second table is for rolls of which every die that scores must be kept.
        """
        return {}, {}

    def card(self, name: str | None) -> Card | None:
        """The card of this name."""
        return None if name is None else self.deck[self.card_index[name]]

    def reaches_goal(self, score: int) -> bool:
        """Whether a sheet of this many points meets the goal (FOB-30, ZIL-11, SPF-12)."""
        if self.goal is None:
            return False
        beyond = self.compare == ">" and not self.exact
        return score > self.goal if beyond else score >= self.goal
