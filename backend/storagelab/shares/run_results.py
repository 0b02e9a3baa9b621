"""Runs of a share document as the typed results that everything is evaluated from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import structs

from storagelab.domain.metrics import METRICS
from storagelab.domain.published import PublishedFigure
from storagelab.domain.result import (
    PartResult,
    PhaseMeasurement,
    PhaseResult,
    RequestedLoad,
    ResultBadge,
    ResultConfiguration,
    ResultProfile,
    RunResult,
    SeriesRef,
)
from storagelab.results.derivation import read_part_columns

Json = Mapping[str, Any]
#: Requested settings of a phase, as the lineage of its measurement states them.
WORKLOAD_COLUMNS = ("block_bytes", "read_percent", "random_percent", "threads", "queue_depth", "offered_iops")


def read_run_results(document: Json) -> list[RunResult]:
    """Return the runs of a document in order. Their ids are their numbers."""
    configurations = {
        configuration["key"]: ResultConfiguration(
            number=configuration["number"], name=configuration["name"], class_hash=configuration["class_hash"]
        )
        for configuration in document["configurations"]
    }
    joins_rows = bool(((document.get("view") or {}).get("settings") or {}).get("joins_rows", False))
    runs = (_read_run(run, configurations.get(run["configuration"])) for run in document["runs"])
    return [structs.replace(run, joins_rows=joins_rows) for run in runs]


def _read_run(run: Json, configuration: ResultConfiguration | None) -> RunResult:
    lineage, profile = run.get("lineage"), run["profile"]
    return RunResult(
        id=run["number"],
        number=run["number"],
        title=run["title"],
        origin=run["origin"],
        state=run["state"],
        scale=run["scale"],
        engine=run["engine"],
        engine_version=run["engine_version"],
        profile=ResultProfile(profile["name"], profile["version"]) if profile is not None else None,
        source_title=(run["source"] or {}).get("title"),
        configuration=configuration,
        verdict=run["verdict"],
        invalid_reason=run["invalid"]["reason"] if run["invalid"] is not None else None,
        is_rankable=lineage["ranked"] if lineage is not None else False,
        target_bytes=lineage["target_bytes"] if lineage is not None else None,
        phases=tuple(
            _read_phase(phase, has_lineage=lineage is not None)
            for phase in sorted(run["phases"], key=lambda item: item["ordinal"])
        ),
        series=tuple(_read_series(series) for series in run["series"]),
    )


def _read_phase(phase: Json, *, has_lineage: bool) -> PhaseResult:
    measurement, workload = phase["measurement"], phase["workload"] or {}
    lineage = (measurement or {}).get("lineage") or {}
    return PhaseResult(
        ordinal=phase["ordinal"],
        name=phase["name"],
        kind=phase["kind"],
        state=phase["state"],
        group=phase["group"],
        loop=phase["loop"],
        round=phase["round"],
        is_counted=phase["in_window"],
        message=phase["message"],
        workload=phase["workload"],
        load=_read_load(lineage, workload, outstanding_ios=workload.get("outstanding_ios")),
        stop=phase["stop"] or {},
        planned_seconds=phase["planned_seconds"],
        ramp_seconds=phase.get("ramp_seconds", 0.0),
        t0_ms=phase["t0_ms"],
        t1_ms=phase["t1_ms"],
        measurement=_read_measurement(measurement, phase["workload"], has_lineage=has_lineage)
        if measurement is not None
        else None,
    )


def _read_measurement(measurement: Json, workload: Json, *, has_lineage: bool) -> PhaseMeasurement:
    lineage = measurement.get("lineage") or {}
    return PhaseMeasurement(
        figures={metric.column: measurement.get(metric.column) for metric in METRICS.values()},
        load=_read_load(lineage, workload, outstanding_ios=measurement["outstanding_ios"]),
        has_load=has_lineage and all(name in lineage for name in WORKLOAD_COLUMNS),
        latency_n=measurement["latency_n"],
        little_ratio=measurement["little_ratio"],
        percentiles_of=measurement["percentiles_of"],
        value_kind=measurement["value_kind"],
        preconditioned=measurement["preconditioned"],
        steady=measurement["steady"],
        badges=msgspec.convert(measurement["badges"], tuple[ResultBadge, ...]),
        published_figures=msgspec.convert(measurement.get("published_figures") or [], tuple[PublishedFigure, ...]),
        parts=tuple(_read_parts(measurement["parts"])),
    )


def _read_load(lineage: Json, workload: Json, *, outstanding_ios: int | None) -> RequestedLoad:
    """Return the load of a measurement; of a document that does not state it, as far as its workload does."""
    sizes = workload.get("block_sizes") or []
    requested = {**workload, "block_bytes": sizes[0]["bytes"] if len(sizes) == 1 else None}
    stated = {name: lineage.get(name, requested.get(name)) for name in WORKLOAD_COLUMNS}
    return RequestedLoad(outstanding_ios=outstanding_ios, **stated)


def _read_parts(parts: Iterable[Json]) -> Iterable[PartResult]:
    for part in sorted(parts, key=lambda item: (item["direction"], item["group"])):
        yield PartResult(part["direction"], part["group"], read_part_columns(part, None))


def _read_series(series: Json) -> SeriesRef:
    names = ("phase_ordinal", "source", "metric", "direction", "unit", "factor", "estimated", "job")
    return SeriesRef(**{name: series[name] for name in names})
