"""Ranking of configurations: results under shared workloads, and the figures left out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct

from storagelab.analysis.ranking import Ranking, Result, find_preferred_metric, rank_systems
from storagelab.domain.lifecycle import PhaseState, RunState
from storagelab.domain.metrics import METRICS, Better
from storagelab.domain.result import HEADLINE_KINDS, RESULT_KINDS, PhaseMeasurement, ResultConfiguration, RunResult
from storagelab.errors import InvalidInput
from storagelab.evaluate.comparison import NameView
from storagelab.evaluate.ranking_workloads import (
    Conditions,
    RankedResult,
    build_labels,
    collect_conditions,
    compute_workload_key,
    list_workload_names,
)
from storagelab.evaluate.results import MeasuredResult, list_results

#: What speaks against whole runs.
NOT_COUNTABLE = "the run is invalid, unfinished or in the trash"
UNKNOWN_SYSTEM = "nobody knows what it was measured on"
_RANKED_BY = ("iops", "bandwidth", "lat_mean")
#: Badges of figures that do not show the performance of a configuration, with the reason in words.
_DISQUALIFYING = {
    "not_steady": "not measured in steady state",
    "rounds_not_steady": "not measured in steady state",
    "array_not_optimal": "the array was not optimal",
    "array_condition_unknown": "nobody saw in what condition the array was",
    "partial": "the phase was not measured to its end",
    "off_rate": "the requested rate was not held",
}


class RankedWorkloadView(Struct, frozen=True, kw_only=True):
    """A workload and the metric it is ranked by, whether it was `chosen`, and whether it is part of the rating."""

    key: str
    label: str
    metric: str
    metric_label: str
    unit: str
    better: Better
    chosen: bool
    counted: bool


class RankedFigureView(Struct, frozen=True, kw_only=True, rename={"min": "least", "max": "most"}):
    """One configuration under one workload: the median over `n` runs, and its ratio to the reference."""

    workload: str
    value: float
    n: int
    min: float
    max: float
    ratio: float | None
    runs: list[str]


class RankedSystemView(Struct, frozen=True, kw_only=True):
    """A class of configurations and its rating; `place` 1 to 3 is the podium."""

    configuration: NameView
    class_hash: str
    rating: float | None
    rank: int | None
    place: int | None
    worst_ratio: float | None
    best_ratio: float | None
    figures: list[RankedFigureView]


class ExclusionView(Struct, frozen=True):
    """Number of figures that do not count for one reason."""

    reason: str
    figures: int


class RankingAnswer(Struct, frozen=True, kw_only=True):
    """Configurations in the order of their rating, as documents hold it."""

    profile: str | None
    runs_considered: int
    more_runs: bool
    reference: str | None
    workloads: list[RankedWorkloadView]
    configurations: list[RankedSystemView]
    left_out: list[ExclusionView]


@dataclass
class _Material:
    """Results and workloads, and how many figures were left out for which reason."""

    results: list[Result] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    conditions: dict[str, Conditions] = field(default_factory=dict)
    left_out: Counter[str] = field(default_factory=Counter)


def rank_runs(
    runs: Sequence[RunResult],
    systems: Mapping[str, ResultConfiguration],
    *,
    profile: str | None = None,
    more_runs: bool = False,
    everything: bool = False,
    without: Sequence[str] = (),
    reference: str | None = None,
) -> RankingAnswer:
    """Rank the configurations of the runs.

    `systems` are the newest configurations by class. Raises InvalidInput for a `reference` that is not one of them.
    With `everything`, figures that are excluded by rule count as well: see `find_exclusion_reason`. Bounds and ends of
    ranges never count.
    """
    considered = [run for run in runs if is_countable(run)]
    material = _gather(considered, everything=everything)
    material.left_out[NOT_COUNTABLE] += len(runs) - len(considered)
    metrics = _choose_metrics(material)
    counting = {key: name for key, name in metrics.items() if key not in without}
    results = [result for result in material.results if result.workload in counting]
    chosen = None
    if reference is not None:
        chosen = next((key for key, system in systems.items() if system.number == reference.lower()), None)
        if chosen is None or not any(
            result.system == chosen and (result.figures.get(counting[result.workload]) or 0) > 0 for result in results
        ):
            raise InvalidInput("must be the number of a configuration in this ranking", path="reference")
    ranking = rank_systems(
        results, {key: (name, METRICS[name].better) for key, name in counting.items()}, reference=chosen
    )
    labels = build_labels(material.names, material.conditions)
    return RankingAnswer(
        profile=profile,
        runs_considered=len(considered),
        more_runs=more_runs,
        reference=systems[ranking.reference].number if ranking.reference is not None else None,
        workloads=[_describe_workload(key, labels[key], metrics[key], ranking) for key in metrics],
        configurations=_describe_configurations(ranking, systems),
        left_out=[ExclusionView(reason, count) for reason, count in material.left_out.most_common() if count],
    )


def is_countable(run: RunResult) -> bool:
    """Return whether results of a run may be ranked: it is finished, valid and not in the trash."""
    return run.state == RunState.FINISHED and run.invalid_reason is None and not run.is_trashed


def _gather(runs: Sequence[RunResult], *, everything: bool) -> _Material:
    material = _Material()
    exclusions = [
        (run, result, reason) for run in runs for result, reason in list_exclusions(run, everything=everything)
    ]
    results = [RankedResult(run, result, collect_conditions(run, result)) for run, result, _ in exclusions]
    times: dict[tuple[str, str], int] = {}
    for (run, result, reason), ranked, name in zip(exclusions, results, list_workload_names(results), strict=True):
        if run.configuration is None or reason is not None:
            material.left_out[UNKNOWN_SYSTEM if run.configuration is None else reason or ""] += 1
            continue
        key = first = compute_workload_key(name, ranked.conditions)
        unique_name = name
        # Repeats are runs: a second time in one run is compared with the second time in others.
        while (run.id, key) in times:
            times[run.id, first] += 1
            unique_name = f"{name} ({times[run.id, first]})"
            key = compute_workload_key(unique_name, ranked.conditions)
        times[run.id, key] = 1
        material.names[key] = unique_name
        material.conditions[key] = ranked.conditions
        figures = {name: result.figures[METRICS[name].column] for name in _RANKED_BY}
        material.results.append(Result(run.configuration.class_hash, key, run.number, figures))
    return material


def list_exclusions(run: RunResult, *, everything: bool) -> Iterator[tuple[MeasuredResult, str | None]]:
    """Yield every result of a run with the reason that it is not ranked; None for a ranked one.

    Always excluded are values that were not measured, failed phases, and loads set below the maximum. Unless
    `everything` is set, so are shortened, imported and published runs, and figures with badges that disqualify them. A
    run without a configuration has no reason here.
    """
    doubts = {} if everything else _find_doubts(run)
    for result in list_results(run):
        phase = result.phase
        doubt = doubts.get(phase.ordinal if phase.loop is None else phase.loop)
        yield result, _find_exclusion_reason(run, result, doubt=doubt, everything=everything)


def _find_doubts(run: RunResult) -> dict[int | str, str]:
    """Return the reasons that figures do not count, by the ordinal of the phase, or the name of its loop."""
    doubts: dict[int | str, str] = {}
    for phase in run.phases:
        if phase.measurement is not None and phase.kind in RESULT_KINDS and phase.is_counted is not False:
            reason = _find_doubt(phase.measurement)
            if reason is not None:
                doubts[phase.ordinal if phase.loop is None else phase.loop] = reason
    return doubts


def _find_doubt(measurement: PhaseMeasurement) -> str | None:
    """Return the reason that a figure may not be the drives' full performance; None without one."""
    reason = next((_DISQUALIFYING[badge.code] for badge in measurement.badges if badge.code in _DISQUALIFYING), None)
    if reason is None and measurement.steady is False:
        return _DISQUALIFYING["not_steady"]
    if reason is None and measurement.preconditioned is False:
        return "measured on drives that were not preconditioned"
    return reason


