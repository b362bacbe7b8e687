"""The throws of a six-dice cycle as a graph of floats: what the turn programme walks over.

Rest 0 is "all dice kept"; the others are what a keep may leave. The same places name the throws:
throw 0 is that of all dice. Points are in steps, so that turn points index lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import comb, gcd

from engine.family.rules import FamilyRules, LeftoverBonus
from engine.strategy.odds import Option, Rest, throw

Choice = tuple[tuple[int, int], ...]
"""Options of an outcome, in rising order: the points of each in steps, and the rest it leaves."""

Throws = Sequence[tuple[float, Mapping[Choice, float]]]
"""By place: the chance to bust, and that of every choice the throw may leave."""


@dataclass(frozen=True, eq=False)
class Graph:
    """A cycle of throws.

    Many outcomes leave options that others leave too, so the best of them is found along a tree:
    each of its nodes adds an option (points and rest) to those of its parent; nodes before
    ``roots`` have none. ``sums`` are, by place, the nodes that a throw may bring, and their
    chances. ``jump`` is the largest keep.
    """

    place: Mapping[Rest, int]
    busts: tuple[float, ...]
    roots: int
    tree: tuple[tuple[int, int, int], ...]
    sums: tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]
    jump: int

    @cached_property
    def paths(self) -> tuple[Choice, ...]:
        """By node, the options of its choice."""
        paths: list[Choice] = []
        for node, (parent, more, rest) in enumerate(self.tree):
            before = () if node < self.roots else paths[parent]
            paths.append((*before, (more, rest)))
        return tuple(paths)

    def worths(self, rests: Sequence[Sequence[float]], points: int) -> list[float]:
        """The worth of every throw but for its busts; each outcome is played for the best."""
        best = [rests[rest][points + more] for _parent, more, rest in self.tree[: self.roots]]
        add = best.append
        for parent, more, rest in self.tree[self.roots :]:
            old = best[parent]
            new = rests[rest][points + more]
            add(new if new > old else old)
        return [
            sum([best[node] * chance for node, chance in zip(nodes, chances, strict=True)])
            for nodes, chances in self.sums
        ]


def assemble(place: Mapping[Rest, int], throws: Throws) -> Graph:
    """The graph of some throws."""
    choices = {choice for _bust, brings in throws for choice in brings}
    branches = {choice[:size] for choice in choices for size in range(1, len(choice) + 1)}
    nodes = sorted(branches, key=lambda branch: (len(branch), branch))
    at = {branch: index for index, branch in enumerate(nodes)}
    return Graph(
        place,
        tuple(bust for bust, _brings in throws),
        sum(1 for branch in nodes if len(branch) == 1),
        tuple((at.get(branch[:-1], 0), *branch[-1]) for branch in nodes),
        tuple(
            (tuple(at[choice] for choice in brings), tuple(brings.values()))
            for _bust, brings in throws
        ),
        max(points for choice in choices for points, _rest in choice),
    )


@cache
def step_of(rules: FamilyRules) -> int:
    """The largest number that divides everything a turn can score."""
    table = rules.combinations
    points = [one.points for one in table.table] + [table.nothing]
    for card in rules.deck:
        points += [card.bonus, card.exactly or 0]
    if isinstance(rules.leftover, LeftoverBonus):
        points.append(rules.leftover.points)
    return gcd(*points)


def tells_dice_apart(rules: FamilyRules) -> bool:
    """Whether a table can hold what throws of single dice are worth: plain turns with red faces."""
    minimum = rules.entry_min or rules.bank_min or rules.topping or rules.exact
    plain = rules.hot_dice == "may_roll" and not rules.pyramiding
    return rules.doubling is not None and plain and not minimum


@cache
def graph(rules: FamilyRules, everything: bool = False) -> Graph:
    """The cycle of a rule set; ``everything`` that scores must be kept."""
    step = step_of(rules)
    count = rules.dice.count
    place: dict[Rest, int] = {}
    waiting = [Rest(dice) for dice in range(count, 0, -1)]
    found: list[Rest] = []
    while waiting:
        rest = waiting.pop(0)
        if rest in place:
            continue
        place[rest] = len(place)
        found.append(rest)
        for outcome in throw(rules, rest, everything).outcomes:
            waiting.extend(option.rest for option in outcome.options if option.rest.dice)
    place[Rest(0)] = 0
    return assemble(place, [_throw(rules, rest, everything, place, step) for rest in found])


def _throw(
    rules: FamilyRules, rest: Rest, everything: bool, place: dict[Rest, int], step: int
) -> tuple[float, dict[Choice, float]]:
    thrown = throw(rules, rest, everything)
    brings: dict[Choice, float] = {}
    for outcome in thrown.outcomes:
        for chance, options in _doubled(rules, rest.dice, outcome.options):
            choice = tuple(sorted((one.points // step, place[one.rest]) for one in options))
            brings[choice] = brings.get(choice, 0.0) + chance * outcome.ways / thrown.ways
    return thrown.busts / thrown.ways, brings


def _doubled(
    rules: FamilyRules, dice: int, options: tuple[Option, ...]
) -> Iterator[tuple[float, tuple[Option, ...]]]:
    """The options as red faces may multiply them (SPF-8), each die red by an independent sixth.

    Where only dice set aside count, or only their combinations, the mean of the factor stands for
    it. That single dice are told apart is left to tables (`engine.strategy.table`).
    """
    doubling = rules.doubling
    if doubling is None:
        yield 1.0, options
        return
    per_red = doubling.stack == "per_red"
    if doubling.trigger == "rolled" and doubling.scope == "roll":
        for reds in range(dice + 1) if per_red else (0, 1):
            chance = (
                comb(dice, reds) * (1 / 6) ** reds * (5 / 6) ** (dice - reds)
                if per_red
                else abs(reds - (5 / 6) ** dice)
            )
            factor = 2**reds
            yield (
                chance,
                tuple(Option(option.points * factor, option.rest) for option in options),
            )
        return
    step = step_of(rules)
    averaged = []
    for option in options:
        kept = dice - option.rest.dice
        mean = (7 / 6) ** kept if per_red else 2 - (5 / 6) ** kept
        averaged.append(Option(round(option.points * mean / step) * step, option.rest))
    yield 1.0, tuple(averaged)
