"""Simulated servers on this machine, behind real SSH, registered in the lab that is measured."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypedDict

import httpx2
from sqlalchemy import delete, func, select

from storagelab.config import CHECKOUT, get_settings
from storagelab.db.models import Server
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import ServerState

SAMPLE_SECONDS = 0.5
_PATIENCE_SECONDS = 600.0


class Fleet(TypedDict):
    """The description that simulated servers print; the outputs are those of one of them."""

    ports: Sequence[int]
    fingerprint: str
    outputs: int
    output_bytes: int


@contextmanager
def simulated_servers(folder: Path, count: int, *, drives: int = 0) -> Iterator[Fleet]:
    """Run `count` simulated servers with `drives` drives each; yield the description that they print."""
    arguments = [str(folder), str(count), str(drives)]
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.fleet.servers", *arguments],
        cwd=CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
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


def register(client: httpx2.Client, fleet: Fleet, numbers: Sequence[int]) -> list[str]:
    """Register the simulated servers with these numbers without waiting for them; return their ids."""
    ids = []
    for number in numbers:
        body = {
            "name": f"fleet-{number:03d}", "address": "127.0.0.1", "port": fleet["ports"][number], "username": "bench",
            "host_key_fingerprint": fleet["fingerprint"],
        }  # fmt: skip
        ids.append(str(client.post("/servers", json=body).raise_for_status().json()["id"]))
    return ids


def wait_until_ready(ids: Sequence[str]) -> None:
    """Wait until every one of these servers is ready."""
    wait_for(lambda: count_servers(ids, Server.state == ServerState.READY) == len(ids))


def count_servers(ids: Sequence[str], *conditions: Any) -> int:
    """Count those of the servers that meet all conditions."""
    server_ids = [uuid.UUID(server_id) for server_id in ids]
    with session_scope() as session:
        return session.scalars(
            select(func.count()).select_from(Server).where(Server.id.in_(server_ids), *conditions)
        ).one()


def remove_servers(ids: Sequence[uuid.UUID]) -> None:
    """Delete servers on which nothing ever ran, with all data about them."""
    with session_scope() as session:
        session.execute(delete(Server).where(Server.id.in_(ids)))


def wait_for(condition: Callable[[], bool], *, every: float = SAMPLE_SECONDS) -> None:
    """Wait until a condition is true, checked at intervals of `every` seconds. Raises RuntimeError on a timeout."""
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError(f"The fleet was not ready within {_PATIENCE_SECONDS:g} s.")
        time.sleep(every)


def list_worker_pids() -> list[int]:
    """Return the process ids of the workers of this lab.

    Workers are identified by the data folder in their environment.
    """
    mark = f"STORAGELAB_DATA_DIR={get_settings().data_dir}".encode()
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (folder / "cmdline").read_bytes().split(b"\0")
            if b"celery" in command and mark in (folder / "environ").read_bytes().split(b"\0"):
                pids.append(int(folder.name))
    return pids


def sum_cpu_seconds(pids: list[int]) -> float:
    """Return the processor time that these processes have used."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text("ascii").rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")
