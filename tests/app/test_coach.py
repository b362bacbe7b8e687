"""What the coach says: every figure by brute force, every reason from a position that has it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from app.views import coach_texts as texts
from app.views.coach import CoachShow, coach_lines, coach_show
from app.views.coach_advice import Stopped, advise, courses
from app.views.coach_course import Advice, Course, Worth
from app.views.coach_why import percent, reason
from app.views.lines import cells
from app.views.picture import Picture, TableFacts
from engine.actions import Bank, Challenge, Decline, Draw, Keep, Leftovers, Roll
from engine.family.hands import Roll as Thrown
from engine.family.hands import legal_keeps
from engine.family.rules import FamilyRules
from engine.family.state import FamilyState
from engine.model import Action, Setup
from engine.registry import presets, ruleset
from engine.ruleset import begin, step
from tests.dropped.twenty import Twenty
from tests.engine.strategy.play import Dice, after, begun, custom, family, rules_of

BRIEF = {"hot_dice": "turn_ends", "end": "last_turn_each", "tie": "shared"}
"""A turn that is over when all dice are kept: it can be followed to its end."""

Value = Callable[[int, int], float]


def brute(rules: FamilyRules, end: Callable[[int], float], lost: float) -> tuple[Value, Value]:
    """What throwing so many dice and standing with so many are worth, every roll looked at.

    ``end`` is what a turn is worth that stops with these points, ``lost`` what a bust is.
    """

    @cache
    def throw(dice: int, points: int) -> float:
        total = 0.0
        for faces in product(range(1, 7), repeat=dice):
            keeps = legal_keeps(rules, Thrown((*faces, *(0,) * (6 - dice)), rules.blank))
            total += max(
                (stand(dice - len(kept), points + one.points) for kept, one in keeps.items()),
                default=lost,
            )
        return float(total / 6**dice)

    def stand(left: int, points: int) -> float:
        return max(end(points), throw(left, points)) if left else end(points)

    return throw, stand


def rolled(rules: FamilyRules, scores: tuple[int, int], last: bool) -> FamilyState:
    """Three fives kept one by one, and 5 1 2 on the table: 150 at risk, three dice rolled."""
    game = custom(rules)
    dice = Dice(faces=((5, 2, 3, 3, 4, 6), (5, 2, 3, 4, 6), (5, 2, 3, 4), (5, 1, 2)))
    state = begun(game, "house", scores)
    if last:
        state = state.replace(pending=(), ending="goal")
    for number in (1, 2, 3):
        state = after(game, state, dice, Roll(seat=0), Keep(seat=0, dice=(number,)))
    return after(game, state, dice, Roll(seat=0))


@pytest.mark.parametrize("lead", [0, 250, 300, 550])
def test_every_figure_is_what_every_roll_together_makes(lead: int) -> None:
    """Three dice, a last turn: points, chances to win and to bust of every keep shown."""
    rules = rules_of("pocket-farkel", **BRIEF)
    state = rolled(rules, (1000, 1000 + lead), last=True)
    game = custom(rules)
    to_points, points_then = brute(rules, float, 0.0)
    to_win, win_then = brute(rules, lambda points: _beats(points, lead), _beats(0, lead))
    found = {course.faces: course for course in courses(game, state, 0)}
    assert set(found) == {(5,), (1,), (1, 5)}
    for faces, kept in (((5,), 50), ((1,), 100), ((1, 5), 150)):
        course, left, risk = found[faces], 3 - len(faces), 150 + kept
        assert (course.left, course.risk, course.draws) == (left, risk, False)
        assert course.bank is not None
        assert course.onward is not None
        assert course.bank.points == risk
        assert course.bank.win == pytest.approx(_beats(risk, lead), abs=1e-12)
        assert course.onward.points == pytest.approx(to_points(left, risk), abs=1e-9)
        assert course.onward.win == pytest.approx(to_win(left, risk), abs=1e-12)
        assert course.onward.bust == pytest.approx({1: 2 / 3, 2: 4 / 9}[left])
        assert course.worth.points == pytest.approx(points_then(left, risk), abs=1e-9)
        assert course.worth.win == pytest.approx(win_then(left, risk), abs=1e-12)


def _beats(points: int, lead: int) -> float:
    return 0.5 if points == lead else float(points > lead)


def test_what_is_shown_is_what_was_found() -> None:
    rules = rules_of("pocket-farkel", **BRIEF)
    state = rolled(rules, (1000, 1250), last=True)
    advice = advise(custom(rules), state, 0, ("Ann", "Bo"))
    show = coach_show(picture_of(state, rules), advice)
    assert show.rows[0].label == " ".join(map(str, advice.courses[0].faces))
    for row, course in zip(show.rows, advice.courses, strict=True):
        assert course.bank is not None
        assert course.onward is not None
        assert [cell.text for cell in row.cells] == [
            f"{course.bank.points:,.0f}",
            percent(course.bank.win or 0.0, 1),
            f"{course.onward.points:,.0f}",
            percent(course.onward.win or 0.0, 1),
            f"{course.onward.bust or 0.0:.0%}",
        ]


def picture_of(state: FamilyState, rules: FamilyRules, chosen: tuple[int, ...] = ()) -> Picture:
    scene = custom(rules).scene(state, 0)
    return Picture(scene=scene, facts=TableFacts("k7mqx4rd"), chosen=frozenset(chosen))


# Why


def told(preset: str, scores: tuple[int, ...], dice: Dice, *actions: Action) -> tuple[str, Course]:
    """The sentence after these actions of the first seat, and the course that it is about."""
    game = family(preset)
    state = after(game, begun(game, preset, scores), dice, *actions)
    advice = advise(game, state, 0, tuple(f"P{seat}" for seat in range(len(scores))))
    return advice.why, advice.courses[0]


ROLL = Roll(seat=0)


def keep(*dice: int) -> Keep:
    return Keep(seat=0, dice=dice)


def test_nothing_is_at_risk() -> None:
    why, _ = told("medieval", (0, 0), Dice())
    assert why == texts.FREE_ROLL(count=6, bust="3%")


def test_a_bank_that_wins() -> None:
    dice = Dice(faces=((1, 1, 2, 3, 3, 4),))
    why, course = told("medieval", (3900, 0), dice, ROLL)
    assert why == texts.WINS(points=course.risk)
    assert course.risk >= 100


def test_a_bank_below_the_minimum() -> None:
    dice = Dice(faces=((1, 2, 3, 3, 4, 6),))
    why, _ = told("zilch", (0, 0), dice, ROLL, keep(1))
    assert why == texts.BELOW_MINIMUM(minimum=500, count=5, bust="8%")


def test_enough_at_risk_is_banked() -> None:
    dice = Dice(faces=((1, 1, 1, 2, 3, 4),))
    why, _ = told("medieval", (0, 0), dice, ROLL, keep(1, 2, 3))
    assert why == texts.BANK_SAFER(count=3, bust="28%", points=1000)


def test_a_roll_that_brings_more() -> None:
    dice = Dice(faces=((1, 2, 3, 3, 4, 6),))
    why, course = told("medieval", (0, 0), dice, ROLL, keep(1))
    assert course.action == ROLL
    assert course.worth.bust == pytest.approx(0.0772, abs=1e-4)
    gain = round(course.worth.points - 100)
    assert why == texts.ROLL_BRINGS(count=5, bust="8%", gain=gain)


def test_fewer_dice_may_be_better() -> None:
    dice = Dice(faces=((1, 5, 3, 2, 2, 6),))
    why, course = told("zilch", (0, 0), dice, ROLL)
    assert course.faces == (1,)
    assert why == texts.FEWER(faces="1", count=5, points=50)


def test_too_little_against_the_rival() -> None:
    """400 are more in the mean than a roll of two dice, and the rival is about to win."""
    dice = Dice(faces=((4, 4, 4, 2, 3, 6), (2, 3, 5)))
    why, course = told("medieval", (0, 3950), dice, ROLL, keep(1, 2, 3), ROLL, keep(6))
    assert course.action == ROLL
    assert why == texts.CHASE_ROLL(points=450, rival="P1")


@pytest.mark.parametrize(
    ("lead", "wanted"),
    [
        (350, texts.NEEDS_ROLL(points=300, win="25.0%")),
        (550, texts.LOST()),
        (250, texts.WINS(points=300)),
    ],
)
def test_the_last_turn(lead: int, wanted: str) -> None:
    """All that counts: 300 at risk, one die left: a 1 makes more than 350, a 5 as much."""
    rules = rules_of("pocket-farkel", **BRIEF)
    state = rolled(rules, (1000, 1000 + lead), last=True)
    game = custom(rules)
    state = after(game, state, Dice(), keep(4, 5))
    assert advise(game, state, 0, ("Ann", "Bo")).why == wanted


def test_a_goal_reached_that_may_be_answered() -> None:
    dice = Dice(faces=((1, 1, 1, 2, 3, 4),))
    why, course = told("zilch-5000", (4200, 3000), dice, ROLL, keep(1, 2, 3))
    assert why == texts.REACHES(points=1000, win=percent(course.worth.win or 0.0, 1))


@pytest.mark.parametrize(
    ("bank", "onward", "left", "wanted"),
    [
        ((400, 0.6), (450, 0.5, 0.1), 3, texts.AHEAD(points=400)),
        ((400, 0.5), (350, 0.6, 0.1), 3, texts.CHASE_ROLL(points=400, rival="Bo")),
        ((400, 0.5), (450, 0.6, 0.2), 3, texts.ROLL_BRINGS(count=3, bust="20%", gain=50)),
        ((400, 0.5), (450, 0.6, 0.4), 2, texts.ROLL_DARES(count=2, bust="40%", gain=50)),
        ((400, 0.5), (400, 0.6, 0.4), 1, texts.ROLL_WINS(count=1, bust="40%", points=400)),
        ((400, 0.5), (350, 0.4, 0.4), 1, texts.BANK_SAFER(count=1, bust="40%", points=400)),
        ((400, 0.5), (350, 0.5, 0.4), 1, texts.EVEN(points=400)),
        ((400, 0.5), (450, 0.6, 0.0), 5, texts.SAFE_ROLL(count=5)),
        ((400, None), (450, None, 0.1), 5, texts.ROLL_BRINGS(count=5, bust="10%", gain=50)),
        ((400, None), (350, None, 0.1), 5, texts.BANK_SAFER(count=5, bust="10%", points=400)),
        ((400, None), (400, None, 0.1), 5, texts.EVEN(points=400)),
        (None, (400, 0.5, 0.1), 5, texts.MUST_ROLL(count=5, bust="10%")),
        ((400, 0.5), None, 0, texts.ENDS_TURN()),
    ],
)
def test_stop_or_go(
    bank: tuple[float, float | None] | None,
    onward: tuple[float, float | None, float] | None,
    left: int,
    wanted: str,
) -> None:
    state = begun(family("medieval"), "medieval", (0, 0))
    found = []
    if bank is not None:
        found.append(Course(Bank(seat=0), Worth(*bank), risk=400, left=left))
    if onward is not None:
        found.append(Course(ROLL, Worth(*onward), risk=400, left=left))
    found.sort(key=lambda one: (one.worth.win or 0.0, one.worth.points), reverse=True)
    assert reason(state, 0, tuple(found), ("Ann", "Bo")) == wanted


@pytest.mark.parametrize(
    ("bank", "card", "wanted"),
    [
        ((400, 0.5), (450, 0.6), texts.DRAW_BRINGS(gain=50)),
        ((400, 0.5), (400, 0.6), texts.DRAW_WINS(points=400)),
        ((400, 0.5), (350, 0.6), texts.CHASE_DRAW(points=400, rival="Bo")),
        ((400, 0.0), (350, 0.1), texts.NEEDS_DRAW(points=400, win="10.0%")),
        ((400, 0.5), (350, 0.4), texts.BANK_BEFORE_CARD(points=400)),
    ],
)
def test_stop_or_draw(bank: tuple[float, float], card: tuple[float, float], wanted: str) -> None:
    state = begun(family("fill-or-bust"), "fill-or-bust", (0, 0))
    found = [
        Course(Bank(seat=0), Worth(*bank), risk=400),
        Course(Draw(seat=0), Worth(*card), risk=400, left=6),
    ]
    found.sort(key=lambda one: (one.worth.win, one.worth.points), reverse=True)
    assert reason(state, 0, tuple(found), ("Ann", "Bo")) == wanted


def test_whom_to_challenge() -> None:
    state = begun(family("zilch"), "zilch", (0, 0))
    dare = Course(Challenge(seat=0, target=1), Worth(500, 0.5))
    alone = Course(ROLL, Worth(400, 0.4), left=6)
    assert reason(state, 0, (dare, alone), ("Ann", "Bo")) == texts.CHALLENGE(name="Bo")
    assert reason(state, 0, (alone, dare), ("Ann", "Bo")) == texts.NO_CHALLENGE()


def test_a_card_comes_first_and_may_be_put_aside() -> None:
    why, course = told("fill-or-bust", (0, 0), Dice())
    assert why == texts.MUST_DRAW(points=round(course.worth.points))
    dice = Dice(cards=("vengeance-2500",))
    why, course = told("fill-or-bust", (0, 0), dice, Draw(seat=0))
    assert why == texts.DECLINE()
    assert course.action == Decline(seat=0)
    dice = Dice(cards=("vengeance-2500",))
    why, _ = told("fill-or-bust", (0, 4000), dice, Draw(seat=0))
    assert why == texts.USE_CARD()


def test_what_others_left() -> None:
    game = family("ten-thousand")
    base = begun(game, "ten-thousand", (1000, 1000))
    rich = base.replace(leftovers=(1, 2, 3, 4), inherit=600)
    poor = base.replace(leftovers=(1,), inherit=50)
    assert advise(game, rich, 0, ("A", "B")).courses[0].action == Leftovers(seat=0)
    assert advise(game, rich, 0, ("A", "B")).why == texts.LEFTOVERS(count=4)
    assert advise(game, poor, 0, ("A", "B")).why == texts.FRESH()


def test_a_roll_for_the_win() -> None:
    game = family("zilch")
    state = begun(game, "zilch", (15050, 15050)).replace(
        turn=None, rolling=(0, 1), contenders=(0, 1), to_act=frozenset((0, 1))
    )
    assert advise(game, state, 0, ("A", "B")).why == texts.LAST_ROLL(win="50.0%")


@pytest.mark.parametrize("preset", sorted(presets()))
def test_every_choice_of_every_game_has_its_sentence(preset: str) -> None:
    """What the sentence begins with is what the first course does."""
    game = ruleset(preset)
    dice = Dice(9)
    seats = ("Ann", "Bo", "Cy", "Di")
    _events, state = begin(game, Setup(preset=preset, seats=seats), dice)
    for _turn in range(50):
        seat = min(state.to_act)
        advice = advise(game, state, seat, seats)
        legal = game.legal_actions(state, seat)
        if not advice.courses:
            assert preset == "bunco"
            _events, state = step(game, state, legal[0], dice)
            continue
        assert advice.why.endswith(".")
        best = advice.courses[0]
        verb = advice.why.split(":")[0]
        kinds = {"Roll": "roll", "Bank": "bank", "Draw": "draw"}
        if not advice.keeps and verb in kinds and len(legal) > 1:
            assert best.action.kind == kinds[verb]
        named = [frozenset(one.dice) for one in legal if isinstance(one, Keep)]
        if advice.keeps:
            told_of = [choice for course in advice.courses for choice in course.dice]
            assert sorted(map(sorted, named)) == sorted(map(sorted, told_of))
        _events, state = step(game, state, dice.random.choice(advice.courses[:2]).action, dice)


def test_games_without_decisions_have_no_courses() -> None:
    game = Twenty()
    setup = Setup(preset="twenty", seats=("A", "B"), first=0)
    _events, state = begin(game, setup, Dice())
    advice = advise(game, state, 0, ("A", "B"))
    assert advice.courses == ()
    picture = Picture(scene=game.scene(state, 0), facts=TableFacts("k7mqx4rd"))
    assert coach_show(picture, advice).said == texts.NOTHING()


def test_an_answer_that_nobody_waits_for_is_given_up() -> None:
    rules = rules_of("pocket-farkel", **BRIEF)
    state = rolled(rules, (0, 0), last=False)
    with pytest.raises(Stopped):
        courses(custom(rules), state, 0, lambda: True)


@pytest.mark.parametrize(
    ("chance", "digits", "shown"),
    [
        (0.0, 0, "0%"),
        (0.003, 0, "0.3%"),
        (0.2777, 0, "28%"),
        (0.9999, 1, "99.9%"),
        (1.0, 1, "100.0%"),
    ],
)
def test_only_what_is_certain_is_shown_as_certain(chance: float, digits: int, shown: str) -> None:
    assert percent(chance, digits) == shown


# The panel


def shown_with(chosen: tuple[int, ...]) -> CoachShow:
    game = family("medieval")
    state = after(game, begun(game, "medieval"), Dice(faces=((1, 1, 5, 2, 3, 4),)), ROLL)
    advice = advise(game, state, 0, ("Ann", "Bo"))
    picture = Picture(
        scene=game.scene(state, 0), facts=TableFacts("k7mqx4rd"), chosen=frozenset(chosen)
    )
    return coach_show(picture, advice)


def test_the_chosen_keep_is_marked_and_always_there() -> None:
    assert not any(row.chosen for row in shown_with(()).rows)
    for chosen, label in (((1, 2), "1 1"), ((2,), "1"), ((3,), "5"), ((1, 3), "1 5")):
        marked = [row.label for row in shown_with(chosen).rows if row.chosen]
        assert marked == [label]
    assert len(shown_with((3,)).rows) == 4
    best = [row.best for row in shown_with((3,)).rows]
    assert best == [True, False, False, False]
    assert not any(row.chosen for row in shown_with((1, 6)).rows)


@pytest.mark.parametrize("width", [40, 61, 62, 80, 120])
@pytest.mark.parametrize("height", [1, 2, 3, 4, 5, 6, 12])
def test_the_panel_fits_and_says_what_to_do_first(width: int, height: int) -> None:
    show = shown_with((3,))
    lines = coach_lines(show, width, height)
    assert 1 <= len(lines) <= min(height, 8)
    assert all(cells(line) <= width for line in lines)
    said = " ".join(run.text.strip() for line in lines for run in line)
    assert texts.COACH() in said
    assert "Roll:" in said
    if height >= 5 and width >= 40:
        assert any("▸" in run.text for line in lines for run in line)
        assert any("★" in run.text for line in lines for run in line)


def test_three_and_more_are_told_against_the_strongest_rival() -> None:
    game = family("medieval")
    state = begun(game, "medieval", (0, 0, 500))
    scene = game.scene(state, 0)
    advice = advise(game, state, 0, ("A", "B", "C"))
    show = coach_show(Picture(scene=scene, facts=TableFacts("k7mqx4rd")), advice)
    assert show.head == (texts.POINTS(), texts.WIN_OF_MANY(), texts.BUST())


def test_where_chances_cannot_be_told_there_are_points_alone() -> None:
    game = family("volle-lotte")
    scene = game.scene(begun(game, "volle-lotte"), 0)
    state = begun(game, "volle-lotte")
    advice = advise(game, state, 0, ("A", "B"))
    assert advice.courses[0].worth.win is None
    show = coach_show(Picture(scene=scene, facts=TableFacts("k7mqx4rd")), advice)
    assert show.head == (texts.POINTS(), texts.BUST())


def test_an_old_answer_is_not_shown() -> None:
    game = family("medieval")
    state = begun(game, "medieval")
    picture = Picture(scene=game.scene(state, 0), facts=TableFacts("k7mqx4rd"))
    old = Advice(state.version - 1, 0, advise(game, state, 0, ("A", "B")).courses, False, "old")
    assert coach_show(picture, old).said == texts.THINKING()
    assert coach_show(picture, None).said == texts.THINKING()
    assert coach_show(picture, None, trouble=True).said == texts.UNKNOWN()
