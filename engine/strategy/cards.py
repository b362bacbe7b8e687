"""A turn with cards, solved: the value of each card, and when to draw on.

Every card is a layer of the turn programme, or two where it asks for two fills; all are solved
together from the top down. The draws of a solved turn are each taken from the whole deck; over it
lies the running turn, with the card in force and the cards that really remain for the next draw.
"""

from __future__ import annotations

from functools import cache, lru_cache

from engine.family.cards import Card
from engine.family.rules import FamilyRules
from engine.strategy.graph import Graph, graph, step_of
from engine.strategy.odds import Rest, fill_chance, new_faces
from engine.strategy.turn import (
    NEVER,
    Layer,
    Payoff,
    Row,
    layer,
    points_payoff,
    start_chance,
    top_of,
)


class CardPlan:
    """A turn solved with each draw from the whole deck.

    ``draws`` is the worth of drawing a card by turn points, ``filled`` that of standing at a fill,
    free to draw or bank.
    """

    def __init__(self, rules: FamilyRules, payoff: Payoff, top: int, low: int = 0) -> None:
        self.rules = rules
        self.payoff = payoff
        self.top = top
        self.chances = chances(rules, tuple(card.count for card in rules.deck))
        self._worths: dict[tuple[str, int, int], float] = {}
        self.draws: Row = list(payoff.forced)
        self.filled: Row = list(payoff.forced)
        self.layers = {
            card.name: _layers(rules, payoff, top, card)
            for card in rules.deck
            if not (card.ends_turn or card.collects or _own(rules, card))
        }
        for points in range(top, low - 1, -1):
            for card in rules.deck:
                _throw(payoff, card, self.layers.get(card.name, ()), points)
            self.draws[points] = drawn(self, self.chances, points)
            self.filled[points] = max(payoff.bank[points], self.draws[points])
            for card in rules.deck:
                layers = self.layers.get(card.name, ())
                _fill(rules, payoff, card, layers, points, 0, self.filled)

    def card(self, card: Card, points: int, dice: int) -> float:
        """The worth of a card just drawn, when it is used and this many dice are thrown first."""
        key = (card.name, points, dice)
        if key not in self._worths:
            self._worths[key] = self._card(card, points, dice)
        return self._worths[key]

    def _card(self, card: Card, points: int, dice: int) -> float:
        rules, payoff = self.rules, self.payoff
        if card.ends_turn:
            return payoff.stop
        if card.collects:
            return collecting(rules, payoff, card, 0, dice, points, self.filled)
        if card.name in self.layers:
            first = self.layers[card.name][0]
            return first.throws[first.graph.place[Rest(dice)]][points]
        chance = float(fill_chance(rules, Rest(dice), card.keep_all, card.fills))
        made = _mean_made(rules, card.keep_all, card.fills)
        full = filled(rules, payoff, card, points + made, made, self.filled)
        return payoff.bust + chance * (full - payoff.bust)


