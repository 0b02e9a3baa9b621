"""Profiles as the lab plans them: one job of each is submitted, and others are copies."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.seeding.performance import Load

from storagelab.db.base import generate_uuid7
from storagelab.db.models import Attempt, Drive, Job, Phase, Profile, Run, Server
from storagelab.dispatch.service import submit_job
from storagelab.domain.result import RESULT_KINDS
from storagelab.planning.schemas import DevicesTarget, JobCreate, ProfileSelection

#: Profiles with the share that each has of all jobs.
PROFILES = {
    "four-corners": 0.35,
    "steady-4k-write": 0.25,
    "storagereview-4k": 0.2,
    "quick-4k": 0.12,
    "read-sweep": 0.08,
}


@dataclass(frozen=True, eq=False)
class PlannedPhase:
    """One phase of a recipe; `values` are its columns by name, as a plan leaves them."""

    ordinal: int
    name: str
    kind: str
    seconds: float
    load: Load
    values: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Recipe:
    """A profile that was planned for one target."""

    profile_id: uuid.UUID
    name: str
    title: str
    writes: bool
    phases: tuple[PlannedPhase, ...]
    job: dict[str, Any]
    spec: dict[str, Any]

    @cached_property
    def seconds(self) -> float:
        """Return how long a run of it takes."""
        return sum(phase.seconds for phase in self.phases)

    @cached_property
    def measured(self) -> tuple[PlannedPhase, ...]:
        """Return the phases that give results."""
        return tuple(phase for phase in self.phases if phase.kind in RESULT_KINDS)


def submit_recipes(session: Session, *, server: Server, device: Drive, start_after: dt.datetime) -> list[Recipe]:
    """Submit a job of each profile for one device, to begin at that time; return what the lab made of them."""
    return [_read_recipe(session, _submit(session, name, server, device, start_after)) for name in PROFILES]


def without_preparation(recipe: Recipe, kind: str) -> Recipe:
    """Return a recipe reduced to its results, as phases of this kind: files of other labs contain nothing else."""
    phases = [
        replace(phase, ordinal=ordinal, kind=kind, values={**phase.values, "ordinal": ordinal, "kind": kind})
        for ordinal, phase in enumerate(recipe.measured, start=1)
    ]
    return replace(recipe, phases=tuple(phases))


def plan_for(recipe: Recipe, drive: Drive) -> dict[str, Any]:
    """Return the columns of a job of the recipe on another device."""
    job, plan = recipe.job, recipe.job["plan"]
    destroys = [
        {"stable_id": drive.stable_id, "model": drive.model, "serial_ending": (drive.serial or "")[-6:]}
        for _ in plan["destroys"]
    ]
    return {
        **job,
        "target": {**job["target"], "stable_ids": [drive.stable_id]},
        "confirm_serials": [drive.serial] if recipe.writes else [],
        "plan": {**plan, "target_bytes": drive.size_bytes, "destroys": destroys, "endurance": []},
    }


def spec_for(recipe: Recipe, drive: Drive) -> dict[str, Any]:
    """Return what the runner would be given for such a job."""
    devices = [{name: getattr(drive, name) for name in ("stable_id", "serial", "path", "size_bytes")}]
    return {**recipe.spec, "target": {"kind": "devices", "devices": devices}}


def _submit(session: Session, profile: str, server: Server, device: Drive, start_after: dt.datetime) -> Job:
    body = JobCreate(
        server_id=str(server.id),
        profile=ProfileSelection(name=profile),
        target=DevicesTarget(kind="devices", stable_ids=[str(device.stable_id)]),
        confirm_serials=[] if profile == "read-sweep" else [str(device.serial)],
        accept_wear=True,
        start_after=start_after,
    )
    return submit_job(session, user=None, body=body, job_id=generate_uuid7())


_JOB_COLUMNS = (
    *("engine", "parameters", "target", "on_lost", "confirm_serials", "preparation", "note", "plan"),
    *("estimated_seconds", "maximum_seconds"),
)
PHASE_COLUMNS = (
    *("ordinal", "name", "kind", "group", "loop", "round", "workload", "block_bytes", "read_percent"),
    *("random_percent", "threads", "queue_depth", "outstanding_ios", "offered_iops", "stop", "ramp_seconds"),
    "planned_seconds",
)


def _read_recipe(session: Session, job: Job) -> Recipe:
    run_id = session.scalars(select(Run.id).where(Run.job_id == job.id)).one()
    phases = session.scalars(select(Phase).where(Phase.run_id == run_id).order_by(Phase.ordinal)).all()
    profile = session.get_one(Profile, job.profile_id)
    return Recipe(
        profile_id=profile.id,
        name=profile.name,
        title=profile.title,
        writes=bool(job.confirm_serials),
        phases=_describe(phases),
        job={name: getattr(job, name) for name in _JOB_COLUMNS},
        spec=session.scalars(select(Attempt.spec).where(Attempt.run_id == run_id)).one(),
    )


def _describe(phases: Sequence[Phase]) -> tuple[PlannedPhase, ...]:
    return tuple(
        PlannedPhase(
            ordinal=phase.ordinal,
            name=phase.name,
            kind=phase.kind,
            seconds=float(phase.planned_seconds or 0.0),
            load=Load(
                block_bytes=int(phase.block_bytes or 4096),
                read_percent=float(phase.read_percent or 0.0),
                random_percent=float(phase.random_percent or 0.0),
                outstanding_ios=int(phase.outstanding_ios or 1),
            ),
            values={name: getattr(phase, name) for name in PHASE_COLUMNS},
        )
        for phase in phases
    )
