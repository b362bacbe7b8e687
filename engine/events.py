"""The events of the house. A game that needs another subclasses `Event` in its own file.

``words`` is the English sentence of an event, a template over `Event.values`; a catalogue may
replace it, by ``kind``. Points are always what the sentence is about; a sheet changes only by
``banked`` (up) and ``penalised`` (down, as a number below 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

from engine import words as w
from engine.model import Event
from engine.words import counted, number


class Told(Event):
    """An event that can be told in a sentence."""

    words: ClassVar[str]

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        """What the sentence names: its fields, with seats as the players' names."""
        values: dict[str, Any] = dict(self.__dict__)
        values["points"] = number(self.points)
        values["name"] = "" if self.seat is None else names[self.seat]
        return values

    def say(self, names: Sequence[str]) -> str:
        """The event as an English sentence."""
        return self.words.format(**self.values(names))


def listed(names: Sequence[str], seats: Sequence[int]) -> str:
    """Seats by name, as a list in a sentence."""
    return w.listed([names[seat] for seat in seats])


class Started(Told):
    """The table is laid."""

    kind: Literal["started"] = "started"
    words: ClassVar[str] = "The game begins."


class RollOff(Told):
    """The seats that roll dice for something: the start, or a tie."""

    kind: Literal["roll_off"] = "roll_off"
    seats: tuple[int, ...]
    reason: Literal["start", "tie"]
    words: ClassVar[str] = "{who} roll {what}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        what = "for the start" if self.reason == "start" else "once more for the win"
        return {
            **super().values(names),
            "who": listed(names, self.seats),
            "what": what,
        }


class TurnStarted(Told):
    """A seat's turn begins."""

    kind: Literal["turn_started"] = "turn_started"
    seat: int
    words: ClassVar[str] = "{name} is up."


class Rolled(Told):
    """Dice thrown: ``faces`` of the dice ``numbers``; points that the roll adds by itself."""

    kind: Literal["rolled"] = "rolled"
    seat: int
    numbers: tuple[int, ...]
    faces: tuple[int, ...]
    words: ClassVar[str] = "{name} rolls {shown}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "shown": " ".join(map(str, self.faces))}

    def say(self, names: Sequence[str]) -> str:
        text = super().say(names)
        return f"{text[:-1]} and gets {number(self.points)}." if self.points else text


class Kept(Told):
    """Dice set aside for points; ``factor`` is what the roll multiplied them by already.

    ``sets`` are the dice of each face that lie in sets of equal faces after this keep.
    """

    kind: Literal["kept"] = "kept"
    seat: int
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    factor: int = 1
    sets: tuple[int, ...] = ()
    words: ClassVar[str] = "{name} keeps {shown} for {points}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "shown": " ".join(map(str, self.faces))}


class Filled(Told):
    """No die is left over; ``points`` are what the fill itself adds to the turn points."""

    kind: Literal["filled"] = "filled"
    seat: int
    words: ClassVar[str] = "{name} uses all the dice."

    def say(self, names: Sequence[str]) -> str:
        text = super().say(names)
        more = "more" if self.points > 0 else "fewer"
        return f"{text[:-1]}: {number(abs(self.points))} points {more}." if self.points else text


class Busted(Told):
    """A roll without a scoring die; ``points`` are the turn points lost by it."""

    kind: Literal["busted"] = "busted"
    seat: int
    words: ClassVar[str] = "{name} busts."

    def say(self, names: Sequence[str]) -> str:
        text = super().say(names)
        return f"{text[:-1]} and loses {number(self.points)}." if self.points else text


class CardDrawn(Told):
    """A card turned over; ``reshuffled`` when the discards had to be shuffled for it."""

    kind: Literal["card_drawn"] = "card_drawn"
    seat: int
    card: str
    title: str
    reshuffled: bool = False
    words: ClassVar[str] = "{name} draws {title}."


class Declined(Told):
    """A drawn card put aside unused."""

    kind: Literal["declined"] = "declined"
    seat: int
    card: str
    title: str
    words: ClassVar[str] = "{name} declines {title}."


class LeftoversTaken(Told):
    """A turn begun with the previous player's dice; ``points`` are inherited with them."""

    kind: Literal["leftovers_taken"] = "leftovers_taken"
    seat: int
    dice: tuple[int, ...]
    words: ClassVar[str] = "{name} takes the {count} left over."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "count": counted(len(self.dice), "die", "dice")}


class Challenged(Told):
    """A turn declared against another seat's sheet; ``window`` is which of the two it uses."""

    kind: Literal["challenged"] = "challenged"
    seat: int
    target: int
    window: int
    words: ClassVar[str] = "{name} challenges {rival}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "rival": names[self.target]}


class Penalised(Told):
    """A sheet goes down by ``-points``; ``reason`` says what for."""

    kind: Literal["penalised"] = "penalised"
    seat: int
    reason: str
    words: ClassVar[str] = "{name} loses {lost} from the sheet."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "lost": number(-self.points)}


class Banked(Told):
    """Points written on the sheet."""

    kind: Literal["banked"] = "banked"
    seat: int
    words: ClassVar[str] = "{name} banks {points}."


class TurnEnded(Told):
    """A turn is over; ``points`` are what it put on the sheet, ``lost`` what it threw away.

    ``end`` says how: banked, busted, stopped, overshot, won. ``leftovers`` are the dice that the
    next player may take up, ``inherit`` the points that go with them.
    """

    kind: Literal["turn_ended"] = "turn_ended"
    seat: int
    end: str
    lost: int = 0
    leftovers: tuple[int, ...] = ()
    inherit: int = 0
    words: ClassVar[str] = "{name}'s turn ends with {points}."

    def say(self, names: Sequence[str]) -> str:
        if self.end == "stopped" and self.lost:
            return f"{names[self.seat]}'s turn ends; {number(self.lost)} are lost."
        return super().say(names)


class LastRound(Told):
    """The end is near: ``seats`` still have one turn each, in this order."""

    kind: Literal["last_round"] = "last_round"
    seat: int
    seats: tuple[int, ...]
    words: ClassVar[str] = "{name} starts the last round."


class TimeIsUp(Told):
    """The clock ran out: after the turn in progress, ``seats`` finish the round."""

    kind: Literal["time_up"] = "time_up"
    seats: tuple[int, ...]
    words: ClassVar[str] = "Time is up: this round is the last."


class ExtraTurns(Told):
    """A tie for the win: ``seats`` take one more turn each, in this order."""

    kind: Literal["extra_turns"] = "extra_turns"
    seats: tuple[int, ...]
    words: ClassVar[str] = "{who} are level and take one more turn each."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "who": listed(names, self.seats)}


class GameOver(Told):
    """The game has ended; ``points`` are the winner's score."""

    kind: Literal["game_over"] = "game_over"
    winners: tuple[int, ...]
    words: ClassVar[str] = "{who} won with {points}."

    def values(self, names: Sequence[str]) -> dict[str, Any]:
        return {**super().values(names), "who": listed(names, self.winners)}
