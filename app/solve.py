"""Solves the chances to win that ship: ``make tables`` (needs the extra ``solve``).

Give names of presets to solve only these. Rules by which busts in a row cost points take up to a
quarter of an hour; ``--no-streaks`` is ten times as quick and counts such a price only when it is
due. A table is one file, named by what its rules say.
"""

from __future__ import annotations

from pathlib import Path

import click

import engine.strategy
from engine.family.game import FamilyGame
from engine.registry import presets, ruleset
from engine.strategy.match import fingerprint

DATA = Path(engine.strategy.__file__).parent / "data"


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[PRESET]...")
@click.option("--streaks/--no-streaks", default=True, help="Remember busts in a row.")
def main(names: tuple[str, ...], streaks: bool) -> None:
    """Write the tables of these presets, or of all that there are."""
    from engine.strategy.build_table import solve_table

    DATA.mkdir(exist_ok=True)
    for name in names or presets():
        game = ruleset(name)
        if not isinstance(game, FamilyGame):
            continue
        rules = game.rules(name)
        with click.progressbar(length=1000, label=name) as bar:
            table = solve_table(
                rules, lambda done: bar.update(int(done * 1000) - bar.pos), streaks=streaks
            )
        if table is None:
            click.echo(f"{name}: there is no table for these rules", err=True)
            continue
        data = table.encode()
        (DATA / f"{fingerprint(rules)}.bin").write_bytes(data)
        click.echo(f"{name}: {len(data):,} bytes, the first wins {table.win(0, 0):.4%}")


if __name__ == "__main__":
    main()