class Running:
    """The running turn over a `CardPlan`: ``pile`` remains for the next draw.

    ``force`` is the card in force, drawn at ``carried`` turn points.
    """

    def __init__(
        self, plan: CardPlan, pile: tuple[int, ...], force: Card | None = None, carried: int = 0
    ) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.payoff = plan.payoff
        self.force = force
        now = chances(plan.rules, pile)
        self.filled: Row = list(plan.filled)
        self._now = now
        self._layers: tuple[Layer, ...] = ()
        if force is not None and not force.collects:
            self._layers = _layers(plan.rules, plan.payoff, plan.top, force)
        for points in range(plan.top, carried - 1, -1) if force is not None else ():
            assert force is not None
            after = drawn(plan, now, points)
            self.filled[points] = max(plan.payoff.bank[points], after)
            _throw(plan.payoff, force, self._layers, points)
            made = points - carried
            _fill(plan.rules, plan.payoff, force, self._layers, points, made, self.filled)

    def throw(self, fills: int, rest: Rest, points: int) -> float:
        """The worth of throwing the dice under the card in force, so many of its fills made."""
        assert self.force is not None
        if self.force.collects:
            return collecting(
                self.rules, self.payoff, self.force, fills, rest.dice, points, self.filled
            )
        one = self._layers[0 if self.force.until_bust else fills]
        return one.throws[one.graph.place[rest]][points]

    def rest(self, fills: int, rest: Rest, points: int) -> float:
        """The worth of having kept dice under the card in force, so many of its fills made."""
        card = self.force
        assert card is not None
        if not card.collects:
            one = self._layers[0 if card.until_bust else fills]
            return one.rests[one.graph.place[rest]][points]
        if rest.dice:
            bank = self.payoff.bank[points] if card.bank_early else NEVER
            return max(bank, self.throw(fills, rest, points))
        if fills + 1 < card.fills:
            return self.throw(fills + 1, Rest(self.rules.dice.count), points)
        return filled(self.rules, self.payoff, card, points, 0, self.filled)

    def draw(self, points: int, dice: int) -> float:
        """The worth of drawing a card now and throwing this many dice first."""
        return drawn(self.plan, self._now, points, dice)


def chances(rules: FamilyRules, pile: tuple[int, ...]) -> dict[Card, float]:
    """The chance of each card to be drawn off a pile, given as counts by kind."""
    whole = sum(pile)
    return {card: count / whole for card, count in zip(rules.deck, pile, strict=True) if count}


def drawn(plan: CardPlan, pile: dict[Card, float], points: int, dice: int | None = None) -> float:
    """The worth of drawing a card; one that may be declined is, if another draw is worth more."""
    settled = 0.0
    choices = []
    for card, chance in pile.items():
        value = plan.card(card, points, plan.rules.dice.count if dice is None else dice)
        if card.declinable:
            choices.append((value, chance))
        else:
            settled += chance * value
    best = settled + sum(chance * value for value, chance in choices)
    others = 1.0
    for value, chance in sorted(choices):
        if value >= best or others - chance <= 0.0:
            break
        others -= chance
        best = (best * (others + chance) - chance * value) / others
    return best


def _own(rules: FamilyRules, card: Card) -> bool:
    """Whether the points made under a card count apart, so that it needs a pass of its own."""
    return card.exactly is not None or (card.times > 1 and rules.double_scope == "card")


def _layers(rules: FamilyRules, payoff: Payoff, top: int, card: Card) -> tuple[Layer, ...]:
    early = card.bank_early and not card.until_bust
    cycle = graph(rules, card.keep_all)
    if card.until_bust:
        return (layer(cycle, payoff, top, True, 1.0),)
    chances = fill_chances(cycle, early, card.fills)
    return tuple(layer(cycle, payoff, top, early, chance) for chance in chances)


def fill_chances(cycle: Graph, early: bool, fills: int) -> list[float]:
    """The chance to reach a bank or the last fill, from each of the fills that a card asks for."""
    chances = [1.0]
    while len(chances) < fills:
        chances.append(start_chance(cycle, early, chances[-1]))
    return chances[::-1]


def _throw(payoff: Payoff, card: Card, layers: tuple[Layer, ...], points: int) -> None:
    bust = payoff.forced[points] if card.until_bust else payoff.bust
    bank = payoff.bank[points] if card.bank_early and not card.until_bust else NEVER
    for one in layers:
        one.throw_at(points, bust)
        one.rest_at(points, bank)


def _fill(
    rules: FamilyRules,
    payoff: Payoff,
    card: Card,
    layers: tuple[Layer, ...],
    points: int,
    made: int,
    after: Row,
) -> None:
    for fill, one in enumerate(layers):
        if card.until_bust:
            one.rests[0][points] = one.throws[0][points]
        elif fill + 1 < card.fills:
            one.rests[0][points] = layers[fill + 1].throws[0][points]
        else:
            one.rests[0][points] = filled(rules, payoff, card, points, made, after)


