"""``make bench``: measures everything, or only the parts that are named (start, keys, ...).

It informs: the exit code says nothing about the goals.
"""

from __future__ import annotations

import os
import platform
import sys

from tests.bench.attack import attack
from tests.bench.keys import keys
from tests.bench.serve import serve
from tests.bench.speed import engine, games
from tests.bench.start import first_paint
from tests.bench.strategy import strategy
from tests.bench.table import show
from tests.bench.together import together

PARTS = {
    "start": lambda: show(
        "From starting the process to the first whole picture of the lobby",
        first_paint(),
        "Yardstick: a Textual app with one Label, started the same way. Best of many rounds.",
    ),
    "keys": lambda: show(
        "From a key to the last byte of its repaint, at a table of Fill or Bust",
        keys(),
        "Yardstick: a key that changes the text of the one Label, in turns with the others.",
        "Help and cards are screens of their own; Textual paints each of them more than once.",
    ),
    "engine": lambda: show(
        "Validated actions on one core, Fill or Bust",
        engine(),
        "Yardstick: decisions of OpenSpiel's pig, which include legal_actions, a random choice",
        "and the chance outcome. The example loop samples it with numpy, as OpenSpiel's example",
        "in Python does; the tight loop is the leanest that Python allows. Best of many rounds.",
    ),
    "games": lambda: show(
        "Validated actions on one core, every preset",
        games(),
        "Yardstick: the example loop; for the last line the fastest preset.",
    ),
    "serve": lambda: show(
        "Many visitors at one house, over the web",
        serve(),
        "Yardstick: textual-serve as it comes, which starts a process for each visitor, with the",
        "same app. A key chooses a die at a table; each who plays presses one a second.",
    ),
    "together": lambda: show(
        "One table on many screens, over the web",
        together(),
    ),
    "attack": lambda: show(
        "What others notice when one visitor attacks the house",
        attack(),
        "Yardstick: the same keys just before the attack, when nobody does any harm.",
    ),
    "strategy": lambda: show(
        "What the mathematics costs, on one core",
        strategy(),
        "Yardsticks: yatzy-solver, which solves another game in Rust; pyfarkle, whose bot plays by",
        "a table of single turns; and for the question to the coach nothing but its own time.",
    ),
}

if __name__ == "__main__":
    wanted = sys.argv[1:] or list(PARTS)
    if unknown := [name for name in wanted if name not in PARTS]:
        sys.exit(f"There is nothing called {unknown[0]} to measure: {', '.join(PARTS)}.")
    busy = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    print(f"Python {platform.python_version()} on {platform.system()}, {busy}")
    for name in wanted:
        PARTS[name]()
