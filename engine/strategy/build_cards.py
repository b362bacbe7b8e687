"""Solves two-player games with cards with numpy; see `engine.strategy.build`.

Cards are drawn independently of each other. A fill may move a rival's sheet down, so one pass over
the sheets is not enough: passes are repeated until nothing moves any more.
"""

from __future__ import annotations

import numpy as np

from engine.family.cards import Card
from engine.family.rules import FamilyRules
from engine.strategy.build import Floats, Ints, Progress, Throws, settle
from engine.strategy.cards import chances, fill_chances, safe_goes_on
from engine.strategy.graph import graph, step_of
from engine.strategy.match import goal_steps, hit_by
from engine.strategy.turn import NEVER


class _Diagonal:
    """All pairs of sheets with one sum: their turns, solved side by side.

    The layers of the cards lie side by side too, a block of columns each: first those whose dice
    may be kept freely, then those that keep everything.
    """

    def __init__(self, game: _Game, table: Floats, own: Ints, other: Ints) -> None:
        self.game = game
        self.table = table
        self.own = own
        self.other = other
        self.width = own.size
        self.top = game.goal - int(own[0]) - 1
        self.bank = self._bank()
        self.safe = {card: self._safe(card) for card in game.cards if game.at_once(card)}

    def _bank(self) -> Floats:
        height = self.game.length(self.top)
        sheets = self.own + np.arange(height)[:, None]
        inside = sheets < self.game.goal
        other = np.broadcast_to(self.other, sheets.shape)
        bank = np.ones(sheets.shape)
        bank[inside] = 1.0 - self.table[other[inside], sheets[inside]]
        return bank

    def _safe(self, card: Card) -> Floats:
        game = self.game
        height = self.top + game.jump + 1
        points = (np.arange(height) * card.times + card.bonus // game.step * card.times)[:, None]
        sheets = self.own + points
        inside = sheets < game.goal
        step = game.step
        struck = [
            hit_by(game.rules, card, own * step, other * step) // step
            for own, other in zip(self.own.tolist(), self.other.tolist(), strict=True)
        ]
        other = np.broadcast_to(np.array(struck), sheets.shape)[inside]
        worth = np.ones(sheets.shape)
        stop = 1.0 - self.table[other, sheets[inside]]
        on = self.table[sheets[inside], other] if safe_goes_on(game.rules, card) else stop
        worth[inside] = np.maximum(stop, on)
        return worth

    def play(self, chance: Floats) -> Floats:
        """Each seat's chance from all the chances of the diagonal."""
        game = self.game
        bust = 1.0 - chance[::-1]
        rows = [game.rows(group, self, bust) for group in game.groups]
        draws = np.ones(self.bank.shape)
        filled = self.bank.copy()
        for points in range(self.top, -1, -1):
            first: dict[tuple[Card, int], Floats] = {}
            values = []
            for group, grid in zip(game.groups, rows, strict=True):
                value = self._throw(group, grid, points, bust)
                values.append(value)
                for block, layer in enumerate(group.layers):
                    first[layer] = value[0, block * self.width : (block + 1) * self.width]
            draws[points] = self._drawn(first, bust)
            filled[points] = np.maximum(self.bank[points], draws[points])
            for group, grid in zip(game.groups, rows, strict=True):
                for block, (card, fill) in enumerate(group.layers):
                    columns = slice(block * self.width, (block + 1) * self.width)
                    grid[points, 0, columns] = self._fill(card, fill, points, first, filled)
        return np.asarray(draws[0])

    def _throw(self, group: _Group, grid: Floats, points: int, bust: Floats) -> Floats:
        value = group.throws.at(grid, points)
        bank = self.bank[points]
        busts = [bank if card.until_bust and points else bust for card, _fill in group.layers]
        value += group.throws.busts * np.concatenate(busts)
        early = [
            bank if card.bank_early and not card.until_bust else np.full(self.width, NEVER)
            for card, _fill in group.layers
        ]
        np.maximum(value, np.concatenate(early), out=grid[points])
        return value

    def _drawn(self, first: dict[tuple[Card, int], Floats], bust: Floats) -> Floats:
        settled = np.zeros(self.width)
        choices = []
        for card, chance in self.game.chances.items():
            value = bust if card.ends_turn else first[card, 0]
            if card.declinable:
                choices.append((chance, value))
            else:
                settled += chance * value
        best = settled + sum(chance * value for chance, value in choices)
        for _again in range(40 if choices else 0):
            best = settled + sum(chance * np.maximum(value, best) for chance, value in choices)
        return best

    def _fill(
        self,
        card: Card,
        fill: int,
        points: int,
        first: dict[tuple[Card, int], Floats],
        filled: Floats,
    ) -> Floats:
        if card.until_bust:
            return first[card, 0]
        if fill + 1 < card.fills:
            return first[card, fill + 1]
        if card in self.safe:
            return np.asarray(self.safe[card][points])
        step = self.game.step
        return np.asarray(filled[(points + card.bonus // step) * card.times])


class _Group:
    """The layers of cards that share a cycle."""

    def __init__(self, rules: FamilyRules, cards: list[Card], everything: bool) -> None:
        self.throws = Throws(graph(rules, everything), "draw_card")
        self.layers = [
            (card, fill)
            for card in cards
            if card.keep_all == everything
            for fill in range(1 if card.until_bust else card.fills)
        ]


class _Game:
    def __init__(self, rules: FamilyRules) -> None:
        self.rules = rules
        self.step = step_of(rules)
        self.goal = goal_steps(rules)
        self.chances = chances(rules, tuple(card.count for card in rules.deck))
        self.cards = [card for card in self.chances if not card.ends_turn]
        groups = [_Group(rules, self.cards, everything) for everything in (False, True)]
        self.groups = [group for group in groups if group.layers]
        self.jump = max(group.throws.jump for group in self.groups)

    def at_once(self, card: Card) -> bool:
        return card.banks or self.rules.hot_dice == "turn_ends"

    def length(self, top: int) -> int:
        bonus = max(card.bonus for card in self.cards) // self.step
        return (top + self.jump + bonus) * max(card.times for card in self.cards) + 1

    def rows(self, group: _Group, diagonal: _Diagonal, bust: Floats) -> Floats:
        """Rows of a group: above the top every sheet has won as soon as it may be banked."""
        width = diagonal.width
        height = diagonal.top + self.jump + 1
        grid = np.empty((height, group.throws.count, width * len(group.layers)))
        for block, (card, fill) in enumerate(group.layers):
            columns = slice(block * width, (block + 1) * width)
            if card.until_bust:
                reach = group.throws.reach(True, 1.0)
            else:
                chances = fill_chances(group.throws.cycle, card.bank_early, card.fills)
                reach = group.throws.reach(card.bank_early, chances[fill])
            grid[:, :, columns] = bust + reach * (1.0 - bust)
        return grid


def playable(rules: FamilyRules) -> bool:
    """Whether this solver knows the rules: the first at the goal wins, and plain cards."""
    plain = all(not (card.collects or card.wins) and card.exactly is None for card in rules.deck)
    whole = rules.double_scope == "turn" or all(card.times == 1 for card in rules.deck)
    simple = not (rules.exact or rules.topping or rules.challenge or rules.leftover)
    minimums = rules.entry_min or rules.bank_min or rules.bust_streak
    racing = rules.end == "first_to" and rules.goal is not None
    return plain and whole and simple and racing and not minimums and not rules.pyramiding


def solve_cards(
    rules: FamilyRules, progress: Progress = lambda _done: None, within: float = 1e-9
) -> Floats:
    """The win chance of the seat in turn by both sheets, own first, first to the goal wins."""
    game = _Game(rules)
    goal = game.goal
    sheets = np.arange(goal)
    table = 0.5 + 0.5 * (sheets[:, None] - sheets) / goal
    slopes = np.full(goal, -0.35)
    change, rounds = 1.0, 60
    while change >= within:
        before = table.copy()
        for total in range(2 * goal - 2, -1, -1):
            own = np.arange(max(0, total - goal + 1), min(goal - 1, total) + 1)
            other = total - own
            slope = slopes[own]
            play = _Diagonal(game, table, own, other).play
            table[own, other] = settle(play, table[own, other], slope, rounds)
            slopes[own] = slope
        change = float(np.abs(table - before).max())
        rounds = 2
        progress(min(1.0, float(np.log(max(change, within)) / np.log(within))))
    return table
