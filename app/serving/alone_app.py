"""The program of a visitor in a process of their own; see `app.serving.alone`."""

from __future__ import annotations

import asyncio
import json
import os
import signal

from app.serving.alone import WHO
from app.serving.patches import quiet_crash
from app.tables.visitor import Visitor


def main() -> int:
    """Run the app on this terminal; the exit code."""
    told = json.loads(os.environ.pop(WHO))
    from app.main import make_app
    from app.tables.home import open_store
    from app.tables.hub import Hub

    opened = open_store()
    try:
        app = make_app(
            Hub(opened.store, opened.notices).listen(),
            ascii=bool(told["ascii"]),
            visitor=Visitor(*told["visitor"]),
        )
        quiet_crash(app)

        async def run() -> None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, app.exit)
            await app.run_async()

        asyncio.run(run())
    finally:
        opened.store.close()
    return 1 if app._exception is not None else app.return_code or 0


if __name__ == "__main__":
    raise SystemExit(main())
