"""What the house keeps secret, made once and kept in the data folder for its owner alone."""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

HOST_KEY: Final = "ssh_host_ed25519_key"
COOKIE_SECRET: Final = "cookie_secret"
SECRET_BYTES: Final = 32


def kept(file: Path, make: Callable[[], bytes]) -> bytes:
    """What is in a file, which is made first where there is none; readable by its owner alone.

    Of several processes that make it at the same time, one wins and all get the same.

    Raises:
        OSError: it cannot be read or made.
    """
    with suppress(FileNotFoundError):
        return _read(file)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(make())
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    return _read(file)


def _read(file: Path) -> bytes:
    """A secret that others could read is taken from them first."""
    if file.stat().st_mode & 0o077:
        file.chmod(0o600)
    return file.read_bytes()


def cookie_secret(folder: Path) -> bytes:
    """What cookies are signed with.

    Raises:
        OSError: it cannot be read or made.
    """
    return kept(folder / COOKIE_SECRET, lambda: secrets.token_bytes(SECRET_BYTES))


def signed(secret: bytes, name: str) -> str:
    """A browser's name as a cookie that nobody else can make."""
    return f"{name}.{_seal(secret, name)}"


def read_signed(secret: bytes, cookie: str) -> str | None:
    """The name in a cookie, or None when this house did not sign it."""
    name, _, seal = cookie.partition(".")
    if not (name.isascii() and name.isalnum() and len(name) <= 64 and seal.isascii()):
        return None
    return name if hmac.compare_digest(seal, _seal(secret, name)) else None


def _seal(secret: bytes, name: str) -> str:
    return hmac.new(secret, b"browser:" + name.encode(), sha256).hexdigest()