def _find_exclusion_reason(
    run: RunResult, result: MeasuredResult, *, doubt: str | None, everything: bool
) -> str | None:
    if result.measurement.value_kind not in (None, *HEADLINE_KINDS):
        return "a bound, a ratio or the end of a range"
    if result.phase.state != PhaseState.FINISHED:
        return "the phase did not end as planned"
    if result.load.offered_iops is not None or result.phase.workload.get("load_percent") is not None:
        return "measured at a rate that was asked for"
    if not any(result.figures[METRICS[name].column] for name in _RANKED_BY):
        return "no figure that configurations are ranked by"
    if everything:
        return None
    if not run.is_rankable:
        return {"imported": "imported", "published": "published"}.get(run.origin, "measured at the smoke scale")
    return doubt


def _choose_metrics(material: _Material) -> dict[str, str]:
    """Return the metric by which each workload is ranked, by workload in their order."""
    counts_by_workload: dict[str, Counter[str]] = defaultdict(Counter)
    for result in material.results:
        counts_by_workload[result.workload].update(name for name, value in result.figures.items() if value)
    metrics: dict[str, str] = {}
    for key in material.names:
        counts = counts_by_workload[key]
        # A metric that only some runs know would drop the others.
        highest = max(counts.values(), default=0)
        conditions = material.conditions[key]
        chosen = find_preferred_metric(
            block_bytes=conditions["block_bytes"],
            random_percent=conditions["random_percent"],
            metrics=[name for name, count in counts.items() if count == highest],
        )
        if chosen is not None:
            metrics[key] = chosen
    return metrics


def _describe_workload(key: str, label: str, metric: str, ranking: Ranking) -> RankedWorkloadView:
    definition = METRICS[metric]
    return RankedWorkloadView(
        key=key,
        label=label,
        metric=metric,
        metric_label=definition.label,
        unit=definition.unit,
        better=definition.better,
        chosen=key in ranking.metrics,
        counted=key in ranking.counted,
    )


def _describe_configurations(ranking: Ranking, systems: Mapping[str, ResultConfiguration]) -> list[RankedSystemView]:
    return [
        RankedSystemView(
            configuration=NameView(systems[ranked.system].number, systems[ranked.system].name),
            class_hash=ranked.system,
            rating=ranked.rating,
            rank=ranked.rank,
            place=ranked.place,
            worst_ratio=ranked.worst,
            best_ratio=ranked.best,
            figures=[
                RankedFigureView(
                    workload=key,
                    value=cell.value,
                    n=cell.n,
                    min=cell.min,
                    max=cell.max,
                    ratio=cell.ratio,
                    runs=list(cell.runs),
                )
                for key, cell in ranked.cells.items()
            ],
        )
        for ranked in ranking.systems
    ]
