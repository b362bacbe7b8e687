"""One worker of a house that has several: told over stdin what to do, with its sockets handed down.

What it is told does not stand in its command line, where everybody on the machine could read it.
A worker whose house is gone closes too: its stdin ends.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from pathlib import Path

from app.serving.asked import Address, Asked, CannotOpen
from app.serving.limits import Limits
from app.serving.log import Log


def order(asked: Asked, number: int, handles: Mapping[str, int]) -> bytes:
    """What a worker is told, in one line."""
    plain = {
        **asked._asdict(),
        "folder": str(asked.folder),
        "origins": sorted(asked.origins),
        "proxies": sorted(asked.proxies),
        "limits": asked.limits._asdict(),
    }
    return json.dumps({"asked": plain, "number": number, "handles": handles}).encode() + b"\n"


def read_order(line: bytes) -> tuple[Asked, int, dict[str, int]]:
    """What a worker was told."""
    told = json.loads(line)
    plain = told["asked"]
    web, ssh, keys = plain["web"], plain["ssh"], plain["keys"]
    asked = Asked(
        **{
            **plain,
            "web": Address(*web) if web else None,
            "ssh": Address(*ssh) if ssh else None,
            "folder": Path(plain["folder"]),
            "limits": Limits(**plain["limits"]),
            "origins": frozenset(plain["origins"]),
            "proxies": frozenset(plain["proxies"]),
            "keys": None if keys is None else tuple(keys),
        }
    )
    return asked, told["number"], told["handles"]


def close_when_alone() -> None:
    """End this process, in order, once nobody holds the other end of its stdin."""
    while os.read(0, 64):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main() -> int:
    """Serve as told; the exit code."""
    from app.serving.running import Doors, serve

    asked, number, handles = read_order(sys.stdin.buffer.readline())
    sockets = {name: socket.socket(fileno=handle) for name, handle in handles.items()}
    threading.Thread(target=close_when_alone, name="house", daemon=True).start()
    log = Log(worker=number)
    try:
        return asyncio.run(serve(asked, Doors(sockets.get("web"), sockets.get("ssh")), log))
    except CannotOpen as trouble:
        log("cannot_open", "error", reason=trouble.message)
        return 2


if __name__ == "__main__":
    raise SystemExit(main())
