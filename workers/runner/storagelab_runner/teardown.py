"""Teardown of an attempt: unused devices, their last contents, and the record that proves it."""

from __future__ import annotations

import contextlib
import os
from typing import Any, Callable, Mapping, Sequence

from storagelab_runner import held_devices, last_use
from storagelab_runner.attempts import describe_course
from storagelab_runner.clock import WallClock
from storagelab_runner.failure import RunnerFailure
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.layout import AttemptFolder, StateFolder
from storagelab_runner.operations.context import get_capacity
from storagelab_runner.records import compute_durable_sha256, write_record

#: Programs that glance at every drive have looked away by then.
_PATIENCE_SECONDS = 10
#: Result for the drives beside the target when they could not be compared.
NEIGHBOURS_UNKNOWN: Mapping[str, Any] = {"state": "unknown", "changed": []}


def wait_until_unused(devices: Sequence[HeldDevice], beat: Callable[[], None]) -> list[str]:
    """Wait until only the supervisor has a device open; return a sentence for each program that does not close it.

    No process of the attempt lives by now, so such a program is foreign: it is reported and left alone.
    """
    sentences = []
    for device in devices:
        for _ in range(_PATIENCE_SECONDS):
            users = held_devices.wait_until_unused(device.device_number, seconds=1.0).users
            beat()
            if not users:
                break
        else:
            sentences += [f"{user.words()} still has {device.stable_id} open after the run." for user in users]
    return sentences


def start_of_use(state: StateFolder, attempt: AttemptFolder, devices: Sequence[HeldDevice]) -> None:
    """Record on the server that the writable devices are about to be written by the attempt."""
    for device in devices:
        if device.writable and device.serial is not None:
            last_use.start_of_use(state, device.serial, attempt.attempt_id, get_capacity(device.descriptor))


def end_of_use(state: StateFolder, attempt: AttemptFolder, devices: Sequence[HeldDevice]) -> list[str]:
    """Record the state in which the attempt leaves the writable devices.

    Returns a sentence for each device that cannot be read any more.
    """
    sentences = []
    for device in devices:
        if device.writable and device.serial is not None:
            try:
                last_use.end_of_use(state, device.serial, attempt.attempt_id, device.descriptor)
            except OSError as problem:
                sentences.append(f"How {device.stable_id} was left could not be recorded: {problem.strerror}.")
    return sentences


def write_exit_record(
    attempt: AttemptFolder,
    outcome: str,
    failure: RunnerFailure | None,
    facts: Mapping[str, Any],
    beat: Callable[[], None],
    clock: WallClock,
) -> None:
    """Write the exit record: outcome, failure, and size and SHA-256 of every file of the attempt.

    Nothing of the attempt may change any more; `facts` become fields of the record. `beat` is called after each file.
    """
    with contextlib.suppress(FileNotFoundError):
        attempt.reserve.unlink()
    files = []
    for name, _ in attempt.list_readable_files():
        size, digest = compute_durable_sha256(attempt.root / name)
        files.append({"name": name, "size": size, "sha256": digest})
        beat()
    now = clock.stamp()
    record = {
        "outcome": outcome,
        "failure": None if failure is None else failure.to_json(),
        "ended_realtime_ns": now["realtime_ns"],
        "ended_boottime_ns": now["boottime_ns"],
        "files": files,
        **describe_course(attempt, "finished"),
        **facts,
    }
    write_record(attempt.exit, record)


def close_log() -> None:
    """Redirect standard output and error to /dev/null, because the log is about to be hashed."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)
    os.close(null)
