"""What visitors send becomes keys at a human pace, whatever it is."""

from __future__ import annotations

import asyncio
import random

from textual import events
from textual.message import Message

from app.serving.typed import (
    BURST,
    FLOOD,
    FLOODED_PACE,
    PACE,
    PASTE,
    SLICE,
    WAITING,
    Bucket,
    Typed,
)
from tests.serving.parlour import until


class Ear:
    """Hears what comes out."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.flooded = 0
        self.typed = Typed(asyncio.get_running_loop(), self.heard.append, self._flooded)

    def _flooded(self) -> None:
        self.flooded += 1

    @property
    def keys(self) -> list[str]:
        return [event.key for event in self.heard if isinstance(event, events.Key)]


async def test_keys_arrive_in_order_whatever_the_pieces() -> None:
    ear = Ear()
    for byte in "aé\x1b[A\x1b[<0;10;5M".encode():
        ear.typed.feed(bytes([byte]))
    assert ear.keys == ["a", "é", "up"]
    (mouse,) = [event for event in ear.heard if isinstance(event, events.MouseDown)]
    assert (mouse.x, mouse.y) == (9, 4)


async def test_a_lone_escape_is_a_key_soon() -> None:
    ear = Ear()
    ear.typed.feed(b"\x1b")
    assert ear.keys == []
    await until(lambda: ear.keys)
    assert ear.keys == ["escape"]


async def test_a_flood_is_dropped_and_ends_the_session() -> None:
    ear = Ear()
    assert ear.typed.feed(b"a" * 10_000) == 0.0
    assert len(ear.heard) == BURST + 1
    wait = ear.typed.feed(b"b" * 500_000)
    assert wait > 1, "the rest has to wait on the other side"
    assert len(ear.heard) == BURST + 1
    assert ear.flooded == 1
    assert len(ear.typed._waiting) == WAITING
    ear.typed.close()
    ear.typed.feed(b"c" * (FLOOD + 1000))
    assert (len(ear.heard), ear.flooded) == (BURST + 1, 1)


async def test_a_flood_is_handed_on_slowly_until_it_is_over() -> None:
    """No hand fills the queue; what came of it would cost everybody else in the house."""
    ear = Ear()
    ear.typed.feed(b"a" * (BURST + WAITING + 2 * SLICE))
    assert ear.flooded == 0
    assert ear.typed._events._pace == FLOODED_PACE
    while ear.typed._waiting:
        assert ear.typed._events._pace == FLOODED_PACE
        ear.typed._go_on()
    ear.typed._go_on()
    assert ear.typed._events._pace == PACE
    ear.typed.close()


async def test_what_waits_is_handed_on_later() -> None:
    ear = Ear()
    ear.typed.feed(b"a" * (BURST + 4))
    assert len(ear.keys) == BURST + 1
    await until(lambda: len(ear.keys) == BURST + 4)


async def test_moves_of_the_mouse_that_wait_are_one() -> None:
    ear = Ear()
    ear.typed.feed(b"a" * (BURST + 1))
    for x in range(1, 200):
        ear.typed.feed(b"\x1b[<35;%d;5M" % x)
    assert len(ear.typed._waiting) == 1


async def test_a_size_is_never_taken_from_what_is_typed() -> None:
    ear = Ear()
    ear.typed.feed(b"\x1b[48;5000;5000;1;1t\x1b[48;0;0;0;0t\x1b[9;9R\x1b[?2048;1$y\x1b[<0;1;1M")
    ear.typed.feed(b"x")
    assert not [event for event in ear.heard if isinstance(event, events.Resize)]
    assert ear.keys == ["x"]


async def test_a_paste_has_bounds_and_one_without_an_end_is_forgotten() -> None:
    ear = Ear()
    ear.typed.feed(b"\x1b[200~" + b"p" * 5000 + b"\x1b[201~")
    (paste,) = ear.heard
    assert isinstance(paste, events.Paste)
    assert paste.text == "p" * PASTE
    ear.typed.feed(b"\x1b[200~" + b"p" * 70_000)
    ear.typed.feed(b"z")
    assert ear.keys == ["z"]


async def test_no_bytes_stop_it() -> None:
    """Anything at all may come: nothing is raised, and a key after it is still a key."""
    noise = random.Random(8)
    pieces = [
        b"\x1b[",
        b"\x1b]",
        b"<",
        b";",
        b"u",
        b"M",
        b"1114112;",
        b"9" * 20,
        b":",
        b"\x1b",
        b"~",
    ]
    for _ in range(300):
        ear = Ear()
        data = b"".join(
            noise.choice(pieces) if noise.random() < 0.7 else noise.randbytes(3)
            for _ in range(noise.randrange(1, 30))
        )
        ear.typed.feed(data)
        ear.typed.feed(b"q" * 40)
        assert "q" in [*ear.keys, *(e.key for e in ear.typed._waiting if isinstance(e, events.Key))]
        ear.typed.close()


def test_a_bucket_lets_so_many_through_at_once_and_so_many_a_second() -> None:
    now = 0.0
    bucket = Bucket(3, 2, lambda: now)
    assert [bucket.take() for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    now = 0.5
    assert bucket.take() == 0.5
    now = 100.0
    assert [bucket.take() for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
