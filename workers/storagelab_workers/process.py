"""Resources of one process for its whole life: open channels, and objects made before threads."""

from __future__ import annotations

from functools import lru_cache

from storagelab.config import get_settings, read_or_create_controller_id
from storagelab.db.session import get_database
from storagelab_workers.runner_package import runner_package
from storagelab_workers.transports.pool import TransportPool


@lru_cache(maxsize=1)
def process_servers() -> TransportPool:
    """Return the pool of channels to servers that this process shares; channels open as needed."""
    return TransportPool(get_settings())


def prepare_process() -> TransportPool:
    """Create database access, controller id, runner package and channel pool before threads start.

    Returns the pool of channels.
    """
    settings = get_settings()
    get_database(settings.database_url)
    read_or_create_controller_id(settings.data_dir)
    runner_package(settings.data_dir)
    return process_servers()
