"""Whole lab without its API.

Database, broker, workers, reconciler, runner and fio are real, on scratch files.
"""

from __future__ import annotations

import json
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tests.integration.workers.lab import Lab, Processes
from tests.integration.workers.simulated import SimulatedLab
from tests.services import url_as

from storagelab.config import Settings, get_settings
from storagelab.db.models import LabSetting
from storagelab.db.session import get_database, session_scope
from storagelab.queue import _sender
from storagelab_workers.process import process_servers
from storagelab_workers.reconciler import Reconciler
from storagelab_workers.runner_package import runner_package


@pytest.fixture
def lab(services: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    """Provide a new lab; its processes are killed and its database dropped when the test ends."""
    with open_lab(services, tmp_path, monkeypatch) as lab:
        yield lab


@contextmanager
def open_lab(
    services: Settings, folder: Path, environment: pytest.MonkeyPatch, *, template: str = "storagelab"
) -> Iterator[Lab]:
    """Yield a lab that stores its files below a folder, and whose database begins as a copy of another."""
    name = f"t_{uuid.uuid4().hex[:12]}"
    admin = create_engine(services.database_url.replace("/storagelab?", "/postgres?"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"create database {name} template {template}"))
    url = url_as(services.database_url.replace("/storagelab?", f"/{name}?"), "storagelab_worker")
    environment.setenv("STORAGELAB_DATABASE_URL", url)
    environment.setenv("STORAGELAB_BROKER_URL", services.broker_url)
    environment.setenv("STORAGELAB_CELERY_QUEUE", name)
    environment.setenv("STORAGELAB_DATA_DIR", str(folder / "data"))
    environment.setenv("STORAGELAB_RUNNER_STATE_DIR", str(folder / "runner"))
    environment.setenv("STORAGELAB_RUNNER_CONFIG_DIR", str(folder / "allowed"))
    environment.setenv("PATH", str(_counting_fio(folder)), prepend=":")
    _clear_caches()
    (folder / "data").mkdir(exist_ok=True)
    (folder / "logs").mkdir()
    processes = Processes(folder / "logs")
    try:
        yield Lab(get_settings(), processes, folder / "engine-starts")
    finally:
        processes.kill_all()
        process_servers().close()
        get_database(get_settings().database_url).dispose()
        _stop_supervisors(folder / "runner")
        with admin.connect() as connection:
            connection.execute(text(f"drop database {name} with (force)"))
        admin.dispose()
        _clear_caches()


@pytest.fixture
def simulated(lab: Lab) -> SimulatedLab:
    """Provide a new lab whose servers live in this process."""
    return SimulatedLab(lab)


@pytest.fixture
def reconciler(simulated: SimulatedLab) -> Iterator[Reconciler]:
    """Provide a reconciler whose ticks are made by hand.

    A worker seems to live, so it takes no step itself.
    """
    with session_scope() as session:
        session.add(LabSetting(key="heartbeat.worker", value={"pid": 1}))
    reconciler = Reconciler()
    yield reconciler
    # What a tick began has a connection to the database of this test.
    reconciler.close()


def _clear_caches() -> None:
    """Clear the caches, so that settings and the objects made from them are read again."""
    for cached in (get_settings, get_database, _sender, process_servers, runner_package):
        cached.cache_clear()


def _counting_fio(folder: Path) -> Path:
    """Return a folder with a `fio` that writes a line for every start with a job file and then becomes the real one.

    From the start whose number is in the file `fails-at` on, it fails instead.
    """
    real = shutil.which("fio")
    if real is None:
        pytest.skip("fio is not installed")
    binaries = folder / "bin"
    binaries.mkdir()
    wrapper = binaries / "fio"
    wrapper.write_text(
        f"""#!/bin/sh
        starts="{folder}/engine-starts" fails_at="{folder}/fails-at"
        case "$*" in *job.fio*)
            echo start >> "$starts"
            if [ -f "$fails_at" ] && [ "$(wc -l < "$starts")" -ge "$(cat "$fails_at")" ]; then
                echo "fio: the drive fell out" >&2
                exit 1
            fi;;
        esac
        exec "{real}" "$@"
        """
    )
    wrapper.chmod(0o755)
    return binaries


def _stop_supervisors(state: Path) -> None:
    """Stop every attempt and wait for its end, so that a test that ended early leaves no I/O behind."""
    for started in state.glob("attempts/*/started.json"):
        supervisor = Path("/proc", str(json.loads(started.read_bytes())["supervisor"]["pid"]))
        (started.parent / "cancel").touch()
        deadline = time.monotonic() + 20
        while supervisor.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
