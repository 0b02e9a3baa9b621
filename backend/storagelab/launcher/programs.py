"""The product's own processes: API, Celery workers and reconciler."""

from __future__ import annotations

import sys

from storagelab.config import DatabaseRole, Settings
from storagelab.launcher.folders import DataFolder
from storagelab.launcher.processes import Program

#: One that is killed leaves another, and two processors are used.
WORKER_NAMES = ("worker-1", "worker-2")


def list_product_programs(settings: Settings, folder: DataFolder) -> list[Program]:
    """Return the processes to run beside database and broker, in the order they are started."""
    return [
        _make_program(folder, "api", "API", _list_api_arguments(settings), "api"),
        *(
            _make_program(folder, name, name.capitalize(), _list_worker_arguments(settings, name), "worker")
            for name in WORKER_NAMES
        ),
        _make_program(folder, "reconciler", "Reconciler", ["storagelab_workers.reconciler"], "reconciler"),
    ]


def _make_program(folder: DataFolder, name: str, title: str, module: list[str], role: DatabaseRole) -> Program:
    return Program(
        name=name,
        title=title,
        # Without -P a module in the working folder would shadow an installed one.
        argv=[sys.executable, "-P", "-m", *module],
        state=folder.state,
        logs=folder.logs,
        working_folder=folder.root,
        environment={"STORAGELAB_DATABASE_ROLE": role},
    )


def _list_api_arguments(settings: Settings) -> list[str]:
    return [
        "uvicorn",
        "storagelab.app:create_app",
        "--factory",
        f"--host={settings.host}",
        f"--port={settings.port}",
        f"--log-level={settings.log_level}",
        f"--forwarded-allow-ips={settings.trusted_proxies}",
        # Addresses of permalinks carry their token, so requests are never logged by the server.
        "--no-access-log",
        "--no-server-header",
        # A page that follows a job holds its connection open; it reconnects to the next start by itself.
        "--timeout-graceful-shutdown=3",
    ]


def _list_worker_arguments(settings: Settings, name: str) -> list[str]:
    return [
        "celery",
        "--app=storagelab_workers.app",
        "worker",
        f"--hostname={name}@%h",
        # A step waits for a server or the database nearly all of its time, so threads are enough and share channels.
        "--pool=threads",
        f"--concurrency={settings.worker_threads}",
        f"--queues={settings.celery_queue}",
        f"--loglevel={settings.log_level}",
        "--without-gossip",
        "--without-mingle",
    ]
