"""What a process and all that it started cost, as Linux counts it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def group(leader: int) -> list[Path]:
    """The processes of a group, by its leader."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError, ValueError):
                if int(_fields(folder)[2]) == leader:
                    found.append(folder)
    return found


def _fields(folder: Path) -> list[str]:
    """What ``stat`` tells behind the name: its first field is the state."""
    return (folder / "stat").read_text().rpartition(")")[2].split()


def memory(leader: int) -> float:
    """Megabytes of a group; what is shared counts once."""
    return sum(_memory(folder) for folder in group(leader))


def own_memory(process: int) -> float:
    """Megabytes of one process."""
    return _memory(Path("/proc") / str(process))


def _memory(folder: Path) -> float:
    with suppress(OSError):
        for line in (folder / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    return 0.0


def cpu(leader: int) -> float:
    """Seconds that the processors worked for a group so far."""
    ticks = 0
    for folder in group(leader):
        with suppress(OSError):
            user, system = _fields(folder)[11:13]
            ticks += int(user) + int(system)
    return ticks / TICK


def own_cpu(process: int) -> float:
    """Seconds that the processors worked for one process so far."""
    user, system = _fields(Path("/proc") / str(process))[11:13]
    return (int(user) + int(system)) / TICK
