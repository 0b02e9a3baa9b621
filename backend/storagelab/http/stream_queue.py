"""The queue of one open event stream."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

Item = TypeVar("Item")


class StreamQueue(asyncio.Queue[Item | None], Generic[Item]):
    """Items that wait for one subscriber; None ends its stream, and one that does not keep up is dropped."""

    def offer(self, item: Item) -> None:
        """Queue an item, or end the stream of a subscriber that is too far behind."""
        try:
            self.put_nowait(item)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the stream of the subscriber: discard all queued items and queue the end."""
        while not self.empty():
            self.get_nowait()
        self.put_nowait(None)
