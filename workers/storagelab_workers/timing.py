"""Every waiting time of the workers, in seconds; one setting shortens them all for tests."""

from __future__ import annotations

import random

from storagelab.config import get_settings

#: Time that a claim excludes other workers from driving the same attempt.
CLAIM = 90.0
#: A step that has lasted this long lets go and is continued by the next one.
STEP_BUDGET = 30.0
#: No call to a server lasts beyond this moment of a step, so that Celery never has to cut one short.
STEP_LIMIT = 42.0
#: Between two polls of an attempt that is watched or short, and of any other one.
POLL_FAST = 1.0
POLL_SLOW = 15.0
#: An attempt planned for less than this is polled fast even without a watcher.
SHORT_RUN = 600.0
#: A server that is taken or not usable is looked at again after this.
WAIT_FOR_SERVER = 5.0
#: A server that another thread is still waiting for is tried again after this.
BUSY_AGAIN = 1.0
#: A question about a target that was not put within this is given up, in seconds of the real clock.
CHECK_LIMIT = 45.0
#: What a server that cannot be reached may take before an attempt that has not begun gives its leases back.
GIVE_BACK_AFTER = 30.0
#: How long a silent server may stay away after the run's own deadline before the run counts as lost.
SILENCE_AFTER_DEADLINE = 3600.0
#: An unreachable server is tried again by itself after this.
REDISCOVER_AFTER = 60.0

_FIRST_RETRIES = (1.0, 2.0, 4.0, 8.0)
_RETRY_LOWEST, _RETRY_HIGHEST = 15.0, 60.0


#: Minimum for a server and this process to exchange anything, however short times are set; each fits into the next.
_MIN_CONNECT_SECONDS, _MIN_CALL_SECONDS, _MIN_STEP_SECONDS, _MIN_CLAIM_SECONDS = 2.0, 3.0, 4.0, 8.0
#: A visit runs every read-only command of a server, which takes its time whatever the other times are set to.
_MIN_VISIT_SECONDS = 60.0


def connect_limit(seconds: float) -> float:
    """Return the seconds that opening a connection may take."""
    return max(scale_seconds(seconds), _MIN_CONNECT_SECONDS)


def call_limit(seconds: float) -> float:
    """Return the seconds that one call of a step may take."""
    return max(scale_seconds(seconds), _MIN_CALL_SECONDS)


def get_step_limit() -> float:
    """Return the seconds after the begin of a step at which every call to a server must have ended."""
    return max(scale_seconds(STEP_LIMIT), _MIN_STEP_SECONDS)


def get_step_budget() -> float:
    """Return the seconds after which a step stops and the next one continues its work."""
    return max(scale_seconds(STEP_BUDGET), _MIN_CALL_SECONDS)


def claim_seconds() -> float:
    """Return the seconds for which a step claims its attempt.

    They are more than any step takes, or every step would be superseded.
    """
    return max(scale_seconds(CLAIM), _MIN_CLAIM_SECONDS)


def visit_claim_seconds() -> float:
    """Return the seconds that the claim of a visit to a server holds."""
    return max(scale_seconds(CLAIM), _MIN_VISIT_SECONDS)


def scale_seconds(seconds: float) -> float:
    """Return seconds scaled by the `time_scale` of this installation."""
    return seconds * get_settings().time_scale


def retry_after(failures: int) -> float:
    """Return the seconds to wait after the n-th failure in a row, counted from 1.

    The first waits are short, later ones long and spread out.
    """
    if failures <= len(_FIRST_RETRIES):
        return scale_seconds(_FIRST_RETRIES[failures - 1])
    ceiling = min(_RETRY_LOWEST * 2 ** (failures - len(_FIRST_RETRIES)), _RETRY_HIGHEST)
    return scale_seconds(random.uniform(_RETRY_LOWEST, ceiling))  # noqa: S311 - it only spreads load.