def filled(
    rules: FamilyRules, payoff: Payoff, card: Card, points: int, made: int, after: Row
) -> float:
    """The worth of the last fill that a card asks for, ``made`` points of the turn under it."""
    step = step_of(rules)
    gain = card.bonus // step if card.exactly is None else card.exactly // step - made
    whole = points if rules.double_scope == "turn" else made
    points += gain + (whole + gain) * (card.times - 1)
    if card.banks or card.wins or rules.hot_dice == "turn_ends":
        return payoff.safe(card, points)
    return after[min(points, len(after) - 1)]


def collecting(
    rules: FamilyRules,
    payoff: Payoff,
    card: Card,
    fills: int,
    missing: int,
    points: int,
    after: Row,
) -> float:
    """The worth of throwing on for a straight with this many faces missing, ``fills`` made."""
    if card.until_bust:
        return payoff.forced[points]
    count = rules.dice.count
    bank = payoff.bank[points] if card.bank_early else NEVER
    end = filled(rules, payoff, card, points, 0, after)
    throws: list[float] = []
    for _fill in range(card.fills - fills):
        throws = [end]
        for dice in range(1, count + 1):
            nothing, *some = new_faces(dice, count)
            value = nothing * payoff.bust
            best = NEVER
            for new, chance in enumerate(some, 1):
                left = throws[dice - new]
                best = max(best, left if new == dice else max(left, bank))
                value += chance * best
            throws.append(value)
        end = throws[count]
    return throws[missing]


@cache
def _mean_made(rules: FamilyRules, everything: bool, fills: int) -> int:
    """The points, in steps, that fills bring when they succeed and are played for points."""
    top = top_of(rules)
    payoff = points_payoff(rules)
    cycle = graph(rules, everything)
    chances = fill_chances(cycle, False, fills)
    layers = tuple(layer(cycle, payoff, top, False, chance) for chance in chances)
    for points in range(top, -1, -1):
        for one in layers:
            one.throw_at(points, 0.0)
            one.rest_at(points, NEVER)
        for fill, one in enumerate(layers):
            last = fill + 1 == fills
            one.rests[0][points] = (
                payoff.forced[points] if last else layers[fill + 1].throws[0][points]
            )
    chance = float(fill_chance(rules, Rest(rules.dice.count), everything, fills))
    return round(layers[0].throws[0][0] / chance / step_of(rules))


def safe_goes_on(rules: FamilyRules, card: Card) -> bool:
    """Whether the seat may draw on after a fill of this card put its points on the sheet."""
    ends = rules.hot_dice == "turn_ends" or rules.after_safe_fill == "end"
    return card.banks and not (card.wins or ends)


@lru_cache(16)
def cards_for_points(rules: FamilyRules, minimum: int = 0, bust: float = 0.0) -> CardPlan:
    """A whole turn with cards, played for points; see `points_payoff`.

    Drawing on after a safe fill is the same turn again, so its worth is found by repetition.
    """
    step = step_of(rules)
    loops = any(safe_goes_on(rules, card) for card in rules.deck)

    def plan(again: float) -> CardPlan:
        def safe(card: Card, points: int) -> float:
            return points * step + (again if safe_goes_on(rules, card) else 0.0)

        payoff = points_payoff(rules, minimum, bust)._replace(safe=safe)
        return CardPlan(rules, payoff, top_of(rules))

    guess, found = 0.0, plan(0.0)
    slope = 0.0
    while loops and abs(max(0.0, found.draws[0]) - guess) > 1e-9:
        value = max(0.0, found.draws[0])
        following = guess + (value - guess) / (1 - slope)
        found = plan(following)
        slope = (max(0.0, found.draws[0]) - value) / (following - guess)
        guess = following
    return found
