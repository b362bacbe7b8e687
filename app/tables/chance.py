"""Where dice and cards come from: the provable stream, and a script for practice and tests.

The stream, for whoever wants to recompute it:

- ``secret`` is 32 bytes; the commitment shown before the first roll is SHA-256(secret) in hex.
- Block n (0, 1, 2 ...) of a label is HMAC-SHA256(key ``secret``, message ``LABEL|TABLE|n``), 32
  bytes; LABEL is ``dice`` or ``cards``, TABLE the table's name. When players gave words of their
  own the message is ``LABEL|TABLE|WORDS|n``, with WORDS the SHA-256 in hex of the words, each
  UTF-8 and followed by a line feed. The blocks of a label, one after the other, are its bytes.
- A die takes the next byte b of ``dice``. Below 252 it shows b % 6 + 1; otherwise the byte is
  thrown away and the next one taken.
- A card takes the next k bytes of ``cards`` as a big-endian number r, where k is the least with
  256**k >= n for the n cards of the pile. Unless r < 256**k - 256**k % n they are thrown away and
  the next k taken. The pile lies sorted by the cards' names (by code point), equal cards together;
  the card at place r % n, counted from 0, is drawn.

A chance never rewinds itself: whoever asks works on a copy made by ``at`` and keeps its new
position only when the action was accepted, so that a refused action takes nothing from the stream.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol, Self

from app.tables.errors import BadInput, sentence
from engine.refusal import IllegalAction

SECRET_BYTES = 32
BLOCK_BYTES = 32


class Position(NamedTuple):
    """How much of a chance is used up: bytes of the two streams, entries of the two scripts."""

    dice: int = 0
    cards: int = 0
    script_dice: int = 0
    script_cards: int = 0


class Source(Protocol):
    """A `Chance` of the engine that can be resumed anywhere."""

    @property
    def position(self) -> Position:
        """What has been used so far."""

    def at(self, position: Position) -> Self:
        """The same chance, from another position on."""

    def roll(self, count: int) -> tuple[int, ...]:
        """Faces of ``count`` dice."""

    def draw(self, pile: Mapping[str, int]) -> str:
        """One card off the pile."""


def commitment_of(secret: bytes) -> str:
    """What is shown before the first roll and proves at the end that the seed was fixed."""
    return hashlib.sha256(secret).hexdigest()


def secret_from_number(seed: int) -> bytes:
    """The secret of a reproducible game: SHA-256 of ``seed|NUMBER``. Not fair play."""
    return hashlib.sha256(f"seed|{seed}".encode()).digest()


def face_of(byte: int) -> int | None:
    """The face that a byte of the stream gives, or None when it is thrown away."""
    return byte % 6 + 1 if byte < 252 else None


def place_below(size: int, take: Callable[[int], bytes]) -> int:
    """A place from 0 to ``size - 1``, each equally likely; ``take(k)`` gives the next k bytes."""
    width = max(1, ((size - 1).bit_length() + 7) // 8)
    span = 256**width
    limit = span - span % size
    while (number := int.from_bytes(take(width), "big")) >= limit:
        pass
    return number % size


def card_at(pile: Mapping[str, int], place: int) -> str:
    """The card at a place of the sorted pile, from 0."""
    for name in sorted(pile):
        place -= pile[name]
        if place < 0:
            return name
    raise ValueError("there is no such place in the pile")


class StreamChance:
    """The provable stream of one table, as this module's head describes it."""

    def __init__(
        self,
        secret: bytes,
        table: str,
        words: Sequence[str] = (),
        position: Position = Position(),  # noqa: B008 - a value that never changes
    ) -> None:
        self._secret = secret
        self._rest = table
        if words:
            spoken = "".join(f"{word}\n" for word in words).encode()
            self._rest += "|" + hashlib.sha256(spoken).hexdigest()
        self._position = position
        self._blocks: dict[str, tuple[int, bytes]] = {}

    @property
    def position(self) -> Position:
        """What has been used so far."""
        return self._position

    def at(self, position: Position) -> Self:
        """The same stream, from another position on."""
        new = copy.copy(self)
        new._position = position
        new._blocks = dict(self._blocks)
        return new

    def roll(self, count: int) -> tuple[int, ...]:
        """Faces of ``count`` dice, each 1 to 6."""
        faces: list[int] = []
        place = self._position.dice
        while len(faces) < count:
            face = face_of(self._byte("dice", place))
            place += 1
            if face is not None:
                faces.append(face)
        self._position = self._position._replace(dice=place)
        return tuple(faces)

    def draw(self, pile: Mapping[str, int]) -> str:
        """One card off the pile.

        Raises:
            ValueError: the pile holds no card.
        """
        size = sum(pile.values())
        if size < 1 or min(pile.values()) < 0:
            raise ValueError("a card can only be drawn from a pile that holds one")
        return card_at(pile, place_below(size, self._take_card_bytes))

    def _take_card_bytes(self, width: int) -> bytes:
        start = self._position.cards
        self._position = self._position._replace(cards=start + width)
        return bytes(self._byte("cards", place) for place in range(start, start + width))

    def _byte(self, label: str, place: int) -> int:
        number, inside = divmod(place, BLOCK_BYTES)
        held = self._blocks.get(label)
        if held is None or held[0] != number:
            message = f"{label}|{self._rest}|{number}".encode()
            held = number, hmac.digest(self._secret, message, "sha256")
            self._blocks[label] = held
        return held[1][inside]


