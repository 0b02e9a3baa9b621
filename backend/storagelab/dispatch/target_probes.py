"""Target probes: the question is stored here, and a worker puts it to the server."""

from __future__ import annotations

import uuid

from sqlalchemy.orm import Session

from storagelab.auth.service import Identity
from storagelab.db.clock import read_clock
from storagelab.db.models import Server, TargetCheck
from storagelab.db.references import format_row_number
from storagelab.dispatch.probe_results import read_probe_results
from storagelab.dispatch.target_probe_schemas import TargetProbe, TargetProbeCreate
from storagelab.domain.lifecycle import RESPONSIBLE, FailureKind
from storagelab.errors import NotFound
from storagelab.http.schemas import NumberedName
from storagelab.planning.plan import expand_profile
from storagelab.planning.preparation import plan_preparation
from storagelab.planning.profile_selection import select_profile
from storagelab.planning.targets import plan_target
from storagelab.planning.validation import check_place, find_server
from storagelab.queue import enqueue
from storagelab.runs.schemas import Failure

ENGINE = "fio"


def request_probe(session: Session, *, user: Identity, body: TargetProbeCreate, probe_id: uuid.UUID) -> TargetCheck:
    """Store a probe as `probe_id` and enqueue it.

    Raises InvalidInput or RequestRefused for a target that the lab itself does not know or cannot name.
    """
    check_place(body.target)
    server = find_server(session, body.server_id, engine=ENGINE, lock=False)
    target = plan_target(session, server=server, target=body.target)
    preparation = plan_preparation(body.preparation, target)
    probe = TargetCheck(
        id=probe_id,
        server_id=server.id,
        requested_by=user.user_id,
        question={
            "target": target.build_runner_target(),
            "writes": preparation.writes or _profile_writes(session, body),
            "preparation": list(preparation.operations),
        },
        state="requested",
        due_at=read_clock(session),
    )
    session.add(probe)
    session.flush()
    enqueue(session, "step_check", check_id=str(probe.id))
    return probe


def find_probe(session: Session, probe_id: uuid.UUID) -> TargetCheck:
    """Return the probe with this id. Raises NotFound."""
    probe = session.get(TargetCheck, probe_id)
    if probe is None:
        raise NotFound(f"There is no target probe {probe_id}. Probes are deleted after 30 days: request a new one.")
    return probe


def describe_probe(session: Session, probe: TargetCheck) -> TargetProbe:
    """Return a probe as the API shows it."""
    server = session.get_one(Server, probe.server_id)
    return TargetProbe(
        id=probe.id,
        server=NumberedName(id=server.id, number=format_row_number(server), name=server.name),
        state=probe.state,  # type: ignore[arg-type]  # A constraint of the table holds the words.
        writes=bool(probe.question.get("writes")),
        refused=probe.refused,
        probe_results=read_probe_results(probe.results) if probe.results is not None else None,
        error=_describe_error(probe.error_kind, probe.error_message),
        created_at=probe.created_at,
        finished_at=probe.finished_at,
    )


def _profile_writes(session: Session, body: TargetProbeCreate) -> bool:
    if body.profile is None:
        return False
    profile = select_profile(session, body.profile)
    phases = expand_profile(profile, body.profile.parameters)
    return any(phase.workload.writes for phase in phases)


def _describe_error(kind: str | None, message: str | None) -> Failure | None:
    if message is None:
        return None
    failure_kind = FailureKind(kind) if kind in set(FailureKind) else FailureKind.BUG
    return Failure.model_validate(
        {
            "kind": failure_kind,
            "message": message,
            "responsible": RESPONSIBLE[failure_kind],
            "preserved": "Nothing was started.",
        }
    )
