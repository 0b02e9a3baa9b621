"""Benchmark of discovery: seconds for one server and for a whole fleet."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import httpx2
from sqlalchemy import func, select

from storagelab.bench.lab import POLL_SECONDS, Lab
from storagelab.bench.report import BenchmarkFigure
from storagelab.bench.simulated_servers import (
    Fleet,
    count_servers,
    list_worker_pids,
    register,
    remove_servers,
    simulated_servers,
    sum_cpu_seconds,
    wait_for,
    wait_until_ready,
)
from storagelab.db.clock import read_clock
from storagelab.db.models import Drive, Server
from storagelab.db.session import session_scope


@dataclass(frozen=True, slots=True)
class DiscoverySize:
    """Size of the benchmark: servers to refresh, and drives of each of them."""

    servers: int
    drives: int


FULL = DiscoverySize(servers=500, drives=24)
QUICK = DiscoverySize(servers=20, drives=24)


def measure_discovery(lab: Lab, folder: Path, size: DiscoverySize) -> list[BenchmarkFigure]:
    """Measure the discovery of simulated servers below `folder` by a running lab.

    The servers are removed afterwards. Returns the time of one server, of the fleet, and of a second discovery of the
    fleet.
    """
    ids: list[str] = []
    with simulated_servers(folder, size.servers, drives=size.drives) as fleet, lab.client() as client:
        try:
            ids += register(client, fleet, range(1))
            one = _measure_server(client, ids[0], fleet, size)
            began = time.monotonic()
            ids += register(client, fleet, range(1, size.servers))
            wait_until_ready(ids)
            registered_seconds = time.monotonic() - began
            _require_drives(ids, size.drives)
            return [*one, *_refresh(client, ids, fleet, size, registered_seconds)]
        finally:
            remove_servers([uuid.UUID(server_id) for server_id in ids])


def _measure_server(client: httpx2.Client, server_id: str, fleet: Fleet, size: DiscoverySize) -> list[BenchmarkFigure]:
    """Measure the first discovery of a newly registered server, and a second one."""
    began = time.monotonic()
    first = _wait_discovered(client, server_id, None)
    first_seconds = time.monotonic() - began
    _require_drives([server_id], size.drives)
    began = time.monotonic()
    client.post(f"/servers/{server_id}/discover").raise_for_status()
    _wait_discovered(client, server_id, first)
    again_seconds = time.monotonic() - began
    note = (
        f"{size.drives} NVMe drives over SSH on loopback; the runner asks stand-ins of 50 ms that print captured "
        f"outputs: {_format_outputs(fleet)}"
    )
    return [
        BenchmarkFigure("discovery", first_seconds, "s", "lower", 10.0, f"from registered to ready; {note}"),
        BenchmarkFigure("discovery_again", again_seconds, "s", "lower", None, "the same server, nothing new"),
    ]


def _refresh(
    client: httpx2.Client, ids: Sequence[str], fleet: Fleet, size: DiscoverySize, registered_seconds: float
) -> list[BenchmarkFigure]:
    """Measure the rediscovery of every server: request it, and wait until all have been discovered.

    Returns figures with `registered_seconds`, the time of the first discovery.
    """
    workers = list_worker_pids()
    with session_scope() as session:
        requested_at = read_clock(session)
    cpu_before, began = sum_cpu_seconds(workers), time.monotonic()
    for server_id in ids:
        client.post(f"/servers/{server_id}/discover").raise_for_status()
    wait_for(lambda: count_servers(ids, Server.discovered_at > requested_at) == len(ids))
    elapsed = time.monotonic() - began
    cpu = sum_cpu_seconds(workers) - cpu_before
    note = (
        f"{size.servers} servers, {len(workers)} worker processes; each server tells at once what one with "
        f"{size.drives} NVMe drives told: {_format_outputs(fleet)}, with serial numbers of its own"
    )
    return [
        BenchmarkFigure("fleet_discovered", registered_seconds, "s", "lower", None, f"registered until ready; {note}"),
        BenchmarkFigure("fleet_refreshed", elapsed, "s", "lower", 300.0, f"asked for until all were seen; {note}"),
        BenchmarkFigure(
            "fleet_refresh_cpu", cpu / len(ids) * 1000, "ms", "lower", None, "processor time of workers, a server"
        ),
    ]


def _wait_discovered(client: httpx2.Client, server_id: str, before: str | None) -> str:
    """Wait for a discovery later than `before` and return its time.

    `before` None accepts any discovery. Raises RuntimeError when the discovery fails or never comes.
    """
    seen = [before]

    def is_discovered() -> bool:
        server = client.get(f"/servers/{server_id}").raise_for_status().json()
        if server["last_error"] is not None:
            raise RuntimeError(f"The discovery failed: {server['last_error']['message']}")
        seen.append(server["discovered_at"])
        return seen[-1] not in (None, before)

    wait_for(is_discovered, every=POLL_SECONDS)
    return str(seen[-1])


def _require_drives(ids: Sequence[str], drives_per_server: int) -> None:
    """Raise RuntimeError unless every one of the servers is known to have the expected number of drives."""
    server_ids = [uuid.UUID(server_id) for server_id in ids]
    with session_scope() as session:
        counts = session.scalars(
            select(func.count()).where(Drive.server_id.in_(server_ids), Drive.present).group_by(Drive.server_id)
        ).all()
    if list(counts) != [drives_per_server] * len(server_ids):
        raise RuntimeError(f"Not every server was found to have {drives_per_server} drives: {sorted(counts)}.")


def _format_outputs(fleet: Fleet) -> str:
    return f"{fleet['outputs']} outputs, {fleet['output_bytes'] / 1000:.0f} kB"
