"""What the lobby calls the ways to look at finished games."""

from __future__ import annotations

from typing import Final

from app.texts import Text

REVIEW: Final = Text("Review a game")
TIP_REVIEW: Final = Text("Look again at the finished game under the cursor, or at the last one.")
HONEST: Final = Text("Honest dice")
TIP_HONEST: Final = Text("Compare the dice of all games with what is fair.")
NO_GAME: Final = Text("No game is over yet, so there is none to review.")
