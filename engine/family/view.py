"""The picture of a family table: what the screens draw, without a rule left to compute."""

from __future__ import annotations

from engine.actions import Challenge, Keep
from engine.family import allowed
from engine.family.allowed import Cites
from engine.family.book import how_it_ends
from engine.family.cards import Card
from engine.family.decide import decide
from engine.family.hands import Kept, legal_keeps, reds
from engine.family.legal import legal_actions
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState, Turn, waiting_roll
from engine.ruleset import Chance
from engine.scene import (
    ActionView,
    CardView,
    DieStatus,
    DieView,
    KeepView,
    PileView,
    Scene,
    SeatView,
    TurnLine,
    TurnView,
)
from engine.words import counted, listed, number

ENDS = {
    "banked": "banked",
    "busted": "bust",
    "stopped": "stopped",
    "overshot": "too many",
    "won": "won",
}
"""How a turn ended, in a word for the score sheet."""


class _NoChance:
    """Keeping dice needs no chance; the picture must not use any."""

    def roll(self, count: int) -> tuple[int, ...]:
        raise AssertionError(count)

    def draw(self, pile: object) -> str:
        raise AssertionError(pile)


NO_CHANCE: Chance = _NoChance()


def scene(state: FamilyState, seat: int | None, title: str, cites: Cites) -> Scene:
    """The table as this seat (None: a watcher) may see it."""
    return Scene(
        game=state.game,
        title=title,
        version=state.version,
        viewer=seat,
        seats=tuple(_seat(state, other) for other in range(len(state.seats))),
        goal=how_it_ends(state.rules),
        status=_status(state),
        over=state.over,
        winners=state.winners,
        turn=None if state.turn is None else _turn(state, state.turn, cites),
        pile=_pile(state),
        actions=() if seat is None else _actions(state, seat, cites),
    )


def _seat(state: FamilyState, seat: int) -> SeatView:
    rules = state.rules
    score = state.scores[seat]
    notes = []
    if rules.entry_min and not state.on_board[seat]:
        notes.append("not on the board yet")
    if rules.bust_streak is not None and state.streaks[seat]:
        notes.append(f"{counted(state.streaks[seat], 'bust', 'busts')} in a row")
    in_turn = state.turn is not None and state.turn.seat == seat
    return SeatView(
        seat=seat,
        name=state.seats[seat],
        score=score,
        to_act=seat in state.to_act,
        leads=score == max(state.scores) and score != min(state.scores),
        to_goal=_to_goal(rules, score),
        turns=tuple(
            TurnLine(
                points=record.points,
                lost=record.lost,
                score=record.score,
                end=record.end,
                label=ENDS[record.end],
            )
            for record in state.records
            if record.seat == seat
        ),
        notes=tuple(notes),
        last_turn=state.pending is not None and (in_turn or seat in state.pending),
    )


def _to_goal(rules: FamilyRules, score: int) -> int | None:
    """The points that are missing; where the goal must be passed, that is one more."""
    if rules.goal is None:
        return None
    passed = rules.compare == ">" and not rules.exact
    return max(0, rules.goal + passed - score)


def _status(state: FamilyState) -> str:
    names = state.seats
    if state.over and state.winners:
        who = listed([names[seat] for seat in state.winners])
        return f"{who} won with {number(state.scores[state.winners[0]])}."
    if state.turn is None:
        return f"{listed([names[seat] for seat in state.rolling])} roll once more for the win."
    if state.ending is None or state.pending is None:
        return ""
    still = counted(len(state.pending), "turn", "turns")
    if state.ending == "tie":
        return f"A tie: {listed([names[seat] for seat in state.contenders])} play on."
    start = "Time is up" if state.ending == "time" else "Last round"
    return f"{start}: {still} to come." if state.pending else f"{start}: this is the last turn."


def _turn(state: FamilyState, turn: Turn, cites: Cites) -> TurnView:
    keeps: dict[tuple[int, ...], Kept] = {}
    if turn.stage == "keep":
        keeps = legal_keeps(state.rules, waiting_roll(state, turn, turn.rolled))
    may_bank = allowed.no_bank(state, cites) is None
    return TurnView(
        seat=turn.seat,
        points=turn.points,
        dice=_dice(state, turn, keeps),
        rolls=turn.rolls,
        dice_next=len(turn.pool),
        fills=turn.fills,
        card=_card(state),
        bank_to=state.scores[turn.seat] + turn.points if may_bank else None,
        keeps=tuple(_keep(state, turn, dice, kept, cites) for dice, kept in keeps.items()),
        prompt=_prompt(state, turn, cites),
        notes=_notes(state, turn),
    )


def _dice(
    state: FamilyState, turn: Turn, keeps: dict[tuple[int, ...], Kept]
) -> tuple[DieView, ...]:
    scoring = {number for dice in keeps for number in dice}
    red = reds(state.rules, tuple(a or b for a, b in zip(turn.rolled, turn.held, strict=True)))
    joins = {turn.rolled[die - 1] for die in scoring if turn.sets[turn.rolled[die - 1] - 1]}
    views = []
    for die, (rolled, held) in enumerate(zip(turn.rolled, turn.held, strict=True), 1):
        status: DieStatus = "away"
        if rolled:
            status = "rolled"
        elif held:
            status = "held"
        elif die in turn.pool:
            status = "ready"
        views.append(
            DieView(
                number=die,
                face=rolled or held or None,
                status=status,
                scores=die in scoring,
                special=die in red,
                joins=die in scoring and rolled in joins,
                joined=held in joins,
            )
        )
    return tuple(views)


