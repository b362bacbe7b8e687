"""Solves the presets that ship with chances to win: ``make tables`` (needs the extra ``solve``).

Give names of presets to solve only these. A table is one file, named by what its rules say.
"""

from __future__ import annotations

import sys
from pathlib import Path

from engine.family.game import FamilyGame
from engine.registry import ruleset
from engine.strategy.build_table import solve_table
from engine.strategy.match import fingerprint

PRESETS = (
    "fill-or-bust",
    "fill-or-bust/sheet-000",
    "medieval",
    "zilch-5000",
    "pocket-farkel",
    "zilch-10000",
    "farkle-boxed",
    "ten-thousand",
    "zilch",
    "farkle-social",
    "zilch-online",
    "spicy-farkel",
)

DATA = Path(__file__).parent.parent / "engine" / "strategy" / "data"


def main(names: list[str]) -> None:
    """Write the tables of these presets."""
    DATA.mkdir(exist_ok=True)
    for name in names:
        game = ruleset(name)
        assert isinstance(game, FamilyGame)
        rules = game.rules(name)

        def show(done: float, name: str = name) -> None:
            print(f"\r{name}: {done:4.0%}", end="", file=sys.stderr, flush=True)

        table = solve_table(rules, show)
        if table is None:
            print(f"\r{name}: no table for these rules", file=sys.stderr)
            continue
        data = table.encode()
        (DATA / f"{fingerprint(rules)}.bin").write_bytes(data)
        print(f"\r{name}: {len(data):,} bytes, the first wins {table.win(0, 0):.4%}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:] or list(PRESETS))
