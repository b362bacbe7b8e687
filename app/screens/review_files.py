"""A review as files that people can take along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from app.review import Seen, drawn, plain_review

FOLDER: Final = "reviews"
"""The folder of a person's reviews, beside their settings."""


def export(seen: Seen, config: Path) -> tuple[Path, Path]:
    """Write a review as JSON and its chart as SVG; where they are.

    Raises:
        OSError: they cannot be written.
    """
    folder = config / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    data, picture = (folder / f"{seen.table.id}.{ending}" for ending in ("json", "svg"))
    data.write_text(json.dumps(plain_review(seen), indent=2) + "\n", encoding="utf-8")
    picture.write_text(drawn(seen), encoding="utf-8")
    return data, picture
