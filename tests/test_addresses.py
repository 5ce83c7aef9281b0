from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from focused_crawler.addresses import is_private_address, is_private_host, plain_host

LAW = settings(max_examples=300, deadline=None)

PRIVATE_SAMPLES = st.one_of(
    *(
        st.integers(int(IPv4Address(low)), int(IPv4Address(high))).map(IPv4Address)
        for low, high in (
            ("0.0.0.0", "0.255.255.255"),
            ("10.0.0.0", "10.255.255.255"),
            ("100.64.0.0", "100.127.255.255"),
            ("127.0.0.0", "127.255.255.255"),
            ("169.254.0.0", "169.254.255.255"),
            ("172.16.0.0", "172.31.255.255"),
            ("192.168.0.0", "192.168.255.255"),
            ("224.0.0.0", "255.255.255.255"),
        )
    )
)
ANY_IPV4 = st.integers(0, 2**32 - 1).map(IPv4Address)
ANY_IPV6 = st.integers(0, 2**128 - 1).map(IPv6Address)
UNICAST_IPV6 = st.integers(0x2 << 124, (0x4 << 124) - 1).map(IPv6Address)
# Ours refuses these; Python, or some release of it, calls parts of them global.
STRICTER_IPV4 = ("192.0.0.", "192.88.99.", "168.63.129.16")
STRICTER_IPV6 = tuple(map(IPv6Network, ("2001::/23", "2002::/16", "3fff::/20")))

GLOBAL_IPV4 = ANY_IPV4.filter(
    lambda address: (
        address.is_global
        and not address.is_multicast
        and not str(address).startswith(STRICTER_IPV4)
    )
)

BASES = {"decimal": "{}", "octal": "0{:o}", "hexadecimal": "0x{:x}", "shouted": "0X{:X}"}
ENCODINGS = {
    "as it is": str,
    "percent-encoded": lambda text: "".join(f"%{ord(char):02x}" for char in text),
    "full-width": lambda text: "".join(chr(ord(c) + 0xFEE0) if c != "." else "。" for c in text),
    "trailing dot": lambda text: text + ".",
    "soft hyphen": lambda text: text[:1] + "\u00ad" + text[1:],
}


@st.composite
def ipv4_spelling(draw: st.DrawFn, address: IPv4Address, bases: tuple[str, ...]) -> str:
    """One to four numbers, each in a base of its own, then one way to encode the text."""
    count = draw(st.integers(1, 4))
    packed = address.packed
    numbers = [*packed[: count - 1], int.from_bytes(packed[count - 1 :], "big")]
    spelled = [BASES[draw(st.sampled_from(bases))].format(number) for number in numbers]
    return ENCODINGS[draw(st.sampled_from(sorted(ENCODINGS)))](".".join(spelled))


@LAW
@given(st.data(), PRIVATE_SAMPLES)
def test_private_ipv4_is_refused_in_every_spelling(data: st.DataObject, address: IPv4Address):
    assert is_private_host(data.draw(ipv4_spelling(address, tuple(BASES))))


@LAW
@given(st.data(), GLOBAL_IPV4)
def test_global_ipv4_is_accepted_in_every_unambiguous_spelling(
    data: st.DataObject, address: IPv4Address
):
    host = data.draw(ipv4_spelling(address, ("decimal", "hexadecimal", "shouted")))
    assert not is_private_host(host)


@LAW
@given(PRIVATE_SAMPLES)
def test_private_ipv4_inside_ipv6_is_refused(address: IPv4Address):
    high, low = divmod(int(address), 65536)
    for host in (
        f"[::ffff:{address}]",
        f"[::ffff:{high:x}:{low:x}]",
        f"[64:ff9b::{address}]",
        f"[::{address}]",
        f"[2002:{high:x}:{low:x}::1]",
        f"[2001:0:{high:x}:{low:x}::1]",
    ):
        assert is_private_host(host), host


@LAW
@given(ANY_IPV4)
def test_ipv4_table_agrees_with_the_standard_library(address: IPv4Address):
    is_inside = not address.is_global or address.is_multicast or address.is_reserved
    if not str(address).startswith(STRICTER_IPV4):
        assert is_private_address(address) == is_inside


@LAW
@given(st.one_of(ANY_IPV6, UNICAST_IPV6))
def test_ipv6_table_agrees_with_the_standard_library(address: IPv6Address):
    is_inside = (
        not address.is_global
        or address.is_multicast
        or address.is_reserved
        or address.is_site_local
        or address not in IPv6Network("2000::/3")
    )
    if not any(address in network for network in STRICTER_IPV6):
        assert is_private_address(address) == is_inside
        assert is_private_host(f"[{address}]") == is_inside
        assert is_private_host(f"[{address.exploded.upper()}%25eth0]") == is_inside


@LAW
@given(st.text(max_size=40))
def test_any_text_gets_an_answer_and_its_plain_form_the_same_one(host: str):
    if ":" not in host:
        assert is_private_host(host) == is_private_host(plain_host(host))
    assert isinstance(is_private_host(host), bool)


@pytest.mark.parametrize(
    "host",
    [
        "127.1", "0x7f.0.0.1", "2130706433", "0177.0.0.1", "127.0.0.1.", "0", "0x", "[::1]", "::1",
        "[::]", "[::ffff:10.0.0.1]", "[fe80::1%25eth0]", "[fec0::1]", "[fd00:ec2::254]",
        "[ff02::1]", "[64:ff9b:1::1]", "%31%32%37.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1",
        "１２７．０．０．１", "169.254.169.254", "168.63.129.16", "100.100.100.200",
        "255.255.255.255",
    ],
)  # fmt: skip
def test_known_disguises_are_refused(host: str):
    assert is_private_host(host)


@pytest.mark.parametrize("host", ["0127.0.0.1", "010.1.2.3", "012.1.2.3"])
def test_leading_zero_is_refused_when_one_of_its_readings_is_private(host: str):
    assert is_private_host(host)


@pytest.mark.parametrize(
    "host", ["256.256.256.256", "1.2.3.4.5", "4294967296", "a.1", "1..2", "09"]
)
def test_what_ends_in_a_number_but_is_no_address_is_refused(host: str):
    assert is_private_host(host)


@pytest.mark.parametrize(
    "host",
    [
        "localhost", "LOCALHOST.", "db.localhost", "printer.local", "metadata.google.internal",
        "nas.lan", "router.home.arpa", "intranet", "redis", "instance-data", "api.default.svc",
        "ｌｏｃａｌｈｏｓｔ", "%6cocalhost", "", ".", "a b.example", "a%2fb.example",
        "a\x00.example",
    ],
)  # fmt: skip
def test_names_of_local_networks_are_refused(host: str):
    assert is_private_host(host)


@pytest.mark.parametrize(
    "host",
    [
        "shop.example", "wiki.test", "www.example.org", "localhost.example.org", "10.example.org",
        "internal.example.com", "bücher.example", "xn--bcher-kva.example", "a_b.example",
        "1e100.example", "3com.example", "8.8.8.8", "[2606:4700:4700::1111]", "[64:ff9b::808:808]",
    ],
)  # fmt: skip
def test_public_hosts_and_reserved_example_names_pass(host: str):
    assert not is_private_host(host)


def test_spellings_of_one_host_have_one_plain_form():
    assert plain_host("BÜCHER.Example.") == plain_host("xn--bcher-kva.example")
    assert plain_host("[::1%25eth0]") == plain_host("::1")
