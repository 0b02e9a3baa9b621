"""What was made before and never changes, kept in memory up to a limit: what was used last stays longest."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable


class Kept:
    """Bytes by key, of one process. Safe with threads."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._contents: OrderedDict[Hashable, bytes] = OrderedDict()
        self._held_bytes = 0

    @property
    def held_bytes(self) -> int:
        """How many bytes are held now."""
        return self._held_bytes

    def get(self, key: Hashable) -> bytes | None:
        """What is kept; None where nothing is."""
        with self._lock:
            content = self._contents.get(key)
            if content is not None:
                self._contents.move_to_end(key)
            return content

    def put(self, key: Hashable, content: bytes) -> bytes:
        """Keep bytes, and give them back. More than the limit are not kept."""
        if len(content) > self._most_bytes:
            return content
        with self._lock:
            # Another thread may have made the same meanwhile.
            self._held_bytes += len(content) - len(self._contents.pop(key, b""))
            self._contents[key] = content
            while self._held_bytes > self._most_bytes:
                _, oldest = self._contents.popitem(last=False)
                self._held_bytes -= len(oldest)
        return content
