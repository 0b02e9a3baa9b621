"""Simulated server with drives.

After each job, it writes into the rows what a real server would report.
"""

from __future__ import annotations

import datetime as dt
import itertools
import uuid
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.campaigns.scheduler import advance
from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import (
    Array,
    Attempt,
    AttemptEvent,
    Campaign,
    Drive,
    Job,
    Measurement,
    Phase,
    Run,
    Server,
)
from storagelab.domain.lifecycle import JOB_TERMINAL

Scope = Callable[[], AbstractContextManager[Session]]
_uuids = itertools.count(1)


class Machine:
    """Carries out jobs in the rows. `condition` is what its array is in, `spoil` what it becomes under the next job."""

    def __init__(self, scope: Scope, server_id: uuid.UUID) -> None:
        self._scope, self._server_id = scope, server_id
        self.condition = "optimal"
        self.spoil: str | None = None
        #: The kind of failure with which the next job ends.
        self.failure: str | None = None
        self.jobs: list[tuple[str, list[str], list[str]]] = []

    def advance(self, campaign_id: uuid.UUID) -> None:
        """Take one step of the campaign, as the reconciler does at its next check."""
        with self._scope() as session:
            session.get_one(Campaign, campaign_id).next_check_at = None
            session.flush()
            advance(session, campaign_id, read_clock(session))

    def run_to_end(self, campaign_id: uuid.UUID, *, max_steps: int = 200) -> str:
        """Advance the campaign until it ends or requests a decision, and return its state."""
        for _ in range(max_steps):
            self.advance(campaign_id)
            if not self.play():
                self.discover()
            with self._scope() as session:
                state = session.get_one(Campaign, campaign_id).state
            if state in ("finished", "cancelled", "waiting_for_decision"):
                return state
        raise AssertionError("the campaign does not end")

    def discover(self) -> None:
        """Run a discovery that finds the server as it is."""
        with self._scope() as session:
            server = session.get_one(Server, self._server_id)
            server.discovered_at = read_clock(session)
            server.discovery = "idle"
            for array in session.scalars(select(Array).where(Array.server_id == server.id, Array.present)):
                array.condition = self.condition

    def play(self) -> bool:
        """Carry out the one open job; whether there was one."""
        with self._scope() as session:
            job = session.scalars(
                select(Job).where(Job.state.not_in(JOB_TERMINAL), Job.server_id == self._server_id).order_by(Job.number)
            ).first()
            if job is None:
                return False
            self.jobs.append((job.name, [step["kind"] for step in job.preparation], list(job.target["stable_ids"])))
            operations = [self._carry_out(session, job, operation) for operation in job.preparation]
            if self.spoil is not None and not job.name.endswith("apart"):
                self.condition, self.spoil = self.spoil, None
            now = read_clock(session)
            for run in session.scalars(select(Run).where(Run.job_id == job.id)):
                self._measure(session, run, now, operations)
            job.state, job.started_at, job.finished_at = "finished", now - dt.timedelta(seconds=10), now
            if self.failure is not None:
                job.state = "failed"
                for run in session.scalars(select(Run).where(Run.job_id == job.id)):
                    run.state, run.failure_kind, run.failure_message = "failed", self.failure, "It broke."
                self.failure = None
            return True

    def _carry_out(self, session: Session, job: Job, operation: dict[str, Any]) -> dict[str, Any]:
        evidence: dict[str, Any] = {}
        kind = operation["kind"]
        if kind == "mdadm_create":
            name = f"0000:{next(_uuids)}"
            evidence["stable_id"] = f"md-uuid-{name}"
            self._add_array(session, job.target["stable_ids"], name, operation)
            self.condition = "optimal"
        elif kind == "mdadm_stop":
            for array in session.scalars(select(Array).where(Array.present, Array.server_id == self._server_id)):
                array.present = False
                session.get_one(Drive, array.drive_id).present = False
            self.condition = "optimal"
        elif kind == "mdadm_fail":
            self.condition = "degraded"
        elif kind == "mdadm_readd":
            self.condition = "rebuilding"
        elif kind == "wait_quiet" and self.condition == "rebuilding":
            self.condition = "optimal"
        return {**operation, "state": "finished", "evidence": evidence}

    def _add_array(self, session: Session, members: list[str], name: str, operation: dict[str, Any]) -> None:
        drives = {
            row.stable_id: row for row in session.scalars(select(Drive).where(Drive.server_id == self._server_id))
        }
        now = read_clock(session)
        stable_id = f"md-uuid-{name}"
        device = Drive(
            id=generate_uuid7(),
            server_id=self._server_id,
            kernel_name=f"md{name}",
            path=f"/dev/md{name}",
            stable_id=stable_id,
            stable_ids=[stable_id],
            serial=name,
            size_bytes=10 * 2**30,
            resources=[f"dev:{stable_id}", *(f"dev:{member}" for member in members)],
            first_seen_at=now,
            last_seen_at=now,
        )
        session.add(device)
        session.flush()
        session.add(
            Array(
                id=generate_uuid7(),
                server_id=self._server_id,
                key=name,
                name=operation["name"],
                implementation="mdadm",
                level=operation["level"],
                condition="optimal",
                drive_id=device.id,
                members=[
                    {"kind": "drive", "key": member_id, "drive_id": str(drives[member_id].id)} for member_id in members
                ],
                first_seen_at=now,
                last_seen_at=now,
            )
        )
        session.flush()

    def _measure(self, session: Session, run: Run, now: dt.datetime, operations: list[dict[str, Any]]) -> None:
        attempt = session.scalars(select(Attempt).where(Attempt.run_id == run.id)).one()
        attempt.status = {"operations": operations}
        attempt.state, attempt.finished_at = "succeeded", now
        run.state, run.started_at, run.finished_at = "finished", now, now
        conditions: dict[str, Any] = {}
        for phase in session.scalars(select(Phase).where(Phase.run_id == run.id)):
            phase.state, phase.started_at = "finished", now
            session.add(
                Measurement(
                    run_id=run.id,
                    phase_id=phase.id,
                    random_percent=phase.random_percent,
                    block_bytes=phase.block_bytes,
                    iops=1000.0 + phase.ordinal,
                    bandwidth_bytes_per_s=4096000.0,
                    latency_mean_ns=90_000.0,
                    latency_p99_ns=200_000.0,
                    badges=[],
                )
            )
            here = (Array.present, Array.server_id == self._server_id)
            if session.scalars(select(Array).where(*here)).first() is not None:
                is_optimal = self.condition == "optimal"
                array = {
                    "condition": self.condition,
                    "window": {"whole": True, "t0_ms": 0, "t1_ms": 1000},
                    "optimal": is_optimal,
                    "reason": None if is_optimal else f"the array was {self.condition} throughout",
                }
                conditions[str(phase.ordinal)] = {"arrays": [array], "optimal": is_optimal, "measured": None}
        session.add(
            AttemptEvent(
                attempt_id=attempt.id, who="worker", kind="conditions", message="", evidence={"phases": conditions}
            )
        )
