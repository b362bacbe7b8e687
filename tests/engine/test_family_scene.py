"""What a family table shows: prompts, buttons, notes and the score board."""

from __future__ import annotations

from typing import Any

import pytest

from engine.family import view
from engine.registry import presets, ruleset
from engine.scene import Scene
from tests.engine.rows import Row, play_row

FOB = "fill-or-bust"
THOUSAND = "roll = 111234; keep 1 2 3"
FAR = {"goal": 50_000}


def picture(preset: str, steps: str, viewer: int | None = 0, **more: Any) -> Scene:
    """What a viewer sees after some steps."""
    seat = play_row(Row(preset, steps, {}, seats=len(more.get("scores", (0, 0))), **more))
    return seat.game.scene(seat.state, viewer)


PROMPTS = [
    (FOB, "", {}, "Draw a card."),
    (FOB, "draw = bonus-300", {}, "Roll 6 dice."),
    (
        FOB,
        "draw = vengeance-2500",
        {},
        "Roll 6 dice for Vengeance 2500, or put it aside and draw another.",
    ),
    (FOB, "draw = vengeance-2500; decline", {}, "Draw a card."),
    (FOB, "draw = bonus-300; roll = 122346", {}, "Choose the dice to keep."),
    (FOB, "draw = must-bust; roll = 122346", {}, "Keep every die that scores."),
    (FOB, "draw = bonus-300; roll = 122346; keep 1", {}, "Roll 5 dice, or bank 100."),
    (
        FOB,
        "draw = fill-1000; roll = 122346; keep 1",
        {},
        "Roll 5 dice. Fill 1000 forbids banking before the fill. (FOB-15)",
    ),
    (
        FOB,
        "draw = bonus-300; FILL",
        {},
        "All dice used! Bank 1,800, or draw a card and risk them.",
    ),
    (FOB, "draw = double-trouble; FILL", {}, "All dice kept: roll 6 dice again."),
    (
        FOB,
        "draw = double-trouble; FILL; FILL",
        {"options": FAR},
        "Your points are safe. Draw another card, or stop here.",
    ),
    (FOB, "draw = bonus-300; FILL; draw = vengeance-2500; decline", {}, "Draw another card."),
    (
        "volle-lotte",
        "draw = straight; roll = 122346",
        {},
        "Choose faces that are still missing from the straight.",
    ),
    ("zilch", "", {}, "Roll 6 dice."),
    ("zilch", "roll = 222333; ALL", {}, "All dice kept: roll 6 dice again."),
    (
        "zilch",
        "roll = 122346; keep 1",
        {},
        "Roll 5 dice. You need 500 to get on the board and have 100. (ZIL-6)",
    ),
    (
        "zilch",
        "roll = 122346; keep 1",
        {"scores": (1000, 0), "options": {"bank_min": 2000}},
        "Roll 5 dice. You need 2,000 to bank and have 100. (ZIL-6)",
    ),
    ("spicy-farkel", "roll = 234561; ALL", {}, "All dice kept! Roll 6 dice again, or bank 3,000."),
    (
        "spicy-farkel",
        "roll = 111555; ALL",
        {"options": {"entry_min": 9000}},
        "All dice kept! Roll 6 dice again.",
    ),
    ("farkle-boxed", "roll = 122346", {"options": {"keep": "all"}}, "Keep every die that scores."),
]


@pytest.mark.parametrize(("preset", "steps", "more", "text"), PROMPTS)
def test_the_prompt(preset: str, steps: str, more: dict[str, Any], text: str) -> None:
    turn = picture(preset, steps, **more).turn
    assert turn is not None
    assert turn.prompt == text


def test_the_prompt_offers_leftovers() -> None:
    turn = picture("spicy-farkel", f"{THOUSAND}; bank").turn
    assert turn is not None
    assert turn.prompt == "Roll 6 dice, or take the 3 dice left over."


