"""Figures of one metric of a run, by workloads that are recognised in other runs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storagelab.domain.configuration_diff import build_workload_key, identify_workload
from storagelab.domain.lifecycle import PhaseState
from storagelab.domain.loops import parse_round_name
from storagelab.domain.metrics import Metric
from storagelab.domain.result import PhaseResult, RunResult
from storagelab.evaluate.points import WorkloadFigure, WorkloadId, count_up, is_figure
from storagelab.evaluate.results import MeasuredResult, group_rounds, list_results

#: Why a run is shown and not counted.
MARKED_INVALID = "marked invalid"
IN_THE_TRASH = "in the trash"
_TABLE_ROW = re.compile(r"\btable \d+, row \d+\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """Work of a run: the names of its workloads, their requested parameters, and the figures that count.

    A run whose figures do not count has none, and `left_out` is the reason.
    """

    workloads: Mapping[WorkloadId, str]
    definitions: tuple[Mapping[str, Any], ...]
    figures: tuple[WorkloadFigure, ...]
    left_out: str | None


def measure_run(run: RunResult, metric: Metric) -> MeasuredRun:
    """Return the figures of `metric` of a run. Only phases that ended as planned count."""
    results = [result for result in list_results(run) if result.phase.state == PhaseState.FINISHED]
    named = list_named_results(run, results)
    names = {workload: find_workload_name(result.phase) for workload, result in named}
    figures = tuple(
        WorkloadFigure(
            workload,
            names[workload],
            value,
            exact=result.measurement.value_kind == "exact",
            estimated=metric.is_percentile and result.measurement.has_estimated_percentiles,
        )
        for workload, result in named
        if is_figure(value := result.figures[metric.column], result.measurement.value_kind) and value is not None
    )
    left_out = find_omission_reason(run)
    definitions = tuple(result.phase.workload for result in results)
    return MeasuredRun(names, definitions, () if left_out else figures, left_out)


def find_omission_reason(run: RunResult) -> str | None:
    """Return the reason why the figures of a run do not count; None for one that counts."""
    return IN_THE_TRASH if run.is_trashed else MARKED_INVALID if run.invalid_reason is not None else None


def list_named_results(
    run: RunResult, results: Sequence[MeasuredResult] | None = None
) -> list[tuple[WorkloadId, MeasuredResult]]:
    """Return results of a run with their workloads, by default those of phases that ended as planned.

    A result whose workload is unknown is left out.
    """
    workloads = _find_workloads(run)
    if results is None:
        results = [result for result in list_results(run) if result.phase.state == PhaseState.FINISHED]
    return [(workload, result) for result in results if (workload := workloads[result.phase.ordinal]) is not None]


def _find_workloads(run: RunResult) -> dict[int, WorkloadId | None]:
    """Return the workload of each phase, and its occurrence in the run, by phase ordinal.

    All rounds of one point of a loop are one occurrence. Phases without a figure count as well: a second occurrence
    stays the second even when the first one failed.
    """
    source = run.source_title if run.origin != "measured" else None
    points = group_rounds(run)
    keys = count_up(
        [
            identify_workload(
                first.workload,
                parse_round_name(first.name, first.round),
                source,
                row=find_table_row(first) if run.joins_rows else None,
            )
            for first, *_ in points
        ]
    )
    return {phase.ordinal: key for key, rounds in zip(keys, points, strict=True) for phase in rounds}


def find_table_row(phase: PhaseResult) -> str | None:
    """Return the row of a table of the source that prints the figures of a phase; None for any other place.

    Where the text repeats a figure does not matter.
    """
    figures = phase.measurement.published_figures if phase.measurement is not None else ()
    places = {figure.place for figure in figures if not figure.restated}
    place = places.pop() if len(places) == 1 else None
    return place if place is not None and _TABLE_ROW.search(place) else None


def find_workload_name(phase: PhaseResult) -> str:
    """Return a phase's workload description if its workload is fully known, else the phase's name."""
    return name_workload(phase.workload, parse_round_name(phase.name, phase.round))


def name_workload(workload: Mapping[str, Any], name: str) -> str:
    """Return the description of a workload if it is fully known, else the `name` of its phase."""
    described = workload.get("description") if build_workload_key(workload) is not None else None
    return str(described or name)
