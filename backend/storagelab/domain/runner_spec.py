"""The spec of an attempt as its runner reads it, and as it is stored with the attempt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, Required, TypedDict

from storagelab.domain.loops import LoopValues, SweepEndValues
from storagelab.domain.operations import OperationValues
from storagelab.domain.plan import StopValues


class DeviceSpec(TypedDict):
    """One drive of a target."""

    stable_id: str
    serial: str | None
    path: str | None
    size_bytes: int | None


class TargetSpec(TypedDict, total=False):
    """A new file with a path and a size, or devices."""

    kind: Required[Literal["file", "devices"]]
    path: str | None
    size_bytes: int
    copy_to: str
    devices: Sequence[DeviceSpec]


class LateRatesSpec(TypedDict):
    """A load of `percent` of the maximum that phase `of` measures, or measured in an earlier attempt."""

    of: int
    percent: float | None
    known_max: NotRequired[float]


class LoadFields(TypedDict, total=False):
    """The fields of a phase whose load is known late."""

    late_rates: LateRatesSpec


class LoopFields(TypedDict, total=False):
    """The fields of a phase that belongs to a loop or a sweep."""

    ends_early: SweepEndValues
    loop: str
    round: int | None
    tracked: list[int]


class PhaseSpec(LoadFields, LoopFields):
    """One phase of an attempt."""

    ordinal: int
    name: str
    job_file: str
    writes: bool
    status_interval_seconds: int
    stop: StopValues
    ramp_seconds: float


class LoopsSpec(TypedDict, total=False):
    """The rules of all loops."""

    loops: list[LoopValues]


class RunnerSpec(LoopsSpec):
    """The whole spec of an attempt."""

    format: int
    deadline_seconds: int
    engine: str
    target: TargetSpec
    preparation: Sequence[OperationValues]
    phases: Sequence[PhaseSpec]
