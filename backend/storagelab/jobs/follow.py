"""People who follow jobs: the runs of those are among their notices."""

from __future__ import annotations

import uuid

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from storagelab.auth.personal_settings import read_settings
from storagelab.auth.service import Identity
from storagelab.db.models import JobFollower


def set_follow(session: Session, *, user: Identity, job_id: uuid.UUID, following: bool) -> None:
    """Make a person follow a job or no longer; again changes nothing."""
    if following:
        row = insert(JobFollower).values(user_id=user.user_id, job_id=job_id)
        session.execute(row.on_conflict_do_nothing())
        return
    session.execute(delete(JobFollower).where(JobFollower.user_id == user.user_id, JobFollower.job_id == job_id))


def follow_started(session: Session, *, user: Identity, job_id: uuid.UUID) -> None:
    """Make a person follow the job that they have just submitted, unless their settings disable it."""
    if read_settings(session, user.user_id).follow_started:
        set_follow(session, user=user, job_id=job_id, following=True)
