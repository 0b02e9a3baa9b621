"""Watchdog that ends a worker process that takes no messages; its supervisor restarts it.

It acts only while there are messages. After a broker was away a Celery worker can stay connected and yet never consume
again.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from typing import Any

import structlog
from celery import Celery
from celery.signals import task_postrun, task_prerun
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from storagelab.config import get_settings
from storagelab.stop_signal import StopSignal

log = structlog.get_logger(__name__)

LOOK_SECONDS = 2.0
#: A process with free threads that began nothing for so long while messages were waiting is stuck.
STUCK_AFTER = 10.0
#: What the operating system calls an internal software error.
_EXIT_STATUS = 70


@dataclass(slots=True)
class TaskActivity:
    """Number of tasks that this process has begun, and of those under way."""

    begun: int = 0
    under_way: int = 0


@dataclass(slots=True)
class IdleWatch:
    """Since when this process has been idle beside waiting messages, on a monotonic clock; None when it is not."""

    seen_begun: int = 0
    idle_since: float | None = None

    def is_stuck(self, activity: TaskActivity, *, threads: int, waiting: int, now: float) -> bool:
        """Return whether the worker is stuck: messages wait, threads are free, and no task begins.

        `waiting` messages are in the queue, `threads` tasks may run at once, `now` is in seconds.
        """
        idle = waiting > 0 and activity.begun == self.seen_begun and activity.under_way < threads
        self.seen_begun = activity.begun
        if not idle:
            self.idle_since = None
        elif self.idle_since is None:
            self.idle_since = now
        return self.idle_since is not None and now - self.idle_since >= STUCK_AFTER


_activity = TaskActivity()
_counting = threading.Lock()


@task_prerun.connect
def _count_begin(**_: Any) -> None:
    with _counting:
        _activity.begun += 1
        _activity.under_way += 1


@task_postrun.connect
def _count_end(**_: Any) -> None:
    with _counting:
        _activity.under_way -= 1


def watch_for_ever(app: Celery, threads: int, stop: StopSignal) -> None:
    """Check every few seconds until `stop` that the worker begins tasks, and exit when it is stuck.

    A broker that is away is waited for.
    """
    watch = IdleWatch()
    while not stop.wait(LOOK_SECONDS):
        try:
            waiting = _count_waiting_messages(app)
        except (OperationalError, RedisError, OSError):
            watch.idle_since = None
            continue
        if watch.is_stuck(_activity, threads=threads, waiting=waiting, now=time.monotonic()):
            log.error("worker_stuck", waiting=waiting)
            # Threads cannot be ended one by one; the next claimant repeats their work.
            os._exit(_EXIT_STATUS)


def _count_waiting_messages(app: Celery) -> int:
    queue = get_settings().celery_queue
    connections: Any = app.pool
    with connections.acquire(block=True, timeout=LOOK_SECONDS) as connection:
        return int(connection.default_channel.queue_declare(queue).message_count)
