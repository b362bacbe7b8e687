"""What may be told about a tournament; light, so that the help of ``arena`` is there at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import click

from app import texts

Command = Callable[..., Any]


class Asked(NamedTuple):
    """What was asked for; ``changes`` are rules as NAME=VALUE, ``timeout`` is in seconds."""

    games: int
    seed: int
    changes: tuple[str, ...]
    results: Path | None
    workers: int | None
    timeout: float
    debug: bool


_OPTIONS = (
    click.option(
        "--games", type=click.IntRange(1), default=100, show_default=True, help=str(texts.CLI_GAMES)
    ),
    click.option("--seed", type=int, default=1, show_default=True, help=str(texts.CLI_SEED)),
    click.option(
        "--option", "changes", metavar="NAME=VALUE", multiple=True, help=str(texts.CLI_OPTION)
    ),
    click.option("--results", type=click.Path(path_type=Path), help=str(texts.CLI_RESULTS)),
    click.option("--workers", type=click.IntRange(1), help=str(texts.CLI_WORKERS)),
    click.option(
        "--timeout",
        type=click.FloatRange(0.01, 3600),
        default=10.0,
        show_default=True,
        help=str(texts.CLI_TIMEOUT),
    ),
    click.option("--debug", is_flag=True, help=str(texts.CLI_ARENA_DEBUG)),
)


def tournament(command: Command) -> Command:
    """Give a command the options of `Asked`, by the same names."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
