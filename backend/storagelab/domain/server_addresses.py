"""The IP addresses that no tested server may have. Pure."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, IPv6Network

#: Metadata addresses of clouds, beside link-local 169.254.169.254: Alibaba, Oracle, Azure, AWS over IPv6.
_METADATA = frozenset(
    ipaddress.ip_address(text) for text in ("100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254")
)
_THIS_NETWORK = ipaddress.ip_network("0.0.0.0/8")
#: IPv6 networks that embed an IPv4 address, and the number of bits that follow that address.
_CARRIERS = (
    (IPv6Network("::/96"), 0),
    (IPv6Network("::ffff:0:0/96"), 0),
    (IPv6Network("::ffff:0:0:0/96"), 0),
    (IPv6Network("64:ff9b::/96"), 0),
    (IPv6Network("2002::/16"), 80),
)


def is_forbidden(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is link-local, unspecified, multicast, broadcast, reserved or a cloud's metadata.

    An IPv6 address is also judged by the IPv4 address that it embeds.
    """
    return any(_is_forbidden(candidate) for candidate in (address, *_iterate_embedded_addresses(address)))


def _is_forbidden(address: IPv4Address | IPv6Address) -> bool:
    plain = IPv6Address(int(address)) if isinstance(address, IPv6Address) else address
    if plain.is_unspecified or plain.is_multicast or plain.is_link_local or plain in _METADATA:
        return True
    if isinstance(plain, IPv4Address):
        return plain.is_reserved or plain in _THIS_NETWORK
    return plain.is_site_local


def _iterate_embedded_addresses(address: IPv4Address | IPv6Address) -> Iterator[IPv4Address]:
    if not isinstance(address, IPv6Address) or int(address) == 1:
        return
    for network, shift in _CARRIERS:
        if IPv6Address(int(address)) in network:
            yield IPv4Address((int(address) >> shift) & 0xFFFF_FFFF)
