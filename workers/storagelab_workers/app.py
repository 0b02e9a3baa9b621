"""The Celery application: short repeatable steps, early acknowledgement, no results, no timers."""

from __future__ import annotations

import threading
from typing import Any

import structlog
from celery import Celery
from celery.signals import worker_process_init, worker_process_shutdown, worker_ready, worker_shutting_down
from kombu import Queue

from storagelab.config import get_settings
from storagelab.db.session import get_database, session_scope
from storagelab.queue import BROKER_TRANSPORT_OPTIONS
from storagelab_workers import heartbeat
from storagelab_workers.logs import configure_logging
from storagelab_workers.process import process_servers
from storagelab_workers.transports.ssh_keys import publish_public_key, read_or_create_client_key

log = structlog.get_logger(__name__)

SOFT_LIMIT_SECONDS = 45
HARD_LIMIT_SECONDS = 60


def _create_app() -> Celery:
    settings = get_settings()
    celery = Celery("storagelab_workers", broker=settings.broker_url, include=["storagelab_workers.tasks"])
    celery.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_acks_late=False,
        task_reject_on_worker_lost=False,
        task_soft_time_limit=SOFT_LIMIT_SECONDS,
        task_time_limit=HARD_LIMIT_SECONDS,
        task_default_queue=settings.celery_queue,
        task_queues=[Queue(settings.celery_queue)],
        task_create_missing_queues=False,
        worker_prefetch_multiplier=1,
        worker_disable_prefetch=True,
        worker_soft_shutdown_timeout=SOFT_LIMIT_SECONDS,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        # A worker that waits for the broker may take its time to connect; a request that rings may not.
        broker_transport_options={**BROKER_TRANSPORT_OPTIONS, "socket_connect_timeout": 5},
        enable_utc=True,
    )
    return celery


configure_logging()
app = _create_app()
_stop = threading.Event()


@worker_process_init.connect
def _begin_process(**_: Any) -> None:
    """A pool process inherits the parent's database connections and must not use them; it warms up its own channel."""
    get_database(get_settings().database_url).dispose(close=False)
    get_database.cache_clear()
    try:
        process_servers().warm_up()
    except Exception:
        # The first step will say it to the user; a worker that cannot start here can still reach other servers.
        log.exception("local_runner_not_ready")


@worker_process_shutdown.connect
def _end_process(**_: Any) -> None:
    process_servers().close()


@worker_ready.connect
def _begin_worker(**_: Any) -> None:
    """The main process shows that it lives, and publishes the lab's SSH key."""
    threading.Thread(
        target=heartbeat.beat_for_ever, args=(heartbeat.WORKER, _stop), name="heartbeat", daemon=True
    ).start()
    try:
        key = read_or_create_client_key(get_settings().data_dir)
        with session_scope() as session:
            publish_public_key(session, key)
    except Exception:
        log.exception("ssh_key_not_published")


@worker_shutting_down.connect
def _end_worker(**_: Any) -> None:
    _stop.set()
