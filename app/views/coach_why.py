"""Why the best course is the best: one sentence in plain words."""

from __future__ import annotations

from app.views import coach_texts as texts
from app.views.coach_course import Course, Worth
from engine.actions import Challenge
from engine.family.state import FamilyState
from engine.strategy.standing import strongest

CERTAIN = 1e-6
"""A chance to win this close to 0 or 1 is told as certain."""

EVEN_WIN, EVEN_POINTS = 0.0005, 1.0
"""Courses closer than this are told as equal."""

RARELY = 0.25
"""A roll that busts up to this often busts *only* so often."""


def reason(
    state: FamilyState, seat: int, courses: tuple[Course, ...], names: tuple[str, ...]
) -> str:
    """The sentence about the first of these courses."""
    rival = names[strongest(state, seat)]
    if state.turn is None:
        return texts.LAST_ROLL(win=percent(courses[0].worth.win or 0.0, 1))
    if state.turn.stage == "keep":
        return _keeping(state, seat, courses, rival)
    return _standing(state, seat, courses, names, rival)


def percent(chance: float, digits: int = 0) -> str:
    """A chance as people read it; only what is certain is 0 % or 100 %."""
    if 0 < chance < 0.01 and not digits:
        digits = 1
    shown = f"{chance:.{digits}%}"
    if shown == f"{1:.{digits}%}" and chance < 1 - CERTAIN:
        return f"{1 - 10 ** -(digits + 2):.{digits}%}"
    return shown


def _keeping(state: FamilyState, seat: int, courses: tuple[Course, ...], rival: str) -> str:
    best = courses[0]
    most = max(courses, key=lambda one: one.risk)
    if best.bank is None and best.onward is None:
        won = best.worth.win is not None and best.worth.win > 1 - CERTAIN
        return texts.WINS(points=best.risk) if won and best.risk else texts.ENDS_TURN()
    going = best.bank is None or (best.onward is not None and _better(best.onward, best.bank))
    if going and most.risk > best.risk:
        faces = " ".join(map(str, best.faces))
        return texts.FEWER(faces=faces, count=best.left, points=most.risk - best.risk)
    return _stop_or_go(state, seat, best, rival)


def _better(one: Worth, other: Worth) -> bool:
    if one.win is not None and other.win is not None:
        return (one.win, one.points) > (other.win, other.points)
    return one.points > other.points


def _standing(
    state: FamilyState,
    seat: int,
    courses: tuple[Course, ...],
    names: tuple[str, ...],
    rival: str,
) -> str:
    best = courses[0]
    kinds = {course.action.kind: course for course in reversed(courses)}
    match best.action.kind:
        case "decline":
            return texts.DECLINE()
        case "leftovers":
            return texts.LEFTOVERS(count=best.left)
        case "challenge":
            assert isinstance(best.action, Challenge)
            return texts.CHALLENGE(name=names[best.action.target])
    if "decline" in kinds:
        return texts.USE_CARD()
    if "leftovers" in kinds:
        return texts.FRESH()
    if "challenge" in kinds:
        return texts.NO_CHALLENGE()
    onward = kinds.get("draw") or kinds.get("roll")
    bank = kinds.get("bank")
    whole = best._replace(
        bank=bank.worth if bank else None,
        onward=onward.worth if onward else None,
        draws="draw" in kinds,
    )
    return _stop_or_go(state, seat, whole, rival)


def _stop_or_go(state: FamilyState, seat: int, course: Course, rival: str) -> str:
    """Why to bank, or to go on, once the dice are set aside."""
    bank, onward = course.bank, course.onward
    if onward is None:
        assert bank is not None
        return texts.ENDS_TURN()
    if bank is None:
        return _must(state, seat, course, onward)
    if bank.win is None or onward.win is None:
        return _for_points(course, bank, onward)
    points = course.risk
    ahead, gain = onward.win - bank.win, onward.points - bank.points
    if bank.win > 1 - CERTAIN:
        return texts.WINS(points=points)
    if max(bank.win, onward.win) < CERTAIN:
        return texts.LOST()
    if bank.win < CERTAIN:
        form = texts.NEEDS_DRAW if course.draws else texts.NEEDS_ROLL
        return form(points=points, win=percent(onward.win, 1))
    if abs(ahead) < EVEN_WIN:
        return texts.EVEN(points=points)
    if ahead < 0 and state.rules.reaches_goal(state.scores[seat] + points):
        return texts.REACHES(points=points, win=percent(bank.win, 1))
    if ahead > 0 and gain < -EVEN_POINTS:
        form = texts.CHASE_DRAW if course.draws else texts.CHASE_ROLL
        return form(points=points, rival=rival)
    if ahead < 0 and gain > EVEN_POINTS:
        return texts.AHEAD(points=points)
    return _go(course, onward, gain) if ahead > 0 else _stop(course, onward)


def _must(state: FamilyState, seat: int, course: Course, onward: Worth) -> str:
    if course.draws:
        return texts.MUST_DRAW(points=round(onward.points))
    if not onward.bust:
        return texts.SAFE_ROLL(count=course.left)
    bust = percent(onward.bust)
    if not course.risk:
        return texts.FREE_ROLL(count=course.left, bust=bust)
    minimum = state.minimum(seat)
    if course.risk < minimum:
        return texts.BELOW_MINIMUM(minimum=minimum, count=course.left, bust=bust)
    return texts.MUST_ROLL(count=course.left, bust=bust)


def _for_points(course: Course, bank: Worth, onward: Worth) -> str:
    gain = onward.points - bank.points
    if abs(gain) < EVEN_POINTS:
        return texts.EVEN(points=course.risk)
    return _go(course, onward, gain) if gain > 0 else _stop(course, onward)


def _go(course: Course, onward: Worth, gain: float) -> str:
    some = round(gain)
    if course.draws:
        return texts.DRAW_BRINGS(gain=some) if some > 0 else texts.DRAW_WINS(points=course.risk)
    bust = onward.bust or 0.0
    if not bust:
        return texts.SAFE_ROLL(count=course.left)
    if some <= 0:
        return texts.ROLL_WINS(count=course.left, bust=percent(bust), points=course.risk)
    form = texts.ROLL_BRINGS if bust <= RARELY else texts.ROLL_DARES
    return form(count=course.left, bust=percent(bust), gain=some)


def _stop(course: Course, onward: Worth) -> str:
    if course.draws:
        return texts.BANK_BEFORE_CARD(points=course.risk)
    bust = percent(onward.bust or 0.0)
    return texts.BANK_SAFER(count=course.left, bust=bust, points=course.risk)
