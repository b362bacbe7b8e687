"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def put(path: Path, data: bytes) -> None:
    """Put a file in its place, and the folders that lead there.

    Whoever reads sees the file as it was or as it is now, also when several write at once.

    Raises:
        OSError: it cannot be done; what was there before is still there.
    """
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.stem[:20]}-", dir=path.parent)
    draft = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
