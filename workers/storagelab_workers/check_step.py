"""One probe of a target on a server, which always ends, in findings or in a sentence."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import structlog
from sqlalchemy import func, select

from storagelab.db.models import Server, TargetCheck
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import FailureKind
from storagelab.errors import ServerCallFailed
from storagelab_workers.crash_points import crash_point
from storagelab_workers.protocol import check_protocol
from storagelab_workers.timing import BUSY_AGAIN, CHECK_LIMIT, scale_seconds, visit_claim_seconds
from storagelab_workers.transports.answers import CheckAnswers
from storagelab_workers.transports.base import ChannelBusy, ServerAddress
from storagelab_workers.transports.pool import TransportPool

log = structlog.get_logger(__name__)

REQUESTED = "requested"
#: Every interlock with its probes; the runner bounds each of them.
_CHECK_SECONDS = 40.0


@dataclass(frozen=True, slots=True)
class ClaimedCheck:
    """A claimed check; `until` is the mark that distinguishes it from a later claim of the same check."""

    check_id: uuid.UUID
    address: ServerAddress
    arguments: Mapping[str, object]
    until: dt.datetime


def answer_check(check_id: uuid.UUID, *, servers: TransportPool) -> None:
    """Query a server for a requested check, and store the answer or the reason why there is none.

    It never raises.
    """
    try:
        question = _claim(check_id)
        if question is not None:
            crash_point("after_check_claim")
            _query_server(question, servers)
    except Exception:
        # The claim expires by itself and the query is repeated, until it is too old.
        log.exception("check_failed", check_id=str(check_id))


def _claim(check_id: uuid.UUID) -> ClaimedCheck | None:
    with session_scope() as session:
        row = session.execute(
            select(TargetCheck, Server, func.clock_timestamp())
            .join(Server, Server.id == TargetCheck.server_id)
            .where(
                TargetCheck.id == check_id,
                TargetCheck.state == REQUESTED,
                TargetCheck.due_at <= func.clock_timestamp(),
            )
            .with_for_update(of=TargetCheck, skip_locked=True)
        ).one_or_none()
        if row is None:
            return None
        check, server, now = row
        if now - check.created_at > dt.timedelta(seconds=CHECK_LIMIT):
            message = f"{server.name} did not answer within {CHECK_LIMIT:g} s: it is busy with other calls."
            _fail(check, now, message, FailureKind.INFRASTRUCTURE)
            return None
        check.due_at = now + dt.timedelta(seconds=visit_claim_seconds())
        return ClaimedCheck(check.id, ServerAddress.of(server), check.question, check.due_at)


def _query_server(question: ClaimedCheck, servers: TransportPool) -> None:
    try:
        check_protocol(servers.call(question.address, "hello", {}), server=question.address.name)
        answer = servers.call(question.address, "check", question.arguments, timeout_seconds=_CHECK_SECONDS)
    except ChannelBusy:
        _store(question, again=True)
    except ServerCallFailed as problem:
        _store(question, problem=problem)
    else:
        crash_point("after_check_before_commit")
        _store(question, answer=cast("CheckAnswers", answer))


def _store(
    question: ClaimedCheck,
    *,
    answer: CheckAnswers | None = None,
    problem: ServerCallFailed | None = None,
    again: bool = False,
) -> None:
    with session_scope() as session:
        row = session.execute(
            select(TargetCheck, func.clock_timestamp())
            .where(
                TargetCheck.id == question.check_id,
                TargetCheck.state == REQUESTED,
                TargetCheck.due_at == question.until,
            )
            .with_for_update()
        ).one_or_none()
        if row is None:
            return
        check, now = row
        if again:
            check.due_at = now + dt.timedelta(seconds=scale_seconds(BUSY_AGAIN))
        elif problem is not None:
            check.results = problem.findings or None
            _fail(check, now, problem.message, problem.kind or FailureKind.INFRASTRUCTURE)
        elif answer is not None:
            check.state = "done"
            check.results, check.refused = list(answer["results"]), bool(answer["refused"])
            check.finished_at = now


def _fail(check: TargetCheck, now: dt.datetime, message: str, kind: str) -> None:
    check.state = "failed"
    check.error_kind, check.error_message = kind, message
    check.finished_at = now
