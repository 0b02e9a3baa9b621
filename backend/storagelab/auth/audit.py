"""The audit log: who did what that matters. Rows are only ever added; the database forbids change."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy.orm import Session

from storagelab.db.models import AuditEvent


def record_event(session: Session, *, user_id: uuid.UUID | None, action: str, subject: str, **detail: Any) -> None:
    """Add one event to the transaction that it describes. Never pass a secret in `detail`."""
    session.add(AuditEvent(user_id=user_id, action=action, subject=subject, detail=detail))
