"""Addresses that no tested server may have, whatever IPv6 form they are in."""

from __future__ import annotations

import ipaddress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storagelab.domain.server_addresses import is_forbidden

FORBIDDEN = [IPv4Network(text) for text in ("0.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "240.0.0.0/4")]
FORBIDDEN_6 = [IPv6Network(text) for text in ("fe80::/10", "fec0::/10", "ff00::/8", "::/128")]
#: How an IPv4 address is written as one of IPv6.
CARRIERS = ("::ffff:{}", "::{}", "::ffff:0:{}", "64:ff9b::{}")


def within(*networks: IPv4Network | IPv6Network) -> st.SearchStrategy[IPv4Address | IPv6Address]:
    return st.sampled_from(networks).flatmap(lambda network: st.ip_addresses(network=network))


@given(within(*FORBIDDEN), st.sampled_from(CARRIERS))
def test_forbidden_ipv4_address_is_found_in_every_form(address: IPv4Address, carrier: str) -> None:
    assert is_forbidden(address)
    if int(address) > 1:
        assert is_forbidden(IPv6Address(carrier.format(address)))
    assert is_forbidden(IPv6Address((0x2002 << 112) | (int(address) << 80) | 1))


@given(within(*FORBIDDEN_6), st.sampled_from(["", "%eth0", "%1"]))
def test_forbidden_ipv6_address_is_found_with_its_zone(address: IPv6Address, zone: str) -> None:
    assert is_forbidden(IPv6Address(f"{address}{zone}"))


@given(within(*(IPv4Network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8"))))
def test_private_networks_and_this_machine_are_tested(address: IPv4Address) -> None:
    assert not is_forbidden(address)
    assert not is_forbidden(IPv6Address(f"::ffff:{address}"))


@pytest.mark.parametrize(
    ("address", "forbidden"),
    [
        ("::1", False), ("fd00::1", False), ("2001:db8::1", False), ("192.0.2.1", False), ("8.8.8.8", False),
        ("169.254.169.254", True), ("100.100.100.200", True), ("168.63.129.16", True), ("fd00:ec2::254", True),
        ("255.255.255.255", True), ("0.0.0.0", True), ("::", True),
    ],
)  # fmt: skip
def test_single_addresses(address: str, forbidden: bool) -> None:
    assert is_forbidden(ipaddress.ip_address(address)) is forbidden
