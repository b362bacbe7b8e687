"""The command ``people``: everybody that the served house knows."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from app.texts import Text

HELP = Text("List the people that a served house knows: name, since when, and their keys.")
KEYS = Text("{count} keys and devices", one="1 key or device")


@click.command(help=str(HELP))
def people() -> None:
    """One person a line."""
    from app.serving.people import FILE, People, PeopleTrouble
    from app.tables.home import data_folder

    folder = data_folder()
    if not (folder / FILE).exists():
        return
    try:
        book = People(folder)
        found = book.list_people()
        book.close()
    except PeopleTrouble as trouble:
        click.echo(trouble.message, err=True)
        raise SystemExit(2) from None
    for person in found:
        since = datetime.fromtimestamp(person.since, UTC)
        keys = KEYS(count=len(person.credentials))
        click.echo("\t".join((person.id, person.name, f"{since:%Y-%m-%d %H:%M} UTC", keys)))
