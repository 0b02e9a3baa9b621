"""Named points at which a process can be made to die, so that tests prove what survives."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from storagelab.config import get_settings

ATTEMPT_POINTS = (
    "after_claim",
    "after_lease_commit",
    "after_prepare_before_commit",
    "after_prepared_commit",
    "after_starting_commit",
    "after_start_before_commit",
    "after_poll_before_commit",
    "after_poll_commit",
    "after_exit_commit",
    "after_copy_before_commit",
    "after_copy_commit",
    "after_ack_before_commit",
)
SERVER_POINTS = (
    "after_visit_claim",
    "after_visit_before_commit",
    "after_check_claim",
    "after_check_before_commit",
)
IMPORT_POINTS = (
    "after_reading_claim",
    "after_reading_before_commit",
    "after_storing_claim",
    "after_storing_a_result",
)


def crash_point(name: str) -> None:
    """Kill this process without cleanup when the setting `crash_at` names this crash point."""
    _at_points[-1](name)


@contextmanager
def at_every_point(action: Callable[[str], None]) -> Iterator[None]:
    """Call `action` within the block with the name of each point that this process passes, and do not die there.

    A simulation with many lives in one process ends one of them with an exception that nothing catches.
    """
    _at_points.append(action)
    try:
        yield
    finally:
        _at_points.remove(action)


def _die_if_configured(name: str) -> None:
    if get_settings().crash_at == name:
        os.kill(os.getpid(), signal.SIGKILL)


_at_points: list[Callable[[str], None]] = [_die_if_configured]
