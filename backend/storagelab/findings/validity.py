"""Validity of findings: one whose runs do not count is shown with the reason and rated nowhere."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, and_, exists, not_, or_, select
from sqlalchemy.orm import Session

from storagelab.db.models import FindingRun, Run, StoredFinding
from storagelab.db.references import format_number
from storagelab.runs.validity import COUNTED

LinkValidity = Literal["counted", "invalid", "trashed", "removed"]
Side = Literal["subject", "object", "source"]

#: Condition in SQL that every run of a finding counts.
IS_COUNTED: ColumnElement[bool] = and_(
    ~exists(select(Run.id).where(Run.id == StoredFinding.run_id, not_(COUNTED))),
    ~exists(
        select(FindingRun.id)
        .outerjoin(Run, Run.id == FindingRun.run_id)
        .where(FindingRun.finding_id == StoredFinding.id, or_(Run.id.is_(None), not_(COUNTED)))
    ),
)


@dataclass(frozen=True, slots=True)
class LinkedRun:
    """A run of a finding; the side `source` is the run it was filed with.

    `id` and `title` are None for a run that was removed.
    """

    side: Side
    number: str
    id: uuid.UUID | None
    title: str | None
    validity: LinkValidity
    reason: str | None


def load_linked_runs(session: Session, rows: Sequence[StoredFinding]) -> Mapping[uuid.UUID, list[LinkedRun]]:
    """Return the runs of findings by finding id in two queries: first the run that a finding was filed with."""
    linked: dict[uuid.UUID, list[LinkedRun]] = defaultdict(list)
    own_ids = {row.run_id for row in rows if row.run_id is not None}
    runs = {run.id: run for run in session.scalars(select(Run).where(Run.id.in_(own_ids)))} if own_ids else {}
    for row in rows:
        if row.run_id is not None and row.run_id in runs:
            linked[row.id].append(_describe_run("source", runs[row.run_id].number, runs[row.run_id]))
    query = (
        select(FindingRun, Run)
        .outerjoin(Run, Run.id == FindingRun.run_id)
        .where(FindingRun.finding_id.in_([row.id for row in rows]))
        .order_by(FindingRun.side.desc(), FindingRun.run_number)
    )
    for link, run in session.execute(query):
        linked[link.finding_id].append(
            _describe_run("subject" if link.side == "subject" else "object", link.run_number, run)
        )
    return linked


def _describe_run(side: Side, number: int, run: Run | None) -> LinkedRun:
    validity: LinkValidity = "counted"
    reason = None
    if run is None:
        validity = "removed"
    elif run.trashed_at is not None:
        validity, reason = "trashed", run.trashed_reason
    elif run.invalid_at is not None:
        validity, reason = "invalid", run.invalid_reason
    return LinkedRun(
        side=side,
        number=format_number(Run, number),
        id=run.id if run is not None else None,
        title=run.title if run is not None else None,
        validity=validity,
        reason=reason,
    )
