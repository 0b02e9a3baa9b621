"""The product's own processes: API, Celery worker and reconciler."""

from __future__ import annotations

import sys

from storagelab.config import Settings
from storagelab.launcher.folders import DataFolder
from storagelab.launcher.processes import Program

WORKER_CONCURRENCY = 2


def product_programs(settings: Settings, folder: DataFolder) -> list[Program]:
    """Return the processes to run beside database and broker, in the order they are started."""
    return [
        _program(folder, "api", "API", _api_arguments(settings)),
        _program(folder, "worker", "Worker", _worker_arguments(settings)),
        _program(folder, "reconciler", "Reconciler", ["storagelab_workers.reconciler"]),
    ]


def _program(folder: DataFolder, name: str, title: str, module: list[str]) -> Program:
    return Program(
        name=name,
        title=title,
        # Without -P a module in the working folder would stand in for an installed one.
        argv=[sys.executable, "-P", "-m", *module],
        state=folder.state,
        logs=folder.logs,
        working_folder=folder.root,
    )


def _api_arguments(settings: Settings) -> list[str]:
    return [
        "uvicorn",
        "storagelab.app:create_app",
        "--factory",
        f"--host={settings.host}",
        f"--port={settings.port}",
        f"--log-level={settings.log_level}",
        # Addresses of permalinks carry their token, so requests are never logged by the server.
        "--no-access-log",
        "--no-server-header",
        # A page that follows a job keeps its connection open; it reconnects to the next start by itself.
        "--timeout-graceful-shutdown=3",
    ]


def _worker_arguments(settings: Settings) -> list[str]:
    return [
        "celery",
        "--app=storagelab_workers.app",
        "worker",
        "--pool=prefork",
        f"--concurrency={WORKER_CONCURRENCY}",
        f"--queues={settings.celery_queue}",
        f"--loglevel={settings.log_level}",
        "--without-gossip",
        "--without-mingle",
    ]
