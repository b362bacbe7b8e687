"""The one sentence under the dice: what is asked, what the choice is worth, or why not."""

from __future__ import annotations

from dataclasses import dataclass

from app import texts
from app.views.buttons import next_seat
from app.views.lines import Line, Run, wrapped
from app.views.picture import Picture
from engine.words import listed


@dataclass(frozen=True, slots=True)
class PromptShow:
    """A sentence and what it means: nothing special, good or bad."""

    sentence: str
    tone: str = ""


def prompt_show(picture: Picture, begin_key: str) -> PromptShow:
    """What the line under the dice says; ``begin_key`` is the key that begins a turn."""
    scene, turn = picture.scene, picture.scene.turn
    if picture.refusal:
        return PromptShow(picture.refusal, "bad")
    if picture.tumbling:
        return PromptShow(texts.ROLLING(count=len(picture.tumbling)), "dim")
    if picture.facts.readonly:
        return PromptShow(picture.facts.readonly, "bad")
    if picture.stage in ("opening", "handover"):
        seat = next_seat(picture)
        if seat is None:
            return _waiting(picture)
        return PromptShow(texts.PRESS_TO_BEGIN(name=picture.names[seat], key=begin_key), "accent")
    if turn is None or picture.stage == "over":
        return PromptShow("")
    if picture.chosen:
        return _choice(picture)
    return PromptShow(turn.prompt) if scene.actions else _waiting(picture)


def _waiting(picture: Picture) -> PromptShow:
    """Somebody is to act, but not here (R119)."""
    names = [seat.name for seat in picture.scene.seats if seat.to_act]
    return PromptShow(texts.WAITING_FOR(name=listed(names)) if names else "", "dim")


def _choice(picture: Picture) -> PromptShow:
    chosen = [die for die in picture.dice if die.number in picture.chosen]
    faces = " ".join(str(die.face) for die in chosen)
    keep = picture.keep
    if keep is not None:
        text = texts.CHOICE_FILLS if keep.fills else texts.CHOICE
        return PromptShow(text(faces=faces, points=keep.points, total=keep.total), "good")
    turn = picture.scene.turn
    grows = turn is not None and any(picture.chosen < set(keep.dice) for keep in turn.keeps)
    text = texts.CHOICE_UNFINISHED if grows else texts.CHOICE_IDLE
    return PromptShow(text(faces=faces))


def prompt_lines(show: PromptShow, width: int, height: int) -> tuple[Line, ...]:
    """The sentence, in as many lines as there are."""
    said = wrapped(show.sentence, width - 4, height)
    return tuple((Run("   "), Run(line, show.tone)) for line in said)
