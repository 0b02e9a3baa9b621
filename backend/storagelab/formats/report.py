"""Results as the one JSON object of `storagelab parse`: unknown is null, absent is {}."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ObservedWorkload, ParsedResult, Statement
from storagelab.domain.samples import DIRECTIONS, LatencyStatistics, ObservedPart

#: `lat_max` and `lat_stddev` are second columns of a log that is listed already.
LISTED_METRICS = frozenset({"iops", "bandwidth", "lat", "clat", "slat", "lat_hist"})

#: The format whose figures carry the form in which they were printed.
PUBLISHED = "table"


def describe(results: Sequence[ParsedResult], notes: Iterable[str] = ()) -> dict[str, Any]:
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
    document = {
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
    return document | ({"statements": statements} if statements else {})


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


def describe_measurement(measurement: ObservedMeasurement, *, is_published: bool = False) -> dict[str, Any]:
    """Return one entry of `measurements`; published figures also have the form in which they were printed."""
    described: dict[str, Any] = {
        "name": _remove_surrogates(measurement.name),
        "host": _remove_surrogates(measurement.host),
        "group": measurement.group,
        "workload": _describe_workload(measurement.workload),
        "runtime_s": _convert_finite_float(measurement.runtime_s),
        "error": _remove_surrogates(measurement.error),
        **{direction: _describe_part(measurement.parts.get(direction)) for direction in DIRECTIONS},
        "total": _describe_part(measurement.total),
    }
    if is_published:
        described |= {
            "value_kind": measurement.value_kind,
            "printed": _remove_surrogates(measurement.printed),
            "note": _remove_surrogates(measurement.note),
        }
    return described


def format_percentile(percent: float) -> str:
    """Format a percentile as the shortest decimal: `50`, `99.9`, `99.9999`."""
    return format(Decimal(repr(float(percent))).normalize(), "f")


def _describe_workload(workload: ObservedWorkload) -> dict[str, Any]:
    sizes = workload.block_sizes
    return {
        "block_sizes": None if sizes is None else [{"bytes": size.bytes, "percent": size.percent} for size in sizes],
        "read_percent": _convert_finite_float(workload.read_percent),
        "random_percent": _convert_finite_float(workload.random_percent),
        "queue_depth": workload.queue_depth,
        "threads": workload.threads,
        "offered_iops": _convert_finite_float(workload.offered_iops),
    }


def _describe_part(part: ObservedPart | None) -> dict[str, Any]:
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


def _describe_latency(latency: LatencyStatistics) -> dict[str, Any] | None:
    if latency == LatencyStatistics():
        return None
    return {
        "n": latency.n,
        "mean": _convert_finite_float(latency.mean),
        "stddev": _convert_finite_float(latency.stddev),
        "min": _convert_finite_number(latency.min),
        "max": _convert_finite_number(latency.max),
    }


def _describe_series(series: ObservedSeries) -> dict[str, Any]:
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


def _describe_statement(statement: Statement) -> dict[str, Any]:
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
