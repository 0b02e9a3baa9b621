"""Phase as the job text of the file tool, made of numbers and fixed words alone.

It contains no text of a user.
"""

from __future__ import annotations

from storagelab.domain.file_sets import FileSet
from storagelab.domain.profile import PhasePlan
from storagelab.domain.workload import Workload
from storagelab.engines.base import TARGET
from storagelab.errors import InvalidInput

#: Placeholder of the place on another file system; only the runner knows its path.
COPY_TO = "@COPY_TO@"


def list_unsupported_settings(workload: Workload) -> list[str]:
    """Return the reasons why the file tool cannot run this workload; empty when it can."""
    if workload.file_set is None:
        return ["file_set: the file tool works on sets of files only, and this workload has none."]
    return []


def render(plan: PhasePlan, *, target_bytes: int, devices: int = 1) -> str:
    """Return the job text of one phase for the file tool.

    The file system has `target_bytes` for the phase, and so has the destination of copies. Raises InvalidInput, naming
    the place, for a phase that the file tool or this target cannot carry out.
    """
    file_set = plan.workload.file_set
    reasons = list_unsupported_settings(plan.workload)
    if file_set is None or reasons:
        raise _make_phase_error(plan, "workload", " ".join(reasons))
    if plan.stop.kind != "volume" or plan.stop.passes != 1 or plan.stop.judged or plan.ramp_seconds:
        raise _make_phase_error(
            plan, "stop", "a set of files is processed once: its phase must end by volume after one pass."
        )
    if plan.loop is not None or plan.ends_early is not None:
        raise _make_phase_error(
            plan, "workload", "a set of files cannot be part of a loop or of a sweep that ends early."
        )
    if devices > 1:
        raise _make_phase_error(plan, "workload", f"files are on one file system, and the target is {devices} drives.")
    _check_space(plan, file_set, target_bytes)
    lines = [
        "[files]",
        f"operation={file_set.operation}",
        f"seed={file_set.seed}",
        f"request_bytes={plan.workload.block_sizes[0].bytes}",
        *(f"files={group.count}:{group.bytes}" for group in file_set.groups),
        f"target={TARGET}",
        *([f"copy_to={COPY_TO}"] if file_set.goes_across else []),
    ]
    return "".join(f"{line}\n" for line in lines)


def _check_space(plan: PhasePlan, file_set: FileSet, target_bytes: int) -> None:
    if file_set.space_bytes > target_bytes:
        needed = f"{file_set.space_bytes} bytes{' with their copies' if file_set.operation == 'copy_within' else ''}"
        raise _make_phase_error(plan, "workload", f"its files take {needed}, and the target has {target_bytes} bytes.")


def _make_phase_error(plan: PhasePlan, field: str, reason: str) -> InvalidInput:
    return InvalidInput(
        f"the file tool cannot run phase {plan.ordinal} ({plan.name}): {reason}", path=f"phases.{plan.ordinal}.{field}"
    )
