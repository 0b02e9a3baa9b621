"""Answers of REST as several commands read them: printed fields, not all that `--json` has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict


class NamedAnswer(TypedDict):
    """A numbered object that another one refers to."""

    number: str
    name: str


class FailureAnswer(TypedDict):
    """An error, with the data that it left as they were."""

    message: str
    preserved: str | None


class ServerAnswer(TypedDict):
    """A server."""

    id: str
    number: str
    name: str
    transport: str
    state: str
    state_reason: str | None
    discovery: str
    offered_host_key_fingerprint: str | None
    last_error: FailureAnswer | None
    fio_version: str | None
    cpu_model: str | None


class FigureAnswer(TypedDict):
    """A headline figure of a run."""

    label: str
    metric: str
    value: float | None
    unit: str


class MeasurementAnswer(TypedDict, total=False):
    """The measurement of a phase; empty where it has none."""

    iops: float | None
    throughput_bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None


class PhaseAnswer(TypedDict):
    """A phase of a run."""

    ordinal: int
    name: str
    measurement: MeasurementAnswer | None
    stop_reason: str | None


class ProfileAnswer(TypedDict):
    """The profile of a run."""

    title: str


class VerdictAnswer(TypedDict):
    """A verdict in words."""

    sentence: str


class RunAnswer(TypedDict):
    """A run; the list of runs and a job have it without `phases` and `verdict`."""

    id: str
    number: str
    title: str
    state: str
    server: NamedAnswer | None
    profile: ProfileAnswer | None
    started_at: str | None
    completeness: str
    headline: Sequence[FigureAnswer]
    invalid: object
    trashed: object
    phases: Sequence[PhaseAnswer]
    verdict: VerdictAnswer | None


class DescribedWorkload(TypedDict):
    """A workload in words."""

    description: str


class PlannedPhaseAnswer(TypedDict):
    """A phase of a plan."""

    ordinal: int
    name: str
    workload: DescribedWorkload
    estimated_seconds: float | None


class WritesAnswer(TypedDict):
    """The bytes that a plan writes."""

    typical_bytes: float
    sentence: str


class PlanAnswer(TypedDict):
    """The plan of a job."""

    scale: str
    phases: Sequence[PlannedPhaseAnswer]
    expected_writes: WritesAnswer | None
    estimated_seconds: float | None
    max_seconds: float | None
    warnings: Sequence[str]


class JobAnswer(TypedDict):
    """A job with its runs."""

    number: str
    state: str
    server: NamedAnswer | None
    engine: str
    estimated_seconds: float | None
    failure: FailureAnswer | None
    repeat_verdict: VerdictAnswer | None
    plan: PlanAnswer
    runs: Sequence[RunAnswer]


class AvailableChartAnswer(TypedDict):
    """A chart that a share can have."""

    key: str
    title: str
    default: bool


class ShareAnswer(TypedDict):
    """A share of this lab."""

    number: str
    state: str
    title: str
    url: str | None
    document_sha256: str
    runs: Sequence[str]
