"""What was done to a drive, as the ledger of drive states has it."""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from storagelab.db.models import DriveStateEntry
from storagelab.domain.drive_state import Entry, State

#: A drive's state follows from its last writes; what was done long before is not read.
_MOST_ENTRIES = 500


def read_entries(session: Session, identity: str) -> list[Entry]:
    """What was done to a drive, oldest first."""
    query = (
        select(DriveStateEntry)
        .where(DriveStateEntry.identity == identity)
        .order_by(DriveStateEntry.id.desc())
        .limit(_MOST_ENTRIES)
    )
    return [_entry(row) for row in reversed(session.scalars(query).all())]


def _entry(row: DriveStateEntry) -> Entry:
    state: State = row.state  # type: ignore[assignment]  # The column's check has the same words.
    return Entry(state, row.reason, row.workload, row.written_bytes)
