"""Asking a server whether it would accept a target. The question is stored here; a worker asks it."""

from __future__ import annotations

import uuid

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Server, TargetCheck
from storagelab.db.references import number_of
from storagelab.domain.lifecycle import WHO_MENDS, FailureKind
from storagelab.errors import NotFound
from storagelab.jobs.checks import check_place, find_server
from storagelab.jobs.findings import read_findings
from storagelab.jobs.planning import expand_profile
from storagelab.jobs.preparation import plan_preparation
from storagelab.jobs.run_schemas import Failure, NumberedName
from storagelab.jobs.target_check_schemas import CheckIn, CheckOut
from storagelab.jobs.targets import plan_target
from storagelab.profiles.store import find_profile
from storagelab.queue import enqueue

ENGINE = "fio"


def request_check(session: Session, *, user: Identity, body: CheckIn, check_id: uuid.UUID) -> TargetCheck:
    """Store a question as `check_id` and ring for the worker that asks it.

    Raises InvalidInput or RequestRefused for a target that the lab itself does not know or cannot name.
    """
    check_place(body.target)
    server = find_server(session, body.server_id, engine=ENGINE, lock=False)
    target = plan_target(session, server=server, target=body.target)
    preparation = plan_preparation(body.preparation, target)
    check = TargetCheck(
        id=check_id,
        server_id=server.id,
        requested_by=user.user_id,
        question={
            "target": target.as_runner_target(),
            "writes": preparation.writes or _profile_writes(session, body),
            "preparation": list(preparation.operations),
        },
        state="requested",
        due_at=read_clock(session),
    )
    session.add(check)
    session.flush()
    enqueue(session, "step_check", check_id=str(check.id))
    return check


def find_check(session: Session, check_id: uuid.UUID) -> TargetCheck:
    """The check with this id. Raises NotFound."""
    check = session.get(TargetCheck, check_id)
    if check is None:
        raise NotFound(f"There is no check {check_id}; they are kept for 30 days.")
    return check


def describe_check(session: Session, check: TargetCheck) -> CheckOut:
    """A check as the API shows it."""
    server = session.get_one(Server, check.server_id)
    return CheckOut(
        id=check.id,
        server=NumberedName(id=server.id, number=number_of(server), name=server.name),
        state=check.state,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        writes=bool(check.question.get("writes")),
        refused=check.refused,
        results=read_findings(check.results) if check.results is not None else None,
        error=_error(check.error_kind, check.error_message),
        created_at=check.created_at,
        finished_at=check.finished_at,
    )


def _profile_writes(session: Session, body: CheckIn) -> bool:
    if body.profile is None:
        return False
    profile = find_profile(session, body.profile.name, body.profile.version)
    phases = expand_profile(profile, body.profile.parameters)
    return any(phase.workload.writes for phase in phases)


def _error(kind: str | None, message: str | None) -> Failure | None:
    if message is None:
        return None
    known = FailureKind(kind) if kind in set(FailureKind) else FailureKind.BUG
    return Failure.model_validate(
        {"kind": known, "message": message, "who": WHO_MENDS[known], "kept": "Nothing was started."}
    )
