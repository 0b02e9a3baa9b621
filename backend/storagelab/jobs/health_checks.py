"""Health checks: a short workload on a scratch file, with a discovery.

A check that fails takes its server out of service.
"""

from __future__ import annotations

import datetime as dt
import uuid

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.models import Job, Server
from storagelab.db.references import format_row_number
from storagelab.dispatch.service import submit_job
from storagelab.domain.labels import HEALTH_CHECK_KEY
from storagelab.domain.lifecycle import JOB_TERMINAL
from storagelab.domain.units import MIB
from storagelab.errors import Conflict
from storagelab.inventory.service import request_discovery
from storagelab.planning.schemas import FileTarget, JobCreate, ProfileSelection

#: About half a minute: a file is written from end to end, overwritten in five rounds, and read at six queue depths.
PROFILE = ProfileSelection(name="quick-4k", parameters={"round_seconds": 1.0, "max_rounds": 5.0, "point_seconds": 2.0})
FILE_BYTES = 64 * MIB


def submit_health_check(session: Session, *, user: Identity | None, server: Server, job_id: uuid.UUID) -> Job:
    """Submit a health check of a server as the job `job_id`, and request a discovery.

    `user` None means the lab's own schedule. The caller has locked the server. Raises Conflict while a health check is
    under way, RequestRefused where none can run.
    """
    under_way = find_health_check(session, server)
    if under_way is not None:
        raise Conflict(f"{format_row_number(under_way)} is a health check of {server.name} that has not ended yet.")
    body = JobCreate(
        name=f"Health check of {server.name}"[:200],
        server_id=str(server.id),
        profile=PROFILE,
        target=FileTarget(kind="file", size_bytes=FILE_BYTES),
    )
    job = submit_job(session, user=user, body=body, job_id=job_id)
    job.labels = {HEALTH_CHECK_KEY: "scheduled" if user is None else "asked for"}
    if server.health_check_hours is not None:
        server.health_check_due_at = job.created_at + dt.timedelta(hours=server.health_check_hours)
    request_discovery(session, server=server)
    session.flush()
    return job


def find_health_check(session: Session, server: Server) -> Job | None:
    """Find the health check of a server that has not ended, if there is one."""
    return session.scalars(
        select(Job)
        .where(Job.server_id == server.id, Job.state.not_in(JOB_TERMINAL), Job.labels.has_key(HEALTH_CHECK_KEY))
        .limit(1)
    ).first()
