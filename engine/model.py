"""The values everything else is made of: frozen, validated, replaced whole.

Nothing here knows a game. A game adds fields by subclassing, never by editing a value in place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, ClassVar, ParamSpec, Self, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field

MAX_SEATS = 48
"""No table of any game seats more (BUN-12)."""

SeatIndex = Annotated[int, Field(strict=True, ge=0, lt=MAX_SEATS)]
"""A seat's place at the table, clockwise, from 0."""

DieNumber = Annotated[int, Field(strict=True, ge=1, le=6)]
"""The number under a die; it stays the die's own for the whole turn."""


P = ParamSpec("P")
Value = TypeVar("Value", bound="Frozen")


def shared(build: Callable[P, Value]) -> Callable[P, Value]:
    """The same as ``build``, but what was asked for lately is handed out again.

    Values never change, so one may stand in many places; building and checking one takes three
    times as long as finding it. For arguments that the engine itself computed.
    """
    return cast("Callable[P, Value]", lru_cache(maxsize=512)(build))


_new = object.__new__
_values, _given, _extra, _private = (
    BaseModel.__dict__[slot].__set__
    for slot in (
        "__dict__",
        "__pydantic_fields_set__",
        "__pydantic_extra__",
        "__pydantic_private__",
    )
)
"""Put in place what pydantic keeps in every value, past the lock that makes it frozen."""


class Frozen(BaseModel):
    """A value: immutable, no unknown fields, equal by content."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    _names: ClassVar[set[str]] = set()

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        cls._names = set(cls.__pydantic_fields__)

    def replace(self, **changes: Any) -> Self:
        """The same value with some fields exchanged.

        Faster than validation and meant for changes that the engine itself computed; the law
        tests prove that what it yields equals the validated value.

        Raises:
            TypeError: a name that is no field of this model, or a value that has cached more
                than its fields (rules do; they are made anew by validation).
        """
        cls = self.__class__
        names = cls._names
        values = self.__dict__ | changes
        if len(values) != len(names):
            raise TypeError(f"{cls.__name__} has other fields than {sorted(values)}")
        new = _new(cls)
        _values(new, values)
        _given(new, names)
        _extra(new, None)
        _private(new, None)
        return new


class Setup(Frozen):
    """All that a table agrees on before the first die: with the events, it is the whole game.

    ``options`` are by the names of the rule book; ``first`` skips the starting rolls; ``scores``
    is a sheet to start from, one number a seat. ``scripted`` marks dice that are not fair play.
    """

    preset: str
    seats: tuple[str, ...]
    options: dict[str, Any] = {}
    first: SeatIndex | None = None
    scores: tuple[int, ...] | None = None


class Action(Frozen):
    """What a seat asks for (``seat`` is None for the table's own clock)."""

    kind: str
    seat: SeatIndex | None


class Event(Frozen):
    """What happened: chance results and every consequence, in numbers.

    ``points`` is what the event is about, in points; a subclass says which.
    """

    kind: str
    seat: SeatIndex | None = None
    points: int = 0


class GameState(Frozen):
    """What every game's state holds.

    ``version`` counts the events applied; ``to_act`` are the seats that may act now, and the game
    is over exactly when nobody may.
    """

    game: str
    seats: tuple[str, ...]
    version: int = 0
    to_act: frozenset[int] = frozenset()
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended (law 2)."""
        return not self.to_act
