"""One step's hold of an attempt: who claimed it, the rows it saw, and the only way to change them.

Claiming decides who talks to the server; it is not what prevents a second start, that is the runner. Every change
requires the version the step has seen last, so a step that was overtaken changes nothing.
"""

from __future__ import annotations

import datetime as dt
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from storagelab.config import get_settings, read_or_create_controller_id
from storagelab.db.models import Attempt, Job, Run, Server
from storagelab.db.session import session_scope
from storagelab.domain.json_values import JsonObject
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.queue import enqueue
from storagelab_workers.timing import call_limit, claim_seconds, get_step_budget, get_step_limit
from storagelab_workers.transports.base import CONNECT_SECONDS, VERB_SECONDS, ServerAddress
from storagelab_workers.transports.pool import TransportPool


class ClaimLost(Exception):
    """Loss of the claim: another worker has moved the attempt, so the findings of this step are dropped."""


@dataclass(frozen=True, slots=True)
class AttemptTransaction:
    """The rows of one attempt, locked, within one transaction; `now` is the clock of the database."""

    session: Session
    attempt: Attempt
    run: Run
    job: Job
    server: Server
    now: dt.datetime
    actor: str
    #: What the attempt was meant to do when the step looked last; a cancel may have come since.
    seen_purpose: tuple[str, str]

    def release(self, seconds: float) -> None:
        """Release the claim on the attempt; its next step is due after `seconds`.

        The step is due at once when the purpose of the attempt has changed.
        """
        if get_purpose(self.attempt) != self.seen_purpose:
            seconds = 0.0
        self.attempt.claimed_until = None
        self.attempt.next_step_at = self.now + dt.timedelta(seconds=seconds)
        if seconds <= 0:
            enqueue(self.session, "step_attempt", attempt_id=str(self.attempt.id))


@dataclass(slots=True)
class ClaimedAttempt:
    """A claimed attempt. The rows are detached: they show what was committed last."""

    attempt: Attempt
    run: Run
    job: Job
    server: Server
    servers: TransportPool
    actor: str
    began: float

    def call(
        self, verb: str, *, timeout_seconds: float = VERB_SECONDS, fenced: bool = False, **args: Any
    ) -> JsonObject:
        """Call a verb of the runner for this attempt, outside any transaction, and return the result.

        `fenced` verbs carry fence and controller.
        """
        args["attempt_id"] = str(self.attempt.id)
        if fenced:
            args["fence"] = self.attempt.fence
            args["controller_id"] = get_controller_id()
        if self.attempt.connectivity != "ok":
            # Known to be silent: one that answers again does so at once, and others need the thread.
            timeout_seconds = min(timeout_seconds, CONNECT_SECONDS)
        left = max(get_step_limit() - (time.monotonic() - self.began), 1.0)
        return self.servers.call(
            ServerAddress.of(self.server), verb, args, timeout_seconds=min(call_limit(timeout_seconds), left)
        )

    @property
    def over_budget(self) -> bool:
        """Return whether the step that holds this attempt has run longer than the budget of a step."""
        return time.monotonic() - self.began > get_step_budget()


def get_purpose(attempt: Attempt) -> tuple[str, str]:
    """Return the requested state of the attempt, to run or to be cancelled, and when to cancel."""
    return attempt.requested_state, attempt.cancel_when


def get_controller_id() -> str:
    """Return the id by which this installation identifies itself to runners."""
    return read_or_create_controller_id(get_settings().data_dir)


def claim(attempt_id: uuid.UUID, *, servers: TransportPool, actor: str) -> ClaimedAttempt | None:
    """Claim a due attempt for one step; None when it is not due, claimed by another step, or over."""
    now = func.clock_timestamp()
    with session_scope() as session:
        row = session.execute(
            select(Attempt, now)
            .where(
                Attempt.id == attempt_id,
                Attempt.state.not_in(ATTEMPT_TERMINAL),
                func.coalesce(Attempt.next_step_at, now) <= now,
                func.coalesce(Attempt.claimed_until, now) <= now,
            )
            .with_for_update(skip_locked=True)
        ).one_or_none()
        if row is None:
            return None
        attempt, clock = row
        attempt.claimed_until = clock + dt.timedelta(seconds=claim_seconds())
        attempt.version += 1
        run, job, server = _load_context(session, attempt)
    return ClaimedAttempt(
        attempt=attempt,
        run=run,
        job=job,
        server=server,
        servers=servers,
        actor=f"{actor} {os.getpid()}",
        began=time.monotonic(),
    )


@contextmanager
def change(claimed: ClaimedAttempt) -> Iterator[AttemptTransaction]:
    """Open one transaction on the attempt.

    Raises ClaimLost, before anything is changed, when another step was faster.
    """
    with session_scope() as session:
        row = session.execute(
            select(Attempt, func.clock_timestamp())
            .where(Attempt.id == claimed.attempt.id, Attempt.version == claimed.attempt.version)
            .with_for_update()
        ).one_or_none()
        if row is None:
            raise ClaimLost
        attempt, now = row
        attempt.version += 1
        # What is changed in the block leaves in one statement with this.
        with session.no_autoflush:
            run, job, server = _load_context(session, attempt)
        yield AttemptTransaction(session, attempt, run, job, server, now, claimed.actor, get_purpose(claimed.attempt))
    claimed.attempt, claimed.run, claimed.job, claimed.server = attempt, run, job, server


def _load_context(session: Session, attempt: Attempt) -> tuple[Run, Job, Server]:
    row = session.execute(
        select(Run, Job, Server)
        .join(Job, Job.id == Run.job_id)
        .join(Server, Server.id == attempt.server_id)
        .where(Run.id == attempt.run_id)
    ).one()
    return row.Run, row.Job, row.Server
