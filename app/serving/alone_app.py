"""The program of a visitor in a process of their own; see `app.serving.alone`."""

from __future__ import annotations

import asyncio
import json
import os
import signal

from app.serving.alone import WHO
from app.serving.patches import quiet_crash
from app.tables.visitor import Visitor

GLANCE = 1.0
"""Seconds between two looks at whether the house still stands."""


async def leave_with(house: int) -> None:
    """Leave when the process that holds the door is gone: nobody reads any more, and a terminal
    that was torn away would be read for ever. Whatever was accepted is stored."""
    while os.getppid() == house:
        await asyncio.sleep(GLANCE)
    os._exit(1)


def main() -> int:
    """Run the app on this terminal; the exit code."""
    told = json.loads(os.environ.pop(WHO))
    from app.main import make_app
    from app.serving.desk import desk_for
    from app.serving.people import People
    from app.tables.home import data_folder, open_store
    from app.tables.hub import Hub
    from app.tables.lease import Lease

    opened = open_store()
    people = People(data_folder())
    visitor = Visitor(*told["visitor"])
    hub = Hub(opened.store, opened.notices).listen()
    lease = Lease(data_folder())
    hub.new_token = lease.new_token
    try:
        app = make_app(
            hub,
            ascii=bool(told["ascii"]),
            visitor=visitor,
            desk=desk_for(people, visitor),
            public_url=told["public_url"],
        )
        quiet_crash(app)

        async def run() -> None:
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, app.exit)
            watch = asyncio.create_task(leave_with(os.getppid()))
            await app.run_async()
            watch.cancel()

        with lease:
            asyncio.run(run())
    finally:
        opened.store.close()
        people.close()
    return 1 if app._exception is not None else app.return_code or 0


if __name__ == "__main__":
    raise SystemExit(main())
