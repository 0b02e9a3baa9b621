"""Preview of an upload, as the API shows it: enough to judge whether it was read correctly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import numpy.typing as npt

from storagelab.domain.finding import describe_finding
from storagelab.domain.import_values import PreviewedCurve, PreviewedMeasurement, PreviewedResult, PreviewedSeries
from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ParsedResult
from storagelab.imports.conditions import describe_load, load_columns
from storagelab.imports.storable import make_storable
from storagelab.results.derivation import derive, merge_entry

MEASUREMENTS_SHOWN = 200
NUMBERS_SHOWN = 500
NAMES_SHOWN = 100
FINDINGS_SHOWN = 100
CURVE_POINTS = 120
REFUSED_SHOWN = 10
_WARNINGS_SHOWN = 200


def preview_result(index: int, result: ParsedResult, *, source_sha256: str) -> PreviewedResult:
    """Return the preview of one result as JSON, with its identity.

    It has the fields of `schemas.ImportResult` that follow from the files of the result.
    """
    preview = {
        "index": index,
        "format": result.format,
        "version": result.version,
        "title": result.title,
        "members": list(result.members[:NAMES_SHOWN]),
        "members_count": len(result.members),
        "warnings": list(result.warnings[:_WARNINGS_SHOWN]),
        "measurements_count": len(result.measurements),
        "measurements": [_describe_measurement(entry) for entry in result.measurements[:MEASUREMENTS_SHOWN]],
        "series": _describe_series(result.series),
        "curve": _build_preview_curve(result.series),
        "numbers": [asdict(number) for number in result.numbers[:NUMBERS_SHOWN]],
        "statements_count": len(result.statements) + len(result.findings),
        "findings": [describe_finding(finding) for finding in result.findings[:FINDINGS_SHOWN]],
        "suggested_configuration": dict(result.configuration) if result.configuration is not None else None,
        "source_sha256": source_sha256,
    }
    storable: PreviewedResult = make_storable(preview)
    return storable


def _describe_measurement(entry: ObservedMeasurement) -> PreviewedMeasurement:
    load = load_columns([entry])
    figures = derive(merge_entry(entry), outstanding_ios=load["outstanding_ios"], offered_iops=load["offered_iops"])
    return {
        "name": entry.name,
        "host": entry.host,
        "phase": entry.phase,
        "workload": describe_load(load, entry.workload.block_sizes) or None,
        **load,
        "iops": figures["iops"],
        "bandwidth_bytes_per_s": figures["bandwidth_bytes_per_s"],
        "latency_mean_ns": figures["latency_mean_ns"],
        "latency_p99_ns": figures["latency_p99_ns"],
        "value_kind": entry.value_kind,
        "printed": entry.printed,
        "error": entry.error,
    }


def _describe_series(series: Sequence[ObservedSeries]) -> list[PreviewedSeries]:
    groups: dict[tuple[str, str], list[ObservedSeries]] = defaultdict(list)
    for curve in series:
        groups[curve.metric, curve.direction].append(curve)
    return [
        {
            "metric": metric,
            "direction": direction,
            "jobs": len(alike),
            "points": sum(len(curve.t_ms) for curve in alike),
        }
        for (metric, direction), alike in groups.items()
    ]


def _build_preview_curve(series: Sequence[ObservedSeries]) -> PreviewedCurve | None:
    """Build the IOPS curve of the longest phase, summed over all jobs; None where there is none.

    The curve has at most `CURVE_POINTS` parts. Throughput replaces IOPS where no phase has IOPS.
    """
    for metric in ("iops", "bandwidth"):
        phases: dict[int | None, list[ObservedSeries]] = defaultdict(list)
        for curve in series:
            if curve.metric == metric and len(curve.t_ms) > 1 and curve.window_value != "sample" and not curve.epoch:
                phases[curve.phase].append(curve)
        if phases:
            alike = max(phases.values(), key=lambda own: max(int(curve.t_ms[-1]) for curve in own))
            end_ms = max(int(curve.t_ms[-1]) for curve in alike)
            means = np.array([_compute_means(curve, end_ms) for curve in alike])
            values = np.where(np.isnan(means).all(axis=0), np.nan, np.nansum(means, axis=0))
            return {
                "metric": metric,
                "end_ms": end_ms,
                "values": [None if np.isnan(value) else float(value) for value in values],
            }
    return None


def _compute_means(series: ObservedSeries, end_ms: int) -> npt.NDArray[np.float64]:
    """Return the mean of a series in each equal part of 0 to `end_ms`; NaN in parts without samples.

    There are at most CURVE_POINTS parts.
    """
    parts = min(CURVE_POINTS, max(1, end_ms))
    place = np.clip((series.t_ms - 1) * parts // max(1, end_ms), 0, parts - 1)
    count = np.bincount(place, minlength=parts)
    total = np.bincount(place, weights=series.values * series.factor, minlength=parts)
    means = np.full(parts, np.nan)
    np.divide(total, count, out=means, where=count > 0)
    return means
