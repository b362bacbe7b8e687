"""How the engine says no: a code for programs, a sentence for people, and nothing changes."""

from __future__ import annotations

from typing import Any, Literal, get_args

RefusalCode = Literal[
    "not_your_turn",
    "not_scoring",
    "must_keep",
    "must_roll",
    "nothing_kept",
    "below_minimum",
    "must_draw",
    "must_fill",
    "cannot_decline",
    "no_leftovers",
    "bad_target",
    "game_over",
    "malformed",
    "unknown",
    "unknown_option",
    "stale",
]
"""Every code the engine and the tables may answer with; programs rely on them."""

CODES: frozenset[str] = frozenset(get_args(RefusalCode))


class IllegalAction(Exception):
    """An action that the rules do not allow now; the state is untouched.

    ``code`` is one of `CODES`, ``message`` a whole sentence for a player (it cites the rule),
    ``detail`` the values in it, for a caller that words it anew.
    """

    def __init__(self, code: RefusalCode, message: str, **detail: Any) -> None:
        super().__init__(message)
        self.code: RefusalCode = code
        self.message = message
        self.detail = detail

    def __repr__(self) -> str:
        return f"IllegalAction({self.code!r}, {self.message!r})"
