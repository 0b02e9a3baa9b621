"""Validity of a run that is over: whether it counts, and whether lists show it.

An invalid run is shown everywhere with its reason and counts nowhere; one in the trash is not shown either. Neither
changes the effect of the run on its drives, which the ledger of their states still has.
"""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from sqlalchemy import ColumnElement
from sqlalchemy.orm import joinedload
from sqlalchemy.orm.interfaces import LoaderOption

from storagelab.db.models import Run, User
from storagelab.db.references import format_row_number
from storagelab.domain.result import format_exclusion_reason

#: Runs that statistics, estimates and result sets may use.
COUNTED: ColumnElement[bool] = Run.invalid_at.is_(None) & Run.trashed_at.is_(None)

#: Its columns, for a run that is locked to be decided about.
VALIDITY_COLUMNS = (
    *("invalid_at", "invalid_reason", "invalid_by_id"),
    *("trashed_at", "trashed_reason", "trashed_by_id"),
)


def is_counted(run: Run) -> bool:
    """Return whether the figures of a run count: it is neither invalid nor in the trash.

    `COUNTED` is the same condition in SQL.
    """
    return run.invalid_at is None and run.trashed_at is None


def find_exclusion_reason(run: Run) -> str | None:
    """Return the reason that a run's figures are not used, as a sentence; None for one that counts."""
    return format_exclusion_reason(
        format_row_number(run), is_trashed=run.trashed_at is not None, invalid_reason=run.invalid_reason
    )


def list_validity_relations() -> tuple[LoaderOption, ...]:
    """Return the loader options for the users who marked a run invalid or put it into the trash."""
    return (
        joinedload(Run.invalid_by).load_only(User.name),
        joinedload(Run.trashed_by).load_only(User.name),
    )


class ExclusionValues(TypedDict):
    """The decision of a person that a run does not count."""

    at: dt.datetime
    by: str | None
    reason: str | None


def build_validity_fields(run: Run) -> dict[str, ExclusionValues | None]:
    """Return `invalid` and `trashed` of a summary; null unless the run is invalid or trashed."""
    return {
        "invalid": _describe_decision(run.invalid_at, run.invalid_by, run.invalid_reason),
        "trashed": _describe_decision(run.trashed_at, run.trashed_by, run.trashed_reason),
    }


def _describe_decision(at: dt.datetime | None, by: User | None, reason: str | None) -> ExclusionValues | None:
    return {"at": at, "by": by.name if by is not None else None, "reason": reason} if at is not None else None
