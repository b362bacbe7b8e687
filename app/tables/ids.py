"""The names of tables: short enough to say, too many to guess."""

from __future__ import annotations

SIGNS = "bcdfghjkmnpqrstvwxz23456789"
"""No vowels, so that no word comes out, and nothing that looks like something else."""

LENGTH = 8


def new_id() -> str:
    """A table's name: eight signs, about 38 bits of the operating system's entropy."""
    import secrets  # only new tables need it; the lobby, which shows old ones, opens sooner

    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def follower_of(table: str) -> str:
    """The name of the table at which the game of this one is played again, the same for all."""
    import hashlib  # as above

    number = int.from_bytes(hashlib.sha256(f"{table} again".encode()).digest())
    signs = []
    for _ in range(LENGTH):
        number, sign = divmod(number, len(SIGNS))
        signs.append(SIGNS[sign])
    return "".join(signs)


def spoken(table: str) -> str:
    """A table's name as it is shown: "k7mq-x4rd"."""
    return f"{table[: LENGTH // 2]}-{table[LENGTH // 2 :]}"


def read_id(text: str) -> str | None:
    """The table that a person means, or None when the text is no name of a table (R054)."""
    bare = text[: LENGTH * 4].strip().lower().replace("-", "").replace(" ", "")
    return bare if len(bare) == LENGTH and set(bare) <= set(SIGNS) else None
