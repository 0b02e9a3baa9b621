"""One face for both kinds of target: check, name for the engine, claim for the run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storagelab_runner import file_target, held_devices
from storagelab_runner.errors import Refusal
from storagelab_runner.findings import REFUSE, Finding, raise_first_refusal
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.layout import StateFolder
from storagelab_runner.operations import checking
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.spec import FileTarget, Target


def scratch_file(state: StateFolder, attempt_id: str) -> Path:
    """The file that is used when the job leaves its place open."""
    return state.scratch / f"{attempt_id}.dat"


def check(
    state: StateFolder, target: Target, scratch: Path, *, writes: bool, preparation: Sequence[Operation] = ()
) -> list[Finding]:
    """Every check of a target and of what is to be done to it first; nothing stays open and nothing stays behind."""
    if not isinstance(target, FileTarget):
        findings = held_devices.check(target.devices, writes=writes, state=state, config=state.config)
        return findings + checking.check(preparation, target.devices)
    try:
        return file_target.check(file_target.resolve(target, scratch), target.size_bytes)
    except Refusal as refusal:
        return [Finding("target", "The target can be used", REFUSE, refusal.message, refusal.code, refusal.kind)]


def engine_name(state: StateFolder, target: Target, scratch: Path) -> str:
    """What the engine calls the target: a path, or the paths of all devices joined by colons. Raises Refusal."""
    if isinstance(target, FileTarget):
        return str(file_target.resolve(target, scratch))
    return ":".join(str(path) for path in held_devices.kernel_paths(target.devices, state.config))


def claim(state: StateFolder, target: Target, scratch: Path, *, writes: bool) -> tuple[list[HeldDevice], list[Finding]]:
    """Check a last time before the start and hold the devices, if it is devices. Raises Refusal with all findings."""
    if not isinstance(target, FileTarget):
        return held_devices.claim(target.devices, writable=writes, state=state, config=state.config)
    findings = file_target.check(file_target.resolve(target, scratch), target.size_bytes)
    raise_first_refusal(findings)
    return [], findings
