"""Verdicts of comparisons by the earlier rule: the workload at which the baseline is best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storagelab.analysis.comparison import NOISE_FLOOR
from storagelab.analysis.repeatability import MINIMUM_REPEATS
from storagelab.domain.metrics import Metric
from storagelab.evaluate.comparison_verdicts import VerdictView
from storagelab.evaluate.difference_sentences import change_words, is_better
from storagelab.evaluate.points import PointCell, WorkloadPoint


@dataclass(frozen=True, slots=True)
class Sides:
    """Names of the two compared entries."""

    entry: str
    baseline: str


def _describe_difference(cell: PointCell, baseline: PointCell, *, sides: Sides, workload: str, metric: Metric) -> str:
    """Describe in one sentence the result of an entry against the baseline at one workload."""
    counts = f"n = {len(cell.values)} and {len(baseline.values)}"
    label = metric.label if metric.name == "iops" else metric.label[0].lower() + metric.label[1:]
    if cell.ratio is None:
        return f"{sides.entry} and {sides.baseline} cannot be compared by their {label} at {workload}."
    change = change_words(cell.ratio)
    rough = [cell.approximate, baseline.approximate, cell.estimated, baseline.estimated]
    about = "about " if any(rough) else ""
    if cell.comparison.verdict == "not_different":
        near = abs(cell.ratio - 1) < NOISE_FLOOR
        reason = (
            f"the medians are less than {NOISE_FLOOR * 100:g} % apart"
            if near
            else "the interval of the difference includes 0"
        )
        return f"{sides.entry} does not differ from {sides.baseline} in {label} at {workload} ({counts}, {reason})."
    if change is None:
        statement = f"{sides.entry} has the same {label} as {sides.baseline} at {workload}"
    else:
        statement = f"{sides.entry} has {about}{change} {label} than {sides.baseline} at {workload}"
    if cell.comparison.verdict == "single_run":
        return f"{statement} ({counts}, not tested)."
    few = "" if min(len(cell.values), len(baseline.values)) >= MINIMUM_REPEATS else ", with few repeats"
    return f"{statement} ({counts}{few}, the 95 % interval of the difference excludes 0)."


def describe_earlier_verdicts(
    points: Sequence[WorkloadPoint], labels: Sequence[str], *, baseline: int, metric: Metric
) -> list[VerdictView]:
    """Return the verdicts on all entries but the one at the index `baseline`, in the order of `labels`."""
    return [
        _describe_verdict(points, place, baseline=baseline, labels=labels, metric=metric)
        for place in range(len(labels))
        if place != baseline
    ]


def _describe_verdict(
    points: Sequence[WorkloadPoint], entry: int, *, baseline: int, labels: Sequence[str], metric: Metric
) -> VerdictView:
    """Return the verdict on an entry. `entry` and `baseline` are indexes of `labels`."""
    point = _find_best_point(points, entry, baseline=baseline, higher_is_better=metric.better == "higher")
    sides = Sides(labels[entry], labels[baseline])
    if point is None:
        return VerdictView(
            entry=labels[entry],
            verdict="not_comparable",
            better=None,
            sentence=f"{sides.entry} and {sides.baseline} have no common workload with valid {metric.label}.",
            spread=None,
        )
    cell = point.cells[entry]
    return VerdictView(
        entry=labels[entry],
        verdict=cell.comparison.verdict,
        better=is_better(cell.ratio, metric) if cell.comparison.verdict == "different" else None,
        sentence=_describe_difference(cell, point.cells[baseline], sides=sides, workload=point.name, metric=metric),
        spread=_format_spread([point.cells[entry].ratio for point in points]),
    )


def _format_spread(ratios: Sequence[float | None]) -> str | None:
    known_ratios = sorted(ratio for ratio in ratios if ratio is not None)
    if len(known_ratios) < 2:
        return None
    low, high = (change_words(ratio) or "the same" for ratio in (known_ratios[0], known_ratios[-1]))
    return f"Over {len(known_ratios)} shared workloads: from {low} to {high}."


def _find_best_point(
    points: Sequence[WorkloadPoint], entry: int, *, baseline: int, higher_is_better: bool
) -> WorkloadPoint | None:
    """Return the shared workload with the best baseline result; None without a shared workload.

    `entry` and `baseline` are indexes of the compared entries.
    """
    shared = [point for point in points if point.cells[entry].median is not None]
    best = max if higher_is_better else min
    return best(shared, key=lambda point: point.cells[baseline].median or 0.0, default=None)
