"""Bytes in memory up to a limit, for pages that never change; the least recently used go first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable


class ByteCache:
    """Bytes by key, of one process. Safe with threads."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._contents: OrderedDict[Hashable, bytes] = OrderedDict()
        self._held_bytes = 0

    @property
    def held_bytes(self) -> int:
        """Return the number of bytes in the cache."""
        return self._held_bytes

    def get(self, key: Hashable) -> bytes | None:
        """Return the bytes of a key; None where there are none."""
        with self._lock:
            content = self._contents.get(key)
            if content is not None:
                self._contents.move_to_end(key)
            return content

    def put(self, key: Hashable, content: bytes) -> bytes:
        """Store `content` under a key, and return it. More bytes than the limit are not stored."""
        if len(content) > self._max_bytes:
            return content
        with self._lock:
            # Another thread may have made the same meanwhile.
            self._held_bytes += len(content) - len(self._contents.pop(key, b""))
            self._contents[key] = content
            while self._held_bytes > self._max_bytes:
                _, oldest = self._contents.popitem(last=False)
                self._held_bytes -= len(oldest)
        return content
