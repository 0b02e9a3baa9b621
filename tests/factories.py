"""Rows for tests: everything has a plausible value, and a test names only what it is about."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterator
from typing import Any, TypeVar

from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.models import (
    Array,
    Attempt,
    AttemptEvent,
    Controller,
    Drive,
    Enclosure,
    Enrolment,
    Job,
    LiveChunk,
    Phase,
    Profile,
    Run,
    Server,
)
from storagelab.domain.workload import BlockSize, Workload

Row = TypeVar("Row")
LONG_AGO = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
SEEN = {"first_seen_at": LONG_AGO, "last_seen_at": LONG_AGO}


class Factory:
    """Makes rows in one session and flushes them."""

    def __init__(self, session: Session, *, numbers: Iterator[int] | None = None) -> None:
        self.session = session
        #: The number that distinguishes rows; several factories of one database share it.
        self._counter = numbers or itertools.count(1)

    def server(self, **values: Any) -> Server:
        """Create a server that is ready and has fio."""
        defaults = {
            "id": generate_uuid7(),
            "name": f"server-{next(self._counter)}",
            "transport": "local",
            "state": "ready",
            "fio_version": "fio-3.33",
        }
        return self._add(Server(**(defaults | values)))

    def drive(self, server: Server, **values: Any) -> Drive:
        """Create a free NVMe drive of 16 GiB."""
        number = next(self._counter)
        stable_id = values.get("stable_id", f"nvme-test-{number}")
        defaults = {
            "kernel_name": f"nvme{number}n1",
            "path": f"/dev/nvme{number}n1",
            "stable_id": stable_id,
            "stable_ids": [stable_id],
            "size_bytes": 16 * 2**30,
        }
        return self._add(Drive(id=generate_uuid7(), server_id=server.id, **(SEEN | defaults | values)))

    def controller(self, server: Server, **values: Any) -> Controller:
        """Create a RAID controller."""
        number = next(self._counter)
        defaults = {"key": f"pci:0000:{number:02x}:00.0", "kind": "raid", "pci_address": f"0000:{number:02x}:00.0"}
        return self._add(Controller(id=generate_uuid7(), server_id=server.id, **(SEEN | defaults | values)))

    def enclosure(self, server: Server, **values: Any) -> Enclosure:
        """Create a backplane."""
        defaults = {"key": f"e{next(self._counter)}", "kind": "backplane"}
        return self._add(
            Enclosure(
                id=generate_uuid7(),
                server_id=server.id,
                first_seen_at=LONG_AGO,
                last_seen_at=LONG_AGO,
                **(defaults | values),
            )
        )

    def array(self, server: Server, **values: Any) -> Array:
        """Create an array of the kernel without members."""
        number = next(self._counter)
        defaults = {"key": f"uuid-{number}", "name": f"md{number}", "implementation": "mdadm", "level": "raid5"}
        return self._add(Array(id=generate_uuid7(), server_id=server.id, **(SEEN | defaults | values)))

    def enrolment(self, drive: Drive, **values: Any) -> Enrolment:
        """Create a valid enrolment of a drive."""
        defaults = {
            "server_id": drive.server_id,
            "stable_id": drive.stable_id,
            "serial": drive.serial,
            "state": "active",
        }
        return self._add(Enrolment(id=generate_uuid7(), **(defaults | values)))

    def profile(self, **values: Any) -> Profile:
        """Create a profile row."""
        number = next(self._counter)
        defaults = {
            "name": f"profile-{number}",
            "version": 1,
            "title": "A profile",
            "description": "For tests",
            "source": "",
            "definition": {},
            "sha256": f"{number:064x}",
        }
        return self._add(Profile(id=generate_uuid7(), **(defaults | values)))

    def job(self, server: Server | None = None, **values: Any) -> Job:
        """Create a queued job without runs."""
        server = server or self.server()
        plan = {
            "estimated_seconds": 10.0,
            "maximum_seconds": 10.0,
            "bytes_written": None,
            "sample_count": 10,
            "phases": [],
            "job_files": [],
            "warnings": [],
        }
        defaults = {
            "name": "a job",
            "engine": "fio",
            "parameters": {},
            "target": {"kind": "file", "path": None, "size_bytes": 2**28},
            "repeats": 1,
            "priority": 50,
            "on_lost": "stop",
            "note": "",
            "plan": plan,
            "estimated_seconds": 10.0,
            "maximum_seconds": 10.0,
            "state": "queued",
        }
        if "profile_id" not in values:
            values["profile_id"] = self.profile().id
        return self._add(Job(id=generate_uuid7(), server_id=server.id, **(defaults | values)))

    def run(self, job: Job, **values: Any) -> Run:
        """Create a waiting run of a job."""
        defaults = {
            "server_id": job.server_id,
            "profile_id": job.profile_id,
            "title": "a run",
            "origin": "measured",
            "engine": "fio",
            "state": "waiting",
        }
        return self._add(Run(id=generate_uuid7(), job_id=job.id, **(defaults | values)))

    def attempt(self, run: Run, **values: Any) -> Attempt:
        """Create a queued attempt at a run."""
        defaults = {"ordinal": 1, "server_id": run.server_id, "spec": {}}
        return self._add(Attempt(id=generate_uuid7(), run_id=run.id, **(defaults | values)))

    def phase(self, run: Run, **values: Any) -> Phase:
        """Create a planned phase of ten seconds."""
        workload = Workload((BlockSize(4096),), read_percent=100, random_percent=100, queue_depth=4)
        defaults = {
            "ordinal": 1,
            "name": "4K random read",
            "kind": "measure",
            "workload": workload.to_json(),
            "stop": {"kind": "time", "seconds": 10.0},
            "planned_seconds": 10.0,
        }
        return self._add(Phase(id=generate_uuid7(), run_id=run.id, **(defaults | values)))

    def event(self, attempt: Attempt, message: str, **values: Any) -> AttemptEvent:
        """Create an event of an attempt."""
        defaults = {"who": "worker", "kind": "note"}
        return self._add(AttemptEvent(attempt_id=attempt.id, message=message, **(defaults | values)))

    def chunk(self, attempt: Attempt, phase: Phase, t_ms: list[int], *, ios: int = 1000) -> LiveChunk:
        """Create a chunk with one interval sample of a second for each time, read only."""
        samples = [
            {
                "t_ms": moment,
                "dt_ms": 1000,
                "direction": "read",
                "ios": ios,
                "bytes": ios * 4096,
                "latency": {"n": ios, "mean": 1000.0, "stddev": 10.0, "min": 900.0, "max": 2000.0},
                "p99_ns": 1500.0,
                "p999_ns": 1800.0,
            }
            for moment in t_ms
        ]
        offset = next(self._counter)
        return self._add(
            LiveChunk(
                attempt_id=attempt.id,
                phase_id=phase.id,
                stream="phases/01/status.json",
                start_offset=offset,
                end_offset=offset + 1,
                samples=samples,
            )
        )

    def _add(self, row: Row) -> Row:
        self.session.add(row)
        self.session.flush()
        return row
