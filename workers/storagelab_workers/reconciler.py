"""The reconciler: rings what is due, and takes the step itself when nobody answers the bell.

One transaction per tick, by whichever reconciler gets the lock. It is never what makes a run correct, only what makes
sure that nothing waits for a message that was lost.
"""

from __future__ import annotations

import datetime as dt
import signal
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import structlog
from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from storagelab.config import get_settings
from storagelab.db.models import Attempt, Import, Server
from storagelab.db.session import session_scope
from storagelab.domain.lifecycle import ATTEMPT_TERMINAL
from storagelab.queue import ring
from storagelab_workers import heartbeat, import_step
from storagelab_workers.attempts.step import step
from storagelab_workers.logs import configure_logging
from storagelab_workers.server_step import DISCOVERY_DUE, discover
from storagelab_workers.timing import scaled
from storagelab_workers.transports.pool import TransportPool
from storagelab_workers.transports.ssh_keys import publish_public_key, read_or_create_client_key

log = structlog.get_logger(__name__)

ACTOR = "reconciler"
TICK_SECONDS = 1.0
#: The shortest pause between two ticks, whatever is due.
_LEAST_PAUSE_SECONDS = 0.1
#: What was rung for and did not move is rung for again after this.
RING_AGAIN_AFTER = 10.0
#: What is due and was not stepped for this long is stepped here.
STEP_HERE_AFTER = 5.0
_MOST_RINGS = 500
_STEPS_AT_ONCE = 4
#: Names the lock in PostgreSQL that only one reconciler's tick holds.
_LOCK = 0x53_74_6F_72_4C_61_62


_WORK_ON_IMPORTS = {import_step.READING: "read", import_step.STORING: "store"}
_ARGUMENTS = {
    "step_attempt": "attempt_id",
    "step_server": "server_id",
    "read_import": "import_id",
    "store_import": "import_id",
}


@dataclass(frozen=True, slots=True)
class Due:
    """One thing that is due: the task that does it, and whether it has waited so long that it is done here."""

    task: str
    id: uuid.UUID
    overdue: bool

    @property
    def ids(self) -> dict[str, str]:
        """The arguments of the task."""
        return {_ARGUMENTS[self.task]: str(self.id)}


class Reconciler:
    """The steps that are under way in this process, and the channels they use."""

    def __init__(self) -> None:
        self._servers = TransportPool(get_settings())
        self._pool = ThreadPoolExecutor(max_workers=_STEPS_AT_ONCE, thread_name_prefix="step")
        self._under_way: dict[uuid.UUID, Future[None]] = {}

    def run(self, stop: threading.Event) -> None:
        """Tick until `stop`; a database that is away is waited for."""
        while not stop.is_set():
            pause = TICK_SECONDS
            try:
                pause = self.tick()
            except SQLAlchemyError as problem:
                log.warning("tick_failed", error=str(problem))
            except Exception:
                log.exception("tick_failed")
            stop.wait(pause)
        self._pool.shutdown(wait=True)
        self._servers.close()

    def tick(self) -> float:
        """Ring for what is due or do it; returns how long to wait for the next tick, in seconds."""
        due, worker_alive, pause = _find_due()
        self._under_way = {key: future for key, future in self._under_way.items() if not future.done()}
        for item in due:
            if item.overdue or not worker_alive or not ring(item.task, **item.ids):
                self._do_here(item)
        return pause

    def _do_here(self, item: Due) -> None:
        if item.id in self._under_way or len(self._under_way) >= _STEPS_AT_ONCE:
            return
        work: dict[str, Callable[[], None]] = {
            "step_attempt": partial(step, item.id, servers=self._servers, actor=ACTOR),
            "step_server": partial(discover, item.id, servers=self._servers),
            "read_import": partial(import_step.read_import, item.id),
            "store_import": partial(import_step.store_import, item.id),
        }
        self._under_way[item.id] = self._pool.submit(work[item.task])


