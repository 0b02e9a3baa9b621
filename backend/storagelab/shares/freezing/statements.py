"""Printed figures of a run that are no measurements, as its source states them."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import Run, StoredFinding
from storagelab.domain.finding import PrintedFinding
from storagelab.findings.queries import read_printed_finding

MAX_STATEMENTS = 1000


def list_statements(session: Session, run: Run) -> list[PrintedFinding]:
    """Return the printed figures that were filed with a run beside its measurements, in the order of the source."""
    rows = session.scalars(
        select(StoredFinding)
        .where(StoredFinding.run_id == run.id, StoredFinding.relation == "states", StoredFinding.printed.is_not(None))
        .order_by(StoredFinding.ordinal)
        .limit(MAX_STATEMENTS)
    )
    return [read_printed_finding(row) for row in rows]
