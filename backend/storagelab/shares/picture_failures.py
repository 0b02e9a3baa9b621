"""Failures of pictures, stored for a minute so that a repeated request does not draw them again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from storagelab.shares.picture_process import ChartFailed

SECONDS = 60.0
MAX_FAILURES = 1000


class FailedPictures:
    """Failures by picture, stored for a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._until: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def remember(self, key: str, error: ChartFailed) -> None:
        """Store a failed drawing, so that `check` raises the same error for a minute."""
        with self._lock:
            self._until[key] = (self._clock() + SECONDS, error.message)
            self._until.move_to_end(key)
            while len(self._until) > MAX_FAILURES:
                self._until.popitem(last=False)

    def check(self, key: str) -> None:
        """Raise ChartFailed for a picture whose drawing failed within the last minute."""
        with self._lock:
            until, message = self._until.get(key, (0.0, ""))
        if until > self._clock():
            raise ChartFailed(message)
