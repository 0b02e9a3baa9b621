"""First look at a drive after a lost attempt: its state then is recorded as its last use."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from storagelab_runner.attempts import get_attempt_state
from storagelab_runner.findings import REFUSE
from storagelab_runner.interlocks.content import check_no_signature
from storagelab_runner.interlocks.facts import DeviceFacts, HostFacts
from storagelab_runner.interlocks.table import judge_use
from storagelab_runner.last_use import close_use, read_last_use
from storagelab_runner.layout import AttemptFolder, StateFolder
from storagelab_runner.orphans import find_orphans


def close_lost_use(device: DeviceFacts, host: HostFacts, state: StateFolder) -> DeviceFacts:
    """Close the record of a drive whose last attempt never ended; return the facts with that record.

    The facts were read through the exclusively opened drive. The record remains open while the attempt may still write,
    and where the drive is used, carries a signature, or has another size: then the contents that the attempt left are
    not known.
    """
    left, contents, serial = device.left, device.contents, device.wanted.serial
    if left is None or not left.in_use or contents is None or serial is None or device.opened is None:
        return device
    is_same = left.size_bytes in (None, contents.size_bytes) and serial in _get_serials(device)
    if not is_same or not _has_ended(state, left.attempt_id) or not _is_untouched(device, host):
        return device
    # Where it cannot be written the record stays open, and an open record refuses.
    with contextlib.suppress(OSError):
        close_use(state, serial, left.attempt_id, contents, is_late=True)
        return device._replace(left=read_last_use(state, serial))
    return device


def find_open_uses(state: StateFolder, attempt: AttemptFolder, started: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the devices in an attempt's start record whose last-use record is still open for it."""
    devices = []
    for device in started.get("devices", []):
        left = read_last_use(state, device["serial"]) if device["writable"] and device["serial"] is not None else None
        if left is not None and left.in_use and left.attempt_id == attempt.attempt_id:
            devices.append(device)
    return devices


def _get_serials(device: DeviceFacts) -> tuple[str, ...]:
    return () if device.opened is None or device.opened.node is None else device.opened.node.serials


def _has_ended(state: StateFolder, attempt_id: str) -> bool:
    if get_attempt_state(state.attempt(attempt_id)) == "running":
        return False
    return all(orphan.attempt_id != attempt_id for orphan in find_orphans(state))


def _is_untouched(device: DeviceFacts, host: HostFacts) -> bool:
    findings = [check_no_signature(device, host).verdict, *(finding.verdict for finding in judge_use(device, host))]
    return REFUSE not in findings
