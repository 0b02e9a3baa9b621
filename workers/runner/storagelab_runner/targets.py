"""One face for both kinds of target: check, name for the engine, claim for the run."""

from __future__ import annotations

import os
from pathlib import Path

from storagelab_runner import device_target, file_target
from storagelab_runner.errors import Refusal
from storagelab_runner.findings import REFUSE, Finding, raise_first_refusal
from storagelab_runner.layout import StateFolder
from storagelab_runner.spec import FileTarget, Target


def scratch_file(state: StateFolder, attempt_id: str) -> Path:
    """The file that is used when the job leaves its place open."""
    return state.scratch / f"{attempt_id}.dat"


def check(target: Target, writes: bool, scratch: Path) -> list[Finding]:
    """Every check of a target; nothing stays open and nothing stays behind."""
    try:
        if isinstance(target, FileTarget):
            return file_target.check(file_target.resolve(target, scratch), target.size_bytes)
        findings = []
        if writes:
            reason = "The job writes: this runner writes to files only."
            findings.append(Finding("read_only", "Devices are only read", REFUSE, reason))
        for device in target.devices:
            opened = device_target.open_exclusively(device)
            if opened.descriptor is not None:
                os.close(opened.descriptor)
            findings += opened.findings
        return findings
    except Refusal as refusal:
        return [Finding("target", "The target can be used", REFUSE, refusal.message, refusal.code, refusal.kind)]


def engine_name(target: Target, scratch: Path) -> str:
    """What the engine calls the target: a path, or the paths of all devices joined by colons. Raises Refusal."""
    if isinstance(target, FileTarget):
        return str(file_target.resolve(target, scratch))
    return ":".join(str(device_target.resolve(device)) for device in target.devices)


def claim(target: Target, scratch: Path) -> list[int]:
    """Check a last time before the start; for devices, descriptors that hold them. Raises Refusal."""
    if isinstance(target, FileTarget):
        raise_first_refusal(file_target.check(file_target.resolve(target, scratch), target.size_bytes))
        return []
    return device_target.claim(target.devices)
