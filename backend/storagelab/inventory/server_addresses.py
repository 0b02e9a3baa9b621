"""Allowed addresses of tested servers, judged by the resolved name.

They are judged when a server is registered and at every connection.
"""

from __future__ import annotations

import ipaddress
import socket
import threading
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import parse_qs, urlsplit

from storagelab.config import Settings, get_settings
from storagelab.domain.server_addresses import is_forbidden
from storagelab.errors import InvalidInput

#: A name that is not found in this time is judged when the server is visited.
_PATIENCE_SECONDS = 2.0
_PORTS = {"http": 80, "https": 443, "postgresql": 5432, "redis": 6379, "rediss": 6379, "amqp": 5672, "amqps": 5671}

#: As `socket.connect` takes it, with its family.
Place = tuple[int, tuple[Any, ...]]


class ForbiddenAddress(InvalidInput):
    """An address at which no server is tested."""

    code = "forbidden_address"

    def __init__(self, address: str, port: int) -> None:
        super().__init__(
            f"{address} with port {port} leads to no server that can be tested: it is link-local, unspecified, "
            "multicast, reserved or a service of this lab itself. Name the server by its own address.",
            path="address",
        )


def require_server_address(address: str, port: int) -> None:
    """Raise ForbiddenAddress for an address that no tested server may have.

    A name that cannot be resolved passes.
    """
    places: list[Place] = []

    def look() -> None:
        try:
            places.extend(resolve(address, port))
        except (OSError, UnicodeError):
            return

    # A query to a name server cannot be ended early: its answer is left to a thread that is never waited for.
    thread = threading.Thread(target=look, daemon=True)
    thread.start()
    thread.join(_PATIENCE_SECONDS)
    require_places(list(places), address, port)


def resolve(address: str, port: int) -> list[Place]:
    """Resolve an address to all its socket addresses, in the order of the operating system.

    Raises OSError and UnicodeError.
    """
    entries = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys((family, place) for family, _, _, _, place in entries))


def resolve_server_places(address: str, port: int) -> list[Place]:
    """Resolve a server's address to the socket addresses to connect to.

    Raises ForbiddenAddress where one of them is forbidden, and OSError.
    """
    places = resolve(address, port)
    require_places(places, address, port)
    return places


def require_places(places: Sequence[Place], address: str, port: int) -> None:
    """Raise ForbiddenAddress where a socket address is forbidden or a service of this lab."""
    own = _resolve_own_addresses(get_settings(), port) if places else set()
    for _, place in places:
        ip = ipaddress.ip_address(place[0])
        plain = ip.ipv4_mapped or ip if isinstance(ip, ipaddress.IPv6Address) else ip
        if is_forbidden(ip) or str(plain) in own or (_THIS_MACHINE in own and _is_this_machine(str(plain))):
            raise ForbiddenAddress(address, port)


_THIS_MACHINE = "this machine"


def iterate_own_services(settings: Settings) -> Iterator[tuple[str, int]]:
    """Yield host and port of each network service of this lab: API, database, broker, artifact store."""
    yield settings.host, settings.port
    for url in (settings.base_url, settings.database_url, settings.broker_url, settings.artifact_url):
        parts = urlsplit(url)
        default = _PORTS.get(parts.scheme.partition("+")[0])
        named = parse_qs(parts.query).get("host", [parts.hostname or ""])
        for host in (part for hosts in named for part in hosts.split(",")):
            port = parts.port or default
            # A socket of this machine has a path and no port.
            if host and not host.startswith("/") and port is not None:
                yield host, port


def _resolve_own_addresses(settings: Settings, port: int) -> set[str]:
    """Return the addresses of own services on a port; `_THIS_MACHINE` means all of this machine."""
    result: set[str] = set()
    for host in {host for host, service_port in iterate_own_services(settings) if service_port == port}:
        try:
            places = resolve(host, port)
        except (OSError, UnicodeError):
            continue
        addresses = {place[0] for _, place in places}
        result |= addresses
        if any(ipaddress.ip_address(address).is_unspecified or _is_this_machine(address) for address in addresses):
            result.add(_THIS_MACHINE)
    return result


def _is_this_machine(address: str) -> bool:
    """Return whether an address is one of this machine: only such a one can be bound to."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError:
        return False
    return True
