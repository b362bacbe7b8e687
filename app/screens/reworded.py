"""Intents in the words of one screen: the same key may mean something nearer there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from app.keys import Intent
from app.texts import Text


def reworded(intents: Iterable[Intent], words: Mapping[str, tuple[Text, Text]]) -> Iterator[Intent]:
    """The intents, some with another label and tooltip; the arrows explain themselves."""
    for intent in intents:
        if intent.id in words:
            label, tooltip = words[intent.id]
            yield replace(intent, label=label(), tooltip=tooltip())
        elif intent.group != "move":
            yield intent
