"""Check before a run that builds on the state of its drives: the state must still be as planned."""

from __future__ import annotations

from storagelab.db.session import session_scope
from storagelab.errors import ServerCallFailed
from storagelab.planning.conditioning import find_stale_reason
from storagelab_workers.attempts.claimed_attempt import ClaimedAttempt


def check_drives_are_as_planned(claimed: ClaimedAttempt) -> None:
    """Raise ServerCallFailed, naming the change, if a drive change makes a left-out phase necessary.

    The attempt holds its leases, so that no other run can change the drives from here on.
    """
    with session_scope() as session:
        resumed = claimed.attempt.resumed_from_id is not None
        changed = find_stale_reason(session, run=claimed.run, job=claimed.job, server=claimed.server, resumed=resumed)
    if changed is not None:
        raise ServerCallFailed(
            f"The drives are no longer in the state that the plan relies on: {changed}. Nothing was started. Submit "
            "the job again.",
            runner_code="refused",
            kind="job",
        )
