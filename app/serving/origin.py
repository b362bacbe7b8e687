"""Origins and addresses, as browsers and proxies write them."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit


def origin_of(text: str) -> str | None:
    """An origin as browsers write it, or None when the text is none."""
    try:
        parts = urlsplit(text.strip().lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        return None
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        return None
    if port == (443 if parts.scheme == "https" else 80):
        return f"{parts.scheme}://{parts.netloc.rpartition(':')[0]}"
    return f"{parts.scheme}://{parts.netloc}"


def is_address(text: str) -> bool:
    """Whether a text is an IP address."""
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def loopback(text: str) -> bool:
    """Whether a text is an address of this machine."""
    return is_address(text) and ip_address(text).is_loopback


def near(text: str) -> bool:
    """Whether a text is an address of this machine or of a network of its own."""
    return is_address(text) and (ip_address(text).is_loopback or ip_address(text).is_private)
