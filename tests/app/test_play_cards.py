"""Cards are turned over in front of everybody, and stay in sight."""

from __future__ import annotations

import pytest

from app.tables.table import Table
from app.views.card import ART, face_lines
from app.views.lines import cells
from engine.actions import Draw, Roll
from engine.model import Action
from engine.registry import presets
from engine.scene import CardView
from tests.app.tray_house import playing, scripted

ROLL = ((1, 5, 5, 2, 3, 4),)


async def test_a_drawn_card_shows_its_face_what_it_asks_and_the_pile() -> None:
    async with playing(scripted(ROLL, ["fill-1000"])) as house:
        await house.press("d")
        panel = house.panel()
        for said in (
            "Ann draws a card",
            "Fill 1000",
            "53 left",
            "Still in the pile",
            "5 Fill 1000",
        ):
            assert said in panel, said
        await house.press("enter")
        assert "Fill 1000" in house.text()
        assert "53 left" in house.text()


async def test_the_dice_can_be_rolled_from_the_card() -> None:
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press("d", "r")
        assert house.front == "DiceTrayScreen"
        assert house.picture.scene.turn is not None
        assert house.picture.scene.turn.rolls == 1


async def test_vengeance_offers_use_or_draw_another() -> None:
    table = scripted(ROLL, ["vengeance-2500", "vengeance-2500", "bonus-300"])
    async with playing(table) as house:
        await house.press("d")
        assert "Use it  Enter" in house.text()
        assert "Draw another  x" in house.text()
        await house.press("x")
        assert house.front == "CardDrawScreen"
        kinds = [event.kind for event in table.events]
        assert kinds.count("card_drawn") == 2
        assert kinds.count("declined") == 1
        await house.press("enter")
        assert house.front == "DiceTrayScreen"
        assert "Draw another card  x" in house.text()
        await house.press("x")
        assert "Bonus 300" in house.panel()
        assert "Draw another" not in house.lines()[-1]
        await house.press("enter", "x")
        assert house.picture.refusal


async def test_drawing_twice_in_a_hurry_declines_nothing() -> None:
    table = scripted(ROLL, ["vengeance-2500", "bonus-300"])
    async with playing(table) as house:
        await house.burst("d", "d", "d")
        assert [event.kind for event in table.events].count("card_drawn") == 1


async def test_the_card_turns_over_and_any_answer_ends_that() -> None:
    async with playing(scripted(ROLL, ["bonus-300"]), animation=True) as house:
        await house.pilot.press("d")
        assert house.front == "CardDrawScreen"
        await house.press("enter")
        assert house.front == "DiceTrayScreen"
        assert "Bonus 300" in house.text()


async def test_a_card_can_be_answered_only_once() -> None:
    """R063."""
    async with playing(scripted(ROLL, ["bonus-300"])) as house:
        await house.press("d")
        await house.burst("enter", "r", "enter", "r")
        assert house.front == "DiceTrayScreen"
        assert [event.kind for event in house.table.events].count("rolled") <= 1


def pile(table: Table) -> int:
    """How many cards lie face down."""
    view = table.scene(None).pile
    assert view is not None
    return view.left


async def test_the_discards_being_shuffled_is_told() -> None:
    """R041."""
    cards = ["no-dice"] * 8 + ["bonus-300"] * 12 + ["bonus-400"] * 10 + ["bonus-500"] * 8
    cards += ["fill-1000"] * 6 + ["must-bust"] * 4 + ["vengeance-2500"] * 4 + ["double-trouble"] * 2
    table = scripted([(2, 2, 3, 4, 6, 6)] * 60, [*cards, "no-dice"])
    while pile(table) or not table.scene(min(table.state.to_act)).may("draw"):
        (seat,) = table.state.to_act
        drawn = table.scene(seat).may("draw")
        action: Action = Draw(seat=seat) if drawn else Roll(seat=seat)
        table.submit(action, table.state.version)
    async with playing(table) as house:
        await house.press("d")
        assert "The discards were shuffled into a new pile." in house.panel()
        assert "53 left" in house.panel()


def every_card() -> list[tuple[str, CardView]]:
    """Every card of every preset that has a deck."""
    found = {}
    for name, game in presets().items():
        deck = game.options(name, {}).get("deck")
        for card in deck if isinstance(deck, list) else ():
            view = CardView(
                name=card["name"], title=card["title"], asks=card["asks"], motif=card["motif"]
            )
            found[name, card["name"]] = view
    return [(f"{preset}:{card}", view) for (preset, card), view in found.items()]


@pytest.mark.parametrize(("name", "card"), every_card())
@pytest.mark.parametrize("size", [(17, 12), (17, 10), (23, 12), (23, 15)])
def test_every_card_has_art_and_says_all_it_asks(
    name: str, card: CardView, size: tuple[int, int]
) -> None:
    assert card.motif in ART
    lines = face_lines(card, 12, *size)
    assert len(lines) == size[1]
    assert {cells(line) for line in lines} == {size[0]}
    said = " ".join("".join(run.text.strip("│") for run in line).strip() for line in lines)
    assert card.asks in " ".join(said.split()), name
