"""The commands ``backup`` and ``restore``."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from app.backup import texts


@click.command(help=str(texts.BACKUP))
@click.argument("file", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """All tables in one file."""
    from app.backup.keeping import back_up
    from app.tables.home import open_store

    opened = open_store()
    with closing(opened.store) as store:
        for notice in opened.notices:
            click.echo(notice, err=True)
        if opened.reason:
            click.echo(texts.REASON(reason=opened.reason), err=True)
        # What could not be read, as the notices tell, is worth less than an older backup.
        if opened.notices and not store.tables():
            raise SystemExit(2)
        kept = back_up(store, file)
    click.echo(texts.WRITTEN(count=kept.tables, file=file), err=True)
    if kept.broken:
        click.echo(texts.BROKEN(count=kept.broken), err=True)


@click.command(help=str(texts.RESTORE))
@click.argument(
    "file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--over", is_flag=True, help=str(texts.OVER))
def restore(file: Path, over: bool) -> None:
    """The tables of a backup, put back."""
    from app.backup.keeping import put_back

    done = put_back(file, over)
    click.echo(texts.RESTORED(count=done.found.tables), err=True)
    if done.found.broken:
        click.echo(texts.BROKEN(count=done.found.broken), err=True)
    if done.kept:
        click.echo(texts.KEPT(kept=done.kept), err=True)
        click.echo(texts.AGAIN(), err=True)