STATUSES = [
    ("zilch", "", {}, ""),
    ("zilch", f"{THOUSAND}; bank", {"scores": (14_500, 0, 0)}, "Last round: 1 turn to come."),
    ("zilch", f"{THOUSAND}; bank", {"scores": (14_500, 0)}, "Last round: this is the last turn."),
    ("zilch", f"{THOUSAND}; bank; MISS", {"scores": (14_500, 0)}, "Ann won with 15,500."),
    (
        "zilch",
        f"{THOUSAND}; bank; {THOUSAND}; bank",
        {"scores": (14_500, 14_500)},
        "Ann and Bo roll once more for the win.",
    ),
    (
        "spicy-farkel",
        "roll = 233321; keep 2 3 4; bank; roll = 233321; keep 2 3 4; bank",
        {"scores": (9400, 9400)},
        "A tie: Ann and Bo play on.",
    ),
    (
        "zilch",
        "time_up",
        {"scores": (0, 0, 0), "options": {"minutes": 5}},
        "Time is up: 2 turns to come.",
    ),
]


@pytest.mark.parametrize(("preset", "steps", "more", "text"), STATUSES)
def test_the_status(preset: str, steps: str, more: dict[str, Any], text: str) -> None:
    assert picture(preset, steps, **more).status == text
    assert picture(preset, steps, None, **more).status == text


def labels(scene: Scene) -> dict[str, tuple[str, str]]:
    """What is on the buttons."""
    return {view.kind: (view.label, view.hint) for view in scene.actions}


def test_the_buttons() -> None:
    assert labels(picture(FOB, "")) == {"draw": ("Draw a card", "")}
    assert labels(picture(FOB, "draw = vengeance-2500")) == {
        "roll": ("Roll 6 dice", ""),
        "decline": ("Draw another card", "puts Vengeance 2500 aside"),
    }
    assert labels(picture(FOB, "draw = bonus-300; roll = 122346")) == {"keep": ("Keep", "")}
    assert labels(picture(FOB, "draw = bonus-300; roll = 122346; keep 1", scores=(900, 0))) == {
        "roll": ("Roll 5 dice", "risks 100"),
        "bank": ("Bank 100", "sheet 1,000"),
    }
    assert labels(picture(FOB, "draw = double-trouble; FILL; FILL", options=FAR)) == {
        "draw": ("Draw another card", ""),
        "bank": ("Stop", "sheet 6,000"),
    }
    shown = picture("spicy-farkel", "roll = 633321; keep 2 3 4; bank", 1)
    assert labels(shown)["leftovers"] == ("Take 3 dice", "the previous player's dice")
    tied = picture("zilch", f"{THOUSAND}; bank; {THOUSAND}; bank", 1, scores=(14_500, 14_500))
    assert labels(tied) == {"roll": ("Roll 6 dice", "")}
    dared = picture("zilch", "", scores=(500, 0, 0), options={"challenge": True})
    assert [view.targets for view in dared.actions if view.kind == "challenge"] == [(1, 2)]
    assert labels(picture(FOB, "", 1)) == {}
    assert picture(FOB, "").may("draw")
    assert not picture(FOB, "").may("roll")


def test_the_notes_of_a_turn() -> None:
    def notes(*told: Any, **more: Any) -> tuple[str, ...]:
        turn = picture(*told, **more).turn
        assert turn is not None
        return turn.notes

    dare = {"scores": (500, 0), "options": {"challenge": True}}
    assert notes("zilch", "challenge 1", **dare) == (
        "Ann challenges Bo: points come off Bo's sheet",
    )
    assert notes(FOB, "draw = double-trouble") == ()
    assert notes(FOB, "draw = double-trouble; FILL") == ("1 of 2 fills made",)
    safe = "draw = double-trouble; FILL; FILL; draw = bonus-300"
    assert notes(FOB, safe, options=FAR) == ("6,000 of this turn are safe on the sheet",)


def test_the_score_board() -> None:
    seats = picture("zilch", f"{THOUSAND}; bank; MISS; MISS").seats
    assert [(view.score, view.leads, view.to_act) for view in seats] == [
        (1000, True, False),
        (0, False, True),
    ]
    assert [view.notes for view in seats] == [(), ("not on the board yet",)]
    assert [(line.points, line.lost, line.end) for line in seats[0].turns] == [
        (1000, 0, "banked"),
        (0, 0, "busted"),
    ]
    busts = picture("spicy-farkel", "roll = 263346; roll = 263346; roll = 263346").seats
    assert [view.notes for view in busts] == [("2 busts in a row",), ("1 bust in a row",)]


