"""Contact with the server of a running attempt: its last time, and its validity. Pure."""

from __future__ import annotations

import datetime as dt
from typing import Literal, NamedTuple

from storagelab.db.models import Attempt
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState

Connectivity = Literal["ok", "unreachable"]
#: Twice the longest time between two polls. A poll that fails is stored; a missing poll leaves no other trace.
SILENT_AFTER = dt.timedelta(seconds=30)


class Contact(NamedTuple):
    """When a server was heard last, None where that is unknown, and the time it is read at."""

    seen_at: dt.datetime | None
    now: dt.datetime


def find_last_contact(attempt: Attempt, server: Contact | None) -> dt.datetime | None:
    """Return the time of the last contact with the server of a live attempt.

    Returns None before the attempt began, after its end, or where the time is unknown.
    """
    if attempt.state in ATTEMPT_TERMINAL or attempt.state == AttemptState.QUEUED:
        return None
    moments = (server.seen_at if server is not None else None, attempt.started_at)
    return max((moment for moment in moments if moment is not None), default=None)


def get_connectivity(attempt: Attempt, server: Contact | None) -> Connectivity:
    """Return the stored connectivity, or `unreachable` for a running attempt that was silent for too long."""
    if attempt.connectivity != "ok":
        return "unreachable"
    if attempt.state != AttemptState.RUNNING:
        return "ok"
    heard = find_last_contact(attempt, server)
    is_current = server is not None and heard is not None and server.now - heard <= SILENT_AFTER
    return "ok" if is_current else "unreachable"
