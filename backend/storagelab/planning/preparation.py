"""Preparation as a plan: its operations, the target after them, and their time limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.domain.operations import (
    KINDS,
    OperationInvalid,
    OperationValues,
    check_operations,
    compute_max_seconds,
    describe,
    explain_incompatibility,
    has_new_target,
    has_purge,
    is_destructive,
)
from storagelab.domain.profile import ProfileDefinition
from storagelab.errors import InvalidInput
from storagelab.planning.capacity import Capacity
from storagelab.planning.operation_schemas import Operation
from storagelab.planning.schemas import JobCreate, PreparationStep
from storagelab.planning.targets import TargetPlan

PATH = "preparation"
_INSTEAD = "Choose the erase of its interface, a discard, or write zeroes"


@dataclass(frozen=True)
class Preparation:
    """Operations in order, with a description of each; `capacity` is the size that phases can address afterwards."""

    operations: tuple[OperationValues, ...]
    steps: tuple[PreparationStep, ...]
    capacity: Capacity

    @property
    def maximum_seconds(self) -> float:
        """Return the maximum duration of all operations together in seconds."""
        return sum(step.maximum_seconds for step in self.steps)

    @property
    def writes(self) -> bool:
        """Return whether any of the operations changes the target."""
        return any(is_changing_operation(operation) for operation in self.operations)

    @property
    def makes_file(self) -> bool:
        """Return whether the phases work on a new file, which holds no data to read."""
        return any(operation["kind"] == "make_file_system" for operation in self.operations)


def plan_preparation(wanted: Sequence[Operation], target: TargetPlan) -> Preparation:
    """Plan preparation operations on a target.

    Raises InvalidInput for an operation that the target or its drives do not allow.
    """
    if wanted and target.file is not None:
        raise InvalidInput("a file is made by the runner and needs no preparation: choose drives", path=PATH)
    operations = [operation.model_dump() for operation in wanted]
    capacity = Capacity(target.smallest_bytes, max(len(target.drives), 1))
    for index, operation in enumerate(operations):
        capacity = capacity.after(operation, path=f"{PATH}.{index}")
        if operation["kind"] == "make_file_system":
            # The runner would choose a size of its own, which cannot be planned for.
            operation["file_bytes"] = capacity.total_bytes
    try:
        check_operations(operations, PATH)
    except OperationInvalid as invalid:
        raise InvalidInput(invalid.message, path=invalid.path) from None
    _check_drives(operations, target)
    steps = [
        PreparationStep(
            ordinal=ordinal,
            kind=operation["kind"],
            title=describe(operation),
            destroys=is_destructive(operation),
            maximum_seconds=float(compute_max_seconds(operation, target.total_bytes)),
        )
        for ordinal, operation in enumerate(operations, start=1)
    ]
    return Preparation(tuple(operations), tuple(steps), capacity)


def _check_drives(operations: Sequence[OperationValues], target: TargetPlan) -> None:
    """Raise InvalidInput for an operation that a drive does not support with its transport.

    The server checks the drives themselves before it begins.
    """
    for index, operation in enumerate(operations):
        if has_new_target(operations[:index]):
            return
        for item in target.drives:
            reason = explain_incompatibility(operation, item.drive.transport)
            if reason is not None:
                raise InvalidInput(
                    f"{KINDS[operation['kind']].title} cannot be done to {item.drive.path}: {reason}. {_INSTEAD}",
                    path=f"{PATH}.{index}.kind",
                )


def is_changing_operation(operation: OperationValues) -> bool:
    """Return whether an operation changes a drive, an array or a controller: all but waiting do."""
    return bool(operation["kind"] != "wait_quiet")


def describe_operation(stored: OperationValues) -> str:
    """Describe a stored operation in one line; an unknown kind of operation is named by its kind."""
    return describe(stored) if stored["kind"] in KINDS else str(stored["kind"])


def keep_for_resumption(stored: Sequence[OperationValues]) -> list[OperationValues]:
    """Return the stored operations that a resumed run repeats: those that wait and change nothing."""
    return [dict(operation) for operation in stored if not is_changing_operation(operation)]


def check_purge(body: JobCreate, profile: ProfileDefinition, preparation: Preparation) -> None:
    """Raise InvalidInput where a profile requires purged drives and the target is a file.

    The drives below a file are never purged. The smoke scale needs no purge, because its figures mean nothing.
    """
    if _needs_purge(body, profile) and (body.target.kind == "file" or preparation.makes_file):
        raise InvalidInput(
            f"{profile.name} begins on purged drives, and a file cannot be purged: choose drives, run it at the smoke "
            "scale, or save a copy of the profile without purge: true",
            path="target.kind" if body.target.kind == "file" else PATH,
        )


def purge_warnings(body: JobCreate, profile: ProfileDefinition, preparation: Preparation) -> list[str]:
    """Return warnings where a profile requires purged drives and the preparation purges none.

    Users may have purged the drives by other means.
    """
    if not _needs_purge(body, profile) or has_purge(preparation.operations):
        return []
    return [
        f"{profile.name} begins on purged drives, and no step of the preparation purges them: add one, such as "
        "nvme_format, ata_secure_erase or scsi_sanitize, or discard or write_zeroes where a controller lets none of "
        "them through."
    ]


def _needs_purge(body: JobCreate, profile: ProfileDefinition) -> bool:
    return profile.purge and body.profile.scale == "full"
