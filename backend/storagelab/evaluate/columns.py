"""Measurements of runs as columns, one row for each result, as charts take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from storagelab.domain.metrics import METRICS, Better
from storagelab.domain.published import join_places, join_source_reads, join_texts
from storagelab.domain.result import RESULT_KINDS, RequestedLoad, RunResult
from storagelab.evaluate.results import MeasuredResult, list_results
from storagelab.evaluate.workload_attributes import PARTICULARS, read_particulars

#: Columns of measurements by name; all are equally long.
Columns = dict[str, list[Any]]

#: Columns that identify the phase of a row and its load: name, label, unit.
FACTORS: tuple[tuple[str, str, str | None], ...] = (
    ("run_id", "Run id", None),
    ("run_number", "Run", None),
    ("configuration", "Configuration", None),
    ("phase_ordinal", "Phase", None),
    ("phase_name", "Phase name", None),
    ("kind", "Kind", None),
    # Other than `finished` where the phase was cut short: its figures are of what had been done until then.
    ("phase_state", "State of the phase", None),
    ("block_bytes", "Block size", "bytes"),
    ("read_percent", "Reads", "%"),
    ("random_percent", "Random", "%"),
    ("threads", "Threads", None),
    ("queue_depth", "Queue depth", None),
    ("outstanding_ios", "Outstanding I/Os", None),
    ("offered_iops", "Offered load", "1/s"),
    ("load_percent", "Share of the maximum", "%"),
    ("group", "Group", None),
    ("loop", "Loop", None),
    ("round", "Round", None),
    # 1 for a round that results are of, 0 for the others; null outside of loops, and until their loop is over.
    ("in_window", "Counts", None),
    *PARTICULARS,
)
#: Columns that qualify the figures of a row.
QUALIFIERS: tuple[tuple[str, str, str | None], ...] = (
    ("latency_n", "I/Os behind the latencies", None),
    ("little_ratio", "Little's law ratio", None),
    ("value_kind", "Precision", None),
    # 1 for a run that was marked invalid: it is drawn but counted nowhere.
    ("invalid", "Marked invalid", None),
    # 1 where percentiles were interpolated within the wide buckets of an engine.
    ("percentiles_estimated", "Percentiles estimated", None),
)
#: Columns of published figures: the characters of the source, their place in it, and damaged ones behind a value.
PUBLISHED: tuple[tuple[str, str, str | None], ...] = (
    ("value_printed", "As published", None),
    ("place", "Place in the source", None),
    ("source_reads", "Source reads", None),
)
_PUBLISHED_NAMES = tuple(name for name, *_ in PUBLISHED)
_LOAD = RequestedLoad.__struct_fields__


def list_dimensions() -> list[tuple[str, str, str | None, Better | None]]:
    """Return every column of measurements in order: name, label, unit, and the better direction.

    It includes those of published figures, which `build_published_columns` builds.
    """
    metrics = [(metric.column, metric.label, metric.unit, metric.better) for metric in METRICS.values()]
    return [
        *((name, label, unit, None) for name, label, unit in FACTORS),
        *metrics,
        *((name, label, unit, None) for name, label, unit in (*QUALIFIERS, *PUBLISHED)),
    ]


def build_columns(
    runs: Sequence[RunResult], *, kinds: Sequence[str] = RESULT_KINDS, every_round: bool = False
) -> Columns:
    """Return the columns of all results of `runs`: runs as given, results in order."""
    rows = [
        build_row(run, result) for run in runs for result in list_results(run, kinds=kinds, every_round=every_round)
    ]
    names = [name for name, *_ in list_dimensions()]
    return {name: [row[name] for row in rows] for name in names if name not in _PUBLISHED_NAMES}


def build_published_columns(
    runs: Sequence[RunResult], *, kinds: Sequence[str] = RESULT_KINDS, every_round: bool = False
) -> Columns:
    """Return the columns of published figures for the rows of `build_columns`; null where a lab measured them.

    They are columns of their own, because charts and frozen data have none of them.
    """
    figures = [
        result.measurement.published_figures
        for run in runs
        for result in list_results(run, kinds=kinds, every_round=every_round)
    ]
    joined = zip(_PUBLISHED_NAMES, (join_texts, join_places, join_source_reads), strict=True)
    return {name: [join(published) for published in figures] for name, join in joined}


def build_row(run: RunResult, result: MeasuredResult) -> Mapping[str, Any]:
    """Return one result of a run as a row, by the names of the columns."""
    phase, measurement = result.phase, result.measurement
    load = phase.workload.get("load_percent")
    return {
        "run_id": run.id,
        "run_number": run.number,
        "configuration": run.configuration.name if run.configuration is not None else None,
        "phase_ordinal": phase.ordinal,
        "phase_name": result.name,
        "kind": phase.kind,
        "phase_state": phase.state,
        **{name: getattr(result.load, name) for name in _LOAD},
        "load_percent": float(load) if load is not None else None,
        "group": phase.group,
        "loop": phase.loop,
        "round": None if result.is_loop_point else phase.round,
        "in_window": None if phase.is_counted is None else int(phase.is_counted),
        **read_particulars(phase.workload, target_bytes=run.target_bytes),
        **result.figures,
        "latency_n": result.latency_n,
        "little_ratio": result.little_ratio,
        "value_kind": measurement.value_kind,
        "invalid": int(run.invalid_reason is not None),
        "percentiles_estimated": int(measurement.has_estimated_percentiles),
    }