def _keep(
    state: FamilyState, turn: Turn, dice: tuple[int, ...], kept: Kept, cites: Cites
) -> KeepView:
    after = decide(state, Keep(seat=turn.seat, dice=dice), NO_CHANCE, cites)
    left = sum(1 for face in turn.rolled if face) - len(dice)
    gain = sum(event.points for event in after.events if event.kind in ("kept", "filled"))
    kinds = {one.kind for one in legal_actions(after.state, turn.seat, cites)}
    return KeepView(
        dice=dice,
        points=kept.points,
        total=turn.points + gain,
        left=left or state.rules.dice.count,
        fills=not left,
        then=tuple(sorted(kinds)),
    )


def _card(state: FamilyState) -> CardView | None:
    card = state.card
    turn = state.turn
    if card is None or turn is None:
        return None
    return CardView(
        name=card.name,
        title=card.title,
        asks=card.asks,
        motif=card.motif,
        value=card.value,
        declinable=card.declinable and turn.fresh,
    )


def _pile(state: FamilyState) -> PileView | None:
    rules = state.rules
    if not rules.deck:
        return None
    left = zip(rules.deck, state.deck.pile, strict=True)
    return PileView(
        left=state.deck.left,
        discarded=sum(state.deck.discards),
        remaining=tuple((card.title, count) for card, count in left),
    )


def _notes(state: FamilyState, turn: Turn) -> tuple[str, ...]:
    notes = []
    if turn.challenge is not None:
        rival = state.seats[turn.challenge]
        notes.append(
            f"{state.seats[turn.seat]} challenges {rival}: points come off {rival}'s sheet"
        )
    card = state.card
    if card is not None and card.fills > 1 and turn.card_fills:
        notes.append(f"{turn.card_fills} of {card.fills} fills made")
    if turn.banked:
        notes.append(f"{number(turn.banked)} of this turn are safe on the sheet")
    return tuple(notes)


def _prompt(state: FamilyState, turn: Turn, cites: Cites) -> str:
    card = state.card
    throw = counted(len(turn.pool), "die", "dice")
    points = number(turn.points)
    match turn.stage:
        case "draw":
            return "Draw another card." if turn.fills or turn.points else "Draw a card."
        case "start" if state.leftovers:
            more = counted(len(state.leftovers), "die", "dice")
            return f"Roll {throw}, or take the {more} left over."
        case "roll" if card is not None and card.declinable and turn.fresh:
            return f"Roll {throw} for {card.title}, or put it aside and draw another."
        case "start" | "roll":
            return f"All dice kept: roll {throw} again." if turn.fills else f"Roll {throw}."
        case "keep":
            return _keep_prompt(state, card)
        case "safe":
            return "Your points are safe. Draw another card, or stop here."
        case "filled":
            return f"All dice used! Bank {points}, or draw a card and risk them."
        case "hot":
            refused = allowed.no_bank(state, cites)
            start = f"All dice kept! Roll {throw} again"
            return f"{start}, or bank {points}." if refused is None else f"{start}."
        case _:
            refused = allowed.no_bank(state, cites)
            if refused is None:
                return f"Roll {throw}, or bank {points}."
            return f"Roll {throw}. {refused.message}"


def _keep_prompt(state: FamilyState, card: Card | None) -> str:
    if card is not None and card.collects:
        return "Choose faces that are still missing from the straight."
    if state.rules.keep == "all" or (card is not None and card.keep_all):
        return "Keep every die that scores."
    return "Choose the dice to keep."


def _actions(state: FamilyState, seat: int, cites: Cites) -> tuple[ActionView, ...]:
    """The legal actions as buttons: one for all keeps, one for all challenges."""
    legal = legal_actions(state, seat, cites)
    kinds = dict.fromkeys(action.kind for action in legal)
    targets = tuple(action.target for action in legal if isinstance(action, Challenge))
    return tuple(
        ActionView(
            kind=kind,
            label=_label(state, kind),
            hint=_hint(state, kind),
            targets=targets if kind == "challenge" else (),
        )
        for kind in kinds
    )


def _label(state: FamilyState, kind: str) -> str:
    turn = state.turn
    dice = state.rules.dice.count if turn is None else len(turn.pool)
    points = 0 if turn is None else turn.points
    match kind:
        case "roll":
            return f"Roll {counted(dice, 'die', 'dice')}"
        case "bank":
            return f"Bank {number(points)}" if points else "Stop"
        case "draw":
            return "Draw another card" if turn and (turn.fills or turn.points) else "Draw a card"
        case "decline":
            return "Draw another card"
        case "leftovers":
            return f"Take {counted(len(state.leftovers), 'die', 'dice')}"
        case _:
            return kind.capitalize()


def _hint(state: FamilyState, kind: str) -> str:
    turn = state.turn
    match kind:
        case "bank" if turn is not None:
            return f"sheet {number(state.scores[turn.seat] + turn.points)}"
        case "roll" if turn is not None and turn.points:
            return f"risks {number(turn.points)}"
        case "decline" if state.card is not None:
            return f"puts {state.card.title} aside"
        case "leftovers":
            return "the previous player's dice"
        case _:
            return ""