class SeededChance(StreamChance):
    """The stream of a number: the same game again whenever it is wanted. Not fair play.

    Its secret is `secret_from_number`, and ``seed`` stands where a table's name would, so that the
    dice do not depend on the table.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(secret_from_number(seed), "seed")


class ScriptedChance:
    """Dice and cards that were given beforehand; when they run out, ``then`` goes on.

    Each roll takes the next entry of ``dice``, each draw the next of ``cards``. ``known`` are the
    names of cards that exist, where the caller knows them. Not fair play.

    Raises:
        BadInput: a face outside 1 to 6, or a card that ``known`` does not hold.
    """

    def __init__(
        self,
        dice: Sequence[Sequence[int]],
        cards: Sequence[str],
        then: Source,
        known: Collection[str] | None = None,
    ) -> None:
        for face in (face for roll in dice for face in roll):
            if type(face) is not int or not 1 <= face <= 6:
                raise BadInput("script_face", face=face)
        for card in cards:
            if not isinstance(card, str) or (known is not None and card not in known):
                raise BadInput("script_card", card=card)
        self._dice = tuple(tuple(roll) for roll in dice)
        self._cards = tuple(cards)
        self._then = then
        self._used = then.position

    @property
    def position(self) -> Position:
        """What has been used so far, of the script and of what follows it."""
        after = self._then.position
        return self._used._replace(dice=after.dice, cards=after.cards)

    def at(self, position: Position) -> Self:
        """The same script, from another position on."""
        new = copy.copy(self)
        new._used = position
        new._then = self._then.at(position)
        return new

    def roll(self, count: int) -> tuple[int, ...]:
        """The next roll of the script.

        Raises:
            IllegalAction: ``malformed`` when it has another number of dice; it stays the next.
        """
        turn = self._used.script_dice
        if turn >= len(self._dice):
            return self._then.roll(count)
        faces = self._dice[turn]
        if len(faces) != count:
            said = sentence("script_length", given=len(faces), count=count)
            raise IllegalAction("malformed", said, given=len(faces), count=count)
        self._used = self._used._replace(script_dice=turn + 1)
        return faces

    def draw(self, pile: Mapping[str, int]) -> str:
        """The next card of the script.

        Raises:
            IllegalAction: ``malformed`` when the pile does not hold it; it stays the next.
        """
        turn = self._used.script_cards
        if turn >= len(self._cards):
            return self._then.draw(pile)
        card = self._cards[turn]
        if pile.get(card, 0) < 1:
            raise IllegalAction("malformed", sentence("script_pile", card=card), card=card)
        self._used = self._used._replace(script_cards=turn + 1)
        return card
