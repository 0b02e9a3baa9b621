"""The preview of an import as it is stored with it."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class RefusedFileValues(TypedDict):
    """A file that no format knows, with the reason."""

    name: str
    reason: str
    line: str | None


class PreviewedMeasurement(TypedDict):
    """A measurement of a result, with its load and its first figures."""

    name: str
    host: str | None
    phase: int | None
    workload: str | None
    block_bytes: int | None
    read_percent: float | None
    random_percent: float | None
    threads: int | None
    queue_depth: int | None
    outstanding_ios: int | None
    offered_iops: float | None
    iops: float | None
    bandwidth_bytes_per_s: float | None
    latency_mean_ns: float | None
    latency_p99_ns: float | None
    value_kind: str
    printed: str | None
    error: str | None


class PreviewedSeries(TypedDict):
    """The series of one metric and direction."""

    metric: str
    direction: str
    jobs: int
    points: int


class PreviewedCurve(TypedDict):
    """The curve of the longest phase in equal parts."""

    metric: str
    end_ms: int
    values: list[float | None]


class NumberReadingValues(TypedDict):
    """The reading of one number, as `domain.results.NumberReading` has it."""

    place: str
    text: str
    value: float | None
    unit: str | None
    field: str


class PreviewedResult(TypedDict):
    """One result, as far as a preview shows it, with its identity."""

    index: int
    format: str
    version: str | None
    title: str
    members: list[str]
    members_count: int
    warnings: list[str]
    measurements_count: int
    measurements: list[PreviewedMeasurement]
    series: list[PreviewedSeries]
    curve: NotRequired[PreviewedCurve | None]
    numbers: list[NumberReadingValues]
    statements_count: int
    findings: NotRequired[list[str]]
    suggested_configuration: dict[str, object] | None
    source_sha256: str


class StoredPreview(TypedDict, total=False):
    """All that was read from an upload; those of earlier releases have fewer fields."""

    results: list[PreviewedResult]
    unrecognised: list[str]
    unrecognised_count: int
    refused: list[RefusedFileValues]
    warnings: list[str]


class ResultChoice(TypedDict):
    """The choice for one result that is to be stored, or left out."""

    index: int
    include: bool
    title: str | None
    configuration_id: str | None
    configuration_name: str | None
