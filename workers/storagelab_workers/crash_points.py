"""Named places at which a process can be made to die, so that tests can prove what survives each of them."""

from __future__ import annotations

import os
import signal

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
IMPORT_POINTS = (
    "after_reading_claim",
    "after_reading_before_commit",
    "after_storing_claim",
    "after_storing_a_result",
)


def crash_point(name: str) -> None:
    """Die here without a goodbye when the setting `crash_at` asks for it."""
    if get_settings().crash_at == name:
        os.kill(os.getpid(), signal.SIGKILL)