def test_what_is_missing_to_the_goal() -> None:
    """R040: where the goal must be passed, reaching it leaves one point to go."""
    seats = picture("zilch", "", scores=(15_000, 15_001, 0)).seats
    assert [view.to_goal for view in seats] == [1, 0, 15_001]
    seats = picture("spicy-farkel", "", scores=(10_000, 9_950, -100)).seats
    assert [view.to_goal for view in seats] == [0, 50, 10_100]
    assert picture(FOB, "", options={"minutes": 5}).seats[0].to_goal is None
    assert picture("zilch", "", options={"exact": True}).seats[0].to_goal == 15_000


def test_the_last_turns_are_marked() -> None:
    seats = picture("zilch", f"{THOUSAND}; bank", scores=(14_500, 0, 0)).seats
    assert [view.last_turn for view in seats] == [False, True, True]


def test_the_dice() -> None:
    """R023: held, rolled, ready, and nothing of it left for the next player."""
    steps = "roll = 622341; keep 6; roll = 11234"
    turn = picture("spicy-farkel", steps).turn
    assert turn is not None
    assert [(die.face, die.status, die.scores) for die in turn.dice] == [
        (1, "rolled", True),
        (1, "rolled", True),
        (2, "rolled", False),
        (3, "rolled", False),
        (4, "rolled", False),
        (1, "held", False),
    ]
    assert [die.number for die in turn.dice if die.special] == [1]
    assert (turn.dice_next, turn.rolls) == (0, 2)
    turn = picture("spicy-farkel", f"{steps}; keep 1; bank").turn
    assert turn is not None
    assert {(die.face, die.status) for die in turn.dice} == {(None, "ready")}
    assert (turn.dice_next, turn.rolls, turn.points) == (6, 0, 0)
    turn = picture("spicy-farkel", f"{steps}; keep 1; bank; leftovers").turn
    assert turn is not None
    assert [die.status for die in turn.dice] == ["away", "ready", "ready", "ready", "ready", "away"]


def test_a_die_that_joins() -> None:
    turn = picture(
        "zilch", "roll = 222346; keep 1 2 3; roll = 215", options={"pyramiding": True}
    ).turn
    assert turn is not None
    assert [die.number for die in turn.dice if die.joins] == [4]
    assert [die.number for die in turn.dice if die.joined] == [1, 2, 3]


def test_a_held_die_of_another_face_is_not_joined() -> None:
    steps = "roll = 222156; keep 1 2 3 4; roll = 23"
    turn = picture("zilch", steps, options={"pyramiding": True}).turn
    assert turn is not None
    assert [die.number for die in turn.dice if die.joins] == [5]
    assert [die.number for die in turn.dice if die.joined] == [1, 2, 3]
    turn = picture("zilch", "roll = 222156; keep 1 2 3 4; roll = 15").turn
    assert turn is not None
    assert not any(die.joins or die.joined for die in turn.dice)


def test_a_picture_takes_nothing_from_chance() -> None:
    """What a keep leads to is shown by a chance that gives nothing."""
    for ask in (lambda: view.NO_CHANCE.roll(1), lambda: view.NO_CHANCE.draw({"x": 1})):
        with pytest.raises(AssertionError):
            ask()


def test_the_cards() -> None:
    scene = picture(FOB, "draw = vengeance-2500; decline; draw = fill-1000")
    assert scene.pile is not None
    assert (scene.pile.left, scene.pile.discarded) == (52, 1)
    assert dict(scene.pile.remaining)["Vengeance 2500"] == 3
    assert scene.turn is not None
    assert scene.turn.card is not None
    assert (scene.turn.card.title, scene.turn.card.value) == ("Fill 1000", 1000)
    assert not scene.turn.card.declinable
    assert picture("zilch", "").pile is None


@pytest.mark.parametrize(
    ("preset", "options", "text"),
    [
        (FOB, {}, "The first to reach 5,000 wins."),
        ("zilch", {}, "Reaching more than 15,000 starts the last round."),
        ("zilch", {"exact": True}, "Reaching exactly 15,000 starts the last round."),
        (FOB, {"minutes": 1}, "The highest sheet after 1 minute wins."),
        (
            FOB,
            {"minutes": 20, "goal": 3000},
            "The first to reach 3,000 wins; after 20 minutes the round is the last.",
        ),
        (
            FOB,
            {"end": "finish_round"},
            "The highest sheet of the round in which somebody reaches 5,000 wins.",
        ),
    ],
)
def test_how_it_ends(preset: str, options: dict[str, Any], text: str) -> None:
    assert picture(preset, "", options=options).goal == text
    assert any(text in one.paragraphs for one in ruleset(preset).rule_book(preset, options))


