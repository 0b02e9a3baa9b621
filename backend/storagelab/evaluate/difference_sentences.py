"""Sentences of a comparison: direction, size and significance of a difference."""

from __future__ import annotations

from dataclasses import dataclass

from storagelab.analysis.comparison import NOISE_FLOOR
from storagelab.analysis.repeatability import MINIMUM_REPEATS
from storagelab.domain.metrics import Metric
from storagelab.evaluate.points import PointCell

RULE = (
    "Medians are compared. Entries differ if Welch's 95 % interval of the difference of their means excludes 0 "
    f"and the medians are at least {NOISE_FLOOR * 100:g} % apart. A difference with one run on a side is not tested. "
    "Each sentence is about the common workload at which the baseline is best."
)


@dataclass(frozen=True, slots=True)
class Sides:
    """Names of the two compared entries."""

    entry: str
    baseline: str


def describe_difference(cell: PointCell, baseline: PointCell, *, sides: Sides, workload: str, metric: Metric) -> str:
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


def change_words(ratio: float) -> str | None:
    """Return `31 % higher`, `2.5 % lower`, or None for less than a twentieth of a percent.

    Only a value of 0 is 100 % lower.
    """
    percent = (ratio - 1) * 100
    if abs(percent) < 0.05:
        return None
    if 0 < ratio < 0.005:
        return "over 99 % lower"
    return f"{_format_digits(abs(percent))} % {'higher' if percent > 0 else 'lower'}"


def is_better(ratio: float | None, metric: Metric) -> bool | None:
    """Return whether a ratio to the baseline is an improvement of `metric`.

    Return None for an unknown ratio, or a change below a twentieth of a percent.
    """
    if ratio is None or change_words(ratio) is None:
        return None
    return (ratio > 1) == (metric.better == "higher")


def _format_digits(value: float) -> str:
    """Return two significant digits, or whole percents from 10 on."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}".removesuffix(".0")
