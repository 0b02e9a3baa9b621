"""Reads of dashboards, as far as a person may see them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, or_, select
from sqlalchemy.orm import Session

from storagelab.auth.roles import has_role
from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Dashboard, DashboardPin, Run
from storagelab.db.references import build_not_found, format_row_number, require_by_reference
from storagelab.http.listing import PageRequest, paginate
from storagelab.inventory.history import load_user_names
from storagelab.query.conditions import TypedQuery
from storagelab.query.time_zones import DEFAULT_TIME_ZONE
from storagelab.results.queries import find_runs_by_number, select_runs
from storagelab.results.run_filters import compile_query
from storagelab.results.run_queries import read_run_query
from storagelab.runs.summaries import summarise_runs
from storagelab.workbench.document import FixedEntries, QueryEntries, WorkbenchDocument, read_entries_query
from storagelab.workbench.schemas import DashboardEntries, DashboardOut


def select_dashboards(
    user: Identity,
    *,
    own: bool | None = None,
    shared: bool | None = None,
    pinned: bool | None = None,
    trashed: bool = False,
) -> Select[Dashboard]:
    """Build the query for the dashboards that a user sees, or with `trashed` can restore."""
    seen = and_(Dashboard.trashed_at.is_not(None), _is_changeable(user)) if trashed else is_listed(user.user_id)
    query = select(Dashboard).where(seen)
    if own is not None:
        is_own = func.coalesce(Dashboard.user_id == user.user_id, False)
        query = query.where(is_own if own else ~is_own)
    if shared is not None:
        query = query.where(Dashboard.shared.is_(shared))
    if pinned is not None:
        pins = select(DashboardPin.dashboard_id).where(DashboardPin.user_id == user.user_id)
        query = query.where(Dashboard.id.in_(pins) if pinned else Dashboard.id.not_in(pins))
    return query


def is_listed(user_id: Any) -> ColumnElement[bool]:
    """Return the SQL condition that a dashboard is in the lists of the user `user_id`.

    These are the user's own dashboards and shared ones, outside of the trash.
    """
    return and_(Dashboard.trashed_at.is_(None), or_(Dashboard.user_id == user_id, Dashboard.shared))


def find_dashboard(
    session: Session, reference: str, *, user: Identity, trashed: bool = False, lock: bool = False
) -> Dashboard:
    """Return the dashboard with an id or number, including one in the trash only with `trashed`.

    Raises NotFound, also for a dashboard that another user has not shared.
    """
    query = require_by_reference(Dashboard, reference).where(_is_seen(user))
    if not trashed:
        query = query.where(Dashboard.trashed_at.is_(None))
    row = session.scalars(query.with_for_update() if lock else query).one_or_none()
    if row is None:
        raise build_not_found(Dashboard, reference)
    return row


def can_change(user: Identity, row: Dashboard) -> bool:
    """Return whether a person who sees a dashboard may change it: their own, or any as an administrator."""
    return row.user_id == user.user_id or has_role(user.role, "admin")


def describe_dashboards(session: Session, rows: Sequence[Dashboard], *, user: Identity) -> list[DashboardOut]:
    """Return dashboards in the form of the API, as the user may see them."""
    people = load_user_names(session, [person for row in rows for person in (row.user_id, row.updated_by)])
    pins = _find_pins(session, user, [row.id for row in rows])
    return [
        DashboardOut(
            id=row.id,
            number=format_row_number(row),
            name=row.name,
            colour=row.colour,
            document=WorkbenchDocument.model_validate(row.document),
            shared=row.shared,
            owner=people[row.user_id] if row.user_id is not None else None,
            is_own=row.user_id == user.user_id,
            can_change=can_change(user, row),
            pin_position=pins.get(row.id),
            created_at=row.created_at,
            updated_at=row.updated_at,
            updated_by=people[row.updated_by] if row.updated_by is not None else None,
            trashed_at=row.trashed_at,
        )
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class MeantRuns:
    """The runs that a document means: `total` counts all that there are, `missing` names those that are not."""

    runs: list[Run]
    missing: list[str]
    total: int
    newest: int | None


def read_entries(
    session: Session, row: Dashboard, *, query: str | None = None, time_zone: str = DEFAULT_TIME_ZONE
) -> DashboardEntries:
    """Return the runs that a dashboard selects now, in the form of the API (see `find_entries`)."""
    document = WorkbenchDocument.model_validate(row.document)
    meant = find_entries(session, document.entries, query=query, time_zone=time_zone)
    return DashboardEntries(
        runs=summarise_runs(session, meant.runs), missing=meant.missing, total=meant.total, newest=meant.newest
    )


def find_entries(
    session: Session,
    entries: FixedEntries | QueryEntries,
    *,
    query: str | None = None,
    time_zone: str = DEFAULT_TIME_ZONE,
    path: str = "document.entries",
) -> MeantRuns:
    """Return the runs that the entries of a workbench document select now.

    `query` replaces the query in `entries`, or narrows the fixed runs in `entries`. Raises InvalidQuery; for the query
    of the document, the error has the place of the fault below `path`.
    """
    if isinstance(entries, FixedEntries):
        return _find_fixed(session, entries, read_run_query(session, query, time_zone=time_zone))
    if query is None:
        wanted = read_entries_query(entries, read_clock(session), path=path)
    else:
        wanted = read_run_query(session, query, time_zone=time_zone)
    return _find_newest(session, wanted, newest=entries.newest)


def _find_fixed(session: Session, entries: FixedEntries, wanted: TypedQuery | None) -> MeantRuns:
    all_runs = find_runs_by_number(session, [int(number.removeprefix("r-")) for number in entries.runs])
    by_number = {format_row_number(run): run for run in all_runs}
    runs = [by_number[number] for number in entries.runs if number in by_number]
    missing = [number for number in entries.runs if number not in by_number]
    if wanted is None:
        return MeantRuns(runs, missing, total=len(entries.runs), newest=None)
    ids = set(session.scalars(select(Run.id).where(Run.id.in_([run.id for run in runs]), compile_query(wanted))))
    narrowed = [run for run in runs if run.id in ids]
    return MeantRuns(narrowed, [], total=len(narrowed), newest=None)


def _find_newest(session: Session, wanted: TypedQuery | None, *, newest: int) -> MeantRuns:
    statement = select_runs(wanted=wanted)
    rows, next_cursor = paginate(session, statement, Run, PageRequest(limit=newest))
    total = len(rows) if next_cursor is None else _count(session, statement)
    return MeantRuns(rows, [], total=total, newest=newest)


def _count(session: Session, statement: Select[Run]) -> int:
    condition = statement.whereclause
    query = select(func.count()).select_from(Run)
    return session.scalar(query if condition is None else query.where(condition)) or 0


def _is_seen(user: Identity) -> ColumnElement[bool]:
    return or_(Dashboard.user_id == user.user_id, Dashboard.shared)


def _is_changeable(user: Identity) -> ColumnElement[bool]:
    return _is_seen(user) if has_role(user.role, "admin") else Dashboard.user_id == user.user_id


def _find_pins(session: Session, user: Identity, ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    query = select(DashboardPin).where(DashboardPin.user_id == user.user_id, DashboardPin.dashboard_id.in_(ids))
    return {pin.dashboard_id: pin.position for pin in session.scalars(query)}
