"""Single start of an attempt: host locked, target proven free, supervisor launched, recorded."""

from __future__ import annotations

import os
from pathlib import Path

from storagelab_runner import VERSION, held_devices, neighbours, targets
from storagelab_runner.clock import WallClock
from storagelab_runner.collection import clear_leftovers
from storagelab_runner.engines.table import ENGINES
from storagelab_runner.errors import Refusal
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.identity import boot_id
from storagelab_runner.launch import launch_supervisor
from storagelab_runner.layout import AttemptFolder, StateFolder, is_attempt_id
from storagelab_runner.records import create_once, read_record, try_lock, wait_for_lock, write_record
from storagelab_runner.spec import Spec

#: A supervisor lets go within ms of its exit record, unless the server has no time for it.
_ENDING_SECONDS = 5.0
_RESERVE_BYTES = 1 << 20


def start_once(state: StateFolder, attempt: AttemptFolder, spec: Spec) -> None:
    """Start the supervisor of an attempt and write the start record that lets it proceed.

    The caller holds the attempt's lock.
    """
    prepared = read_record(attempt.prepared) or {}
    engine = ENGINES[spec.engine].find(state)
    # Preparation fills drives with fio, whatever engine measures them afterwards.
    fills = any(operation.kind == "fill" for operation in spec.preparation)
    filler = ENGINES["fio"].find(state) if fills else engine
    host_lock = _take_host(state, attempt)
    held: list[HeldDevice] = []
    try:
        clear_leftovers(state)
        scratch = targets.get_scratch_file(state, attempt.attempt_id)
        held = _claim(state, attempt, spec, scratch)
        if targets.format_engine_name(state, spec.target, scratch) != prepared["target_name"]:
            raise Refusal("refused", "The target's path leads elsewhere than when the attempt was prepared.")
        numbers = [device.device_number for device in held]
        before = neighbours.snapshot(numbers, state.config) if held and spec.writes else None
        _reserve(attempt)
        descriptors = [device.descriptor for device in held]
        launched = launch_supervisor(state, attempt, host_lock, descriptors, spec.deadline_seconds)
        record = {
            "boot_id": boot_id(),
            "devices": [device._asdict() for device in held],
            "engine_path": str(engine),
            "filler_path": str(filler),
            "neighbours": before,
            "runner_version": VERSION,
            "supervisor": launched.supervisor._asdict(),
            "target_name": prepared["target_name"],
            "unit": launched.unit,
            "warnings": launched.warnings,
            # The anchor of all wall times of the attempt.
            **WallClock.now()._asdict(),
        }
        create_once(attempt.started, record)
    finally:
        # The supervisor has its own copies, so closing these releases the lock only without a supervisor.
        os.close(host_lock)
        for device in held:
            held_devices.release(device)


def _claim(state: StateFolder, attempt: AttemptFolder, spec: Spec, scratch: Path) -> list[HeldDevice]:
    """Check the target a last time, hold its devices and record all findings. Raises Refusal."""
    checks = read_record(attempt.checks) or {}
    try:
        held, findings = targets.claim(state, spec.target, scratch, writes=spec.writes)
    except Refusal as refusal:
        write_record(attempt.checks, {**checks, "start": list(refusal.findings)})
        raise
    write_record(attempt.checks, {**checks, "start": [finding.to_json() for finding in findings]})
    return held


def wait_for_ending(state: StateFolder) -> None:
    """Wait a moment for a supervisor that has written its exit record to release the target.

    A check thus meets nothing of an ended attempt.
    """
    descriptor = _lock_host(state)
    if descriptor is not None:
        os.close(descriptor)


def _take_host(state: StateFolder, attempt: AttemptFolder) -> int:
    """Take the host's lock and write this attempt's name into it.

    Raises Refusal host_busy, naming the attempt that holds the lock.
    """
    descriptor = _lock_host(state)
    if descriptor is None:
        holder = state.host_lock.read_text("ascii").strip()
        raise Refusal("host_busy", f"The server is in use by {f'attempt {holder}' if holder else 'another lab'}.")
    os.pwrite(descriptor, attempt.attempt_id.encode("ascii"), 0)
    return descriptor


def _lock_host(state: StateFolder) -> int | None:
    """Take the lock of the host and return its descriptor; None when it is held.

    Waits a moment where its holder has written its exit record and is about to release the lock.
    """
    descriptor = try_lock(state.host_lock)
    if descriptor is None:
        holder = state.host_lock.read_text("ascii").strip()
        if is_attempt_id(holder) and state.attempt(holder).exit.exists():
            descriptor = wait_for_lock(state.host_lock, _ENDING_SECONDS)
    return descriptor


def _reserve(attempt: AttemptFolder) -> None:
    descriptor = os.open(attempt.reserve, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, _RESERVE_BYTES)
    finally:
        os.close(descriptor)
