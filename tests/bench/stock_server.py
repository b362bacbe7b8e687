"""The yardstick of serving: textual-serve as it comes, with the same app, a process a visitor."""

from __future__ import annotations

import sys

from textual_serve.server import Server

if __name__ == "__main__":
    Server(f"{sys.executable} -m app", host="127.0.0.1", port=int(sys.argv[1])).serve()
