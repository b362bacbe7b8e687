"""What widgets and screens tell upwards.

Only a screen assigns state, only the app changes screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.views.offers import Offer
    from engine.model import Setup


class Wanted(Message):
    """Somebody asked by mouse for an intent of `app.keys`, by its id."""

    def __init__(self, intent: str) -> None:
        super().__init__()
        self.intent = intent


class DiePicked(Message):
    """A die was clicked."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class Settled(Message):
    """The tumbling dice have come to rest."""


class OpenTable(Message):
    """A table is to be played: the app opens it and shows its tray."""

    def __init__(self, table_id: str) -> None:
        super().__init__()
        self.table_id = table_id


class JoinTable(OpenTable):
    """A free seat of a table is to be taken, and played."""


class FollowTable(OpenTable):
    """Everybody goes on at another table."""


class ThrownOut(Message):
    """This session is at the table no more; the sentence says why."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self.sentence = sentence


class AskCode(Message):
    """The code of a table is to be typed."""


class ShowYou(Message):
    """A person wants to see, and change, who they are to others."""


class Rematch(Message):
    """The players of a finished table want to play again at a new one."""

    def __init__(self, table_id: str) -> None:
        super().__init__()
        self.table_id = table_id


class GoToLobby(Message):
    """The table is left; it can be resumed from the lobby."""


class ShowNewTable(Message):
    """The form for a new table is wanted, filled in from a set-up if there is one."""

    def __init__(self, setup: Setup | None = None) -> None:
        super().__init__()
        self.setup = setup


class ShowRules(Message):
    """The rule book is wanted: of one preset with its options, or the list of all games."""

    def __init__(self, preset: str | None = None, options: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.preset = preset
        self.options: Mapping[str, Any] = options or {}


class ShowReview(Message):
    """A finished game is to be looked at again."""

    def __init__(self, table_id: str) -> None:
        super().__init__()
        self.table_id = table_id


class ShowDice(Message):
    """The dice of a table are to be held against fair ones; without a table those of all games."""

    def __init__(self, table_id: str = "") -> None:
        super().__init__()
        self.table_id = table_id


class ShowOwnRules(Message):
    """House rules are to be written: starting from an offer, or the list of what there is."""

    def __init__(self, offer: Offer | None = None) -> None:
        super().__init__()
        self.offer = offer