def _find_due() -> tuple[list[Due], bool, float]:
    """What is due, whether a worker lives, and how long until more is due. Nothing is, for all but one reconciler."""
    with session_scope() as session:
        if not session.scalars(select(func.pg_try_advisory_xact_lock(_LOCK))).one():
            return [], True, TICK_SECONDS
        heartbeat.beat(session, heartbeat.RECONCILER)
        now = session.scalars(select(func.clock_timestamp())).one()
        due = _due_attempts(session, now) + _due_servers(session, now) + _due_imports(session, now)
        worker_alive = heartbeat.is_alive(session, heartbeat.WORKER)
        following = session.scalars(
            select(func.min(Attempt.next_step_at)).where(
                Attempt.state.not_in(ATTEMPT_TERMINAL), Attempt.next_step_at > now
            )
        ).one()
    pause = TICK_SECONDS if following is None else min((following - now).total_seconds(), TICK_SECONDS)
    return due, worker_alive, max(pause, _LEAST_PAUSE_SECONDS)


def _due_attempts(session: Session, now: dt.datetime) -> list[Due]:
    """Attempts that are due and not claimed, each rung for once per due time and again when nothing came of it."""
    due_at = func.coalesce(Attempt.next_step_at, Attempt.created_at)
    overdue_since = now - _waited(STEP_HERE_AFTER)
    found = session.execute(
        select(Attempt.id, due_at.label("due_at"))
        .where(
            Attempt.state.not_in(ATTEMPT_TERMINAL),
            due_at <= now,
            func.coalesce(Attempt.drive_until, now) <= now,
            or_(
                Attempt.rung_at.is_(None),
                Attempt.rung_at < due_at,
                Attempt.rung_at < now - _waited(RING_AGAIN_AFTER),
                and_(due_at < overdue_since, Attempt.rung_at < now - _waited(TICK_SECONDS)),
            ),
        )
        .order_by(due_at)
        .limit(_MOST_RINGS)
        # What is locked is being driven at this moment.
        .with_for_update(skip_locked=True)
    ).all()
    session.execute(update(Attempt).where(Attempt.id.in_([row.id for row in found])).values(rung_at=now))
    return [Due("step_attempt", row.id, row.due_at < overdue_since) for row in found]


def _due_servers(session: Session, now: dt.datetime) -> list[Due]:
    found = session.execute(select(Server.id, Server.discovery_due_at).where(DISCOVERY_DUE).limit(_MOST_RINGS)).all()
    return [
        Due(
            "step_server", row.id, row.discovery_due_at is None or row.discovery_due_at < now - _waited(STEP_HERE_AFTER)
        )
        for row in found
    ]


def _due_imports(session: Session, now: dt.datetime) -> list[Due]:
    """Imports that nobody holds, each rung for now and then: they may wait for another one to end."""
    due_at = func.coalesce(Import.claimed_until, Import.created_at)
    found = session.execute(
        select(Import.id, Import.state, due_at.label("due_at"))
        .where(
            Import.state.in_((import_step.READING, import_step.STORING)),
            due_at <= now,
            or_(Import.rung_at.is_(None), Import.rung_at < now - _waited(RING_AGAIN_AFTER)),
        )
        .order_by(due_at)
        .limit(_MOST_RINGS)
        .with_for_update(skip_locked=True)
    ).all()
    session.execute(update(Import).where(Import.id.in_([row.id for row in found])).values(rung_at=now))
    return [
        Due(f"{_WORK_ON_IMPORTS[row.state]}_import", row.id, row.due_at < now - _waited(STEP_HERE_AFTER))
        for row in found
    ]


def _waited(seconds: float) -> dt.timedelta:
    return dt.timedelta(seconds=scaled(seconds))


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    configure_logging()
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    log.info("reconciler_started")
    reconciler = Reconciler()
    _publish_key()
    reconciler.run(stop)
    log.info("reconciler_stopped")


def _publish_key() -> None:
    try:
        key = read_or_create_client_key(get_settings().data_dir)
        with session_scope() as session:
            publish_public_key(session, key)
    except SQLAlchemyError as problem:
        log.warning("ssh_key_not_published", error=str(problem))


if __name__ == "__main__":
    main()
