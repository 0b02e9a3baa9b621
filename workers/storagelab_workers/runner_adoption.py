"""Comparison of a runner's attempts with those of this lab: adopts ours, reports unknown ones."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from storagelab.auth import audit
from storagelab.db.models import Attempt, Job, Run, Server
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL, AttemptState
from storagelab.queue import enqueue
from storagelab_workers import leases
from storagelab_workers.attempts.claimed_attempt import AttemptTransaction, get_purpose
from storagelab_workers.attempts.transitions import add_event, transition
from storagelab_workers.quarantine import resync_advice

ACTOR = "discovery"
#: Runner states of an attempt whose I/O has begun at some time.
_BEGUN = ("running", "finished", "lost")
#: Attempts in these states have sent no start that this database knows of.
_NOT_STARTED = (AttemptState.QUEUED, AttemptState.LEASED, AttemptState.PREPARED)


@dataclass(frozen=True, slots=True)
class Census:
    """Answers of `hello` and `list`: all attempts there, orphaned processes, the highest fence of this lab."""

    attempts: tuple[Mapping[str, Any], ...]
    orphans: tuple[Mapping[str, Any], ...]
    fence: int | None

    @property
    def is_idle(self) -> bool:
        """Return whether no attempt or orphan runs on the server, whoever began it."""
        return not self.orphans and all(item["state"] != "running" for item in self.attempts)


def judge_census(
    session: Session, *, server: Server, census: Census, controller_id: str, now: dt.datetime
) -> str | None:
    """Compare the attempts on a server with the lab's, adopt its own and store unknown ones.

    Resyncs the fence where requested. Returns why the server must not be used, or None.
    """
    by_id = _load_known_attempts(session, census.attempts)
    strangers = [_describe_orphan(item, server) for item in census.orphans]
    for item in census.attempts:
        attempt = by_id.get(item["attempt_id"])
        message = _judge(session, item, attempt, server=server, controller_id=controller_id, now=now)
        if message is not None:
            strangers.append({"attempt_id": item["attempt_id"], "message": message})
    server.unknown_attempts = strangers
    outdated = _judge_fence(session, server, census)
    if strangers:
        more = f" And {len(strangers) - 1} more." if len(strangers) > 1 else ""
        return f"{strangers[0]['message']}{more}"
    return outdated


def _load_known_attempts(session: Session, listed: Iterable[Mapping[str, Any]]) -> dict[str, Attempt]:
    ids = list(_iterate_uuids(item["attempt_id"] for item in listed))
    return {str(attempt.id): attempt for attempt in session.scalars(select(Attempt).where(Attempt.id.in_(ids)))}


def _iterate_uuids(values: Iterable[Any]) -> Iterator[uuid.UUID]:
    for value in values:
        try:
            yield uuid.UUID(str(value))
        except ValueError:
            continue


def _describe_orphan(item: Mapping[str, Any], server: Server) -> dict[str, object]:
    of = f" of attempt {item['attempt_id']}" if item.get("attempt_id") else ""
    message = f"Process {item.get('pid')} ({item.get('command')}){of} on {server.name} has outlived its attempt."
    return {"attempt_id": item.get("attempt_id"), "message": message}


def _judge(
    session: Session,
    item: Mapping[str, Any],
    attempt: Attempt | None,
    *,
    server: Server,
    controller_id: str,
    now: dt.datetime,
) -> str | None:
    """Return why a running attempt on a server must not run there; adopt one that is the lab's own.

    None for an attempt that is over or the lab's own. `item` is the runner's entry.
    """
    name, running = f"Attempt {item['attempt_id']}", item["state"] == "running"
    if item["controller_id"] != controller_id:
        return f"{name} of another lab is running on {server.name}." if running else None
    if attempt is None:
        return f"{name} is running on {server.name}, and this lab does not know it." if running else None
    if attempt.state in ATTEMPT_TERMINAL:
        return f"{name} is running on {server.name}, and this lab counts it as {attempt.state}." if running else None
    if attempt.server_id != server.id or item["state"] not in _BEGUN:
        # A machine may be registered under two names: its other name looks after this one.
        return None
    return _adopt(session, item, attempt, server=server, now=now)


def _adopt(session: Session, item: Mapping[str, Any], seen: Attempt, *, server: Server, now: dt.datetime) -> str | None:
    """Move an attempt of a restored database forward to the state that the runner reports.

    Returns why it cannot be adopted, or None.
    """
    fence = int(item.get("fence") or 0)
    if seen.state not in _NOT_STARTED and fence <= (seen.fence or 0):
        return None
    attempt = session.scalars(
        select(Attempt)
        .where(Attempt.id == seen.id)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    ).one_or_none()
    if attempt is None:
        # It is being driven at this moment; waiting for it could deadlock, so it is looked at once more.
        server.discovery = "requested"
        return None
    change = _change(session, attempt, server, now)
    evidence = {"runner_state": item["state"], "runner_fence": fence, "known_fence": attempt.fence}
    if attempt.state in _NOT_STARTED:
        try:
            with session.begin_nested():
                if attempt.state == AttemptState.QUEUED:
                    leases.take(session, attempt=attempt, job=change.job, server=server, fence=fence)
        except IntegrityError:
            return f"Attempt {attempt.id} is {item['state']} on {server.name}, while another run holds its drives."
        message = f"Adopted: its state on the server is {item['state']}, which this database did not know."
        transition(change, AttemptState.STARTING, message, evidence=evidence)
    else:
        add_event(change, "adopted", "Its fence was raised to the highest that the server has seen.", evidence=evidence)
    attempt.fence = max(fence, attempt.fence or 0)
    attempt.version += 1
    attempt.claimed_until = None
    attempt.next_step_at = now
    enqueue(session, "step_attempt", attempt_id=str(attempt.id))
    return None


def _change(session: Session, attempt: Attempt, server: Server, now: dt.datetime) -> AttemptTransaction:
    run, job = session.execute(select(Run, Job).join(Job, Job.id == Run.job_id).where(Run.id == attempt.run_id)).one()
    return AttemptTransaction(session, attempt, run, job, server, now, ACTOR, get_purpose(attempt))


def _judge_fence(session: Session, server: Server, census: Census) -> str | None:
    """Return why the database is older than the server's record.

    Return None when it is not, or no longer after a resync.
    """
    highest = session.scalars(select(func.max(Server.fence))).one()
    if census.fence is None or census.fence <= highest:
        server.resync_requested = False
        return None
    if server.resync_requested and census.is_idle:
        server.fence = census.fence + 1
        server.resync_requested = False
        audit.record_event(
            session,
            user_id=None,
            action="server_resynced",
            subject=f"server s-{server.number}",
            fence_before=highest,
            fence_after=server.fence,
        )
        return None
    return (
        f"The runner on {server.name} has seen fence {census.fence} of this lab, the database only {highest}: "
        f"it was restored from an older backup. {resync_advice(server)}"
    )
