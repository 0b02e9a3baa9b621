"""A limit on how often one address may try something, such as to sign in."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from starlette.requests import HTTPConnection

from storagelab.errors import TooManyRequests

MAX_ADDRESSES = 10_000
#: Who has one IPv6 address has all of its network.
IPV6_NETWORK_BITS = 64


def build_caller_key(request: HTTPConnection) -> str:
    """Return the key by which calls are limited: the client's address, for IPv6 its network.

    The address is the one behind trusted proxies.
    """
    host = request.client.host if request.client else "unknown"
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), IPV6_NETWORK_BITS), strict=False))


class RateLimit:
    """At most `limit` calls per key within any `seconds`, counted in this process."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.seconds = seconds
        self._clock = clock
        self._calls: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, key: str) -> None:
        """Count one call for `key`.

        Raises TooManyRequests, without counting, when the limit is reached.
        """
        now = self._clock()
        with self._lock:
            calls = self._calls.setdefault(key, deque())
            self._calls.move_to_end(key)
            while calls and calls[0] <= now - self.seconds:
                calls.popleft()
            if len(calls) >= self.limit:
                wait = max(1, round(calls[0] + self.seconds - now))
                raise TooManyRequests(f"Too many tries: wait {wait} s.", retry_after_seconds=wait)
            calls.append(now)
            # Memory stays bounded for any number of callers: the least recently seen address is dropped first.
            while len(self._calls) > MAX_ADDRESSES:
                self._calls.popitem(last=False)
