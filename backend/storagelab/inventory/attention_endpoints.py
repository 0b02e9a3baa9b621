"""What somebody should look at, over HTTP."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from storagelab.http.session import SessionDep
from storagelab.inventory.attention import find_attention
from storagelab.inventory.attention_schemas import AttentionOut, ConflictsOut, Severity
from storagelab.inventory.conflicts import MOST_CONFLICTS, find_conflicts

router = APIRouter(tags=["inventory"])


@router.get("/attention")
def list_attention(
    session: SessionDep, limit: Annotated[int, Query(ge=1, le=500)] = 100, severity: Severity | None = None
) -> AttentionOut:
    """List what somebody should look at, the worst first."""
    return find_attention(session, limit=limit, severity=severity)


@router.get("/inventory/conflicts")
def list_conflicts(session: SessionDep) -> ConflictsOut:
    """List pieces of hardware that contradict one another, or are one thing seen twice; nothing is merged."""
    found = find_conflicts(session)
    return ConflictsOut(items=found[:MOST_CONFLICTS], truncated=len(found) > MOST_CONFLICTS)
