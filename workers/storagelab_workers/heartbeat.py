"""When each kind of process was last alive, for `/readyz` and for the reconciler."""

from __future__ import annotations

import datetime as dt
import os

import structlog
from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from storagelab.db.models import LabSetting
from storagelab.db.session import session_scope
from storagelab.stop_signal import StopSignal

log = structlog.get_logger(__name__)

WORKER = "heartbeat.worker"
RECONCILER = "heartbeat.reconciler"
BEAT_SECONDS = 5.0
#: A process whose last sign of life is older than this is taken for dead.
DEAD_AFTER = dt.timedelta(seconds=15)


def record_heartbeat(session: Session, key: str) -> None:
    """Store the time of the database as the last sign of life of the process kind `key`."""
    value = {"pid": os.getpid()}
    session.execute(
        insert(LabSetting)
        .values(key=key, value=value, updated_at=func.clock_timestamp())
        .on_conflict_do_update(index_elements=["key"], set_={"value": value, "updated_at": func.clock_timestamp()})
    )


def is_alive(session: Session, key: str) -> bool:
    """Return whether a process of the kind `key` gave a recent sign of life."""
    fresh = LabSetting.updated_at > func.clock_timestamp() - DEAD_AFTER
    return session.scalars(select(LabSetting.key).where(LabSetting.key == key, fresh)).first() is not None


def record_heartbeats(key: str, stop: StopSignal) -> None:
    """Record a heartbeat for `key` every few seconds until `stop`; wait while the database is away."""
    while not stop.is_set():
        try:
            with session_scope() as session:
                record_heartbeat(session, key)
        except SQLAlchemyError as problem:
            log.warning("heartbeat_failed", error=str(problem))
        stop.wait(BEAT_SECONDS)
