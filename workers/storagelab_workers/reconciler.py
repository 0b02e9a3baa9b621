"""The reconciler: enqueues due work, and runs it in-process when no worker is alive.

One transaction per tick, by whichever reconciler gets the lock. A run is correct without it; it only makes sure that
nothing waits for a message that was lost.
"""

from __future__ import annotations

import datetime as dt
import signal
import time
import uuid
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

import structlog
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from storagelab.campaigns import scheduler
from storagelab.config import get_settings
from storagelab.db.clock import read_clock
from storagelab.db.session import session_scope
from storagelab.dispatch.retention import delete_expired
from storagelab.dispatch.waiting import look_again
from storagelab.queue import enqueue_now
from storagelab.results.search_filing import file_due
from storagelab.shares.drafts import remove_old_drafts
from storagelab.shares.summaries import refresh_summaries
from storagelab.stop_signal import StopSignal, set_on_signals
from storagelab_workers import conditions, heartbeat, import_step, leases
from storagelab_workers.attempts.step import advance_attempt
from storagelab_workers.check_step import answer_check
from storagelab_workers.due_work import TICK_SECONDS, Due, find_due, find_next_due
from storagelab_workers.health_checks import schedule_health_checks
from storagelab_workers.logs import configure_logging
from storagelab_workers.process import prepare_process
from storagelab_workers.server_step import discover
from storagelab_workers.transports.ssh_way_in import publish_way_in

log = structlog.get_logger(__name__)

ACTOR = "reconciler"
#: A lab that was just migrated has much to file; the thread is given back now and then.
_MAX_FILING_SECONDS = 10.0
#: The shortest pause between two ticks, whatever is due.
_MIN_PAUSE_SECONDS = 0.1
_STEPS_AT_ONCE = 16
CLEANUP_INTERVAL_SECONDS = 3600.0
#: Names the lock in PostgreSQL that only one reconciler's tick holds.
_LOCK = 0x53_74_6F_72_4C_61_62


class Reconciler:
    """The steps that are under way in this process, and the channels they use."""

    def __init__(self) -> None:
        self._servers = prepare_process()
        self._pool = ThreadPoolExecutor(max_workers=_STEPS_AT_ONCE, thread_name_prefix="step")
        self._under_way: dict[uuid.UUID, Future[None]] = {}
        self._situations: dict[uuid.UUID, conditions.Situation] = {}
        self._heads = conditions.QueueHeads()
        self._cleanup_at = time.monotonic()
        self._campaigns: Future[None] | None = None
        self._filing: Future[None] | None = None

    def run(self, stop: StopSignal) -> None:
        """Tick until `stop`; wait for a database that is unavailable."""
        while not stop.is_set():
            pause = TICK_SECONDS
            try:
                pause = self.tick()
            except SQLAlchemyError as problem:
                log.warning("tick_failed", error=str(problem))
            except Exception:
                log.exception("tick_failed")
            stop.wait(pause)
        self.close()

    def close(self) -> None:
        """Wait for work under way and close all channels. No tick may follow."""
        self._pool.shutdown(wait=True)
        self._servers.close()

    def tick(self) -> float:
        """Enqueue due work, or run it in-process; return the seconds to wait for the next tick."""
        due, worker_alive, pause = self._find_due()
        self._under_way = {key: future for key, future in self._under_way.items() if not future.done()}
        for item in due:
            if item.overdue or not worker_alive or not enqueue_now(item.task, **item.ids):
                self._do_here(item)
        if self._campaigns is None or self._campaigns.done():
            self._campaigns = self._pool.submit(_advance_campaigns)
        if self._filing is None or self._filing.done():
            self._filing = self._pool.submit(_file_all_due)
        if time.monotonic() >= self._cleanup_at:
            self._cleanup_at = time.monotonic() + CLEANUP_INTERVAL_SECONDS
            self._pool.submit(_clean_up)
        return pause

    def _do_here(self, item: Due) -> None:
        if item.id in self._under_way or len(self._under_way) >= _STEPS_AT_ONCE:
            return
        work: dict[str, Callable[[], None]] = {
            "step_attempt": partial(advance_attempt, item.id, servers=self._servers, actor=ACTOR),
            "step_server": partial(discover, item.id, servers=self._servers),
            "step_check": partial(answer_check, item.id, servers=self._servers),
            "read_import": partial(import_step.read_import, item.id),
            "store_import": partial(import_step.store_import, item.id),
        }
        self._under_way[item.id] = self._pool.submit(work[item.task])

    def _find_due(self) -> tuple[list[Due], bool, float]:
        """Return the due work, whether a worker lives, and the seconds until the next tick.

        Return no work while another reconciler looks.
        """
        with session_scope() as session:
            if not session.scalars(select(func.pg_try_advisory_xact_lock(_LOCK))).one():
                return [], True, TICK_SECONDS
            heartbeat.record_heartbeat(session, heartbeat.RECONCILER)
            now = session.scalars(select(func.clock_timestamp())).one()
            conditions.keep_maintenance(session, now)
            schedule_health_checks(session, now)
            self._wake(session, now)
            due = find_due(session, now)
            worker_alive = heartbeat.is_alive(session, heartbeat.WORKER)
            following = find_next_due(session, now)
        pause = TICK_SECONDS if following is None else min((following - now).total_seconds(), TICK_SECONDS)
        return due, worker_alive, max(pause, _MIN_PAUSE_SECONDS)

    def _wake(self, session: Session, now: dt.datetime) -> None:
        """Make waiting attempts due on each server whose situation has changed since the last tick."""
        situations = conditions.read_situations(session, now, self._heads)
        for server_id, situation in situations.items():
            if self._situations.get(server_id) != situation:
                look_again(session, server_id=server_id)
                # All attempts near the front may be waiting for people, and such attempts let others pass.
                leases.enqueue_next_attempt(session, server_id=server_id)
        self._situations = situations


