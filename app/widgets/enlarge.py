"""What a window shows that is too small for anything else."""

from __future__ import annotations

from app import texts
from app.views.lines import Line, Run, centred, wrapped
from app.widgets.lines import Lines


class Enlarge(Lines):
    """Asks for a bigger window; the screen beneath keeps its state."""

    def frame(self) -> object:
        return None

    def lines(self, width: int, height: int) -> tuple[Line, ...]:
        size = texts.ENLARGE_SIZE(width=width, height=height)
        said = [
            (Run(text, role),)
            for sentence, role in (
                (texts.ENLARGE(), "strong"),
                (size, ""),
                (texts.ENLARGE_SAFE(), "dim"),
            )
            for text in wrapped(sentence, width, 3)
        ][:height]
        above: list[Line] = [()] * ((height - len(said)) // 2)
        return (*above, *(centred(line, width) for line in said))
