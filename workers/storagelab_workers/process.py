"""What one process holds for its whole life: its open channels."""

from __future__ import annotations

from functools import lru_cache

from storagelab.config import get_settings
from storagelab_workers.transports.pool import TransportPool


@lru_cache(maxsize=1)
def process_servers() -> TransportPool:
    """The channels of this process, opened as they are needed."""
    return TransportPool(get_settings())
