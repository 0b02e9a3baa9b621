"""Results as the one JSON object of `storagelab parse`: unknown is null, absent is {}."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, NotRequired, TypedDict

from msgspec import to_builtins

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ObservedWorkload, ParsedResult, Statement
from storagelab.domain.samples import LatencyStatistics, ObservedPart, PercentilesOf

#: `lat_max` and `lat_stddev` are second columns of a log that is listed already.
LISTED_METRICS = frozenset({"iops", "bandwidth", "lat", "clat", "slat", "lat_hist"})

#: The format whose figures carry the form in which they were printed.
PUBLISHED = "table"


class BlockSizeReport(TypedDict):
    """One block size of a workload, with its share of the I/Os."""

    bytes: int
    percent: float | None


class WorkloadReport(TypedDict):
    """The workload of a measurement."""

    block_sizes: list[BlockSizeReport] | None
    read_percent: float | None
    random_percent: float | None
    queue_depth: float | None
    threads: int | None
    offered_iops: float | None


class LatencyReport(TypedDict):
    """Statistics of a latency in nanoseconds."""

    n: int | None
    mean: float | None
    stddev: float | None
    min: float | None
    max: float | None


class PartReport(TypedDict, total=False):
    """A direction of a measurement, or all together; empty where nothing was measured."""

    ios: int | None
    bytes: int | None
    iops: float | None
    bandwidth_bytes_per_s: float | None
    latency_ns: LatencyReport | None
    percentiles_ns: Mapping[str, float | None]
    percentiles_of: PercentilesOf | None
    percentiles_estimated: bool
    bins: Mapping[str, int] | None


class MeasurementReport(TypedDict):
    """A measurement; the last three are those of published figures."""

    name: str | None
    host: str | None
    group: int | None
    workload: WorkloadReport
    runtime_s: float | None
    error: str | None
    read: PartReport
    write: PartReport
    trim: PartReport
    total: PartReport
    value_kind: NotRequired[str | None]
    printed: NotRequired[str | None]
    note: NotRequired[str | None]


class SeriesReport(TypedDict):
    """A series, without its points."""

    metric: str
    direction: str | None
    job: int | None
    host: str | None
    unit: str
    points: int
    first_ms: int | None
    last_ms: int | None


class StatementReport(TypedDict):
    """A published figure in its words."""

    subject: str | None
    metric: str | None
    printed: str | None
    value: float | None
    unit: str | None
    value_kind: str
    conditions: object
    note: str | None


class ResultReport(TypedDict):
    """The results of one format."""

    format: str
    version: str | None
    warnings: list[str | None]
    measurements: list[MeasurementReport]
    series: list[SeriesReport]
    statements: NotRequired[list[StatementReport]]
    findings: NotRequired[list[object]]


def describe(results: Sequence[ParsedResult], notes: Iterable[str] = ()) -> ResultReport:
    """Return the JSON object that describes the results of one format.

    `notes` are warnings about content that was not read. Raises ValueError for no results and for results of several
    formats.
    """
    (format_name,) = {result.format for result in results}
    versions = {result.version for result in results}
    warnings = [warning for result in results for warning in result.warnings]
    if len(versions) > 1:
        named = ", ".join(sorted(version or "an unknown one" for version in versions))
        warnings.append(f"the results are of several versions: {named}")
    document: ResultReport = {
        "format": format_name,
        "version": _remove_surrogates(versions.pop()) if len(versions) == 1 else None,
        "warnings": [_remove_surrogates(warning) for warning in dict.fromkeys([*warnings, *notes])],
        "measurements": [
            describe_measurement(measurement, is_published=format_name == PUBLISHED)
            for result in results
            for measurement in result.measurements
        ],
        "series": [
            _describe_series(series)
            for result in results
            for series in result.series
            if series.metric in LISTED_METRICS
        ],
    }
    statements = [_describe_statement(statement) for result in results for statement in result.statements]
    if statements:
        document["statements"] = statements
    findings = [_convert_to_json(to_builtins(finding)) for result in results for finding in result.findings]
    if findings:
        document["findings"] = findings
    return document


def encode(results: Sequence[ParsedResult], notes: Iterable[str] = ()) -> Iterator[str]:
    """Yield the text of `describe`, one measurement at a time: a thousand histograms must not be in memory twice."""
    without = [replace(result, measurements=()) for result in results]
    measurements = (
        json.dumps(describe_measurement(measurement, is_published=result.format == PUBLISHED), allow_nan=False)
        for result in results
        for measurement in result.measurements
    )
    separator = "{"
    for key, value in describe(without, notes).items():
        yield f'{separator}"{key}": '
        separator = ", "
        if key != "measurements":
            yield json.dumps(value, allow_nan=False)
            continue
        yield "["
        for number, text in enumerate(measurements):
            yield f", {text}" if number else text
        yield "]"
    yield "}"


def describe_measurement(measurement: ObservedMeasurement, *, is_published: bool = False) -> MeasurementReport:
    """Return one entry of `measurements`; published figures also have the form in which they were printed."""
    described: MeasurementReport = {
        "name": _remove_surrogates(measurement.name),
        "host": _remove_surrogates(measurement.host),
        "group": measurement.group,
        "workload": _describe_workload(measurement.workload),
        "runtime_s": _convert_finite_float(measurement.runtime_s),
        "error": _remove_surrogates(measurement.error),
        "read": _describe_part(measurement.parts.get("read")),
        "write": _describe_part(measurement.parts.get("write")),
        "trim": _describe_part(measurement.parts.get("trim")),
        "total": _describe_part(measurement.total),
    }
    if is_published:
        described["value_kind"] = measurement.value_kind
        described["printed"] = _remove_surrogates(measurement.printed)
        described["note"] = _remove_surrogates(measurement.note)
    return described


def format_percentile(percent: float) -> str:
    """Format a percentile as the shortest decimal: `50`, `99.9`, `99.9999`."""
    return format(Decimal(repr(float(percent))).normalize(), "f")


def _describe_workload(workload: ObservedWorkload) -> WorkloadReport:
    sizes = workload.block_sizes
    return {
        "block_sizes": None if sizes is None else [{"bytes": size.bytes, "percent": size.percent} for size in sizes],
        "read_percent": _convert_finite_float(workload.read_percent),
        "random_percent": _convert_finite_float(workload.random_percent),
        "queue_depth": workload.queue_depth,
        "threads": workload.threads,
        "offered_iops": _convert_finite_float(workload.offered_iops),
    }


def _describe_part(part: ObservedPart | None) -> PartReport:
    if part is None or part == ObservedPart():
        return {}
    return {
        "ios": part.ios,
        "bytes": part.bytes,
        "iops": _convert_finite_float(part.iops),
        "bandwidth_bytes_per_s": _convert_finite_float(part.bandwidth_bytes_per_s),
        "latency_ns": _describe_latency(part.latency),
        "percentiles_ns": {
            format_percentile(percent): _convert_finite_number(ns) for percent, ns in part.percentiles_ns.items()
        },
        "percentiles_of": part.percentiles_of,
        "percentiles_estimated": part.percentiles_estimated,
        "bins": None if part.bins is None else {str(ns): count for ns, count in part.bins.items()},
    }


def _describe_latency(latency: LatencyStatistics) -> LatencyReport | None:
    if latency == LatencyStatistics():
        return None
    return {
        "n": latency.n,
        "mean": _convert_finite_float(latency.mean),
        "stddev": _convert_finite_float(latency.stddev),
        "min": _convert_finite_number(latency.min),
        "max": _convert_finite_number(latency.max),
    }


def _describe_series(series: ObservedSeries) -> SeriesReport:
    points = len(series.t_ms)
    return {
        "metric": series.metric,
        "direction": series.direction,
        "job": series.job,
        "host": _remove_surrogates(series.host),
        "unit": series.unit,
        "points": points,
        "first_ms": int(series.t_ms[0]) if points else None,
        "last_ms": int(series.t_ms[-1]) if points else None,
    }


def _describe_statement(statement: Statement) -> StatementReport:
    return {
        "subject": _remove_surrogates(statement.subject),
        "metric": _remove_surrogates(statement.metric),
        "printed": _remove_surrogates(statement.printed),
        "value": _convert_finite_number(statement.value),
        "unit": _remove_surrogates(statement.unit),
        "value_kind": statement.value_kind,
        "conditions": _convert_to_json(statement.conditions),
        "note": _remove_surrogates(statement.note),
    }


def _convert_to_json(value: Any) -> Any:
    """Convert any JSON value to one with only the text and numbers that JSON can represent."""
    if isinstance(value, Mapping):
        return {_remove_surrogates(str(key)): _convert_to_json(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_convert_to_json(item) for item in value]
    if isinstance(value, str):
        return _remove_surrogates(value)
    return _convert_finite_number(value) if isinstance(value, float) else value


def _remove_surrogates(text: str | None) -> str | None:
    """Return the text without half surrogate pairs: JSON may contain them, UTF-8 may not."""
    return None if text is None else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _convert_finite_float(value: float | None) -> float | None:
    """Return a finite float, None for the others: JSON cannot represent them."""
    return None if value is None or not math.isfinite(value) else float(value)


def _convert_finite_number(value: float | None) -> float | None:
    """Return a finite value as int if it is whole, else as float; None for NaN, infinity and None."""
    if value is None or not math.isfinite(value):
        return None
    return int(value) if value == int(value) else float(value)
