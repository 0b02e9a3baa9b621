"""Figures that findings are about: one of a workload and a metric, with its conditions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from storagelab.domain.configuration import encode_canonical_json
from storagelab.domain.configuration_diff import build_workload_key
from storagelab.domain.metrics import Metric
from storagelab.domain.result import RunResult
from storagelab.evaluate.measured_runs import find_omission_reason, list_named_results
from storagelab.evaluate.points import WorkloadId
from storagelab.evaluate.results import MeasuredResult
from storagelab.evaluate.workload_words import describe_phase_workload, find_load_generator

Direction = Literal["read", "write", "mixed"]
#: Ends of a range bound nothing on their own.
_KINDS = frozenset({"exact", "approximate", "lower_bound", "upper_bound"})
#: Fields of a workload that vary within one family: its depth, and the words for it.
_DEPTH_FIELDS = frozenset({"threads", "queue_depth", "outstanding_ios", "description"})
#: Rates of larger blocks are throughput.
_SMALL_BLOCK_BYTES = 64 << 10
#: The badge of a figure that contradicts others of its source.
_ODD_CODE = "as_printed"


@dataclass(frozen=True, slots=True)
class FindingFigure:
    """One value of a run at one workload, in the base unit of its metric.

    `family` is equal for workloads that differ by their depth alone, `depth` the number of outstanding I/Os.
    """

    workload: WorkloadId
    family: Hashable
    words: str
    phase: str | None
    direction: Direction | None
    depth: int | None
    value: float
    value_kind: str
    run: str
    generator: str | None
    conditions: Mapping[str, str]
    is_published: bool
    is_small: bool
    is_steady: bool | None
    is_preconditioned: bool | None
    is_offered: bool
    is_odd: bool
    is_estimated: bool
    scale: str


def list_figures(run: RunResult, metric: Metric) -> list[FindingFigure]:
    """Return the figures of `metric` of a run that findings may use, in order of its phases.

    A run that was marked invalid or is in the trash has none.
    """
    if find_omission_reason(run) is not None:
        return []
    named = list_named_results(run)
    words = _describe_workloads(run, named)
    return [
        _build_figure(run, workload, result, metric, value=value, words=words[workload])
        for workload, result in named
        if (value := result.figures[metric.column]) is not None
        and math.isfinite(value)
        and value > 0
        and result.measurement.value_kind in _KINDS
    ]


def _describe_workloads(run: RunResult, named: Sequence[tuple[WorkloadId, MeasuredResult]]) -> dict[WorkloadId, str]:
    """Return the workloads of a run in words. Those of one depth are called by their threads."""
    words = {workload: describe_phase_workload(run, result.phase) for workload, result in named}
    different = Counter(text for _, text in {(workload[0], text) for workload, text in words.items()})
    return {
        workload: describe_phase_workload(run, result.phase, threads=different[words[workload]] > 1)
        for workload, result in named
    }


def _build_figure(
    run: RunResult, workload: WorkloadId, result: MeasuredResult, metric: Metric, *, value: float, words: str
) -> FindingFigure:
    phase, measurement, load = result.phase, result.measurement, result.load
    generator = find_load_generator(run, phase)
    is_full = build_workload_key(phase.workload) is not None
    fields = {key: field for key, field in phase.workload.items() if field is not None and key not in _DEPTH_FIELDS}
    return FindingFigure(
        workload=workload,
        # A workload that its source describes in part is known by its name as well.
        family=(generator, encode_canonical_json([fields, None if is_full else words])),
        words=words,
        phase=result.name if result.name != words else None,
        direction=_find_direction(_find_percent(result, "read_percent")),
        depth=load.outstanding_ios,
        value=value,
        value_kind=measurement.value_kind,
        run=run.number,
        generator=generator,
        conditions=dict(_describe_conditions(result)),
        is_published=run.origin == "published",
        is_small=load.block_bytes is None or load.block_bytes < _SMALL_BLOCK_BYTES,
        is_steady=measurement.steady,
        is_preconditioned=measurement.preconditioned,
        is_offered=load.offered_iops is not None or phase.workload.get("load_percent") is not None,
        is_odd=any(badge.code == _ODD_CODE for badge in measurement.badges),
        is_estimated=metric.is_percentile and measurement.has_estimated_percentiles,
        scale=run.scale,
    )


def _find_percent(result: MeasuredResult, name: Literal["read_percent", "random_percent"]) -> float | None:
    """Return a percentage of the load as it was measured, else of the workload as it was requested."""
    measured: float | None = getattr(result.load, name)
    return measured if measured is not None else result.phase.workload.get(name)


def _find_direction(read_percent: float | None) -> Direction | None:
    if read_percent is None:
        return None
    return "read" if read_percent == 100 else "write" if read_percent == 0 else "mixed"


def _describe_conditions(result: MeasuredResult) -> Iterator[tuple[str, str]]:
    """Yield the fields of a workload as a finding states them; one that is unknown is absent."""
    load = result.load
    sizes = result.phase.workload.get("block_sizes") or []
    random_percent = _find_percent(result, "random_percent")
    read_percent = _find_percent(result, "read_percent")
    if random_percent is not None:
        mixed = f"{random_percent:g} % random"
        yield "pattern", {100.0: "random", 0.0: "sequential"}.get(random_percent, mixed)
    if len(sizes) == 1:
        yield "block", f"{sizes[0]['bytes']:g}"
    if read_percent is not None:
        yield "read", f"{read_percent:g}"
    if load.outstanding_ios is not None:
        yield "qd", str(load.outstanding_ios)
    elif load.queue_depth is not None:
        yield "qd", str(load.queue_depth)
    if load.threads is not None:
        yield "threads", str(load.threads)