def _clean_up() -> None:
    """Delete expired records and old drafts, and renew outdated summaries of shares."""
    for clean in (delete_expired, remove_old_drafts, refresh_summaries):
        try:
            with session_scope() as session:
                clean(session)
        except SQLAlchemyError as problem:
            log.warning("forgetting_failed", error=str(problem))


def _advance_campaigns() -> None:
    """Advance all campaigns that have something to do by one step, each in a transaction of its own."""
    try:
        with session_scope() as session:
            due = scheduler.find_due(session, read_clock(session))
    except SQLAlchemyError as problem:
        log.warning("campaigns_not_read", error=str(problem))
        return
    for campaign_id in due:
        try:
            with session_scope() as session:
                scheduler.advance(session, campaign_id, read_clock(session))
        except SQLAlchemyError as problem:
            log.warning("campaign_not_advanced", campaign_id=str(campaign_id), error=str(problem))
        except Exception:
            log.exception("campaign_not_advanced", campaign_id=str(campaign_id))


def _file_all_due() -> None:
    """File results and facts that are due, for a limited time. What fails is due again at the next call."""
    until = time.monotonic() + _MAX_FILING_SECONDS
    try:
        while time.monotonic() < until:
            with session_scope() as session:
                filed = file_due(session)
            if not filed:
                return
    except SQLAlchemyError as problem:
        log.warning("results_not_filed", error=str(problem))
    except Exception:
        log.exception("results_not_filed")


def main() -> None:
    """Run until SIGTERM or SIGINT."""
    configure_logging()
    stop = StopSignal()
    set_on_signals(stop, (signal.SIGTERM, signal.SIGINT))
    log.info("reconciler_started")
    reconciler = Reconciler()
    _publish_key()
    reconciler.run(stop)
    log.info("reconciler_stopped")


def _publish_key() -> None:
    try:
        with session_scope() as session:
            publish_way_in(session, get_settings().data_dir)
    except SQLAlchemyError as problem:
        log.warning("ssh_key_not_published", error=str(problem))


if __name__ == "__main__":
    main()
