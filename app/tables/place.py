"""Which place a player's own things have; apart from the rest, because it is asked for first."""

from __future__ import annotations

HOME_VARIABLE = "DICEPARLOUR_HOME"
"""The environment variable that puts the journal and a player's settings elsewhere."""

JOURNAL_VARIABLE = "DICEPARLOUR_JOURNAL"
"""The environment variable that puts the journal, and nothing else, into a database."""
