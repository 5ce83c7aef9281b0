"""Which hosts lead inside: addresses and names that a crawl of the public web must not ask for.

The tables follow the IANA special-purpose registries (RFC 6890 and its successors) instead of
`ipaddress.is_global`, whose answers differ between Python releases. A literal address is read in
every spelling that browsers, resolvers or proxies accept: short, decimal, octal, hexadecimal,
percent-encoded, full-width. Where readers disagree (a leading zero), one private reading is enough.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from unicodedata import normalize
from urllib.parse import unquote

PRIVATE_IPV4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this host
            "10.0.0.0/8",
            "100.64.0.0/10",  # carrier-grade NAT
            "127.0.0.0/8",
            "168.63.129.16/32",  # public by number, yet a cloud's own service for its machines
            "169.254.0.0/16",  # link-local, cloud metadata
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/3",  # multicast, reserved, broadcast
        ),
    )
)
GLOBAL_IPV6 = IPv6Network("2000::/3")
PRIVATE_IPV6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # Teredo and other protocol assignments
            "2001:db8::/32",
            "2002::/16",  # 6to4
            "3fff::/20",
        ),
    )
)
# These carry an IPv4 address in their last 32 bits and are as private as it is. On a network that
# has IPv6 alone, the whole IPv4 web answers under the second.
IPV4_CARRIERS = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))

# None of these is, or will be, a public top-level name (RFC 6761, 6762, 8375; ICANN).
LOCAL_SUFFIXES = (
    ".localhost", ".local", ".localdomain", ".internal", ".intranet", ".private", ".lan", ".home",
    ".corp", ".home.arpa", ".svc",
)  # fmt: skip

LOOKALIKES = str.maketrans(
    {"\u3002": "."} | dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufe0f\ufeff", "")
)
FORBIDDEN = re.compile(r"[\x00-\x20%/\\@#?:<>\[\]^|\x7f]")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")


def is_private_address(address: str | IPv4Address | IPv6Address) -> bool:
    """Whether an address in its usual spelling is anything but globally reachable.

    >>> is_private_address("169.254.169.254"), is_private_address("2606:4700::1111")
    (True, False)
    """
    number = ip_address(address)
    if isinstance(number, IPv4Address):
        return any(number in network for network in PRIVATE_IPV4)
    if any(number in network for network in IPV4_CARRIERS):
        return is_private_address(IPv4Address(int(number) & 0xFFFFFFFF))
    return number not in GLOBAL_IPV6 or any(number in network for network in PRIVATE_IPV6)


@lru_cache(maxsize=10_000)
def is_private_host(host: str) -> bool:
    """Whether a URL's host is a private address in any spelling, or a name of a local network.

    >>> is_private_host("0x7f.1"), is_private_host("localhost"), is_private_host("shop.example")
    (True, True, False)
    """
    name = plain_host(host)
    if ":" in name:
        return _is_private_ipv6(name)
    if NUMBER.fullmatch(name.rpartition(".")[2]):
        # No top-level name is a number: what cannot be read as an address is not a host either.
        readings = [_ipv4(name, zero_base=base) for base in (8, 10)]
        known = [reading for reading in readings if reading is not None]
        return not known or any(map(is_private_address, known))
    return _is_local_name(name)


def plain_host(host: str) -> str:
    """The host as a resolver would come to see it: one spelling for each host.

    >>> plain_host("%57WW.Example.COM."), plain_host("[::1%25eth0]")
    ('www.example.com', '::1')
    """
    bare = host.strip("[]")
    if ":" in bare:
        return bare.partition("%")[0].lower()
    text = normalize("NFKC", unquote(bare)).translate(LOOKALIKES).lower().rstrip(".")
    if text.isascii():
        return text
    try:
        return text.encode("idna").decode("ascii")
    except UnicodeError:
        return text


def _is_private_ipv6(text: str) -> bool:
    try:
        return is_private_address(IPv6Address(text))
    except ValueError:
        return True


def _ipv4(name: str, *, zero_base: int) -> IPv4Address | None:
    """The name as one to four numbers, the last of which fills the bytes that remain."""
    parts = name.split(".")
    try:
        *leading, last = (_number(part, zero_base) for part in parts)
        if len(parts) > 4 or any(byte > 255 for byte in leading) or last >= 256 ** (5 - len(parts)):
            return None
        return IPv4Address(sum(byte << 8 * (3 - i) for i, byte in enumerate(leading)) + last)
    except ValueError:
        return None


def _number(text: str, zero_base: int) -> int:
    if not NUMBER.fullmatch(text):
        raise ValueError(text)
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, zero_base if text.startswith("0") else 10)


def _is_local_name(name: str) -> bool:
    """A name without a dot is only known to a local network; so is what cannot be a host name."""
    return "." not in name or name.endswith(LOCAL_SUFFIXES) or bool(FORBIDDEN.search(name))
