"""Many servers at once: how late their runs are looked at, and what that costs the workers."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

import httpx2
import numpy as np
from sqlalchemy import func, select

from storagelab.bench.lab import Lab
from storagelab.bench.report import BenchmarkFigure
from storagelab.bench.simulated_servers import (
    SAMPLE_SECONDS,
    list_worker_pids,
    register,
    simulated_servers,
    sum_cpu_seconds,
    wait_for,
    wait_until_ready,
)
from storagelab.db.models import Attempt
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import AttemptState

#: Poll interval of a running attempt without viewers (storagelab_workers.timing.POLL_SLOW).
POLL_SECONDS = 15.0
#: Long enough to be polled like a run of hours.
_LONG = {"round_seconds": 60, "max_rounds": 100, "point_seconds": 600}


@dataclass(frozen=True)
class FleetSize:
    """Size of the fleet: servers, servers with a run, and seconds of observation."""

    servers: int
    runs: int
    seconds: float


FULL = FleetSize(500, 200, 120.0)
QUICK = FleetSize(40, 16, 45.0)


def measure_fleet(lab: Lab, folder: Path, size: FleetSize) -> list[BenchmarkFigure]:
    """Measure how a running lab keeps up with many runs on simulated servers below `folder`."""
    with simulated_servers(folder, size.servers) as fleet, lab.client() as client:
        began = time.monotonic()
        ids = register(client, fleet, range(size.servers))
        wait_until_ready(ids)
        registered_seconds = time.monotonic() - began
        began = time.monotonic()
        _submit(client, ids[: size.runs])
        started_seconds = time.monotonic() - began
        return [
            BenchmarkFigure(
                "fleet_registered", registered_seconds, "s", "lower", None, f"{size.servers} servers until ready"
            ),
            BenchmarkFigure(
                "fleet_started", started_seconds, "s", "lower", None, f"{size.runs} runs, until all do I/O"
            ),
            *_watch(size),
        ]


def _submit(client: httpx2.Client, servers: list[str]) -> None:
    """Submit a long job for each server, and wait until all of them run."""
    for server_id in servers:
        body = {
            "name": "fleet",
            "server_id": server_id,
            "engine": "fio",
            "profile": {"name": "quick-4k", "parameters": _LONG},
            "target": {"kind": "file", "path": None, "size_bytes": 16 << 20},
        }
        client.post("/jobs", json=body).raise_for_status()
    wait_for(lambda: len(_list_due_times()) >= len(servers))


def _watch(size: FleetSize) -> list[BenchmarkFigure]:
    """Measure lateness, processor time and memory of the workers while all runs are under way.

    Lateness is observed from outside, by the due times of the runs.
    """
    workers = list_worker_pids()
    lateness: list[float] = []
    previous = _list_due_times()
    cpu_before, began = sum_cpu_seconds(workers), time.monotonic()
    while time.monotonic() - began < size.seconds:
        time.sleep(SAMPLE_SECONDS)
        now = _list_due_times()
        for attempt_id, due in now.items():
            before = previous.get(attempt_id)
            if before is not None and due != before:
                # The step that ended rested for the usual time, so it ended that much before the new due time.
                lateness.append(max(due - POLL_SECONDS - before, 0.0))
        previous = now
    elapsed = time.monotonic() - began
    cpu = sum_cpu_seconds(workers) - cpu_before
    note = f"{len(lateness)} steps of {size.runs} runs on {size.servers} servers, {len(workers)} worker processes"
    return [
        BenchmarkFigure("fleet_lateness_p99", float(np.percentile(lateness, 99)), "s", "lower", 5.0, note),
        BenchmarkFigure("fleet_lateness_max", max(lateness), "s", "lower", None, "from due to done"),
        BenchmarkFigure("fleet_steps", len(lateness) / elapsed, "1/s", "higher", None, ""),
        BenchmarkFigure("fleet_worker_cpu", cpu / elapsed, "cores", "lower", None, "all worker processes together"),
        BenchmarkFigure(
            "fleet_step_cpu", cpu / len(lateness) * 1000, "ms", "lower", None, "processor time of one step"
        ),
        BenchmarkFigure(
            "fleet_worker_memory", sum(map(_read_memory_mib, workers)), "MiB", "lower", None, "resident, all workers"
        ),
        BenchmarkFigure(
            "fleet_connections", sum(map(_count_sockets, workers)), "1", "lower", None, "open sockets of all workers"
        ),
    ]


def _list_due_times() -> dict[str, float]:
    """Return the time at which each running attempt is due next, by attempt id.

    Times are in s since 1970 by the database's clock. Attempts that a worker has claimed now are left out.
    """
    with session_scope() as session:
        rows = session.execute(
            select(Attempt.id, func.extract("epoch", Attempt.next_step_at)).where(
                Attempt.state == AttemptState.RUNNING, Attempt.claimed_until.is_(None)
            )
        ).all()
    return {str(attempt_id): float(due) for attempt_id, due in rows}


def _read_memory_mib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def _count_sockets(pid: int) -> int:
    links = Path(f"/proc/{pid}/fd").iterdir()
    return sum(str(link.readlink()).startswith("socket:") for link in links)
