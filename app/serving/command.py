"""The command ``serve``. What the doors need is loaded only when they open."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from app.serving import texts


@click.command(help=str(texts.SERVE_HELP))
@click.option("--web", metavar="HOST:PORT", help=str(texts.WEB_HELP))
@click.option("--ssh", metavar="HOST:PORT", help=str(texts.SSH_HELP))
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True,
    help=str(texts.WORKERS_HELP),
)  # fmt: skip
@click.option("--isolate", is_flag=True, help=str(texts.ISOLATE_HELP))
@click.option(
    "--sessions", type=click.IntRange(1, 2000), default=150, show_default=True,
    help=str(texts.SESSIONS_HELP),
)  # fmt: skip
@click.option(
    "--per-address", type=click.IntRange(1, 2000), default=20, show_default=True,
    help=str(texts.ADDRESS_HELP),
)  # fmt: skip
@click.option(
    "--login-seconds", type=click.FloatRange(1, 600), default=30, show_default=True,
    help=str(texts.LOGIN_HELP),
)  # fmt: skip
@click.option(
    "--idle-minutes", type=click.FloatRange(0), default=60, show_default=True,
    help=str(texts.IDLE_HELP),
)  # fmt: skip
@click.option("--origin", "origins", metavar="URL", multiple=True, help=str(texts.ORIGIN_HELP))
@click.option("--proxy", "proxies", metavar="ADDRESS", multiple=True, help=str(texts.PROXY_HELP))
@click.option("--public-url", metavar="URL", default="", help=str(texts.PUBLIC_HELP))
@click.option(
    "--password-file", metavar="FILE", type=click.Path(path_type=Path),
    help=str(texts.PASSWORD_HELP),
)  # fmt: skip
@click.option(
    "--allow", metavar="FILE", type=click.Path(path_type=Path), help=str(texts.ALLOW_HELP)
)
@click.pass_context
def serve(
    context: click.Context,
    web: str | None,
    ssh: str | None,
    workers: int,
    isolate: bool,
    sessions: int,
    per_address: int,
    login_seconds: float,
    idle_minutes: float,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    public_url: str,
    password_file: Path | None,
    allow: Path | None,
) -> None:
    """Open the house to others."""
    from app.serving.asked import (
        Asked,
        CannotOpen,
        addresses,
        read_keys,
        read_origins,
        read_password,
    )
    from app.serving.limits import Limits
    from app.tables.home import data_folder

    if sys.platform == "win32":
        click.echo(texts.NOT_HERE(), err=True)
        context.exit(2)
    try:
        at_web, at_ssh = addresses(web, ssh)
        if at_web is None and (origins or public_url):
            raise CannotOpen(texts.NO_WEB_ORIGIN)
        own = (public_url,) if public_url else ()
        asked = Asked(
            web=at_web,
            ssh=at_ssh,
            folder=data_folder().absolute(),
            limits=Limits(
                sessions=sessions,
                per_address=per_address,
                login_seconds=login_seconds,
                idle_minutes=idle_minutes,
            ),
            workers=workers,
            isolate=isolate,
            origins=read_origins((*origins, *own)),
            proxies=frozenset(proxies),
            public_url=public_url,
            password=read_password(password_file) if password_file else "",
            keys=read_keys(allow) if allow else None,
        )
        from app.serving.running import run

        code = run(asked)
    except CannotOpen as trouble:
        click.echo(trouble.message, err=True)
        code = 2
    context.exit(code)
