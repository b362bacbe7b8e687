"""Every game there is, played through the tables: nothing here knows any of their names."""

from __future__ import annotations

import gc
import random
from pathlib import Path

import pytest

from app.tables.home import open_store
from app.tables.hub import Hub
from app.tables.recipe import Recipe
from app.tables.table import Table
from app.tables.verify import verify
from engine.model import Setup
from engine.refusal import IllegalAction
from engine.registry import presets
from engine.ruleset import replay
from tests.tables.house import python


def lay(hub: Hub, preset: str, seed: int | None = None) -> Table:
    seats = tuple(f"Seat {seat}" for seat in range(max(2, presets()[preset].min_seats)))
    return hub.new_table(Setup(preset=preset, seats=seats), Recipe(seed=seed))


def play_at_random(table: Table, moves: int, chance: random.Random) -> None:
    for _ in range(moves):
        if table.state.over:
            return
        seat = chance.choice(sorted(table.state.to_act))
        actions = table.game.legal_actions(table.state, seat)
        table.submit(chance.choice(actions), table.state.version)


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_game_is_stored_resumed_and_verified(preset: str, tmp_path: Path) -> None:
    chance = random.Random(preset)
    store = open_store(tmp_path).store
    table = lay(Hub(store), preset)
    for _ in range(4):
        play_at_random(table, 25, chance)
        again = Hub(store).open(table.id)
        assert again.notice == ""
        assert again.state == table.state
        assert again.events == table.events
        assert again.state == replay(again.game, again.setup, again.events)
        table = again
    verdict = verify(table)
    assert verdict.ok, verdict.sentences
    assert verdict.rolls > 0
    assert table.scene(None).version == table.state.version
    line = Hub(store).tables()[0]
    assert line.title
    assert line.turn == tuple(table.state.seats[seat] for seat in sorted(table.state.to_act))


@pytest.mark.parametrize("preset", sorted(presets()))
def test_the_same_seed_is_the_same_game(preset: str, tmp_path: Path) -> None:
    hub = Hub(open_store(tmp_path).store)
    one, other = (lay(hub, preset, seed=8) for _ in range(2))
    for table in (one, other):
        play_at_random(table, 30, random.Random(preset))
    assert one.events == other.events
    assert one.state == other.state


@pytest.mark.parametrize("preset", sorted(presets()))
def test_a_game_refuses_without_using_up_dice(preset: str, tmp_path: Path) -> None:
    hub = Hub(open_store(tmp_path).store)
    calm, pestered = (lay(hub, preset, seed=8) for _ in range(2))
    for table in (calm, pestered):
        chance = random.Random(preset)
        for _ in range(15):
            if table is pestered:
                pester(table)
            play_at_random(table, 1, chance)
    assert calm.events == pestered.events


def pester(table: Table) -> None:
    """Try what another seat, an older state or nobody could ask for."""
    before = table.state
    for seat in range(len(table.state.seats)):
        for action in table.game.legal_actions(table.state, seat):
            with pytest.raises(IllegalAction):
                table.submit(action, table.state.version - 1)
            other = (seat + 1) % len(table.state.seats)
            if other not in table.state.to_act:
                with pytest.raises(IllegalAction):
                    table.submit(action.replace(seat=other), table.state.version)
    assert table.state is before


def test_games_one_after_the_other_do_not_touch_each_other(tmp_path: Path) -> None:
    hub = Hub(open_store(tmp_path).store)
    tables = [lay(hub, preset, seed=3) for preset in sorted(presets())]
    chances = [random.Random(3) for _ in tables]
    for _ in range(12):
        for table, chance in zip(tables, chances, strict=True):
            play_at_random(table, 1, chance)
    for table in tables:
        alone = lay(hub, table.setup.preset, seed=3)
        play_at_random(alone, 12, random.Random(3))
        assert alone.events == table.events
        fresh = hub.rematch(table)
        assert fresh.entries == 1
        assert set(fresh.state.scores) <= {0}


def test_every_game_is_the_same_under_any_order_of_sets() -> None:
    told = {
        python("tests.tables.workers", "dice_of_every_game", "7", PYTHONHASHSEED=str(seed)).stdout
        for seed in range(6)
    }
    assert len(told) == 1
    assert all(f"{preset} " in next(iter(told)) for preset in presets())


def test_closed_tables_are_not_kept_in_memory(tmp_path: Path) -> None:
    hub = Hub(open_store(tmp_path).store)
    name = lay(hub, sorted(presets())[0]).id
    gc.collect()
    assert list(hub._tables) == []
    assert hub.open(name).id == name
