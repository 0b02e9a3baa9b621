"""What was read in an upload, as the API shows it: enough to judge whether it was understood, and not more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from storagelab.domain.results import ObservedMeasurement, ObservedSeries, ParsedResult
from storagelab.imports.conditions import describe_load, load_columns
from storagelab.imports.storable import storable
from storagelab.results.derivation import derive, merge_entry

MEASUREMENTS_SHOWN = 200
NUMBERS_SHOWN = 500
NAMES_SHOWN = 100
_WARNINGS_SHOWN = 200


def preview_result(index: int, result: ParsedResult, *, source_sha256: str) -> dict[str, Any]:
    """One result as JSON: the fields of `schemas.ImportResult` that follow from its files, and their identity."""
    preview = {
        "index": index,
        "format": result.format,
        "version": result.version,
        "title": result.title,
        "members": list(result.members[:NAMES_SHOWN]),
        "members_count": len(result.members),
        "warnings": list(result.warnings[:_WARNINGS_SHOWN]),
        "measurements_count": len(result.measurements),
        "measurements": [_measurement(entry) for entry in result.measurements[:MEASUREMENTS_SHOWN]],
        "series": _series(result.series),
        "numbers": [asdict(number) for number in result.numbers[:NUMBERS_SHOWN]],
        "statements_count": len(result.statements),
        "suggested_configuration": dict(result.configuration) if result.configuration is not None else None,
        "source_sha256": source_sha256,
    }
    return {key: storable(value) for key, value in preview.items()}


def _measurement(entry: ObservedMeasurement) -> dict[str, Any]:
    load = load_columns([entry])
    figures = derive(merge_entry(entry), outstanding_ios=load["outstanding_ios"], offered_iops=load["offered_iops"])
    return {
        "name": entry.name,
        "host": entry.host,
        "phase": entry.phase,
        "workload": describe_load(load, entry.workload.block_sizes) or None,
        **load,
        **{key: figures[key] for key in ("iops", "bandwidth_bytes_per_s", "latency_mean_ns", "latency_p99_ns")},
        "value_kind": entry.value_kind,
        "printed": entry.printed,
        "error": entry.error,
    }


def _series(series: Sequence[ObservedSeries]) -> list[dict[str, Any]]:
    found: dict[tuple[str, str], list[ObservedSeries]] = defaultdict(list)
    for each in series:
        found[each.metric, each.direction].append(each)
    return [
        {"metric": metric, "direction": direction, "jobs": len(alike), "points": sum(len(each.t_ms) for each in alike)}
        for (metric, direction), alike in found.items()
    ]
