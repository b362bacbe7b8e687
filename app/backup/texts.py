"""What is said about backups; see `app.texts`."""

from __future__ import annotations

from typing import Final

from app.texts import Text

BACKUP: Final = Text(
    "Write all tables to FILE, while they are played on. An older backup there is written over."
)
RESTORE: Final = Text(
    "Put the tables of a backup in the place of those that are here. Programs that have them open "
    "have to be started again."
)
OVER: Final = Text("Replace tables that are here already; they are kept beside.")
WRITTEN: Final = Text("{count} tables are kept in {file}.", one="One table is kept in {file}.")
RESTORED: Final = Text("{count} tables were put back.", one="One table was put back.")
BROKEN: Final = Text(
    "{count} of them are damaged; each can be looked at up to where the damage is.",
    one="One of them is damaged; it can be looked at up to where the damage is.",
)
AGAIN: Final = Text("Programs that have the old ones open have to be started again.")
KEPT: Final = Text("What was here before is kept as {kept}.")
REASON: Final = Text("The database says: {reason}")
