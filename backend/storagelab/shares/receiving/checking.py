"""Check of the zip of a share in a process with limits, before this process reads anything of it."""

from __future__ import annotations

import json
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

import structlog

from storagelab.errors import InvalidInput, LabUnavailable
from storagelab.imports.limits import LimitedExit, run_limited
from storagelab.shares.receiving.child import REFUSED

log = structlog.get_logger(__name__)

_PRESERVED = "Nothing of the share."
PROGRAM = (sys.executable, "-m", "storagelab.shares.receiving.child")
#: One at a time in each process of the lab: several would take the memory of several.
_ONE_AT_A_TIME = threading.Lock()


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the check of one zip. The largest allowed zip is unpacked and compared in less than a minute."""

    cpu_s: int = 300
    wall_s: float = 600.0
    memory_bytes: int = 2 << 30
    #: The wait for a turn; after it the client does better to retry later.
    turn_seconds: float = 30.0


LIMITS = Limits()


def check_in_child(path: Path, limits: Limits | None = None) -> None:
    """Check a received zip in a process of its own.

    Raises InvalidInput for a zip that is refused, or whose check takes too much time or memory. Raises LabUnavailable
    where another zip is being checked, or where the process ended for a reason other than the zip.
    """
    limits = limits or LIMITS
    if not _ONE_AT_A_TIME.acquire(timeout=limits.turn_seconds):
        raise LabUnavailable("Another share is being received: try again when that has ended.", preserved=_PRESERVED)
    try:
        ended = run_limited(
            [*PROGRAM, str(path)],
            cpu_s=limits.cpu_s,
            wall_s=limits.wall_s,
            memory_bytes=limits.memory_bytes,
            # It has nothing to write.
            file_bytes=1 << 20,
        )
    finally:
        _ONE_AT_A_TIME.release()
    if ended.ending != "done":
        log.warning("received_share_refused", how=ended.ending, status=ended.status, errors=ended.errors[-2000:])
        raise _make_refusal(ended, limits)


def _make_refusal(ended: LimitedExit, limits: Limits) -> InvalidInput | LabUnavailable:
    if ended.ending == "refused" and ended.status == REFUSED:
        refusal = json.loads(ended.output.splitlines()[-1])
        return InvalidInput(refusal["message"], preserved=refusal["preserved"])
    much = {
        "memory": f"more than {limits.memory_bytes / (1 << 30):.3g} GiB of memory",
        "cpu_time": f"more than {limits.cpu_s} s of computing",
        "wall_time": f"more than {limits.wall_s:.0f} s",
    }.get(ended.ending)
    if much is not None:
        return InvalidInput(
            f"Reading this zip took {much} and was stopped. No share needs that much. Ask its author for the "
            "original zip.",
            preserved=_PRESERVED,
        )
    return LabUnavailable(
        "The process that reads the zip of a share ended without an answer. This is a fault of the lab, see its "
        "log. Try again, and contact an administrator if it happens again.",
        preserved=_PRESERVED,
    )
