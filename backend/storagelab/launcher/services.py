"""Database and broker together: those named in the settings, else embedded ones started side by side."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from storagelab.config import Settings
from storagelab.errors import LabUnavailable
from storagelab.launcher.binaries import ServerBinaries, ensure_reachable_binaries, find_binaries
from storagelab.launcher.broker import start_broker
from storagelab.launcher.folders import DataFolder
from storagelab.launcher.postgres import restart_postgres, start_postgres
from storagelab.launcher.processes import Program


@dataclass(frozen=True)
class StartedService:
    """One embedded service that runs."""

    program: Program
    version: str
    seconds: float
    """Time until it answered."""
    restart: Callable[[], None]


@dataclass
class Services:
    """The embedded services that run, in the order they must be stopped in."""

    started: list[StartedService] = field(default_factory=list)

    def stop(self) -> list[str]:
        """Stop the services that were started; return the titles of those that ran."""
        return [service.program.title for service in self.started if service.program.stop()]


def start_services(settings: Settings, folder: DataFolder) -> Services:
    """Start database and broker unless the settings name external ones; reuse those already running.

    Raises LabUnavailable with the reason, after stopping the services that had started.
    """
    starters = []
    if "broker_url" not in settings.model_fields_set:
        starters.append(_start_broker)
    if "database_url" not in settings.model_fields_set:
        starters.append(_start_postgres)
    if not starters:
        return Services()
    binaries = ensure_reachable_binaries(find_binaries(), folder)
    with ThreadPoolExecutor(max_workers=2) as pool:
        futures = [pool.submit(starter, folder, binaries) for starter in starters]
    services = Services([future.result() for future in futures if future.exception() is None])
    for future in futures:
        error = future.exception()
        if error is not None:
            services.stop()
            if isinstance(error, OSError):
                raise LabUnavailable(
                    f"The embedded services cannot be started: {error.strerror} ({error.filename})."
                ) from error
            raise error
    return services


def _start_postgres(folder: DataFolder, binaries: ServerBinaries) -> StartedService:
    begun = time.monotonic()
    program = start_postgres(folder, binaries)
    return StartedService(
        program, binaries.postgres_version, time.monotonic() - begun, lambda: restart_postgres(folder, program)
    )


def _start_broker(folder: DataFolder, binaries: ServerBinaries) -> StartedService:
    begun = time.monotonic()
    program = start_broker(folder, binaries)
    return StartedService(program, binaries.broker_version, time.monotonic() - begun, program.start)
