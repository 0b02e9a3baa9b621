"""Alerts and conflicts of the inventory over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.http.listing import MAX_LIMIT
from storagelab.http.session import SessionDep
from storagelab.inventory.alert_schemas import AlertPage, InventoryConflictPage, Severity
from storagelab.inventory.alerts import find_alerts
from storagelab.inventory.conflicts import page_conflicts

router = APIRouter()


@router.get("/alerts")
def list_alerts(
    session: SessionDep,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    cursor: Annotated[str | None, Query(max_length=4000, description="`next_cursor` of the previous page")] = None,
    severity: Severity | None = None,
) -> AlertPage:
    """List faults and risks of the hardware, the worst first."""
    return find_alerts(session, limit=limit, cursor=cursor, severity=severity)


@router.get("/inventory/conflicts")
def list_conflicts(
    session: SessionDep,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = MAX_LIMIT,
    cursor: Annotated[str | None, Query(max_length=4000, description="`next_cursor` of the previous page")] = None,
) -> InventoryConflictPage:
    """List components that contradict one another, or are one thing seen twice. Nothing is merged.

    Each has all of its components. Those that need work are alerts, too. Several paths to one drive are not a conflict.
    """
    return page_conflicts(session, limit=limit, cursor=cursor)
