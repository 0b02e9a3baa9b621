"""A limit on how often one address may try to sign in."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from storagelab.errors import TooManyRequests

MAX_ADDRESSES = 10_000


class RateLimit:
    """At most `limit` calls per key within any `seconds`, counted in this process."""

    def __init__(self, limit: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = limit
        self.seconds = seconds
        self._clock = clock
        self._calls: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def count(self, key: str) -> None:
        """Count one call. Raises TooManyRequests, without counting, where it would be one too many."""
        now = self._clock()
        with self._lock:
            calls = self._calls.setdefault(key, deque())
            self._calls.move_to_end(key)
            while calls and calls[0] <= now - self.seconds:
                calls.popleft()
            if len(calls) >= self.limit:
                wait = max(1, round(calls[0] + self.seconds - now))
                raise TooManyRequests(f"Too many tries: wait {wait} s.", retry_after_s=wait)
            calls.append(now)
            # Memory stays bounded whoever calls: the address heard of longest ago is forgotten first.
            while len(self._calls) > MAX_ADDRESSES:
                self._calls.popitem(last=False)
