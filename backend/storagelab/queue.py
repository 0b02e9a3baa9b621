"""Task queue: names of tasks and ids, sent to the broker after the commit.

This is the only Celery on this side. PostgreSQL is the truth. A lost message costs a second, because the reconciler
sends it again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import structlog
from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from storagelab.config import get_settings
from storagelab.errors import LabUnavailable

_KEY = "storagelab.queued"
log = structlog.get_logger(__name__)

#: Short time limits everywhere: a broker that hangs must not hold a request.
BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 10,
    "socket_connect_timeout": 2,
    "socket_keepalive": True,
    "health_check_interval": 15,
    "retry_on_timeout": False,
}

#: Without these kombu knocks on a closed door for six seconds before it gives up.
_ONE_TRY = {"max_retries": 1, "interval_start": 0, "interval_step": 0}


@lru_cache(maxsize=1)
def _sender() -> Celery:
    settings = get_settings()
    sender = Celery("storagelab", broker=settings.broker_url)
    sender.conf.update(
        task_default_queue=settings.celery_queue,
        task_create_missing_queues=True,
        task_ignore_result=True,
        broker_connection_retry=False,
        broker_connection_max_retries=0,
        broker_transport_options={**BROKER_TRANSPORT_OPTIONS, **_ONE_TRY},
        task_publish_retry=False,
    )
    return sender


def enqueue(session: Any, task: str, **ids: str) -> None:
    """Enqueue `task` with `ids` as its arguments once the transaction of `session` is committed."""
    session.info.setdefault(_KEY, []).append((task, ids))


def discard_queued(session: Any) -> None:
    """Discard the queued messages: the transaction was rolled back."""
    session.info.pop(_KEY, None)


def send_queued(session: Any) -> None:
    """Send the messages queued in `session` to the broker.

    A broker that is down is logged and raises nothing: the reconciler does the work instead.
    """
    for task, ids in session.info.pop(_KEY, []):
        enqueue_now(task, **ids)


def enqueue_now(task: str, **ids: str) -> bool:
    """Send one task to the broker at once; return False when the broker does not accept it."""
    try:
        _sender().send_task(f"storagelab_workers.{task}", kwargs=ids, retry=False)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("ring_failed", task=task, error=str(error))
        return False
    return True


def ping_broker() -> None:
    """Ping the broker. Raises LabUnavailable with the reason when it does not answer."""
    try:
        connections: Any = _sender().pool
        with connections.acquire(block=True, timeout=2) as connection:
            connection.default_channel.client.ping()
    except (OperationalError, RedisError, OSError) as error:
        raise LabUnavailable(f"The broker does not answer: {error}.") from error
