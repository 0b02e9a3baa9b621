"""Removal of leftovers of dead supervisors and of attempts that a controller has stored."""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from storagelab_runner import held_devices
from storagelab_runner.attempts import get_attempt_state, is_abandoned, remove_lost_target
from storagelab_runner.engine import run_quietly
from storagelab_runner.identity import NS_PER_S
from storagelab_runner.launch import kill_unit
from storagelab_runner.layout import AttemptFolder, StateFolder
from storagelab_runner.lost_use import find_open_uses
from storagelab_runner.mounts import read_mounts
from storagelab_runner.operations.file_systems import mount_point
from storagelab_runner.orphans import kill_orphans
from storagelab_runner.records import read_record
from storagelab_runner.spec_targets import Device

_KEEP_NS = 14 * 86400 * NS_PER_S
#: No verb waits longer for the drives of a lost attempt, but for the one that is being looked at then.
_LOOK_SECONDS = 5.0
_COLLECTED_PREFIX = ".collected-"
ENDED_STATES = frozenset({"finished", "lost", "cancelled"})


def clear_leftovers(state: StateFolder) -> None:
    """Clear the leftovers of every attempt whose supervisor died."""
    for attempt in state.list_attempts():
        clear_leftovers_of(state, attempt)


def clear_leftovers_of(state: StateFolder, attempt: AttemptFolder) -> None:
    """End the leftover engines of one attempt, and remove its target.

    These engines ignored the signal that they got when its supervisor died. Nothing else ends them: systemd retains a
    scope as long as any process in it lives.
    """
    started = read_record(attempt.started)
    if started is None or attempt.exit.exists():
        return
    if is_abandoned(attempt):
        if started.get("unit") is not None:
            kill_unit(started["unit"])
        kill_orphans(state, attempt)
    if get_attempt_state(attempt) == "lost":
        remove_lost_target(attempt)
        _unmount(mount_point(state, attempt))
        _close_uses(state, attempt, started)


def _close_uses(state: StateFolder, attempt: AttemptFolder, started: Mapping[str, Any]) -> None:
    """Record the contents that a lost attempt left on its drives, which are examined as for a check.

    Examine the drives early: bytes that others write until then count as written by the attempt. Nothing is read while
    another attempt runs, because the reads would disturb its measurement. Drives that do not fit into the time wait for
    the next call.
    """
    devices = find_open_uses(state, attempt, started)
    if not devices or any(get_attempt_state(other) == "running" for other in state.list_attempts()):
        return
    deadline = time.monotonic() + _LOOK_SECONDS
    for device in devices:
        if time.monotonic() < deadline:
            drive = Device(device["stable_id"], device["serial"], device["path"], None)
            held_devices.check([drive], writes=True, state=state, config=state.config)


def _unmount(point: Path) -> None:
    """Take away the file system that a preparation mounted; while it is busy it stays for the next try."""
    if any(mount.point == str(point.resolve()) for mount in read_mounts()):
        run_quietly("umount", str(point))


def collect(state: StateFolder, now_ns: int) -> None:
    """Delete the attempts that ended and were acknowledged more than 14 days before `now_ns` (wall clock)."""
    for attempt in state.list_attempts():
        if _is_due(attempt, now_ns):
            # The new name is no attempt id, so half a deletion never looks like an attempt.
            attempt.root.rename(state.attempts / f"{_COLLECTED_PREFIX}{attempt.attempt_id}")
    for folder in state.attempts.glob(f"{_COLLECTED_PREFIX}*"):
        shutil.rmtree(folder, ignore_errors=True)


def _is_due(attempt: AttemptFolder, now_ns: int) -> bool:
    acknowledged = read_record(attempt.acknowledged)
    if acknowledged is None or now_ns - int(acknowledged["realtime_ns"]) < _KEEP_NS:
        return False
    return get_attempt_state(attempt) in ENDED_STATES
