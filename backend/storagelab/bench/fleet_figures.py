"""Many servers at once: how late their runs are looked at, and what that costs the workers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
from sqlalchemy import func, select

from storagelab.bench.lab import Lab
from storagelab.bench.report import Figure
from storagelab.config import CHECKOUT, get_settings
from storagelab.db.models import Attempt, Server
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import AttemptState, ServerState

#: Of a running attempt that nobody looks at (storagelab_workers.timing.POLL_SLOW).
POLL_SECONDS = 15.0
_SAMPLE_SECONDS = 0.5
_PATIENCE_SECONDS = 600.0
#: Long enough to be polled like a run of hours.
_LONG = {"round_seconds": 60, "max_rounds": 100, "point_seconds": 600}


@dataclass(frozen=True)
class FleetSize:
    """How many servers there are, on how many of them something runs, and for how long that is watched."""

    servers: int
    runs: int
    seconds: float


FULL = FleetSize(500, 200, 120.0)
QUICK = FleetSize(40, 16, 45.0)


def fleet_figures(lab: Lab, folder: Path, size: FleetSize) -> list[Figure]:
    """Figures of a lab that is up, with simulated servers below `folder`."""
    with _servers(folder, size.servers) as told, lab.client() as client:
        began = time.monotonic()
        names = _register(client, told)
        registered_s = time.monotonic() - began
        began = time.monotonic()
        _submit(client, names[: size.runs])
        started_s = time.monotonic() - began
        return [
            Figure("fleet_registered", registered_s, "s", "lower", None, f"{size.servers} servers until ready"),
            Figure("fleet_started", started_s, "s", "lower", None, f"{size.runs} runs, until all do I/O"),
            *_watch(size),
        ]


@contextmanager
def _servers(folder: Path, count: int) -> Iterator[dict[str, Any]]:
    script = CHECKOUT / "tests" / "fleet" / "servers.py"
    process = subprocess.Popen(
        [sys.executable, str(script), str(folder), str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None  # noqa: S101 - they were opened as pipes.
    assert process.stdout is not None  # noqa: S101
    try:
        yield json.loads(process.stdout.readline())
    finally:
        _stop_runs(folder)
        process.stdin.close()
        process.wait(30)


def _stop_runs(folder: Path) -> None:
    for record in folder.glob("*/state/attempts/*/started.json"):
        with suppress(OSError, ValueError, KeyError):
            os.kill(json.loads(record.read_bytes())["supervisor"]["pid"], signal.SIGTERM)


def _register(client: httpx2.Client, told: dict[str, Any]) -> list[str]:
    """Register every server and wait until all are ready; their ids."""
    ids = []
    for number, port in enumerate(told["ports"]):
        body = {
            "name": f"fleet-{number:03d}", "address": "127.0.0.1", "port": port, "username": "bench",
            "host_key_fingerprint": told["fingerprint"],
        }  # fmt: skip
        ids.append(str(client.post("/servers", json=body).raise_for_status().json()["id"]))
    _wait(lambda: _count_servers(ServerState.READY) >= len(ids))
    return ids


def _submit(client: httpx2.Client, servers: list[str]) -> None:
    """A long job for each server; waits until all of them run."""
    for server_id in servers:
        body = {
            "name": "fleet",
            "server_id": server_id,
            "engine": "fio",
            "profile": {"name": "quick-4k", "parameters": _LONG},
            "target": {"kind": "file", "path": None, "size_bytes": 16 << 20},
        }
        client.post("/jobs", json=body).raise_for_status()
    _wait(lambda: len(_running()) >= len(servers))


def _watch(size: FleetSize) -> list[Figure]:
    """Look at the due times of all runs from outside while the workers work."""
    workers = _pids("celery")
    lateness: list[float] = []
    known = _running()
    cpu_before, began = _cpu_seconds(workers), time.monotonic()
    while time.monotonic() - began < size.seconds:
        time.sleep(_SAMPLE_SECONDS)
        now = _running()
        for attempt_id, due in now.items():
            before = known.get(attempt_id)
            if before is not None and due != before:
                # The step that ended rested for the usual time, so it ended that much before the new due time.
                lateness.append(max(due - POLL_SECONDS - before, 0.0))
        known = now
    elapsed = time.monotonic() - began
    cpu = _cpu_seconds(workers) - cpu_before
    note = f"{len(lateness)} steps of {size.runs} runs on {size.servers} servers, {len(workers)} worker processes"
    return [
        Figure("fleet_lateness_p99", float(np.percentile(lateness, 99)), "s", "lower", 5.0, note),
        Figure("fleet_lateness_max", max(lateness), "s", "lower", None, "from due to done"),
        Figure("fleet_steps", len(lateness) / elapsed, "1/s", "higher", None, ""),
        Figure("fleet_worker_cpu", cpu / elapsed, "cores", "lower", None, "all worker processes together"),
        Figure("fleet_step_cpu", cpu / len(lateness) * 1000, "ms", "lower", None, "processor time of one step"),
        Figure("fleet_worker_memory", sum(map(_memory_mib, workers)), "MiB", "lower", None, "resident, all workers"),
        Figure("fleet_connections", sum(map(_sockets, workers)), "1", "lower", None, "open sockets of all workers"),
    ]


def _running() -> dict[str, float]:
    """When each running attempt is due next, in s of the database's clock; those just driven are left out."""
    with session_scope() as session:
        rows = session.execute(
            select(Attempt.id, func.extract("epoch", Attempt.next_step_at)).where(
                Attempt.state == AttemptState.RUNNING, Attempt.drive_until.is_(None)
            )
        ).all()
    return {str(attempt_id): float(due) for attempt_id, due in rows}


def _count_servers(state: ServerState) -> int:
    with session_scope() as session:
        return session.scalars(select(func.count()).where(Server.state == state, Server.transport == "ssh")).one()


def _wait(condition: Any) -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"The fleet was not ready within {_PATIENCE_SECONDS:g} s.")
        time.sleep(_SAMPLE_SECONDS)


def _pids(program: str) -> list[int]:
    """Worker processes of this very lab, told by the data folder in their environment."""
    mark = f"STORAGELAB_DATA_DIR={get_settings().data_dir}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes().split(b"\0")
            if program.encode() in command and mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _cpu_seconds(pids: list[int]) -> float:
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _memory_mib(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def _sockets(pid: int) -> int:
    links = Path(f"/proc/{pid}/fd").iterdir()
    return sum(str(link.readlink()).startswith("socket:") for link in links)
