"""One lab without its API, as the tests of the workers drive it: its processes, its rows, its waiting."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.analysis.series_codec import decode_series
from storagelab.config import Settings
from storagelab.db.models import Attempt, AttemptEvent, Job, Lease, Measurement, Phase, Profile, Run, Series, Server
from storagelab.db.session import session_scope
from storagelab.domain.profile import lay_out, parse_profile
from storagelab.engines.registry import get_engine
from storagelab.planning.loops import build_loop_fields, build_loops_spec
from storagelab.planning.plan import build_late_rates
from storagelab_workers.process import process_servers
from storagelab_workers.server_step import discover

FILE_BYTES = 8 << 20


def measure(name: str, seconds: int, *, read: int = 100) -> dict[str, Any]:
    """Return one phase of a tiny profile, as a catalogue file has it."""
    workload = {"block_size": "4k", "read": read, "random": 100, "threads": 1, "queue_depth": 4}
    return {"name": name, "kind": "measure", "workload": workload, "stop": {"kind": "time", "seconds": seconds}}


FILL = {
    "name": "fill",
    "kind": "fill",
    "workload": {"block_size": "1m", "read": 0, "random": 0, "threads": 1, "queue_depth": 2},
    "stop": {"kind": "volume", "seconds": 30, "passes": 1},
}
STEADY = {
    "name": "warm up",
    "kind": "precondition",
    "workload": {"block_size": "4k", "read": 0, "random": 100, "threads": 1, "queue_depth": 4},
    # Limits this wide make every window steady, so the outcome does not depend on the machine.
    "stop": {"kind": "steady", "round": 1, "window": 2, "max_rounds": 4, "range_limit": 9, "slope_limit": 9},
}
FOUR_PHASES = (
    FILL,
    STEADY,
    measure("random read", 2),
    measure("mixed", 2, read=70),
)


@dataclass
class Processes:
    """The child processes of a test, each leading a group that dies with the test."""

    logs: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def start(self, name: str, argv: list[str], **environment: str) -> subprocess.Popen[bytes]:
        """Start a Python module of the product."""
        with (self.logs / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                # The tests' own environment goes on, with these in it.
                ["env", *(f"{key}={value}" for key, value in environment.items()), sys.executable, "-P", "-m", *argv],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.running.append(process)
        return process

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Kill a process and everything it started, without a goodbye."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def kill_all(self) -> None:
        while self.running:
            self.kill(self.running.pop())


@dataclass
class Lab:
    """One installation with a database, a queue and a runner state of its own."""

    settings: Settings
    processes: Processes
    engine_starts: Path

    def start_worker(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a Celery worker as the launcher starts it."""
        argv = ["celery", "--app=storagelab_workers.app", "worker", "--pool=threads", "--concurrency=8"]
        argv += [f"--queues={self.settings.celery_queue}", "--loglevel=info", "--without-gossip", "--without-mingle"]
        return self.processes.start("worker", argv, **environment)

    def start_reconciler(self, **environment: str) -> subprocess.Popen[bytes]:
        return self.processes.start("reconciler", ["storagelab_workers.reconciler"], **environment)

    def add_local_server(self, name: str = "this-machine") -> uuid.UUID:
        """Add this machine, discovered, and return its id."""
        with session_scope() as session:
            server = Server(name=name, transport="local", discovery="requested")
            session.add(server)
            session.flush()
            server_id = server.id
        discover(server_id, servers=process_servers())
        return server_id

    def submit(
        self,
        server_id: uuid.UUID,
        phases: tuple[dict[str, Any], ...] = FOUR_PHASES,
        *,
        deadline_seconds: float = 120,
        **job: Any,
    ) -> uuid.UUID:
        """Insert a job with one run, ready to be driven; returns the attempt's id."""
        document = {"name": "tiny", "version": 1, "title": "Tiny", "description": "For tests", "phases": list(phases)}
        expansion = lay_out(parse_profile(document))
        plans, rules = expansion.phases, {rule.name: rule for rule in expansion.loops}
        engine = get_engine("fio")
        target = {"kind": "file", "path": None, "size_bytes": FILE_BYTES}
        with session_scope() as session:
            profile = Profile(
                name="tiny", version=1, title="Tiny", description="", source="", definition=document,
                sha256=uuid.uuid4().hex,
            )  # fmt: skip
            session.add(profile)
            session.flush()
            columns: dict[str, Any] = {
                "name": "tiny", "server_id": server_id, "profile_id": profile.id, "engine": "fio", "parameters": {},
                "target": target, "repeats": 1, "priority": 50, "on_lost": "stop", "note": "",
                "plan": {"loops": [rule.to_json() for rule in expansion.loops]},
                "estimated_seconds": 10.0, "maximum_seconds": 60.0, "state": "queued",
            }  # fmt: skip
            row = Job(**{**columns, **job})
            session.add(row)
            session.flush()
            run = Run(
                job_id=row.id, server_id=server_id, profile_id=profile.id, title="tiny", origin="measured",
                engine="fio", state="waiting",
            )  # fmt: skip
            session.add(run)
            session.flush()
            for plan in plans:
                workload = plan.workload
                session.add(
                    Phase(
                        run_id=run.id,
                        ordinal=plan.ordinal,
                        name=plan.name,
                        kind=plan.kind,
                        loop=plan.loop,
                        round=plan.round,
                        workload=workload.to_json(),
                        block_bytes=workload.block_bytes,
                        read_percent=workload.read_percent,
                        random_percent=workload.random_percent,
                        threads=workload.threads,
                        queue_depth=workload.queue_depth,
                        outstanding_ios=workload.outstanding_ios,
                        stop=plan.stop.to_json(),
                        planned_seconds=plan.maximum_seconds,
                    )
                )
            spec = {
                "format": 2, "deadline_seconds": deadline_seconds, "engine": "fio", "target": target,
                "preparation": [],
                "phases": [
                    {
                        "ordinal": plan.ordinal, "name": plan.name, "writes": plan.workload.writes,
                        "job_file": engine.render(plan, target_bytes=FILE_BYTES),
                        "status_interval_seconds": 1, "stop": plan.stop.to_json(), "ramp_seconds": 0,
                        **build_late_rates(plan), **build_loop_fields(plan, rules),
                    }
                    for plan in plans
                ],
                **build_loops_spec(expansion.loops),
            }  # fmt: skip
            attempt = Attempt(run_id=run.id, ordinal=1, server_id=server_id, spec=spec)
            session.add(attempt)
            session.flush()
            return attempt.id

    def attempt(self, attempt_id: uuid.UUID) -> Attempt:
        with session_scope() as session:
            return session.get_one(Attempt, attempt_id)

    def run_of(self, attempt_id: uuid.UUID) -> Run:
        with session_scope() as session:
            return session.scalars(select(Run).join(Attempt).where(Attempt.id == attempt_id)).one()

    def phases_of(self, attempt_id: uuid.UUID) -> list[Phase]:
        with session_scope() as session:
            query = select(Phase).join(Attempt, Attempt.run_id == Phase.run_id).where(Attempt.id == attempt_id)
            return list(session.scalars(query.order_by(Phase.ordinal)))

    def events_of(self, attempt_id: uuid.UUID) -> list[AttemptEvent]:
        with session_scope() as session:
            query = select(AttemptEvent).where(AttemptEvent.attempt_id == attempt_id)
            return list(session.scalars(query.order_by(AttemptEvent.id)))

    def server(self, server_id: uuid.UUID) -> Server:
        with session_scope() as session:
            return session.get_one(Server, server_id)

    def leases(self) -> list[str]:
        with session_scope() as session:
            return list(session.scalars(select(Lease.resource)))

    def read(self, query: Callable[[Session], Any]) -> Any:
        with session_scope() as session:
            return query(session)

    def wait(self, condition: Callable[[], bool], *, seconds: float = 120.0) -> None:
        """Poll until `condition` holds; the logs of the processes are in the failure."""
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline:
                logs = "\n".join(path.read_text()[-4000:] for path in self.processes.logs.glob("*.log"))
                pytest.fail(f"not within {seconds:g} s\n{logs}")
            time.sleep(0.1)

    def wait_for_end(self, attempt_id: uuid.UUID, *, seconds: float = 120.0) -> Attempt:
        self.wait(lambda: self.attempt(attempt_id).finished_at is not None, seconds=seconds)
        return self.attempt(attempt_id)

    def started_engines(self) -> int:
        """Return the number of starts of the engine for I/O, counted by the engine's own stand-in on PATH."""
        return len(self.engine_starts.read_text().splitlines()) if self.engine_starts.exists() else 0

    def assert_every_sample_once(self, *phases: Phase) -> None:
        """Check that the intervals of each phase's one stored curve hold exactly the I/Os of its one measurement."""
        ids = sorted(phase.id for phase in phases)
        with session_scope() as session:
            curves = session.scalars(
                select(Series).where(
                    Series.phase_id.in_(ids),
                    Series.source == "status",
                    Series.metric == "iops",
                    Series.direction == "total",
                )
            ).all()
            measured = session.execute(
                select(Measurement.phase_id, Measurement.ios).where(Measurement.phase_id.in_(ids))
            ).all()
        assert sorted(curve.phase_id for curve in curves) == ids
        assert sorted(phase_id for phase_id, _ in measured) == ids
        ios = dict(measured)
        for curve in curves:
            times, values = (column.tolist() for column in decode_series(curve.data))
            lengths = [end - before for before, end in itertools.pairwise([0, *times])]
            rates = [value * curve.factor for value in values]
            assert min(lengths) > 0
            held = sum(round(rate * length / 1000) for rate, length in zip(rates, lengths, strict=True))
            assert held == ios[curve.phase_id]
