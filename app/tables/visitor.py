"""Who sits at a session: a person of the house, a guest, or whoever uses this keyboard."""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

Kind = Literal["key", "cookie", "local", "none"]
"""What a person is known by: an SSH key, a browser's cookie, being at this machine, or nothing."""


class Visitor(NamedTuple):
    """One visitor. ``id`` is the same on every device of a person, ``name`` is what others see.

    A guest is nobody that the house would know again, and may have no name yet. ``credential`` is
    what the house knows this device by, where it knows it; ``invited`` the code of a table to which
    they came by its address. ``back``: their line was torn, and they have come back by themselves.
    """

    id: str
    kind: Kind
    name: str = ""
    guest: bool = False
    credential: str = ""
    invited: str = ""
    back: bool = False


class DeskTrouble(Exception):
    """What was asked at the desk cannot be done; ``message`` says why."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


class Desk(Protocol):
    """Where one visitor changes what the house knows of them."""

    async def rename(self, name: str) -> Visitor:
        """Be called something else.

        Raises:
            BadInput: the name cannot be used, or somebody else has it.
            DeskTrouble: it cannot be done now.
        """

    async def new_code(self) -> str:
        """A code that makes one more device theirs, once and soon.

        Raises:
            DeskTrouble: it cannot be done now.
        """

    async def redeem(self, code: str) -> Visitor:
        """Be the person who got this code, on this device too.

        Raises:
            DeskTrouble: the code is wrong, or it cannot be done now.
        """
