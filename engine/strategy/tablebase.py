"""Perfect play by heart: what the exact player does in every turn of a race, looked up.

The turn programme answers a question in milliseconds, a tablebase in microseconds; it is made of
the same chances (`engine.strategy.build_tablebase`) and gives the same answers. One holds megabytes
and takes a while to make, so it is for those who play thousands of games.

A *policy* is what to do at one number of turn points, whatever the dice show: one byte for each
choice that a roll may leave, saying which of its options is best, and one for each number of dice
left, saying whether to bank. Few policies differ, so the base keeps each once, and their numbers by
sheets, busts in a row and turn points. This module only reads; it needs no numpy.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from operator import is_
from typing import NamedTuple

from engine.actions import Bank, Keep, Roll
from engine.family.hands import Faces, plain_keeps
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState, Turn
from engine.model import Action, shared
from engine.strategy.graph import graph, step_of
from engine.strategy.match import fingerprint, race_of
from engine.strategy.odds import Rest, rolls
from engine.strategy.standing import AHEAD

ROOM = 100_000_000
"""Bytes that a tablebase may hold, nearly; where sheets are many, fewer turn points are known."""

UNKNOWN = 0xFFFF
"""Stands where there is no policy."""

MAGIC = b"DPTB1\n"

_keep = shared(Keep)
_roll = shared(Roll)
_bank = shared(Bank)


class BadTablebase(ValueError):
    """Bytes that hold no tablebase, or one of other rules."""


class Head(NamedTuple):
    """What a tablebase is of: rules, and the size of its parts.

    Sheets go from ``floor`` to below ``goal``, in steps; ``levels`` are the busts in a row told
    apart; ``behind`` how many steps a last turn may have to make up; ``rows`` are the turn points,
    in steps, up to which play is known; ``width`` bytes a policy.
    """

    rules: str
    goal: int
    floor: int
    levels: int
    behind: int
    rows: int
    width: int
    policies: int

    @property
    def sheets(self) -> int:
        """How many sheets are told apart."""
        return self.goal - self.floor

    @property
    def size(self) -> int:
        """How many numbers of policies there are."""
        return self.standings * self.rows

    @property
    def standings(self) -> int:
        """How many ways there are to stand at the start of a turn."""
        return self.levels**2 * self.sheets**2 + self.behind

    def place(self, other: int, own: int, rival: int, busts: int) -> int:
        """Where the numbers of a standing begin; sheets are counted from the floor."""
        plane = rival * self.levels + busts
        return ((plane * self.sheets + other) * self.sheets + own) * self.rows

    def last(self, behind: int) -> int:
        """Where the numbers of a last turn begin."""
        return (self.standings - self.behind + behind) * self.rows


class Menu(NamedTuple):
    """What a roll may be kept for: the byte of a policy that decides, and the faces to keep."""

    column: int
    keeps: tuple[Faces, ...]


def learnable(rules: FamilyRules) -> bool:
    """Whether play under these rules can be known by heart: plain dice, and two sheets say all.

    Where a round is finished it also matters who began.
    """
    asks = rules.leftover or rules.topping or rules.challenge or rules.doubling
    plain = rules.plain and rules.end != "finish_round" and not asks
    return plain and race_of(rules) is not None


def standings(rules: FamilyRules) -> int:
    """How many ways there are to stand at the start of a turn, under rules that are `learnable`."""
    return head_of(rules).standings


def head_of(rules: FamilyRules) -> Head:
    """The head of a tablebase of some rules, before it holds a policy."""
    race = race_of(rules)
    assert race is not None
    behind = race.goal - race.floor + race.over if race.answer else 0
    levels = max(1, race.streak)
    width = len(leaves(keeping(rules))) + len(race.cycle.busts)
    head = Head(name_of(rules), race.goal, race.floor, levels, behind, 0, width, 0)
    return head._replace(rows=min(AHEAD // step_of(rules), ROOM // (2 * head.standings)))


@cache
def keeping(rules: FamilyRules) -> FamilyRules:
    """Rules of which the graph holds every keep that may be best at the moment.

    Where a rival answers, it may be better to stay just short of the goal, with fewer points.
    """
    if rules.end == "first_to":
        return rules
    return rules.altered(exact=True)


@cache
def leaves(rules: FamilyRules) -> tuple[int, ...]:
    """The nodes of a graph that a throw may end at, in the order of a policy's bytes."""
    return tuple(sorted({node for nodes, _chances in graph(rules).sums for node in nodes}))