@pytest.mark.parametrize("preset", list(presets()))
def test_the_rule_book_is_prose(preset: str) -> None:
    for section in ruleset(preset).rule_book(preset, {}):
        assert section.title
        assert section.paragraphs or section.rows
        assert all(text[-1] == "." for text in section.paragraphs)
        assert all(all(cells) for cells in section.rows)


SAID = [
    ("zilch", {}, "When all dice are set aside, they must all be rolled again."),
    ("zilch", {}, "The first bank of a player needs at least 500."),
    ("zilch", {}, "Every later bank needs at least 350."),
    ("zilch", {}, "Players who are level roll all dice once more, until one is ahead."),
    ("zilch", {"topping": True}, "A bank must beat what the player before banked in this round."),
    ("zilch", {"keep": "all"}, "Set aside every die that scores, then roll the rest or bank."),
    ("zilch", {"exact": True}, "A bank that would go beyond the goal scores nothing."),
    ("zilch", {"tie": "shared"}, "Players who are level share the win."),
    ("zilch", {"min_score": 0}, "No sheet falls below 0."),
    ("zilch", {"single_combination": True}, "One combination may be kept from a roll."),
    ("farkle-social", {}, "A bank needs at least 300."),
    ("farkle-social", {}, "3 busts in a row cost 500."),
    (FOB, {"double_scope": "card"}, "Only points made under the card are doubled."),
    (FOB, {"after_safe_fill": "end"}, "After points were put on the sheet at once, the turn ends."),
    (
        "spicy-farkel",
        {},
        "When a roll shows a red face, what is kept of it counts double.",
    ),
    (
        "spicy-farkel",
        {"doubling": {"trigger": "set_aside", "stack": "per_red"}},
        "When a roll is set aside with a red face, what is kept of it counts double, once more for"
        " each further one.",
    ),
    (
        "spicy-farkel",
        {"doubling": {"scope": "combination"}},
        "A combination with a red face counts double.",
    ),
    (
        "zilch",
        {"challenge": True},
        "Before the first roll a player who is on the board may challenge another: what the turn"
        " banks is also taken from the rival, once with a sheet below 5,000 and once after. A bust"
        " costs 600, later 2,000.",
    ),
    (
        "zilch",
        {"pyramiding": True},
        "Every die counts once. Later rolls may build on equal dice set aside before, until all"
        " dice are used.",
    ),
]


@pytest.mark.parametrize(("preset", "options", "text"), SAID)
def test_the_rule_book_says_it(preset: str, options: dict[str, Any], text: str) -> None:
    told = [
        one for section in ruleset(preset).rule_book(preset, options) for one in section.paragraphs
    ]
    assert text in told
    if options:
        plain = [one for part in ruleset(preset).rule_book(preset, {}) for one in part.paragraphs]
        assert text not in plain


@pytest.mark.parametrize(
    ("preset", "row"),
    [
        (FOB, ("three 1s", "1,000")),
        (FOB, ("8 × No Dice", "The turn is over, and its points are lost.")),
        ("zilch", ("five of a kind", "5,000")),
        ("zilch", ("two triplets", "3,000")),
        ("spicy-farkel", ("four of a kind and a pair", "1,500")),
        ("zilch-online", ("each further equal die", "doubles the triple")),
        ("zilch-online", ("six dice of which none scores", "500")),
        ("farkle-social", ("each further equal die", "the triple again")),
        ("medieval", ("2-3-4-5-6", "750")),
    ],
)
def test_the_rule_book_lists_it(preset: str, row: tuple[str, str]) -> None:
    assert row in [one for section in ruleset(preset).rule_book(preset, {}) for one in section.rows]


def test_the_rule_book_lists_a_factor() -> None:
    book = ruleset("zilch").rule_book("zilch", {"combinations": {"kinds": 3}})
    assert ("each further equal die", "3 times as much") in [r for one in book for r in one.rows]
