"""What the dashboard is told when it starts, and which addresses it answers to."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Config:
    """Where things are, who may look, and where crawls run."""

    crawls: Path
    topic_folders: tuple[Path, ...] = ()
    laboratory: Path = Path("results")
    host: str = "127.0.0.1"
    access_token: str = ""  # empty: whoever reaches the port may look
    threshold: float = 0.6  # relevance from which a page is relevant
    scrapyd_url: str = ""  # empty: crawls are processes of this machine
    scrapyd_project: str = "focused_crawler"
    form_token: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def known_hosts(self) -> frozenset[str] | None:
        """The names in a Host header that mean us; None: any, the access token decides."""
        return LOOPBACK_NAMES if is_loopback(self.host) else None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server bound to `host`.

    >>> is_loopback("localhost"), is_loopback("127.3.2.1"), is_loopback("0.0.0.0")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
