"""What can be played: every preset, and the house rules beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from app.tables.house_rules import HouseRules, Shelf, shelf
from app.views import lobby_form, own_texts
from app.views.lobby import Item
from app.views.lobby_form import Draft
from engine.registry import presets

AS_PLAYED = "::"
"""The offer of rules that a table was played by and that no file holds any more."""

NO_SHELF = Shelf((), ())


class Offer(NamedTuple):
    """Something to play: its id (of house rules ``:`` and the name of the file), what it is called.

    ``preset`` and ``options`` are what a table of it begins with.
    """

    id: str
    title: str
    preset: str
    options: Mapping[str, Any]
    summary: str
    own: bool

    @property
    def label(self) -> str:
        """The title, marked where these are house rules."""
        return own_texts.OF_THE_HOUSE(title=self.title) if self.own else self.title


def on_the_shelf(config: Path | None) -> Shelf:
    """The house rules of a config folder; none without one."""
    return shelf(config) if config is not None else NO_SHELF


def offers(found: Shelf = NO_SHELF) -> tuple[Offer, ...]:
    """The presets in the order of the games, then the house rules."""
    return (
        *(
            Offer(
                name,
                lobby_form.preset_title(name),
                name,
                {},
                lobby_form.preset_summary(name),
                False,
            )
            for name in presets()
        ),
        *map(of_house, found.rules),
    )


def of_house(own: HouseRules) -> Offer:
    """House rules as something to play."""
    from_ = own_texts.FROM(title=lobby_form.preset_title(own.base))
    return Offer(f":{own.path.stem}", own.title, own.base, own.options, from_, True)


def as_played(preset: str, options: Mapping[str, Any]) -> Offer:
    """The rules of a table whose file is gone, or says something else by now."""
    title = rules_title(preset, options)
    from_ = own_texts.FROM(title=lobby_form.preset_title(preset))
    return Offer(AS_PLAYED, title, preset, options, from_, True)


def with_played(draft: Draft, shown: tuple[Offer, ...]) -> tuple[Draft, tuple[Offer, ...]]:
    """A draft that was filled in from a table with rules of its own, and an offer for these."""
    if draft.rules or not draft.given.get("title"):
        return draft, shown
    played = as_played(draft.preset, draft.given)
    for one in shown:
        if one.own and (one.preset, one.title) == (played.preset, played.title):
            return draft.replace(rules=one.id), shown
    return draft.replace(rules=AS_PLAYED), (*shown, played)


def offer_items(shown: Sequence[Offer]) -> tuple[Item, ...]:
    """Offers as a list shows them, house rules under a heading of their own."""
    items = [Item(one.id, one.title, detail=one.summary) for one in shown]
    first = next((at for at, one in enumerate(shown) if one.own), None)
    if first is not None:
        items[first] = items[first]._replace(heading=own_texts.HOUSE_RULES())
    return tuple(items)


def broken_notes(found: Shelf) -> str:
    """One sentence for each file that cannot be used, with its first fault."""
    return " ".join(
        own_texts.BROKEN(name=path.name, fault=faults[0]) for path, faults in found.broken
    )


def rules_title(preset: str, options: Mapping[str, Any]) -> str:
    """What the rules of a table are called."""
    title = options.get("title")
    return title if isinstance(title, str) and title else lobby_form.preset_title(preset)
