"""Filing of findings that a source or a result file states, in bulk, and their removal."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Collection, Iterable

from sqlalchemy import delete, func, insert, select
from sqlalchemy.orm import Session

from storagelab.db.base import generate_uuid7
from storagelab.db.clock import read_clock
from storagelab.db.models import StoredFinding
from storagelab.domain.finding import Finding, PrintedFinding
from storagelab.domain.json_values import RowValues

#: Columns that a finding has under the same name; `source` is the title of the source.
FINDING_FIELDS = tuple(name for name in Finding.__struct_fields__ if name != "source")


def file_findings(
    session: Session, findings: Iterable[Finding], *, run_id: uuid.UUID | None = None, source_title: str | None = None
) -> int:
    """Store findings in this order; return their number.

    `source_title` takes the place of the source that a finding names. With `run_id` they belong to that run and are
    removed with it. Ordinals count within the call.
    """
    now = read_clock(session)
    rows = [
        {
            **build_finding_row(finding),
            "run_id": run_id,
            "source_title": source_title or finding.source,
            "ordinal": ordinal,
            # In lists the order of time is the order of filing.
            "created_at": now + dt.timedelta(microseconds=ordinal),
        }
        for ordinal, finding in enumerate(findings, start=1)
    ]
    if rows:
        session.execute(insert(StoredFinding), rows)
    return len(rows)


def build_finding_row(finding: Finding) -> RowValues:
    """Return the content of a finding as the columns of a new row."""
    return {
        "id": generate_uuid7(),
        **{name: getattr(finding, name) for name in FINDING_FIELDS},
        "workload": dict(finding.workload),
        "value_kind": finding.value_kind if isinstance(finding, PrintedFinding) else None,
        "printed": finding.printed if isinstance(finding, PrintedFinding) else None,
        "source_reads": finding.source_reads if isinstance(finding, PrintedFinding) else None,
    }


def remove_published_findings(session: Session, source_titles: Collection[str]) -> int:
    """Delete the findings of these sources that belong to no run and that no person wrote; return their number."""
    statement = delete(StoredFinding).where(
        StoredFinding.origin == "published",
        StoredFinding.source_title.in_(source_titles),
        StoredFinding.run_id.is_(None),
        StoredFinding.created_by.is_(None),
    )
    return len(session.execute(statement.returning(StoredFinding.id)).all())


def count_published_findings(session: Session, source_titles: Collection[str]) -> int:
    """Count the findings of these sources that belong to no run and that no person wrote."""
    statement = select(func.count()).where(
        StoredFinding.origin == "published",
        StoredFinding.source_title.in_(source_titles),
        StoredFinding.run_id.is_(None),
        StoredFinding.created_by.is_(None),
    )
    return session.scalar(statement) or 0
