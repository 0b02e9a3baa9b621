"""One face for both kinds of target: check, name for the engine, claim for the run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storagelab_runner import copy_place, file_target, held_devices, scratch_folders
from storagelab_runner.errors import Refusal
from storagelab_runner.findings import REFUSE, ProbeFinding, is_refused, raise_first_refusal
from storagelab_runner.held_devices import HeldDevice
from storagelab_runner.layout import StateFolder
from storagelab_runner.operations import checking
from storagelab_runner.operations.kinds import Operation
from storagelab_runner.spec_targets import SpecFileTarget, Target


def get_scratch_file(state: StateFolder, attempt_id: str) -> Path:
    """Return the path of the test file of an attempt whose job names none."""
    return state.scratch / f"{attempt_id}.dat"


def check(
    state: StateFolder, target: Target, scratch: Path, *, writes: bool, preparation: Sequence[Operation] = ()
) -> list[ProbeFinding]:
    """Check a target and the operations planned on it; nothing is left open or changed afterwards."""
    if not isinstance(target, SpecFileTarget):
        findings = held_devices.check(target.devices, writes=writes, state=state, config=state.config)
        return findings + checking.check(preparation, target.devices)
    try:
        return _check_places(state, target, scratch)
    except Refusal as refusal:
        return [ProbeFinding("target", "The target can be used", REFUSE, refusal.message, refusal.code, refusal.kind)]


def format_engine_name(state: StateFolder, target: Target, scratch: Path) -> str:
    """Return the engine's name for the target: paths joined by colons.

    They are those of all devices, or of a file and its copy target. Raises Refusal.
    """
    if isinstance(target, SpecFileTarget):
        return ":".join(str(path) for path in _list_target_paths(target, scratch))
    return ":".join(str(path) for path in held_devices.find_kernel_paths(target.devices, state.config))


def file_of(target_name: str) -> Path:
    """Return the file of a file target from the engine's name for it: no path of a file has a colon."""
    return Path(target_name.partition(":")[0])


def find_target_grounds(target_name: str) -> list[Path]:
    """Return one path on each file system of a file target: the file, and the copy target's folder."""
    file, *second = target_name.split(":")
    return [Path(file), *(Path(path).parent for path in second)]


def claim(
    state: StateFolder, target: Target, scratch: Path, *, writes: bool
) -> tuple[list[HeldDevice], list[ProbeFinding]]:
    """Check a target a last time before the start and hold its devices; a file target has none.

    Returns held devices and findings. Raises Refusal with all findings.
    """
    if not isinstance(target, SpecFileTarget):
        return held_devices.claim(target.devices, writable=writes, state=state, config=state.config)
    findings = _check_places(state, target, scratch)
    raise_first_refusal(findings)
    return [], findings


def _list_target_paths(target: SpecFileTarget, scratch: Path) -> list[Path]:
    second = [] if target.copy_to is None else [file_target.resolve_place(target.copy_to)]
    return [file_target.resolve(target, scratch), *second]


def _check_places(state: StateFolder, target: SpecFileTarget, scratch: Path) -> list[ProbeFinding]:
    findings = [] if target.path is None else scratch_folders.check(state, target.path)
    if target.copy_to is not None:
        findings += [copy_place.convert_finding(finding) for finding in scratch_folders.check(state, target.copy_to)]
    if is_refused(findings):
        return findings
    path, *second = _list_target_paths(target, scratch)
    findings += file_target.check(path, target.size_bytes)
    for place in second:
        findings += copy_place.check(place, target.size_bytes, target=path)
    return findings
