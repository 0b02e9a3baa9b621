"""Queries over the queue: the fields of jobs, and words that are also found in what a job waits for."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection
from dataclasses import replace

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from storagelab.db.id_lists import is_one_of
from storagelab.db.models import Job
from storagelab.jobs.job_fields import JOBS
from storagelab.query.conditions import TypedQuery


def find_queued(
    session: Session,
    job_ids: Collection[uuid.UUID],
    query: TypedQuery,
    *,
    with_word: Callable[[str], list[uuid.UUID]],
) -> set[uuid.UUID]:
    """Return the jobs that a query finds among these; `with_word` gives those whose plan shows a word."""

    def build_mention_condition(word: str) -> ColumnElement[bool]:
        return or_(JOBS.mentions(word), is_one_of(Job.id, with_word(word)))

    statement = select(Job.id).where(is_one_of(Job.id, job_ids))
    return set(session.scalars(replace(JOBS, mentions=build_mention_condition).find(statement, query)))
