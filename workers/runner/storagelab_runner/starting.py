"""The one start in an attempt's life: host taken, target proven free, supervisor launched, record linked."""

from __future__ import annotations

import os

from storagelab_runner import VERSION, targets
from storagelab_runner.collection import clear_leftovers
from storagelab_runner.engine import find_engine
from storagelab_runner.errors import Refusal
from storagelab_runner.identity import boot_id, boottime_ns, realtime_ns
from storagelab_runner.launch import launch_supervisor
from storagelab_runner.layout import AttemptFolder, StateFolder, is_attempt_id
from storagelab_runner.records import create_once, read_record, try_lock, wait_for_lock
from storagelab_runner.spec import Spec

_ENDING_SECONDS = 2.0
_RESERVE_BYTES = 1 << 20


def start_once(state: StateFolder, attempt: AttemptFolder, spec: Spec) -> None:
    """Launch the supervisor and write the start record that lets it go on. The caller holds the attempt's lock."""
    prepared = read_record(attempt.prepared) or {}
    engine = find_engine()
    host_lock = _take_host(state, attempt)
    held: list[int] = []
    try:
        clear_leftovers(state)
        scratch = targets.scratch_file(state, attempt.attempt_id)
        if targets.engine_name(spec.target, scratch) != prepared["target_name"]:
            raise Refusal("refused", "The target's path leads elsewhere than when the attempt was prepared.")
        held = targets.claim(spec.target, scratch)
        _reserve(attempt)
        supervisor = launch_supervisor(attempt, host_lock, held)
        record = {
            "boot_id": boot_id(),
            "boottime_ns": boottime_ns(),
            "engine_path": str(engine),
            "realtime_ns": realtime_ns(),
            "runner_version": VERSION,
            "supervisor": supervisor._asdict(),
            "target_name": prepared["target_name"],
        }
        create_once(attempt.started, record)
    finally:
        # The supervisor has copies of its own: closing ours lets go only if there is none.
        for descriptor in (host_lock, *held):
            os.close(descriptor)


def _take_host(state: StateFolder, attempt: AttemptFolder) -> int:
    """The host's lock, with this attempt's name in it. Raises Refusal host_busy naming the attempt that has it."""
    descriptor = try_lock(state.host_lock)
    if descriptor is None:
        holder = state.host_lock.read_text("ascii").strip()
        # A supervisor that has written its exit record is about to let go.
        if is_attempt_id(holder) and state.attempt(holder).exit.exists():
            descriptor = wait_for_lock(state.host_lock, _ENDING_SECONDS)
    if descriptor is None:
        raise Refusal("host_busy", f"Attempt {holder} is running on this server; only one may at a time.")
    os.pwrite(descriptor, attempt.attempt_id.encode("ascii"), 0)
    return descriptor


def _reserve(attempt: AttemptFolder) -> None:
    descriptor = os.open(attempt.reserve, os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, _RESERVE_BYTES)
    finally:
        os.close(descriptor)
