"""The Celery application: short repeatable steps, early acknowledgement, no results, no timers."""

from __future__ import annotations

import threading
from typing import Any

import structlog
from celery import Celery
from celery.signals import worker_init, worker_ready, worker_shutdown, worker_shutting_down
from kombu import Queue

from storagelab.config import get_settings
from storagelab.db.session import session_scope
from storagelab.queue import BROKER_TRANSPORT_OPTIONS
from storagelab.stop_signal import StopSignal
from storagelab_workers import heartbeat, watchdog
from storagelab_workers.logs import configure_logging
from storagelab_workers.process import prepare_process, process_servers
from storagelab_workers.timing import STEP_LIMIT
from storagelab_workers.transports.ssh_way_in import publish_way_in

log = structlog.get_logger(__name__)

#: Time that a stopping worker waits for its steps; each of them ends by itself within this.
SHUTDOWN_SECONDS = STEP_LIMIT + 3.0


def _create_app() -> Celery:
    settings = get_settings()
    celery = Celery("storagelab_workers", broker=settings.broker_url, include=["storagelab_workers.tasks"])
    celery.conf.update(
        accept_content=["json"],
        task_serializer="json",
        task_ignore_result=True,
        task_acks_late=False,
        task_reject_on_worker_lost=False,
        task_default_queue=settings.celery_queue,
        task_queues=[Queue(settings.celery_queue)],
        task_create_missing_queues=False,
        worker_prefetch_multiplier=1,
        worker_disable_prefetch=True,
        worker_soft_shutdown_timeout=SHUTDOWN_SECONDS,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        worker_cancel_long_running_tasks_on_connection_loss=False,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
        # A worker may take its time to connect to the broker; a request that enqueues work may not.
        broker_transport_options={**BROKER_TRANSPORT_OPTIONS, "socket_connect_timeout": 5},
        enable_utc=True,
    )
    return celery


configure_logging()
app = _create_app()
_stop = StopSignal()


@worker_init.connect
def _prepare(**_: Any) -> None:
    prepare_process()


@worker_ready.connect
def _begin_worker(sender: Any, **_: Any) -> None:
    """Start a worker's heartbeat and watchdog threads, publish the lab's SSH key and open a channel.

    The channel is the one to the runner of this machine.
    """
    for name, work, args in (
        ("heartbeat", heartbeat.record_heartbeats, (heartbeat.WORKER, _stop)),
        ("watchdog", watchdog.watch_for_ever, (app, sender.pool.num_processes, _stop)),
    ):
        threading.Thread(target=work, args=args, name=name, daemon=True).start()
    try:
        with session_scope() as session:
            publish_way_in(session, get_settings().data_dir)
    except Exception:
        log.exception("ssh_key_not_published")
    try:
        process_servers().warm_up()
    except Exception:
        # The first step will report it to the user; a worker that cannot start here can still reach other servers.
        log.exception("local_runner_not_ready")


@worker_shutting_down.connect
def _end_work(**_: Any) -> None:
    _stop.set()


@worker_shutdown.connect
def _end_worker(**_: Any) -> None:
    process_servers().close()
