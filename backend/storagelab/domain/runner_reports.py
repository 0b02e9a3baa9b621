"""Reports of the runner on an attempt: its status while it goes on, its exit record at the end."""

from __future__ import annotations

from typing import Required, TypedDict

from storagelab.domain.json_values import JsonObject


class ReportedFailure(TypedDict):
    """The reason why an attempt failed."""

    kind: str
    message: str


class ReportedFile(TypedDict):
    """A file of an attempt; its hash is known once the attempt has ended."""

    name: str
    size: int
    sha256: str | None


class ReportedRate(TypedDict):
    """The load that was requested of a phase once it was known."""

    requested_iops: float


class ReportedPhase(TypedDict, total=False):
    """A phase that has begun, with times on the axis of the attempt."""

    ordinal: Required[int]
    state: Required[str]
    name: str
    message: str | None
    exit_code: int | None
    stop_reason: str | None
    t0_ms: int | None
    t1_ms: int | None
    started_realtime_ns: int | None
    rate: ReportedRate | None


class ReportedOperation(TypedDict, total=False):
    """An operation before the first phase."""

    kind: Required[str]
    ordinal: int
    title: str
    state: str
    message: str | None
    evidence: JsonObject | None
    ended_realtime_ns: int | None


class ChangedNeighbour(TypedDict):
    """A drive beside the target, with the change that was found."""

    device: str
    what: str


class UnreadNeighbour(TypedDict):
    """A drive beside the target that could not be compared, with the reason."""

    device: str
    why: str


class ReportedNeighbours(TypedDict, total=False):
    """The comparison of the drives beside the target, before and after."""

    state: Required[str]
    changed: list[ChangedNeighbour]
    unread: list[UnreadNeighbour]


class RunnerStatus(TypedDict, total=False):
    """The status of an attempt as its runner reports it; older ones report fewer fields, the stored one lacks files."""

    state: str
    cancel_when: str | None
    boot_id: str | None
    current_boot_id: str
    supervisor_pid: int | None
    heartbeat_age_ms: int | None
    started_boottime_ns: int | None
    started_realtime_ns: int | None
    now_boottime_ns: int
    phases: list[ReportedPhase]
    operations: list[ReportedOperation]
    warnings: list[str]
    stuck: bool
    neighbours: ReportedNeighbours | None
    jumps: list[JsonObject]
    steady: JsonObject | None
    telemetry: JsonObject | None
    checks: list[JsonObject] | None
    files: list[ReportedFile]
    exit: ExitRecord | None


class ExitRecord(TypedDict, total=False):
    """The end of an attempt."""

    outcome: Required[str]
    failure: ReportedFailure | None
    interrupted: bool
    files: list[ReportedFile]
    phases: list[ReportedPhase]
    operations: list[ReportedOperation]
