"""Whole numbers as people type them."""

from __future__ import annotations

import re
import unicodedata

from app.tables.errors import BadInput

LONGEST = 64
"""Characters looked at; a longer text is no number of ours."""

_NUMBER = re.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?: [0-9]{3})+")


def parse_number(text: str, low: int, high: int) -> int:
    """The number in a text: digits of any script, plain or in groups of three.

    Groups are divided by commas or by spaces of any kind ("5000", "5,000", "5 000"). There is no
    sign, no exponent and no fraction: a point divides thousands in one country and fractions in
    another, so it is refused.

    Raises:
        BadInput: no such number, or not from ``low`` to ``high``.
    """
    if len(text) <= LONGEST:
        folded = unicodedata.normalize("NFKC", text).strip()
        digits = "".join(str(unicodedata.decimal(sign, sign)) for sign in folded)
        if _NUMBER.fullmatch(digits):
            number = int(digits.replace(",", "").replace(" ", ""))
            if low <= number <= high:
                return number
    raise BadInput("number", low=low, high=high)