@cache
def menus(rules: FamilyRules) -> dict[Faces, Menu]:
    """What every roll may be kept for, by its faces in rising order; busts are not among them.

    Of keeps for the same points that leave the same dice there is the first.
    """
    cycle, step = graph(keeping(rules)), step_of(rules)
    nodes = {path: node for node, path in enumerate(cycle.paths)}
    columns = {node: column for column, node in enumerate(leaves(keeping(rules)))}
    found = {}
    for dice in range(1, rules.dice.count + 1):
        for faces, _ways in rolls(dice):
            keeps: dict[tuple[int, int], Faces] = {}
            for kept, points in plain_keeps(rules, faces, rules.keep == "all").items():
                keeps.setdefault((points // step, cycle.place[Rest(dice - len(kept))]), kept)
            for place in {place for _points, place in keeps} if rules.end == "first_to" else ():
                for less in sorted(option for option in keeps if option[1] == place)[:-1]:
                    del keeps[less]
            if keeps:
                path = tuple(sorted(keeps))
                found[faces] = Menu(columns[nodes[path]], tuple(keeps[one] for one in path))
    return found


class Tablebase:
    """A tablebase in memory, or mapped from a file.

    Raises:
        BadTablebase: the bytes hold none, or not that of ``rules``.
    """

    def __init__(self, data: bytes | memoryview, rules: FamilyRules) -> None:
        view = memoryview(data)
        self.rules = rules
        self.head, begin = _head(view)
        head = self.head
        policies = head.width * head.policies
        same = head._replace(policies=0) == head_of(rules)
        if not same or len(view) != begin + policies + 2 * head.size:
            raise BadTablebase("This is no tablebase of these rules.")
        self._policies = bytes(view[begin : begin + policies])
        self._numbers = view[begin + policies :].cast("H")
        self._step = step_of(rules)
        self._menus = menus(rules)
        self._banks = len(leaves(keeping(rules)))
        self._place = {rest.dice: place for rest, place in graph(rules).place.items()}
        self._seen: tuple[object, ...] = (None,) * 5
        self._begin: int | None = None

    def choose(self, state: FamilyState, seat: int) -> Action | None:
        """What the exact player does, a legal action; None where that is not known by heart."""
        turn = state.turn
        if turn is None or turn.seat != seat or len(state.seats) != 2:
            return None
        stage = turn.stage
        if stage == "start" or stage == "roll":
            return _roll(seat=seat)
        if stage == "keep":
            faces = sorted(turn.rolled)
            menu = self._menus[tuple(faces[faces.count(0) :])]
            if len(menu.keeps) == 1:
                return _keep(seat=seat, dice=_dice(turn.rolled, menu.keeps[0]))
            policy = self._policy(state, turn)
            if policy is None:
                return None
            best = menu.keeps[self._policies[policy + menu.column]]
            return _keep(seat=seat, dice=_dice(turn.rolled, best))
        if self._wins(state, turn):
            return _bank(seat=seat)
        policy = self._policy(state, turn)
        if policy is None:
            return None
        bank = self._policies[policy + self._banks + self._place[len(turn.pool)]]
        return _bank(seat=seat) if bank else _roll(seat=seat)

    def _wins(self, state: FamilyState, turn: Turn) -> bool:
        """Whether a bank wins at once."""
        rules, seat = self.rules, turn.seat
        there = rules.reaches_goal(state.scores[seat] + turn.points)
        return there and rules.end == "first_to" and turn.points >= state.minimum(seat)

    def _policy(self, state: FamilyState, turn: Turn) -> int | None:
        """Where the bytes of what to do now begin."""
        head = self.head
        points = turn.points // self._step
        seen = (state.scores, state.streaks, state.on_board, state.pending, turn.seat)
        if not all(map(is_, seen, self._seen)):
            self._seen, self._begin = seen, self._standing(state, turn.seat)
        if self._begin is None or points >= head.rows:
            return None
        number = self._numbers[self._begin + points]
        return None if number == UNKNOWN else number * head.width

    def _standing(self, state: FamilyState, seat: int) -> int | None:
        """Where the numbers begin of policies for a seat in its turn."""
        head = self.head
        own, other = state.scores[seat], state.scores[1 - seat]
        if not own and state.on_board[seat]:
            return None
        if state.pending is None:
            mine, theirs = own // self._step - head.floor, other // self._step - head.floor
            if min(mine, theirs) < 0 or max(mine, theirs) >= head.sheets:
                return None
            most = head.levels - 1
            rival, busts = min(state.streaks[1 - seat], most), min(state.streaks[seat], most)
            return head.place(theirs, mine, rival, busts)
        behind = (other - own) // self._step
        due = head.levels > 1 and state.streaks[seat] >= head.levels - 1
        if state.pending or due or not own or not 0 <= behind < head.behind:
            return None
        return head.last(behind)


def _dice(rolled: Faces, kept: Faces) -> tuple[int, ...]:
    """The numbers of the first dice that show these faces."""
    missing = list(kept)
    dice = []
    for number, face in enumerate(rolled, 1):
        if face in missing:
            missing.remove(face)
            dice.append(number)
    return tuple(dice)


def name_of(rules: FamilyRules) -> str:
    """What the tablebase of a rule set is called; the same rules with another goal have another."""
    return f"{fingerprint(rules)}-{rules.goal}"


def encode(head: Head, policies: Sequence[bytes], numbers: bytes) -> bytes:
    """A tablebase as bytes, for `Tablebase`; the part before the numbers has an even length."""
    line = json.dumps(head._asdict()).encode()
    spare = (len(MAGIC) + len(line) + 1 + head.width * head.policies) % 2
    return MAGIC + line + b" " * spare + b"\n" + b"".join(policies) + numbers


def _head(view: memoryview) -> tuple[Head, int]:
    """The head of a tablebase, and where what follows it begins."""
    start = bytes(view[:4096])
    line, newline, _rest = start[len(MAGIC) :].partition(b"\n")
    if not start.startswith(MAGIC) or not newline:
        raise BadTablebase("These bytes hold no tablebase.")
    try:
        head = Head(**json.loads(line))
    except (ValueError, TypeError) as error:
        raise BadTablebase("These bytes hold no tablebase.") from error
    return head, len(MAGIC) + len(line) + 1
